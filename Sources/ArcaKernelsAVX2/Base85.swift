#if arch(x86_64)
internal import _Builtin_intrinsics.intel

/// Six tables of sixteen bytes, chosen by bits 4 to 6 of an index.
private struct Rows {
    private let rows: (Vector, Vector, Vector, Vector, Vector, Vector)

    @inline(__always) init(_ table: Source) {
        rows = (
            loadTwice(table, 0), loadTwice(table, 16), loadTwice(table, 32), loadTwice(table, 48),
            loadTwice(table, 64), loadTwice(table, 80)
        )
    }

    /// Between two vectors, by a bit of the index that `shift` brings to the top of its byte.
    @inline(__always) private func choose(_ clear: Vector, _ set: Vector, _ bit: Vector) -> Vector {
        _mm256_blendv_epi8(clear, set, bit)
    }

    /// The bytes at indices 0 to 95.
    @inline(__always) func at(_ index: Vector) -> Vector {
        let bit4 = _mm256_slli_epi16(index, 3), bit5 = _mm256_slli_epi16(index, 2), bit6 = _mm256_slli_epi16(index, 1)
        let first = choose(_mm256_shuffle_epi8(rows.0, index), _mm256_shuffle_epi8(rows.1, index), bit4)
        let second = choose(_mm256_shuffle_epi8(rows.2, index), _mm256_shuffle_epi8(rows.3, index), bit4)
        let third = choose(_mm256_shuffle_epi8(rows.4, index), _mm256_shuffle_epi8(rows.5, index), bit4)
        return choose(choose(first, second, bit5), third, bit6)
    }

    /// The bytes of characters from 0x20 to 0x7f; 0xff below, anything beyond ASCII.
    @inline(__always) func atCharacters(_ character: Vector) -> Vector {
        let bit4 = _mm256_slli_epi16(character, 3), bit5 = _mm256_slli_epi16(character, 2)
        let bit6 = _mm256_slli_epi16(character, 1)
        let first = choose(_mm256_shuffle_epi8(rows.0, character), _mm256_shuffle_epi8(rows.1, character), bit4)
        let second = choose(_mm256_shuffle_epi8(rows.2, character), _mm256_shuffle_epi8(rows.3, character), bit4)
        let third = choose(_mm256_shuffle_epi8(rows.4, character), _mm256_shuffle_epi8(rows.5, character), bit4)
        return choose(choose(bytes(-1), first, bit5), choose(second, third, bit5), bit6)
    }
}

/// The bytes of each doubleword in reverse.
@inline(__always) private func swapped(_ value: Vector) -> Vector {
    _mm256_shuffle_epi8(value, lanes(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12))
}

extension AVX2 {
    /// Encodes blocks of sixteen groups of Base85.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - count: Their number.
    ///   - destination: Room for 5/4 of `count`.
    ///   - symbols: The 85 symbols; 96 bytes are read.
    ///   - stops: Whether a block with one of the two groups is left alone.
    ///   - first: A group to stop before, as a big-endian number.
    ///   - second: Another one.
    /// - Returns: Bytes encoded: whole blocks of 64.
    @inline(never)
    public static func base85Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        let table = Rows(symbols)
        // Division by 7225 is multiplication by 2^44 / 7225, rounded up, which is exact for 32 bits.
        let inverse = _mm256_set1_epi64x(2_434_904_643), base2 = doublewords(7225)
        let stopFirst = doublewords(Int32(bitPattern: first)), stopSecond = doublewords(Int32(bitPattern: second))
        @inline(__always) func divided(_ value: Vector) -> Vector {
            let even = _mm256_srli_epi64(_mm256_mul_epu32(value, inverse), 44)
            let odd = _mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(value, 32), inverse), 44)
            return _mm256_or_si256(even, _mm256_slli_epi64(odd, 32))
        }
        /// The highest digit of each group, and the four others as bytes.
        @inline(__always) func digits(_ value: Vector) -> (top: Vector, four: Vector) {
            let upper = divided(value)
            let lower = _mm256_sub_epi32(value, _mm256_mullo_epi32(upper, base2))
            let top = divided(upper)
            let middle = _mm256_sub_epi32(upper, _mm256_madd_epi16(top, base2))
            // Two numbers below 7225 in each doubleword; 49345 / 2^22 is 1/85 for them.
            let pairs = _mm256_or_si256(middle, _mm256_slli_epi32(lower, 16))
            let tens = _mm256_srli_epi16(_mm256_mulhi_epu16(pairs, words(-16191)), 6)
            let ones = _mm256_sub_epi16(pairs, _mm256_mullo_epi16(tens, words(85)))
            return (top, _mm256_or_si256(tens, _mm256_slli_epi16(ones, 8)))
        }
        @inline(__always) func put(_ offset: Int, _ four: Vector, _ top: Vector) {
            let spread = _mm256_shuffle_epi8(four, lanes(-1, 0, 1, 2, 3, -1, 4, 5, 6, 7, -1, 8, 9, 10, 11, -1))
            let text = _mm256_or_si256(spread, top)
            // The last group's four digits first, with what the second store then replaces.
            store(destination, offset &+ 4, lowLane(four))
            store(destination, offset, lowLane(text))
            store(destination, offset &+ 24, highLane(four))
            store(destination, offset &+ 20, highLane(text))
        }
        var input = 0
        var output = 0
        while input &+ 64 <= count {
            let a = swapped(load(source, input)), b = swapped(load(source, input &+ 32))
            if stops {
                let isFirst = _mm256_or_si256(_mm256_cmpeq_epi32(a, stopFirst), _mm256_cmpeq_epi32(b, stopFirst))
                let isSecond = _mm256_or_si256(_mm256_cmpeq_epi32(a, stopSecond), _mm256_cmpeq_epi32(b, stopSecond))
                guard isZero(_mm256_or_si256(isFirst, isSecond)) else { return input }
            }
            let c = digits(a), d = digits(b)
            let tops = table.at(_mm256_or_si256(c.top, _mm256_slli_epi32(d.top, 8)))
            put(
                output, table.at(c.four),
                _mm256_shuffle_epi8(tops, lanes(0, -1, -1, -1, -1, 4, -1, -1, -1, -1, 8, -1, -1, -1, -1, 12)))
            put(
                output &+ 40, table.at(d.four),
                _mm256_shuffle_epi8(tops, lanes(1, -1, -1, -1, -1, 5, -1, -1, -1, -1, 9, -1, -1, -1, -1, 13)))
            input &+= 64
            output &+= 80
        }
        return input
    }

    /// Decodes blocks of sixteen groups of Base85.
    ///
    /// - Parameters:
    ///   - source: The symbols.
    ///   - count: Their number.
    ///   - destination: Room for 4/5 of `count`.
    ///   - values: The value of each byte, 0xff for none.
    ///   - stops: Whether a block with one of the two groups is left alone.
    ///   - first: A group to stop before, as a big-endian number.
    ///   - second: Another one.
    /// - Returns: Symbols decoded: whole blocks of 80, up to the first with a byte that is no symbol, a group above 32
    ///   bits or one to stop before.
    @inline(never)
    public static func base85Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        let table = Rows(values + 0x20)
        let stopFirst = doublewords(Int32(bitPattern: first)), stopSecond = doublewords(Int32(bitPattern: second))
        let lowByte = doublewords(0xff)
        /// Of the eight groups at `offset` the last four symbols each.
        @inline(__always) func four(_ start: Vector, _ offset: Int) -> Vector {
            let three = unsafeBitCast(
                _mm256_shuffle_epi8(start, lanes(1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, -1, -1, -1, -1)),
                to: SIMD8<Int32>.self)
            let end = unsafeBitCast(load(source, offset &+ 4, offset &+ 24), to: SIMD8<Int32>.self)
            return unsafeBitCast(
                SIMD8<Int32>(three[0], three[1], three[2], end[3], three[4], three[5], three[6], end[7]),
                to: Vector.self)
        }
        /// The groups as numbers, and not zero for those above 32 bits.
        @inline(__always) func joined(_ four: Vector, _ top: Vector) -> (value: Vector, tooLarge: Vector) {
            // 85 and 1, then 7225 and 1, then 85^4.
            let lower = _mm256_madd_epi16(_mm256_maddubs_epi16(four, words(0x0155)), doublewords(0x0001_1c39))
            let value = _mm256_add_epi32(lower, _mm256_mullo_epi32(top, doublewords(52_200_625)))
            // Too large: the sum has wrapped round, or the first digit alone is above 82.
            let wrapped = _mm256_sub_epi32(value, _mm256_max_epu32(value, lower))
            return (value, _mm256_or_si256(wrapped, _mm256_subs_epu8(top, doublewords(82))))
        }
        var input = 0
        var output = 0
        while input &+ 80 <= count {
            let a = load(source, input, input &+ 20), b = load(source, input &+ 40, input &+ 60)
            let fourA = four(a, input), fourB = four(b, input &+ 40)
            let ones = _mm256_or_si256(
                _mm256_shuffle_epi8(a, lanes(0, -1, -1, -1, 5, -1, -1, -1, 10, -1, -1, -1, 15, -1, -1, -1)),
                _mm256_shuffle_epi8(b, lanes(-1, 0, -1, -1, -1, 5, -1, -1, -1, 10, -1, -1, -1, 15, -1, -1)))
            let valueA = table.atCharacters(fourA), valueB = table.atCharacters(fourB)
            let valueOnes = _mm256_and_si256(table.atCharacters(ones), doublewords(0xffff))
            let c = joined(valueA, _mm256_and_si256(valueOnes, lowByte))
            let d = joined(valueB, _mm256_srli_epi32(valueOnes, 8))
            let foreign = _mm256_or_si256(
                _mm256_or_si256(_mm256_or_si256(valueA, valueB), _mm256_or_si256(fourA, fourB)),
                _mm256_or_si256(valueOnes, ones))
            guard isZero(_mm256_or_si256(c.tooLarge, d.tooLarge)), _mm256_movemask_epi8(foreign) == 0 else {
                return input
            }
            if stops {
                let isFirst = _mm256_or_si256(
                    _mm256_cmpeq_epi32(c.value, stopFirst), _mm256_cmpeq_epi32(d.value, stopFirst))
                let isSecond = _mm256_or_si256(
                    _mm256_cmpeq_epi32(c.value, stopSecond), _mm256_cmpeq_epi32(d.value, stopSecond))
                guard isZero(_mm256_or_si256(isFirst, isSecond)) else { return input }
            }
            store(destination, output, swapped(c.value))
            store(destination, output &+ 32, swapped(d.value))
            input &+= 80
            output &+= 64
        }
        return input
    }
}
#endif
