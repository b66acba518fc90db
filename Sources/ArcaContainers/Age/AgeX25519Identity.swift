public import ArcaCodecs
public import ArcaCrypto

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
        /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for a post-quantum or plugin identity. It never
        ///   quotes the text.
        public init(_ text: borrowing some Bytes) throws {
            let key = try text.withBytes { text throws(ContainerError) in
                try AgeKeyText.secret(of: text, prefix: Self.prefix, what: "identity")
            }
            guard key.count == 32 else {
                throw ContainerError(.malformed, "an identity AGE-SECRET-KEY-1… holds 32 bytes, not \(key.count)")
            }
            try self.init(privateKey: Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key))
        }

        /// The identity as text, secret: `AGE-SECRET-KEY-1…`.
        public var text: SecretBytes {
            privateKey.rawRepresentation.withBytes { key in
                SecretBytes(byteCount: Bech32.textByteCount(key.count, prefix: Self.prefix)) { output in
                    Bech32.encode(key, prefix: Self.prefix, into: &output)
                }
            }
        }

        /// Unwraps the file key from the first stanza that this identity opens.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            // All of them first: what is behind the one that fits may be malformed no more than what is before it.
            let own = try stanzas.filter { $0.type == X25519Recipient.stanzaType }.map {
                try $0.checkArgumentCount(1)
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
            do throws(CryptoError) {
                return try privateKey.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: share))
            } catch {
                // A share of small order gives a secret that everybody knows.
                guard error.code == .invalidKey else { throw error }
                throw ContainerError(.malformed, "the share of a stanza of type X25519 is a point of small order")
            }
        }
    }
}
