public import ArcaCore
public import ArcaCrypto

/// A private key of any kind, as a file has it.
public enum AnyPrivateKey: Sendable, Equatable {
    /// RSA: its numbers, consistent or not; with a restriction for keys that are for PSS alone.
    case rsa(RSAPrivateNumbers, RSAKeyRestriction?)
    /// Ed25519.
    case ed25519(Curve25519.Signing.PrivateKey)
    /// Ed448.
    case ed448(Curve448.Signing.PrivateKey)
    /// X25519.
    case x25519(Curve25519.KeyAgreement.PrivateKey)
    /// X448.
    case x448(Curve448.KeyAgreement.PrivateKey)
    /// ML-KEM-768 with X25519 (X-Wing), which withstands quantum computers.
    case xWing(XWingMLKEM768X25519.PrivateKey)
    /// ECDSA or ECDH: its halves, belonging together or not.
    case elliptic(EllipticPrivateKey)

    /// Takes an RSA key.
    public init(_ key: RSAPrivateKey) { self = .rsa(key.numbers, key.restriction) }

    /// The public half.
    ///
    /// That of an elliptic curve stands in the file; it is computed and compared before anybody sees it.
    ///
    /// - Throws: ``KeyError`` `.invalidKey` for a point that does not belong to the private number, `.backendFailure`.
    public var publicKey: AnyPublicKey {
        get throws(KeyError) {
            switch self {
            case .rsa(let numbers, let restriction): .rsa(numbers.publicNumbers, restriction)
            case .ed25519(let key): .ed25519(key.publicKey)
            case .ed448(let key): .ed448(key.publicKey)
            case .x25519(let key):
                .x25519(try KeyError.wrap { try key.publicKey })
            case .x448(let key): .x448(try KeyError.wrap { try key.publicKey })
            case .xWing(let key): .xWing(key.publicKey)
            case .elliptic(let key): .elliptic(try Self.checkedPublicKey(key))
            }
        }
    }

    /// Libcrypto may have been built without the curve, and then nothing can be seen.
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
        case .elliptic(let key): key.publicKey.curve.name
        }
    }

    /// The key as one that decrypts and signs.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a key of another kind, `.invalidKey` for numbers that contradict each other.
    public func rsa() throws(KeyError) -> RSAPrivateKey {
        guard case .rsa(let numbers, let restriction) = self else { throw KeyError.wrongKind(algorithmName, "RSA") }
        return try KeyError.wrap { try RSAPrivateKey(numbers, restriction: restriction) }
    }

    /// The key as one that signs by Ed25519.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a key of another kind.
    public func ed25519() throws(KeyError) -> Curve25519.Signing.PrivateKey {
        guard case .ed25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "Ed25519") }
        return key
    }

    /// The key as one for key agreement by X25519.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a key of another kind.
    public func x25519() throws(KeyError) -> Curve25519.KeyAgreement.PrivateKey {
        guard case .x25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "X25519") }
        return key
    }
}

extension AnyPrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(algorithmName) private key" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
