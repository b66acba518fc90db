#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
#endif

enum LetterKernels {
    /// Shifts letters by 0 to 25 and copies all other bytes; `destination` may be `source`, and the processor must
    /// support `level`.
    @inline(__always)
    static func shift(
        _ source: Source, _ count: Int, _ destination: Destination, by shift: UInt8, level: SIMDLevel = .current
    ) {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: return AVX512.shiftLetters(source, count, destination, shift)
        case .avx2: done = AVX2.shiftLetters(source, count, destination, shift)
        case .sse2: done = SSE2.shiftLetters(source, count, to: destination, shift: shift)
        case .portable, .neon: break
        }
        #endif
        portable(source + done, count - done, to: destination + done, shift: shift)
    }

    /// Shifts byte by byte; the compiler may vectorize it.
    static func portable(_ source: Source, _ count: Int, to destination: Destination, shift: UInt8) {
        for index in 0..<count {
            let byte = source[index]
            let letter = (byte | 0x20) &- 0x61
            let distance = letter &+ shift >= 26 ? shift &- 26 : shift
            destination[index] = byte &+ (letter < 26 ? distance : 0)
        }
    }
}

#if arch(x86_64)
extension SSE2 {
    /// Shifts letters in blocks of 32 bytes; returns the number of bytes processed.
    static func shiftLetters(_ source: Source, _ count: Int, to destination: Destination, shift: UInt8) -> Int {
        let caseBit = bytes(0x20), a = bytes(0x61), z = bytes(25), alphabet = bytes(26)
        let distance = bytes(shift), last = bytes(25 &- shift)
        @inline(__always) func shifted(_ block: Vector) -> Vector {
            let letter = _mm_sub_epi8(_mm_or_si128(block, caseBit), a)
            let step = _mm_sub_epi8(distance, ifGreater(letter, last, alphabet))
            return _mm_add_epi8(block, _mm_and_si128(isAtMost(letter, z), step))
        }
        var index = 0
        while index &+ 32 <= count {
            let first = shifted(load(source, index)), second = shifted(load(source, index &+ 16))
            store(destination, index, first)
            store(destination, index &+ 16, second)
            index &+= 32
        }
        return index
    }
}
#endif
