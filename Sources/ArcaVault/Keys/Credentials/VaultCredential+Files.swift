public import ArcaCore
internal import ArcaContainers
public import ArcaCrypto
internal import ArcaKeys

extension VaultCredential {
    /// Reads the credentials in a file: an Arca key file, a file of age identities, or a private key.
    ///
    /// Private keys are RSA, X25519, MLKEM768-X25519 or Ed25519, in PEM, DER, JWK or OpenSSH format. An Ed25519 key is
    /// converted to its X25519 equivalent. Key files, identities and private keys may be encrypted, identities as an
    /// age file.
    ///
    /// - Parameters:
    ///   - file: The complete file, secret.
    ///   - passphrase: Called for the file's passphrase if it is encrypted.
    /// - Returns: At least one credential, in the file's order.
    /// - Throws: ``VaultError``: `.malformed`, `.unsupported` for another kind of key, `.wrongCredential` for a wrong
    ///   passphrase, `.costTooHigh`. Also any error of `passphrase`.
    public static func all(
        in file: borrowing some Bytes, passphrase: @escaping @Sendable () throws -> SecretBytes
    ) throws -> [VaultCredential] {
        if VaultKeyFile.isKeyFile(file) { return [.keyFile(try VaultKeyFile(file))] }
        do {
            guard !file.withBytes({ isStructured($0) }) else {
                return [try VaultCredential(try privateKey(file, passphrase))]
            }
            return try Age.IdentityFile(file, passphrase: passphrase).identities.map { identity in
                // Lines are age identities; other kinds of key have their own files, read above.
                switch identity {
                case let identity as Age.X25519Identity: return .x25519(identity.privateKey)
                case let identity as Age.HybridIdentity: return .hybrid(identity.privateKey)
                default: throw VaultError(.unsupported, "this kind of identity opens no vault")
                }
            }
        } catch let error where error is ContainerError || error is KeyError {
            throw VaultError(keyFile: error)
        }
    }

    init(_ key: AnyPrivateKey) throws {
        switch key {
        case .rsa(_, nil): self = .rsa(try key.rsa())
        case .x25519(let key): self = .x25519(key)
        case .xWing(let key): self = .hybrid(key)
        case .ed25519(let key): self = .x25519(try key.keyAgreementKey)
        default:
            throw VaultError(
                .unsupported,
                "\(key.algorithmName) keys open no vault; RSA, X25519, Ed25519 and MLKEM768-X25519 keys do")
        }
    }

    private static func privateKey(
        _ file: borrowing some Bytes, _ passphrase: () throws -> SecretBytes
    ) throws -> AnyPrivateKey {
        do {
            return try AnyKey(file).privateKey()
        } catch  where error.code == .passphraseNeeded {
            return try AnyKey(file, passphrase: try passphrase()).privateKey()
        }
    }
}

extension NewVaultSlot {
    /// Reads the recipients of new slots from a file of age recipients or of RSA, X25519, Ed25519 or MLKEM768-X25519
    /// public keys.
    ///
    /// - Parameter file: The complete file: lines `age1…`, `age1pq1…`, `ssh-rsa …`, `ssh-ed25519 …` with comments after
    ///   `#`, or keys in PEM, DER or JWK.
    /// - Returns: At least one slot, in the file's order.
    /// - Throws: ``VaultError``: `.malformed`, also for a private key; `.unsupported` for another kind of key.
    public static func recipients(in file: borrowing some Bytes) throws(VaultError) -> [NewVaultSlot] {
        let text = [UInt8](bytes: file)
        do {
            guard !isStructured(text.span) else {
                let keys = try AnyKey.all(in: text)
                // Every key is meant to open the vault.
                if let skipped = AnyKey.skipped(in: text).first { throw VaultError(.unsupported, skipped) }
                return try keys.map { key in
                    guard case .publicKey(let publicKey) = key.content else {
                        throw VaultError(.malformed, "this is a \(key.kindName); a slot is made for a public key")
                    }
                    return try NewVaultSlot(publicKey)
                }
            }
            let recipients = try Age.RecipientFile(text)
            guard recipients.skippedLines.isEmpty else {
                throw VaultError(
                    .unsupported,
                    "line \(recipients.skippedLines[0]): no slot can be made for this kind of key")
            }
            return try recipients.recipients.map(NewVaultSlot.init)
        } catch {
            throw VaultError(keyFile: error)
        }
    }

    private init(_ recipient: any Age.Recipient) throws {
        switch recipient {
        case let recipient as Age.X25519Recipient: self = .x25519(recipient.publicKey)
        case let recipient as Age.HybridRecipient: self = .hybrid(recipient.publicKey)
        case let recipient as Age.SSHRSARecipient: self = .rsa(recipient.publicKey)
        case let recipient as Age.SSHEd25519Recipient: self = .x25519(try recipient.publicKey.keyAgreementKey)
        default: throw VaultError(.unsupported, "no slot can be made for this kind of recipient")
        }
    }

    private init(_ key: AnyPublicKey) throws {
        switch key {
        case .rsa(_, nil): self = .rsa(try key.rsa())
        case .x25519(let key): self = .x25519(key)
        case .xWing(let key): self = .hybrid(key)
        case .ed25519(let key): self = .x25519(try key.keyAgreementKey)
        default:
            throw VaultError(
                .unsupported,
                "no slot can be made for \(key.algorithmName) keys; RSA, X25519, Ed25519 and MLKEM768-X25519 have them")
        }
    }
}

extension VaultError {
    /// Wraps an error from reading a key file; another kind of key is unsupported.
    fileprivate init(keyFile error: any Error) {
        self.init(wrapping: error)
        if (error as? KeyError)?.code == .wrongKind { self = VaultError(.unsupported, at: place, reason, hint: hint) }
    }
}

/// Whether a file is PEM (except age armor), DER, JWK or binary OpenSSH, rather than a list of lines.
private func isStructured(_ file: Span<UInt8>) -> Bool {
    let start = file.leadingSpaceCount
    if file.begins(with: "-----BEGIN AGE ".utf8, at: start) { return false }
    return file.begins(with: "-----BEGIN ".utf8, at: start) || file.begins(with: "{".utf8, at: start)
        || file.begins(with: [0x30]) || file.begins(with: "openssh-key-v1".utf8)
}
