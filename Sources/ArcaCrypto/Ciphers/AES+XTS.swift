public import ArcaCore

extension AES {
    /// XTS: encryption of disk sectors, which have no space for an initialization vector and a tag.
    ///
    /// XTS does not authenticate: a modified block decrypts to a random one without an error, and old blocks can be
    /// replayed.
    ///
    /// Source: IEEE 1619-2007, SP 800-38E.
    public enum XTS {
        /// Encrypts a data unit.
        ///
        /// - Parameters:
        ///   - dataUnit: 16 bytes to 16 MiB, usually a sector; need not be a multiple of the block size.
        ///   - key: The secret key, 32 or 64 bytes: a data key followed by a tweak key. They must differ.
        ///   - tweak: 16 bytes that identify the data unit's position, not secret.
        /// - Returns: The ciphertext, as long as the data unit.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidInputLength`, or
        ///   `.invalidParameter` if both halves of the key are equal.
        @inlinable
        public static func encrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, tweak: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).encrypt(dataUnit, using: key, iv: tweak) }

        /// Decrypts a data unit with the key and tweak used for encryption.
        ///
        /// - Returns: The plaintext; a wrong key or tweak gives wrong plaintext, not an error.
        /// - Throws: The errors of ``encrypt(_:using:tweak:)``.
        @inlinable
        public static func decrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, tweak: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).decrypt(dataUnit, using: key, iv: tweak) }

        /// Encrypts a data unit by its sector number.
        ///
        /// - Parameters:
        ///   - dataUnit: 16 bytes to 16 MiB.
        ///   - key: The secret key, 32 or 64 bytes.
        ///   - sectorNumber: The sector number, encoded as 16 little-endian bytes (IEEE 1619-2007, section 5.1).
        /// - Returns: The ciphertext, as long as the data unit.
        /// - Throws: The errors of ``encrypt(_:using:tweak:)``.
        @inlinable
        public static func encrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, sectorNumber: UInt64
        ) throws(CryptoError) -> [UInt8] { try encrypt(dataUnit, using: key, tweak: tweak(sectorNumber)) }

        /// Decrypts a data unit with the key and sector number used for encryption.
        ///
        /// - Returns: The plaintext; a wrong key or sector number gives wrong plaintext, not an error.
        /// - Throws: The errors of ``encrypt(_:using:tweak:)``.
        @inlinable
        public static func decrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, sectorNumber: UInt64
        ) throws(CryptoError) -> [UInt8] { try decrypt(dataUnit, using: key, tweak: tweak(sectorNumber)) }

        @usableFromInline
        static func tweak(_ sectorNumber: UInt64) -> [UInt8] {
            (0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: sectorNumber >> ($0 * 8)) : 0 }
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
            try AES.cipher(.xts, keyByteCount: key.byteCount, keys: 2)
        }
    }
}
