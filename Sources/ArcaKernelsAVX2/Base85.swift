#if arch(x86_64)
internal import _Builtin_intrinsics.intel

/// A 96-byte table as six rows of 16 bytes, each XORed with the previous row except the first.
///
/// A shuffle returns zero if the top bit of the index is set. With the index lowered by 16 per row, all rows up to the
/// right one respond, and their XOR is the right one.
private typealias Rows = (Vector, Vector, Vector, Vector, Vector, Vector)

@inline(__always) private func loadTable(_ table: Source) -> Rows {
    let a = loadTwice(table, 0), b = loadTwice(table, 16), c = loadTwice(table, 32), d = loadTwice(table, 48)
    let e = loadTwice(table, 64), f = loadTwice(table, 80)
    return (
        a, _mm256_xor_si256(a, b), _mm256_xor_si256(b, c), _mm256_xor_si256(c, d), _mm256_xor_si256(d, e),
        _mm256_xor_si256(e, f)
    )
}

/// The bytes at indices 0 to 95; zero for indices from 128.
@inline(__always) private func at(_ index: Vector, _ rows: Rows) -> Vector {
    let first = _mm256_xor_si256(
        _mm256_shuffle_epi8(rows.0, index), _mm256_shuffle_epi8(rows.1, _mm256_sub_epi8(index, bytes(16))))
    let second = _mm256_xor_si256(
        _mm256_shuffle_epi8(rows.2, _mm256_sub_epi8(index, bytes(32))),
        _mm256_shuffle_epi8(rows.3, _mm256_sub_epi8(index, bytes(48))))
    let third = _mm256_xor_si256(
        _mm256_shuffle_epi8(rows.4, _mm256_sub_epi8(index, bytes(64))),
        _mm256_shuffle_epi8(rows.5, _mm256_sub_epi8(index, bytes(80))))
    return _mm256_xor_si256(_mm256_xor_si256(first, second), third)
}

@inline(__always) private func interleaved(_ even: Vector, _ odd: Vector) -> Vector {
    let a = unsafeBitCast(even, to: SIMD8<Int32>.self), b = unsafeBitCast(odd, to: SIMD8<Int32>.self)
    return unsafeBitCast(SIMD8<Int32>(a[0], b[1], a[2], b[3], a[4], b[5], a[6], b[7]), to: Vector.self)
}

@inline(__always) private func swapped(_ value: Vector) -> Vector {
    _mm256_shuffle_epi8(value, lanes(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12))
}

extension AVX2 {
    /// Encodes blocks of 24 groups of Base85: 16 with vectors, 8 with a table.
    ///
    /// The vector code waits half of the time for a long chain of divisions; the table code fills that time.
    ///
    /// `destination` has a capacity of 5/4 of `count` bytes. `pairs` has the symbols of each pair of values.
    /// `distances` has 32 distances from value to symbol: for values from 0, 10 and 36, then for each from 62. With
    /// `stops`, it stops at a block with the group `first` or `second`, big-endian numbers.
    ///
    /// - Returns: The number of bytes encoded: whole blocks of 96.
    @inline(never)
    public static func base85Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source,
        _ pairs: UnsafePointer<UInt16>, _ distances: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        let lowDistances = loadTwice(distances, 0)
        let highDistances = _mm256_xor_si256(lowDistances, loadTwice(distances, 16))
        @inline(__always) func text(_ value: Vector) -> Vector {
            // 0, 1 or 2 below 62, then 3 to 25. The second table is XORed with the first, which responds to all rows.
            let letters = _mm256_add_epi8(_mm256_cmpgt_epi8(value, bytes(9)), _mm256_cmpgt_epi8(value, bytes(35)))
            let row = _mm256_sub_epi8(_mm256_subs_epu8(value, bytes(61)), letters)
            let low = _mm256_shuffle_epi8(lowDistances, row)
            let high = _mm256_shuffle_epi8(highDistances, _mm256_sub_epi8(row, bytes(16)))
            return _mm256_add_epi8(value, _mm256_xor_si256(low, high))
        }
        // Division by 7225 as multiplication by 2^44 / 7225, rounded up, which is exact for 32 bits.
        let inverse = _mm256_set1_epi64x(2_434_904_643), low16 = doublewords(0xffff)
        // In memory order.
        let stopFirst = doublewords(Int32(bitPattern: first.byteSwapped))
        let stopSecond = doublewords(Int32(bitPattern: second.byteSwapped))
        /// 7225 in the lower 16 bits of each doubleword.
        let base2Low = doublewords(7225), reciprocal = _mm256_set1_ps(1.000_000_3 / 7225)
        @inline(__always) func divided(_ value: Vector) -> Vector {
            let even = _mm256_srli_epi64(_mm256_mul_epu32(value, inverse), 44)
            let odd = _mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(value, 32), inverse), 12)
            return interleaved(even, odd)
        }
        /// The highest digit of each group, and the other four as bytes.
        @inline(__always) func digits(_ value: Vector) -> (top: Vector, four: Vector) {
            let upper = divided(value)
            // Remainders below 7225 only need the lower 16 bits.
            let lower = _mm256_sub_epi16(value, _mm256_mullo_epi16(upper, base2Low))
            // Below 2^20 float division is exact with a slightly enlarged reciprocal.
            let top = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(upper), reciprocal))
            let middle = _mm256_sub_epi16(upper, _mm256_mullo_epi16(top, base2Low))
            // Two numbers below 7225 per doubleword, for which 49345 / 2^22 is 1/85.
            let pairs = _mm256_or_si256(_mm256_and_si256(middle, low16), _mm256_slli_epi32(lower, 16))
            let tens = _mm256_srli_epi16(_mm256_mulhi_epu16(pairs, words(-16191)), 6)
            // tens + 256 (pairs - 85 tens)
            return (
                top, _mm256_add_epi16(_mm256_slli_epi16(pairs, 8), _mm256_mullo_epi16(tens, words(1 - 85 * 256)))
            )
        }
        @inline(__always) func put(_ offset: Int, _ four: Vector, _ top: Vector) {
            let spread = _mm256_shuffle_epi8(four, lanes(-1, 0, 1, 2, 3, -1, 4, 5, 6, 7, -1, 8, 9, 10, 11, -1))
            // 16 bytes of each lane, followed by the last group's four digits: 40 bytes in two stores.
            let text = unsafeBitCast(_mm256_or_si256(spread, top), to: SIMD8<Int32>.self)
            let last = unsafeBitCast(four, to: SIMD8<Int32>.self)
            let start = SIMD8<Int32>(text[0], text[1], text[2], text[3], last[3], text[4], text[5], text[6])
            store(destination, offset, unsafeBitCast(start, to: Vector.self))
            UnsafeMutableRawPointer(destination).storeBytes(
                of: SIMD2<Int32>(text[7], last[7]), toByteOffset: offset &+ 32, as: SIMD2<Int32>.self)
        }
        @inline(__always) func group(_ offset: Int) -> UInt32 {
            UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt32.self).byteSwapped
        }
        @inline(__always) func look(_ input: Int, _ output: Int) {
            let value = group(input)
            let upper = UInt32(truncatingIfNeeded: (UInt64(value) &* 2_434_904_643) >> 44)
            let top = UInt32(truncatingIfNeeded: (UInt64(upper) &* 2_434_904_643) >> 44)
            let target = UnsafeMutableRawPointer(destination + output)
            target.storeBytes(of: symbols[Int(truncatingIfNeeded: top)], as: UInt8.self)
            let middle = pairs[Int(truncatingIfNeeded: upper &- top &* 7225)]
            let lower = pairs[Int(truncatingIfNeeded: value &- upper &* 7225)]
            target.storeBytes(of: UInt32(middle) | UInt32(lower) << 16, toByteOffset: 1, as: UInt32.self)
        }
        var input = 0
        var output = 0
        while input &+ 96 <= count {
            let start = load(source, input), middle = load(source, input &+ 32)
            if stops {
                let end = load(source, input &+ 64)
                let isFirst = _mm256_or_si256(
                    _mm256_or_si256(_mm256_cmpeq_epi32(start, stopFirst), _mm256_cmpeq_epi32(middle, stopFirst)),
                    _mm256_cmpeq_epi32(end, stopFirst))
                let isSecond = _mm256_or_si256(
                    _mm256_or_si256(_mm256_cmpeq_epi32(start, stopSecond), _mm256_cmpeq_epi32(middle, stopSecond)),
                    _mm256_cmpeq_epi32(end, stopSecond))
                guard isZero(_mm256_or_si256(isFirst, isSecond)) else { return input }
            }
            let c = digits(swapped(start)), d = digits(swapped(middle))
            let tops = text(_mm256_or_si256(c.top, _mm256_slli_epi32(d.top, 8)))
            put(
                output, text(c.four),
                _mm256_shuffle_epi8(tops, lanes(0, -1, -1, -1, -1, 4, -1, -1, -1, -1, 8, -1, -1, -1, -1, 12)))
            put(
                output &+ 40, text(d.four),
                _mm256_shuffle_epi8(tops, lanes(1, -1, -1, -1, -1, 5, -1, -1, -1, -1, 9, -1, -1, -1, -1, 13)))
            look(input &+ 64, output &+ 80)
            look(input &+ 68, output &+ 85)
            look(input &+ 72, output &+ 90)
            look(input &+ 76, output &+ 95)
            look(input &+ 80, output &+ 100)
            look(input &+ 84, output &+ 105)
            look(input &+ 88, output &+ 110)
            look(input &+ 92, output &+ 115)
            input &+= 96
            output &+= 120
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
        let table = loadTable(values + 0x20), space = bytes(0x20)
        let stopFirst = doublewords(Int32(bitPattern: first)), stopSecond = doublewords(Int32(bitPattern: second))
        let lowByte = doublewords(0xff)
        /// The last four symbols of each of the eight groups at `offset`.
        @inline(__always) func four(_ start: Vector, _ offset: Int) -> Vector {
            let three = unsafeBitCast(
                _mm256_shuffle_epi8(start, lanes(1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, -1, -1, -1, -1)),
                to: SIMD8<Int32>.self)
            let end = unsafeBitCast(load(source, offset &+ 4, offset &+ 24), to: SIMD8<Int32>.self)
            return unsafeBitCast(
                SIMD8<Int32>(three[0], three[1], three[2], end[3], three[4], three[5], three[6], end[7]),
                to: Vector.self)
        }
        /// The groups as numbers, and nonzero for those above 32 bits.
        @inline(__always) func joined(_ four: Vector, _ top: Vector) -> (value: Vector, tooLarge: Vector) {
            // Multiplies by 85 and 1, then 7225 and 1, then 85^4.
            let lower = _mm256_madd_epi16(_mm256_maddubs_epi16(four, words(0x0155)), doublewords(0x0001_1c39))
            let value = _mm256_add_epi32(lower, _mm256_mullo_epi32(top, doublewords(52_200_625)))
            // Too large if the sum wraps around or the first digit is above 82.
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
            let indexA = _mm256_sub_epi8(fourA, space), indexB = _mm256_sub_epi8(fourB, space)
            let indexOnes = _mm256_and_si256(_mm256_sub_epi8(ones, space), doublewords(0xffff))
            let valueA = at(indexA, table), valueB = at(indexB, table)
            let valueOnes = _mm256_and_si256(at(indexOnes, table), doublewords(0xffff))
            let c = joined(valueA, _mm256_and_si256(valueOnes, lowByte))
            let d = joined(valueB, _mm256_srli_epi32(valueOnes, 8))
            // Top bits mark the value of an invalid character, a non-ASCII character, and an index below 0x20.
            let foreignValue = _mm256_or_si256(_mm256_or_si256(valueA, valueB), valueOnes)
            let foreignByte = _mm256_or_si256(_mm256_or_si256(fourA, fourB), ones)
            let foreignIndex = _mm256_or_si256(_mm256_or_si256(indexA, indexB), indexOnes)
            let foreign = _mm256_or_si256(_mm256_or_si256(foreignValue, foreignByte), foreignIndex)
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
