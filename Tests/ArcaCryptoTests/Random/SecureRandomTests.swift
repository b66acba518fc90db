internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct SecureRandomTests {
    @Test("returns the requested number of bytes", arguments: [0, 1, 12, 255, 256, 257, 5000, 1 << 20])
    func givesAsManyBytesAsAsked(count: Int) throws {
        let bytes = try SecureRandom.bytes(count)
        #expect(bytes.count == count)
        // Of 5,000 random bytes, more than 40 of one value happen less than once in 10^5 runs.
        if count == 5000 { for value in 0...255 { #expect(bytes.filter { $0 == value }.count < 60) } }
    }

    @Test("never repeats across threads and block boundaries")
    func neverRepeats() async throws {
        let draws = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<4 { group.addTask { try (0..<2000).map { _ in try SecureRandom.bytes(16) } } }
            var all: [[UInt8]] = []
            for try await some in group { all += some }
            return all
        }
        #expect(Set(draws).count == 8000)
    }

    @Test("draws every number of a range about equally often", arguments: [2, 3, 10, 100])
    func drawsUniformly(width: Int) throws {
        var counts = [Int](repeating: 0, count: width)
        let draws = width * 1000
        for _ in 0..<draws { counts[try SecureRandom.number(in: -5..<width - 5) + 5] += 1 }
        // 1,000 expected, standard deviation about 32; a deviation of 7 sigma is an error, not chance.
        for (number, count) in counts.enumerated() { #expect(abs(count - 1000) < 230, "\(number): \(count)") }
    }

    @Test("accepts the widest range and rejects an empty one")
    func checksRange() throws {
        #expect(try SecureRandom.number(in: 7..<8) == 7)
        _ = try SecureRandom.number(in: Int.min..<Int.max)
        #expect(throws: CryptoError.code(.invalidParameter)) { try SecureRandom.number(in: 3..<3) }
    }
}
