import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

/// Required properties cannot be undone, so each test is a separate process.
///
/// `provider=default` holds for all algorithms of the provider that is always active, `provider=none` for none.
@Suite struct RequiredPropertiesTests {
    private static func refused(_ name: String, _ body: () throws -> Void) {
        #expect(code(body) == .unsupported, "\(name)")
    }

    fileprivate static func code(_ body: () throws -> Void) -> CryptoError.Code? {
        do { try body() } catch { return (error as? CryptoError)?.code }
        return nil
    }

    @Test("computes the same with providers only")
    func computesTheSame() async {
        await #expect(processExitsWith: .success) {
            try RequiredPropertiesTests.checkResults()
        }
    }

    @Test("refuses what Arca computes itself, whatever the properties are")
    func refusesOwn() async {
        await #expect(processExitsWith: .success) {
            try RequiredPropertiesTests.checkOwn()
        }
    }

    @Test(
        "refuses everything without a provider that has the properties", arguments: ["provider=none", "fips=unknown"])
    func refusesAll(query: String) async {
        await #expect(processExitsWith: .success) { [query = query as String] in
            try RequiredPropertiesTests.checkAll(query)
        }
    }

    @Test("rejects malformed queries and calls after the first use, and stays in force")
    func refusesMisuse() async {
        await #expect(processExitsWith: .success) {
            for query in ["", "?fips=yes", "fips=", "=", "a\0b"] {
                #expect(RequiredPropertiesTests.code { try Libcrypto.requireProperties(query) } == .invalidParameter)
            }
            #expect(RequiredPropertiesTests.code { _ = try MLKEM768.PrivateKey() } == .unsupported)
        }
        await #expect(processExitsWith: .success) {
            _ = try SHA3_256.function.hash("a".utf8)
            #expect(RequiredPropertiesTests.code { try Libcrypto.requireProperties("provider=default") } == .wrongState)
            #expect(RequiredPropertiesTests.code { _ = try MLKEM768.PrivateKey() } == .unsupported)
        }
        await #expect(processExitsWith: .success) {
            try Libcrypto.requireProperties()
            let digest = try AnyHashFunction.sha256.hash("a".utf8)
            #expect(digest == SHA256.hash("a".utf8))
            #expect(RequiredPropertiesTests.code { _ = try MLKEM768.PrivateKey() } == .unsupported)
        }
    }

    @Test("ends the process in calls that do not throw")
    func endsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            try? Libcrypto.requireProperties("provider=none")
            print(Insecure.MD5.hash("a".utf8))
        }
        await #expect(processExitsWith: .failure) {
            try? Libcrypto.requireProperties("provider=none")
            print(HMAC<SHA256>(key: SymmetricKey(copying: [1] as [UInt8])))
        }
    }

    fileprivate static func checkResults() throws {
        try Libcrypto.requireProperties("provider=default")
        let key = SymmetricKey(copying: [UInt8](from: 1, 20))
        #expect(
            SHA256.hash("abc".utf8)
                == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        #expect(Insecure.MD5.hash("abc".utf8) == hex("900150983cd24fb0d6963f7d28e17f72"))
        // Python's hmac and hashlib computed these.
        let code = hex("64bd8b620b67ea0c23f1e37d889b566321bbf7cac06506d751e7b229d7c362da")
        #expect(HMAC<SHA256>.authenticationCode(for: "abc".utf8, using: key).bytes == code)
        #expect(try MACFunction.hmac(.sha256).code(for: "abc".utf8, using: key) == code)
        var running = HMAC<SHA256>(key: key)
        running.update(data: "a".utf8)
        let first = running
        running.update(data: "bc".utf8)
        #expect(running.finalize().bytes == code && running.finalize().bytes == code)
        #expect(first.finalize() == HMAC<SHA256>.authenticationCode(for: "a".utf8, using: key))
        let derived = try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: "salt".utf8, info: "info".utf8, outputByteCount: 32)
        #expect(derived == SymmetricKey(hex: "5cef93a5f3a8d79a7c0b9e0522c83088531dbde1aec3b67deacfde0c5c64925b"))
        let pbkdf2 = try PBKDF2.deriveKey(
            from: "passphrase".utf8, salt: [UInt8](from: 0, 16), using: .sha256, iterations: 1000)
        #expect(pbkdf2 == SymmetricKey(hex: "d2f225c757ad2915d7fac1d6a29e0730826052d7afdb3035fccbbaf2f7971eca"))
        let scrypt = try Scrypt.deriveKey(from: "passphrase".utf8, salt: "salt".utf8, cost: .init(logN: 10))
        #expect(scrypt == SymmetricKey(hex: "12b89583aaa583a69c7137cfae83af82c201675df13172714ebef5f73029d39c"))
        // Since libcrypto 3.2; the argon2 command computed this: -id -t 2 -k 256 -p 2.
        do {
            let argon2 = try Argon2.deriveKey(
                from: "password".utf8, salt: "somesalt".utf8, cost: .init(memoryKiB: 256, passes: 2, lanes: 2))
            #expect(argon2 == SymmetricKey(hex: "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"))
        } catch {
            #expect(error.code == .unsupported)
        }
        var stream = try AnyHashFunction.sha512.stream()
        stream.update("abc".utf8)
        #expect(try stream.finalize() == SHA512.hash("abc".utf8))
        let secret = try SymmetricKey(bitCount: 256)
        #expect(try AES.GCM.open(AES.GCM.seal("text".utf8, using: secret), using: secret) == Array("text".utf8))
        let signer = P256.Signing.PrivateKey()
        let signature = try signer.signature(for: "text".utf8)
        #expect(signer.publicKey.isValidSignature(signature, for: "text".utf8))
        #expect(
            try Curve25519.Signing.PrivateKey(rawRepresentation: secret).signature(for: "text".utf8).count == 64)
    }

    fileprivate static func checkOwn() throws {
        try Libcrypto.requireProperties("provider=default")
        let key = SymmetricKey(copying: [UInt8](from: 0, 32))
        for cipher in ["aes-256-gcm-siv", "aes-256-eax", "xchacha20-poly1305", "xaes-256-gcm"] {
            refused(cipher) {
                _ = try AEADCipher(named: cipher).seal("a".utf8, using: key, nonce: [UInt8](from: 0, 24))
            }
            refused(cipher) {
                _ = try CipherStream(encrypting: Cipher(named: cipher), using: key, iv: [UInt8](from: 0, 24))
            }
        }
        refused("SM4-GCM") {
            _ = try AEADCipher(named: "sm4-gcm").seal(
                "a".utf8, using: SymmetricKey(copying: [UInt8](from: 0, 16)), nonce: [UInt8](from: 0, 12))
        }
        refused("SIV") { _ = try AES.SIV.seal("a".utf8, using: key) }
        refused("long nonce") {
            _ = try AES.GCM.seal("a".utf8, using: key, nonce: [UInt8](from: 0, 129), allowsUnusualNonce: true)
        }
        refused("RC4") {
            _ = try Cipher(named: "rc4").encrypt("a".utf8, using: SymmetricKey(copying: [UInt8](from: 0, 16)))
        }
        refused("ML-KEM") { _ = try MLKEM768.PrivateKey() }
        refused("ML-DSA") { _ = try MLDSA65.PrivateKey() }
        refused("ML-DSA") { _ = try MLDSA44.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 1312)) }
        refused("ML-KEM") { _ = try MLKEM512.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 800)) }
        refused("X-Wing") { _ = try XWingMLKEM768X25519.PrivateKey() }
        refused("bcrypt") { _ = try BcryptPBKDF.deriveKey(from: "a".utf8, salt: "b".utf8, rounds: 1) }
        refused("BytesToKey") {
            _ = try Insecure.BytesToKey.deriveKey(
                from: "a".utf8, salt: nil, using: .sha256, keyByteCount: 1, ivByteCount: 0)
        }
        refused("BLAKE2b") { _ = try BLAKE2b.hash("a".utf8, outputByteCount: 20) }
        refused("deterministic ECDSA") { _ = try P256.Signing.PrivateKey().deterministicSignature(for: "a".utf8) }
        do throws(CryptoError) { _ = try AES.SIV.seal("a".utf8, using: key) } catch {
            #expect(error.reason == "AES-SIV is not available: no provider of libcrypto computes it")
        }
    }

    fileprivate static func checkAll(_ query: String) throws {
        #expect(RequiredPropertiesTests.code { try Libcrypto.requireProperties(query) } == .unsupported)
        let key = SymmetricKey(copying: [UInt8](from: 0, 32))
        for function in AnyHashFunction.all {
            refused(function.name) { _ = try function.hash("a".utf8) }
            refused(function.name) { _ = try function.stream() }
            guard !function.isExtendable else { continue }
            refused(function.name) {
                _ = try MACFunction.hmac(function).code(for: "a".utf8, using: key)
            }
            refused(function.name) {
                _ = try PBKDF2.deriveKey(
                    from: "a".utf8, salt: [UInt8](from: 0, 16), using: function, iterations: 1000)
            }
            refused(function.name) {
                _ = try HKDFFunction(function).deriveKey(inputKeyMaterial: key, outputByteCount: 8)
            }
        }
        refused("Argon2") { _ = try Argon2.deriveKey(from: "a".utf8, salt: "saltsalt".utf8, cost: .interactive) }
        refused("scrypt") { _ = try Scrypt.deriveKey(from: "a".utf8, salt: "b".utf8, cost: .init(logN: 10)) }
        for cipher in Cipher.all {
            refused(cipher.name) {
                _ = try cipher.encrypt(
                    [UInt8](from: 0, 32), using: SymmetricKey(copying: [UInt8](from: 0, cipher.keyByteCount)),
                    iv: [UInt8](from: 0, cipher.ivByteCount))
            }
        }
        refused("P-256") { _ = try EllipticPrivateKey(.p256) }
        refused("X25519") { _ = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](from: 0, 32)) }
        refused("RSA") { _ = try RSAPrivateKey(bitCount: 2048) }
    }
}
