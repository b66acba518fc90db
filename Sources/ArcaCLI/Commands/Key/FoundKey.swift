internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

struct FoundKey {
    let content: AnyKey.Content
    /// Its format: `PKCS #8 PEM`, `OpenSSH`, `age identity`.
    let form: String
    /// The encryption of the file; nil if unencrypted.
    let encryption: String?
    let comment: String?
    /// Whether the file has a private key that was not decrypted.
    let isLocked: Bool
    /// Whether it was found in a PKCS #12 store.
    var isFromStore = false
    var certificate: X509Certificate?
    var request: CertificateRequest?

    init(_ key: AnyKey) {
        content = key.content
        certificate = key.certificate
        request = key.request
        isFromStore = key.structure == .pkcs12
        let hasDER = ![.jwk, .openSSH, .ssh2, .pkcs12].contains(key.structure)
        form = key.structure.rawValue + (hasDER ? (key.isPEM ? " PEM" : " DER") : "")
        encryption = key.encryption
        comment = key.comment
        isLocked = false
    }

    /// Takes the public key of an OpenSSH file that was not decrypted.
    init(locked file: OpenSSHPrivateKey) {
        content = .publicKey(file.publicKey)
        form = "OpenSSH"
        encryption = file.encryptionDescription
        comment = nil
        isLocked = true
    }

    private init(_ content: AnyKey.Content, _ form: String) {
        self.content = content
        self.form = form
        encryption = nil
        comment = nil
        isLocked = false
    }

    /// A one-line description: `RSA private key, 3072 bits`.
    var title: String {
        let public_: (AnyPublicKey) -> String = { key in
            if case .rsa = key { return ", \(key.bitCount) bits" }
            return ""
        }
        switch content {
        case .publicKey(let key):
            return "\(key.algorithmName) \(isLocked ? "private key, locked" : "public key")\(public_(key))"
        case .privateKey(let key):
            return "\(key.algorithmName) private key\((try? key.publicKey).map(public_) ?? "")"
        case .symmetric(let key): return "symmetric key, \(key.bitCount) bits"
        }
    }

    // MARK: Reading

    /// Reads all keys of a file, asking for a passphrase if needed; errors name the file.
    ///
    /// Without `passphrase`, an encrypted OpenSSH file yields its public key, which is never encrypted.
    static func all(
        in bytes: SymmetricKey, of name: String, limits: CostLimits = .keys, passphrase: (() throws -> SecretBytes)?
    ) throws -> [FoundKey] {
        try naming(name) {
            if let keys = try ageKeys(bytes, name) { return keys }
            if let key = symmetricKey(bytes) { return [key] }
            do throws(KeyError) {
                let keys = try AnyKey.all(in: bytes).map { FoundKey($0) }
                for text in AnyKey.skipped(in: bytes) { Messages.warning("\(name): skipped \(text)") }
                return keys
            } catch {
                guard error.code == .passphraseNeeded else { throw error }
                if let passphrase {
                    return try AnyKey.all(in: bytes, passphrase: passphrase(), limits: limits).map { FoundKey($0) }
                }
                guard let file = try? OpenSSHPrivateKey(pem: bytes) else { throw error }
                return [FoundKey(locked: file)]
            }
        }
    }

    /// Parses the format of 'arca key generate aes': only hexadecimal digits and a line end.
    private static func symmetricKey(_ bytes: SymmetricKey) -> FoundKey? {
        bytes.withBytes { bytes in
            var count = bytes.count
            if count > 0, bytes[count - 1] == .newline { count -= 1 }
            guard [32, 48, 64].contains(count) else { return nil }
            let key = try? SecretBytes(byteCount: count / 2) { output throws(CodecError) in
                try Base16.standard.decode(bytes.extracting(..<count), into: &output)
            }
            return key.map { FoundKey(.symmetric(SymmetricKey($0)), "hexadecimal digits") }
        }
    }

    /// Age identities or recipients, one per line; nil if the file contains neither.
    private static func ageKeys(_ bytes: SymmetricKey, _ name: String) throws -> [FoundKey]? {
        switch bytes.withBytes({ ageKind($0) }) {
        case .identities:
            let file = try Age.IdentityFile(bytes) { throw KeyError(.malformed, "an identity is not encrypted") }
            AgeOptions.warn(file, name)
            return file.identities.compactMap { identity in
                switch identity {
                case let identity as Age.X25519Identity: .x25519(identity.privateKey)
                case let identity as Age.HybridIdentity: .xWing(identity.privateKey)
                default: nil as AnyPrivateKey?
                }
            }.map { FoundKey(.privateKey($0), "age identity") }
        case .recipients:
            let file = try Age.RecipientFile(bytes)
            AgeOptions.warn(file, name)
            return file.recipients.compactMap { recipient in
                switch recipient {
                case let recipient as Age.X25519Recipient: .x25519(recipient.publicKey)
                case let recipient as Age.HybridRecipient: .xWing(recipient.publicKey)
                case let recipient as Age.SSHEd25519Recipient: .ed25519(recipient.publicKey)
                case let recipient as Age.SSHRSARecipient: AnyPublicKey(recipient.publicKey)
                default: nil as AnyPublicKey?
                }
            }.map { FoundKey(.publicKey($0), "age recipient") }
        case nil: return nil
        }
    }

    private enum AgeKind { case identities, recipients }

    /// Detects the first age key at the start of a line, without copying bytes, which may be secret.
    private static func ageKind(_ bytes: Span<UInt8>) -> AgeKind? {
        var start = 0
        while start < bytes.count {
            func begins(_ prefix: StaticString) -> Bool {
                prefix.withUTF8Buffer { prefix in
                    start + prefix.count <= bytes.count
                        && prefix.indices.allSatisfy { bytes[start + $0] | 0x20 == prefix[$0] | 0x20 }
                }
            }
            if begins("age-secret-key-") || begins("age-plugin-") { return .identities }
            // Only letters and digits count, so prose does not match.
            if begins("age1"), start + 16 <= bytes.count,
                (start..<start + 16).allSatisfy({
                    bytes[$0].isAlphanumeric
                })
            {
                return .recipients
            }
            while start < bytes.count, bytes[start] != .newline { start += 1 }
            start += 1
        }
        return nil
    }
}
