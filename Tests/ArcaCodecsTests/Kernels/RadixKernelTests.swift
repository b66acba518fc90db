internal import ArcaTestSupport
import Testing

@testable import ArcaCodecs
@testable import ArcaCore

/// A power-of-two base with a selectable SIMD level.
private protocol LevelledRadix: Radix {
    static func encodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, table: SymbolTable, level: SIMDLevel)
    static func decodeGroups(
        _ source: Source, _ count: Int, to destination: Destination, values: UnsafePointer<UInt8>, level: SIMDLevel
    ) -> Int
}

extension Base16Radix: LevelledRadix {}
extension Base32Radix: LevelledRadix {}
extension Base64Radix: LevelledRadix {}

/// Compares each kernel on every kind of input with a reference that processes one bit at a time.
@Suite(.enabled(if: runsSlowTests, "slow")) struct RadixKernelTests {
    static let levels = SIMDLevel.available

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// The alphabets by name: the built-in ones, and some without a special case.
    private static func alphabets(_ bits: Int) -> [(name: String, symbols: [UInt8], aliases: [(UInt8, UInt8)])] {
        let texts =
            switch bits {
            case 4: ["0123456789abcdef", "0123456789ABCDEF", "qwertyuiopasdfgh"]
            case 5:
                [
                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHIJKLMNOPQRSTUV",
                    "ybndrfg8ejkmcpqxot1uwisza345h769", "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
                ]
            default: [letters + "+/", letters + "-_", letters + "+,", String((letters + "~!").reversed())]
            }
        return texts.map { text in
            let symbols = Array(text.utf8)
            let aliases = symbols.filter { $0 >= 0x41 && bits < 6 }.map { ($0 ^ 0x20, $0) }
            return (text, symbols, aliases)
        }
    }

    private static func referenceEncoded(_ bytes: [UInt8], _ symbols: [UInt8], bits: Int) -> [UInt8] {
        var text: [UInt8] = []
        var value = 0
        var count = 0
        for byte in bytes {
            for bit in (0..<8).reversed() {
                value = value << 1 | Int(byte >> UInt8(bit) & 1)
                count += 1
                if count == bits {
                    text.append(symbols[value])
                    value = 0
                    count = 0
                }
            }
        }
        return text
    }

    private func checkEncoding<Base: LevelledRadix>(_ base: Base.Type, _ level: SIMDLevel) throws {
        let input = try GuardedMemory(1 << 16), output = try GuardedMemory(1 << 17)
        for (name, symbols, _) in RadixKernelTests.alphabets(Base.bits) {
            let table = SymbolTable(symbols)
            let sizes = Array(0...300) + [1023, 4096, 20001]
            let bytes = noise(20001 * 5)
            for size in sizes {
                let count = size / Base.groupBytes * Base.groupBytes
                let part = Array(bytes[size..<size + count])
                let expected = RadixKernelTests.referenceEncoded(part, symbols, bits: Base.bits)
                let destination = output.last(expected.count)
                Base.encodeGroups(input.hold(part), count, to: destination, table: table, level: level)
                let text = Array(UnsafeBufferPointer(start: destination, count: expected.count))
                let isRight = text == expected
                #expect(isRight, "\(name) \(level), \(count) bytes")
            }
        }
    }

    @Test("encodes Base16 like the reference", arguments: levels)
    func base16Encode(_ level: SIMDLevel) throws { try checkEncoding(Base16Radix.self, level) }

    @Test("encodes Base32 like the reference", arguments: levels)
    func base32Encode(_ level: SIMDLevel) throws { try checkEncoding(Base32Radix.self, level) }

    @Test("encodes Base64 like the reference", arguments: levels)
    func base64Encode(_ level: SIMDLevel) throws { try checkEncoding(Base64Radix.self, level) }

    /// Decodes `text` at the end of guarded memory, and checks the count and the bytes.
    private func checkDecoding<Base: LevelledRadix>(_ base: Base.Type, _ level: SIMDLevel) throws {
        let input = try GuardedMemory(1 << 17), output = try GuardedMemory(1 << 17)
        for (name, symbols, aliases) in RadixKernelTests.alphabets(Base.bits) {
            let table = SymbolTable(symbols, aliases: aliases)
            // Valid text of all lengths up to a limit, and some longer ones.
            let bytes = noise(60000 / Base.groupBytes * Base.groupBytes)
            let text = RadixKernelTests.referenceEncoded(bytes, symbols, bits: Base.bits)
            for groups in Array(0...300 / Base.groupSymbols + 40) + [1000, 1500] {
                let count = groups * Base.groupSymbols, size = groups * Base.groupBytes
                let destination = output.last(size)
                let source = input.hold(Array(text[..<count]))
                let done = Base.decodeGroups(source, count, to: destination, values: table.values, level: level)
                #expect(done == count, "\(name) \(level), \(count) symbols")
                let decoded = Array(UnsafeBufferPointer(start: destination, count: size))
                let isRight = decoded == Array(bytes[..<size])
                #expect(isRight, "\(name) \(level), \(count) symbols")
            }
            // Every byte value at every position of the longest block and slightly beyond.
            for values in [table.values, table.lenientValues] {
                checkEveryByte(
                    Base.self, level, name, Array(text[..<320]), bytes, symbols, values, input, output, in: 0..<320)
            }
        }
    }

    private func checkEveryByte<Base: LevelledRadix>(
        _ base: Base.Type, _ level: SIMDLevel, _ name: String, _ text: [UInt8], _ bytes: [UInt8], _ symbols: [UInt8],
        _ values: UnsafePointer<UInt8>, _ input: GuardedMemory, _ output: GuardedMemory, in positions: Range<Int>
    ) {
        let count = text.count, size = count / Base.groupSymbols * Base.groupBytes
        let source = UnsafeMutablePointer(mutating: input.hold(text))
        let destination = output.last(size)
        let expected = Array(bytes[..<size])
        var wrong = 0
        // Fast even in debug builds, where this takes a million steps.
        var numbers = [UInt64](repeating: 0, count: 256)
        for (number, symbol) in symbols.enumerated() { numbers[Int(symbol)] = UInt64(number) }
        for position in positions {
            let group = position / Base.groupSymbols
            for byte in UInt8.min...UInt8.max {
                source[position] = byte
                let done = Base.decodeGroups(source, count, to: destination, values: values, level: level)
                let value = values[Int(byte)]
                let right = value == SymbolTable.invalid ? group * Base.groupSymbols : count
                if done != right { wrong += 1 }
                let whole = done / Base.groupSymbols * Base.groupBytes
                let start = group * Base.groupBytes
                for index in [0, start - 1, whole - 1]
                where index >= 0 && index < whole && index / Base.groupBytes != group {
                    if destination[index] != expected[index] { wrong += 1 }
                }
                if value != SymbolTable.invalid {
                    var joined: UInt64 = 0
                    for place in group * Base.groupSymbols..<(group + 1) * Base.groupSymbols {
                        let number = place == position ? UInt64(value) : numbers[Int(text[place])]
                        joined = joined << UInt64(Base.bits) | number
                    }
                    for index in 0..<Base.groupBytes {
                        let shift = UInt64(8 * (Base.groupBytes - 1 - index))
                        if destination[start + index] != UInt8(truncatingIfNeeded: joined >> shift) { wrong += 1 }
                    }
                }
            }
            source[position] = text[position]
        }
        #expect(wrong == 0, "\(name) \(level)")
    }

    @Test("decodes Base16 like the reference, and stops at the same position", arguments: levels)
    func base16Decode(_ level: SIMDLevel) throws { try checkDecoding(Base16Radix.self, level) }

    @Test("decodes Base32 like the reference, and stops at the same position", arguments: levels)
    func base32Decode(_ level: SIMDLevel) throws { try checkDecoding(Base32Radix.self, level) }

    @Test("decodes Base64 like the reference, and stops at the same position", arguments: levels)
    func base64Decode(_ level: SIMDLevel) throws { try checkDecoding(Base64Radix.self, level) }

    @Test("handles every byte at every position of a block in a long text, which uses another loop", arguments: levels)
    func longBlocks(_ level: SIMDLevel) throws {
        let input = try GuardedMemory(1 << 17), output = try GuardedMemory(1 << 17)
        let bytes = noise(3 * 257)
        for ending in ["+/", "-_"] {
            let symbols = Array((RadixKernelTests.letters + ending).utf8)
            let table = SymbolTable(symbols)
            let text = RadixKernelTests.referenceEncoded(bytes, symbols, bits: 6)
            checkEveryByte(
                Base64Radix.self, level, ending, text, bytes, symbols, table.values, input, output, in: 0..<44)
        }
    }

    @Test("stops at an invalid byte anywhere in a long text", arguments: levels)
    func longTexts(_ level: SIMDLevel) throws {
        func check<Base: LevelledRadix>(_ base: Base.Type, _ symbols: String) {
            let table = SymbolTable(Array(symbols.utf8))
            var text = [UInt8](repeating: Array(symbols.utf8)[7], count: 4096)
            var output = [UInt8](repeating: 0, count: 4096)
            for position in stride(from: 0, to: 4096, by: 13) {
                let kept = text[position]
                text[position] = 0x3d
                let done = Base.decodeGroups(&text, 4096, to: &output, values: table.values, level: level)
                #expect(done == position / Base.groupSymbols * Base.groupSymbols, "\(Base.name) \(level) \(position)")
                text[position] = kept
            }
        }
        check(Base16Radix.self, "0123456789abcdef")
        check(Base32Radix.self, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        check(Base64Radix.self, RadixKernelTests.letters + "+/")
    }
}
