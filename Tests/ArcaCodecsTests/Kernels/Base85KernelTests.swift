import ArcaTestSupport
import Testing

@testable import ArcaCodecs
@testable import ArcaCore

/// Compares each kernel on every kind of input with a reference that processes one digit at a time.
@Suite struct Base85KernelTests {
    static let levels = SIMDLevel.available
    private static let alphabets: [(String, Base85Alphabet)] = [
        ("rfc1924", .rfc1924), ("z85", .z85), ("ascii85", .ascii85),
    ]

    private static func referenceEncoded(_ bytes: [UInt8], _ alphabet: Base85Alphabet) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 4).flatMap { start in
            var group = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            var text: [UInt8] = []
            for _ in 0..<5 {
                text.insert(alphabet.symbols[group % 85], at: 0)
                group /= 85
            }
            return text
        }
    }

    @Test("encodes like the reference", arguments: levels)
    func encode(_ level: SIMDLevel) throws {
        let input = try GuardedMemory(1 << 16), output = try GuardedMemory(1 << 17)
        for (name, alphabet) in Base85KernelTests.alphabets {
            for count in Array(stride(from: 0, through: 300, by: 4)) + [4096, 20004] {
                var bytes = noise(count, seed: UInt64(count + 1))
                if count == 4096 {  // the extremes of a division
                    let edges: [UInt32] = [0, 84, 85, 7224, 7225, 7226, 614124, 614125, 52_200_624, 52_200_625, .max]
                    for (index, edge) in (edges + edges.map { $0 &- 1 } + edges.map { $0 &* 7225 }).enumerated() {
                        for byte in 0..<4 {
                            bytes[4 * index + byte] = UInt8(truncatingIfNeeded: edge >> UInt32(24 - 8 * byte))
                        }
                    }
                }
                let expected = Base85KernelTests.referenceEncoded(bytes, alphabet)
                let destination = output.last(expected.count)
                let done = Base85Kernels.encode(
                    input.hold(bytes), count, to: destination, alphabet: alphabet, stopsAt: nil, level: level)
                #expect(done == count)
                let text = Array(UnsafeBufferPointer(start: destination, count: expected.count))
                let isRight = text == expected
                #expect(isRight, "\(name) \(level), \(count) bytes")
            }
        }
    }

    @Test("stops before the given groups, in both directions", arguments: levels)
    func stops(_ level: SIMDLevel) throws {
        let input = try GuardedMemory(1 << 16), output = try GuardedMemory(1 << 17)
        for group in 0..<60 {
            for (value, stop) in [
                (0, (0, 0)), (0x2020_2020, (0, 0x2020_2020)), (0x2020_2020, (0x2020_2020, 0x2020_2020)),
            ] as [(UInt32, (UInt32, UInt32))] {
                var bytes = noise(240)
                for byte in 0..<4 {
                    bytes[4 * group + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte))
                }
                let encoded = Base85Kernels.encode(
                    input.hold(bytes), 240, to: output.last(300), alphabet: .ascii85, stopsAt: stop, level: level)
                #expect(encoded == 4 * group, "\(level) group \(group)")
                let text = Base85KernelTests.referenceEncoded(bytes, .ascii85)
                let decoded = Base85Kernels.decode(
                    input.hold(text), 300, to: output.last(240), alphabet: .ascii85, stopsAt: stop, level: level)
                #expect(decoded == 5 * group, "\(level) group \(group)")
                #expect(
                    Array(UnsafeBufferPointer(start: output.last(240), count: 4 * group))
                        == Array(bytes[..<(4 * group)]))
            }
        }
    }

    @Test(
        "decodes like the reference, and stops at the same position", .enabled(if: runsSlowTests, "slow"),
        arguments: levels)
    func decode(_ level: SIMDLevel) throws {
        let input = try GuardedMemory(1 << 17), output = try GuardedMemory(1 << 17)
        for (name, alphabet) in Base85KernelTests.alphabets {
            let bytes = noise(40000)
            let text = Base85KernelTests.referenceEncoded(bytes, alphabet)
            for groups in Array(0...100) + [10000] {
                let destination = output.last(4 * groups)
                let done = Base85Kernels.decode(
                    input.hold(Array(text[..<(5 * groups)])), 5 * groups, to: destination, alphabet: alphabet,
                    stopsAt: nil,
                    level: level)
                #expect(done == 5 * groups)
                let decoded = Array(UnsafeBufferPointer(start: destination, count: 4 * groups))
                let isRight = decoded == Array(bytes[..<(4 * groups)])
                #expect(isRight, "\(name) \(level), \(groups) groups")
            }
            // Every byte value at every position.
            let source = UnsafeMutablePointer(mutating: input.hold(Array(text[..<250])))
            let destination = output.last(200)
            var wrong = 0
            for position in 0..<250 {
                let start = position / 5 * 5
                for byte in UInt8.min...UInt8.max {
                    source[position] = byte
                    let done = Base85Kernels.decode(
                        source, 250, to: destination, alphabet: alphabet, stopsAt: nil, level: level)
                    var group = 0
                    var isForeign = false
                    for index in start..<start + 5 {
                        let value = alphabet.values[Int(source[index])]
                        isForeign = isForeign || value == SymbolTable.invalid
                        group = group * 85 + Int(value)
                    }
                    if done != (isForeign || group > Int(UInt32.max) ? start : 250) { wrong += 1 }
                    for index in 0..<min(4, done - start) {
                        let expected = UInt8(truncatingIfNeeded: group >> (24 - 8 * index))
                        if destination[start / 5 * 4 + index] != expected { wrong += 1 }
                    }
                    if done > 0, start > 0, destination[0] != bytes[0] { wrong += 1 }
                }
                source[position] = text[position]
            }
            #expect(wrong == 0, "\(name) \(level)")
        }
    }

    @Test("decodes pairs of symbols like the reference, and stops in time", arguments: ["none", "two", "one"])
    func pairs(_ stops: String) throws {
        let stop: (UInt32, UInt32)? =
            switch stops {
            case "two": (0, 0x2020_2020)
            case "one": (0, 0)
            default: nil
            }
        let input = try GuardedMemory(1 << 16), output = try GuardedMemory(1 << 16)
        for (name, alphabet) in Base85KernelTests.alphabets {
            var wrong = 0
            /// Compares the decoded bytes and the stop position with the reference.
            func check(_ text: [UInt8]) {
                let count = text.count, destination = output.last(count / 5 * 4)
                let done = Base85Pairs.decode(
                    input.hold(text), count, to: destination, alphabet: alphabet, stopsAt: stop)
                let right = output.last(count / 5 * 4)
                let decoded = Array(UnsafeBufferPointer(start: destination, count: done / 5 * 4))
                let reference = Base85Portable.decode(
                    input.hold(text), count, to: right, values: alphabet.values, stopsAt: stop)
                if done > reference || reference - done > 4000 || (reference == count) != (done == count) { wrong += 1 }
                if decoded != Array(UnsafeBufferPointer(start: right, count: done / 5 * 4)) { wrong += 1 }
            }
            let bytes = noise(40_000)
            let text = Base85KernelTests.referenceEncoded(bytes, alphabet)
            for groups in Array(0...60) + [799, 800, 801, 1600, 2401] { check(Array(text[..<(5 * groups)])) }
            for position in 0..<15 {
                for byte in UInt8.min...UInt8.max {
                    var changed = Array(text[..<20])
                    changed[position] = byte
                    check(changed)
                }
            }
            for position in stride(from: 0, to: 9000, by: 271) {
                var changed = Array(text[..<9000])
                changed[position] = 0x7f
                check(changed)
            }
            for value in [0, 0x2020_2020, 1, 0x2020_2021, .max] as [UInt32] {
                let group = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
                for place in [0, 3, 900] {
                    var changed = Array(bytes[..<4000])
                    changed.replaceSubrange(4 * place..<4 * place + 4, with: group)
                    check(Base85KernelTests.referenceEncoded(changed, alphabet))
                }
            }
            #expect(wrong == 0, "\(name)")
        }
    }
}
