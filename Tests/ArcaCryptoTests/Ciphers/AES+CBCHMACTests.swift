internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESCBCHMACTests {
    /// RFC 7518, appendix B: length of key, ciphertext and tag.
    static let knownAnswers: [(Int, String)] = [
        (
            32,
            "c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9a94ac9b47ad2655c5f10f9aef71427e2"
                + "fc6f9b3f399a221489f16362c703233609d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b"
                + "384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade54b8851ffb598f7f80074b9473c82e2db"
                + "652c3fa36b0a7c5b3219fab3a30bc1c4"
        ),
        (
            48,
            "ea65da6b59e61edb419be62d19712ae5d303eeb50052d0dfd6697f77224c8edb000d279bdc14c1072654bd30944230c6"
                + "57bed4ca0c9f4a8466f22b226d1746214bf8cfc2400add9f5126e479663fc90b3bed787a2f0ffcbf3904be2a641d5c21"
                + "05bfe591bae23b1d7449e532eef60a9ac8bb6c6b01d35d49787bcd57ef484927f280adc91ac0c4e79c7b11efc60054e3"
                + "8490ac0e58949bfe51875d733f93ac2075168039ccc733d7"
        ),
        (
            64,
            "4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2"
                + "e6d12a1374b77f077553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3"
                + "a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6"
                + "4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5"
        ),
    ]

    @Test("matches the test vectors of RFC 7518", arguments: knownAnswers)
    func knownAnswer(keyByteCount: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 0, keyByteCount))
        let iv = hex("1af38c2dc2b96ffdd86694092341bc04")
        let message = Array(
            "A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy without inconvenience"
                .utf8)
        let aad = "The second principle of Auguste Kerckhoffs".utf8
        #expect(try AES.CBCHMAC.seal(message, using: key, iv: iv, authenticating: aad) == hex(expected))
        #expect(try AES.CBCHMAC.open(hex(expected), using: key, iv: iv, authenticating: aad) == message)
    }

    /// RFC 7518, section 5.2.2.1, implemented in Python with PyCryptodome's CBC and the standard library's HMAC:
    /// lengths of key, message and associated data.
    static let peerAnswers = [
        (32, 0, 0, "a68e53903ac1df620f21f2b1a282c1392ebc0344dbd859279354bd0d3143883c"),
        (32, 1, 5, "cfa87c31c39619043c2fcaca39aac7d26807d93d045e30975b8d3343e6980fe3"),
        (32, 15, 0, "c65a84199a9a4028396905292a9214ab06bce5c101267284b40d314730d08b61"),
        (
            32, 16, 16,
            "7c8e57f52e507f950d9e8215a54965b273cf3a0f3ec159bd0af0b2f2e2d45058cf104ea1f740795c4e9f338269261667"
        ),
        (
            32, 17, 33,
            "7c8e57f52e507f950d9e8215a54965b2747191be882133c463def41c6f0974db3b737ecf6ebc12adec574c8843975505"
        ),
        (48, 0, 0, "deee5a3952ef258f7efdea629bc9ae3672d099c352ea1d1556b9031d4d130aa1d207068b18a6fd9f"),
        (48, 1, 5, "546d7f6d6f1a22ba65298088f35a7e16ab869ff38122bb4865a7d9a13bbfe0e1479b4f0c507e23a3"),
        (48, 15, 0, "51c9e56ae8b55d33c2a3a5c657ea3afa0c628fb2655919446c6e1a4eafcc625b025891775563ebdc"),
        (
            48, 16, 16,
            "ba978ab16f9d51d73ddc60ed2ba00cc46f7cfcbee2421171aa5bf1d421b3fe4ac1280bb5dca761699f019f316548ebff60cda154f48181e6"
        ),
        (
            48, 17, 33,
            "ba978ab16f9d51d73ddc60ed2ba00cc4d227add6887342a007e49557869c5e62b614095605edf2d0b20d917d88522a21b6e0c556f06cae34"
        ),
        (64, 0, 0, "9138d2654897def3f053ad18d74ac6dbbdcdad0c22d8582836eeec621c2ae3ea5638126255ea2eabec757da2618b8e54"),
        (64, 1, 5, "8f0fa291f2fede8402050ba8ff1fd96b964e499aa272c35874eb3400968774f10c3e6ef267c818d07acd2b9866ef009d"),
        (64, 15, 0, "32d255c45ac14e29c09de99108bffa06062f5b69d0829ba669639b45477c76df8118c587574b7289600b3ed687de8421"),
        (
            64, 16, 16,
            "7d7f95e067c29bbc5e918d42afa6d583a43a3e90590afd6a307d17594868ad7918b67aff603dc3a887cca973d21e3e742aeeb0ea58ed4c51dc0c5e0ea70354ea"
        ),
        (
            64, 17, 33,
            "7d7f95e067c29bbc5e918d42afa6d583d2733f878d80eb21268759b54f8a358ccd80dcfd31073f609186c3d41e94591b57e7a0f64ccab6dbe7dc5434fabe3eb5"
        ),
    ]

    @Test("agrees with a peer at lengths around a block, one-shot and streamed", arguments: peerAnswers)
    func agreesWithPeer(key: Int, count: Int, aad: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, key))
        let (message, aad, iv) = ([UInt8](from: 100, count), [UInt8](from: 50, aad), [UInt8](from: 7, 16))
        #expect(try AES.CBCHMAC.seal(message, using: key, iv: iv, authenticating: aad) == hex(expected))
        #expect(try AES.CBCHMAC.open(hex(expected), using: key, iv: iv, authenticating: aad) == message)
        let cipher = try #require(Cipher.all.first { $0.name.contains("CBC-HS") && $0.keyByteCount == key.byteCount })
        let stream = try CipherStream(encrypting: cipher, using: key, iv: iv, authenticating: aad)
        #expect(try stream.run(message, splitAt: 7) == hex(expected))
    }

    @Test("fails for invalid padding exactly as for a wrong tag")
    func paddingStaysHidden() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        let iv = [UInt8](from: 7, 16)
        var sealed = try AES.CBCHMAC.seal([UInt8](from: 0, 20), using: key, iv: iv)
        var reasons: Set<String> = []
        for index in [0, 15, 16, 31, 32, 47] {
            sealed[index] ^= 1
            do throws(CryptoError) {
                _ = try AES.CBCHMAC.open(sealed, using: key, iv: iv)
                Issue.record("byte \(index) changed unnoticed")
            } catch { reasons.insert("\(error.code) \(error.reason)") }
            sealed[index] ^= 1
        }
        // A valid tag over a ciphertext without padding, as only an owner of the key can create it.
        let encrypted = try AES.CBC.encrypt(
            [UInt8](repeating: 0, count: 16), using: SymmetricKey(copying: [UInt8](from: 17, 16)), iv: iv,
            padding: Cipher.Padding.none)
        let code = HMAC<SHA256>.authenticationCode(
            for: iv + encrypted + [UInt8](repeating: 0, count: 8), using: SymmetricKey(copying: [UInt8](from: 1, 16)))
        do throws(CryptoError) {
            _ = try AES.CBCHMAC.open(encrypted + Array(code)[..<16], using: key, iv: iv)
            Issue.record("a padding of zero was taken")
        } catch { reasons.insert("\(error.code) \(error.reason)") }
        #expect(reasons == ["authenticationFailed A128CBC-HS256: wrong key, or the data was changed"])
    }

    @Test("rejects keys and IVs of other lengths and a message without a tag")
    func refusesLengths() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 64))
        for count in [0, 16, 24, 40, 56] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try AES.CBCHMAC.seal("x".utf8, using: SymmetricKey(copying: [UInt8](from: 0, count)), iv: [])
            }
        }
        #expect(throws: CryptoError.code(.invalidIVLength)) {
            try AES.CBCHMAC.seal("x".utf8, using: key, iv: [UInt8](from: 0, 12))
        }
        #expect(throws: CryptoError.code(.invalidInputLength)) {
            try AES.CBCHMAC.open([UInt8](from: 0, 31), using: key, iv: [UInt8](from: 0, 16))
        }
    }
}
