internal import ArcaCodecs
internal import ArcaCore

// Public values that have a text form are encoded as that text. Secret keys, shared secrets and other types that hold
// SecretBytes are not Codable, so a model cannot serialize them by accident.

extension AnyHashFunction: Codable {
    /// Decodes any name that ``init(named:)`` accepts.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try AnyHashFunction(named: $0) } }

    /// Encodes the short name, such as `sha256`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: shortName) }
}

extension PHCString: Codable {
    /// Decodes and validates the text.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try PHCString($0) } }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: text) }
}

extension PasswordHash: Hashable, Codable {
    /// Compares the texts; do not use it to verify passwords.
    public static func == (left: PasswordHash, right: PasswordHash) -> Bool { left.text == right.text }

    /// Hashes the text.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(text) }

    /// Decodes and validates the text, with the default cost limits.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try PasswordHash($0) } }

    /// Encodes the text to store.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: text) }
}

extension HashDigest: Codable {
    /// Decodes hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { text in
            let bytes = try Base16.standard.decode(text)
            guard bytes.count == Self.byteCount else {
                throw CryptoError(
                    .invalidInputLength, "expected a digest of \(Self.byteCount) bytes, found \(bytes.count)")
            }
            return HashDigest(bytes)
        }
    }

    /// Encodes the bytes in hexadecimal.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: Base16.standard.encode(bytes)) }
}

// MARK: Public keys: the raw representation as Base64

extension SigningPublicKey: Codable {
    /// Decodes the key's bytes from Base64.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try Self(rawRepresentation: Base64.standard.decode($0)) }
    }

    /// Encodes the key's bytes as Base64.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(text: Base64.standard.encode(rawRepresentation))
    }
}

extension KeyAgreementPublicKey: Codable {
    /// Decodes the key's bytes from Base64.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try Self(rawRepresentation: Base64.standard.decode($0)) }
    }

    /// Encodes the key's bytes as Base64.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(text: Base64.standard.encode(rawRepresentation))
    }
}

extension NamedCurvePublicKey: Codable {
    /// Decodes the uncompressed point from Base64 and validates it.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try Self(x963Representation: Base64.standard.decode($0)) }
    }

    /// Encodes the uncompressed point as Base64.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(text: Base64.standard.encode(x963Representation))
    }
}

extension MLKEMPublicKey: Codable {
    /// Decodes the key's bytes from Base64.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try Self(rawRepresentation: Base64.standard.decode($0)) }
    }

    /// Encodes the key's bytes as Base64.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(text: Base64.standard.encode(rawRepresentation))
    }
}

extension XWingMLKEM768X25519.PublicKey: Codable {
    /// Decodes the key's bytes from Base64.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try Self(rawRepresentation: Base64.standard.decode($0)) }
    }

    /// Encodes the key's bytes as Base64.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(text: Base64.standard.encode(rawRepresentation))
    }
}
