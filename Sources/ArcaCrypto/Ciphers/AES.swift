internal import ArcaCore

/// The Advanced Encryption Standard, with keys of 16, 24 or 32 bytes.
///
/// Source: FIPS 197. ECB is in ``Insecure/AES``.
public enum AES {
    /// 16, 24 and 32 bytes.
    public static let keyByteCounts = [16, 24, 32]
    /// 16 bytes.
    public static var blockByteCount: Int { 16 }

    /// The cipher for a mode and key length; `keys` is the number of concatenated keys that the mode uses.
    static func cipher(_ mode: Cipher.Mode, keyByteCount: Int, keys: Int = 1) throws(CryptoError) -> Cipher {
        if let cipher = Cipher.find(.aes, mode, keyByteCount: keyByteCount) { return cipher }
        let right = keyByteCounts.map { "\($0 * keys)" }.joined(separator: " or ")
        throw CryptoError(
            .invalidKeyLength, "AES-\(mode.name) takes a key of \(right) bytes, not \(keyByteCount)")
    }
}

extension Insecure {
    /// AES in ECB mode, which is only safe for single blocks.
    public enum AES {}

    /// The Data Encryption Standard; its 56-bit key can be brute-forced within a day.
    ///
    /// The key has 8 bytes; the lowest bit of each is parity and is ignored.
    /// Source: FIPS 46-3, withdrawn in 2005.
    public enum DES {
        /// Electronic codebook: equal plaintext blocks give equal ciphertext blocks.
        public static let ecb = Cipher.known(.des, .ecb, keyByteCount: 8)
        /// Cipher block chaining.
        public static let cbc = Cipher.known(.des, .cbc, keyByteCount: 8)
        /// Cipher feedback.
        public static let cfb = Cipher.known(.des, .cfb, keyByteCount: 8)
        /// Output feedback.
        public static let ofb = Cipher.known(.des, .ofb, keyByteCount: 8)
    }

    /// Triple-DES (encrypt, decrypt, encrypt) with a 24-byte key.
    ///
    /// `Cipher(named: "des-ede-cbc")` has a 16-byte key, whose first half is used twice. With 8-byte blocks, collisions
    /// are expected after 2^32 blocks, 32 GiB under one key (Sweet32, 2016).
    /// Source: SP 800-67, disallowed for encryption since 2024.
    public enum TripleDES {
        /// Electronic codebook: equal plaintext blocks give equal ciphertext blocks.
        public static let ecb = Cipher.known(.des, .ecb, keyByteCount: 24)
        /// Cipher block chaining.
        public static let cbc = Cipher.known(.des, .cbc, keyByteCount: 24)
        /// Cipher feedback.
        public static let cfb = Cipher.known(.des, .cfb, keyByteCount: 24)
        /// Output feedback.
        public static let ofb = Cipher.known(.des, .ofb, keyByteCount: 24)
        package static let twoKeyCBC = Cipher.known(.des, .cbc, keyByteCount: 16)
    }
}
