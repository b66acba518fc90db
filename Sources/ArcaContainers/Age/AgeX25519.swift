internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension Age {
    /// A native age recipient, as printed by `age-keygen`: `age1…`.
    ///
    /// Source: age-encryption.org/v1, "The X25519 recipient type".
    public struct X25519Recipient: Recipient, Hashable, CustomStringConvertible {
        static let stanzaType = "X25519"
        static let prefix = "age"
        private static let info = Array("age-encryption.org/v1/X25519".utf8)

        /// The public key.
        public let publicKey: Curve25519.KeyAgreement.PublicKey

        /// Creates a recipient from a public key.
        ///
        /// - Parameter publicKey: An X25519 key. If it has small order, encrypting to it fails.
        public init(publicKey: Curve25519.KeyAgreement.PublicKey) { self.publicKey = publicKey }

        /// Parses a recipient.
        ///
        /// - Parameter text: `age1…` in lower case.
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

        /// Wraps a file key so only the matching identity can unwrap it.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] {
            let ephemeral = Curve25519.KeyAgreement.PrivateKey()
            let share = ephemeral.publicKey.rawRepresentation
            let secret = try ephemeral.sharedSecretFromKeyAgreement(with: publicKey)
            let body = try AgeKeyBox.seal(fileKey, using: Self.wrapKey(secret, share, publicKey.rawRepresentation))
            return [Stanza(trusted: Self.stanzaType, [Age.base64.encode(share)], body)]
        }

        static func wrapKey(_ secret: SharedSecret, _ share: [UInt8], _ recipient: [UInt8]) throws -> SymmetricKey {
            try secret.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: share + recipient, sharedInfo: info, outputByteCount: 32)
        }
    }
}

extension Age {
    /// A native age identity, as created by `age-keygen`: `AGE-SECRET-KEY-1…`.
    ///
    /// Source: age-encryption.org/v1, "The X25519 recipient type".
    public struct X25519Identity: Identity {
        static let prefix = "AGE-SECRET-KEY-"

        /// The private key; secret.
        public let privateKey: Curve25519.KeyAgreement.PrivateKey
        /// The matching recipient (public key).
        public let recipient: X25519Recipient

        /// Creates a new identity.
        ///
        /// - Throws: ``CryptoError`` `.backendFailure` if no random numbers are available.
        public init() throws {
            self.init(privateKey: try .init(rawRepresentation: SecretBytes(randomByteCount: 32)))
        }

        /// Creates an identity from a private key.
        ///
        /// - Parameter privateKey: An X25519 private key; secret.
        public init(privateKey: Curve25519.KeyAgreement.PrivateKey) {
            self.privateKey = privateKey
            recipient = X25519Recipient(publicKey: privateKey.publicKey)
        }

        /// Parses an identity.
        ///
        /// - Parameter text: `AGE-SECRET-KEY-1…` in upper case; secret. The caller wipes it; no copy is kept.
        /// - Throws: ``ContainerError``: `.malformed`, or `.unsupported` for a plugin identity. Errors never quote the
        ///   text.
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

        /// The identity as text, `AGE-SECRET-KEY-1…`; secret.
        public var text: SecretBytes { AgeKeyText.text(of: privateKey.rawRepresentation, prefix: Self.prefix) }

        /// Unwraps the file key from the first stanza that matches this identity.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            // Validates all stanzas first: one after the match must not be malformed either.
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
                // A share of small order leads to a secret that anyone can compute.
                guard error.code == .invalidKey else { throw error }
                throw ContainerError(.malformed, "stanza X25519: the share has small order")
            }
        }
    }
}

/// Encoded as `age1…`.
extension Age.X25519Recipient: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text) }
}
