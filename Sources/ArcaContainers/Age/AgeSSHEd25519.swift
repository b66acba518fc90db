internal import ArcaCodecs
internal import ArcaCore
public import ArcaCrypto
internal import ArcaKeys

extension Age {
    /// An Ed25519 key of SSH as recipient; files name it by four bytes, so that who they are for can be told.
    ///
    /// Source: age(1), "SSH keys"; the form is that of filippo.io/age/agessh.
    public struct SSHEd25519Recipient: Recipient, Hashable {
        /// The type of its stanzas, and of the key in OpenSSH's files.
        static let stanzaType = "ssh-ed25519"
        private static let info = Array("age-encryption.org/v1/ssh-ed25519".utf8)

        /// The key that it stands for.
        public let publicKey: Curve25519.Signing.PublicKey
        /// The same point for key agreement.
        private let agreementKey: Curve25519.KeyAgreement.PublicKey
        /// Binds what is agreed on to the SSH key rather than to the bare point; not secret.
        private let tweak: Curve25519.KeyAgreement.PrivateKey
        /// Names the key in stanzas.
        let tag: String

        /// Makes a recipient of a public key.
        ///
        /// - Parameter publicKey: A key as `ssh-keygen -t ed25519` makes it.
        /// - Throws: ``ContainerError`` with code `.malformed` for bytes that are no point of the curve.
        public init(publicKey: Curve25519.Signing.PublicKey) throws {
            self.publicKey = publicKey
            do {
                agreementKey = try publicKey.keyAgreementKey
            } catch {
                throw ContainerError(.malformed, "the ssh-ed25519 key is no point of its curve")
            }
            tag = try AgeSSHKeys.tag(.ed25519(publicKey))
            let wire = try OpenSSHPublicKey.blob(.ed25519(publicKey))
            let factor = try HKDF<SHA256>.deriveKey(
                inputKeyMaterial: [UInt8](), salt: wire, info: Self.info, outputByteCount: 32)
            tweak = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: SecretBytes(copying: factor))
        }

        /// Wraps a file key under a secret that only the key's owner can make as well.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] {
            let ephemeral = try Curve25519.KeyAgreement.PrivateKey()
            let share = try ephemeral.publicKey
            let key = try wrapKey(ephemeral, with: agreementKey, share: share)
            return [
                Stanza(
                    trusted: Self.stanzaType, [tag, Age.base64.encode(share.rawRepresentation)],
                    try AgeKeyBox.seal(fileKey, using: key))
            ]
        }

        /// The key that the file key is wrapped under: from one party's private and the other's public key.
        func wrapKey(
            _ own: Curve25519.KeyAgreement.PrivateKey, with other: Curve25519.KeyAgreement.PublicKey,
            share: Curve25519.KeyAgreement.PublicKey
        ) throws -> SymmetricKey {
            // X25519(tweak, X25519(own, other)), the other way round: the order does not matter, and the secret one of
            // the two results comes last.
            let tweaked = try tweak.sharedSecretFromKeyAgreement(with: other).withBytes { bytes throws(CryptoError) in
                try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
            }
            return try own.sharedSecretFromKeyAgreement(with: tweaked).hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: share.rawRepresentation + agreementKey.rawRepresentation,
                sharedInfo: Self.info, outputByteCount: 32)
        }

        /// Whether both stand for the same key.
        public static func == (left: Self, right: Self) -> Bool { left.publicKey == right.publicKey }

        /// Hashes the key.
        public func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
    }
}

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
