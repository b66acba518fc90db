#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

// For the alphabet of RFC 4648, section 6.
extension SSE2 {
    /// Encodes blocks of 20 bytes; returns the number of bytes encoded.
    static func base32Encode(_ source: Source, _ count: Int, _ destination: Destination) -> Int {
        let twenty = quadwords(0xfffff), ten = doublewords(0x3ff), five = words(0x1f)
        let a = bytes(0x41), lastLetter = bytes(25), toDigits = bytes(0x41 + 26 - 0x32)
        @inline(__always) func group(_ offset: Int) -> Int64 {
            Int64(bitPattern: load64(source, offset).byteSwapped >> 24)
        }
        @inline(__always) func encoded(_ offset: Int) -> Vector {
            let groups = _mm_set_epi64x(group(offset &+ 5), group(offset))
            // Splits the fields three times: 40 bits, 20, 10, 5, the first field lowest.
            let halves = _mm_or_si128(_mm_srli_epi64(groups, 20), _mm_slli_epi64(_mm_and_si128(groups, twenty), 32))
            let quarters = _mm_or_si128(_mm_srli_epi32(halves, 10), _mm_slli_epi32(_mm_and_si128(halves, ten), 16))
            let value = _mm_or_si128(_mm_srli_epi16(quarters, 5), _mm_slli_epi16(_mm_and_si128(quarters, five), 8))
            return _mm_sub_epi8(_mm_add_epi8(value, a), ifGreater(value, lastLetter, toDigits))
        }
        var input = 0
        var output = 0
        // Loads eight bytes to use five, so three more must follow the last group.
        while input &+ 23 <= count {
            store(destination, output, encoded(input))
            store(destination, output &+ 16, encoded(input &+ 10))
            input &+= 20
            output &+= 32
        }
        return input
    }

    /// Decodes blocks of 16 symbols; returns the number decoded, at most 4096 short of the first invalid byte.
    static func base32Decode(_ source: Source, _ count: Int, _ destination: Destination) -> Int {
        let a = bytes(0x41), two = bytes(0x32), lastLetter = bytes(25), lastDigit = bytes(5), toValue = bytes(26)
        let lowByte = words(0xff), join = doublewords(0x0001_0400)
        var valid = bytes(0xff)
        var input = 0
        var output = 0
        // Stores eight bytes to write five, so three more must fit after the last group.
        while input &+ 24 <= count {
            let start = input
            let end = count &- input < 4104 ? count : input &+ 4104
            while input &+ 24 <= end {
                let symbols = load(source, input)
                let letter = _mm_sub_epi8(symbols, a), digit = _mm_sub_epi8(symbols, two)
                let isLetter = isAtMost(letter, lastLetter), isDigit = isAtMost(digit, lastDigit)
                valid = _mm_and_si128(valid, _mm_or_si128(isLetter, isDigit))
                let value = _mm_or_si128(
                    _mm_and_si128(isLetter, letter), _mm_and_si128(isDigit, _mm_add_epi8(digit, toValue)))
                let tens = _mm_or_si128(_mm_slli_epi16(_mm_and_si128(value, lowByte), 5), _mm_srli_epi16(value, 8))
                let twenties = _mm_madd_epi16(tens, join)
                let forties = _mm_or_si128(
                    _mm_slli_epi64(twenties, 44), _mm_slli_epi64(_mm_srli_epi64(twenties, 32), 24))
                store64(destination, output, UInt64(bitPattern: forties[0]).byteSwapped)
                store64(destination, output &+ 5, UInt64(bitPattern: forties[1]).byteSwapped)
                input &+= 16
                output &+= 10
            }
            if _mm_movemask_epi8(valid) != 0xffff { return start }
        }
        return input
    }
}
#endif
