internal import ArcaCrypto

extension CodeValue {
    /// Whether the value is a text; a variable's name says it.
    var isText: Bool {
        switch self {
        case .variable(let name): name.hasSuffix("Field") || name == "text" || name == "signedText"
        case .bytes: false
        case .call(let call, _): call.isText
        }
    }

    func asBytes(_ field: CipherScheme.Envelope.Field) -> CodeValue {
        field.encodings.isEmpty ? self : .call(.latin1, self)
    }

    func asText(_ field: CipherScheme.Envelope.Field) -> CodeValue {
        field.encodings.isEmpty ? .call(.latin1Text, self) : self
    }
}

extension CipherScheme {
    var ivDerivations: [Derivation] {
        switch iv {
        case .given(let derivation), .keyText(let derivation): [derivation]
        case .key(let steps): [Derivation(.utf8, steps)]
        case .none, .stored, .constant, .derived: []
        }
    }

    func count(of content: Envelope.Content) -> Int {
        switch content {
        case .ciphertext: 0
        case .iv: ivByteCount
        case .salt(let count): count
        case .tag: cipher.tagByteCount
        case .mac: mac?.hash.digestByteCount ?? 0
        case .constant(let bytes): bytes.count
        case .timestamp: 8
        }
    }
}

extension CipherScheme.Step {
    var salt: CipherScheme.Salt? {
        switch self {
        case .bytesToKey(_, _, let salt, _), .pbkdf2(_, _, let salt, _), .scrypt(_, _, _, let salt, _),
            .hkdf(_, let salt, _, _):
            salt
        default: nil
        }
    }
}

extension CipherScheme.TextForm {
    var call: CodeCall {
        switch self {
        case .utf8: .utf8
        case .utf16LittleEndian: .utf16(isLittleEndian: true)
        case .utf16BigEndian: .utf16(isLittleEndian: false)
        case .hexadecimal: .fromHex
        case .base64: .fromKeyBase64
        }
    }
}

extension CipherScheme.Envelope.Encoding {
    var call: CodeCall {
        switch self {
        case .base64: .base64
        case .base64URL: .base64URL
        case .unpaddedBase64URL: .unpaddedBase64URL
        case .lowerHex: .hex
        case .upperHex: .upperHex
        }
    }

    var inverse: CodeCall {
        switch self {
        case .base64: .fromBase64
        case .base64URL, .unpaddedBase64URL: .fromBase64URL
        case .lowerHex, .upperHex: .fromHex
        }
    }
}
