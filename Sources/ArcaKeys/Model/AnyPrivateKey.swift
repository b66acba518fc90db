public import ArcaCore
public import ArcaCrypto

/// A private key of any kind, as read from a file.
public enum AnyPrivateKey: Sendable, Equatable {
    /// RSA numbers, not checked for consistency. The restriction is set for keys that are limited to PSS.
    case rsa(RSAPrivateNumbers, RSAKeyRestriction?)
    /// Ed25519.
    case ed25519(Curve25519.Signing.PrivateKey)
    /// Ed448.
    case ed448(Curve448.Signing.PrivateKey)
    /// X25519.
    case x25519(Curve25519.KeyAgreement.PrivateKey)
    /// X448.
    case x448(Curve448.KeyAgreement.PrivateKey)
    /// X-Wing: ML-KEM-768 combined with X25519, resistant to quantum computers.
    case xWing(XWingMLKEM768X25519.PrivateKey)
    /// ML-DSA of any parameter set: signatures that resist quantum computers.
    case mldsa(AnyMLDSAPrivateKey)
    /// An ECDSA or ECDH key. The two halves are not checked against each other.
    case elliptic(EllipticPrivateKey)

    /// Wraps an RSA key.
    public init(_ key: RSAPrivateKey) { self = .rsa(key.numbers, key.restriction) }
    /// Wraps a key of P-256 or another named curve.
    public init(_ key: NamedCurvePrivateKey<some EllipticKeyUse>) { self = .elliptic(key.key) }
    /// Wraps an Ed25519 key.
    public init(_ key: Curve25519.Signing.PrivateKey) { self = .ed25519(key) }
    /// Wraps an Ed448 key.
    public init(_ key: Curve448.Signing.PrivateKey) { self = .ed448(key) }
    /// Wraps an X25519 key.
    public init(_ key: Curve25519.KeyAgreement.PrivateKey) { self = .x25519(key) }
    /// Wraps an X448 key.
    public init(_ key: Curve448.KeyAgreement.PrivateKey) { self = .x448(key) }
    /// Wraps an X-Wing key.
    public init(_ key: XWingMLKEM768X25519.PrivateKey) { self = .xWing(key) }
    /// Wraps an ML-DSA key.
    public init(_ key: MLDSAPrivateKey<some MLDSAParameterSet>) { self = .mldsa(key.key) }

    /// The public half.
    ///
    /// Elliptic curve keys store their public point. It is recomputed and compared before it is returned.
    ///
    /// - Throws: ``KeyError`` `.invalidKey` if the stored point does not match the private key, `.backendFailure`.
    public var publicKey: AnyPublicKey {
        get throws(KeyError) {
            switch self {
            case .rsa(let numbers, let restriction): .rsa(numbers.publicNumbers, restriction)
            case .ed25519(let key): .ed25519(key.publicKey)
            case .ed448(let key): .ed448(key.publicKey)
            case .x25519(let key): .x25519(key.publicKey)
            case .x448(let key): .x448(key.publicKey)
            case .xWing(let key): .xWing(key.publicKey)
            case .mldsa(let key): .mldsa(key.publicKey)
            case .elliptic(let key): .elliptic(try Self.checkedPublicKey(key))
            }
        }
    }

    /// Libcrypto may lack the curve; then the point is not checked.
    private static func checkedPublicKey(_ key: EllipticPrivateKey) throws(KeyError) -> EllipticPublicKey {
        if key.publicKey.curve.isAvailable { try KeyError.wrap { try key.check() } }
        return key.publicKey
    }

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
        case .elliptic(let key): key.publicKey.curve.name
        }
    }

    /// The RSA key, for decrypting and signing.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key, `.invalidKey` for inconsistent numbers.
    public func rsa() throws(KeyError) -> RSAPrivateKey {
        guard case .rsa(let numbers, let restriction) = self else { throw KeyError.wrongKind(algorithmName, "RSA") }
        return try KeyError.wrap { try RSAPrivateKey(numbers, restriction: restriction) }
    }

    /// The Ed25519 key, for signing.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key.
    public func ed25519() throws(KeyError) -> Curve25519.Signing.PrivateKey {
        guard case .ed25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "Ed25519") }
        return key
    }

    /// The ML-DSA key, for signing.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key.
    public func mldsa() throws(KeyError) -> AnyMLDSAPrivateKey {
        guard case .mldsa(let key) = self else { throw KeyError.wrongKind(algorithmName, "ML-DSA") }
        return key
    }

    /// The X25519 key, for key agreement.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for another kind of key.
    public func x25519() throws(KeyError) -> Curve25519.KeyAgreement.PrivateKey {
        guard case .x25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "X25519") }
        return key
    }
}

extension AnyPrivateKey: Redacted {
    /// The kind of key, never its content.
    public var description: String { "\(algorithmName) private key" }
}
