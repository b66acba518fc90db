#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX2 {
    /// Encodes groups of Base64 with an alphabet that starts like those of RFC 4648 (Muła and Lemire, 2018).
    ///
    /// `destination` has a capacity of 4/3 of `count` bytes. `distances` has 16 distances from value to symbol: upper
    /// case, lower case, digits (ten times), the last two symbols. They are followed by the factors 16 and 256 as
    /// 16-bit numbers, because the compiler would turn constants into shifts.
    ///
    /// - Returns: The number of bytes encoded: a multiple of 24, at most 28 less than `count`.
    @inline(never)
    public static func base64Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ distances: Source
    ) -> Int {
        guard count >= 28 else { return 0 }
        let table = loadTwice(distances, 0)
        let highFields = doublewords(0x0fc0_fc00), highShifts = doublewords(0x0400_0040)
        let lowFields = doublewords(0x003f_03f0)
        let lowShifts = doublewords(UnsafeRawPointer(distances).loadUnaligned(fromByteOffset: 16, as: Int32.self))
        let lastLower = bytes(51), lastUpper = bytes(25)
        @inline(__always) func encoded(_ spread: Vector) -> Vector {
            let high = _mm256_mulhi_epu16(_mm256_and_si256(spread, highFields), highShifts)
            let low = _mm256_mullo_epi16(_mm256_and_si256(spread, lowFields), lowShifts)
            let value = _mm256_or_si256(high, low)
            // 0 for upper case, 1 for lower case, 2 to 11 for digits, 12 and 13 for the last two.
            let reduced = _mm256_subs_epu8(value, lastLower)
            let row = _mm256_sub_epi8(reduced, _mm256_cmpgt_epi8(value, lastUpper))
            return _mm256_add_epi8(value, _mm256_shuffle_epi8(table, row))
        }
        // Bytes 1, 0, 2, 1 of each group. The first lane's groups start at its byte 4, so a single load from four bytes
        // preceding the block serves both lanes.
        let spread = _mm256_setr_epi8(
            5, 4, 6, 5, 8, 7, 9, 8, 11, 10, 12, 11, 14, 13, 15, 14, 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10)
        let firstSpread = lanes(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10)
        store(destination, 0, encoded(_mm256_shuffle_epi8(load(source, 0, 12), firstSpread)))
        var input = 24
        var output = 32
        while input &+ 100 <= count {
            let a = encoded(_mm256_shuffle_epi8(load(source, input &- 4), spread))
            let b = encoded(_mm256_shuffle_epi8(load(source, input &+ 20), spread))
            let c = encoded(_mm256_shuffle_epi8(load(source, input &+ 44), spread))
            let d = encoded(_mm256_shuffle_epi8(load(source, input &+ 68), spread))
            store(destination, output, a)
            store(destination, output &+ 32, b)
            store(destination, output &+ 64, c)
            store(destination, output &+ 96, d)
            input &+= 96
            output &+= 128
        }
        while input &+ 28 <= count {
            store(destination, output, encoded(_mm256_shuffle_epi8(load(source, input &- 4), spread)))
            input &+= 24
            output &+= 32
        }
        return input
    }

    /// Decodes groups of Base64.
    ///
    /// `destination` has a capacity of 3/4 of `count` bytes. `rows` are the tables of ``RowTables``. `isBelow` says
    /// whether the exception's distance is in the row below its own.
    ///
    /// - Returns: The number of symbols decoded: a multiple of 32, at most 44 less than `count` or at most 128 symbols
    ///   short of the first invalid byte.
    @inline(never)
    public static func base64Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ rows: Source, isBelow: Bool
    ) -> Int {
        isBelow
            ? decodeBase64(source, count, destination, rows, isBelow: true)
            : decodeBase64(source, count, destination, rows, isBelow: false)
    }

    @inline(__always)
    private static func decodeBase64(
        _ source: Source, _ count: Int, _ destination: Destination, _ rows: Source, isBelow: Bool
    ) -> Int {
        let tables = loadRows(rows)
        let joinPairs = doublewords(0x0140_0140), joinFours = doublewords(0x0001_1000)
        // Zeros for the remainder would cost another instruction.
        let pack = lanes(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0, 0, 0, 0)
        let close = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7)
        @inline(__always) func decoded(_ values: Vector) -> Vector {
            let fours = _mm256_madd_epi16(_mm256_maddubs_epi16(values, joinPairs), joinFours)
            return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(fours, pack), close)
        }
        var foreign = _mm256_setzero_si256()
        var input = 0
        var output = 0
        // Stores 32 bytes for 24, so the last block must be followed by 11 symbols.
        while input &+ 140 <= count {
            let a = values(load(source, input), tables, hasException: true, isBelow: isBelow, &foreign)
            let b = values(load(source, input &+ 32), tables, hasException: true, isBelow: isBelow, &foreign)
            let c = values(load(source, input &+ 64), tables, hasException: true, isBelow: isBelow, &foreign)
            let d = values(load(source, input &+ 96), tables, hasException: true, isBelow: isBelow, &foreign)
            guard isZero(foreign) else { return input }
            store(destination, output, decoded(a))
            store(destination, output &+ 24, decoded(b))
            store(destination, output &+ 48, decoded(c))
            store(destination, output &+ 72, decoded(d))
            input &+= 128
            output &+= 96
        }
        while input &+ 44 <= count {
            let a = values(load(source, input), tables, hasException: true, isBelow: isBelow, &foreign)
            guard isZero(foreign) else { return input }
            store(destination, output, decoded(a))
            input &+= 32
            output &+= 24
        }
        return input
    }
}
#endif
