#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX512 {
    /// Encodes whole groups of Base32: a permutation puts each group in a quadword, big-endian, a multishift extracts
    /// the eight 5-bit fields, and a permutation looks up the symbols.
    ///
    /// `destination` has a capacity of 8/5 of `count` bytes. `count` is a multiple of 5.
    @inline(never)
    public static func base32Encode(_ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source) {
        // A field includes three bits of its neighbor; the lookup uses one of them, so the table has the symbols twice.
        let table = _mm512_broadcast_i64x4(UnsafeRawPointer(symbols).loadUnaligned(as: SIMD4<Int64>.self))
        let spread = quadwords(
            0x0000_0000_0102_0304, 0x0505_0505_0607_0809, 0x0a0a_0a0a_0b0c_0d0e, 0x0f0f_0f0f_1011_1213,
            0x1414_1414_1516_1718, 0x1919_1919_1a1b_1c1d, 0x1e1e_1e1e_1f20_2122, 0x2323_2323_2425_2627)
        let shifts = _mm512_set1_epi64(0x0005_0a0f_1419_1e23)
        @inline(__always) func encoded(_ block: Vector) -> Vector {
            _mm512_permutexvar_epi8(
                _mm512_multishift_epi64_epi8(shifts, _mm512_permutexvar_epi8(spread, block)), table)
        }
        var input = 0
        var output = 0
        // Loads 64 bytes for 40.
        while input &+ 104 <= count {
            let a = encoded(load(source, input)), b = encoded(load(source, input &+ 40))
            store(destination, output, a)
            store(destination, output &+ 64, b)
            input &+= 80
            output &+= 128
        }
        while input < count {
            let rest = count &- input < 40 ? count &- input : 40
            store(destination, output, count: rest / 5 &* 8, encoded(load(source, input, count: rest)))
            input &+= 40
            output &+= 64
        }
    }

    /// Decodes whole groups of Base32: a permutation over ASCII looks up the values, two multiply-and-adds and a shift
    /// join the eight 5-bit fields, and a permutation closes the gaps.
    ///
    /// `destination` has a capacity of 5/8 of `count` bytes. `count` is a multiple of 8. `values` has the value of each
    /// byte, 0xff if invalid.
    ///
    /// - Returns: The number of symbols decoded: all, or at most 128 short of the first invalid byte.
    @inline(never)
    public static func base32Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source
    ) -> Int {
        let low = load(values, 0), high = load(values, 64)
        let joinPairs = words(0x0120), joinFours = doublewords(0x0001_0400)
        // Bytes 4 to 0 of each quadword.
        let pack = quadwords(
            0x0a0b_0c00_0102_0304, 0x1c10_1112_1314_0809, 0x2122_2324_1819_1a1b, 0x3334_2829_2a2b_2c20,
            0x3839_3a3b_3c30_3132, 0x0000_0000_0000_0000, 0x0000_0000_0000_0000, 0x0000_0000_0000_0000)
        @inline(__always) func decoded(_ value: Vector) -> Vector {
            let fours = _mm512_madd_epi16(_mm512_maddubs_epi16(value, joinPairs), joinFours)
            // The first four fields are the lower doubleword; the others are shifted above them.
            let eights = _mm512_or_si512(_mm512_slli_epi64(fours, 20), _mm512_srli_epi64(fours, 32))
            return _mm512_permutexvar_epi8(pack, eights)
        }
        var input = 0
        var output = 0
        // Stores 64 bytes for 40, so the last block must be followed by 39 symbols.
        while input &+ 168 <= count {
            let a = load(source, input), b = load(source, input &+ 64)
            let c = _mm512_permutex2var_epi8(low, a, high), d = _mm512_permutex2var_epi8(low, b, high)
            let all = _mm512_or_si512(_mm512_or_si512(a, c), _mm512_or_si512(b, d))
            if _mm512_movepi8_mask(all) != 0 { return input }
            store(destination, output, decoded(c))
            store(destination, output &+ 40, decoded(d))
            input &+= 128
            output &+= 80
        }
        while input < count {
            let rest = count &- input < 64 ? count &- input : 64
            let block = load(source, input, count: rest)
            let value = _mm512_permutex2var_epi8(low, block, high)
            if _mm512_movepi8_mask(_mm512_or_si512(block, value)) & mask(rest) != 0 { return input }
            store(destination, output, count: rest / 8 &* 5, decoded(value))
            input &+= rest
            output &+= 40
        }
        return input
    }
}
#endif
