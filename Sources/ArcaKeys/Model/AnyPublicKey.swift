public import ArcaCore
public import ArcaCrypto

/// A public key of any kind, as a file has it.
public enum AnyPublicKey: Sendable, Hashable {
    /// RSA: its numbers, usable or not; with a restriction for keys that are for PSS alone.
    case rsa(RSAPublicNumbers, RSAKeyRestriction?)
    /// Ed25519.
    case ed25519(Curve25519.Signing.PublicKey)
    /// Ed448.
    case ed448(Curve448.Signing.PublicKey)
    /// X25519.
    case x25519(Curve25519.KeyAgreement.PublicKey)
    /// X448.
    case x448(Curve448.KeyAgreement.PublicKey)
    /// ML-KEM-768 with X25519 (X-Wing), which withstands quantum computers.
    case xWing(XWingMLKEM768X25519.PublicKey)
    /// ECDSA or ECDH: a point, on its curve or not.
    case elliptic(EllipticPublicKey)

    /// Takes an RSA key.
    public init(_ key: RSAPublicKey) { self = .rsa(key.numbers, key.restriction) }

    /// The algorithm's name: `RSA`, `RSASSA-PSS`, `Ed25519`, `P-256`.
    public var algorithmName: String {
        switch self {
        case .rsa(_, let restriction): restriction == nil ? "RSA" : "RSASSA-PSS"
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        case .x25519: "X25519"
        case .x448: "X448"
        case .xWing: "MLKEM768-X25519"
        case .elliptic(let key): key.curve.name
        }
    }

    /// The size as people name it: of RSA the modulus's bits, else the bits of the curve's field, or the number in the name.
    public var bitCount: Int {
        switch self {
        case .rsa(let numbers, _): numbers.bitCount
        case .ed25519, .x25519: 256
        case .ed448, .x448: 448
        case .xWing: 768
        case .elliptic(let key): key.curve.bitCount
        }
    }

    /// The key as one that encrypts and verifies.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a key of another kind, `.invalidKey` for numbers that cannot be used.
    public func rsa() throws(KeyError) -> RSAPublicKey {
        guard case .rsa(let numbers, let restriction) = self else { throw KeyError.wrongKind(algorithmName, "RSA") }
        return try KeyError.wrap { try RSAPublicKey(numbers, restriction: restriction) }
    }

    /// The key as one that verifies by Ed25519.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a key of another kind.
    public func ed25519() throws(KeyError) -> Curve25519.Signing.PublicKey {
        guard case .ed25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "Ed25519") }
        return key
    }

    /// The key as one for key agreement by X25519.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a key of another kind.
    public func x25519() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey {
        guard case .x25519(let key) = self else { throw KeyError.wrongKind(algorithmName, "X25519") }
        return key
    }
}

extension KeyError {
    /// A key of one kind where one of another was asked for.
    static func wrongKind(_ found: String, _ wanted: String) -> KeyError {
        KeyError(.wrongKind, "this is a key for \(found), not for \(wanted)")
    }
}
