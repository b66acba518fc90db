public import ArcaCore
internal import CArcaZlib

/// A non-cryptographic checksum, CRC-32 or Adler-32, computed incrementally.
///
/// It detects accidental damage, not tampering: anyone can construct other bytes with the same checksum. A copy has its
/// own state, so a common prefix is read only once.
///
/// ```swift
/// var checksum = Checksum(.crc32)
/// checksum.update("123456789".utf8)
/// checksum.value  // 0xcbf43926
/// ```
///
/// Source: CRC-32 as in ISO 3309 and gzip (RFC 1952, section 8), Adler-32 as in zlib (RFC 1950, section 9).
public struct Checksum: Sendable, Hashable {
    /// The checksum algorithm.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// The 32-bit cyclic redundancy check with polynomial 0xedb88320 (reflected), as in gzip, PNG and ZIP.
        case crc32
        /// Two sums modulo 65521, as in zlib streams.
        case adler32
    }

    /// The checksum algorithm.
    public let algorithm: Algorithm
    /// The checksum of all bytes so far.
    public private(set) var value: UInt32

    /// Starts a checksum.
    public init(_ algorithm: Algorithm) {
        self.algorithm = algorithm
        value = algorithm == .adler32 ? 1 : 0
    }

    /// Adds bytes to the checksum.
    ///
    /// - Parameter bytes: The next bytes. The result does not depend on how the input is split.
    public mutating func update(_ bytes: borrowing some Bytes) {
        value = bytes.withBytes { span in
            span.withUnsafeBufferPointer { buffer in
                // zlib interprets a null pointer as a request for the initial value.
                guard let start = buffer.baseAddress, !buffer.isEmpty else { return value }
                switch algorithm {
                case .crc32: return UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, buffer.count))
                case .adler32: return UInt32(truncatingIfNeeded: adler32_z(UInt(value), start, buffer.count))
                }
            }
        }
    }

    /// The checksum as four bytes, big endian.
    public var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// Computes the CRC-32 of bytes.
    ///
    /// - Returns: The checksum; 0 for an empty input.
    public static func crc32(_ bytes: borrowing some Bytes) -> UInt32 {
        var checksum = Checksum(.crc32)
        checksum.update(bytes)
        return checksum.value
    }

    /// Computes the Adler-32 of bytes.
    ///
    /// - Returns: The checksum; 1 for an empty input.
    public static func adler32(_ bytes: borrowing some Bytes) -> UInt32 {
        var checksum = Checksum(.adler32)
        checksum.update(bytes)
        return checksum.value
    }
}
