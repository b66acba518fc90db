internal import ArcaCore
internal import ArcaCrypto

/// Authenticated encryption: `seal` and `open`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `seal` | `key`, `nonce` (optional for `aes-siv`), `aad`, `msg`, `tagByteCount` | `ct`, `tag` |
/// | `open` | `key`, `nonce`, `aad`, `ct`, `tag` | `msg` |
///
/// The tag of `aes-siv` is its synthetic IV, and a nonce is its last associated string. If there are several associated
/// strings, or no string at all, they are `aad1`, `aad2` and so on instead of `aad`.
enum SealOperation: VectorOperation {
    static let names = ["seal", "open"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        guard CipherChoice.isKnown(request.algorithm) else { return try ForeignOperation.seal(request, key) }
        let aead = try CipherChoice.cipher(request.algorithm, keyByteCount: key.byteCount).aead
        let aad = inputs["aad"] == nil && request.algorithm == "aes-siv" ? [] : try inputs.bytes("aad")
        let nonce = inputs["nonce"] == nil ? nil : try inputs.bytes("nonce")
        guard let aead else {
            throw OperationError.unsupported("\(request.algorithm) authenticates nothing")
        }
        let isSIV = request.algorithm == "aes-siv"
        var strings = inputs["aad"] == nil ? [] : [aad]
        while inputs["aad\(strings.count + 1)"] != nil { strings.append(try inputs.bytes("aad\(strings.count + 1)")) }
        if let nonce { strings.append(nonce) }
        if request.operation == "open" {
            let (ciphertext, tag) = (try inputs.bytes("ct"), try inputs.bytes("tag"))
            let message =
                isSIV
                ? try AES.SIV.open(tag + ciphertext, using: key, authenticating: strings)
                : try aead.open(
                    ciphertext + tag, using: key, nonce: nonce ?? [], authenticating: aad, tagByteCount: tag.count)
            return ["msg": .bytes(message)]
        }
        let message = try inputs.bytes("msg")
        if isSIV {
            let sealed = try AES.SIV.seal(message, using: key, authenticating: strings)
            return ["ct": .bytes(Array(sealed.dropFirst(16))), "tag": .bytes(Array(sealed.prefix(16)))]
        }
        let tagByteCount = try inputs.int("tagByteCount")
        let sealed = try aead.seal(
            message, using: key, nonce: nonce ?? [], authenticating: aad, tagByteCount: tagByteCount,
            allowsUnusualNonce: true)
        return [
            "ct": .bytes(Array(sealed.dropLast(tagByteCount))), "tag": .bytes(Array(sealed.suffix(tagByteCount))),
        ]
    }
}

/// Unauthenticated encryption and key wrap: `encrypt` and `decrypt`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `encrypt` | `key`, `iv` (if there is one), `msg`, `padding` (`pkcs7`, `iso7816` or `none`) | `ct` |
/// | `decrypt` | `key`, `iv`, `ct`, `padding` | `msg` |
///
/// With `bitCount` a text has that many bits, padded with zeros to whole bytes, both as input and as output.
enum EncryptOperation: VectorOperation {
    static let names = ["encrypt", "decrypt"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let name = inputs["padding"] == nil ? nil : try inputs.text("padding")
        // Arca pads whole blocks by PKCS #7 alone.
        guard CipherChoice.isKnown(request.algorithm), name != "iso7816", name == nil || request.algorithm.hasPadding
        else { return try ForeignOperation.encrypt(request, key, padding: name) }
        let cipher = try CipherChoice.cipher(request.algorithm, keyByteCount: key.byteCount)
        let iv = inputs["iv"] == nil ? [] : try inputs.bytes("iv")
        let padding = try name.map(Self.padding)
        let bitCount = inputs["bitCount"] == nil ? nil : try inputs.int("bitCount")
        if request.operation == "encrypt" {
            let text = try cipher.encrypt(try inputs.bytes("msg"), using: key, iv: iv, padding: padding)
            return ["ct": .bytes(cut(text, to: bitCount))]
        }
        let text = try cipher.decrypt(try inputs.bytes("ct"), using: key, iv: iv, padding: padding)
        return ["msg": .bytes(cut(text, to: bitCount))]
    }

    private static func cut(_ text: [UInt8], to bitCount: Int?) -> [UInt8] {
        guard let bitCount, bitCount % 8 != 0, let last = text.last else { return text }
        return text.dropLast() + [last & 0xff << (8 - bitCount % 8)]
    }

    private static func padding(_ name: String) throws(VectorError) -> Cipher.Padding {
        guard let padding = Cipher.Padding(rawValue: name) else {
            throw VectorError(.invalidField, at: "padding", "no padding is called \(name)")
        }
        return padding
    }
}

/// Format-preserving encryption: `fpe-encrypt` and `fpe-decrypt` with `aes-ff1`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `fpe-encrypt` | `key`, `tweak`, `radix`, `msg`: text with its `alphabet`, otherwise a list of digits | `ct` |
/// | `fpe-decrypt` | `key`, `tweak`, `radix`, `ct` | `msg` |
///
/// Domains of any size are allowed, also those below the 100 of SP 800-38G.
enum FormatPreservingOperation: VectorOperation {
    static let names = ["fpe-encrypt", "fpe-decrypt"]

    static func respond(to request: Request) throws -> NamedValues {
        guard request.algorithm == "aes-ff1" else {
            throw OperationError.unsupported("Arca has no \(request.algorithm)")
        }
        let inputs = request.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let tweak = try inputs.bytes("tweak")
        let radix = try inputs.int("radix")
        let isEncrypted = request.operation == "fpe-decrypt"
        let (given, wanted) = isEncrypted ? ("ct", "msg") : ("msg", "ct")
        func crypt(_ digits: [UInt16]) throws -> [UInt16] {
            try AES.FF1.crypt(
                digits, radix, key: key, tweak: tweak.span, minimumDomain: 2, encrypts: !isEncrypted)
        }
        guard inputs["alphabet"] != nil else {
            let digits = try inputs.ints(given).map { digit throws(OperationError) in
                guard let small = UInt16(exactly: digit) else { throw .refused("\(digit) is not a digit") }
                return small
            }
            return [wanted: .ints(try crypt(digits).map(Int.init))]
        }
        let alphabet = try NumeralAlphabet(try inputs.text("alphabet"))
        guard alphabet.radix == radix else {
            throw VectorError(.invalidField, at: "radix", "not the alphabet's length")
        }
        return [wanted: .text(alphabet.text(of: try crypt(alphabet.numerals(of: inputs.text(given)))))]
    }
}

extension String {
    /// Whether the algorithm is a mode of whole blocks.
    fileprivate var hasPadding: Bool { hasSuffix("-cbc") || hasSuffix("-ecb") }
}

/// Finds the cipher for an algorithm without key length (`aes-gcm`) and the key of a request.
enum CipherChoice {
    private static let byAlgorithm: [String: [Cipher]] = Dictionary(grouping: Cipher.all, by: algorithm)

    static let algorithms: [Cipher: String] = Dictionary(
        uniqueKeysWithValues: Cipher.all.map { ($0, algorithm(of: $0)) })

    /// The name without key length: `aes-gcm` for `aes-256-gcm`, `tdes-cbc` for `des-ede3-cbc`.
    private static func algorithm(of cipher: Cipher) -> String {
        var words = cipher.shortName.split(separator: "-").filter { !["128", "192", "256"].contains($0) }
        if words.first == "des" {
            words.removeAll { $0.hasPrefix("ede") }
            words[0] = "tdes"
        }
        return words.joined(separator: "-")
    }

    static func isKnown(_ algorithm: String) -> Bool { byAlgorithm[algorithm] != nil }

    static func cipher(_ algorithm: String, keyByteCount: Int) throws(OperationError) -> Cipher {
        guard let ciphers = byAlgorithm[algorithm] else { throw .unsupported("Arca has no \(algorithm)") }
        guard let cipher = ciphers.first(where: { $0.keyByteCount == keyByteCount }) else {
            throw .refused("\(algorithm) takes no key of \(keyByteCount) bytes")
        }
        return cipher
    }
}
