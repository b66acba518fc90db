#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension AVX2 {
    /// Shifts the letters A to Z and a to z along the alphabet and copies all other bytes.
    ///
    /// `destination` has a capacity of `count` bytes and may be `source`. `shift` is 0 to 25.
    ///
    /// - Returns: The number of bytes shifted: whole blocks of 32.
    @inline(never)
    public static func shiftLetters(
        _ source: Source, _ count: Int, _ destination: Destination, _ shift: UInt8
    ) -> Int {
        let caseBit = bytes(0x20), a = bytes(0x61), z = bytes(25), alphabet = bytes(26)
        let distance = bytes(Int8(truncatingIfNeeded: shift)), last = bytes(25 &- Int8(truncatingIfNeeded: shift))
        @inline(__always) func shifted(_ block: Vector) -> Vector {
            let letter = _mm256_sub_epi8(_mm256_or_si256(block, caseBit), a)
            let isLetter = _mm256_cmpeq_epi8(_mm256_min_epu8(letter, z), letter)
            let back = _mm256_and_si256(_mm256_cmpgt_epi8(letter, last), alphabet)
            return _mm256_add_epi8(block, _mm256_and_si256(isLetter, _mm256_sub_epi8(distance, back)))
        }
        var index = 0
        while index &+ 64 <= count {
            let first = shifted(load(source, index)), second = shifted(load(source, index &+ 32))
            store(destination, index, first)
            store(destination, index &+ 32, second)
            index &+= 64
        }
        while index &+ 32 <= count {
            store(destination, index, shifted(load(source, index)))
            index &+= 32
        }
        return index
    }
}
#endif
