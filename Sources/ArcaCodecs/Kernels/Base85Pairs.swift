/// Portable Base85 decoding by pairs of symbols, twice as fast as by single symbols for inputs that justify the tables.
enum Base85Pairs {
    /// The minimum number of symbols; for fewer, the cache misses of the tables cost more than they save.
    static let leastCount = 1024

    /// Decodes whole groups, in blocks of about 4000 symbols, as long as a block is entirely valid.
    ///
    /// Returns the number of symbols decoded, at most 4000 short of the first group that is invalid or in `stop`.
    /// `count` is a multiple of 5, and `destination` has room for 4/5 of it.
    static func decode(
        _ source: Source, _ count: Int, to destination: Destination, alphabet: Base85Alphabet,
        stopsAt stop: (UInt32, UInt32)?
    ) -> Int {
        if let stop {
            return decode(source, count, to: destination, alphabet: alphabet) { (group: UInt64) in
                // Zero minus one sets the upper half.
                ((group ^ UInt64(stop.0)) &- 1) | ((group ^ UInt64(stop.1)) &- 1)
            }
        }
        return decode(source, count, to: destination, alphabet: alphabet) { (_: UInt64) in 0 }
    }

    @inline(__always)
    private static func decode(
        _ source: Source, _ count: Int, to destination: Destination, alphabet: Base85Alphabet,
        isStop: (UInt64) -> UInt64
    ) -> Int {
        let values = alphabet.values, pairs = pairValues(of: alphabet)
        @inline(__always) func pair(_ offset: Int) -> UInt64 {
            UInt64(truncatingIfNeeded: pairs[Int(truncatingIfNeeded: load16(source, offset))])
        }
        var input = 0
        var output = 0
        while input < count {
            let start = input
            let end = count &- input < 4000 ? count : input &+ 4000
            var wrong: UInt64 = 0
            while input < end {
                // The value 255 of an invalid byte takes the group above 32 bits; invalid pairs are negative.
                let top = UInt64(values[Int(source[input])])
                let middle = pair(input &+ 1), low = pair(input &+ 3)
                let group = top &* 52_200_625 &+ middle &* 7225 &+ low
                wrong |= group | middle | low | isStop(group)
                store32(destination, output, UInt32(truncatingIfNeeded: group).byteSwapped)
                input &+= 5
                output &+= 4
            }
            if wrong >> 32 != 0 { return start }
        }
        return input
    }

    private static func pairValues(of alphabet: Base85Alphabet) -> UnsafePointer<Int16> {
        switch alphabet.values {
        case Base85Alphabet.rfc1924.values: rfc1924
        case Base85Alphabet.z85.values: z85
        default: ascii85
        }
    }

    // The combined values of two symbols, negative if invalid; 128 KiB each, of which text uses 16.
    nonisolated(unsafe) private static let rfc1924 = make(.rfc1924)
    nonisolated(unsafe) private static let z85 = make(.z85)
    nonisolated(unsafe) private static let ascii85 = make(.ascii85)

    private static func make(_ alphabet: Base85Alphabet) -> UnsafePointer<Int16> {
        let table = UnsafeMutablePointer<Int16>.allocate(capacity: 1 << 16)
        table.initialize(repeating: -1, count: 1 << 16)
        for first in 0..<85 {
            for second in 0..<85 {
                table[Int(alphabet.symbols[second]) << 8 | Int(alphabet.symbols[first])] = Int16(first * 85 + second)
            }
        }
        return UnsafePointer(table)
    }
}
