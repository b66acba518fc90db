internal import ArcaCore
import ArcaCrypto
internal import Synchronization
import Testing

@Suite struct CostLimitsTests {
    @Test(
        "accepts every cost within the default limits",
        arguments: [(10, 1, 1), (20, 8, 1), (17, 8, 4), (19, 16, 4)])
    func takesCosts(logN: Int, r: Int, p: Int) throws {
        try CostLimits.reading.check(Scrypt.Cost(logN: logN, r: r, p: p))
    }

    @Test(
        "rejects each parameter above its limit",
        arguments: [(21, 8, 1), (10, 17, 1), (10, 8, 5), (20, 9, 1), (20, 16, 1)])
    func refusesCosts(logN: Int, r: Int, p: Int) throws {
        let cost = try Scrypt.Cost(logN: logN, r: r, p: p)
        #expect(throws: CryptoError.code(.costTooHigh)) { try CostLimits.reading.check(cost) }
    }

    @Test("rejects a cost that is too weak")
    func refusesWeakCost() throws {
        let cost = try Scrypt.Cost(logN: 9)
        #expect(throws: CryptoError.code(.invalidParameter)) { try CostLimits.reading.check(cost) }
    }

    @Test("applies custom limits")
    func takesOtherLimits() throws {
        try CostLimits(scryptLogN: 4...4).check(Scrypt.Cost(logN: 4))
        try CostLimits(scryptR: 17).check(Scrypt.Cost(logN: 10, r: 17))
        try CostLimits(scryptP: 16).check(Scrypt.Cost(logN: 10, p: 16))
        try CostLimits(scryptLogN: 10...22, scryptTableByteCount: 4 << 30).check(Scrypt.Cost(logN: 22))
        try CostLimits(pbkdf2Iterations: 1...20_000_000).check(pbkdf2Iterations: 20_000_000)
    }

    @Test("limits the product of N, r and p, even if it overflows")
    func boundsWork() throws {
        let limits = CostLimits(
            scryptLogN: 1...40, scryptR: .max, scryptP: .max, scryptTableByteCount: .max, scryptWork: 1 << 20)
        try limits.check(Scrypt.Cost(logN: 17, r: 8, p: 1))
        for (logN, r, p) in [(17, 8, 2), (17, 9, 1), (21, 2, 1), (40, 4095, 200_000)] {
            let cost = try Scrypt.Cost(logN: logN, r: r, p: p)
            #expect(throws: CryptoError.code(.costTooHigh)) { try limits.check(cost) }
        }
    }

    @Test("asks before a cost above the limits, but not below, and follows the answer")
    func asks() throws {
        for answer in [true, false] {
            let asked = Mutex<[String]>([])
            var limits = CostLimits.reading
            limits.approval = { reason in
                asked.withLock { $0.append(reason) }
                return answer
            }
            let checks: [() throws -> Void] = [
                { try limits.check(Scrypt.Cost(logN: 21)) }, { try limits.check(bcryptRounds: 2049) },
                { try limits.check(pbkdf2Iterations: 10_000_001) },
            ]
            for check in checks {
                if answer {
                    try check()
                } else {
                    #expect(throws: CryptoError.code(.costTooHigh)) { try check() }
                }
            }
            try limits.check(Scrypt.Cost(logN: 20))
            try limits.check(bcryptRounds: 2048)
            #expect(throws: CryptoError.code(.invalidParameter)) { try limits.check(bcryptRounds: 0) }
            #expect(asked.withLock { $0.count } == 3 && asked.withLock { $0[1] }.contains("2049 rounds"))
        }
    }

    @Test("limits memory, and memory × passes, of Argon2")
    func boundsArgon2() throws {
        for (memory, passes) in [(64, 1), (64, 1 << 18), (1 << 20, 16), (65536, 256)] {
            try CostLimits.reading.check(Argon2.Cost(memoryKiB: memory, passes: passes))
        }
        for (memory, passes) in [(64, (1 << 18) + 1), (1 << 20, 17), ((1 << 20) + 1, 1), (64, (1 << 32) - 1)] {
            let cost = try Argon2.Cost(memoryKiB: memory, passes: passes)
            #expect(throws: CryptoError.code(.costTooHigh)) { try CostLimits.reading.check(cost) }
        }
        let weak = try Argon2.Cost(memoryKiB: 63, passes: 1)
        #expect(throws: CryptoError.code(.invalidParameter)) { try CostLimits.reading.check(weak) }
        try CostLimits(argon2MemoryKiB: 8...63, argon2Work: 63).check(weak)
        var limits = CostLimits(argon2Work: 100)
        limits.approval = { $0.contains("Argon2 with 2 passes over 64 KiB") }
        try limits.check(Argon2.Cost(memoryKiB: 64, passes: 2))
    }

    @Test("rejects iterations out of range")
    func checksIterations() throws {
        try CostLimits.reading.check(pbkdf2Iterations: 1)
        try CostLimits.reading.check(pbkdf2Iterations: 10_000_000)
        #expect(throws: CryptoError.code(.costTooHigh)) { try CostLimits.reading.check(pbkdf2Iterations: 10_000_001) }
        #expect(throws: CryptoError.code(.invalidParameter)) { try CostLimits.reading.check(pbkdf2Iterations: 0) }
    }
}
