import ArcaCore
import ArcaSystem
import Testing

@Suite struct SpoolTests {
    @Test("returns the written bytes, from memory and from a file", arguments: [0, 10, 1000, 100_000])
    func givesBack(memoryByteCount: Int) throws {
        var spool = Spool(memoryByteCount: memoryByteCount)
        var expected: [UInt8] = []
        for piece in 0..<100 {
            let bytes = (0..<piece).map { UInt8(truncatingIfNeeded: $0 * piece) }
            try spool.write(bytes)
            expected += bytes
        }
        #expect(spool.byteCount == expected.count)
        for (offset, count) in [(0, 10), (0, expected.count), (100, 3000), (expected.count - 3, 50), (9_999, 1)] {
            let part = try [UInt8](capacity: count) { try spool.read(into: &$0, at: offset) }
            #expect(part == Array(expected.dropFirst(offset).prefix(count)))
        }
    }
}
