#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

// With an alphabet whose first 62 symbols are those of RFC 4648. Half of each block goes through vector instructions
// and half through tables: so that vector and load ports are both busy, which is 1.3 times as fast as either alone.
extension SSE2 {
    /// Encodes blocks of 24 bytes.
    ///
    /// - Returns: Bytes encoded.
    static func base64Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source, _ pairs: UnsafePointer<UInt16>,
        _ distances: Source
    ) -> Int {
        // Distances from value to symbol: 65 for upper case; what changes at 26, 52, 62 and 63.
        let upper = bytes(65), toLower = bytes(6), toDigits = bytes(75)
        let to62 = bytes(symbols[62] &- 58), to63 = bytes(symbols[63] &- 59)
        let last = (upper: bytes(25), lower: bytes(51)), value62 = bytes(62), value63 = bytes(63)
        let low16 = quadwords(0xffff), middle32 = quadwords(0x0000_ffff_ffff_0000)
        let high16 = quadwords(0xffff_0000_0000_0000)
        let highFields = doublewords(0x0fc0_fc00), highShifts = doublewords(0x0400_0040)
        let lowFields = doublewords(0x003f_03f0), lowShifts = doublewords(load32(distances, 16))
        @inline(__always) func encoded(_ offset: Int) -> Vector {
            // Six bytes in each half, spread to the 16-bit words 0 1, 1 2, 3 4, 4 5.
            let block = _mm_set_epi64x(
                Int64(bitPattern: load64(source, offset &+ 6)), Int64(bitPattern: load64(source, offset)))
            let middle = _mm_and_si128(_mm_slli_epi64(block, 8), middle32)
            let high = _mm_and_si128(_mm_slli_epi64(block, 16), high16)
            let spread = _mm_or_si128(_mm_or_si128(_mm_and_si128(block, low16), middle), high)
            let big = _mm_or_si128(_mm_slli_epi16(spread, 8), _mm_srli_epi16(spread, 8))
            let value = _mm_or_si128(
                _mm_mulhi_epu16(_mm_and_si128(big, highFields), highShifts),
                _mm_mullo_epi16(_mm_and_si128(big, lowFields), lowShifts))
            let letter = _mm_add_epi8(_mm_add_epi8(value, upper), ifGreater(value, last.upper, toLower))
            let digit = _mm_sub_epi8(letter, ifGreater(value, last.lower, toDigits))
            return _mm_add_epi8(_mm_add_epi8(digit, ifEqual(value, value62, to62)), ifEqual(value, value63, to63))
        }
        @inline(__always) func looked(_ offset: Int) -> UInt64 {
            let word = load64(source, offset).byteSwapped
            let first = UInt64(pairs[Int(truncatingIfNeeded: word >> 52)])
            let second = UInt64(pairs[Int(truncatingIfNeeded: word >> 40) & 0xfff])
            let third = UInt64(pairs[Int(truncatingIfNeeded: word >> 28) & 0xfff])
            let fourth = UInt64(pairs[Int(truncatingIfNeeded: word >> 16) & 0xfff])
            return first | second << 16 | third << 32 | fourth << 48
        }
        var input = 0
        var output = 0
        // Eight bytes are read for six: two more must be there after the last.
        while input &+ 26 <= count {
            store(destination, output, encoded(input))
            let third = looked(input &+ 12), fourth = looked(input &+ 18)
            store64(destination, output &+ 16, third)
            store64(destination, output &+ 24, fourth)
            input &+= 24
            output &+= 32
        }
        return input
    }

    /// Decodes blocks of 32 symbols.
    ///
    /// - Returns: Symbols decoded, up to at most 4096 before the first byte that is no symbol.
    static func base64Decode(_ source: Source, _ count: Int, _ destination: Destination, _ values: Source) -> Int {
        // Below this many symbols the large table would not be worth its cache misses.
        guard count >= 1024 else { return 0 }
        let symbol62 = values[RowTable.lastTwo], symbol63 = values[RowTable.lastTwo + 1]
        let pairs = symbol62 == 0x2d ? Base64PairValues.url : Base64PairValues.standard
        guard symbol62 == 0x2b && symbol63 == 0x2f || symbol62 == 0x2d && symbol63 == 0x5f else { return 0 }
        let upper = bytes(65), lower = bytes(97), zero = bytes(48), lastLetter = bytes(25), lastDigit = bytes(9)
        let char62 = bytes(symbol62), char63 = bytes(symbol63)
        let from62 = bytes(62 &- symbol62), from63 = bytes(63 &- symbol63)
        let fromUpper = bytes(0 &- 65), fromLower = bytes(26 &- 97), fromDigit = bytes(52 &- 48)
        let six = words(0x3f), join = doublewords(0x0001_1000)
        let byte0 = doublewords(0xff), byte1 = doublewords(0xff00), low24 = quadwords(0xffffff)
        var valid = bytes(0xff)
        var foreign: UInt64 = 0
        @inline(__always) func decoded(_ symbols: Vector) -> Vector {
            let isUpper = isAtMost(_mm_sub_epi8(symbols, upper), lastLetter)
            let isLower = isAtMost(_mm_sub_epi8(symbols, lower), lastLetter)
            let isDigit = isAtMost(_mm_sub_epi8(symbols, zero), lastDigit)
            let is62 = _mm_cmpeq_epi8(symbols, char62), is63 = _mm_cmpeq_epi8(symbols, char63)
            let letters = _mm_or_si128(_mm_and_si128(isUpper, fromUpper), _mm_and_si128(isLower, fromLower))
            let others = _mm_or_si128(_mm_and_si128(is62, from62), _mm_and_si128(is63, from63))
            let distance = _mm_or_si128(_mm_or_si128(letters, others), _mm_and_si128(isDigit, fromDigit))
            let isSymbol = _mm_or_si128(_mm_or_si128(isUpper, isLower), _mm_or_si128(isDigit, _mm_or_si128(is62, is63)))
            valid = _mm_and_si128(valid, isSymbol)
            let value = _mm_add_epi8(symbols, distance)
            let twelve = _mm_or_si128(_mm_slli_epi16(_mm_and_si128(value, six), 6), _mm_srli_epi16(value, 8))
            let twentyFour = _mm_madd_epi16(twelve, join)
            // First byte lowest, then the two groups of each half side by side.
            let swapped = _mm_or_si128(
                _mm_or_si128(_mm_slli_epi32(_mm_and_si128(twentyFour, byte0), 16), _mm_and_si128(twentyFour, byte1)),
                _mm_srli_epi32(twentyFour, 16))
            return _mm_or_si128(_mm_and_si128(swapped, low24), _mm_slli_epi64(_mm_srli_epi64(swapped, 32), 24))
        }
        @inline(__always) func looked(_ offset: Int) -> UInt64 {
            let word = load64(source, offset)
            let first = UInt64(pairs[Int(truncatingIfNeeded: word & 0xffff)])
            let second = UInt64(pairs[Int(truncatingIfNeeded: word >> 16 & 0xffff)])
            let third = UInt64(pairs[Int(truncatingIfNeeded: word >> 32 & 0xffff)])
            let fourth = UInt64(pairs[Int(truncatingIfNeeded: word >> 48)])
            foreign |= first | second | (third | fourth)
            return (first << 52 | second << 40 | third << 28 | fourth << 16).byteSwapped
        }
        var input = 0
        var output = 0
        // Eight bytes are written for six: 2 more, 4 symbols' worth, must be there after the last.
        while input &+ 36 <= count {
            let start = input
            let end = count &- input < 4100 ? count : input &+ 4100
            while input &+ 36 <= end {
                let block = decoded(load(source, input))
                let third = looked(input &+ 16), fourth = looked(input &+ 24)
                store64(destination, output, UInt64(bitPattern: block[0]))
                store64(destination, output &+ 6, UInt64(bitPattern: block[1]))
                store64(destination, output &+ 12, third)
                store64(destination, output &+ 18, fourth)
                input &+= 32
                output &+= 24
            }
            if _mm_movemask_epi8(valid) != 0xffff || foreign >> 15 != 0 { return start }
        }
        return input
    }
}
#endif

/// The values of two symbols at once: 12 bits, or the top bit for a foreign one; 128 KiB, of which text touches 14.
private enum Base64PairValues {
    nonisolated(unsafe) static let standard = make(Base64Alphabet.standard)
    nonisolated(unsafe) static let url = make(Base64Alphabet.url)

    private static func make(_ alphabet: Base64Alphabet) -> UnsafePointer<UInt16> {
        let table = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << 16)
        table.initialize(repeating: 0x8000, count: 1 << 16)
        let symbols = alphabet.table.symbols
        for first in 0..<64 {
            for second in 0..<64 {
                table[Int(symbols[second]) << 8 | Int(symbols[first])] = UInt16(first << 6 | second)
            }
        }
        return UnsafePointer(table)
    }
}
