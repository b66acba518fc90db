internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// Keys in files of other kinds than age's own, as recipients and identities.
enum AgeSSHKeys {
    /// Bytes of the digest that names a key.
    static let tagByteCount = 4

    /// What names a key in a stanza: the beginning of its fingerprint.
    static func tag(_ key: AnyPublicKey) throws -> String {
        Age.base64.encode(try SHA256.hash(OpenSSHPublicKey.blob(key)).prefix(tagByteCount))
    }

    /// Whether bytes begin as PEM, or as DER of 128 bytes or more: keys and certificates of SSH and OpenSSL.
    static func isKeyFile(_ bytes: Span<UInt8>) -> Bool {
        bytes.begins(with: "-----BEGIN ".utf8, at: bytes.leadingSpaceCount)
            || bytes.count > 1 && bytes[0] == 0x30 && (0x80...0x84).contains(bytes[1])
    }

    /// The recipient that a line `ssh-… AAAA…` stands for.
    static func recipient(line: String) throws(ContainerError) -> any Age.Recipient {
        try recipient(ContainerError.ofKey { try OpenSSHPublicKey(line.utf8).key })
    }

    /// The one public key of a file; of a chain of certificates, that of the first.
    static func publicKey(in file: [UInt8]) throws(ContainerError) -> AnyKey {
        let keys = try ContainerError.ofKey { try AnyKey.all(in: file) }
        let certificates = keys.compactMap(\.certificate)
        let isChain =
            certificates.count == keys.count
            && zip(certificates, certificates.dropFirst()).allSatisfy {
                $0.issuer == $1.subject
            }
        guard let key = keys.first, keys.count == 1 || isChain else {
            throw ContainerError(.malformed, "\(keys.count) keys where one should be")
        }
        guard case .publicKey = key.content else {
            throw ContainerError(.malformed, "this is a \(key.kindName); a recipient is a public key")
        }
        return key
    }

    static func recipient(_ key: AnyPublicKey) throws(ContainerError) -> any Age.Recipient {
        do {
            switch key {
            case .rsa(let numbers, nil): return try Age.SSHRSARecipient(publicKey: RSAPublicKey(numbers))
            case .ed25519(let key): return try Age.SSHEd25519Recipient(publicKey: key)
            case .x25519(let key): return Age.X25519Recipient(publicKey: key)
            case .xWing(let key): return Age.HybridRecipient(publicKey: key)
            default: break
            }
        } catch let error as ContainerError {
            throw error
        } catch {
            throw ContainerError(.malformed, "the \(key.algorithmName) key is invalid")
        }
        throw ContainerError(
            .unsupported,
            "\(key.algorithmName) keys cannot be encrypted to; RSA, Ed25519, X25519 and MLKEM768-X25519 can")
    }

    /// The identity of a private key, and who encrypts to it.
    static func identity(_ key: AnyPrivateKey) throws -> any Age.Identity {
        switch key {
        case .rsa(_, nil): return try Age.SSHRSAIdentity(privateKey: key.rsa())
        case .ed25519(let key): return try Age.SSHEd25519Identity(privateKey: key)
        case .x25519(let key): return try Age.X25519Identity(privateKey: key)
        case .xWing(let key): return Age.HybridIdentity(privateKey: key)
        default:
            throw ContainerError(
                .unsupported, "\(key.algorithmName) keys cannot decrypt; RSA, Ed25519, X25519 and MLKEM768-X25519 can")
        }
    }
}

extension ContainerError {
    /// Reads a key that stands in or beside a file.
    ///
    /// Errors name no place: places in the key are not places in the file.
    static func ofKey<Result>(_ body: () throws -> Result) throws(ContainerError) -> Result {
        do {
            return try body()
        } catch {
            var error = ContainerError(wrapping: error)
            error.place = nil
            throw error
        }
    }
}

/// A private key of OpenSSH that needs a passphrase, which is asked for only when a file is for that key.
struct AgeLockedIdentity: Age.Identity {
    private let file: OpenSSHPrivateKey
    private let type: String
    private let tag: String
    private let limits: CostLimits
    private let passphrase: @Sendable () throws -> SecretBytes

    /// Takes a key; refuses one that cannot be an identity.
    init(
        _ file: OpenSSHPrivateKey, limits: CostLimits, passphrase: @escaping @Sendable () throws -> SecretBytes
    ) throws {
        self.file = file
        self.limits = limits
        self.passphrase = passphrase
        switch file.publicKey {
        case .rsa: type = Age.SSHRSARecipient.stanzaType
        default: type = Age.SSHEd25519Recipient.stanzaType
        }
        tag = try AgeSSHKeys.tag(file.publicKey)
    }

    func unwrap(_ stanzas: [Age.Stanza]) throws -> SymmetricKey? {
        guard stanzas.contains(where: { $0.type == type && $0.arguments.first == tag }) else { return nil }
        let secret = try passphrase()
        let key = try ContainerError.ofKey { try file.open(passphrase: secret, limits: limits).key }
        return try AgeSSHKeys.identity(key).unwrap(stanzas)
    }
}
