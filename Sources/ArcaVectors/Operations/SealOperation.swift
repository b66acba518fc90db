internal import ArcaCodecs
internal import ArcaCrypto

/// Authenticated encryption: `seal` and `open`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `seal` | `key`, `nonce` (none for `aes-siv` without one), `aad`, `msg`, `tagByteCount` | `ct`, `tag` |
/// | `open` | `key`, `nonce`, `aad`, `ct`, `tag` | `msg` |
///
/// The tag of `aes-siv` is its synthetic IV; a nonce is its last associated string. Several strings, or none, come as
/// `aad1`, `aad2` and so on instead of `aad`.
enum SealOperation: VectorOperation {
    static let names = ["seal", "open"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let cipher = try CipherChoice.cipher(question.algorithm, keyByteCount: key.byteCount)
        let aad = inputs["aad"] == nil && question.algorithm == "aes-siv" ? [] : try inputs.bytes("aad")
        let nonce = inputs["nonce"] == nil ? nil : try inputs.bytes("nonce")
        guard cipher.isAuthenticated else {
            throw OperationError.unsupported("\(question.algorithm) authenticates nothing")
        }
        let isSIV = question.algorithm == "aes-siv"
        var strings = inputs["aad"] == nil ? [] : [aad]
        while inputs["aad\(strings.count + 1)"] != nil { strings.append(try inputs.bytes("aad\(strings.count + 1)")) }
        if let nonce { strings.append(nonce) }
        if question.operation == "open" {
            let (ciphertext, tag) = (try inputs.bytes("ct"), try inputs.bytes("tag"))
            let message =
                isSIV
                ? try AES.SIV.open(tag + ciphertext, using: key, authenticating: strings)
                : try cipher.open(
                    ciphertext + tag, using: key, nonce: nonce ?? [], authenticating: aad, tagByteCount: tag.count)
            return ["msg": .bytes(message)]
        }
        let message = try inputs.bytes("msg")
        if isSIV {
            let sealed = try AES.SIV.seal(message, using: key, authenticating: strings)
            return ["ct": .bytes(Array(sealed.dropFirst(16))), "tag": .bytes(Array(sealed.prefix(16)))]
        }
        let tagByteCount = try inputs.int("tagByteCount")
        let sealed = try cipher.seal(
            message, using: key, nonce: nonce ?? [], authenticating: aad, tagByteCount: tagByteCount)
        return [
            "ct": .bytes(Array(sealed.dropLast(tagByteCount))), "tag": .bytes(Array(sealed.suffix(tagByteCount))),
        ]
    }
}
