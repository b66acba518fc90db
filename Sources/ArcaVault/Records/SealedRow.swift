package struct SealedRow: Sendable, Equatable {
    /// The table of a row; the raw values are part of the leaves.
    package enum Table: UInt8 { case item = 1, history = 2 }

    /// Length of the nonce and the tag at the start of a sealed blob.
    static let headByteCount = 40

    package struct Key: Sendable, Hashable {
        package var tag: LookupTag
        package var identifier: UInt128
        package var version: UInt64
        var epoch: UInt32

        /// The beginning of the leaf's message, before the heads of the two blobs.
        func leafHead(_ table: Table) -> [UInt8] {
            [UInt8](capacity: 45) { output in
                output.append(table.rawValue)
                output.append(bigEndian: tag.value)
                output.append(bigEndian: identifier)
                output.append(bigEndian: version)
                output.append(bigEndian: epoch)
            }
        }
    }

    package var key: Key
    var attributes: [UInt8]
    var secretHead: [UInt8]
    /// The secret's ciphertext; empty if it was not read.
    var secret: [UInt8]
}

/// The lookup key of an item: 16 bytes that only a holder of the vault key can derive from a name.
package struct LookupTag: Sendable, Hashable {
    let value: UInt128
    var bytes: [UInt8] { value.bigEndianBytes }

    /// The group that counts the item: the first byte.
    package var group: Int { Int(truncatingIfNeeded: value >> 120) }
}

extension OutputSpan where Element == UInt8 {
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}

extension UInt128 {
    init?(bigEndianBytes bytes: Span<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension Vault.Timestamp {
    package var bigEndianBytes: [UInt8] { UInt64(bitPattern: milliseconds).bigEndianBytes }
}

extension Sequence<UInt8> {
    /// The big-endian number formed by the bytes, which must not exceed its size.
    package func bigEndianNumber<Number: FixedWidthInteger & UnsignedInteger>() -> Number {
        reduce(0) { $0 << 8 | Number($1) }
    }

    /// The bytes preceded by their count as u32: `lp(x)` in the format.
    package var lengthPrefixed: [UInt8] {
        let bytes = Array(self)
        return UInt32(bytes.count).bigEndianBytes + bytes
    }
}
