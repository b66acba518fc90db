#if arch(arm64)
internal import _Builtin_intrinsics.arm.neon

extension NEON {
    /// Encodes Base16.
    ///
    /// `destination` has a capacity of 2 · `count` bytes.
    ///
    /// - Returns: The number of bytes encoded: whole blocks of 16.
    @inline(never)
    public static func base16Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source
    ) -> Int {
        let table = load(symbols, 0)
        var input = 0
        while input &+ 16 <= count {
            let block = load(source, input)
            let high = vqtbl1q_u8(table, block &>> 4), low = vqtbl1q_u8(table, block & Vector(repeating: 15))
            store(destination, 2 &* input, vzip1q_u8(high, low))
            store(destination, 2 &* input &+ 16, vzip2q_u8(high, low))
            input &+= 16
        }
        return input
    }

    /// Decodes Base16.
    ///
    /// `destination` has a capacity of `count` / 2 bytes. `values` has the value of each byte, 0xff if invalid.
    ///
    /// - Returns: The number of digits decoded: whole blocks of 32, up to the first block with an invalid byte.
    @inline(never)
    public static func base16Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source
    ) -> Int {
        guard count >= 32 else { return 0 }
        let table = ValueTable(values)
        var foreign = Vector()
        var input = 0
        while input &+ 32 <= count {
            let a = table.of(load(source, input), &foreign), b = table.of(load(source, input &+ 16), &foreign)
            guard isClean(foreign) else { return input }
            store(destination, input / 2, vuzp1q_u8(a, b) &<< 4 | vuzp2q_u8(a, b))
            input &+= 32
        }
        return input
    }
}
#endif
