/// A power-of-two base: how many bits a symbol carries, and the loops over whole groups.
///
/// A group is the least number of symbols that stands for whole bytes. The two loops are all that differs in speed
/// between the bases; splitting, padding, lines, positions and errors are ``RadixEncoder``'s and ``RadixDecoder``'s.
protocol Radix: Sendable {
    /// The codec's name in messages.
    static var name: StaticString { get }
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
    ///   - level: Whose instructions are used; the processor must have it.
    static func encodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable, level: SIMDLevel
    )

    /// Decodes whole groups, up to the first one with a byte that is not a symbol.
    ///
    /// - Parameters:
    ///   - source: The symbols.
    ///   - count: Their number, a multiple of `groupSymbols`.
    ///   - destination: Room for the bytes of `count` symbols; nothing is written beyond.
    ///   - values: The value of each byte.
    ///   - level: Whose instructions are used; the processor must have it.
    /// - Returns: Symbols decoded: all, or those of the groups before the first bad one.
    static func decodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>, level: SIMDLevel
    ) -> Int

    /// Encodes the bytes of an unfinished group, and pads it.
    ///
    /// - Returns: Bytes written.
    static func encodeLast(
        _ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable, padding: UInt8?
    ) -> Int

    /// Says what might be meant by a byte that is not a symbol; nil when nothing comes to mind.
    static func hint(for byte: UInt8, values: UnsafePointer<UInt8>) -> String?
}

extension Radix {
    /// Encodes whole groups as fast as the processor can.
    @inline(__always)
    static func encodeGroups(_ source: Source, _ count: Int, _ destination: Destination, _ table: SymbolTable) {
        encodeGroups(source, count, destination, table, level: .current)
    }

    /// Decodes whole groups as fast as the processor can.
    @inline(__always)
    static func decodeGroups(
        _ source: Source, _ count: Int, _ destination: Destination, _ values: UnsafePointer<UInt8>
    ) -> Int {
        decodeGroups(source, count, destination, values, level: .current)
    }

    /// The maximum number of bytes that `symbolCount` symbols stand for.
    static func byteCount(for symbolCount: Int) -> Int {
        let symbolCount = symbolCount.addressable
        return symbolCount / groupSymbols * groupBytes + symbolCount % groupSymbols * bits / 8
    }

    /// Symbols that `byteCount` bytes become.
    static func symbolCount(for byteCount: Int, isPadded: Bool) -> Int {
        let byteCount = byteCount.addressable
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

    /// Decodes a whole text without lines or whitespace at once, when nothing is wrong with it.
    ///
    /// - Returns: Whether it did; otherwise nothing is appended, and ``RadixDecoder`` finds out why.
    @inline(__always)
    static func decodeAll(
        _ text: Span<UInt8>, into output: inout OutputSpan<UInt8>, _ values: UnsafePointer<UInt8>, padding: UInt8,
        rule: PaddingRule
    ) -> Bool {
        text.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return true }
            var symbols = source.count
            var missing = 0
            if rule != .absent, groupSymbols > 2 {
                while missing < groupSymbols - 2, symbols > 0, start[symbols - 1] == padding {
                    symbols -= 1
                    missing += 1
                }
                guard rule == .either && missing == 0 || (symbols + missing) % groupSymbols == 0 else { return false }
            }
            let rest = symbols % groupSymbols
            let unused = rest * bits % 8
            let size = byteCount(for: symbols)
            guard unused < bits, missing == 0 || missing + rest == groupSymbols, size <= output.freeCapacity else {
                return false
            }
            return output.withUnsafeMutableBufferPointer { memory, initialized in
                guard let target = memory.baseAddress.map({ $0 + initialized }) else { return size == 0 }
                let whole = symbols - rest
                guard decodeGroups(start, whole, target, values) == whole else { return false }
                if rest > 0 {
                    var group: UInt64 = 0
                    var seen: UInt8 = 0
                    for index in whole..<symbols {
                        let value = values[Int(start[index])]
                        seen |= value
                        group = group << UInt64(bits) | UInt64(value)
                    }
                    guard seen & 0x80 == 0, group & (1 << UInt64(unused) - 1) == 0 else { return false }
                    var shift = UInt64(rest * bits)
                    for index in whole / groupSymbols * groupBytes..<size {
                        shift -= 8
                        target[index] = UInt8(truncatingIfNeeded: group >> shift)
                    }
                }
                initialized += size
                return true
            }
        }
    }
}
