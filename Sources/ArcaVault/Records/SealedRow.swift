internal import ArcaCore

/// One row of `item` or `history`, as the file has it.
struct SealedRow: Sendable, Equatable {
    /// Which of the two tables a row stands in; the raw values go into the leaves.
    enum Table: UInt8 { case item = 1, history = 2 }

    /// Length of nonce and tag, which begin a sealed blob.
    static let headByteCount = 40

    /// What names a row, besides what is sealed.
    struct Key: Sendable, Hashable {
        /// The lookup tag.
        var tag: LookupTag
        /// The item's identifier.
        var identifier: UInt128
        /// The generation that wrote the row.
        var version: UInt64
        /// The epoch whose keys sealed it.
        var epoch: UInt32

        /// The head of the leaf: everything but the two heads of the blobs.
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

    var key: Key
    /// The attributes' blob: nonce, tag, ciphertext.
    var attributes: [UInt8]
    /// Nonce and tag of the secret.
    var secretHead: [UInt8]
    /// The secret's ciphertext; empty when it was not read.
    var secret: [UInt8]
}

/// What an item is found by in the file: 16 bytes that only a holder of the key can make of a name.
struct LookupTag: Sendable, Hashable {
    /// The bytes as a number, the highest first.
    let value: UInt128
    /// The column `tag`.
    var bytes: [UInt8] { value.bigEndianBytes }

    /// The group whose sum the item counts in: the first byte.
    var group: Int { Int(truncatingIfNeeded: value >> 120) }
}

extension OutputSpan where Element == UInt8 {
    /// Appends a number, the highest byte first.
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}

extension UInt128 {
    /// Reads 16 bytes, the highest first; nil for another length.
    init?(bigEndianBytes bytes: Span<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number as the vault writes all numbers: its bytes, the highest first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension Sequence<UInt8> {
    /// The number that these bytes are, the highest first; there must be no more than it has.
    func bigEndianNumber<Number: FixedWidthInteger & UnsignedInteger>() -> Number {
        reduce(0) { $0 << 8 | Number($1) }
    }

    /// The bytes with their number before them, as u32: `lp(x)` of the format.
    var lengthPrefixed: [UInt8] {
        let bytes = Array(self)
        return UInt32(bytes.count).bigEndianBytes + bytes
    }
}
