public import ArcaCodecs
public import ArcaCrypto

extension Age {
    /// A recipient of age's own kind, as `age-keygen` prints it: `age1…`.
    ///
    /// Source: age-encryption.org/v1, "The X25519 recipient type".
    public struct X25519Recipient: Recipient, Hashable, CustomStringConvertible {
        /// The type of its stanzas.
        static let stanzaType = "X25519"
        static let prefix = "age"
        private static let info = Array("age-encryption.org/v1/X25519".utf8)

        /// The key that it stands for.
        public let publicKey: Curve25519.KeyAgreement.PublicKey

        /// Makes a recipient of a public key.
        ///
        /// - Parameter publicKey: Any key of X25519; one of small order is refused when something is encrypted to it.
        public init(publicKey: Curve25519.KeyAgreement.PublicKey) { self.publicKey = publicKey }

        /// Reads a recipient.
        ///
        /// - Parameter text: `age1…`, in lower case.
        /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for a post-quantum or plugin recipient.
        public init(_ text: String) throws(ContainerError) {
            let key = try AgeKeyText.bytes(of: text, prefix: Self.prefix, what: "recipient")
            do throws(CryptoError) {
                publicKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key)
            } catch {
                throw ContainerError(.malformed, "a recipient age1… holds 32 bytes, not \(key.count)")
            }
        }

        /// The recipient as text: `age1…`.
        public var description: String {
            // 32 bytes and a fixed prefix always fit.
            (try? Bech32.encode(publicKey.rawRepresentation, prefix: Self.prefix)) ?? ""
        }

        /// Wraps a file key under a secret that only the recipient's owner can make as well.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] {
            let ephemeral = try Curve25519.KeyAgreement.PrivateKey()
            let share = try ephemeral.publicKey.rawRepresentation
            let secret = try ephemeral.sharedSecretFromKeyAgreement(with: publicKey)
            let body = try AgeKeyBox.seal(fileKey, using: Self.wrapKey(secret, share, publicKey.rawRepresentation))
            return [Stanza(trusted: Self.stanzaType, [Age.base64.encode(share)], body)]
        }

        /// The key that the file key is wrapped under; both public keys are bound in.
        static func wrapKey(_ secret: SharedSecret, _ share: [UInt8], _ recipient: [UInt8]) throws -> SymmetricKey {
            try secret.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: share + recipient, sharedInfo: info, outputByteCount: 32)
        }
    }
}
