internal import ArcaCore

/// A block cipher and its key lengths: ``AES``, ``Insecure/DES``, ``Insecure/TripleDES``.
public protocol CipherFamily: Sendable {
    /// The family's name, such as `AES`.
    static var name: String { get }
    /// Supported key lengths in bytes.
    static var keyByteCounts: [Int] { get }
    /// The block size in bytes.
    static var blockByteCount: Int { get }
}

extension CipherFamily {
    /// The cipher for a mode and key length; `keys` is the number of concatenated keys that the mode uses.
    static func cipher(_ mode: Cipher.Mode, keyByteCount: Int, keys: Int = 1) throws(CryptoError) -> Cipher {
        if let cipher = Cipher.find(blockByteCount == 16 ? .aes : .des, mode, keyByteCount: keyByteCount),
            keyByteCounts.contains(keyByteCount / keys)
        {
            return cipher
        }
        let right = keyByteCounts.map { "\($0 * keys)" }.joined(separator: " or ")
        throw CryptoError(
            .invalidKeyLength,
            "\(name)-\(mode.name) takes a key of \(right) bytes, not \(keyByteCount)")
    }
}

/// The Advanced Encryption Standard, with keys of 16, 24 or 32 bytes.
///
/// Source: FIPS 197. ECB is in ``Insecure/AES``.
public enum AES: CipherFamily {
    /// `AES`.
    public static var name: String { "AES" }
    /// 16, 24 and 32 bytes.
    public static let keyByteCounts = [16, 24, 32]
    /// 16 bytes.
    public static var blockByteCount: Int { 16 }

    /// Cipher block chaining; unauthenticated.
    public typealias CBC = CipherBlockChaining<AES>
    /// Cipher feedback; unauthenticated.
    public typealias CFB = CipherFeedback<AES>
    /// Output feedback; unauthenticated.
    public typealias OFB = OutputFeedback<AES>
}

extension Insecure {
    /// AES in ECB mode, which is only safe for single blocks.
    public enum AES {
        /// Electronic codebook: equal plaintext blocks give equal ciphertext blocks.
        public typealias ECB = ElectronicCodebook<ArcaCrypto.AES>
    }

    /// The Data Encryption Standard; its 56-bit key can be brute-forced within a day.
    ///
    /// The key has 8 bytes; the lowest bit of each is parity and is ignored.
    /// Source: FIPS 46-3, withdrawn in 2005.
    public enum DES: CipherFamily {
        /// `DES`.
        public static var name: String { "DES" }
        /// 8 bytes.
        public static let keyByteCounts = [8]
        /// 8 bytes.
        public static var blockByteCount: Int { 8 }

        /// Electronic codebook: equal plaintext blocks give equal ciphertext blocks.
        public typealias ECB = ElectronicCodebook<DES>
        /// Cipher block chaining.
        public typealias CBC = CipherBlockChaining<DES>
        /// Cipher feedback.
        public typealias CFB = CipherFeedback<DES>
        /// Output feedback.
        public typealias OFB = OutputFeedback<DES>
    }

    /// Triple-DES (encrypt, decrypt, encrypt) with a 24-byte key, or a 16-byte key whose first half is used twice.
    ///
    /// With 8-byte blocks, collisions are expected after 2^32 blocks, 32 GiB under one key (Sweet32, 2016).
    /// Source: SP 800-67, disallowed for encryption since 2024.
    public enum TripleDES: CipherFamily {
        /// `DES-EDE3`.
        public static var name: String { "DES-EDE3" }
        /// 16 and 24 bytes.
        public static let keyByteCounts = [16, 24]
        /// 8 bytes.
        public static var blockByteCount: Int { 8 }

        /// Electronic codebook: equal plaintext blocks give equal ciphertext blocks.
        public typealias ECB = ElectronicCodebook<TripleDES>
        /// Cipher block chaining.
        public typealias CBC = CipherBlockChaining<TripleDES>
        /// Cipher feedback.
        public typealias CFB = CipherFeedback<TripleDES>
        /// Output feedback.
        public typealias OFB = OutputFeedback<TripleDES>
    }
}
