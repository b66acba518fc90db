#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX512 {
    /// Encodes whole groups of Base64: a permutation arranges the bytes of each group, a multishift extracts the 6-bit
    /// fields, and a permutation looks up the symbols (Muła and Lemire, 2019, section 4).
    ///
    /// `destination` has a capacity of 4/3 of `count` bytes. `count` is a multiple of 3.
    @inline(never)
    public static func base64Encode(_ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source) {
        let table = load(symbols, 0)
        // Bytes 1, 0, 2, 1 of each group.
        let spread = quadwords(
            0x0405_0304_0102_0001, 0x0a0b_090a_0708_0607, 0x1011_0f10_0d0e_0c0d, 0x1617_1516_1314_1213,
            0x1c1d_1b1c_191a_1819, 0x2223_2122_1f20_1e1f, 0x2829_2728_2526_2425, 0x2e2f_2d2e_2b2c_2a2b)
        let shifts = _mm512_set1_epi64(0x3036_242a_1016_040a)
        @inline(__always) func encoded(_ block: Vector) -> Vector {
            _mm512_permutexvar_epi8(
                _mm512_multishift_epi64_epi8(shifts, _mm512_permutexvar_epi8(spread, block)), table)
        }
        var input = 0
        var output = 0
        // Loads 64 bytes for 48, so the last block must be followed by 16 bytes.
        while input &+ 208 <= count {
            let a = encoded(load(source, input)), b = encoded(load(source, input &+ 48))
            let c = encoded(load(source, input &+ 96)), d = encoded(load(source, input &+ 144))
            store(destination, output, a)
            store(destination, output &+ 64, b)
            store(destination, output &+ 128, c)
            store(destination, output &+ 192, d)
            input &+= 192
            output &+= 256
        }
        while input &+ 64 <= count {
            store(destination, output, encoded(load(source, input)))
            input &+= 48
            output &+= 64
        }
        while input < count {
            let rest = count &- input < 48 ? count &- input : 48
            store(destination, output, count: rest / 3 &* 4, encoded(load(source, input, count: rest)))
            input &+= 48
            output &+= 64
        }
    }

    /// Decodes whole groups of Base64: a permutation over ASCII looks up the values, two multiply-and-adds join the
    /// 6-bit fields, and a permutation closes the gaps.
    ///
    /// `destination` has a capacity of 3/4 of `count` bytes. `count` is a multiple of 4. `values` has the value of each
    /// byte, 0xff if invalid.
    ///
    /// - Returns: The number of symbols decoded: all, or at most 256 short of the first invalid byte.
    @inline(never)
    public static func base64Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source
    ) -> Int {
        let low = load(values, 0), high = load(values, 64)
        let joinPairs = doublewords(0x0140_0140), joinFours = doublewords(0x0001_1000)
        // Bytes 2, 1, 0 of each doubleword.
        let pack = quadwords(
            0x090a_0405_0600_0102, 0x1610_1112_0c0d_0e08, 0x1c1d_1e18_191a_1415, 0x292a_2425_2620_2122,
            0x3630_3132_2c2d_2e28, 0x3c3d_3e38_393a_3435, 0x0000_0000_0000_0000, 0x0000_0000_0000_0000)
        @inline(__always) func decoded(_ value: Vector) -> Vector {
            _mm512_permutexvar_epi8(pack, _mm512_madd_epi16(_mm512_maddubs_epi16(value, joinPairs), joinFours))
        }
        var input = 0
        var output = 0
        // Stores 64 bytes for 48, so the last block must be followed by 22 symbols.
        while input &+ 280 <= count {
            let a = load(source, input), b = load(source, input &+ 64)
            let c = load(source, input &+ 128), d = load(source, input &+ 192)
            let e = _mm512_permutex2var_epi8(low, a, high), f = _mm512_permutex2var_epi8(low, b, high)
            let g = _mm512_permutex2var_epi8(low, c, high), h = _mm512_permutex2var_epi8(low, d, high)
            // A top bit marks an invalid character in a value, and a non-ASCII character in a symbol.
            let left = _mm512_or_si512(_mm512_or_si512(a, e), _mm512_or_si512(b, f))
            let right = _mm512_or_si512(_mm512_or_si512(c, g), _mm512_or_si512(d, h))
            if _mm512_movepi8_mask(_mm512_or_si512(left, right)) != 0 { return input }
            store(destination, output, decoded(e))
            store(destination, output &+ 48, decoded(f))
            store(destination, output &+ 96, decoded(g))
            store(destination, output &+ 144, decoded(h))
            input &+= 256
            output &+= 192
        }
        while input < count {
            let rest = count &- input < 64 ? count &- input : 64
            let block = load(source, input, count: rest)
            let value = _mm512_permutex2var_epi8(low, block, high)
            if _mm512_movepi8_mask(_mm512_or_si512(block, value)) & mask(rest) != 0 { return input }
            store(destination, output, count: rest / 4 &* 3, decoded(value))
            input &+= rest
            output &+= 48
        }
        return input
    }
}
#endif
