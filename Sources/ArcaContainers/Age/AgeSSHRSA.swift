internal import ArcaCore
public import ArcaCrypto
internal import ArcaKeys

extension Age {
    /// An RSA key, from SSH or elsewhere, as recipient.
    ///
    /// Files contain four bytes of its fingerprint, which reveals the recipient.
    ///
    /// The file key is wrapped with OAEP and SHA-256, so messages of any length can be encrypted to an RSA key:
    ///
    /// ```swift
    /// let file = try Age(recipients: [Age.SSHRSARecipient(publicKey: key)]).seal(message)
    /// let message = try Age(identities: [Age.SSHRSAIdentity(privateKey: privateKey)]).open(file)
    /// ```
    ///
    /// Source: age(1), "SSH keys"; the format is that of filippo.io/age/agessh.
    public struct SSHRSARecipient: Recipient, Hashable {
        static let stanzaType = "ssh-rsa"
        /// The minimum modulus size, in bits.
        public static let leastBitCount = 2048
        /// OAEP with a label that separates these ciphertexts from all others.
        static let padding = RSAEncryptionPadding.oaep(
            RSAOAEPParameters(hash: .sha256, label: "age-encryption.org/v1/ssh-rsa".utf8))

        /// The public key.
        public let publicKey: RSAPublicKey
        let tag: String

        /// Creates a recipient from a public key.
        ///
        /// - Parameter publicKey: A key of at least 2,048 bits.
        /// - Throws: ``ContainerError`` `.unsupported` for a shorter key.
        public init(publicKey: RSAPublicKey) throws {
            guard publicKey.bitCount >= Self.leastBitCount else {
                throw ContainerError(
                    .unsupported,
                    "an RSA key of \(publicKey.bitCount) bits is too short; \(Self.leastBitCount) are the least")
            }
            self.publicKey = publicKey
            tag = try AgeSSHKeys.tag(AnyPublicKey(publicKey))
        }

        /// Wraps a file key so only the private key can unwrap it.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] {
            [Stanza(trusted: Self.stanzaType, [tag], try publicKey.encrypt(fileKey, padding: Self.padding))]
        }
    }
}

extension Age {
    /// An RSA key, from SSH or elsewhere, as identity.
    ///
    /// Source: as ``SSHRSARecipient``.
    public struct SSHRSAIdentity: Identity {
        /// The matching recipient (public key).
        public let recipient: SSHRSARecipient
        private let privateKey: RSAPrivateKey

        /// Creates an identity from a private key.
        ///
        /// - Parameter privateKey: A key of at least 2,048 bits; secret.
        /// - Throws: ``ContainerError`` `.unsupported` for a shorter key.
        public init(privateKey: RSAPrivateKey) throws {
            recipient = try SSHRSARecipient(publicKey: privateKey.publicKey)
            self.privateKey = privateKey
        }

        /// Unwraps the file key from the first stanza that matches this identity.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            for stanza in stanzas where stanza.type == SSHRSARecipient.stanzaType {
                try stanza.checkArgumentCount(1)
                _ = try stanza.bytes(ofArgument: 0, count: AgeSSHKeys.tagByteCount, "tag")
                guard stanza.arguments[0] == recipient.tag else { continue }
                do {
                    let fileKey = try privateKey.decrypt(stanza.body, padding: SSHRSARecipient.padding)
                    guard fileKey.count == AgeKeyBox.fileKeyByteCount else {
                        throw ContainerError(
                            .malformed, "a stanza of type ssh-rsa holds \(fileKey.count) bytes, not a file key of 16")
                    }
                    return SymmetricKey(fileKey)
                } catch let error as CryptoError
                    where error.code == .decryptionFailed || error.code == .invalidInputLength
                {
                    continue
                }
            }
            return nil
        }
    }
}
