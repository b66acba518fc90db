enum Base16Portable {
    /// Encodes with a table of the two digits of each byte; `destination` has room for twice `count`.
    static func encode(_ source: Source, _ count: Int, to destination: Destination, pairs: UnsafePointer<UInt16>) {
        var index = 0
        while index < count {
            store16(destination, 2 &* index, pairs[Int(source[index])])
            index &+= 1
        }
    }

    /// Decodes up to the first pair with an invalid byte, and returns the number of digits decoded.
    ///
    /// `count` is even, `destination` has room for half of it, and `values` has 0xff for invalid bytes.
    static func decode(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>
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
