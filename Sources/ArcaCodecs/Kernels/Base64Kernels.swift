#if arch(x86_64)
internal import ArcaKernelsAVX2
internal import ArcaKernelsAVX512
#elseif arch(arm64)
internal import ArcaKernelsNEON
#endif

enum Base64Radix: Radix {
    static let name: StaticString = "base64"
    static let bits = 6
    static let groupBytes = 3
    static let groupSymbols = 4

    @inline(__always)
    static func encodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, level: SIMDLevel
    ) {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: return AVX512.base64Encode(source, count, destination, table.symbols)
        case .avx2:
            if let distances = table.distances {
                done = AVX2.base64Encode(source, count, destination, distances)
            }
        case .sse2:
            if let distances = table.distances {
                done = SSE2.base64Encode(
                    source, count, to: destination, symbols: table.symbols, pairs: table.pairs, distances: distances)
            }
        case .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon { done = NEON.base64Encode(source, count, destination, table.symbols) }
        #endif
        Base64Portable.encode(source + done, count - done, to: destination + done / 3 * 4, pairs: table.pairs)
    }

    @inline(__always)
    static func decodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>, level: SIMDLevel
    ) -> Int {
        var done = 0
        #if arch(x86_64)
        switch level {
        case .avx512: done = AVX512.base64Decode(source, count, destination, values)
        case .avx2:
            let use = RowTable.use(of: values)
            if use != .none {
                done = AVX2.base64Decode(
                    source, count, destination, values + RowTable.offset, isBelow: use == .withExceptionBelow)
            }
        case .sse2:
            if RowTable.shape(of: values) == .base64 {
                done = SSE2.base64Decode(source, count, to: destination, values: values)
            }
        case .portable, .neon: break
        }
        #elseif arch(arm64)
        if level == .neon { done = NEON.base64Decode(source, count, destination, values) }
        #endif
        return done + Base64Portable.decode(source + done, count - done, to: destination + done / 4 * 3, values: values)
    }

    /// Repeats the extension's method without loops, because most small inputs end up here.
    @inline(__always)
    static func encodeLast(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, padding: UInt8?
    ) -> Int {
        guard count > 0 else { return 0 }
        let first = Int(source[0])
        let second = count > 1 ? Int(source[1]) : 0
        store16(destination, 0, table.pairs[first << 4 | second >> 4])
        if count > 1 { destination[2] = table.symbols[(second & 15) << 2] }
        guard let padding else { return count + 1 }
        if count == 1 { destination[2] = padding }
        destination[3] = padding
        return 4
    }

    static func hint(for byte: UInt8, values: UnsafePointer<UInt8>) -> String? {
        switch byte {
        case 0x2b, 0x2f: values[0x2d] == SymbolTable.invalid ? nil : "it belongs to plain base64, not base64url"
        case 0x2d, 0x5f: "it belongs to base64url"
        case 0x2c: "it belongs to the base64 of IMAP mailbox names"
        default: nil
        }
    }
}
