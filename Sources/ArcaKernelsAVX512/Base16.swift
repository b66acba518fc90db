#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX512 {
    /// Encodes Base16: a permutation doubles each group of four bytes, a multishift extracts the digits, and a
    /// permutation looks them up.
    ///
    /// `destination` has a capacity of 2 · `count` bytes.
    @inline(never)
    public static func base16Encode(_ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source) {
        // The field of a digit includes four bits of its neighbor; the lookup uses two of them.
        let table = _mm512_broadcast_i32x4(UnsafeRawPointer(symbols).loadUnaligned(as: SIMD2<Int64>.self))
        let spread = quadwords(
            0x0302_0100_0302_0100, 0x0706_0504_0706_0504, 0x0b0a_0908_0b0a_0908, 0x0f0e_0d0c_0f0e_0d0c,
            0x1312_1110_1312_1110, 0x1716_1514_1716_1514, 0x1b1a_1918_1b1a_1918, 0x1f1e_1d1c_1f1e_1d1c)
        let shifts = _mm512_set1_epi64(0x181c_1014_080c_0004)
        @inline(__always) func encoded(_ block: Vector) -> Vector {
            _mm512_permutexvar_epi8(
                _mm512_multishift_epi64_epi8(shifts, _mm512_permutexvar_epi8(spread, block)), table)
        }
        var input = 0
        // Loads 64 bytes for 32.
        while input &+ 96 <= count {
            let a = encoded(load(source, input)), b = encoded(load(source, input &+ 32))
            store(destination, 2 &* input, a)
            store(destination, 2 &* input &+ 64, b)
            input &+= 64
        }
        while input < count {
            let rest = count &- input < 32 ? count &- input : 32
            store(destination, 2 &* input, count: 2 &* rest, encoded(load(source, input, count: rest)))
            input &+= 32
        }
    }

    /// Decodes Base16: a permutation over ASCII looks up the values, and a multiply-and-add joins two digits.
    ///
    /// `destination` has a capacity of `count` / 2 bytes. `count` is even. `values` has the value of each byte, 0xff if
    /// invalid.
    ///
    /// - Returns: The number of digits decoded: all, or at most 256 short of the first invalid byte.
    @inline(never)
    public static func base16Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source
    ) -> Int {
        let low = load(values, 0), high = load(values, 64), join = words(0x0110)
        @inline(__always) func put(_ offset: Int, _ value: Vector) {
            let bytes = _mm512_cvtepi16_epi8(_mm512_maddubs_epi16(value, join))
            UnsafeMutableRawPointer(destination).storeBytes(of: bytes, toByteOffset: offset, as: SIMD4<Int64>.self)
        }
        var input = 0
        while input &+ 256 <= count {
            let a = load(source, input), b = load(source, input &+ 64)
            let c = load(source, input &+ 128), d = load(source, input &+ 192)
            let e = _mm512_permutex2var_epi8(low, a, high), f = _mm512_permutex2var_epi8(low, b, high)
            let g = _mm512_permutex2var_epi8(low, c, high), h = _mm512_permutex2var_epi8(low, d, high)
            let left = _mm512_or_si512(_mm512_or_si512(a, e), _mm512_or_si512(b, f))
            let right = _mm512_or_si512(_mm512_or_si512(c, g), _mm512_or_si512(d, h))
            if _mm512_movepi8_mask(_mm512_or_si512(left, right)) != 0 { return input }
            put(input / 2, e)
            put(input / 2 &+ 32, f)
            put(input / 2 &+ 64, g)
            put(input / 2 &+ 96, h)
            input &+= 256
        }
        while input < count {
            let rest = count &- input < 64 ? count &- input : 64
            let block = load(source, input, count: rest)
            let value = _mm512_permutex2var_epi8(low, block, high)
            if _mm512_movepi8_mask(_mm512_or_si512(block, value)) & mask(rest) != 0 { return input }
            let bytes = _mm512_castsi256_si512(_mm512_cvtepi16_epi8(_mm512_maddubs_epi16(value, join)))
            store(destination, input / 2, count: rest / 2, bytes)
            input &+= rest
        }
        return input
    }
}
#endif
