internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct RSASignatureTests {
    static let hashes: [AnyHashFunction] = [
        .sha1, .sha224, .sha256, .sha384, .sha512, .sha512t224, .sha512t256, .sha3_224, .sha3_256, .sha3_384, .sha3_512,
    ]

    @Test("verifies its own signatures with every SHA digest", arguments: hashes + [.shake128, .shake256, .md5])
    func roundTrips(hash: AnyHashFunction) throws {
        let key = try RSAKeyTests.key.get()
        let most = key.publicKey.maximumSaltByteCount(hash)
        var paddings = [0, 20, hash.digestByteCount, most].map {
            RSASignaturePadding.pss(.init(hash: hash, saltByteCount: $0))
        }
        if !hash.isExtendable { paddings += [.pkcs1v15(hash), .pss(.init(hash: hash, maskHash: .sha1))] }
        for padding in paddings {
            let signature = try key.signature(for: "message".utf8, padding: padding)
            #expect(signature.count == 256)
            func fits(_ text: String, _ padding: RSASignaturePadding) throws -> Bool {
                try key.publicKey.isValidSignature(signature, for: text.utf8, padding: padding)
            }
            #expect(try fits("message", padding), "\(padding)")
            #expect(try !fits("massage", padding))
            #expect(try !fits("message", .pss(.init(hash: hash, saltByteCount: 19))))
            if let parameters = padding.pssParameters {
                #expect(try fits("message", .pssWithAnySalt(.init(hash: hash, maskHash: parameters.maskHash))))
            }
            let digest = try hash.hash("message".utf8)
            #expect(try key.publicKey.isValidSignature(signature, forDigest: digest, padding: padding))
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try key.signature(forDigest: digest + [0], padding: padding)
            }
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try key.signature(for: [1], padding: .pss(.init(hash: hash, saltByteCount: most + 1)))
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try key.signature(for: [1], padding: .pss(.init(hash: hash, saltByteCount: -1)))
        }
    }

    @Test("signs a typed digest as it is, and only with padding of its function")
    func typedDigests() throws {
        let key = try RSAKeyTests.key.get()
        let digest = SHA512.hash(data: "message".utf8)
        let pss = RSASignaturePadding.pss(.init(hash: .sha512))
        #expect(try key.publicKey.isValidSignature(key.signature(for: digest), for: "message".utf8, padding: pss))
        let signature = try key.signature(for: "message".utf8, padding: .pkcs1v15(.sha512))
        #expect(try key.publicKey.isValidSignature(signature, for: digest, padding: .pkcs1v15(.sha512)))
        #expect(try key.signature(for: digest, padding: .pkcs1v15(.sha512)) == signature)
        // SHA3-512 has the same length.
        for padding in [RSASignaturePadding.pss, .pkcs1v15(.sha3_512)] {
            #expect(throws: CryptoError.code(.invalidParameter)) { try key.signature(for: digest, padding: padding) }
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try key.publicKey.isValidSignature(signature, for: digest, padding: padding)
            }
        }
    }

    @Test(
        "rejects a signature that is modified, truncated, extended or not below the modulus", arguments: [false, true])
    func refusesChanges(isSHAKE: Bool) throws {
        let key = try RSAKeyTests.key.get()
        let padding: RSASignaturePadding = isSHAKE ? .pss(.init(hash: .shake256)) : .pss
        let signature = try key.signature(for: "message".utf8, padding: padding)
        func fits(_ signature: [UInt8]) throws -> Bool {
            try key.publicKey.isValidSignature(signature, for: "message".utf8, padding: padding)
        }
        #expect(try fits(signature))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 0x10
            #expect(try !fits(changed), "byte \(index)")
        }
        for wrong in [[], Array(signature.dropLast()), signature + [0], [0] + signature, key.publicKey.modulus] {
            #expect(try !fits(wrong))
        }
        #expect(try !fits([UInt8](repeating: 0xff, count: 256)))
        #expect(try !fits([UInt8](repeating: 0, count: 256)))
    }

    @Test("rejects PSS encodings with SHAKE that have any single error")
    func refusesEncodings() throws {
        let key = try RSAKeyTests.key.get()
        let padding = RSASignaturePadding.pssWithAnySalt(.init(hash: .shake128))
        let encoding = try key.publicKey.encryptRaw(key.signature(for: [7], padding: padding))
        #expect(encoding.last == 0xbc && encoding[0] < 0x80)
        func fits(_ encoding: [UInt8]) throws -> Bool {
            try key.publicKey.isValidSignature([UInt8](bytes: key.decryptRaw(encoding)), for: [7], padding: padding)
        }
        #expect(try fits(encoding))
        // The masked padding, the byte 1 preceding the salt, the salt, the hash, the trailer.
        for index in [1, 100, 190, 191, 192, 222, 223, 254, 255] {
            var changed = encoding
            changed[index] ^= 1
            #expect(try !fits(changed), "byte \(index)")
        }
    }

    @Test("uses the parameters of a restricted key, and no others")
    func obeysRestriction() throws {
        let numbers = try RSAKeyTests.key.get().numbers
        let demanded = RSAPSSParameters(hash: .sha384, maskHash: .sha384, saltByteCount: 20)
        let key = try RSAPrivateKey(numbers, restriction: RSAKeyRestriction(parameters: demanded))
        let signature = try key.signature(for: [1])
        #expect(try key.publicKey.isValidSignature(signature, for: [1], padding: .pss(demanded)))
        #expect(try key.publicKey.isValidSignature(signature, for: [1]))
        // A longer salt is allowed, RFC 4055, section 3.3.
        #expect(try key.signature(for: [1], padding: .pss(.init(hash: .sha384, saltByteCount: 48))).count == 256)
        let wrong: [RSASignaturePadding] = [
            .pkcs1v15(.sha384), .pss, .pss(.init(hash: .sha384, saltByteCount: 19)),
            .pss(.init(hash: .sha384, maskHash: .sha256, saltByteCount: 20)),
        ]
        for padding in wrong {
            #expect(throws: CryptoError.code(.invalidKey), "\(padding)") {
                try key.signature(for: [1], padding: padding)
            }
            #expect(throws: CryptoError.code(.invalidKey)) {
                try key.publicKey.isValidSignature(signature, for: [1], padding: padding)
            }
        }
        // Without a length, the minimum would go unchecked.
        #expect(throws: CryptoError.code(.invalidKey)) {
            try key.publicKey.isValidSignature(signature, for: [1], padding: .pssWithAnySalt(demanded))
        }
        let open = try RSAPrivateKey(numbers, restriction: RSAKeyRestriction())
        #expect(try open.signature(for: [1], padding: .pss(.init(hash: .sha512))).count == 256)
        #expect(throws: CryptoError.code(.invalidKey)) { try open.signature(for: [1], padding: .pkcs1v15(.sha256)) }
    }

    @Test("names hash functions that signatures do not support")
    func refusesHashes() throws {
        let key = try RSAKeyTests.key.get()
        let wrong: [RSASignaturePadding] = [
            .pkcs1v15(.shake128), .pkcs1v15(.sm3), .pss(.init(hash: .blake2b)), .pss(.init(maskHash: .shake256)),
            .pss(.init(hash: .shake256, maskHash: .shake128)), .pss(.init(hash: .shake256, maskHash: .sha256)),
        ]
        for padding in wrong {
            #expect(throws: CryptoError.code(.unsupported), "\(padding)") {
                try key.signature(for: [1], padding: padding)
            }
        }
        let short = try RSAPublicKey(modulus: [UInt8](repeating: 0xff, count: 64), exponent: [3])
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try short.isValidSignature([UInt8](repeating: 1, count: 64), for: [1], padding: .pkcs1v15(.sha512))
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try short.isValidSignature([UInt8](repeating: 1, count: 64), for: [1], padding: .pss(.init(hash: .sha512)))
        }
    }

    @Test("accepts a key too short for a digest-length salt if any salt length is allowed")
    func takesAnySalt() throws {
        let short = try RSAPublicKey(modulus: [UInt8](repeating: 0xff, count: 128), exponent: [3])
        let signature = [UInt8](repeating: 1, count: 128)
        #expect(try !short.isValidSignature(signature, for: [1], padding: .pssWithAnySalt(.init(hash: .sha512))))
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try short.isValidSignature(signature, for: [1], padding: .pss(.init(hash: .sha512)))
        }
    }

    @Test("verifies SHAKE128 signatures from Wycheproof")
    func verifiesSHAKE() throws {
        // Wycheproof (C2SP/wycheproof, commit 0cd7c041), rsa_pss_2048_shake128_test.json, tcId 1 and 3.
        let key = try RSAPublicKey(
            modulus: hex(
                "ac7ae7bde0bc9067fff5d5b4229350f8f6a1b285cda38b86ab61a54b02350889de49ff3ae1e243d380d4349ee3df2505"
                    + "d6041938fc270f8dcc265c5d022e3610d5f06ea2247e634b08d7aa3e24a347f6d61c127813e0302a5727c10292af"
                    + "a83b9775e5ba26d6b7ae217d05c469d193376d70ee92ff40f8424baaa4ded3814ac523016d8c7d7ccd1eec17459f"
                    + "3d2449f4cbfae3f2d51e506827282bde589a52e66320f54ca930a21f6aa7e3b0bc531ad1b568d7e32c0afed523ca"
                    + "6da62e5f22fed6f7ee722974b5f70aad710dcb14fa7a3c561b3d4c8696a455abe4cb9b351a6c0b6e478c60a81f02"
                    + "fb3a285245ebfe93221e36ad8787b3e7f3099d7c23225641"), exponent: [1, 0, 1])
        let padding = RSASignaturePadding.pss(.init(hash: .shake128))
        let ofNothing = hex(
            "52a8d6268ccd58630f277cda433a8f28b73b91f9040df0831bf9f6df069320fc49e655cb551f3d0604a033254b268f6377a9"
                + "b576f3eaa981daad23d4580cf05688c42b64e1fa671cc79348231274cbdfaa493cb3c3824304324d77920e48e3fc5fa7"
                + "da8ef3c99de7006112ea02b471c8adad0f9e9b06d536ac0f345335b462d6bcfcdf1711a5f31d46508e226ea9d663b618"
                + "046c91d3004a74480fd6fe1808561a709362cf74e8de3d964142186f6e8ba736fb8a1c7eba6d7c2b92cab9e3aab85af2"
                + "8fb4d95573525eaccf581d5e82b7b967309bfd1a6ea36849cdb8f79d41e89ff4f8b59059ab6d30a518ec29387327370a"
                + "81e440f054f27d7ccd7d0dcc86e5")
        let ofTest = hex(
            "62f31cf2a408ddae7a46914951080377319f310df9930d41566926a7aaa8938fcf3e91852abd12897aef378a13ad670b93ec"
                + "13d5ace695377f3cf83d95d10375a6c14ffaf1ae6459cd381da1be9571a1de6e8e32dd741cb10d692ef0caaaa47770b8"
                + "6ca05a2cf251d203aeaa048dbedc7d99e6e4c5a51e8b820d9df7b904834aef30190e9e36630794b687147a000167f599"
                + "f902a22568fdb556518090f3e671734ec87874759e3efbf25b31582ef6b8cc687addea20c85917a941e59118b1e9d847"
                + "129fc6c2e071a6ef1a282e7b99d991208c6c127b87cc263af8c4942ead189f30c446a48161c465e71714265b4058c4a7"
                + "410a589c89fd8e1ef821528e18c2")
        #expect(try key.isValidSignature(ofNothing, for: [UInt8](), padding: padding))
        #expect(try key.isValidSignature(ofTest, for: "Test".utf8, padding: padding))
        #expect(try !key.isValidSignature(ofTest, for: [UInt8](), padding: padding))
        #expect(try !key.isValidSignature(ofTest, for: "Test".utf8, padding: .pss))
    }

    @Test("Python verifies every kind of signature", .enabled(if: Peer.hasPython(module: "cryptography")))
    func pythonVerifies() throws {
        let key = try RSAKeyTests.key.get()
        let names: [(AnyHashFunction, String)] = [
            (.sha1, "SHA1"), (.sha256, "SHA256"), (.sha512, "SHA512"), (.sha512t256, "SHA512_256"),
            (.sha3_256, "SHA3_256"),
        ]
        var checks = ""
        for (hash, name) in names {
            let pss = try key.signature(for: "message".utf8, padding: .pss(.init(hash: hash)))
            let pkcs1 = try key.signature(for: "message".utf8, padding: .pkcs1v15(hash))
            checks += """
                key.verify(bytes.fromhex('\(hexText(pss))'), b'message',
                    padding.PSS(padding.MGF1(hashes.\(name)()), padding.PSS.DIGEST_LENGTH), hashes.\(name)())
                key.verify(bytes.fromhex('\(hexText(pkcs1))'), b'message', padding.PKCS1v15(), hashes.\(name)())

                """
        }
        let answer = try Peer.python(
            """
            from cryptography.hazmat.primitives.asymmetric import rsa, padding
            from cryptography.hazmat.primitives import hashes
            key = rsa.RSAPublicNumbers(65537, 0x\(hexText(key.publicKey.modulus))).public_key()
            \(checks)
            print('good')
            """)
        #expect(answer.text == "good\n", "\(answer.errors)")
    }

    @Test("supports concurrent use of one key")
    func servesThreads() async throws {
        let key = try RSAKeyTests.key.get()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<16 as Range<UInt8> {
                group.addTask {
                    let signature = try key.signature(for: [number])
                    let sealed = try key.publicKey.encrypt([number])
                    return try key.publicKey.isValidSignature(signature, for: [number])
                        && constantTimeEqual(key.decrypt(sealed), [number])
                }
            }
            for try await isGood in group { #expect(isGood) }
        }
    }
}
