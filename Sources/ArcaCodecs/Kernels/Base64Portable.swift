enum Base64Portable {
    /// Encodes with a table of two symbols per 12 bits.
    ///
    /// `count` is a multiple of 3, and `destination` has room for 4/3 of it.
    static func encode(_ source: Source, _ count: Int, to destination: Destination, pairs: UnsafePointer<UInt16>) {
        var input = 0
        var output = 0
        // Loads eight bytes to use six, so the second loop handles the last ones.
        while input &+ 8 <= count {
            let word = load64(source, input).byteSwapped
            store16(destination, output, pairs[Int(truncatingIfNeeded: word >> 52)])
            store16(destination, output &+ 2, pairs[Int(truncatingIfNeeded: word >> 40) & 0xfff])
            store16(destination, output &+ 4, pairs[Int(truncatingIfNeeded: word >> 28) & 0xfff])
            store16(destination, output &+ 6, pairs[Int(truncatingIfNeeded: word >> 16) & 0xfff])
            input &+= 6
            output &+= 8
        }
        while input < count {
            let high = Int(source[input]) << 4 | Int(source[input &+ 1] >> 4)
            let low = Int(source[input &+ 1] & 15) << 8 | Int(source[input &+ 2])
            store16(destination, output, pairs[high])
            store16(destination, output &+ 2, pairs[low])
            input &+= 3
            output &+= 4
        }
    }

    /// Decodes up to the first group with an invalid byte, and returns the number of symbols decoded.
    ///
    /// `count` is a multiple of 4, `destination` has room for 3/4 of it, and `values` has 0xff for invalid bytes.
    static func decode(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>
    ) -> Int {
        var input = 0
        var output = 0
        // Stores eight bytes to write six, so two more must fit.
        while input &+ 12 <= count {
            let word = load64(source, input)
            @inline(__always) func value(_ index: UInt64) -> UInt64 {
                UInt64(values[Int(truncatingIfNeeded: word >> (8 &* index) & 0xff)])
            }
            let a = value(0), b = value(1), c = value(2), d = value(3)
            let e = value(4), f = value(5), g = value(6), h = value(7)
            if (a | b | c | d | e | f | g | h) & 0x80 != 0 { break }
            let high = a << 58 | b << 52 | c << 46 | d << 40
            store64(destination, output, (high | e << 34 | f << 28 | g << 22 | h << 16).byteSwapped)
            input &+= 8
            output &+= 6
        }
        while input < count {
            let first = values[Int(source[input])], second = values[Int(source[input &+ 1])]
            let third = values[Int(source[input &+ 2])], fourth = values[Int(source[input &+ 3])]
            if (first | second | third | fourth) & 0xc0 != 0 { return input }
            destination[output] = first << 2 | second >> 4
            destination[output &+ 1] = second << 4 | third >> 2
            destination[output &+ 2] = third << 6 | fourth
            input &+= 4
            output &+= 3
        }
        return input
    }
}
