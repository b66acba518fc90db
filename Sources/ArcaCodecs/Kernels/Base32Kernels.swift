#if arch(x86_64)
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
#elseif arch(arm64)
internal import ArcaKernelsNEON
#endif

enum Base32Radix: Radix {
    static let name: StaticString = "base32"
    static let bits = 5
    static let groupBytes = 5
    static let groupSymbols = 8

    @inline(__always)
    static func encodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, level: SIMDLevel
    ) {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: return AVX512.base32Encode(source, count, destination, table.symbols)
        case .avx2: done = AVX2.base32Encode(source, count, destination, table.symbols)
        case .sse2:
            if RowTable.shape(of: table.values) == .base32 { done = SSE2.base32Encode(source, count, destination) }
        case .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon { done = NEON.base32Encode(source, count, destination, table.symbols) }
        #endif
        Base32Portable.encode(source + done, count - done, to: destination + done / 5 * 8, pairs: table.pairs)
    }

    @inline(__always)
    static func decodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>, level: SIMDLevel
    ) -> Int {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: done = AVX512.base32Decode(source, count, destination, values)
        case .avx2:
            if RowTable.use(of: values) == .plain {
                done = AVX2.base32Decode(source, count, destination, values + RowTable.offset)
            }
        case .sse2:
            if RowTable.shape(of: values) == .base32 { done = SSE2.base32Decode(source, count, destination) }
        case .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon { done = NEON.base32Decode(source, count, destination, values) }
        #endif
        return done + Base32Portable.decode(source + done, count - done, to: destination + done / 8 * 5, values: values)
    }

    static func hint(for byte: UInt8, values: UnsafePointer<UInt8>) -> String? {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a:
            values[Int(byte ^ 0x20)] == SymbolTable.invalid ? nil : CodecHint.otherCase.rawValue
        case 0x30: values[0x4f] == SymbolTable.invalid ? nil : "the letter O may be meant"
        case 0x31: values[0x49] == SymbolTable.invalid ? nil : "the letter I or L may be meant"
        default: nil
        }
    }
}
