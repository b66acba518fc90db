import Testing

@testable import ArcaCodecs
@testable import ArcaCore

@Suite struct LetterKernelTests {
    static let levels = SIMDLevel.available

    @Test("shifts every byte at every position by every amount", arguments: levels)
    func shift(_ level: SIMDLevel) throws {
        let input = try GuardedMemory(4096), output = try GuardedMemory(4096)
        for shift in UInt8(0)..<26 {
            for count in Array(0...140) + [256, 300] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
                let expected = bytes.map { byte -> UInt8 in
                    switch byte {
                    case 0x41...0x5a: (byte - 0x41 + shift) % 26 + 0x41
                    case 0x61...0x7a: (byte - 0x61 + shift) % 26 + 0x61
                    default: byte
                    }
                }
                let destination = output.last(count)
                LetterKernels.shift(input.hold(bytes), count, destination, by: shift, level: level)
                let shifted = Array(UnsafeBufferPointer(start: destination, count: count))
                let isRight = shifted == expected
                #expect(isRight, "\(level), \(count) bytes by \(shift)")
            }
        }
    }
}
