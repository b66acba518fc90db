enum Base32Portable {
    /// Encodes with a table of two symbols per 10 bits.
    ///
    /// `count` is a multiple of 5, and `destination` has room for 8/5 of it.
    static func encode(_ source: Source, _ count: Int, to destination: Destination, pairs: UnsafePointer<UInt16>) {
        var input = 0
        var output = 0
        while input < count {
            // Loads eight bytes to use five, but not beyond the end.
            let word =
                input &+ 8 <= count
                ? load64(source, input).byteSwapped
                : UInt64(load32(source, input).byteSwapped) << 32 | UInt64(source[input &+ 4]) << 24
            let high =
                UInt64(pairs[Int(truncatingIfNeeded: word >> 54)])
                | UInt64(pairs[Int(truncatingIfNeeded: word >> 44) & 0x3ff]) << 16
            let low =
                UInt64(pairs[Int(truncatingIfNeeded: word >> 34) & 0x3ff])
                | UInt64(pairs[Int(truncatingIfNeeded: word >> 24) & 0x3ff]) << 16
            store64(destination, output, high | low << 32)
            input &+= 5
            output &+= 8
        }
    }

    /// Decodes up to the first group with an invalid byte, and returns the number of symbols decoded.
    ///
    /// `count` is a multiple of 8, `destination` has room for 5/8 of it, and `values` has 0xff for invalid bytes.
    static func decode(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>
    ) -> Int {
        var input = 0
        var output = 0
        while input < count {
            let a = values[Int(source[input])], b = values[Int(source[input &+ 1])]
            let c = values[Int(source[input &+ 2])], d = values[Int(source[input &+ 3])]
            let e = values[Int(source[input &+ 4])], f = values[Int(source[input &+ 5])]
            let g = values[Int(source[input &+ 6])], h = values[Int(source[input &+ 7])]
            if (a | b | c | d | e | f | g | h) & 0xe0 != 0 { return input }
            let high =
                UInt32(a) << 27 | UInt32(b) << 22 | UInt32(c) << 17 | UInt32(d) << 12
                | UInt32(e) << 7 | UInt32(f) << 2 | UInt32(g) >> 3
            store32(destination, output, high.byteSwapped)
            destination[output &+ 4] = g << 5 | h
            input &+= 8
            output &+= 5
        }
        return input
    }
}
