public import ArcaCrypto

/// A description of how a program encrypts: cipher, padding, the derivation of key and IV, and the form of the data.
///
/// A scheme contains everything but the secrets, so a program in any language can be written from it.
/// ``encrypt(_:with:)`` and ``decrypt(_:with:)`` carry it out. It describes existing programs, not good ones:
/// most schemes are weak.
///
/// ```swift
/// var scheme = CipherScheme(.aes128CBC, key: .init(.utf8, [.hash(.md5)]))
/// scheme.iv = .constant([UInt8](repeating: 0, count: 16))
/// scheme.envelope.encodings = [.base64]
/// let data = try scheme.encrypt("hello".utf8, with: .init(keyText: SecretBytes(copying: "secret".utf8)))
/// ```
public struct CipherScheme: Sendable, Hashable {
    /// The cipher with key length and mode: `AES-256-CBC`.
    ///
    /// `CFB` is the mode with segments of a whole block (CFB128, CFB64); `CFB8` has segments of one byte. `DES-EDE` is
    /// Triple-DES with two keys, of 16 bytes; `DES-EDE3` has keys of 24 bytes.
    public var cipher: Cipher
    /// The padding of ECB and CBC; usually none for other modes, but CryptoJS fills their last block too.
    public var padding: Cipher.Padding
    /// The derivation of the key from its text; the result has ``Cipher/keyByteCount`` bytes, or more if ``IV/derived``
    /// follows.
    public var key: Derivation
    /// The source of the initialization vector or nonce.
    public var iv: IV
    /// Length of the IV in bytes: that of the cipher, or another length of a nonce of GCM or CTR; 0 if it has none.
    public var ivByteCount: Int
    /// The counter block of CTR; nil for other modes.
    public var counter: Counter?
    /// The order and encoding of ciphertext, IV, salt and tag in the data.
    public var envelope: Envelope
    /// A MAC that a program adds to a cipher without a tag, or nil.
    public var mac: MAC?

    /// Creates a scheme with the cipher's usual IV, PKCS #7 padding where it applies, and nothing around the ciphertext
    /// but the tag of an authenticated cipher after it.
    ///
    /// The IV is stored in front of the ciphertext.
    ///
    /// - Parameters:
    ///   - cipher: The cipher.
    ///   - key: The derivation of the key from its text.
    public init(_ cipher: Cipher, key: Derivation) {
        self.cipher = cipher
        self.key = key
        padding = cipher.paddings[0]
        ivByteCount = cipher.ivByteCount
        iv = ivByteCount == 0 ? .none : .stored
        counter = cipher.isCounterMode ? Counter() : nil
        let parts: [Envelope.Content] =
            (ivByteCount == 0 ? [] : [.iv]) + [.ciphertext] + (cipher.isAuthenticated ? [.tag] : [])
        envelope = Envelope(parts.map { Envelope.Field($0) })
    }

    /// The source of the initialization vector or nonce; the result has ``CipherScheme/ivByteCount`` bytes.
    public enum IV: Sendable, Hashable {
        /// No IV: ECB and RC4.
        case none
        /// A field of the envelope; encryption draws it at random.
        case stored
        /// A text that both programs know, with its derivation.
        case given(Derivation)
        /// Always the same bytes: zeros, or digits as in sample code.
        case constant([UInt8])
        /// Derived from the text of the key, such as its first 16 characters or its MD5.
        case keyText(Derivation)
        /// Derived from the bytes of the key, whose text form is ignored.
        case key([Step])
        /// The bytes after the key in the output of the key's derivation, as with `EVP_BytesToKey`.
        case derived
    }

    /// The counter block of CTR: the nonce, then a big-endian counter that fills the block.
    ///
    /// If the nonce fills the block, it is the first counter.
    public struct Counter: Sendable, Hashable {
        /// Length of the part of the block that is counted up, in bits: 32, 64 or 128.
        ///
        /// It matters only if the lower part overflows.
        public var bitCount: Int
        /// First value of the counter, if the nonce is shorter than the block: usually 0 or 1; GCM's is 2.
        public var start: UInt32

        /// Creates a counter.
        public init(bitCount: Int = 128, start: UInt32 = 0) {
            self.bitCount = bitCount
            self.start = start
        }
    }

    /// A MAC by HMAC, as a field of the envelope or after it.
    public struct MAC: Sendable, Hashable {
        /// The bytes that are authenticated.
        public enum Message: String, Sendable, Hashable, CaseIterable {
            /// All fields in front of the MAC, as bytes: Fernet.
            case preceding
            /// The ciphertext: the example of PHP's manual.
            case ciphertext
            /// The IV and the ciphertext as bytes.
            case ivAndCiphertext
            /// The texts of IV and ciphertext in their encoding: Laravel.
            case encodedIVAndCiphertext
            /// The data in its encoding, without a field for the MAC, which follows as `--` and hexadecimal digits:
            /// `MessageEncryptor` of Rails with CBC.
            case signedText
        }

        /// The hash function.
        public var hash: AnyHashFunction
        /// The derivation of the MAC's key from the text of the cipher's key.
        public var key: Derivation
        /// The bytes that are authenticated.
        public var message: Message

        /// Creates a description of a MAC.
        public init(_ hash: AnyHashFunction, key: Derivation, message: Message) {
            self.hash = hash
            self.key = key
            self.message = message
        }
    }
}

extension Cipher {
    var isCounterMode: Bool { name.hasSuffix("-CTR") }
}
