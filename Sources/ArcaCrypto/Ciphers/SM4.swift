public import ArcaCore

/// SM4, the block cipher of Chinese standards, with keys of 16 bytes and the security of AES-128.
///
/// Banking and government applications in China require it. ``SM4/GCM`` is the choice for new data; the other modes do
/// not authenticate.
///
/// ```swift
/// let key = try SymmetricKey(bitCount: 128)
/// let box = try SM4.GCM.seal("attack at dawn".utf8, using: key)
/// let old = try SM4.CBC.decrypt(ciphertext, using: key, iv: iv)
/// ```
///
/// Source: GB/T 32907-2016, GM/T 0002; modes GB/T 17964. ECB is in ``Insecure/SM4``.
public enum SM4 {
    /// 16 bytes.
    public static let keyByteCount = 16
    /// 16 bytes.
    public static let blockByteCount = 16

    /// Galois/Counter Mode: authenticated encryption; reads the whole message at once.
    ///
    /// Source: RFC 8998, section 2.1.
    public enum GCM: AuthenticatedCipher {
        /// SM4-GCM as a runtime value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.sm4, .gcm, keyByteCount: 16))
    }

    /// Counter with CBC-MAC: authenticated encryption for protocols that require it.
    ///
    /// A nonce of n bytes limits the message to less than 2^(8·(15 − n)) bytes.
    ///
    /// Source: RFC 8998, section 2.2.
    public enum CCM: AuthenticatedCipher {
        /// SM4-CCM as a runtime value.
        public static let cipher = AEADCipher(trusted: Cipher.known(.sm4, .ccm, keyByteCount: 16))
    }

    /// Cipher block chaining, with padding by default.
    public enum CBC: UnauthenticatedCipher {
        /// SM4-CBC as a runtime value.
        public static let cipher = Cipher.known(.sm4, .cbc, keyByteCount: 16)
    }

    /// Cipher feedback of whole blocks.
    public enum CFB: UnauthenticatedCipher {
        /// SM4-CFB as a runtime value.
        public static let cipher = Cipher.known(.sm4, .cfb, keyByteCount: 16)
    }

    /// Output feedback.
    public enum OFB: UnauthenticatedCipher {
        /// SM4-OFB as a runtime value.
        public static let cipher = Cipher.known(.sm4, .ofb, keyByteCount: 16)
    }

    /// Counter mode; the initial counter block is incremented as one big-endian number.
    public enum CTR: UnauthenticatedCipher {
        /// SM4-CTR as a runtime value.
        public static let cipher = Cipher.known(.sm4, .ctr, keyByteCount: 16)
    }
}

extension Insecure {
    /// SM4 in ECB mode, which is only safe for single blocks.
    public enum SM4 {
        /// Electronic codebook: equal plaintext blocks give equal ciphertext blocks.
        public enum ECB: UnauthenticatedCipher {
            /// SM4-ECB as a runtime value.
            public static let cipher = Cipher.known(.sm4, .ecb, keyByteCount: 16)
        }
    }
}

/// A cipher without a tag, selected at compile time: ``SM4/CBC``.
///
/// It does not authenticate: an attacker who modifies the ciphertext modifies the plaintext, and one who can observe
/// padding errors can decrypt it. Use it only for formats that require it, with a MAC over the ciphertext.
public protocol UnauthenticatedCipher: Sendable {
    /// The cipher.
    static var cipher: Cipher { get }
}

extension UnauthenticatedCipher {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of any length; a multiple of the block size for ECB and CBC without padding.
    ///   - key: The secret key.
    ///   - iv: The initialization vector, one block, not secret: random for CBC and CFB, unique for this key for OFB
    ///     and CTR; none for ECB.
    ///   - padding: For ECB and CBC; PKCS#7 by default.
    /// - Returns: The ciphertext.
    /// - Throws: The errors of `Cipher.encrypt(_:using:iv:padding:)`.
    @inlinable
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> [UInt8] { try cipher.encrypt(message, using: key, iv: iv, padding: padding) }

    /// Decrypts a ciphertext with the key, IV and padding used for encryption.
    ///
    /// - Returns: The plaintext. A wrong key or IV gives wrong plaintext; only padding errors are detected.
    /// - Throws: The errors of `Cipher.decrypt(_:using:iv:padding:)`.
    @inlinable
    public static func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Cipher.Padding? = nil
    ) throws(CryptoError) -> [UInt8] { try cipher.decrypt(ciphertext, using: key, iv: iv, padding: padding) }
}
