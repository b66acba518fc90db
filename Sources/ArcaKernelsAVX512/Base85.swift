#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX512 {
    /// Encodes blocks of sixteen groups of Base85.
    ///
    /// `destination` has a capacity of 5/4 of `count` bytes. 128 bytes of `symbols` are read. With `stops`, it stops at
    /// a block with the group `first` or `second`, big-endian numbers.
    ///
    /// - Returns: The number of bytes encoded: whole blocks of 64.
    @inline(never)
    public static func base85Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        let low = load(symbols, 0), high = load(symbols, 64)
        let swap = quadwords(
            0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x1415_1617_1011_1213, 0x1c1d_1e1f_1819_1a1b,
            0x2425_2627_2021_2223, 0x2c2d_2e2f_2829_2a2b, 0x3435_3637_3031_3233, 0x3c3d_3e3f_3839_3a3b)
        // The highest digit of each group, from the second operand, then the other four.
        let interleave = quadwords(
            0x0504_4403_0201_0040, 0x4c0b_0a09_0848_0706, 0x1211_1050_0f0e_0d0c, 0x1858_1716_1514_5413,
            0x1f1e_1d1c_5c1b_1a19, 0x2524_6423_2221_2060, 0x6c2b_2a29_2868_2726, 0x3231_3070_2f2e_2d2c)
        let interleaveRest = SIMD2<UInt64>(0x3878_3736_3534_7433, 0x3f3e_3d3c_7c3b_3a39)
        let last = unsafeBitCast(
            SIMD8<UInt64>(interleaveRest[0], interleaveRest[1], 0, 0, 0, 0, 0, 0), to: Vector.self)
        // Division by 7225 as multiplication by 2^44 / 7225, rounded up, which is exact for 32 bits.
        let inverse = _mm512_set1_epi64(2_434_904_643), base2 = doublewords(7225)
        @inline(__always) func divided(_ value: Vector) -> Vector {
            let even = _mm512_srli_epi64(_mm512_mul_epu32(value, inverse), 44)
            let odd = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(value, 32), inverse), 44)
            return _mm512_or_si512(even, _mm512_slli_epi64(odd, 32))
        }
        let stopFirst = doublewords(Int32(bitPattern: first)), stopSecond = doublewords(Int32(bitPattern: second))
        var input = 0
        var output = 0
        while input &+ 64 <= count {
            let value = _mm512_permutexvar_epi8(swap, load(source, input))
            if stops {
                let isFirst = _mm512_xor_si512(value, stopFirst), isSecond = _mm512_xor_si512(value, stopSecond)
                if _mm512_testn_epi32_mask(isFirst, isFirst) | _mm512_testn_epi32_mask(isSecond, isSecond) != 0 {
                    return input
                }
            }
            let upper = divided(value)
            let lower = _mm512_sub_epi32(value, _mm512_mullo_epi32(upper, base2))
            let top = divided(upper)
            let middle = _mm512_sub_epi32(upper, _mm512_madd_epi16(top, base2))
            // Two numbers below 7225 per doubleword, for which 49345 / 2^22 is 1/85.
            let pairs = _mm512_or_si512(middle, _mm512_slli_epi32(lower, 16))
            let tens = _mm512_srli_epi16(_mm512_mulhi_epu16(pairs, words(-16191)), 6)
            let ones = _mm512_sub_epi16(pairs, _mm512_mullo_epi16(tens, words(85)))
            let four = _mm512_or_si512(tens, _mm512_slli_epi16(ones, 8))
            let digits = _mm512_permutex2var_epi8(four, interleave, top)
            let rest = _mm512_permutex2var_epi8(four, last, top)
            store(destination, output, _mm512_permutex2var_epi8(low, digits, high))
            let text = _mm512_permutex2var_epi8(low, rest, high)
            UnsafeMutableRawPointer(destination).storeBytes(
                of: SIMD2<Int64>(text[0], text[1]), toByteOffset: output &+ 64, as: SIMD2<Int64>.self)
            input &+= 64
            output &+= 80
        }
        return input
    }

    /// Decodes blocks of sixteen groups of Base85.
    ///
    /// `destination` has a capacity of 4/5 of `count` bytes. `values` has the value of each byte, 0xff if invalid. With
    /// `stops`, it stops at a block with the group `first` or `second`, big-endian numbers.
    ///
    /// - Returns: The number of symbols decoded: whole blocks of 80, up to the first block with an invalid byte, a
    ///   group above 32 bits or a group to stop at.
    @inline(never)
    public static func base85Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        let low = load(values, 0), high = load(values, 64)
        // The last four symbols of each group, and the first one.
        let fourOf = quadwords(
            0x0908_0706_0403_0201, 0x1312_1110_0e0d_0c0b, 0x1d1c_1b1a_1817_1615, 0x2726_2524_2221_201f,
            0x3130_2f2e_2c2b_2a29, 0x3b3a_3938_3635_3433, 0x4544_4342_403f_3e3d, 0x4f4e_4d4c_4a49_4847)
        let firstOf = quadwords(
            0x0505_0505_0000_0000, 0x0f0f_0f0f_0a0a_0a0a, 0x1919_1919_1414_1414, 0x2323_2323_1e1e_1e1e,
            0x2d2d_2d2d_2828_2828, 0x3737_3737_3232_3232, 0x4141_4141_3c3c_3c3c, 0x4b4b_4b4b_4646_4646)
        let swap = quadwords(
            0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x1415_1617_1011_1213, 0x1c1d_1e1f_1819_1a1b,
            0x2425_2627_2021_2223, 0x2c2d_2e2f_2829_2a2b, 0x3435_3637_3031_3233, 0x3c3d_3e3f_3839_3a3b)
        let stopFirst = doublewords(Int32(bitPattern: first)), stopSecond = doublewords(Int32(bitPattern: second))
        let lowByte = doublewords(0xff)
        var input = 0
        var output = 0
        while input &+ 80 <= count {
            let a = load(source, input)
            let b = _mm512_castsi128_si512(
                UnsafeRawPointer(source).loadUnaligned(fromByteOffset: input &+ 64, as: SIMD2<Int64>.self))
            let four = _mm512_permutex2var_epi8(a, fourOf, b), one = _mm512_permutex2var_epi8(a, firstOf, b)
            let fourValues = _mm512_permutex2var_epi8(low, four, high)
            let oneValue = _mm512_permutex2var_epi8(low, one, high)
            let foreign = _mm512_or_si512(_mm512_or_si512(four, one), _mm512_or_si512(fourValues, oneValue))
            let top = _mm512_and_si512(oneValue, lowByte)
            // Multiplies by 85 and 1, then 7225 and 1, then 85^4.
            let lower = _mm512_madd_epi16(_mm512_maddubs_epi16(fourValues, words(0x0155)), doublewords(0x0001_1c39))
            let value = _mm512_add_epi32(lower, _mm512_mullo_epi32(top, doublewords(52_200_625)))
            // Too large if the sum wraps around or the first digit is above 82.
            let wrapped = _mm512_sub_epi32(value, _mm512_max_epu32(value, lower))
            let tooLarge = _mm512_or_si512(wrapped, _mm512_subs_epu8(top, doublewords(82)))
            if UInt64(_mm512_test_epi32_mask(tooLarge, tooLarge)) | _mm512_movepi8_mask(foreign) != 0 { return input }
            if stops {
                let isFirst = _mm512_xor_si512(value, stopFirst), isSecond = _mm512_xor_si512(value, stopSecond)
                if _mm512_testn_epi32_mask(isFirst, isFirst) | _mm512_testn_epi32_mask(isSecond, isSecond) != 0 {
                    return input
                }
            }
            store(destination, output, _mm512_permutexvar_epi8(swap, value))
            input &+= 80
            output &+= 64
        }
        return input
    }
}
#endif
