internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

extension ProgramLanguage: ArgumentValue {
    /// The help of `--show`.
    static var help: String {
        let untested = allCases.filter { !$0.isTested }.map(\.name).joined(separator: ", ")
        return "print code that does the same in this language; tests do not run that in \(untested)"
    }
}

extension CipherOptions {
    /// The scheme of a program that has the same key text and IV; the key is not read.
    func scheme(for name: CipherName, isEncrypting: Bool) throws -> CipherScheme {
        switch name {
        case .scheme(let scheme):
            try checkScheme()
            return scheme
        case .formatPreserving:
            throw UsageError(.conflict, "--show has no code for ff1", hint: "give another cipher")
        case .cipher(let cipher): return try scheme(of: cipher, isEncrypting: isEncrypting)
        }
    }

    private func scheme(of cipher: Cipher, isEncrypting: Bool) throws -> CipherScheme {
        if let option = [("--aad", aad != nil), ("--auth-tag", tag != nil)].first(where: \.1)?.0 {
            throw UsageError(.conflict, "--show cannot be combined with \(option)", hint: "remove \(option)")
        }
        var scheme = CipherScheme(cipher, key: try key.derivation(byteCount: cipher.keyByteCount))
        if let padding { scheme.padding = padding }
        var fields: [CipherScheme.Envelope.Content] = [.ciphertext]
        if cipher.isAuthenticated { fields.insert(.tag, at: isTagFirst ? 0 : 1) }
        if cipher.ivByteCount > 0 {
            if ivPlace == .data {
                fields.insert(.iv, at: 0)
            } else if let iv {
                scheme.iv = .given(CipherScheme.Derivation(.hexadecimal))
                scheme.ivByteCount = iv.bytes.count
            } else if key.derivesIV {
                scheme.iv = .derived
                scheme.key = try key.derivation(byteCount: cipher.keyByteCount + cipher.ivByteCount)
            } else {
                throw UsageError(
                    .missingArgument, "\(cipher.name) needs an IV", hint: "give --iv, or --iv-from data")
            }
        }
        scheme.envelope = CipherScheme.Envelope(fields.map { CipherScheme.Envelope.Field($0) })
        switch isEncrypting ? forms.output : forms.input {
        case .base64: scheme.envelope.encodings = [.base64]
        case .hex: scheme.envelope.encodings = [.lowerHex]
        case .binary, .text, nil: break
        }
        return scheme
    }
}

extension CipherKeyOptions {
    /// The derivation of a key from its text, in the form that the source has.
    fileprivate func derivation(byteCount: Int) throws -> CipherScheme.Derivation {
        if let function { return CipherScheme.Derivation(.utf8, [try derivation.step(function, byteCount: byteCount)]) }
        switch source {
        case .hexFile, .hexEnvironment: return CipherScheme.Derivation(.hexadecimal)
        case .base64File, .base64Environment: return CipherScheme.Derivation(.base64)
        default: return CipherScheme.Derivation(.utf8)
        }
    }
}
