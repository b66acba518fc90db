internal import ArcaCodecs
public import ArcaCrypto

extension Age {
    /// An RSA key, of SSH or any other origin, as identity.
    ///
    /// Source: as ``SSHRSARecipient``.
    public struct SSHRSAIdentity: Identity {
        /// Who encrypts to this identity.
        public let recipient: SSHRSARecipient
        private let privateKey: RSAPrivateKey

        /// Makes an identity of a private key.
        ///
        /// - Parameter privateKey: A key of 2,048 bits or more.
        /// - Throws: ``ContainerError`` with code `.unsupported` for a shorter key.
        public init(privateKey: RSAPrivateKey) throws {
            recipient = try SSHRSARecipient(publicKey: privateKey.publicKey)
            self.privateKey = privateKey
        }

        /// Unwraps the file key from the first stanza that this identity opens.
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
