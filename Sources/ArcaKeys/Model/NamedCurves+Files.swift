public import ArcaCore
public import ArcaCrypto

// DER and PEM for P-256 and the other named curves, with CryptoKit's names.

extension NamedCurvePublicKey {
    /// Reads a key from DER.
    ///
    /// - Parameter derRepresentation: `SubjectPublicKeyInfo`, without trailing bytes.
    /// - Throws: ``KeyError`` `.malformed`, `.wrongKind` for a key that is not an elliptic curve key, `.invalidKey` for
    ///   a key on another curve or a point that is not on the curve.
    public init(derRepresentation: borrowing some Bytes) throws(KeyError) {
        try self.init(SPKI.publicKey(der: derRepresentation))
    }

    /// Reads a key from PEM.
    ///
    /// - Parameter pemRepresentation: One `PUBLIC KEY` block.
    /// - Throws: ``KeyError``, as ``init(derRepresentation:)`` does; `.notAKey` for text in no known format,
    ///   `.wrongKind` for any other format or kind.
    public init(pemRepresentation: String) throws(KeyError) {
        let key = try AnyKey(pemRepresentation.utf8)
        guard key.isPEM, case .publicKey(let content) = key.content else {
            throw KeyError(.wrongKind, "expected a public key in PEM, found a \(key.kindName)")
        }
        try self.init(content)
    }

    private init(_ key: AnyPublicKey) throws(KeyError) {
        guard case .elliptic(let elliptic) = key else {
            throw KeyError.wrongKind(key.algorithmName, Use.Curve.curve.name)
        }
        self = try KeyError.wrap { try Self(elliptic) }
    }

    /// The key as `SubjectPublicKeyInfo` in DER.
    public var derRepresentation: [UInt8] {
        DERValue.sequence([SPKI.ellipticAlgorithm(key.curve), .bitString(x963Representation)]).encoded()
    }

    /// The key as a PEM block `PUBLIC KEY`, ended by a line feed.
    public var pemRepresentation: String { KeyPEM.encode("PUBLIC KEY", derRepresentation) }
}

extension NamedCurvePrivateKey {
    /// Reads a key from DER.
    ///
    /// - Parameter derRepresentation: Unencrypted PKCS #8 or SEC 1; secret.
    /// - Throws: ``KeyError`` `.malformed`, `.wrongKind` for a key that is not an elliptic curve key, `.invalidKey` for
    ///   a key on another curve or with mismatched halves, `.passphraseNeeded` for an encrypted key (see ``AnyKey``).
    public init(derRepresentation: borrowing some Bytes) throws(KeyError) {
        let key = try AnyKey(derRepresentation)
        guard !key.isPEM, [.pkcs8, .sec1].contains(key.structure) else {
            throw KeyError(.wrongKind, "expected a private key in DER, found \(key.structure.rawValue)")
        }
        try self.init(key)
    }

    /// Reads a key from PEM.
    ///
    /// - Parameter pemRepresentation: One `PRIVATE KEY` or `EC PRIVATE KEY` block; secret.
    /// - Throws: ``KeyError``, as ``init(derRepresentation:)`` does; `.notAKey` for text in no known format,
    ///   `.wrongKind` for any other format or kind.
    public init(pemRepresentation: String) throws(KeyError) {
        let key = try AnyKey(pemRepresentation.utf8)
        guard key.isPEM, [.pkcs8, .sec1].contains(key.structure) else {
            throw KeyError(.wrongKind, "expected a private key in PEM, found \(key.structure.rawValue)")
        }
        try self.init(key)
    }

    private init(_ key: AnyKey) throws(KeyError) {
        let key = try key.privateKey()
        guard case .elliptic(let elliptic) = key else {
            throw KeyError.wrongKind(key.algorithmName, Use.Curve.curve.name)
        }
        self = try KeyError.wrap { try Self(elliptic) }
    }

    /// The key as unencrypted PKCS #8; to encrypt it, use ``PKCS8/encrypt(_:passphrase:encryption:)``.
    public var derRepresentation: SecretBytes {
        let content = SEC1.value(rawRepresentation, publicKey.key, namesCurve: false)
        return PKCS8.encode(SPKI.ellipticAlgorithm(publicKey.key.curve), .octetString(content))
    }

    /// The key as an unencrypted PEM block `PRIVATE KEY`, ended by a line feed.
    public var pemRepresentation: SecretBytes { KeyPEM.encode("PRIVATE KEY", derRepresentation) }
}
