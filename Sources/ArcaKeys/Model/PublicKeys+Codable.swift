internal import ArcaCodecs
internal import ArcaCore
public import ArcaCrypto

// Public keys of several kinds are encoded as Base64 of their SubjectPublicKeyInfo (X.509).

extension AnyPublicKey: Codable {
    /// Decodes a SubjectPublicKeyInfo from Base64.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try SPKI.publicKey(der: Base64.standard.decode($0)) }
    }

    /// Encodes the SubjectPublicKeyInfo as Base64.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(text: Base64.standard.encode(try SPKI.encode(self)))
    }
}

extension RSAPublicKey: Codable {
    /// Decodes a SubjectPublicKeyInfo from Base64.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value { try SPKI.publicKey(der: Base64.standard.decode($0)).rsa() }
    }

    /// Encodes the SubjectPublicKeyInfo as Base64.
    public func encode(to encoder: any Encoder) throws { try AnyPublicKey(self).encode(to: encoder) }
}

extension OpenSSHPublicKey: Codable {
    /// Decodes the `authorized_keys` line.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try OpenSSHPublicKey($0.utf8) } }

    /// Encodes the key as an `authorized_keys` line without options.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: text) }
}
