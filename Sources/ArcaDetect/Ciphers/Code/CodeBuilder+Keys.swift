internal import ArcaCrypto

extension CodeBuilder {
    mutating func writeKeyAndIV() throws(CryptoError) {
        var key = try value(scheme.key)
        if scheme.iv == .derived {
            assign("material", key)
            key = .call(.part(0, scheme.cipher.keyByteCount), .variable("material"))
        }
        assign("key", key)
        switch scheme.iv {
        case .none, .stored: break
        case .constant(let bytes):
            assign("iv", bytes.allSatisfy { $0 == 0 } ? .call(.zeros(bytes.count)) : .bytes(bytes))
        case .derived:
            let start = scheme.cipher.keyByteCount
            assign("iv", .call(.part(start, start + scheme.ivByteCount), .variable("material")))
        case .given(let derivation): assign("iv", try value(derivation, from: "ivText"))
        case .keyText(let derivation): assign("iv", try value(derivation))
        case .key(let steps): assign("iv", try value(steps, .variable("key"), text: .variable("key")))
        }
        if cipher.family == .tripleDES, scheme.cipher.keyByteCount == 16 {
            assign("longKey", .call(.repeated(24), .variable("key")))
        }
        if let counter = scheme.counter, cipher.mode == .ctr, scheme.ivByteCount < cipher.ivByteCount {
            let nonce = [UInt8](repeating: 0, count: scheme.ivByteCount)
            let first = counter.firstBlock(nonce: nonce, byteCount: cipher.ivByteCount)[scheme.ivByteCount...]
            assign("counter", .call(.concatenated, .variable("iv"), .bytes(Array(first))))
        }
    }

    var cipherArguments: [CodeValue] {
        let key = names.contains("longKey") ? "longKey" : "key"
        return [.variable(key)] + (cipher.hasIV ? [.variable(names.contains("counter") ? "counter" : "iv")] : [])
    }

    func value(
        _ derivation: CipherScheme.Derivation, from name: String = "keyText"
    ) throws(CryptoError) -> CodeValue {
        let bytes = CodeValue.call(derivation.text.call, .variable(name))
        let text = name == "keyText" ? bytes : .call(derivation.text.call, .variable("keyText"))
        return try value(derivation.steps, bytes, text: text)
    }

    func value(
        _ steps: [CipherScheme.Step], _ bytes: CodeValue, text: CodeValue
    ) throws(CryptoError) -> CodeValue {
        var value = bytes
        for step in steps {
            let salt = step.salt.map { self.salt($0, text) } ?? .bytes([])
            switch step {
            case .hash(let function): value = .call(.hash(function), value)
            case .lowerHex: value = .call(.latin1, .call(.hex, value))
            case .upperHex: value = .call(.latin1, .call(.upperHex, value))
            case .base64: value = .call(.latin1, .call(.base64, value))
            case .part(let range): value = .call(.part(range.lowerBound, range.upperBound), value)
            case .resized(let count): value = .call(.resized(count), value)
            case .repeated(let count): value = .call(.repeated(count), value)
            case .folded(let count): value = .call(.folded(count), value)
            case .sha1PRNG(let count): value = .call(.sha1PRNG(count), value)
            case .bytesToKey(let function, let iterations, _, let count):
                value = .call(.bytesToKey(function, iterations: iterations, byteCount: count), value, salt)
            case .pbkdf2(let function, let iterations, _, let count):
                value = .call(.pbkdf2(function, iterations: iterations, byteCount: count), value, salt)
            case .scrypt(let logN, let r, let p, _, let count):
                value = .call(.scrypt(logN: logN, r: r, p: p, byteCount: count), value, salt)
            case .hkdf(let function, _, let info, let count):
                value = .call(.hkdf(function, byteCount: count), value, salt, .bytes(info))
            }
        }
        return value
    }

    func salt(_ salt: CipherScheme.Salt, _ keyText: CodeValue) -> CodeValue {
        switch salt {
        case .none: .bytes([])
        case .stored: .variable("salt")
        case .given(let form): .call(form.call, .variable("saltText"))
        case .constant(let bytes): .bytes(bytes)
        case .keyText: keyText
        }
    }

    // MARK: MAC

    mutating func message(of mac: CipherScheme.MAC) throws(CryptoError) -> CodeValue {
        func text(_ content: CipherScheme.Envelope.Content) throws(CryptoError) -> CodeValue {
            guard let field = fields.first(where: { $0.content == content }) else { return .bytes([]) }
            let name = try Self.variable(of: content)
            return field.encodings.isEmpty ? .variable(name) : .call(.latin1, .variable("\(name)Field"))
        }
        switch mac.message {
        case .ciphertext: return .variable("ciphertext")
        case .ivAndCiphertext: return .call(.concatenated, .variable("iv"), .variable("ciphertext"))
        case .encodedIVAndCiphertext: return .call(.concatenated, try text(.iv), try text(.ciphertext))
        case .signedText: return .call(.latin1, .variable("signedText"))
        case .preceding:
            var values: [CodeValue] = []
            for field in fields.prefix(while: { $0.content != .mac }) {
                switch field.content {
                case .constant(let bytes): values.append(.bytes(bytes))
                case .timestamp:
                    if !names.contains("timestamp") { assign("timestamp", .call(.timestamp)) }
                    values.append(.variable("timestamp"))
                default: values.append(.variable(try Self.variable(of: field.content)))
                }
            }
            return .call(.concatenated, values)
        }
    }
}
