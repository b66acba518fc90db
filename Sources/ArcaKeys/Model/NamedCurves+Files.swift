internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

// Keys of P-256 and its relatives as DER and PEM, with CryptoKit's names.

extension NamedCurvePublicKey {
    /// Reads a key out of DER.
    ///
    /// - Parameter derRepresentation: `SubjectPublicKeyInfo`, with nothing behind it.
    /// - Throws: ``KeyError`` `.malformed`, `.wrongKind` for a key that is not an elliptic curve key, `.invalidKey` for one of
    ///   another curve or a point that is not on it.
    public init(derRepresentation: borrowing some Bytes) throws(KeyError) {
        try self.init(SPKI.publicKey(der: derRepresentation))
    }

    /// Reads a key out of PEM.
    ///
    /// - Parameter pemRepresentation: One block, `PUBLIC KEY`.
    /// - Throws: ``KeyError`` `.notAKey` for text of another kind, otherwise as ``init(derRepresentation:)``.
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

    /// `SubjectPublicKeyInfo`.
    public var derRepresentation: [UInt8] {
        DERValue.sequence([SPKI.ellipticAlgorithm(key.curve), .bitString(x963Representation)]).encoded()
    }

    /// A block `PUBLIC KEY` with a line feed at its end.
    public var pemRepresentation: String { KeyPEM.encode("PUBLIC KEY", derRepresentation) }
}

extension NamedCurvePrivateKey {
    /// Reads a key out of DER.
    ///
    /// - Parameter derRepresentation: PKCS #8, not encrypted, or SEC 1; secret.
    /// - Throws: ``KeyError`` `.malformed`, `.wrongKind` for a key that is not an elliptic curve key, `.invalidKey` for one of
    ///   another curve or whose halves do not belong together, `.passphraseNeeded`: see ``AnyKey``.
    public init(derRepresentation: borrowing some Bytes) throws(KeyError) {
        let key = try AnyKey(derRepresentation)
        guard !key.isPEM, [.pkcs8, .sec1].contains(key.structure) else {
            throw KeyError(.wrongKind, "expected a private key in DER, found \(key.structure.rawValue)")
        }
        try self.init(key)
    }

    /// Reads a key out of PEM.
    ///
    /// - Parameter pemRepresentation: One block, `PRIVATE KEY` or `EC PRIVATE KEY`; secret.
    /// - Throws: ``KeyError`` as ``init(derRepresentation:)``, `.notAKey` for text of another kind.
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

    /// PKCS #8, not encrypted; ``PKCS8/encrypt(_:passphrase:encryption:)`` encrypts a key.
    public var derRepresentation: SecretBytes {
        let content = SEC1.value(rawRepresentation, publicKey.key, namesCurve: false)
        return PKCS8.encode(SPKI.ellipticAlgorithm(publicKey.key.curve), .octetString(content))
    }

    /// A block `PRIVATE KEY` with a line feed at its end, not encrypted.
    public var pemRepresentation: SecretBytes { KeyPEM.encode("PRIVATE KEY", derRepresentation) }
}
