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
