#if arch(arm64)
internal import _Builtin_intrinsics.arm.neon

extension NEON {
    /// Encodes blocks of four groups of Base85.
    ///
    /// `destination` has a capacity of 5/4 of `count` bytes. With `stops`, it stops at a block with the group `first`
    /// or `second`, big-endian numbers.
    ///
    /// - Returns: The number of bytes encoded: whole blocks of 16.
    @inline(never)
    public static func base85Encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ symbols: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        let low = load64(symbols)
        // The last five of the 85 symbols come from a load that ends with them.
        let last = vqtbl1q_u8(load(symbols, 69), Vector(11, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let high = uint8x16x2_t(val: (load(symbols, 64), last))
        @inline(__always) func text(_ values: Vector) -> Vector {
            vqtbx2q_u8(vqtbl4q_u8(low, values), high, values &- 64)
        }
        // Division by 7225 as multiplication by 2^44 / 7225, rounded up, which is exact for 32 bits.
        let inverse = SIMD2<UInt32>(repeating: 2_434_904_643)
        @inline(__always) func divided(_ value: SIMD4<UInt32>) -> SIMD4<UInt32> {
            let low = vmull_u32(value.lowHalf, inverse) &>> 44, high = vmull_u32(value.highHalf, inverse) &>> 44
            return vuzp1q_u32(
                unsafeBitCast(low, to: SIMD4<UInt32>.self), unsafeBitCast(high, to: SIMD4<UInt32>.self))
        }
        // 49345 / 2^22 is 1/85 for numbers below 7225.
        let tenth = SIMD4<UInt16>(repeating: 49345)
        let firstStop = SIMD4<UInt32>(repeating: first), secondStop = SIMD4<UInt32>(repeating: second)
        let order = Vector(16, 0, 1, 2, 3, 20, 4, 5, 6, 7, 24, 8, 9, 10, 11, 28)
        var input = 0
        var output = 0
        while input &+ 16 <= count {
            let value = doublewords(vrev32q_u8(load(source, input)))
            if stops, vmaxvq_u32(vceqq_u32(value, firstStop) | vceqq_u32(value, secondStop)) != 0 { return input }
            let upper = divided(value)
            let lower = value &- upper &* 7225
            let top = divided(upper)
            let middle = upper &- top &* 7225
            // Two numbers below 7225 per group, then the four lower digits as bytes.
            let pairs = unsafeBitCast(middle | lower &<< 16, to: SIMD8<UInt16>.self)
            let tensLow = vmull_u16(pairs.lowHalf, tenth) &>> 22, tensHigh = vmull_u16(pairs.highHalf, tenth) &>> 22
            let tens = vuzp1q_u16(
                unsafeBitCast(tensLow, to: SIMD8<UInt16>.self), unsafeBitCast(tensHigh, to: SIMD8<UInt16>.self))
            let digits = tens | (pairs &- tens &* 85) &<< 8
            let four = text(unsafeBitCast(digits, to: Vector.self))
            let tops = text(unsafeBitCast(top, to: Vector.self))
            store(destination, output, vqtbl2q_u8(uint8x16x2_t(val: (four, tops)), order))
            UnsafeMutableRawPointer(destination).storeBytes(
                of: doublewords(four)[3], toByteOffset: output &+ 16, as: UInt32.self)
            input &+= 16
            output &+= 20
        }
        return input
    }

    /// Decodes blocks of four groups of Base85.
    ///
    /// `destination` has a capacity of 4/5 of `count` bytes. `values` has the value of each byte, 0xff if invalid. With
    /// `stops`, it stops at a block with the group `first` or `second`, big-endian numbers.
    ///
    /// - Returns: The number of symbols decoded: whole blocks of 20, up to the first block with an invalid byte, a
    ///   group above 32 bits or a group to stop at.
    @inline(never)
    public static func base85Decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: Source, stops: Bool, _ first: UInt32,
        _ second: UInt32
    ) -> Int {
        guard count >= 20 else { return 0 }
        let table = ValueTable(values)
        // Selected from 32 bytes, loaded at offsets 0 and 4: the last four symbols of each group, and the first ones.
        let fourOrder = Vector(1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 28, 29, 30, 31)
        let topOrder = Vector(0, 0, 0, 0, 5, 5, 5, 5, 10, 10, 10, 10, 15, 15, 15, 15)
        let firstStop = SIMD4<UInt32>(repeating: first), secondStop = SIMD4<UInt32>(repeating: second)
        var foreign = Vector()
        var input = 0
        var output = 0
        while input &+ 20 <= count {
            let start = load(source, input), end = load(source, input &+ 4)
            let four = table.of(vqtbl2q_u8(uint8x16x2_t(val: (start, end)), fourOrder), &foreign)
            let top = doublewords(table.of(vqtbl1q_u8(start, topOrder), &foreign)) & 0xff
            let ones = words(four)
            let pairs = unsafeBitCast((ones & 0xff) &* 85 &+ ones &>> 8, to: SIMD4<UInt32>.self)
            let lower = (pairs & 0xffff) &* 7225 &+ pairs &>> 16
            let value = lower &+ top &* 52_200_625
            // Too large if the sum wraps around or the first digit is above 82.
            var bad = vcltq_u32(value, lower) | vcgtq_u32(top, SIMD4<UInt32>(repeating: 82))
            if stops { bad |= vceqq_u32(value, firstStop) | vceqq_u32(value, secondStop) }
            guard isClean(foreign | unsafeBitCast(bad, to: Vector.self)) else { return input }
            store(destination, output, vrev32q_u8(unsafeBitCast(value, to: Vector.self)))
            input &+= 20
            output &+= 16
        }
        return input
    }
}
#endif
