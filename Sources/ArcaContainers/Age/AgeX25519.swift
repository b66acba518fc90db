internal import ArcaCodecs
public import ArcaCore
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
        /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for a plugin recipient.
        public init(_ text: String) throws(ContainerError) {
            let key = try AgeKeyText.bytes(of: text, prefix: Self.prefix, what: "recipient")
            do {
                publicKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key)
            } catch {
                throw ContainerError(.malformed, "invalid recipient age1…: expected 32 bytes, found \(key.count)")
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

extension Age {
    /// An identity of age's own kind, as `age-keygen` makes it: `AGE-SECRET-KEY-1…`.
    ///
    /// Source: age-encryption.org/v1, "The X25519 recipient type".
    public struct X25519Identity: Identity {
        static let prefix = "AGE-SECRET-KEY-"

        /// The key that it stands for, secret.
        public let privateKey: Curve25519.KeyAgreement.PrivateKey
        /// Who encrypts to this identity.
        public let recipient: X25519Recipient

        /// Makes a new identity.
        ///
        /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness.
        public init() throws { try self.init(privateKey: Curve25519.KeyAgreement.PrivateKey()) }

        /// Makes an identity of a private key.
        ///
        /// - Parameter privateKey: Any key of X25519.
        /// - Throws: ``CryptoError`` with code `.backendFailure`.
        public init(privateKey: Curve25519.KeyAgreement.PrivateKey) throws {
            self.privateKey = privateKey
            recipient = X25519Recipient(publicKey: try privateKey.publicKey)
        }

        /// Reads an identity.
        ///
        /// - Parameter text: `AGE-SECRET-KEY-1…` in upper case, secret; wiping it is the caller's business. No copy is left of it.
        /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for a plugin identity. It never quotes the text.
        public init(_ text: borrowing some Bytes) throws {
            let key = try text.withBytes { text throws(ContainerError) in
                try AgeKeyText.secret(of: text, prefix: Self.prefix, what: "identity")
            }
            guard key.count == 32 else {
                throw ContainerError(
                    .malformed, "invalid identity AGE-SECRET-KEY-1…: expected 32 bytes, found \(key.count)")
            }
            try self.init(privateKey: Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key))
        }

        /// The identity as text, secret: `AGE-SECRET-KEY-1…`.
        public var text: SecretBytes { AgeKeyText.text(of: privateKey.rawRepresentation, prefix: Self.prefix) }

        /// Unwraps the file key from the first stanza that this identity opens.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            // All of them first: what is behind the one that fits may be malformed no more than what is before it.
            let own = try stanzas.filter { $0.type == X25519Recipient.stanzaType }.map {
                try $0.checkArgumentCount(1)
                try AgeKeyBox.checkLength($0)
                return (stanza: $0, share: try $0.bytes(ofArgument: 0, count: 32, "share"))
            }
            for (stanza, share) in own {
                let fileKey = try AgeKeyBox.open(stanza) {
                    try X25519Recipient.wrapKey(
                        secret(with: share), share, recipient.publicKey.rawRepresentation)
                }
                if let fileKey { return fileKey }
            }
            return nil
        }

        private func secret(with share: [UInt8]) throws -> SharedSecret {
            do {
                return try privateKey.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: share))
            } catch {
                // A share of small order gives a secret that everybody knows.
                guard error.code == .invalidKey else { throw error }
                throw ContainerError(.malformed, "stanza X25519: the share has small order")
            }
        }
    }
}
