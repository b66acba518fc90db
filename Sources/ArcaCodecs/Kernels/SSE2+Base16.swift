#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

extension SSE2 {
    /// Encodes blocks of 16 bytes with digits of either case; returns the number of bytes encoded.
    static func base16Encode(_ source: Source, _ count: Int, to destination: Destination, symbols: Source) -> Int {
        let nibble = bytes(15), nine = bytes(9), zero = bytes(0x30)
        let letters = bytes(symbols[10] &- 0x30 &- 10)
        var input = 0
        while input &+ 16 <= count {
            let block = load(source, input)
            let high = _mm_and_si128(_mm_srli_epi16(block, 4), nibble), low = _mm_and_si128(block, nibble)
            let first = _mm_add_epi8(_mm_add_epi8(high, zero), ifGreater(high, nine, letters))
            let second = _mm_add_epi8(_mm_add_epi8(low, zero), ifGreater(low, nine, letters))
            store(destination, 2 &* input, _mm_unpacklo_epi8(first, second))
            store(destination, 2 &* input &+ 16, _mm_unpackhi_epi8(first, second))
            input &+= 16
        }
        return input
    }

    /// Decodes blocks of 32 digits; returns the number decoded, at most 4096 short of the first invalid byte.
    static func base16Decode(
        _ source: Source, _ count: Int, to destination: Destination, shape: RowTable.Shape
    ) -> Int {
        guard shape != .other else { return 0 }
        let fold = bytes(shape == .base16Both ? 0xdf : 0xff), a = bytes(shape == .base16Lower ? 0x61 : 0x41)
        let aboveNine = bytes(0xff - 0x39), six = bytes(6), f0 = bytes(0xf0), ten = bytes(10), lowByte = words(0xff)
        let fifteen = bytes(15)
        var worst = _mm_setzero_si128()
        // Saturating arithmetic maps digits to 0…9, letters to 10…15 and everything else above 15.
        @inline(__always) func values(_ digits: Vector) -> Vector {
            let digit = _mm_sub_epi8(_mm_subs_epu8(_mm_add_epi8(digits, aboveNine), six), f0)
            let letter = _mm_adds_epu8(_mm_sub_epi8(_mm_and_si128(digits, fold), a), ten)
            let value = _mm_min_epu8(digit, letter)
            worst = _mm_max_epu8(worst, value)
            return value
        }
        @inline(__always) func joined(_ value: Vector) -> Vector {
            _mm_and_si128(_mm_or_si128(_mm_slli_epi16(value, 4), _mm_srli_epi16(value, 8)), lowByte)
        }
        var input = 0
        while input &+ 32 <= count {
            let start = input
            let end = count &- input < 4096 ? count : input &+ 4096
            while input &+ 32 <= end {
                let first = joined(values(load(source, input))), second = joined(values(load(source, input &+ 16)))
                store(destination, input / 2, _mm_packus_epi16(first, second))
                input &+= 32
            }
            if _mm_movemask_epi8(isAtMost(worst, fifteen)) != 0xffff { return start }
        }
        return input
    }
}
#endif
