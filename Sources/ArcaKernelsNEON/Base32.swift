#if arch(arm64)
internal import _Builtin_intrinsics.arm.neon

extension NEON {
    /// Encodes groups of Base32.
    ///
    /// `destination` has a capacity of 8/5 of `count` bytes.
    ///
    /// - Returns: The number of bytes encoded: a multiple of 10, at most 15 less than `count`.
    @inline(never)
    public static func base32Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source
    ) -> Int {
        let table = uint8x16x2_t(val: (load(symbols, 0), load(symbols, 16)))
        // The byte that contains a symbol's first bits, and the next one; unused if the symbol ends in the first byte.
        let first = Vector(0, 0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8, 8, 9)
        let second = Vector(0, 1, 0, 2, 3, 0, 4, 0, 0, 6, 0, 7, 8, 0, 9, 0)
        let firstShift = SIMD16<Int8>(-3, 2, -1, 4, 1, -2, 3, 0, -3, 2, -1, 4, 1, -2, 3, 0)
        let secondShift = SIMD16<Int8>(-8, -6, -8, -4, -7, -8, -5, -8, -8, -6, -8, -4, -7, -8, -5, -8)
        var input = 0
        var output = 0
        while input &+ 16 <= count {
            let block = load(source, input)
            let value =
                vshlq_u8(vqtbl1q_u8(block, first), firstShift) | vshlq_u8(vqtbl1q_u8(block, second), secondShift)
            store(destination, output, vqtbl2q_u8(table, value & Vector(repeating: 31)))
            input &+= 10
            output &+= 16
        }
        return input
    }

    /// Decodes groups of Base32.
    ///
    /// `destination` has a capacity of 5/8 of `count` bytes. `values` has the value of each byte, 0xff if invalid.
    ///
    /// - Returns: The number of symbols decoded: a multiple of 16, at most 31 less than `count`, up to the first block
    ///   with an invalid byte.
    @inline(never)
    public static func base32Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source
    ) -> Int {
        guard count >= 32 else { return 0 }
        let table = ValueTable(values)
        let order = Vector(4, 3, 2, 1, 0, 12, 11, 10, 9, 8, 255, 255, 255, 255, 255, 255)
        var foreign = Vector()
        var input = 0
        var output = 0
        // Stores 16 bytes for 10, so the last block must be followed by 10 symbols.
        while input &+ 32 <= count {
            let ones = words(table.of(load(source, input), &foreign))
            guard isClean(foreign) else { return input }
            let twos = (ones & 0xff) &<< 5 | ones &>> 8
            let pairs = unsafeBitCast(twos, to: SIMD4<UInt32>.self)
            let fours = (pairs & 0xffff) &<< 10 | pairs &>> 16
            let halves = unsafeBitCast(fours, to: SIMD2<UInt64>.self)
            let eights = (halves & 0xffff_ffff) &<< 20 | halves &>> 32
            store(destination, output, vqtbl1q_u8(unsafeBitCast(eights, to: Vector.self), order))
            input &+= 16
            output &+= 10
        }
        return input
    }
}
#endif
