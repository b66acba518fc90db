internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import Synchronization

/// Keys that are not in age's native format, as recipients and identities.
enum AgeSSHKeys {
    static let tagByteCount = 4

    /// The tag of a key in stanzas: the first bytes of its fingerprint.
    static func tag(_ key: AnyPublicKey) throws -> String {
        Age.base64.encode(try SHA256.hash(OpenSSHPublicKey.blob(key)).prefix(tagByteCount))
    }

    /// Whether the bytes begin like PEM, or like DER of at least 128 bytes: a key or certificate of SSH or OpenSSL.
    static func isKeyFile(_ bytes: Span<UInt8>) -> Bool {
        bytes.begins(with: "-----BEGIN ".utf8, at: bytes.leadingSpaceCount)
            || bytes.count > 1 && bytes[0] == 0x30 && (0x80...0x84).contains(bytes[1])
    }

    static func recipient(line: String) throws(ContainerError) -> any Age.Recipient {
        try recipient(ContainerError.ofKey { try OpenSSHPublicKey(line.utf8).key })
    }

    /// The only public key in a file, or the first of a certificate chain.
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

    static func identity(_ key: AnyPrivateKey) throws -> any Age.Identity {
        switch key {
        case .rsa(_, nil): return try Age.SSHRSAIdentity(privateKey: key.rsa())
        case .ed25519(let key): return try Age.SSHEd25519Identity(privateKey: key)
        case .x25519(let key): return Age.X25519Identity(privateKey: key)
        case .xWing(let key): return Age.HybridIdentity(privateKey: key)
        default:
            throw ContainerError(
                .unsupported, "\(key.algorithmName) keys cannot decrypt; RSA, Ed25519, X25519 and MLKEM768-X25519 can")
        }
    }
}

extension ContainerError {
    /// Removes error offsets: they refer to the key, not to the file.
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

/// An OpenSSH private key with a passphrase, which is only requested for a file encrypted to that key.
final class AgeLockedIdentity: Age.Identity {
    private let file: OpenSSHPrivateKey
    private let type: String
    private let tag: String
    private let limits: CostLimits
    private let passphrase: @Sendable () throws -> SecretBytes
    /// Kept, because deriving its key for each of many files would take long.
    private let unlocked = Mutex<(any Age.Identity)?>(nil)

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
        let identity = try unlocked.withLock { identity in
            if let identity { return identity }
            let secret = try passphrase()
            let key = try ContainerError.ofKey { try file.open(passphrase: secret, limits: limits).key }
            let new = try AgeSSHKeys.identity(key)
            identity = new
            return new
        }
        return try identity.unwrap(stanzas)
    }
}
