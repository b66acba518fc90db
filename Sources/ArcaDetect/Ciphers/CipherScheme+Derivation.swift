public import ArcaCrypto

extension CipherScheme {
    /// The derivation of a key or IV from a text: the text's form, then steps from bytes to bytes.
    public struct Derivation: Sendable, Hashable {
        /// The form of the text.
        public var text: TextForm
        /// The steps, in order; empty if the bytes of the text are used.
        public var steps: [Step]

        /// Creates a derivation.
        ///
        /// - Parameters:
        ///   - text: The form of the text.
        ///   - steps: The steps, in order.
        public init(_ text: TextForm, _ steps: [Step] = []) {
            self.text = text
            self.steps = steps
        }
    }

    /// The form in which a text is read as bytes.
    public enum TextForm: String, Sendable, Hashable, CaseIterable {
        /// The bytes of the text in UTF-8, or as they are.
        case utf8
        /// The text in UTF-16, little-endian: `Encoding.Unicode` of .NET.
        case utf16LittleEndian
        /// The text in UTF-16, big-endian.
        case utf16BigEndian
        /// Hexadecimal digits in either case.
        case hexadecimal
        /// Base64 or Base64URL, with or without padding; Laravel's prefix `base64:` is ignored.
        case base64
    }

    /// A step from bytes to bytes; all lengths are in bytes.
    public enum Step: Sendable, Hashable {
        /// The digest of the bytes.
        case hash(AnyHashFunction)
        /// The bytes as hexadecimal digits, `0` to `f`.
        case lowerHex
        /// The bytes as hexadecimal digits, `0` to `F`.
        case upperHex
        /// The bytes as Base64 with padding.
        case base64
        /// A part of the bytes: the first 16, the last 16, the middle of a hexadecimal MD5.
        case part(Range<Int>)
        /// Cut to a length, or filled up with zeros: PHP's `openssl_encrypt`.
        case resized(Int)
        /// Repeated and cut to a length.
        case repeated(Int)
        /// The XOR of the pieces of a length, the last filled up with zeros: MySQL's `AES_ENCRYPT`.
        case folded(Int)
        /// Output of Java's `SHA1PRNG` with the bytes as its seed, as from `KeyGenerator` (provider SUN).
        case sha1PRNG(Int)
        /// OpenSSL's `EVP_BytesToKey`; PBKDF1 with up to one digest of output.
        case bytesToKey(AnyHashFunction, iterations: Int, salt: Salt, byteCount: Int)
        /// PBKDF2 with HMAC.
        case pbkdf2(AnyHashFunction, iterations: Int, salt: Salt, byteCount: Int)
        /// scrypt; N is 2 to the power of `logN`.
        case scrypt(logN: Int, r: Int, p: Int, salt: Salt, byteCount: Int)
        /// HKDF with HMAC.
        case hkdf(AnyHashFunction, salt: Salt, info: [UInt8], byteCount: Int)
    }

    /// The source of a salt.
    public enum Salt: Sendable, Hashable {
        /// No salt.
        case none
        /// A field of the envelope; encryption draws it at random.
        case stored
        /// A text that both programs know.
        case given(TextForm)
        /// Always the same bytes.
        case constant([UInt8])
        /// The bytes of the key text, in its form.
        case keyText
    }
}
