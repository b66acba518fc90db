#if arch(x86_64)
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
#elseif arch(arm64)
internal import ArcaKernelsNEON
#endif

enum Base85Kernels {
    /// Encodes whole groups of 4 bytes up to the first one in `stop`, and returns the number of bytes encoded.
    ///
    /// `count` is a multiple of 4, `destination` has room for 5/4 of it, and `stop` has two groups as big-endian
    /// numbers. The processor must support `level`.
    @inline(__always)
    static func encode(
        _ source: Source, _ count: Int, to destination: Destination, alphabet: Base85Alphabet,
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
            + Base85Portable.encode(
                source + done, count - done, to: destination + done / 4 * 5, alphabet: alphabet, stopsAt: stop)
    }

    /// Decodes whole groups of 5 symbols up to the first one that is invalid or in `stop`; returns the symbols decoded.
    ///
    /// `count` is a multiple of 5, and `destination` has room for 4/5 of it. The processor must support `level`.
    @inline(__always)
    static func decode(
        _ source: Source, _ count: Int, to destination: Destination, alphabet: Base85Alphabet,
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
            done = Base85Pairs.decode(source, count, to: destination, alphabet: alphabet, stopsAt: stop)
        }
        return done
            + Base85Portable.decode(
                source + done, count - done, to: destination + done / 5 * 4, values: alphabet.values, stopsAt: stop)
    }
}
