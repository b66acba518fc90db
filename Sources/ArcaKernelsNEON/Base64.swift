#if arch(arm64)
internal import _Builtin_intrinsics.arm.neon

extension NEON {
    /// Encodes groups of Base64.
    ///
    /// `destination` has a capacity of 4/3 of `count` bytes.
    ///
    /// - Returns: The number of bytes encoded: a multiple of 12, at most 15 less than `count`.
    @inline(never)
    public static func base64Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source
    ) -> Int {
        let table = load64(symbols)
        // The byte that contains a symbol's first bits, and the next one; unused if the symbol ends in the first byte.
        let first = Vector(0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11)
        let second = Vector(0, 1, 2, 0, 0, 4, 5, 0, 0, 7, 8, 0, 0, 10, 11, 0)
        let firstShift = SIMD16<Int8>(-2, 4, 2, 0, -2, 4, 2, 0, -2, 4, 2, 0, -2, 4, 2, 0)
        let secondShift = SIMD16<Int8>(-8, -4, -6, -8, -8, -4, -6, -8, -8, -4, -6, -8, -8, -4, -6, -8)
        @inline(__always) func encoded(_ offset: Int) -> Vector {
            let block = load(source, offset)
            let value =
                vshlq_u8(vqtbl1q_u8(block, first), firstShift) | vshlq_u8(vqtbl1q_u8(block, second), secondShift)
            return vqtbl4q_u8(table, value & Vector(repeating: 63))
        }
        var input = 0
        var output = 0
        while input &+ 52 <= count {
            let a = encoded(input), b = encoded(input &+ 12), c = encoded(input &+ 24), d = encoded(input &+ 36)
            store(destination, output, a)
            store(destination, output &+ 16, b)
            store(destination, output &+ 32, c)
            store(destination, output &+ 48, d)
            input &+= 48
            output &+= 64
        }
        while input &+ 16 <= count {
            store(destination, output, encoded(input))
            input &+= 12
            output &+= 16
        }
        return input
    }

    /// Decodes groups of Base64.
    ///
    /// `destination` has a capacity of 3/4 of `count` bytes. `values` has the value of each byte, 0xff if invalid.
    ///
    /// - Returns: The number of symbols decoded: a multiple of 16, at most 23 less than `count`, or at most 64 short of
    ///   the first invalid byte.
    @inline(never)
    public static func base64Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source
    ) -> Int {
        guard count >= 24 else { return 0 }
        let table = ValueTable(values)
        let order = Vector(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 255, 255, 255, 255)
        @inline(__always) func packed(_ values: Vector) -> Vector {
            let ones = words(values)
            let pairs = unsafeBitCast((ones & 0xff) &<< 6 | ones &>> 8, to: SIMD4<UInt32>.self)
            let fours = (pairs & 0xffff) &<< 12 | pairs &>> 16
            return vqtbl1q_u8(unsafeBitCast(fours, to: Vector.self), order)
        }
        var foreign = Vector()
        var input = 0
        var output = 0
        // Stores 16 bytes for 12, so the last block must be followed by 6 symbols.
        while input &+ 72 <= count {
            let a = table.of(load(source, input), &foreign), b = table.of(load(source, input &+ 16), &foreign)
            let c = table.of(load(source, input &+ 32), &foreign), d = table.of(load(source, input &+ 48), &foreign)
            guard isClean(foreign) else { return input }
            store(destination, output, packed(a))
            store(destination, output &+ 12, packed(b))
            store(destination, output &+ 24, packed(c))
            store(destination, output &+ 36, packed(d))
            input &+= 64
            output &+= 48
        }
        while input &+ 24 <= count {
            let value = table.of(load(source, input), &foreign)
            guard isClean(foreign) else { return input }
            store(destination, output, packed(value))
            input &+= 16
            output &+= 12
        }
        return input
    }
}
#endif
