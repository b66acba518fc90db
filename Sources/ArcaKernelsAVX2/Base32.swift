#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX2 {
    /// Encodes groups of Base32.
    ///
    /// `destination` has a capacity of 8/5 of `count` bytes.
    ///
    /// - Returns: The number of bytes encoded: a multiple of 20, at most 26 less than `count`.
    @inline(never)
    public static func base32Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source
    ) -> Int {
        let lowTable = loadTwice(symbols, 0), highTable = loadTwice(symbols, 16)
        // The 16 bits that contain each pair of symbols, big-endian.
        let spread = lanes(1, 0, 2, 1, 3, 2, 4, 3, 6, 5, 7, 6, 8, 7, 9, 8)
        let firstShifts = _mm256_setr_epi16(
            1 << 5, 1 << 7, 1 << 9, 1 << 11, 1 << 5, 1 << 7, 1 << 9, 1 << 11, 1 << 5, 1 << 7, 1 << 9, 1 << 11, 1 << 5,
            1 << 7, 1 << 9, 1 << 11)
        let secondShifts = _mm256_setr_epi16(
            1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 2,
            1 << 4, 1 << 6, 1 << 8)
        let firstField = words(0x001f), secondField = words(0x1f00)
        @inline(__always) func encoded(_ block: Vector) -> Vector {
            let pairs = _mm256_shuffle_epi8(block, spread)
            let first = _mm256_and_si256(_mm256_mulhi_epu16(pairs, firstShifts), firstField)
            let second = _mm256_and_si256(_mm256_mullo_epi16(pairs, secondShifts), secondField)
            let value = _mm256_or_si256(first, second)
            // Bit 4 of a value, moved to the top bit of its byte, selects the half of the alphabet.
            return _mm256_blendv_epi8(
                _mm256_shuffle_epi8(lowTable, value), _mm256_shuffle_epi8(highTable, value),
                _mm256_slli_epi16(value, 3))
        }
        var input = 0
        var output = 0
        while input &+ 46 <= count {
            let a = encoded(load(source, input, input &+ 10)), b = encoded(load(source, input &+ 20, input &+ 30))
            store(destination, output, a)
            store(destination, output &+ 32, b)
            input &+= 40
            output &+= 64
        }
        while input &+ 26 <= count {
            store(destination, output, encoded(load(source, input, input &+ 10)))
            input &+= 20
            output &+= 32
        }
        return input
    }

    /// Decodes groups of Base32.
    ///
    /// `destination` has a capacity of 5/8 of `count` bytes. `rows` are the tables of ``RowTables``.
    ///
    /// - Returns: The number of symbols decoded: a multiple of 32, at most 48 less than `count`, up to the first block
    ///   with an invalid byte.
    @inline(never)
    public static func base32Decode(_ source: Source, _ count: Int, _ destination: Destination, _ rows: Source) -> Int {
        let tables = loadRows(rows)
        var foreign = _mm256_setzero_si256()
        let joinPairs = words(0x0120), joinFours = doublewords(0x0001_0400)
        let pack = lanes(4, 3, 2, 1, 0, 12, 11, 10, 9, 8, 0, 0, 0, 0, 0, 0)
        var input = 0
        var output = 0
        // Stores 26 bytes for 20, so the last block must be followed by 16 symbols.
        while input &+ 48 <= count {
            let value = values(load(source, input), tables, hasException: false, isBelow: false, &foreign)
            guard isZero(foreign) else { return input }
            let fours = _mm256_madd_epi16(_mm256_maddubs_epi16(value, joinPairs), joinFours)
            let eights = _mm256_or_si256(_mm256_slli_epi64(fours, 20), _mm256_srli_epi64(fours, 32))
            let packed = _mm256_shuffle_epi8(eights, pack)
            store(destination, output, lowLane(packed))
            store(destination, output &+ 10, highLane(packed))
            input &+= 32
            output &+= 20
        }
        return input
    }
}
#endif
