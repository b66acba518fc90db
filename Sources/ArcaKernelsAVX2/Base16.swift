#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX2 {
    /// Encodes Base16.
    ///
    /// `destination` has a capacity of 2 · `count` bytes.
    ///
    /// - Returns: The number of bytes encoded: whole blocks of 32.
    @inline(never)
    public static func base16Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source
    ) -> Int {
        let table = loadTwice(symbols, 0), nibble = bytes(15)
        var input = 0
        while input &+ 32 <= count {
            let block = load(source, input)
            let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(block, 4), nibble))
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(block, nibble))
            let even = _mm256_unpacklo_epi8(high, low), odd = _mm256_unpackhi_epi8(high, low)
            store(destination, 2 &* input, Vector(even[0], even[1], odd[0], odd[1]))
            store(destination, 2 &* input &+ 32, Vector(even[2], even[3], odd[2], odd[3]))
            input &+= 32
        }
        return input
    }

    /// Decodes Base16.
    ///
    /// `destination` has a capacity of `count` / 2 bytes. `rows` are the tables of ``RowTables``.
    ///
    /// - Returns: The number of digits decoded: whole blocks of 64, up to the first block with an invalid byte.
    @inline(never)
    public static func base16Decode(_ source: Source, _ count: Int, _ destination: Destination, _ rows: Source) -> Int {
        let tables = loadRows(rows)
        var foreign = _mm256_setzero_si256()
        let join = words(0x0110), order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7)
        var input = 0
        while input &+ 64 <= count {
            let a = _mm256_maddubs_epi16(
                values(load(source, input), tables, hasException: false, isBelow: false, &foreign), join)
            let b = _mm256_maddubs_epi16(
                values(load(source, input &+ 32), tables, hasException: false, isBelow: false, &foreign), join)
            guard isZero(foreign) else { return input }
            store(destination, input / 2, _mm256_permutevar8x32_epi32(_mm256_packus_epi16(a, b), order))
            input &+= 64
        }
        return input
    }
}
#endif
