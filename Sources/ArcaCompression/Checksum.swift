public import ArcaCore
internal import CArcaZlib

/// A checksum against accidents: CRC-32 or Adler-32, of bytes that come in pieces.
///
/// It finds damage, not tampering: anyone can make other bytes with the same checksum. A copy is a state of its own, so
/// that common beginnings are read once.
///
/// ```swift
/// var checksum = Checksum(.crc32)
/// checksum.update("123456789".utf8)
/// checksum.value  // 0xcbf43926
/// ```
///
/// Source: CRC-32 as in ISO 3309 and gzip (RFC 1952, section 8), Adler-32 as in zlib (RFC 1950, section 9).
public struct Checksum: Sendable, Hashable {
    /// Which checksum.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// Cyclic redundancy check of 32 bits, polynomial 0xedb88320 (reflected): gzip, PNG, ZIP.
        case crc32
        /// Two sums modulo 65521: zlib streams.
        case adler32
    }

    /// Which checksum it is.
    public let algorithm: Algorithm
    /// The checksum of all bytes so far.
    public private(set) var value: UInt32

    /// Starts a checksum of no bytes.
    ///
    /// - Parameter algorithm: Which checksum.
    public init(_ algorithm: Algorithm) {
        self.algorithm = algorithm
        value = algorithm == .adler32 ? 1 : 0
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes; how the input is cut into pieces does not matter.
    public mutating func update(_ bytes: borrowing some Bytes) {
        value = bytes.withBytes { span in
            span.withUnsafeBufferPointer { buffer in
                // A null pointer would ask zlib for the initial value.
                guard let start = buffer.baseAddress, !buffer.isEmpty else { return value }
                switch algorithm {
                case .crc32: return UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, buffer.count))
                case .adler32: return UInt32(truncatingIfNeeded: adler32_z(UInt(value), start, buffer.count))
                }
            }
        }
    }

    /// The checksum as four bytes, most significant first.
    public var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// Computes the CRC-32 of bytes in one go.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Returns: The checksum; 0 for no bytes.
    public static func crc32(_ bytes: borrowing some Bytes) -> UInt32 {
        var checksum = Checksum(.crc32)
        checksum.update(bytes)
        return checksum.value
    }

    /// Computes the Adler-32 of bytes in one go.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Returns: The checksum; 1 for no bytes.
    public static func adler32(_ bytes: borrowing some Bytes) -> UInt32 {
        var checksum = Checksum(.adler32)
        checksum.update(bytes)
        return checksum.value
    }
}
