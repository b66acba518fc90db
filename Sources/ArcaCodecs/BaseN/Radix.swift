/// A power-of-two base: how many bits a symbol carries, and the loops over whole groups.
///
/// A group is the least number of symbols that stands for whole bytes. The two loops are all that differs in speed
/// between the bases; splitting, padding, lines, positions and errors are ``RadixEncoder``'s and ``RadixDecoder``'s.
protocol Radix: Sendable {
    /// The codec's name in messages.
    static var name: String { get }
    /// Bits of a symbol: 4, 5 or 6.
    static var bits: Int { get }
    /// Bytes of a group.
    static var groupBytes: Int { get }
    /// Symbols of a group.
    static var groupSymbols: Int { get }

    /// Encodes whole groups.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - count: Their number, a multiple of `groupBytes`.
    ///   - destination: Room for the symbols of `count` bytes; nothing is written beyond.
    ///   - table: The alphabet.
    static func encodeGroups(_ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable)

    /// Decodes whole groups, up to the first one with a byte that is no symbol.
    ///
    /// - Parameters:
    ///   - source: The symbols.
    ///   - count: Their number, a multiple of `groupSymbols`.
    ///   - destination: Room for the bytes of `count` symbols; nothing is written beyond.
    ///   - values: The value of each byte.
    /// - Returns: Symbols decoded: all, or those of the groups before the first bad one.
    static func decodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int

    /// Says what might be meant by a byte that is no symbol; nil when nothing comes to mind.
    static func suggestion(for byte: UInt8, values: UnsafePointer<UInt8>) -> String?
}

extension Radix {
    /// The most bytes that `symbolCount` symbols stand for.
    static func byteCount(for symbolCount: Int) -> Int {
        symbolCount / groupSymbols * groupBytes + symbolCount % groupSymbols * bits / 8
    }

    /// Symbols that `byteCount` bytes become.
    static func symbolCount(for byteCount: Int, isPadded: Bool) -> Int {
        let rest = byteCount % groupBytes
        let last = isPadded && rest > 0 ? groupSymbols : (rest * 8 + bits - 1) / bits
        return byteCount / groupBytes * groupSymbols + last
    }

    /// Encodes the bytes of an unfinished group, and pads it.
    ///
    /// - Returns: Bytes written.
    static func encodeLast(
        _ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable, padding: UInt8?
    ) -> Int {
        var group: UInt64 = 0
        for index in 0..<count { group = group << 8 | UInt64(source[index]) }
        let symbols = (count * 8 + bits - 1) / bits
        group <<= UInt64(symbols * bits - count * 8)
        for index in 0..<symbols {
            let value = Int(truncatingIfNeeded: group >> UInt64((symbols - 1 - index) * bits)) & (1 << bits - 1)
            destination[index] = table.symbols[value]
        }
        guard let padding, symbols > 0 else { return symbols }
        for index in symbols..<groupSymbols { destination[index] = padding }
        return groupSymbols
    }

    /// Encodes all of `count` bytes, padding included.
    ///
    /// - Returns: Bytes written: `symbolCount(for: count, isPadded: padding != nil)`.
    @inline(__always)
    static func encodeAll(
        _ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable, padding: UInt8?
    ) -> Int {
        let rest = count % groupBytes
        let whole = count - rest
        encodeGroups(source, whole, destination, table)
        let written = whole / groupBytes * groupSymbols
        guard rest > 0 else { return written }
        return written + encodeLast(source + whole, rest, destination + written, table, padding: padding)
    }

    /// Appends the text for `bytes`, without lines.
    @inline(__always)
    static func encode(
        _ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>, _ table: SymbolTable, padding: UInt8?
    ) {
        bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            output.appendEncoded(symbolCount(for: source.count, isPadded: padding != nil)) { destination in
                _ = encodeAll(start, source.count, destination, table, padding: padding)
            }
        }
    }
}
