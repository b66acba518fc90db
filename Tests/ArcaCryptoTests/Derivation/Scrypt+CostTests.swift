internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct ScryptCostTests {
    @Test("accepts what RFC 7914 allows", arguments: [(1, 1, 1), (15, 1, 1), (31, 2, 1), (20, 8, 1 << 26)])
    func takesStandardCosts(logN: Int, r: Int, p: Int) throws {
        let cost = try Scrypt.Cost(logN: logN, r: r, p: p)
        #expect((cost.logN, cost.r, cost.p) == (logN, r, p))
        #expect(cost.n == 1 << logN)
    }

    @Test(
        "rejects costs that RFC 7914 does not allow",
        arguments: [
            (0, 8, 1), (-1, 8, 1), (16, 1, 1), (32, 2, 1), (10, 0, 1), (10, 8, 0), (10, 8, -1), (10, 1 << 15, 1 << 15),
            (10, .max, .max), (.max, 8, 1), (.min, .min, .min),
        ])
    func refusesOtherCosts(logN: Int, r: Int, p: Int) {
        #expect(throws: CryptoError.code(.invalidParameter)) { try Scrypt.Cost(logN: logN, r: r, p: p) }
    }

    @Test("rejects costs that exceed any address space", arguments: [(62, 8, 1), (41, 8, 1), (25, 1 << 12, 1)])
    func refusesHugeCosts(logN: Int, r: Int, p: Int) {
        #expect(throws: CryptoError.code(.costTooHigh)) { try Scrypt.Cost(logN: logN, r: r, p: p) }
    }

    @Test("has presets within the default limits")
    func hasPresets() throws {
        for cost in [Scrypt.Cost.interactive, .standard, .sensitive] { try CostLimits.reading.check(cost) }
        #expect(Scrypt.Cost.standard.memoryByteCount == 128 * 8 * (1 << 17) + 3 * 1024)
    }

    @Test("compares costs parameter by parameter")
    func comparesCosts() throws {
        let cost = try Scrypt.Cost(logN: 12, r: 8, p: 2)
        #expect(cost.isAtLeast(cost))
        #expect(cost.isAtLeast(try Scrypt.Cost(logN: 11, r: 7, p: 1)))
        #expect(!cost.isAtLeast(try Scrypt.Cost(logN: 13, r: 8, p: 1)))
        #expect(!cost.isAtLeast(try Scrypt.Cost(logN: 12, r: 9, p: 1)))
        #expect(!cost.isAtLeast(try Scrypt.Cost(logN: 10, r: 8, p: 3)))
    }

    @Test("calibrates to a higher cost for more time, within the time, memory and minimum cost")
    func calibrates() throws {
        let least = try Scrypt.Cost(logN: 10, r: 8, p: 1)
        #expect(try Scrypt.Cost.calibrated(milliseconds: 0, least: least) == least)
        // More time than any machine needs: the memory limit applies, then the maximum p.
        let more = try Scrypt.Cost.calibrated(milliseconds: 600_000, least: least, memoryLimit: 8 << 20)
        #expect((more.logN, more.r, more.p) == (13, 8, 4))
        let limited = try Scrypt.Cost.calibrated(milliseconds: 600_000, least: least, memoryLimit: 2 << 20)
        #expect((limited.logN, limited.p) == (11, 4))
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Scrypt.Cost.calibrated(milliseconds: 1, least: least, memoryLimit: 1 << 19)
        }
    }
}
