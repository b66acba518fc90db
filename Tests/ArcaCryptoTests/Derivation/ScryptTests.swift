internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct ScryptTests {
    // RFC 7914, section 12.
    @Test(
        "matches the test vectors of RFC 7914, including empty passphrase and salt",
        arguments: [
            (
                "", "", 4, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 10, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
            (
                "pleaseletmein", "SodiumChloride", 20, 8, 1,
                "2101cb9b6a511aaeaddbbe09cf70f881ec568d574a2ffd4dabe5ee9820adaa478e56fd8f4ba5d09ffa1c6d927c40f4c337304049e8a952fbcbf45c6fa77a41a4"
            ),
        ] as [(String, String, Int, Int, Int, String)])
    func derivesPublishedVectors(
        passphrase: String, salt: String, logN: Int, r: Int, p: Int, expected: String
    ) throws {
        let cost = try Scrypt.Cost(logN: logN, r: r, p: p)
        let key = try Scrypt.deriveKey(from: passphrase.utf8, salt: salt.utf8, cost: cost, outputByteCount: 64)
        #expect([UInt8](bytes: key) == hex(expected))
    }

    @Test(
        "agrees with Python for usual and unusual costs and lengths",
        .enabled(if: Peer.hasPython(module: "hashlib")),
        arguments: [
            (1, 1, 1), (1, 8, 1), (2, 3, 5), (5, 2, 1), (10, 7, 3), (12, 16, 2), (15, 1, 1), (3, 40, 2),
        ])
    func agreesWithPython(logN: Int, r: Int, p: Int) throws {
        var script = "import hashlib\n"
        var ours: [String] = []
        for (passphraseCount, saltCount, output) in [(0, 16, 32), (1, 0, 1), (64, 5, 33), (65, 64, 100)] {
            let passphrase = [UInt8](repeating: 0xe9, count: passphraseCount)
            let salt = [UInt8](repeating: 0x5a, count: saltCount)
            let key = try Scrypt.deriveKey(
                from: passphrase, salt: salt, cost: Scrypt.Cost(logN: logN, r: r, p: p), outputByteCount: output)
            ours.append(hexText([UInt8](bytes: key)))
            script += "print(hashlib.scrypt(bytes.fromhex('\(hexText(passphrase))'), "
            script += "salt=bytes.fromhex('\(hexText(salt))'), n=\(1 << logN), r=\(r), p=\(p), maxmem=1<<28, "
            script += "dklen=\(output)).hex())\n"
        }
        let theirs = try Peer.output(["python3", "-c", script]).split(separator: "\n").map(String.init)
        #expect(ours == theirs)
    }

    @Test("defaults to the standard cost and 32 bytes")
    func hasDefaults() throws {
        let key = try Scrypt.deriveKey(from: "password".utf8, salt: "NaCl".utf8)
        let cost = try Scrypt.Cost(logN: 17, r: 8, p: 1)
        let same = try Scrypt.deriveKey(from: "password".utf8, salt: "NaCl".utf8, cost: cost, outputByteCount: 32)
        #expect(key == same)
        #expect(cost == .standard)
    }

    @Test("rejects a cost above the memory limit and accepts one at the limit")
    func honorsMemoryLimit() throws {
        let cost = try Scrypt.Cost(logN: 10, r: 8, p: 2)
        #expect(cost.memoryByteCount == 128 * 8 * (1024 + 2 + 2))
        #expect(cost.tableByteCount == 1 << 20)
        _ = try Scrypt.deriveKey(from: [1], salt: [2], cost: cost, memoryLimit: cost.memoryByteCount)
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Scrypt.deriveKey(from: [1], salt: [2], cost: cost, memoryLimit: cost.memoryByteCount - 1)
        }
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Scrypt.deriveKey(from: [1], salt: [2], cost: Scrypt.Cost(logN: 21))
        }
    }

    @Test("throws if the memory cannot be allocated, instead of trapping")
    func reportsMissingMemory() throws {
        #expect(throws: CryptoError.code(.costTooHigh)) {
            try Scrypt.deriveKey(from: [1], salt: [2], cost: Scrypt.Cost(logN: 40), memoryLimit: .max)
        }
    }

    @Test("rejects output that may not fit in memory, instead of trapping")
    func refusesHugeOutput() throws {
        let tooHigh = CryptoError.code(.costTooHigh)
        let count = 32 * Int(UInt32.max)
        #expect(throws: tooHigh) {
            try Scrypt.deriveKey(from: [1], salt: [2], cost: Scrypt.Cost(logN: 1, r: 1), outputByteCount: count)
        }
        #expect(throws: tooHigh) {
            try PBKDF2.deriveKey(from: [1], salt: [2], iterations: 1, outputByteCount: count)
        }
        #expect(throws: tooHigh) {
            try PBKDF2.deriveKey(from: [1], salt: [2], using: .sha3_256, iterations: 1, outputByteCount: count)
        }
        #expect(throws: tooHigh) {
            try Insecure.PKCS12KDF.deriveKey(
                from: [1], salt: [2], iterations: 1, purpose: .key, outputByteCount: count)
        }
        #expect(throws: tooHigh) {
            try Insecure.BytesToKey.deriveKey(
                from: [1], salt: nil, using: .md5, keyByteCount: count, ivByteCount: 16)
        }
        #expect(throws: tooHigh) { try SHAKE128.hash([1], outputByteCount: count) }
    }

    @Test("rejects output lengths out of range", arguments: [0, -1, 32 << 32])
    func refusesOutputLength(count: Int) throws {
        let cost = try Scrypt.Cost(logN: 1, r: 1)
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try Scrypt.deriveKey(from: [1], salt: [2], cost: cost, outputByteCount: count)
        }
    }
}
