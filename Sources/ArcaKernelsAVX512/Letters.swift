#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX512 {
    /// Shifts the letters A to Z and a to z along the alphabet and copies all other bytes.
    ///
    /// `destination` has a capacity of `count` bytes and may be `source`. `shift` is 0 to 25.
    @inline(never)
    public static func shiftLetters(_ source: Source, _ count: Int, _ destination: Destination, _ shift: UInt8) {
        let caseBit = bytes(0x20), a = bytes(0x61), z = bytes(25)
        let forward = bytes(Int8(truncatingIfNeeded: shift)), back = bytes(Int8(truncatingIfNeeded: shift) &- 26)
        let last = bytes(25 &- Int8(truncatingIfNeeded: shift))
        @inline(__always) func shifted(_ block: Vector) -> Vector {
            let letter = _mm512_sub_epi8(_mm512_or_si512(block, caseBit), a)
            let beyond = _mm512_subs_epu8(letter, z), over = _mm512_subs_epu8(letter, last)
            let distance = _mm512_mask_mov_epi8(forward, _mm512_test_epi8_mask(over, over), back)
            return _mm512_mask_add_epi8(block, _mm512_testn_epi8_mask(beyond, beyond), block, distance)
        }
        var index = 0
        while index &+ 128 <= count {
            let first = shifted(load(source, index)), second = shifted(load(source, index &+ 64))
            store(destination, index, first)
            store(destination, index &+ 64, second)
            index &+= 128
        }
        while index < count {
            let rest = count &- index < 64 ? count &- index : 64
            store(destination, index, count: rest, shifted(load(source, index, count: rest)))
            index &+= rest
        }
    }
}
#endif
