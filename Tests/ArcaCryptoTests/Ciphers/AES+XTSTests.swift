internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESXTSTests {
    static let key = SymmetricKey(
        hex: "1111111111111111111111111111111122222222222222222222222222222222")

    @Test("matches the test vectors of IEEE 1619, by tweak and by sector number")
    func knownAnswers() throws {
        // IEEE 1619-2007, annex B, vectors 2 and 15
        let plaintext = [UInt8](repeating: 0x44, count: 32)
        let expected = hex("c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0")
        let tweak = hex("33333333330000000000000000000000")
        for _ in 0..<2 {
            #expect(try AES.XTS.encrypt(plaintext, using: Self.key, tweak: tweak) == expected)
            #expect(try AES.XTS.encrypt(plaintext, using: Self.key, sectorNumber: 0x33_3333_3333) == expected)
            #expect(try AES.XTS.decrypt(expected, using: Self.key, tweak: tweak) == plaintext)
            #expect(try AES.XTS.decrypt(expected, using: Self.key, sectorNumber: 0x33_3333_3333) == plaintext)
        }
        #expect(try AES.XTS.decrypt(expected, using: Self.key, sectorNumber: 0x33_3333_3334) != plaintext)
        let odd = SymmetricKey(hex: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0")
        let stolen = hex("6c1625db4671522d3d7599601de7ca09ed")
        #expect(try AES.XTS.encrypt([UInt8](from: 0, 17), using: odd, sectorNumber: 0x12_3456_789a) == stolen)
        #expect(try AES.XTS.decrypt(stolen, using: odd, sectorNumber: 0x12_3456_789a) == [UInt8](from: 0, 17))
    }

    @Test("matches the first blocks of IEEE 1619's 64-byte key vector")
    func longKey() throws {
        // IEEE 1619-2007, annex B, vector 10
        let key = SymmetricKey(
            hex: "2718281828459045235360287471352662497757247093699959574966967627"
                + "3141592653589793238462643383279502884197169399375105820974944592")
        let sealed = try AES.XTS.encrypt([UInt8](from: 0, 512), using: key, sectorNumber: 0xff)
        #expect(Array(sealed[..<16]) == hex("1c3b3a102f770386e4836c99e370cf9b"))
        #expect(try AES.XTS.decrypt(sealed, using: key, sectorNumber: 0xff) == [UInt8](from: 0, 512))
    }

    /// Wycheproof, `aes_xts_test.json` at dac1dd47, tests 27 to 29; the tweak is zero-padded.
    static let aes192Answers = [
        (
            "78889001e21046c8ae56a9625212fd4a6e7471d1e9bb25249ba10a1c50925da67d8e9b16b23b1777e30a3ab42f4b0bdf",
            "f0de263134ac1827", "e3b57a2f3a59801b3b23df95170cccac", "8f08bf57a2e866e74a04a116069d9a46"
        ),
        (
            "6e9950c6831fef2587f74251a57136676bb885904038a2d3ad1aaae9803ed5e38ca1396cdd830d2721de7f44ce6245de",
            "f0d35824657d215d", "d07ad76bf42a02a2582197829e12dd539e", "a7d7c8141f9b8ec68a00f492594dfa2340"
        ),
        (
            "2f73ebbe09810f0a9a89f32c27928631f3be6dd26090363785c20dd494f7658ab55bf21824b356c9656e78fbe92976be",
            "b72c06336afe1425", "1569dae0b6a8da151a454f73a5f8748439b0", "18e9dd1b3fa6b99ecad0b459099bf89525eb"
        ),
    ]

    @Test("matches Wycheproof for AES-192, which libcrypto lacks", arguments: aes192Answers)
    func composesAES192(key: String, tweak: String, plaintext: String, ciphertext: String) throws {
        let key = SymmetricKey(hex: key)
        let tweak = hex(tweak) + [UInt8](repeating: 0, count: 8)
        #expect(try AES.XTS.encrypt(hex(plaintext), using: key, tweak: tweak) == hex(ciphertext))
        #expect(try AES.XTS.decrypt(hex(ciphertext), using: key, tweak: tweak) == hex(plaintext))
    }

    /// XTS implemented in Python with PyCryptodome's AES-ECB, block by block; SHA-256 for long results.
    static let aes192Lengths = [
        (16, "400f7650654c251ebbf4f35c52c79bb5"),
        (31, "8a5c922d04664e740c33a42383df11d8400f7650654c251ebbf4f35c52c79b"),
        (32, "400f7650654c251ebbf4f35c52c79bb53088712b636b39c9a783f74d4579214e"),
        (
            63,
            "400f7650654c251ebbf4f35c52c79bb53088712b636b39c9a783f74d4579214e"
                + "8bdbc1f15e7bc8a47ad51555eafc70af1c0bda7ea920674444464869add6f0"
        ),
        (4096, "4504cb20a4c29acb836099a9befe6a6a573ed32c1f43e7f235b0ab8deb9cd42e"),
        (5000, "d09975d40c5960e279cdf3233c9fd398c8cfd853001e26802516745b56f53910"),
        (65551, "874a4f21df2cc19c28315567d172aad22e129f9ef352b89cb4d2e2ac660be461"),
    ]

    @Test("computes AES-192 correctly at lengths around its batches", arguments: aes192Lengths)
    func composesLengths(count: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 48))
        let (unit, tweak) = ([UInt8](from: 100, count), [UInt8](from: 9, 16))
        let encrypted = try AES.XTS.encrypt(unit, using: key, tweak: tweak)
        #expect((count < 100 ? encrypted : SHA256.hash(encrypted)) == hex(expected))
        #expect(try AES.XTS.decrypt(encrypted, using: key, tweak: tweak) == unit)
    }

    @Test("rejects keys with equal halves, half keys, units out of range and other tweak lengths")
    func refusesMisuse() throws {
        let unit = [UInt8](from: 0, 16)
        let equal = SymmetricKey(copying: [UInt8](repeating: 5, count: 32))
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.XTS.encrypt(unit, using: SymmetricKey(copying: [UInt8](repeating: 5, count: 48)), sectorNumber: 0)
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.XTS.encrypt(unit, using: equal, sectorNumber: 0)
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.XTS.decrypt(unit, using: equal, sectorNumber: 0)
        }
        for count in [0, 1, 15, (16 << 20) + 1] {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try AES.XTS.encrypt([UInt8](repeating: 0, count: count), using: Self.key, sectorNumber: 0)
            }
        }
        for count in [0, 8, 15, 17] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try AES.XTS.encrypt(unit, using: Self.key, tweak: [UInt8](from: 0, count))
            }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try AES.XTS.encrypt(unit, using: SymmetricKey(copying: [UInt8](from: 0, 16)), sectorNumber: 0)
        }
    }
}
