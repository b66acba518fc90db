public import ArcaCore

extension AES {
    /// XTS: encryption of disk sectors, where there is no room for an initialization vector and a tag.
    ///
    /// Authenticates nothing: a changed block decrypts to a random one, unnoticed, and old blocks can be put back.
    ///
    /// Source: IEEE 1619-2007, SP 800-38E.
    public enum XTS {
        /// Encrypts a data unit.
        ///
        /// - Parameters:
        ///   - dataUnit: 16 bytes to 16 MiB, a sector as a rule; not only whole blocks.
        ///   - key: Secret, 32 or 64 bytes: one key for the data, one for the tweak, which must differ.
        ///   - tweak: 16 bytes that are the data unit's place, not secret.
        /// - Returns: The ciphertext, as long as the data unit.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, `.invalidInputLength`, or
        ///   `.invalidParameter` when the halves of the key are equal.
        @inlinable
        public static func encrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, tweak: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).encrypt(dataUnit, using: key, iv: tweak) }

        /// Decrypts a data unit.
        ///
        /// - Parameters:
        ///   - dataUnit: What was encrypted.
        ///   - key: The key it was encrypted with.
        ///   - tweak: The tweak it was encrypted with.
        /// - Returns: The plaintext; with a wrong key or tweak, wrong plaintext.
        /// - Throws: As ``encrypt(_:using:tweak:)``.
        @inlinable
        public static func decrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, tweak: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).decrypt(dataUnit, using: key, iv: tweak) }

        /// Encrypts the data unit of a number.
        ///
        /// - Parameters:
        ///   - dataUnit: 16 bytes to 16 MiB.
        ///   - key: Secret, 32 or 64 bytes.
        ///   - sectorNumber: The number, which is written as 16 bytes, the lowest first (IEEE 1619-2007, section 5.1).
        /// - Returns: The ciphertext, as long as the data unit.
        /// - Throws: As ``encrypt(_:using:tweak:)``.
        @inlinable
        public static func encrypt(
            _ dataUnit: borrowing some Bytes, using key: SymmetricKey, sectorNumber: UInt64
        ) throws(CryptoError) -> [UInt8] { try encrypt(dataUnit, using: key, tweak: tweak(sectorNumber)) }

        /// Decrypts the data unit of a number.
        ///
        /// - Parameters:
        ///   - dataUnit: What was encrypted.
        ///   - key: The key it was encrypted with.
        ///   - sectorNumber: The number it was encrypted with.
        /// - Returns: The plaintext; with a wrong key or number, wrong plaintext.
        /// - Throws: As ``encrypt(_:using:tweak:)``.
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
