/// Base16 on any processor: tables and 64-bit words.
enum Base16Portable {
    /// Encodes by a table of the two digits of a byte.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - count: Their number.
    ///   - destination: Room for twice `count`.
    ///   - pairs: The digits of each byte.
    static func encode(_ source: Source, _ count: Int, _ destination: Destination, _ pairs: UnsafePointer<UInt16>) {
        var index = 0
        while index < count {
            store16(destination, 2 &* index, pairs[Int(source[index])])
            index &+= 1
        }
    }

    /// Decodes up to the first pair with a byte that is not a digit.
    ///
    /// - Parameters:
    ///   - source: The digits.
    ///   - count: Their number, even.
    ///   - destination: Room for half of `count`.
    ///   - values: The value of each byte, 0xff for none.
    /// - Returns: Digits decoded.
    static func decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int {
        var index = 0
        while index < count {
            let high = values[Int(source[index])], low = values[Int(source[index &+ 1])]
            if (high | low) & 0xf0 != 0 { return index }
            destination[index / 2] = high << 4 | low
            index &+= 2
        }
        return index
    }
}
