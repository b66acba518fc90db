public import ArcaCodecs
public import ArcaCrypto

/// A key out of a file of any known form, which is detected from its content: PEM, DER, JWK, OpenSSH.
///
/// ```swift
/// let key = try AnyKey(bytes, passphrase: passphrase)
/// let signature = try key.privateKey().rsa().signature(for: message)
/// ```
public struct AnyKey: Sendable {
    /// What the key is.
    public enum Content: Sendable {
        /// A public key, or the one in a certificate.
        case publicKey(AnyPublicKey)
        /// A private key.
        case privateKey(AnyPrivateKey)
        /// A key for ciphers and MACs, which only JWK has a form for.
        case symmetric(SymmetricKey)
    }

    /// The structure that a key was found in.
    public enum Structure: String, Sendable, Hashable {
        /// RFC 8017, appendix A.1.
        case pkcs1 = "PKCS #1"
        /// RFC 5958.
        case pkcs8 = "PKCS #8"
        /// `SubjectPublicKeyInfo`.
        case spki = "SPKI"
        /// RFC 5915, elliptic curves alone.
        case sec1 = "SEC 1"
        /// An X.509 certificate.
        case certificate = "X.509 certificate"
        /// A request for a certificate, PKCS #10.
        case certificateRequest = "certificate request"
        /// A store of keys and certificates.
        case pkcs12 = "PKCS #12"
        /// JSON Web Key.
        case jwk = "JWK"
        /// OpenSSH's key line or private key file.
        case openSSH = "OpenSSH"
        /// A public key by RFC 4716.
        case ssh2 = "SSH2"
    }

    /// The key.
    public let content: Content
    /// What it was found in.
    public let structure: Structure
    /// Whether there was PEM around it.
    public let isPEM: Bool
    /// How it was encrypted: `AES-256-CBC, scrypt N=2^14 r=15 p=4`; nil when it was not.
    public let encryption: String?
    /// The comment of an OpenSSH key, the `kid` of a JWK or the name in a PKCS #12 store; nil if absent.
    public let comment: String?
    /// The certificate that the key was found in, which is not verified; nil when it was not in one.
    public let certificate: X509Certificate?
    /// The request for a certificate that the key was found in; nil when it was not in one.
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

    /// Reads the one key of a file; of a PKCS #12 store, which has certificates too, its one private key.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret when it holds a private key.
    ///   - passphrase: For encrypted keys; not looked at for others.
    ///   - limits: What a key derivation may cost, which the file dictates.
    /// - Throws: ``KeyError``: `.notAKey` for content of no known form, `.passphraseNeeded`, `.wrongPassphrase`,
    ///   `.costTooHigh`, `.malformed` also for several keys, `.unsupported`, `.invalidKey`.
    public init(
        _ bytes: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        let keys = try AnyKey.all(in: bytes, passphrase: passphrase, limits: limits)
        let place = try AnyKey.onePlace(keys.map { ($0.content, $0.structure == .pkcs12, $0.comment) })
        self = keys[place]
    }

    /// Where the one key of a file stands among all; private keys of a store come before its certificates.
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

    /// Reads all keys of a file: the blocks of PEM, the lines of `authorized_keys`, a set of JSON Web Keys.
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret when it holds a private key.
    ///   - passphrase: For all encrypted keys of it; not looked at for others.
    ///   - limits: What a key derivation may cost, which the file dictates.
    /// - Returns: The keys in order, one or more.
    /// - Throws: ``KeyError`` as ``init(_:passphrase:limits:)``.
    public static func all(
        in bytes: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) -> [AnyKey] {
        let reader = KeyFileReader(passphrase: passphrase, limits: limits)
        return try bytes.withBytes { bytes throws(KeyError) in try reader.keys(in: bytes) }
    }

    /// The private key.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` when the file holds another.
    public func privateKey() throws(KeyError) -> AnyPrivateKey {
        guard case .privateKey(let key) = content else {
            throw KeyError(.wrongKind, "this is a \(kindName), not a private key")
        }
        return key
    }

    /// The public key, also that of a private one.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` `.wrongKind` for a symmetric key.
    public func publicKey() throws(KeyError) -> AnyPublicKey {
        switch content {
        case .publicKey(let key): return key
        case .privateKey(let key): return try key.publicKey
        case .symmetric: throw KeyError(.wrongKind, "this is a symmetric key, which has no public half")
        }
    }

    /// What it is in words: `public key`, `private key`, `symmetric key`.
    public var kindName: String {
        switch content {
        case .publicKey: "public key"
        case .privateKey: "private key"
        case .symmetric: "symmetric key"
        }
    }
}

extension RSAPublicKey {
    /// Reads a public key of any form: PEM, DER, JWK, OpenSSH, a certificate; also the public half of a private key.
    ///
    /// ```swift
    /// let sealed = try RSAPublicKey(file: text.utf8).encrypt(message)
    /// ```
    ///
    /// - Parameter file: The whole file, with one key; an encrypted private key is refused.
    /// - Throws: ``KeyError`` as ``AnyKey/init(_:passphrase:limits:)``, `.wrongKind` for a key of another kind.
    public init(file: borrowing some Bytes) throws(KeyError) { self = try AnyKey(file).publicKey().rsa() }
}

extension RSAPrivateKey {
    /// Reads a private key of any form: PEM, DER, JWK, OpenSSH, encrypted or not.
    ///
    /// ```swift
    /// let signature = try RSAPrivateKey(file: text.utf8, passphrase: passphrase).signature(for: message)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The whole file, with one key; secret.
    ///   - passphrase: For an encrypted key.
    ///   - limits: What a key derivation may cost, which the file dictates.
    /// - Throws: ``KeyError`` as ``AnyKey/init(_:passphrase:limits:)``, `.wrongKind` for a key of another kind.
    public init(
        file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        self = try AnyKey(file, passphrase: passphrase, limits: limits).privateKey().rsa()
    }
}
