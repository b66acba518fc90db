internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// A public key of any kind, as read from a file.
public enum AnyPublicKey: Sendable, Hashable {
    /// RSA numbers, not checked for validity. The restriction is set for keys that are limited to PSS.
    case rsa(RSAPublicNumbers, RSAKeyRestriction?)
    /// Ed25519.
    case ed25519(Curve25519.Signing.PublicKey)
    /// Ed448.
    case ed448(Curve448.Signing.PublicKey)
    /// X25519.
    case x25519(Curve25519.KeyAgreement.PublicKey)
    /// X448.
    case x448(Curve448.KeyAgreement.PublicKey)
    /// X-Wing: ML-KEM-768 combined with X25519, resistant to quantum computers.
    case xWing(XWingMLKEM768X25519.PublicKey)
    /// ML-DSA of any parameter set: signatures that resist quantum computers.
    case mldsa(AnyMLDSAPublicKey)
    /// An ECDSA or ECDH point, not checked to be on the curve.
    case elliptic(EllipticPublicKey)

    /// Wraps an RSA key.
    public init(_ key: RSAPublicKey) { self = .rsa(key.numbers, key.restriction) }
    /// Wraps a key of P-256 or another named curve.
    public init(_ key: NamedCurvePublicKey<some EllipticKeyUse>) { self = .elliptic(key.key) }
    /// Wraps an Ed25519 key.
    public init(_ key: Curve25519.Signing.PublicKey) { self = .ed25519(key) }
    /// Wraps an Ed448 key.
    public init(_ key: Curve448.Signing.PublicKey) { self = .ed448(key) }
    /// Wraps an X25519 key.
    public init(_ key: Curve25519.KeyAgreement.PublicKey) { self = .x25519(key) }
    /// Wraps an X448 key.
    public init(_ key: Curve448.KeyAgreement.PublicKey) { self = .x448(key) }
    /// Wraps an X-Wing key.
    public init(_ key: XWingMLKEM768X25519.PublicKey) { self = .xWing(key) }
    /// Wraps an ML-DSA key.
    public init(_ key: MLDSAPublicKey<some MLDSAParameterSet>) { self = .mldsa(key.key) }

    /// The algorithm's name: `RSA`, `RSASSA-PSS`, `Ed25519`, `P-256`.
    public var algorithmName: String {
        switch self {
        case .rsa(_, let restriction): restriction == nil ? "RSA" : "RSASSA-PSS"
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        case .x25519: "X25519"
        case .x448: "X448"
        case .xWing: "MLKEM768-X25519"
        case .mldsa(let key): key.variant.name
        case .elliptic(let key): key.curve.name
        }
    }

    /// The key size in bits: the RSA modulus, the field of the curve, or the number in the algorithm's name; for ML-DSA
    /// the length of the public key.
    public var bitCount: Int {
        switch self {
        case .rsa(let numbers, _): numbers.bitCount
        case .ed25519, .x25519: 256
        case .ed448, .x448: 448
        case .xWing: 768
        case .mldsa(let key): 8 * key.variant.publicKeyByteCount
        case .elliptic(let key): key.curve.bitCount
        }
    }

    /// The RSA key, for encrypting and verifying.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key, `.invalidKey` for unusable numbers.
    public func rsa() throws(KeyError) -> RSAPublicKey {
        guard case .rsa(let numbers, let restriction) = self else { throw KeyError.wrongKind(algorithmName, "RSA") }
        return try KeyError.wrap { try RSAPublicKey(numbers, restriction: restriction) }
    }

    /// The Ed25519 key, for verifying.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key.
    public func ed25519() throws(KeyError) -> Curve25519.Signing.PublicKey {
        guard case .ed25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "Ed25519") }
        return key
    }

    /// The ML-DSA key, for verifying.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key.
    public func mldsa() throws(KeyError) -> AnyMLDSAPublicKey {
        guard case .mldsa(let key) = self else { throw KeyError.wrongKind(algorithmName, "ML-DSA") }
        return key
    }

    /// The X25519 key, for key agreement.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key.
    public func x25519() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey {
        guard case .x25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "X25519") }
        return key
    }
}

extension KeyError {
    static func wrongKind(_ found: String, _ wanted: String) -> KeyError {
        KeyError(.wrongKind, "this is a key for \(found), not for \(wanted)")
    }
}

/// The fingerprints of a public key in three common formats.
public struct KeyFingerprint: Sendable, Hashable {
    /// SHA-256 of the key as `SubjectPublicKeyInfo` in DER, 32 bytes.
    public let spki: [UInt8]
    /// The fingerprint that `ssh-keygen -l` prints, `SHA256:…`, or nil if OpenSSH does not support the key.
    public let openSSH: String?
    /// The thumbprint of RFC 7638 with SHA-256, in unpadded Base64url, or nil if JWK does not support the key.
    public let jwk: String?

    /// Computes the fingerprints of a key.
    ///
    /// - Throws: ``KeyError`` `.unsupported` for PSS parameters that DER cannot represent, `.invalidKey` for a
    ///   compressed point that is not on the curve. The fingerprint does not depend on how the point is encoded.
    public init(_ key: AnyPublicKey) throws(KeyError) {
        let key = if case .elliptic(let key) = key { AnyPublicKey.elliptic(try key.uncompressed) } else { key }
        spki = SHA256.hash(try SPKI.encode(key))
        openSSH = (try? OpenSSHPublicKey.blob(key)).map {
            "SHA256:\(Base64(padding: .absent).encode(SHA256.hash($0)))"
        }
        jwk = (try? JWK.thumbprint(key)).map { Base64.urlUnpadded.encode($0) }
    }

    /// The hexadecimal form of ``spki``, as printed by `openssl pkey -pubout -outform der | sha256sum`.
    public var spkiText: String { Base16.standard.encode(spki) }
}

extension EllipticPublicKey {
    /// The same key with an uncompressed point, as used in all written files and fingerprints.
    ///
    /// - Throws: ``KeyError`` `.invalidKey` for a compressed point that is not on the curve, `.unsupported` if
    ///   libcrypto lacks the curve.
    var uncompressed: EllipticPublicKey {
        get throws(KeyError) {
            guard coordinates == nil else { return self }
            return try KeyError.wrap { try EllipticPublicKey(curve, point: uncompressedPoint) }
        }
    }
}

// Public keys of several kinds are encoded as Base64 of their SubjectPublicKeyInfo (X.509).

extension AnyPublicKey: Codable, TextCodable {
    package init(codedText text: String) throws { self = try SPKI.publicKey(der: Base64.standard.decode(text)) }
    package var codedText: String { get throws { Base64.standard.encode(try SPKI.encode(self)) } }
}

extension RSAPublicKey: Codable, TextCodable {
    package init(codedText text: String) throws { self = try AnyPublicKey(codedText: text).rsa() }
    package var codedText: String { get throws { try AnyPublicKey(self).codedText } }
}
