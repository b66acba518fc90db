internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct BcryptPBKDFTests {
    /// Generated with the Python package bcrypt 5.0, `bcrypt.kdf`.
    private static let known: [(passphrase: String, salt: String, rounds: Int, key: String)] = [
        (
            "password", "salt", 4,
            "5bbf0cc293587f1c3635555c27796598d47e579071bf427e9d8fbe842aba34d9"
        ),
        (
            "password", "salt", 1,
            "7af41469e52860da49debfaa6a4e12a2"
        ),
        (
            "p", "0123456789abcdef", 3,
            "177800ca05df86a9c78252864ba6edc0c74676b2c6fb7743e06e56e43221f54f78609b43b84c629997543428ec33f730"
        ),
        (
            "correct horse battery staple", "salt of any length", 2,
            "f7333a225d1ecaed3b2b8f05fdec0ce4313ff73eab1fbf2bcf68e8e25e4866f42db2f91647ac7f27c20549ae842f4cd4"
                + "80c7c41c44c2b3ae1aae8244c8e5797ef338cc4bd4a55072d004f96cd001bb106cd1f58a81b8f3adff0a66e9743a9464"
                + "6720cf4e"
        ),
        (
            "\0x", "\0", 1,
            "e3f9b60c2eb119500bd05a5258f82c53a6d8d7c0df38b63ec7d7a9dba782d016a9"
        ),
    ]

    @Test("matches stored keys from Python's bcrypt, of lengths below, at and above one block")
    func agreesWithStoredKeys() throws {
        for known in Self.known {
            let expected = hex(known.key)
            let key = try BcryptPBKDF.deriveKey(
                from: known.passphrase.utf8, salt: known.salt.utf8, rounds: known.rounds,
                outputByteCount: expected.count)
            #expect([UInt8](bytes: key) == expected, "\(known.passphrase), \(expected.count) bytes")
        }
    }

    @Test("agrees with Python's bcrypt on random input", .enabled(if: Peer.hasPython(module: "bcrypt")))
    func agreesWithPython() throws {
        var random = Repeatable(4)
        for byteCount in [1, 31, 48, 65, 100] {
            let (passphrase, salt) = (random.bytes(byteCount + 50), random.bytes(byteCount))
            let answer = try Peer.python(
                """
                import bcrypt
                print(bcrypt.kdf(bytes.fromhex("\(hexText(passphrase))"), bytes.fromhex("\(hexText(salt))"),
                    \(byteCount), 2, ignore_few_rounds=True).hex())
                """)
            let key = try BcryptPBKDF.deriveKey(
                from: passphrase, salt: salt, rounds: 2, outputByteCount: byteCount)
            #expect(hexText([UInt8](bytes: key)) + "\n" == answer.text, "\(byteCount) bytes")
        }
    }

    @Test("rejects parameters out of range")
    func refusesParameters() {
        func refuses(_ passphrase: [UInt8], _ salt: [UInt8], _ rounds: Int, _ byteCount: Int) -> Bool {
            do {
                _ = try BcryptPBKDF.deriveKey(
                    from: passphrase, salt: salt, rounds: rounds, outputByteCount: byteCount)
                return false
            } catch { return error.code == .invalidParameter }
        }
        #expect(refuses([], [1], 1, 1))
        #expect(refuses([1], [], 1, 1))
        #expect(refuses([1], [1], 0, 1))
        #expect(refuses([1], [1], 1, 0))
        #expect(refuses([1], [1], 1, 1025))
    }

    @Test("checks untrusted rounds against the limits")
    func checksRounds() {
        #expect(throws: Never.self) { try CostLimits.reading.check(bcryptRounds: 2048) }
        #expect(throws: CryptoError.code(.costTooHigh)) { try CostLimits.reading.check(bcryptRounds: 2049) }
        #expect(throws: CryptoError.code(.invalidParameter)) { try CostLimits.reading.check(bcryptRounds: 0) }
        #expect(throws: CryptoError.code(.costTooHigh)) { try CostLimits(bcryptRounds: 1...3).check(bcryptRounds: 4) }
    }
}
