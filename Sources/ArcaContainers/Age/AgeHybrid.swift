internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension Age {
    /// A post-quantum recipient, as printed by `age-keygen -pq` of age 1.3: `age1pq1…`.
    ///
    /// A file is secure as long as ML-KEM-768 or X25519 is. All recipients of a file must be of this kind: another kind
    /// would weaken the whole file, so the combination is rejected.
    ///
    /// Source: c2sp.org/age, "The mlkem768x25519 recipient type".
    public struct HybridRecipient: Recipient, Hashable, CustomStringConvertible {
        static let stanzaType = "mlkem768x25519"
        static let prefix = "age1pq"
        static let ciphersuite = HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .chaChaPoly)
        static let info = Array("age-encryption.org/mlkem768x25519".utf8)
        static let labels: Set<String> = ["postquantum"]

        /// The public key.
        public let publicKey: XWingMLKEM768X25519.PublicKey

        /// Creates a recipient from a public key.
        ///
        /// - Parameter publicKey: The public key. If its X25519 half has small order, encrypting to it fails.
        public init(publicKey: XWingMLKEM768X25519.PublicKey) { self.publicKey = publicKey }

        /// Parses a recipient.
        ///
        /// - Parameter text: `age1pq1…` in lower case, 1,959 characters.
        /// - Throws: ``ContainerError`` `.malformed`, also for a key with a coefficient of 3329 or more.
        public init(_ text: String) throws(ContainerError) {
            let key = try AgeKeyText.bytes(of: text, prefix: Self.prefix, what: "recipient")
            do {
                publicKey = try XWingMLKEM768X25519.PublicKey(rawRepresentation: key)
            } catch {
                throw ContainerError(
                    .malformed,
                    error.code == .invalidKeyLength
                        ? "invalid recipient age1pq1…: expected \(XWingMLKEM768X25519.publicKeyByteCount) bytes, found \(key.count)"
                        : "invalid recipient age1pq1…: \(error.reason)")
            }
        }

        /// The recipient as text: `age1pq1…`.
        public var description: String {
            // A fixed prefix and no length limit: always fits.
            (try? Bech32.encode(publicKey.rawRepresentation, prefix: Self.prefix, maximumCount: nil)) ?? ""
        }

        /// The labels that all recipients of a file must share: `postquantum`.
        public var labels: Set<String> { Self.labels }

        /// Wraps a file key with HPKE.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] {
            var sender = try sender()
            let body = try sender.seal(fileKey)
            return [Stanza(trusted: Self.stanzaType, [Age.base64.encode(sender.encapsulatedKey)], body)]
        }

        private func sender() throws -> HPKE.Sender {
            do {
                return try HPKE.Sender(recipientKey: publicKey, ciphersuite: Self.ciphersuite, info: Self.info)
            } catch {
                guard error.code == .invalidKey else { throw error }
                throw ContainerError(
                    .invalidOption, "invalid recipient \(description.prefix(16))…: its X25519 half has small order")
            }
        }
    }
}

extension Age {
    /// A post-quantum identity, as created by `age-keygen -pq` of age 1.3: `AGE-SECRET-KEY-PQ-1…`.
    ///
    /// Source: c2sp.org/age, "The mlkem768x25519 recipient type".
    public struct HybridIdentity: Identity {
        static let prefix = "AGE-SECRET-KEY-PQ-"
        /// The prefix of the same identity for age before 1.3, which needs a plugin.
        static let pluginPrefix = "AGE-PLUGIN-PQ-"

        /// The private key; secret.
        public let privateKey: XWingMLKEM768X25519.PrivateKey
        /// The matching recipient (public key).
        public var recipient: HybridRecipient { HybridRecipient(publicKey: privateKey.publicKey) }

        /// Creates a new identity.
        ///
        /// - Throws: ``CryptoError`` `.backendFailure` if no random numbers are available.
        public init() throws { self.init(privateKey: try XWingMLKEM768X25519.PrivateKey()) }

        /// Creates an identity from a private key.
        public init(privateKey: XWingMLKEM768X25519.PrivateKey) { self.privateKey = privateKey }

        /// Parses an identity.
        ///
        /// - Parameter text: `AGE-SECRET-KEY-PQ-1…` or `AGE-PLUGIN-PQ-1…` in upper case; secret. The caller wipes it;
        ///   no copy is kept.
        /// - Throws: ``ContainerError`` `.malformed`. Errors never quote the text.
        public init(_ text: borrowing some Bytes) throws {
            let seed = try text.withBytes { text throws(ContainerError) in
                let isPlugin = text.count > 4 && text[4] & 0xdf == UInt8(ascii: "P")
                return try AgeKeyText.secret(
                    of: text, prefix: isPlugin ? Self.pluginPrefix : Self.prefix, what: "identity")
            }
            guard seed.count == XWingMLKEM768X25519.seedByteCount else {
                throw ContainerError(
                    .malformed, "invalid identity AGE-SECRET-KEY-PQ-1…: expected 32 bytes, found \(seed.count)")
            }
            self.init(privateKey: try XWingMLKEM768X25519.PrivateKey(seedRepresentation: seed))
        }

        /// Lines may be secret, so they are not copied.
        static func recognizes(_ line: Span<UInt8>) -> Bool {
            // Accepts lower case as well, for a precise error later.
            [prefix, pluginPrefix].contains { prefix in
                let text = Array((prefix + "1").utf8)
                return line.count >= text.count && text.indices.allSatisfy { line[$0] & 0xdf == text[$0] & 0xdf }
            }
        }

        /// The identity as text, `AGE-SECRET-KEY-PQ-1…`; secret.
        public var text: SecretBytes { AgeKeyText.text(of: privateKey.seedRepresentation, prefix: Self.prefix) }

        /// Unwraps the file key from the first stanza that matches this identity.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            // Validates all stanzas first, as for X25519, and body lengths before any decryption.
            let own = try stanzas.filter { $0.type == HybridRecipient.stanzaType }.map {
                try $0.checkArgumentCount(1)
                try AgeKeyBox.checkLength($0)
                let count = XWingMLKEM768X25519.ciphertextByteCount
                return (stanza: $0, share: try $0.bytes(ofArgument: 0, count: count, "encapsulated key"))
            }
            for (stanza, share) in own {
                var opener = try opener(share)
                if let fileKey = try AgeKeyBox.ifFitting({ output throws(CryptoError) in
                    try opener.open(stanza.body, into: &output)
                }) {
                    return fileKey
                }
            }
            return nil
        }

        private func opener(_ share: [UInt8]) throws -> HPKE.Recipient {
            do {
                return try HPKE.Recipient(
                    privateKey: privateKey, ciphersuite: HybridRecipient.ciphersuite, info: HybridRecipient.info,
                    encapsulatedKey: share)
            } catch {
                guard error.code == .invalidKey else { throw error }
                throw ContainerError(
                    .malformed,
                    "stanza \(HybridRecipient.stanzaType): the X25519 half of the encapsulated key has small order")
            }
        }
    }
}

/// Encoded as `age1pq1…`.
extension Age.HybridRecipient: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text) }
}
