internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct Argon2Tests {
    private static let one = [UInt8](repeating: 1, count: 32)

    // RFC 9106, sections 5.1 to 5.3.
    @Test(
        "matches the test vectors of RFC 9106, with secret and associated data",
        arguments: [
            (.d, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
            (.i, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
            (.id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
        ] as [(Argon2.Variant, String)])
    func derivesPublishedVectors(variant: Argon2.Variant, expected: String) throws {
        let key = try Argon2.deriveKey(
            from: Self.one, salt: [UInt8](repeating: 2, count: 16), secret: [UInt8](repeating: 3, count: 8),
            associatedData: [UInt8](repeating: 4, count: 12), variant: variant,
            cost: Argon2.Cost(memoryKiB: 32, passes: 3, lanes: 4))
        #expect([UInt8](bytes: key) == hex(expected))
    }

    // src/test.c of the reference implementation; Vectors/argon2 has the smaller cases.
    @Test(
        "matches the cases of 1 GiB of the reference implementation", .enabled(if: runsSlowTests, "slow"),
        arguments: [
            (.v10, "9690ec55d28d3ed32562f2e73ea62b02b018757643a2ae6e79528459de8106e9"),
            (.v13, "d1587aca0922c3b5d6a83edab31bee3c4ebaef342ed6127a55d19b2351ad1f41"),
        ] as [(Argon2.Version, String)])
    func largeMemory(version: Argon2.Version, expected: String) throws {
        let key = try Argon2.deriveKey(
            from: "password".utf8, salt: "somesalt".utf8, variant: .i, version: version,
            cost: Argon2.Cost(memoryKiB: 1 << 20, passes: 2))
        #expect([UInt8](bytes: key) == hex(expected))
    }

    @Test(
        "agrees with libargon2 for every variant, for usual and unusual costs and lengths",
        .enabled(if: Peer.hasPython(module: "argon2")), arguments: Argon2.Variant.allCases)
    func agreesWithLibargon2(variant: Argon2.Variant) throws {
        var script = "from argon2.low_level import hash_secret_raw as h, Type as T\n"
        var ours: [String] = []
        let costs = [(8, 1, 1), (9, 4, 1), (33, 2, 3), (80, 3, 10), (700, 2, 2), (2100, 1, 4), (4096, 2, 1)]
        for (index, (memory, passes, lanes)) in costs.enumerated() {
            for (passphraseCount, saltCount, count) in [
                (0, 8, 4), (1, 16, 32), (64, 9, 64), (129, 64, 65), (3, 8, 96), (5, 8, 1000),
            ] {
                let version: Argon2.Version = (index + count) % 2 == 0 ? .v10 : .v13
                let passphrase = [UInt8](repeating: 0xe9, count: passphraseCount)
                let salt = [UInt8](repeating: 0x5a, count: saltCount)
                let key = try Argon2.deriveKey(
                    from: passphrase, salt: salt, variant: variant, version: version,
                    cost: Argon2.Cost(memoryKiB: memory, passes: passes, lanes: lanes), outputByteCount: count)
                ours.append(hexText([UInt8](bytes: key)))
                script += "print(h(b'\\xe9' * \(passphraseCount), b'Z' * \(saltCount), \(passes), \(memory), \(lanes), "
                script += "\(count), T(\(variant.rawValue)), \(version.rawValue)).hex())\n"
            }
        }
        let theirs = try Peer.output(["python3", "-c", script]).split(separator: "\n").map(String.init)
        #expect(ours == theirs)
    }

    @Test("has the defaults of the documentation: Argon2id, version 0x13, the standard cost, 32 bytes")
    func hasDefaults() throws {
        let cost = try Argon2.Cost(memoryKiB: 65536, passes: 3, lanes: 4)
        let same = try Argon2.deriveKey(
            from: "password".utf8, salt: "salt".utf8, secret: [], associatedData: [], variant: .id, version: .v13,
            cost: cost, outputByteCount: 32)
        #expect(try Argon2.deriveKey(from: "password".utf8, salt: "salt".utf8) == same)
        #expect(cost == .standard && cost.isAtLeast(.interactive) && !cost.isAtLeast(.sensitive))
    }

    @Test("rejects a cost above the memory limit and accepts one at the limit")
    func honorsMemoryLimit() throws {
        let cost = try Argon2.Cost(memoryKiB: 1003, passes: 1, lanes: 2)
        #expect(cost.memoryByteCount == 1000 << 10)
        _ = try Argon2.deriveKey(from: [1], salt: [2], cost: cost, memoryLimit: cost.memoryByteCount)
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Argon2.deriveKey(from: [1], salt: [2], cost: cost, memoryLimit: cost.memoryByteCount - 1)
        }
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Argon2.deriveKey(from: [1], salt: [2], cost: Argon2.Cost(memoryKiB: 1 << 21, passes: 1))
        }
    }

    @Test("throws for work of hours and for output that may not fit in memory, instead of trapping")
    func refusesHugeWork() throws {
        let tooHigh = CryptoError.code(.costTooHigh)
        let last = try Argon2.Cost(memoryKiB: (1 << 32) - 1, passes: (1 << 32) - 1, lanes: (1 << 24) - 1)
        #expect(throws: tooHigh) { try Argon2.deriveKey(from: [1], salt: [2], cost: last, memoryLimit: .max) }
        let small = try Argon2.Cost(memoryKiB: 8, passes: 1)
        #expect(throws: tooHigh) {
            try Argon2.deriveKey(from: [1], salt: [2], cost: small, outputByteCount: (1 << 30) + 1)
        }
        for count in [3, 0, -1] {
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try Argon2.deriveKey(from: [1], salt: [2], cost: small, outputByteCount: count)
            }
        }
    }

    @Test(
        "rejects costs outside the standard",
        arguments: [
            (7, 1, 1), (31, 1, 4), (0, 1, 1), (-1, 1, 1), (1 << 32, 1, 1), (8, 0, 1), (8, -1, 1), (8, 1 << 32, 1),
            (8, 1, 0), (8, 1, -1), (1 << 31, 1, 1 << 24), (8, 1, .max), (.max, .max, .max), (.min, .min, .min),
        ])
    func refusesCosts(memory: Int, passes: Int, lanes: Int) {
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try Argon2.Cost(memoryKiB: memory, passes: passes, lanes: lanes)
        }
    }

    @Test("calibrates to at least the given cost, within the limits for reading")
    func calibrates() throws {
        let least = try Argon2.Cost(memoryKiB: 64, passes: 2, lanes: 2)
        #expect(try Argon2.Cost.calibrated(milliseconds: 0, least: least) == least)
        let limited = try Argon2.Cost.calibrated(milliseconds: 3, least: least, memoryLimit: 256 << 10)
        #expect(limited.isAtLeast(least) && limited.memoryKiB <= 256 && limited.lanes == 2)
        try CostLimits.reading.check(argon2: limited)
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Argon2.Cost.calibrated(milliseconds: 1, least: least, memoryLimit: 1 << 10)
        }
    }
}
