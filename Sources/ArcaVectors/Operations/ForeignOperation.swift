internal import ArcaCore
internal import ArcaCrypto

/// Ciphers and codes that libcrypto has and Arca does not name, in ``SealOperation``, ``EncryptOperation`` and
/// ``MACOperation``.
///
/// The algorithms are `aria-gcm`, `camellia-cbc`, `seed-cfb`, `sm4-ofb`, `cast5-ecb`, `idea-ecb`, `rc4`, `aes-ocb`,
/// `aes-cts-cs3`, `aria-kw` and so on; `aria-cmac`, `siphash-2-4`, `poly1305`, `aes-xcbc-mac` and `aes-cmac-prf-128`.
enum ForeignOperation {
    /// The ciphers, and whether the key's length is a part of libcrypto's name.
    private static let ciphers = [
        "aes": true, "aria": true, "camellia": true, "seed": false, "sm4": false, "cast5": false, "idea": false,
        "rc4": false,
    ]

    private static func cipher(_ name: Substring, _ mode: String, _ key: SymmetricKey) throws -> ForeignCipher {
        guard let isSized = ciphers[String(name)] else { throw OperationError.unsupported("Arca has no \(name)") }
        guard mode != "xts" else { throw OperationError.unsupported("libcrypto has no \(name.uppercased())-XTS") }
        if isSized, ![16, 24, 32].contains(key.byteCount) {
            throw OperationError.refused("\(name) takes no key of \(key.byteCount) bytes")
        }
        let words = [name.uppercased(), isSized ? "\(key.bitCount)" : "", mode.uppercased()].filter { !$0.isEmpty }
        do {
            return try ForeignCipher(named: words.joined(separator: "-"))
        } catch { throw OperationError.unsupported(error.message) }
    }

    static func seal(_ request: Request, _ key: SymmetricKey) throws -> NamedValues {
        let inputs = request.inputs
        let words = request.algorithm.split(separator: "-", maxSplits: 1)
        let cipher = try cipher(words[0], words.count > 1 ? String(words[1]) : "", key)
        let (nonce, aad) = (try inputs.bytes("nonce"), try inputs.bytes("aad"))
        if request.operation == "open" {
            let message = try cipher.open(
                inputs.bytes("ct"), tag: inputs.bytes("tag"), key: key, nonce: nonce, authenticating: aad)
            return ["msg": .bytes(message)]
        }
        let sealed = try cipher.seal(
            inputs.bytes("msg"), key: key, nonce: nonce, authenticating: aad, tagByteCount: inputs.int("tagByteCount"))
        return ["ct": .bytes(sealed.ciphertext), "tag": .bytes(sealed.tag)]
    }

    static func encrypt(_ request: Request, _ key: SymmetricKey, padding: String?) throws -> NamedValues {
        let encrypts = request.operation == "encrypt"
        let text = try request.inputs.bytes(encrypts ? "msg" : "ct")
        let words = request.algorithm.split(separator: "-")
        let mode = words.count > 1 ? String(words[1]) : ""
        let result: [UInt8]
        if mode == "kw" || mode == "kwp" {
            let wrap = ForeignKeyWrap(cipher: try cipher(words[0], "ecb", key), key: key)
            result =
                mode == "kw" ? try wrap.crypt(text, encrypts: encrypts) : try wrap.cryptPadded(text, encrypts: encrypts)
        } else {
            let iv = request.inputs["iv"] == nil ? [] : try request.inputs.bytes("iv")
            let cipher = try cipher(words[0], mode == "cts" ? "cbc-cts" : mode, key)
            let block = mode == "cbc" || mode == "ecb" ? cipher.blockByteCount : max(iv.count, 8)
            if mode == "cts", text.count < 16 { throw OperationError.refused("less than one block") }
            let padder = BlockPadding(name: padding ?? "none", byteCount: block)
            let output = try cipher.crypt(
                encrypts ? padder.padded(text) : text, key: key, iv: iv, encrypts: encrypts,
                stealing: mode == "cts" ? words.last?.uppercased() : nil)
            result = encrypts ? output : try padder.message(output)
        }
        return [encrypts ? "ct" : "msg": .bytes(result)]
    }

    static func authenticate(_ request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let isVerified = request.operation == "verify-mac"
        let byteCount = try isVerified ? inputs.bytes("tag").count : inputs.int("tagByteCount")
        let code: [UInt8]
        do {
            code = try Self.code(request.algorithm, key, inputs.bytes("msg"), byteCount)
        } catch let error as CryptoError where error.code == .unsupported {
            throw OperationError.unsupported(error.message)
        }
        guard (1...code.count).contains(byteCount) else { throw OperationError.refused("a code of \(byteCount) bytes") }
        let tag = Array(code[..<byteCount])
        guard isVerified else { return ["tag": .bytes(tag)] }
        guard try tag == inputs.bytes("tag") else { throw OperationError.refused("the code does not match") }
        return [:]
    }

    private static func code(
        _ algorithm: String, _ key: SymmetricKey, _ message: [UInt8], _ byteCount: Int
    ) throws -> [UInt8] {
        let words = algorithm.split(separator: "-")
        switch words.dropFirst().joined(separator: "-") {
        case "cmac-prf-128":
            // RFC 4615, section 3: keys of other lengths are replaced by their code under zeros.
            let zeros = SymmetricKey(copying: [UInt8](repeating: 0, count: 16))
            let own =
                key.byteCount == 16 ? key : SymmetricKey(copying: try MACFunction.cmac.code(for: key, using: zeros))
            return try MACFunction.cmac.code(for: message, using: own)
        case "cmac":
            let isSized = ciphers[String(words[0])] ?? false
            let name = words[0].uppercased() + (isSized ? "-\(key.bitCount)" : "") + "-CBC"
            return try ForeignMAC.code("CMAC", for: message, key: key, cipher: name)
        case "xcbc-mac":
            return try chained(cipher(words[0], "ecb", key), key, message)
        case "" where words[0] == "poly1305":
            guard key.byteCount == 32 else { throw OperationError.refused("Poly1305 takes a key of 32 bytes") }
            return try ForeignMAC.code("POLY1305", for: message, key: key)
        default:
            guard words.count == 3, words[0] == "siphash", let first = Int(words[1]), let second = Int(words[2]) else {
                throw OperationError.unsupported("Arca has no \(algorithm)")
            }
            guard key.byteCount == 16 else { throw OperationError.refused("SipHash takes a key of 16 bytes") }
            return try ForeignMAC.code(
                "SIPHASH", for: message, key: key, rounds: (first, second), byteCount: byteCount > 8 ? 16 : 8)
        }
    }

    /// XCBC: a CBC-MAC whose last block is masked, with keys of 16 bytes (RFC 3566, section 4).
    private static func chained(
        _ cipher: ForeignCipher, _ key: SymmetricKey, _ message: [UInt8]
    ) throws -> [UInt8] {
        guard key.byteCount == 16 else { throw OperationError.unsupported("Arca has XCBC for keys of 16 bytes alone") }
        func encrypt(_ block: [UInt8], _ key: SymmetricKey) throws -> [UInt8] {
            try cipher.crypt(block, key: key, iv: [], encrypts: true)
        }
        let keys = try (1...3).map { try encrypt([UInt8](repeating: $0, count: 16), key) }
        let last = message.isEmpty ? 0 : (message.count - 1) / 16 * 16
        var end = Array(message[last...])
        let mask = end.count == 16 ? keys[1] : keys[2]
        if end.count < 16 { end = Array((end + [0x80] + [UInt8](repeating: 0, count: 16)).prefix(16)) }
        let first = SymmetricKey(copying: keys[0])
        var state = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: last, by: 16) {
            state = try encrypt(zip(state, message[start..<start + 16]).map { $0 ^ $1 }, first)
        }
        return try encrypt(zip(zip(state, end).map { $0 ^ $1 }, mask).map { $0 ^ $1 }, first)
    }
}

/// Padding of whole blocks: PKCS #7, or ISO 7816-4 (0x80 and zeros).
private struct BlockPadding {
    let name: String
    let byteCount: Int

    func padded(_ text: [UInt8]) throws -> [UInt8] {
        let count = byteCount - text.count % byteCount
        switch name {
        case "none": return text
        case "pkcs7": return text + [UInt8](repeating: UInt8(count), count: count)
        case "iso7816": return text + [0x80] + [UInt8](repeating: 0, count: count - 1)
        default: throw VectorError(.invalidField, at: "padding", "no padding is called \(name)")
        }
    }

    func message(_ text: [UInt8]) throws -> [UInt8] {
        guard name != "none" else { return text }
        let count =
            name == "pkcs7" ? Int(text.last ?? 0) : (text.lastIndex { $0 != 0 }.map { text.count - $0 } ?? 0)
        guard !text.isEmpty, text.count.isMultiple(of: byteCount), 1...byteCount ~= count,
            try padded(Array(text.dropLast(count))) == text
        else { throw OperationError.refused("the padding is wrong") }
        return Array(text.dropLast(count))
    }
}

/// Key wrap with a cipher of 16-byte blocks (RFC 3394, section 2.2; RFC 5649, section 4).
private struct ForeignKeyWrap {
    let cipher: ForeignCipher
    let key: SymmetricKey

    private static let initial = [UInt8](repeating: 0xa6, count: 8)

    func crypt(_ text: [UInt8], encrypts: Bool) throws -> [UInt8] {
        guard text.count.isMultiple(of: 8), text.count >= (encrypts ? 16 : 24) else {
            throw OperationError.refused("a length of \(text.count) bytes")
        }
        guard encrypts else {
            let opened = try turned(text, encrypts: false)
            guard Array(opened[..<8]) == Self.initial else { throw OperationError.refused("the check value is wrong") }
            return Array(opened[8...])
        }
        return try turned(Self.initial + text, encrypts: true)
    }

    func cryptPadded(_ text: [UInt8], encrypts: Bool) throws -> [UInt8] {
        let prefix: [UInt8] = [0xa6, 0x59, 0x59, 0xa6]
        if encrypts {
            guard !text.isEmpty else { throw OperationError.refused("an empty message") }
            let length = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (24 - 8 * $0)) }
            return try turned(
                prefix + length + text + [UInt8](repeating: 0, count: (8 - text.count % 8) % 8), encrypts: true)
        }
        guard text.count.isMultiple(of: 8), text.count >= 16 else {
            throw OperationError.refused("a length of \(text.count) bytes")
        }
        let opened = try turned(text, encrypts: false)
        let length = opened[4..<8].reduce(0) { $0 << 8 | Int($1) }
        let padding = opened.count - 8 - length
        guard Array(opened[..<4]) == prefix, 0..<8 ~= padding, opened.suffix(padding).allSatisfy({ $0 == 0 }) else {
            throw OperationError.refused("the check value is wrong")
        }
        return Array(opened[8..<8 + length])
    }

    /// Six rounds over all halves of blocks; a single block is encrypted as it is.
    private func turned(_ text: [UInt8], encrypts: Bool) throws -> [UInt8] {
        guard text.count > 16 else { return try cipher.crypt(text, key: key, iv: [], encrypts: encrypts) }
        let count = text.count / 8 - 1
        var (state, rest) = (Array(text[..<8]), Array(text[8...]))
        let steps = Array(0..<6 * count)
        for step in encrypts ? steps : steps.reversed() {
            let place = step % count * 8
            if !encrypts { Self.mark(&state, step) }
            let block = try cipher.crypt(
                state + rest[place..<place + 8], key: key, iv: [], encrypts: encrypts)
            state = Array(block[..<8])
            if encrypts { Self.mark(&state, step) }
            rest.replaceSubrange(place..<place + 8, with: block[8...])
        }
        return state + rest
    }

    private static func mark(_ state: inout [UInt8], _ step: Int) {
        for byte in 0..<8 { state[byte] ^= UInt8(truncatingIfNeeded: (step + 1) >> (56 - 8 * byte)) }
    }
}
