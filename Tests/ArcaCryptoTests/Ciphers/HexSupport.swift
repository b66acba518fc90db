import ArcaCrypto

extension Array where Element == UInt8 {
    /// Bytes from hexadecimal digits; spaces do not count.
    init(hex: String) {
        var bytes: [UInt8] = []
        var high: Int?
        for digit in hex where digit != " " {
            let value = digit.hexDigitValue ?? 0
            if let first = high {
                bytes.append(UInt8(first * 16 + value))
                high = nil
            } else {
                high = value
            }
        }
        self = bytes
    }

    /// The numbers from `first` up, `count` of them.
    init(from first: Int, _ count: Int) { self = (first..<first + count).map { UInt8(truncatingIfNeeded: $0) } }
}

extension SymmetricKey {
    /// A key from hexadecimal digits.
    init(hex: String) { self.init(copying: [UInt8](hex: hex)) }
}
