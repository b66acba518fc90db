enum Base16Portable {
    /// Encodes with a table of the two digits of each byte.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - count: The number of bytes.
    ///   - destination: Room for twice `count`.
    ///   - pairs: The digits of each byte.
    static func encode(_ source: Source, _ count: Int, _ destination: Destination, _ pairs: UnsafePointer<UInt16>) {
        var index = 0
        while index < count {
            store16(destination, 2 &* index, pairs[Int(source[index])])
            index &+= 1
        }
    }

    /// Decodes up to the first pair with an invalid byte.
    ///
    /// - Parameters:
    ///   - source: The digits.
    ///   - count: The number of digits, even.
    ///   - destination: Room for half of `count`.
    ///   - values: The value of each byte, 0xff if invalid.
    /// - Returns: The number of digits decoded.
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
