internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESFF1Tests {
    static let key = hex("2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94")
    static let base36 = "0123456789abcdefghijklmnopqrstuvwxyz"
    static let letters = "0123456789abcdefghi"

    /// NIST's samples for SP 800-38G, FF1 samples 1 to 9: length of key, alphabet, tweak, plaintext, ciphertext.
    static let samples = [
        (16, "0123456789", "", "0123456789", "2433477484"),
        (16, "0123456789", "39383736353433323130", "0123456789", "6124200773"),
        (16, base36, "3737373770717273373737", letters, "a9tv40mll9kdu509eum"),
        (24, "0123456789", "", "0123456789", "2830668132"),
        (24, "0123456789", "39383736353433323130", "0123456789", "2496655549"),
        (24, base36, "3737373770717273373737", letters, "xbj3kv35jrawxv32ysr"),
        (32, "0123456789", "", "0123456789", "6657667009"),
        (32, "0123456789", "39383736353433323130", "0123456789", "1001623463"),
        (32, base36, "3737373770717273373737", letters, "xs8a0azh2avyalyzuwd"),
    ]

    @Test("matches NIST's samples, as text and as numerals", arguments: samples)
    func givesSamples(
        keyByteCount: Int, characters: String, tweak: String, plaintext: String, ciphertext: String
    ) throws {
        let key = SymmetricKey(copying: Self.key[..<keyByteCount])
        let alphabet = try NumeralAlphabet(characters)
        #expect(try AES.FF1.encrypt(plaintext, alphabet: alphabet, using: key, tweak: hex(tweak)) == ciphertext)
        #expect(try AES.FF1.decrypt(ciphertext, alphabet: alphabet, using: key, tweak: hex(tweak)) == plaintext)
        let numerals = try alphabet.numerals(of: plaintext)
        let encrypted = try AES.FF1.encrypt(numerals, radix: alphabet.radix, using: key, tweak: hex(tweak))
        #expect(try encrypted == alphabet.numerals(of: ciphertext))
        #expect(try AES.FF1.decrypt(encrypted, radix: alphabet.radix, using: key, tweak: hex(tweak)) == numerals)
    }

    /// Wycheproof, `aes_ff1_radix255_test.json` at dac1dd47.
    static let wycheproof: [(String, String, [UInt16], [UInt16])] = [
        ("aa6f23f573da39b110f4e155c418ba1f", "8402018f66fd2cb9", [141, 247, 156], [137, 136, 164]),
        ("fac360c003aeb623e94b78491f49aad4", "37e0cdf083f8e109", [0, 0, 0], [58, 115, 80]),
        ("fac360c003aeb623e94b78491f49aad4", "37e0cdf083f8e109", [254, 254, 254], [33, 33, 89]),
        ("5dd5899794ff9b5007b4481aaa97f882", "742f7f8b2ab0dc48", [235, 14, 161, 118], [80, 123, 44, 46]),
    ]

    @Test("matches Wycheproof's test vectors for an odd radix", arguments: wycheproof)
    func givesWycheproof(key: String, tweak: String, message: [UInt16], expected: [UInt16]) throws {
        let key = SymmetricKey(hex: key)
        #expect(try AES.FF1.encrypt(message, radix: 255, using: key, tweak: hex(tweak)) == expected)
        #expect(try AES.FF1.decrypt(expected, radix: 255, using: key, tweak: hex(tweak)) == message)
    }

    /// Algorithm 7 implemented in Python with its integers and PyCryptodome's AES, verified with NIST's samples.
    ///
    /// Radix, number of numerals, length of the tweak, SHA-256 of the result with two bytes per numeral.
    static let peerAnswers = [
        (2, 20, 0, "54abf40db64599665c0f5bea2803dd08e7f3a9faa880a7b25feb315ec974a6f6"),
        (2, 1000, 3, "d0ad59178ed35efb54f792e08ec482a9cecd4cca9aeb989081bcdca5100713f5"),
        (3, 13, 16, "c550441774f4588240bb430757f0c7e8282213fb4d5b55c19dac8db42c49aca2"),
        (10, 6, 0, "4c802800accd6e2f0af6b16f8918d60de2a21bffa68a27fe2c1cc81183c1aa66"),
        (10, 57, 7, "c1282a1d9dfc71933719ec8fd8bcc88764e7806fd8cad4c98a92a1dbfe44e4af"),
        (10, 4096, 1, "badb84cb0a92c818f4cb29ecf1189f76e8392f6d2d2ee93bb94f47f834fbe50e"),
        (26, 100, 15, "6f0f719f23de11a2851ad389b1a162ff83775fa4e10266209b064e62ecdcfec3"),
        (255, 31, 17, "cc6c407e082e9da2c655fbf062b65ba9cc6aa4414ba133eb9f57ddf83f7de05f"),
        (256, 4, 8, "99431953a204f3dbeb75413df0a243e7b41b70b4683a382d37229f5bca10c944"),
        (256, 63, 0, "6931c420d76662d08e18cdf15a1546cff69b787e467ef942aa32dda038ad3d37"),
        (1000, 129, 5, "7fa6b420c35557e42933651a068c7dddeeeaf6b2f2ee39e2cef5985b20537873"),
        (65535, 2, 4, "555ada4523638577e0c2ad793bdcb4a52e9eed5cf803e73ec57d9b52b8ff5633"),
        (65535, 200, 33, "5704a0d4f898a98cfd7ffe1bcd0300c9995fcbb0fa2c20ba3cb884f2eb0bb01f"),
        (65536, 2, 0, "32702062ce924d8e9bcf7dda66316fc878294375dd5304e0d9afdae58a3e5b43"),
        (65536, 3, 1, "ae741190503c1bca6e36c492de130b2f785239f74856ca0d96d153fb0791b797"),
        (65536, 257, 100, "1f8729c6784c1c31b96079316094f0a71faf980e708391c881aa08669327068b"),
    ]

    @Test("agrees with a Python implementation for every kind of radix and length", arguments: peerAnswers)
    func agreesWithPeer(radix: Int, count: Int, tweak: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        let tweak = [UInt8](from: 50, tweak)
        let message = (0..<count).map { UInt16(($0 * 7919 + 13) % radix) }
        let encrypted = try AES.FF1.encrypt(message, radix: radix, using: key, tweak: tweak)
        let bytes = encrypted.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        #expect(SHA256.hash(bytes) == hex(expected))
        #expect(try AES.FF1.decrypt(encrypted, radix: radix, using: key, tweak: tweak) == message)
    }

    @Test("is a permutation of a small domain")
    func permutes() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        var seen: Set<String> = []
        for number in 0..<1000 {
            let text = String(String(1000 + number).dropFirst())
            let encrypted = try AES.FF1.encrypt(text, using: key, allowingSmallDomain: true)
            #expect(encrypted.count == 3)
            #expect(try AES.FF1.decrypt(encrypted, using: key, allowingSmallDomain: true) == text)
            seen.insert(encrypted)
        }
        #expect(seen.count == 1000)
    }

    @Test("depends on the key and the tweak")
    func usesKeyAndTweak() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        let right = try AES.FF1.encrypt("4111111111111111", using: key, tweak: [1, 2, 3] as [UInt8])
        #expect(try AES.FF1.encrypt("4111111111111111", using: key, tweak: [1, 2, 4] as [UInt8]) != right)
        #expect(try AES.FF1.encrypt("4111111111111111", using: key, tweak: [1, 2, 3, 0] as [UInt8]) != right)
        #expect(try AES.FF1.encrypt("4111111111111111", using: key) != right)
        let other = SymmetricKey(copying: [UInt8](from: 2, 16))
        #expect(try AES.FF1.encrypt("4111111111111111", using: other, tweak: [1, 2, 3] as [UInt8]) != right)
        #expect(try AES.FF1.decrypt(right, using: key, tweak: [1, 2, 4] as [UInt8]) != "4111111111111111")
    }

    @Test("rejects lengths out of range and names the valid ones")
    func refusesLengths() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        let five = [UInt16](repeating: 1, count: 5)
        do throws(CryptoError) {
            _ = try AES.FF1.encrypt(five, radix: 10, using: key)
            Issue.record("five digits were taken")
        } catch {
            #expect(error == CryptoError.code(.invalidInputLength))
            #expect(error.reason == "AES-FF1 takes 6 to 16384 numerals of radix 10, not 5")
        }
        #expect(try AES.FF1.encrypt(five, radix: 10, using: key, allowingSmallDomain: true).count == 5)
        for (radix, count) in [(10, 1), (10, 0), (99, 1), (65536, 1), (2, 6)] {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try AES.FF1.encrypt(
                    [UInt16](repeating: 1, count: count), radix: radix, using: key, allowingSmallDomain: true)
            }
        }
        for (radix, count) in [(2, 19), (1000, 1), (100, 2), (10, (1 << 14) + 1)] {
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try AES.FF1.decrypt([UInt16](repeating: 1, count: count), radix: radix, using: key)
            }
        }
        for radix in [-1, 0, 1, 65537, Int.max] {
            #expect(throws: CryptoError.code(.invalidParameter)) { try AES.FF1.encrypt(five, radix: radix, using: key) }
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.FF1.encrypt([1, 2, 3, 4, 5, 10], radix: 10, using: key)
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.FF1.encrypt("123456", using: key, tweak: [UInt8](repeating: 0, count: 65537))
        }
        for count in [0, 8, 17, 33, 64] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try AES.FF1.encrypt("123456", using: SymmetricKey(copying: [UInt8](from: 0, count)))
            }
        }
    }
}
