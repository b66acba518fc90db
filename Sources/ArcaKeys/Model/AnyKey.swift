public import ArcaCore
public import ArcaCrypto

/// A key from a file in any known format: PEM, DER, JWK or OpenSSH.
///
/// The format is detected from the content.
///
/// ```swift
/// let key = try AnyKey(bytes, passphrase: passphrase)
/// let signature = try key.privateKey().rsa().signature(for: message)
/// ```
public struct AnyKey: Sendable {
    /// The key material, by kind.
    public enum Content: Sendable {
        /// A public key, or the one in a certificate.
        case publicKey(AnyPublicKey)
        /// A private key.
        case privateKey(AnyPrivateKey)
        /// A key for ciphers and MACs. Only JWK can represent one.
        case symmetric(SymmetricKey)
    }

    /// The structure that contained the key.
    public enum Structure: String, Sendable, Hashable {
        /// RFC 8017, appendix A.1.
        case pkcs1 = "PKCS #1"
        /// RFC 5958.
        case pkcs8 = "PKCS #8"
        /// `SubjectPublicKeyInfo`.
        case spki = "SPKI"
        /// RFC 5915, elliptic curves only.
        case sec1 = "SEC 1"
        /// An X.509 certificate.
        case certificate = "X.509 certificate"
        /// A certificate request, PKCS #10.
        case certificateRequest = "certificate request"
        /// A store of keys and certificates.
        case pkcs12 = "PKCS #12"
        /// JSON Web Key.
        case jwk = "JWK"
        /// An OpenSSH public key line or private key file.
        case openSSH = "OpenSSH"
        /// A public key in the format of RFC 4716.
        case ssh2 = "SSH2"
    }

    /// The key.
    public let content: Content
    /// The structure that contained the key.
    public let structure: Structure
    /// Whether the structure was PEM encoded.
    public let isPEM: Bool
    /// The encryption of the key, such as `AES-256-CBC, scrypt N=2^14 r=15 p=4`; nil if it was not encrypted.
    public let encryption: String?
    /// The comment of an OpenSSH key, the `kid` of a JWK or the name in a PKCS #12 store; nil if absent.
    public let comment: String?
    /// The certificate that contained the key, unverified, or nil.
    public let certificate: X509Certificate?
    /// The certificate request that contained the key, or nil.
    public let request: CertificateRequest?

    init(
        _ content: Content, _ structure: Structure, isPEM: Bool = false, encryption: String? = nil,
        comment: String? = nil, certificate: X509Certificate? = nil, request: CertificateRequest? = nil
    ) {
        self.certificate = certificate
        self.request = request
        self.content = content
        self.structure = structure
        self.isPEM = isPEM
        self.encryption = encryption
        self.comment = comment.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the only key in a file.
    ///
    /// In a PKCS #12 store that is the only private key; certificates are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret if it contains a private key.
    ///   - passphrase: The passphrase for encrypted keys; ignored for others.
    ///   - limits: The maximum cost of a key derivation. The file chooses its parameters.
    /// - Throws: ``KeyError``: `.notAKey` for an unknown format, `.passphraseNeeded`, `.wrongPassphrase`,
    ///   `.costTooHigh`, `.malformed` (also for several keys), `.unsupported`, `.invalidKey`.
    public init(
        _ bytes: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        let keys = try AnyKey.all(in: bytes, passphrase: passphrase, limits: limits)
        let place = try AnyKey.onePlace(keys.map { ($0.content, $0.structure == .pkcs12, $0.comment) })
        self = keys[place]
    }

    /// The keys of a JSON Web Key set that ``all(in:passphrase:limits:)`` skips, as `key 2 of the set: REASON`.
    package static func skipped(in bytes: borrowing some Bytes) -> [String] {
        let isJSON = bytes.withText { span in
            span.indices.first { !span[$0].isWhitespace }.map { span[$0] } == .leftBrace
        }
        guard isJSON, let set = try? JSONWebKey.set(in: bytes) else { return [] }
        return set.skipped.map { "key \($0.number) of the set: \($0.error.reason)" }
    }

    /// The index of the only key of a file; private keys of a PKCS #12 store precede its certificates.
    package static func onePlace(
        _ keys: [(content: Content, isFromStore: Bool, comment: String?)]
    ) throws(KeyError) -> Int {
        let privateKeys = keys.filter {
            if case .privateKey = $0.content { $0.isFromStore } else { false }
        }
        if privateKeys.count == 1 { return 0 }
        guard keys.count == 1 else {
            let names = privateKeys.compactMap(\.comment).prefix(10).map { "'\($0)'" }.joined(separator: ", ")
            throw KeyError(
                .malformed,
                "\(privateKeys.isEmpty ? keys.count : privateKeys.count) keys where one should be"
                    + (names.isEmpty ? "" : ": \(names)"))
        }
        return 0
    }

    /// Reads all keys in a file: PEM blocks, `authorized_keys` lines, or a JSON Web Key set.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret if it contains a private key.
    ///   - passphrase: The passphrase for all encrypted keys; ignored for others.
    ///   - limits: The maximum cost of a key derivation. The file chooses its parameters.
    /// - Returns: The keys in file order, at least one.
    /// - Throws: ``KeyError``, as ``init(_:passphrase:limits:)`` does.
    public static func all(
        in bytes: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) -> [AnyKey] {
        let reader = KeyFileReader(passphrase: passphrase, limits: limits)
        return try bytes.withText { bytes throws(KeyError) in try reader.keys(in: bytes) }
    }

    /// The private key.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` if the file contains a different kind of key.
    public func privateKey() throws(KeyError) -> AnyPrivateKey {
        guard case .privateKey(let key) = content else {
            throw KeyError(.wrongKind, "this is a \(kindName), not a private key")
        }
        return key
    }

    /// The public key, or the public half of a private key.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for a symmetric key.
    public func publicKey() throws(KeyError) -> AnyPublicKey {
        switch content {
        case .publicKey(let key): return key
        case .privateKey(let key): return try key.publicKey
        case .symmetric: throw KeyError(.wrongKind, "this is a symmetric key, which has no public half")
        }
    }

    /// The kind in words: `public key`, `private key`, `symmetric key`.
    public var kindName: String {
        switch content {
        case .publicKey: "public key"
        case .privateKey: "private key"
        case .symmetric: "symmetric key"
        }
    }
}

extension RSAPublicKey {
    /// Reads a public key in any format: PEM, DER, JWK, OpenSSH or a certificate.
    ///
    /// A private key is accepted as well; its public half is used.
    ///
    /// ```swift
    /// let sealed = try RSAPublicKey(file: text.utf8).encrypt(message)
    /// ```
    ///
    /// - Parameter file: The whole file, with exactly one key. Encrypted private keys are rejected.
    /// - Throws: ``KeyError``, as ``AnyKey/init(_:passphrase:limits:)`` does; `.wrongKind` for a key that is not RSA.
    public init(file: borrowing some Bytes) throws(KeyError) { self = try AnyKey(file).publicKey().rsa() }
}

extension RSAPrivateKey {
    /// Reads a private key in any format: PEM, DER, JWK or OpenSSH, encrypted or not.
    ///
    /// ```swift
    /// let signature = try RSAPrivateKey(file: text.utf8, passphrase: passphrase).signature(for: message)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The whole file, with exactly one key; secret.
    ///   - passphrase: The passphrase of an encrypted key.
    ///   - limits: The maximum cost of a key derivation. The file chooses its parameters.
    /// - Throws: ``KeyError``, as ``AnyKey/init(_:passphrase:limits:)`` does; `.wrongKind` for a key that is not RSA.
    public init(
        file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        self = try AnyKey(file, passphrase: passphrase, limits: limits).privateKey().rsa()
    }
}
