#if arch(x86_64)
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
#elseif arch(arm64)
internal import ArcaKernelsNEON
#endif

enum Base16Radix: Radix {
    static let name: StaticString = "base16"
    static let bits = 4
    static let groupBytes = 1
    static let groupSymbols = 2

    @inline(__always)
    static func encodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, level: SIMDLevel
    ) {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: return AVX512.base16Encode(source, count, destination, table.symbols)
        case .avx2: done = AVX2.base16Encode(source, count, destination, table.symbols)
        case .sse2:
            if RowTable.shape(of: table.values) != .other {
                done = SSE2.base16Encode(source, count, destination, table.symbols)
            }
        case .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon { done = NEON.base16Encode(source, count, destination, table.symbols) }
        #endif
        Base16Portable.encode(source + done, count - done, destination + 2 * done, table.pairs)
    }

    @inline(__always)
    static func decodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>, level: SIMDLevel
    ) -> Int {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: done = AVX512.base16Decode(source, count, destination, values)
        case .avx2:
            if RowTable.use(of: values) == .plain {
                done = AVX2.base16Decode(source, count, destination, values + RowTable.offset)
            }
        case .sse2: done = SSE2.base16Decode(source, count, destination, RowTable.shape(of: values))
        case .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon { done = NEON.base16Decode(source, count, destination, values) }
        #endif
        return done + Base16Portable.decode(source + done, count - done, destination + done / 2, values)
    }

    static func hint(for byte: UInt8, values: UnsafePointer<UInt8>) -> String? {
        switch byte {
        case 0x41...0x46: CodecHint.bothCasesAfterLower.rawValue
        case 0x61...0x66: CodecHint.bothCasesAfterUpper.rawValue
        case 0x58, 0x78: "leave out the prefix 0x"
        case 0x3a, 0x2d: "leave out what separates the digits"
        default: nil
        }
    }
}

enum Base16Portable {
    /// Encodes with a table of the two digits of each byte; `destination` has room for twice `count`.
    static func encode(_ source: Source, _ count: Int, _ destination: Destination, _ pairs: UnsafePointer<UInt16>) {
        var index = 0
        while index < count {
            store16(destination, 2 &* index, pairs[Int(source[index])])
            index &+= 1
        }
    }

    /// Decodes up to the first pair with an invalid byte, and returns the number of digits decoded.
    ///
    /// `count` is even, `destination` has room for half of it, and `values` has 0xff for invalid bytes.
    static func decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int {
        var index = 0
        while index < count {
            let high = values[Int(source[index])], low = values[Int(source[index &+ 1])]
            if (high | low) & 0xf0 != 0 { return index }
            destination[index / 2] = high << 4 | low
            index &+= 2
        }
        return index
    }
}
