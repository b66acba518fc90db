internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

extension Age {
    /// The header of an age file: the file key, wrapped for each recipient, and a MAC.
    ///
    /// Source: age-encryption.org/v1, "Header".
    public struct Header: Sendable, Hashable {
        /// At least one stanza, in file order.
        public let stanzas: [Stanza]
        /// The length of the header in bytes; the payload's nonce follows it.
        public let byteCount: Int
        /// The header MAC, unverified.
        let code: [UInt8]
        /// The bytes covered by the MAC: the header up to and including `---`.
        let authenticated: [UInt8]

        static let versionLine = Array("age-encryption.org/v1".utf8)
        package static let versionPrefix = Array("age-encryption.org/".utf8)
        /// Maximum header size: 20,000 X25519 recipients or 1,346 hybrid ones.
        package static let largestByteCount = 2 << 20

        init(_ stanzas: [Stanza], fileKey: SymmetricKey) throws {
            var text = Self.versionLine + [.newline]
            for stanza in stanzas { stanza.append(to: &text) }
            text += "---".utf8
            guard text.count < Self.largestByteCount else {
                throw ContainerError(
                    .invalidOption,
                    "the header would be longer than \(Self.largestByteCount >> 20) MiB: too many recipients")
            }
            self.stanzas = stanzas
            authenticated = text
            code = HMAC<SHA256>.authenticationCode(for: text, using: try Self.codeKey(fileKey)).bytes
            byteCount = text.count + 1 + 43 + 1
        }

        init(stanzas: [Stanza], authenticated: [UInt8], code: [UInt8], byteCount: Int) {
            self.stanzas = stanzas
            self.authenticated = authenticated
            self.code = code
            self.byteCount = byteCount
        }

        var text: [UInt8] { authenticated + [.space] + Age.base64.encodeToBytes(code) + [.newline] }

        /// Throws unless the MAC matches the file key.
        func verify(_ fileKey: SymmetricKey) throws {
            let key = try Self.codeKey(fileKey)
            guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: authenticated, using: key) else {
                throw ContainerError(.tampered, "wrong header MAC: the header was changed")
            }
        }

        private static func codeKey(_ fileKey: SymmetricKey) throws(CryptoError) -> SymmetricKey {
            try HKDF<SHA256>.deriveKey(inputKeyMaterial: fileKey, info: "header".utf8, outputByteCount: 32)
        }
    }
}
