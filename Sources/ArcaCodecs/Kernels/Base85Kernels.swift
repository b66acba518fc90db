#if arch(x86_64)
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
#elseif arch(arm64)
internal import ArcaKernelsNEON
#endif

enum Base85Kernels {
    /// Encodes whole groups of 4 bytes.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - count: The number of bytes, a multiple of 4.
    ///   - destination: Room for 5/4 of `count`.
    ///   - alphabet: The symbols.
    ///   - stop: Two groups (as big-endian numbers) to stop before; nil for none.
    ///   - level: The SIMD level; the processor must support it.
    /// - Returns: The number of bytes encoded: `count`, or fewer if a group is in `stop`.
    @inline(__always)
    static func encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ alphabet: Base85Alphabet,
        stopsAt stop: (UInt32, UInt32)?, level: SIMDLevel = .current
    ) -> Int {
        var done = 0
        let (first, second) = stop ?? (0, 0)
        #if arch(x86_64)
        switch level {
        case .avx512:
            done = AVX512.base85Encode(
                source, count, destination, alphabet.symbols, stops: stop != nil, first, second)
        case .avx2:
            done = AVX2.base85Encode(
                source, count, destination, alphabet.symbols, alphabet.pairs, alphabet.distances, stops: stop != nil,
                first, second)
        case .sse2, .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon {
            done = NEON.base85Encode(source, count, destination, alphabet.symbols, stops: stop != nil, first, second)
        }
        #endif
        return done
            + Base85Portable.encode(source + done, count - done, destination + done / 4 * 5, alphabet, stopsAt: stop)
    }

    /// Decodes whole groups of 5 symbols, up to the first group that is invalid or in `stop`.
    ///
    /// - Parameters:
    ///   - source: The symbols.
    ///   - count: The number of symbols, a multiple of 5.
    ///   - destination: Room for 4/5 of `count`.
    ///   - alphabet: The symbols.
    ///   - stop: Two groups to stop before; nil for none.
    ///   - level: The SIMD level; the processor must support it.
    /// - Returns: The number of symbols decoded.
    @inline(__always)
    static func decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ alphabet: Base85Alphabet,
        stopsAt stop: (UInt32, UInt32)?, level: SIMDLevel = .current
    ) -> Int {
        var done = 0
        let (first, second) = stop ?? (0, 0)
        #if arch(x86_64)
        switch level {
        case .avx512:
            done = AVX512.base85Decode(source, count, destination, alphabet.values, stops: stop != nil, first, second)
        case .avx2:
            done = AVX2.base85Decode(source, count, destination, alphabet.values, stops: stop != nil, first, second)
        case .sse2, .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon {
            done = NEON.base85Decode(source, count, destination, alphabet.values, stops: stop != nil, first, second)
        }
        #endif
        if level == .portable || level == .sse2, count >= Base85Pairs.leastCount {
            done = Base85Pairs.decode(source, count, destination, alphabet, stopsAt: stop)
        }
        return done
            + Base85Portable.decode(
                source + done, count - done, destination + done / 5 * 4, alphabet.values, stopsAt: stop)
    }
}
