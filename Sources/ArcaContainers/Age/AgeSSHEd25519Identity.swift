internal import ArcaCodecs
public import ArcaCrypto

extension Age {
    /// An Ed25519 key of SSH as identity.
    ///
    /// Source: as ``SSHEd25519Recipient``.
    public struct SSHEd25519Identity: Identity {
        /// Who encrypts to this identity.
        public let recipient: SSHEd25519Recipient
        private let agreementKey: Curve25519.KeyAgreement.PrivateKey

        /// Makes an identity of a private key.
        ///
        /// - Parameter privateKey: A key as `ssh-keygen -t ed25519` makes it.
        /// - Throws: ``CryptoError`` with code `.backendFailure`.
        public init(privateKey: Curve25519.Signing.PrivateKey) throws {
            recipient = try SSHEd25519Recipient(publicKey: privateKey.publicKey)
            agreementKey = try privateKey.keyAgreementKey
        }

        /// Unwraps the file key from the first stanza that this identity opens.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            for stanza in stanzas where stanza.type == SSHEd25519Recipient.stanzaType {
                try stanza.checkArgumentCount(2)
                _ = try stanza.bytes(ofArgument: 0, count: AgeSSHKeys.tagByteCount, "tag")
                let bytes = try stanza.bytes(ofArgument: 1, count: 32, "share")
                guard stanza.arguments[0] == recipient.tag else { continue }
                let fileKey = try AgeKeyBox.open(stanza) {
                    let share = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
                    do {
                        return try recipient.wrapKey(agreementKey, with: share, share: share)
                    } catch let error as CryptoError where error.code == .invalidKey {
                        throw ContainerError(
                            .malformed, "the share of a stanza of type ssh-ed25519 is a point of small order")
                    }
                }
                if let fileKey { return fileKey }
            }
            return nil
        }
    }
}
