enum Base85Portable {
    /// Encodes whole groups up to the first one in `stop`, and returns the number of bytes encoded.
    ///
    /// `count` is a multiple of 4, `destination` has room for 5/4 of it, and `stop` has two groups as big-endian
    /// numbers.
    @inline(__always)
    static func encode(
        _ source: Source, _ count: Int, to destination: Destination, alphabet: Base85Alphabet,
        stopsAt stop: (UInt32, UInt32)?
    ) -> Int {
        let pairs = alphabet.pairs
        let symbols = alphabet.symbols
        var input = 0
        var output = 0
        while input < count {
            let group = load32(source, input).byteSwapped
            if let stop, group == stop.0 || group == stop.1 { return input }
            let high = group / 7225
            let top = high / 7225
            store16(destination, output &+ 3, pairs[Int(truncatingIfNeeded: group &- high &* 7225)])
            store16(destination, output &+ 1, pairs[Int(truncatingIfNeeded: high &- top &* 7225)])
            destination[output] = symbols[Int(truncatingIfNeeded: top)]
            input &+= 4
            output &+= 5
        }
        return input
    }

    /// Decodes whole groups up to the first one that is invalid, exceeds 32 bits or is in `stop`; returns the symbols
    /// decoded.
    ///
    /// `count` is a multiple of 5, `destination` has room for 4/5 of it, and `values` has 0xff for invalid bytes.
    static func decode(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>,
        stopsAt stop: (UInt32, UInt32)?
    ) -> Int {
        var input = 0
        var output = 0
        while input < count {
            let a = values[Int(source[input])], b = values[Int(source[input &+ 1])]
            let c = values[Int(source[input &+ 2])], d = values[Int(source[input &+ 3])]
            let e = values[Int(source[input &+ 4])]
            let high = (UInt64(a) &* 85 &+ UInt64(b)) &* 7225 &+ UInt64(c) &* 85 &+ UInt64(d)
            let group = high &* 85 &+ UInt64(e)
            if (a | b | c | d | e) & 0x80 != 0 || group >> 32 != 0 { return input }
            let whole = UInt32(truncatingIfNeeded: group)
            if let stop, whole == stop.0 || whole == stop.1 { return input }
            store32(destination, output, whole.byteSwapped)
            input &+= 5
            output &+= 4
        }
        return input
    }
}
