public import ArcaCore
public import ArcaCrypto

/// A file format for writing keys.
public enum KeyFormat: String, Sendable, Hashable, CaseIterable {
    /// RSA only, unencrypted (RFC 8017, appendix A.1).
    case pkcs1
    /// Private keys of any kind, encrypted or not (RFC 5958).
    case pkcs8
    /// Public keys of any kind (RFC 5280, section 4.1).
    case spki
    /// JSON Web Key, unencrypted (RFC 7517).
    case jwk
    /// An OpenSSH public key line or private key file, encrypted or not.
    case openssh

    /// Whether the format exists as DER and PEM; the others are text only.
    public var hasDER: Bool { self == .pkcs1 || self == .pkcs8 || self == .spki }

    /// Whether the format supports encrypted private keys.
    public var isEncryptable: Bool { self == .pkcs8 || self == .openssh }
}

extension AnyKey.Content {
    /// The public half of a private key, or the public key itself.
    ///
    /// - Throws: ``KeyError`` `.wrongKind` for a symmetric key.
    public func publicHalf() throws(KeyError) -> AnyKey.Content {
        switch self {
        case .publicKey: return self
        case .privateKey(let key): return .publicKey(try key.publicKey)
        case .symmetric: throw KeyError(.wrongKind, "a symmetric key has no public half")
        }
    }

    /// Writes the key in the given format.
    ///
    /// ```swift
    /// let text = try AnyKey(bytes).content.encoded(as: .pkcs8, passphrase: passphrase)
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format; `.spki` writes the public half of a private key.
    ///   - isPEM: Whether to write PEM; false for DER. Ignored for the text formats.
    ///   - passphrase: The passphrase to encrypt a private key with; nil to write it unencrypted.
    ///   - encryption: The encryption scheme for PKCS #8.
    ///   - comment: The comment for OpenSSH formats, one line.
    /// - Returns: The content of the file; text ends with a newline. Secret unless the key is public or encrypted.
    /// - Throws: ``KeyError``: `.wrongKind` for a key that the format does not support, `.invalidOption` for a
    ///   passphrase that is empty or does not apply or for a comment with a control character, `.unsupported`,
    ///   `.invalidKey` for an elliptic curve key with mismatched halves.
    public func encoded(
        as format: KeyFormat, isPEM: Bool = true, passphrase: SecretBytes? = nil,
        encryption: KeyEncryption = .standard, comment: String = ""
    ) throws(KeyError) -> SecretBytes {
        if passphrase != nil {
            guard case .privateKey = self, format != .spki else {
                throw KeyError(.invalidOption, "only private keys are encrypted with a passphrase")
            }
            guard format.isEncryptable else {
                throw KeyError(
                    .invalidOption,
                    "\(format.rawValue) has no encryption that protects; pkcs8 and openssh have")
            }
        }
        if format == .jwk { return line(try JWK.encode(self)) }
        switch self {
        case .symmetric:
            throw KeyError(.wrongKind, "a symmetric key can only be written as jwk")
        case .publicKey(let key): return try encoded(key, format, isPEM: isPEM, comment: comment)
        case .privateKey(let key):
            // This also rejects mismatched halves.
            let publicKey = try key.publicKey
            if format == .spki { return try encoded(publicKey, format, isPEM: isPEM, comment: comment) }
            return try encoded(
                key, format, isPEM: isPEM, passphrase: passphrase, encryption: encryption, comment: comment)
        }
    }

    private func encoded(
        _ key: AnyPublicKey, _ format: KeyFormat, isPEM: Bool, comment: String
    ) throws(KeyError) -> SecretBytes {
        func wrapped(_ label: String, _ der: [UInt8]) -> SecretBytes {
            isPEM ? SecretBytes(copying: KeyPEM.encode(label, der).utf8) : SecretBytes(copying: der)
        }
        switch format {
        case .pkcs1: return wrapped("RSA PUBLIC KEY", PKCS1.encode(try ordinaryRSA(key)))
        case .spki: return wrapped("PUBLIC KEY", try SPKI.encode(key))
        case .openssh: return line(SecretBytes(copying: try OpenSSHPublicKey(key, comment: comment).text.utf8))
        case .pkcs8, .jwk: throw KeyError(.wrongKind, "pkcs8 holds private keys, and this is a public one")
        }
    }

    private func encoded(
        _ key: AnyPrivateKey, _ format: KeyFormat, isPEM: Bool, passphrase: SecretBytes?,
        encryption: KeyEncryption, comment: String
    ) throws(KeyError) -> SecretBytes {
        func wrapped(_ label: String, _ bytes: SecretBytes) -> SecretBytes {
            isPEM ? KeyPEM.encode(label, bytes) : bytes
        }
        switch format {
        case .pkcs1:
            _ = try ordinaryRSA(try key.publicKey)
            guard case .rsa(let numbers, _) = key else { preconditionFailure("its public half is RSA") }
            return wrapped("RSA PRIVATE KEY", PKCS1.encode(numbers))
        case .openssh:
            return KeyPEM.encode(
                OpenSSHPrivateKey.pemLabel, try OpenSSHPrivateKey.encode(key, comment: comment, passphrase: passphrase))
        case .pkcs8, .spki, .jwk:
            guard let passphrase else { return wrapped("PRIVATE KEY", try PKCS8.encode(key)) }
            let encrypted = try PKCS8.encrypt(key, passphrase: passphrase, encryption: encryption)
            return wrapped("ENCRYPTED PRIVATE KEY", SecretBytes(copying: encrypted))
        }
    }

    /// PKCS #1 cannot represent a restriction to PSS.
    private func ordinaryRSA(_ key: AnyPublicKey) throws(KeyError) -> RSAPublicNumbers {
        guard case .rsa(let numbers, nil) = key else {
            throw KeyError(.wrongKind, "pkcs1 has no \(key.algorithmName) keys; pkcs8 and spki have")
        }
        return numbers
    }

    private func line(_ text: SecretBytes) -> SecretBytes {
        text.withBytes { text in
            SecretBytes(byteCount: text.count + 1) { output in
                output.append(contentsOf: text)
                output.append(.newline)
            }
        }
    }
}
