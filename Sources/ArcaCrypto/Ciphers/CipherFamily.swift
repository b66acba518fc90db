internal import ArcaCore

/// A block cipher with its key lengths: ``AES``, ``Insecure/DES``, ``Insecure/TripleDES``.
public protocol CipherFamily: Sendable {
    /// The family's name, such as `AES`.
    static var name: String { get }
    /// Lengths of key in bytes.
    static var keyByteCounts: [Int] { get }
    /// The block's length in bytes.
    static var blockByteCount: Int { get }
}

extension CipherFamily {
    /// The cipher of a mode and key length; `keys` is how many keys the mode takes in one.
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

/// The Advanced Encryption Standard, keys of 16, 24 or 32 bytes.
///
/// Source: FIPS 197. ECB is in ``Insecure/AES``.
public enum AES: CipherFamily {
    /// `AES`.
    public static var name: String { "AES" }
    /// 16, 24 and 32 bytes.
    public static let keyByteCounts = [16, 24, 32]
    /// 16 bytes.
    public static var blockByteCount: Int { 16 }

    /// Cipher block chaining; authenticates nothing.
    public typealias CBC = CipherBlockChaining<AES>
    /// Cipher feedback; authenticates nothing.
    public typealias CFB = CipherFeedback<AES>
    /// Output feedback; authenticates nothing.
    public typealias OFB = OutputFeedback<AES>
}

extension Insecure {
    /// AES without a mode that hides anything but single blocks.
    public enum AES {
        /// Electronic codebook: equal blocks of plaintext give equal blocks of ciphertext.
        public typealias ECB = ElectronicCodebook<ArcaCrypto.AES>
    }

    /// The Data Encryption Standard with its key of 56 bits, found by trying within a day.
    ///
    /// The key has 8 bytes, of which the lowest bit of each (parity) does not count.
    /// Source: FIPS 46-3, withdrawn in 2005.
    public enum DES: CipherFamily {
        /// `DES`.
        public static var name: String { "DES" }
        /// 8 bytes.
        public static let keyByteCounts = [8]
        /// 8 bytes.
        public static var blockByteCount: Int { 8 }

        /// Electronic codebook: equal blocks of plaintext give equal blocks of ciphertext.
        public typealias ECB = ElectronicCodebook<DES>
        /// Cipher block chaining.
        public typealias CBC = CipherBlockChaining<DES>
        /// Cipher feedback.
        public typealias CFB = CipherFeedback<DES>
        /// Output feedback.
        public typealias OFB = OutputFeedback<DES>
    }

    /// Triple-DES (encrypt, decrypt, encrypt) with a key of 24 bytes, or of 16, whose first half is then used again.
    ///
    /// Blocks of 8 bytes collide after 2^32 of them, 32 GiB under one key (Sweet32, 2016).
    /// Source: SP 800-67, disallowed for encryption since 2024.
    public enum TripleDES: CipherFamily {
        /// `DES-EDE3`.
        public static var name: String { "DES-EDE3" }
        /// 16 and 24 bytes.
        public static let keyByteCounts = [16, 24]
        /// 8 bytes.
        public static var blockByteCount: Int { 8 }

        /// Electronic codebook: equal blocks of plaintext give equal blocks of ciphertext.
        public typealias ECB = ElectronicCodebook<TripleDES>
        /// Cipher block chaining.
        public typealias CBC = CipherBlockChaining<TripleDES>
        /// Cipher feedback.
        public typealias CFB = CipherFeedback<TripleDES>
        /// Output feedback.
        public typealias OFB = OutputFeedback<TripleDES>
    }
}
