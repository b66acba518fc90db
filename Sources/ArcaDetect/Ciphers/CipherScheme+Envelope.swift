extension CipherScheme {
    /// The data around a ciphertext: the order of its fields, how they are joined, and how the whole is encoded.
    public struct Envelope: Sendable, Hashable {
        /// A field of the data.
        public struct Field: Sendable, Hashable {
            /// The content.
            public var content: Content
            /// The encodings of this field, outermost first; usually empty if the fields are joined as bytes.
            public var encodings: [Encoding]

            /// Creates a field.
            public init(_ content: Content, _ encodings: [Encoding] = []) {
                self.content = content
                self.encodings = encodings
            }
        }

        /// The content of a field.
        public enum Content: Sendable, Hashable {
            /// The ciphertext without its tag.
            case ciphertext
            /// The initialization vector or nonce, ``CipherScheme/ivByteCount`` bytes.
            case iv
            /// The salt of a derivation, with its length in bytes.
            case salt(Int)
            /// The tag of an authenticated cipher, 16 bytes.
            case tag
            /// The code of ``CipherScheme/mac``.
            case mac
            /// Fixed bytes, such as `Salted__`.
            case constant([UInt8])
            /// Seconds since 1970, 8 bytes, big-endian; decryption ignores it.
            case timestamp
        }

        /// The way in which fields become one string of bytes.
        public enum Form: Sendable, Hashable {
            /// One after the other. A field without fixed length is the rest: at most one, the ciphertext.
            case concatenated
            /// With a separator between them.
            case separated(by: String)
            /// A compact JSON object of strings, with a name for each field: `{"iv":"…","value":"…"}`.
            case json(names: [String])
        }

        /// An encoding of bytes as text.
        public enum Encoding: String, Sendable, Hashable, CaseIterable {
            /// Base64 with padding.
            case base64
            /// Base64URL with padding, as Python and Fernet write it.
            case base64URL
            /// Base64URL without padding.
            case unpaddedBase64URL
            /// Hexadecimal digits, `0` to `f`.
            case lowerHex
            /// Hexadecimal digits, `0` to `F`.
            case upperHex
        }

        /// The fields, in order; each content at most once.
        public var fields: [Field]
        /// The way in which they are joined.
        public var form: Form
        /// The encodings of the whole, outermost first; empty for bytes.
        public var encodings: [Encoding]

        /// Creates an envelope.
        public init(_ fields: [Field], form: Form = .concatenated, encodings: [Encoding] = []) {
            self.fields = fields
            self.form = form
            self.encodings = encodings
        }
    }
}
