public import ArcaCrypto

extension CipherScheme {
    /// The scheme in words, one line per decision: data, cipher, key, IV, MAC.
    public var rule: [String] {
        var lines = [envelope.words]
        var line = cipher.name
        if padding != .none { line += ", padding \(padding.words)" }
        if let counter, ivByteCount < cipher.ivByteCount {
            line += ", nonce of \(ivByteCount) bytes, counter from \(counter.start)"
        }
        if let counter, counter.bitCount != 128 { line += ", counter of \(counter.bitCount) bits" }
        lines.append(line)
        lines.append("key: \(key.words(of: "the key text"))")
        if iv != .none { lines.append("IV: \(iv.words)") }
        if let mac { lines.append("MAC: HMAC-\(mac.hash.name), key: \(mac.key.words(of: "the key text"))") }
        return lines
    }

    /// The scheme with the given texts of IV and salt as constants, so decryption needs only the key text.
    ///
    /// - Parameter inputs: The inputs; the key text does not become part of the scheme.
    /// - Returns: The scheme.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` for a text of another form, `.invalidParameter` for a
    ///   missing text.
    public func resolved(with inputs: Inputs) throws(CryptoError) -> CipherScheme {
        var copy = self
        if case .given(let derivation) = iv {
            guard let text = inputs.ivText else {
                throw CryptoError(.invalidParameter, "the scheme needs an IV", hint: "give the other program's")
            }
            let bytes = try derivation.bytes(of: SecretBytes(copying: text), inputs, salt: nil)
            copy.iv = .constant(bytes.withBytes { [UInt8](bytes: $0) })
        }
        for index in copy.key.steps.indices {
            copy.key.steps[index] = try copy.key.steps[index].resolved(inputs)
        }
        if let steps = mac?.key.steps {
            for index in steps.indices { copy.mac?.key.steps[index] = try steps[index].resolved(inputs) }
        }
        return copy
    }
}

extension CipherScheme.Step {
    fileprivate func resolved(_ inputs: CipherScheme.Inputs) throws(CryptoError) -> Self {
        func constant(_ salt: CipherScheme.Salt) throws(CryptoError) -> CipherScheme.Salt {
            guard case .given = salt else { return salt }
            return .constant(
                try salt.bytes(CipherScheme.Salt.Source(inputs: inputs, stored: nil, keyText: inputs.keyText)))
        }
        return switch self {
        case .bytesToKey(let hash, let iterations, let salt, let count):
            .bytesToKey(hash, iterations: iterations, salt: try constant(salt), byteCount: count)
        case .pbkdf2(let hash, let iterations, let salt, let count):
            .pbkdf2(hash, iterations: iterations, salt: try constant(salt), byteCount: count)
        case .scrypt(let logN, let r, let p, let salt, let count):
            .scrypt(logN: logN, r: r, p: p, salt: try constant(salt), byteCount: count)
        case .hkdf(let hash, let salt, let info, let count):
            .hkdf(hash, salt: try constant(salt), info: info, byteCount: count)
        default: self
        }
    }

    fileprivate var words: String {
        switch self {
        case .hash(let function): function.name
        case .lowerHex: "as hexadecimal digits"
        case .upperHex: "as upper-case hexadecimal digits"
        case .base64: "as Base64"
        case .part(let range): "bytes \(range.lowerBound) to \(range.upperBound) of it"
        case .resized(let count): "cut or filled with zeros to \(count) bytes"
        case .repeated(let count): "repeated to \(count) bytes"
        case .folded(let count): "folded with XOR to \(count) bytes"
        case .sha1PRNG(let count): "\(count) bytes of Java's SHA1PRNG with it as seed"
        case .bytesToKey(let hash, let iterations, let salt, let count):
            "\(count) bytes of EVP_BytesToKey with \(hash.name), \(Self.counted(iterations)), \(salt.words)"
        case .pbkdf2(let hash, let iterations, let salt, let count):
            "\(count) bytes of PBKDF2 with HMAC-\(hash.name), \(Self.counted(iterations)), \(salt.words)"
        case .scrypt(let logN, let r, let p, let salt, let count):
            "\(count) bytes of scrypt with N = 2^\(logN), r = \(r), p = \(p), \(salt.words)"
        case .hkdf(let hash, let salt, _, let count): "\(count) bytes of HKDF with HMAC-\(hash.name), \(salt.words)"
        }
    }

    private static func counted(_ iterations: Int) -> String {
        iterations == 1 ? "1 iteration" : "\(iterations) iterations"
    }
}

extension CipherScheme.Derivation {
    fileprivate func words(of text: String) -> String {
        ([text + form] + steps.map(\.words)).joined(separator: ", ")
    }

    private var form: String {
        switch text {
        case .utf8: " in UTF-8"
        case .utf16LittleEndian: " in UTF-16, little-endian"
        case .utf16BigEndian: " in UTF-16, big-endian"
        case .hexadecimal: ", decoded from hexadecimal digits"
        case .base64: ", decoded from Base64"
        }
    }
}

extension CipherScheme.Salt {
    fileprivate var words: String {
        switch self {
        case .none: "no salt"
        case .stored: "the salt from the data"
        case .given: "the given salt"
        case .constant(let bytes): "the salt \(CipherScheme.notation(bytes))"
        case .keyText: "the key text as salt"
        }
    }
}

extension CipherScheme.IV {
    fileprivate var words: String {
        switch self {
        case .none: "none"
        case .stored: "from the data"
        case .given(let derivation): derivation.words(of: "the given text")
        case .constant(let bytes) where bytes.allSatisfy { $0 == 0 }: "zeros"
        case .constant(let bytes): "always \(CipherScheme.notation(bytes))"
        case .keyText(let derivation): derivation.words(of: "the key text")
        case .key(let steps): (["the bytes of the key"] + steps.map(\.words)).joined(separator: ", ")
        case .derived: "the bytes after the key in the same derivation"
        }
    }
}

extension Cipher.Padding {
    fileprivate var words: String {
        switch self {
        case .none: "none"
        case .pkcs7: "PKCS #7"
        case .zero: "zeros"
        case .spaces: "spaces"
        case .iso7816: "ISO 7816-4"
        case .iso10126: "ISO 10126"
        case .x923: "X9.23"
        }
    }
}

extension CipherScheme.Envelope {
    fileprivate var words: String {
        var words = encodings.map(\.words)
        let names = fields.map { field in
            ([field.content.words] + field.encodings.map { "in \($0.words)" }).joined(separator: " ")
        }
        switch form {
        case .concatenated: words.append(names.joined(separator: ", "))
        case .separated(let separator): words.append(names.joined(separator: ", ") + ", separated by \(separator)")
        case .json(let members):
            words.append("a JSON object: " + zip(members, names).map { "\($0) = \($1)" }.joined(separator: ", "))
        }
        return "data: " + words.joined(separator: " of ")
    }
}

extension CipherScheme.Envelope.Content {
    fileprivate var words: String {
        switch self {
        case .salt(let count): "salt (\(count) bytes)"
        case .constant(let bytes):
            String(validating: bytes, as: UTF8.self).map { $0.isEmpty ? "empty" : $0 } ?? CipherScheme.notation(bytes)
        default: name
        }
    }
}

extension CipherScheme.Envelope.Encoding {
    fileprivate var words: String {
        switch self {
        case .base64: "Base64"
        case .base64URL: "Base64URL"
        case .unpaddedBase64URL: "Base64URL without padding"
        case .lowerHex: "hexadecimal digits"
        case .upperHex: "upper-case hexadecimal digits"
        }
    }
}
