/// A power-of-two base: its bits per symbol, and the loops over whole groups.
///
/// A group is the smallest number of symbols that holds whole bytes. The two loops over groups determine a base's
/// speed. ``RadixEncoder`` and ``RadixDecoder`` handle splitting, padding, lines, positions and errors.
protocol Radix: Sendable {
    static var name: StaticString { get }
    static var bits: Int { get }
    static var groupBytes: Int { get }
    static var groupSymbols: Int { get }

    /// Encodes whole groups; `count` is a multiple of `groupBytes`.
    ///
    /// Writes nothing beyond the symbols of `count` bytes. The processor must support `level`.
    static func encodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, level: SIMDLevel
    )

    /// Decodes whole groups up to the first one with an invalid byte, and returns the number of symbols decoded.
    ///
    /// `count` is a multiple of `groupSymbols`. Writes nothing beyond their bytes. The processor must support `level`.
    static func decodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>, level: SIMDLevel
    ) -> Int

    /// Encodes and pads an incomplete group; returns the number of bytes written.
    static func encodeLast(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, padding: UInt8?
    ) -> Int

    /// A hint about what an invalid byte may mean, or nil.
    static func hint(for byte: UInt8, values: UnsafePointer<UInt8>) -> String?
}

extension Radix {
    @inline(__always)
    static func encodeGroups(_ source: Source, _ count: Int, to destination: Destination, table: SymbolTable) {
        encodeGroups(source, count, to: destination, table: table, level: .current)
    }

    @inline(__always)
    static func decodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>
    ) -> Int {
        decodeGroups(source, count, to: destination, values: values, level: .current)
    }

    static func byteCount(for symbolCount: Int) -> Int {
        let symbolCount = symbolCount.addressable
        return symbolCount / groupSymbols * groupBytes + symbolCount % groupSymbols * bits / 8
    }

    static func symbolCount(for byteCount: Int, isPadded: Bool) -> Int {
        let byteCount = byteCount.addressable
        let rest = byteCount % groupBytes
        let last = isPadded && rest > 0 ? groupSymbols : (rest * 8 + bits - 1) / bits
        return byteCount / groupBytes * groupSymbols + last
    }

    static func encodeLast(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, padding: UInt8?
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

    /// Encodes all `count` bytes, padding included; returns the number of bytes written.
    @inline(__always)
    static func encodeAll(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, padding: UInt8?
    ) -> Int {
        let rest = count % groupBytes
        let whole = count - rest
        encodeGroups(source, whole, to: destination, table: table)
        let written = whole / groupBytes * groupSymbols
        guard rest > 0 else { return written }
        return written + encodeLast(source + whole, rest, to: destination + written, table: table, padding: padding)
    }

    /// Appends the text for `bytes`, without line endings.
    @inline(__always)
    static func encode(
        _ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>, _ table: SymbolTable, padding: UInt8?
    ) {
        bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            output.appendEncoded(symbolCount(for: source.count, isPadded: padding != nil)) { destination in
                _ = encodeAll(start, source.count, to: destination, table: table, padding: padding)
            }
        }
    }

    /// Decodes a complete valid text without lines or whitespace in one pass.
    ///
    /// - Returns: Whether the text was valid. If not, nothing is appended, and ``RadixDecoder`` finds the error.
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
                guard decodeGroups(start, whole, to: target, values: values) == whole else { return false }
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
