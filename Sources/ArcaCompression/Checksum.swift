public import ArcaCore
internal import CArcaZlib

/// A non-cryptographic checksum, CRC-32, Adler-32 or that of `cksum`, computed incrementally.
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
/// Source: CRC-32 as in ISO 3309 and gzip (RFC 1952, section 8), Adler-32 as in zlib (RFC 1950, section 9), `cksum` as
/// in POSIX.1-2017.
public struct Checksum: Sendable, Hashable {
    /// The checksum algorithm.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// The 32-bit cyclic redundancy check with polynomial 0xedb88320 (reflected), as in gzip, PNG and ZIP.
        case crc32
        /// Two sums modulo 65521, as in zlib streams.
        case adler32
        /// The same polynomial not reflected, over the bytes and their number, as the command `cksum` prints it.
        case cksum
    }

    /// The checksum algorithm.
    public let algorithm: Algorithm
    /// The state as zlib keeps it; for `cksum` that of the bytes with their bits reversed.
    private var state: UInt32
    private var byteCount: UInt64 = 0

    /// Starts a checksum.
    public init(_ algorithm: Algorithm) {
        self.algorithm = algorithm
        state =
            switch algorithm {
            case .crc32: 0
            case .adler32: 1
            case .cksum: .max
            }
    }

    /// The checksum of all bytes so far.
    public var value: UInt32 {
        guard algorithm == .cksum else { return state }
        let count = (0..<8).map { UInt8(truncatingIfNeeded: byteCount >> (8 * $0)) }
        let significant = count.prefix((count.lastIndex { $0 != 0 } ?? -1) + 1)
        return Self.update(state, .cksum, significant.map(Self.reversed)).reversedBits
    }

    /// Adds bytes to the checksum.
    ///
    /// - Parameter bytes: The next bytes. The result does not depend on how the input is split.
    public mutating func update(_ bytes: borrowing some Bytes) {
        bytes.withBytes { span in
            byteCount &+= UInt64(span.count)
            guard algorithm == .cksum else {
                state = span.withUnsafeBufferPointer { Self.update(state, algorithm, $0) }
                return
            }
            for start in stride(from: 0, to: span.count, by: Self.pieceByteCount) {
                let piece = span.extracting(start..<min(start + Self.pieceByteCount, span.count))
                let reversed = [UInt8](unsafeUninitializedCapacity: piece.count) { buffer, count in
                    for index in 0..<piece.count { buffer[index] = Self.reversed(piece[index]) }
                    count = piece.count
                }
                state = Self.update(state, .cksum, reversed)
            }
        }
    }

    private static let pieceByteCount = 64 << 10

    private static func reversed(_ byte: UInt8) -> UInt8 { UInt8(truncatingIfNeeded: UInt32(byte).reversedBits >> 24) }

    private static func update(_ state: UInt32, _ algorithm: Algorithm, _ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { update(state, algorithm, $0) }
    }

    private static func update(
        _ state: UInt32, _ algorithm: Algorithm, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UInt32 {
        // zlib interprets a null pointer as a request for the initial value.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return state }
        let next =
            algorithm == .adler32
            ? adler32_z(UInt(state), start, bytes.count) : crc32_z(UInt(state), start, bytes.count)
        return UInt32(truncatingIfNeeded: next)
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

extension UInt32 {
    /// The same bits in reverse order.
    fileprivate var reversedBits: UInt32 {
        var value = byteSwapped
        value = value >> 4 & 0x0f0f_0f0f | (value & 0x0f0f_0f0f) << 4
        value = value >> 2 & 0x3333_3333 | (value & 0x3333_3333) << 2
        return value >> 1 & 0x5555_5555 | (value & 0x5555_5555) << 1
    }
}
