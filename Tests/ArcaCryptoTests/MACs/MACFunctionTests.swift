internal import ArcaTestSupport
internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct MACFunctionTests {
    static let message = Array("Hi There".utf8)

    static func hex(_ text: String) -> [UInt8] {
        let digits = text.utf8.filter { $0 != 0x20 }.map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test("matches the HMAC-SHA-256 vector of RFC 4231, repeatedly with one key")
    func computesHMAC() throws {
        let key = SymmetricKey(copying: [UInt8](repeating: 0x0b, count: 20))
        let expected = Self.hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        for _ in 0..<3 {
            #expect(HMAC<SHA256>.authenticationCode(for: Self.message, using: key) == expected)
            // Another function with the same key must not reuse the first one's context.
            #expect(HMAC<SHA512>.authenticationCode(for: Self.message, using: key).count == 64)
            #expect(HMAC<SHA256>.isValidAuthenticationCode(expected, authenticating: Self.message, using: key))
        }
    }

    @Test("accepts an empty key")
    func takesEmptyKey() throws {
        // `printf '' | openssl mac -digest SHA256 -macopt hexkey: HMAC`, also in RFC 4231's errata discussions.
        let expected = Self.hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
        let key = SymmetricKey(copying: [UInt8]())
        #expect(HMAC<SHA256>.authenticationCode(for: [UInt8](), using: key) == expected)
        #expect(HMAC<SHA256>.authenticationCode(for: [UInt8](), using: key) == expected)
    }

    @Test("matches the AES-CMAC vector of RFC 4493")
    func computesCMAC() throws {
        let key = SymmetricKey(copying: Self.hex("2b7e151628aed2a6abf7158809cf4f3c"))
        let message = Self.hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411")
        for _ in 0..<2 {
            #expect(
                try CMAC.authenticationCode(for: [UInt8](), using: key) == Self.hex("bb1d6929e95937287fa37d129b756746"))
            #expect(
                try CMAC.authenticationCode(for: message, using: key) == Self.hex("dfa66747de9ae63030ca32611497c827"))
        }
        let code = try CMAC.authenticationCode(for: message, using: key)
        #expect(try CMAC.isValidAuthenticationCode(code, authenticating: message, using: key))
        #expect(try !CMAC.isValidAuthenticationCode(code, authenticating: message + [0], using: key))
    }

    @Test("matches test case 1 of GCM for AES-GMAC, and depends on the nonce")
    func computesGMAC() throws {
        // The GCM specification's test case 1: zero key, zero 96-bit nonce, empty message.
        let key = SymmetricKey(copying: [UInt8](repeating: 0, count: 16))
        let nonce = [UInt8](repeating: 0, count: 12)
        let code = try GMAC.authenticationCode(for: [UInt8](), using: key, nonce: nonce)
        #expect(code == Self.hex("58e2fccefa7e3061367f1d57a4e7455a"))
        #expect(try GMAC.isValidAuthenticationCode(code, authenticating: [UInt8](), using: key, nonce: nonce))
        #expect(try !GMAC.isValidAuthenticationCode(code, authenticating: [UInt8](), using: key, nonce: [1] + nonce))
    }

    @Test("matches NIST's KMAC samples 1, 2 and 4")
    func computesKMAC() throws {
        let key = SymmetricKey(copying: (0x40...0x5f).map(UInt8.init))
        let message: [UInt8] = [0, 1, 2, 3]
        #expect(
            try KMAC128.authenticationCode(for: message, using: key)
                == Self.hex("e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"))
        #expect(
            try KMAC128.authenticationCode(
                for: message, using: key, customization: Array("My Tagged Application".utf8))
                == Self.hex("3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"))
        let long = try KMAC256.authenticationCode(
            for: message, using: key, customization: Array("My Tagged Application".utf8))
        #expect(
            long
                == Self.hex(
                    "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7"
                        + "f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd"))
        #expect(
            try KMAC256.isValidAuthenticationCode(
                long, authenticating: message, using: key, customization: Array("My Tagged Application".utf8)))
        #expect(try !KMAC256.isValidAuthenticationCode(long, authenticating: message, using: key))
    }

    @Test("checks a KMAC by the agreed length, not by its actual length")
    func refusesShortKMACCode() throws {
        let key = SymmetricKey(copying: [UInt8](repeating: 1, count: 32))
        let short = try KMAC128.authenticationCode(for: Self.message, using: key, outputByteCount: 1)
        #expect(short.count == 1)
        #expect(try !KMAC128.isValidAuthenticationCode(short, authenticating: Self.message, using: key))
        #expect(
            try KMAC128.isValidAuthenticationCode(short, authenticating: Self.message, using: key, outputByteCount: 1))
    }

    @Test("truncates on request, and rejects a truncated MAC otherwise")
    func truncates() throws {
        let key = SymmetricKey(copying: [UInt8](repeating: 0x0b, count: 20))
        let function = try MACFunction(named: "hmac-sha256")
        let full = try function.code(for: Self.message, using: key)
        let cut = try function.code(for: Self.message, using: key, options: .init(outputByteCount: 16))
        #expect(cut == Array(full[..<16]))
        #expect(try !function.isValid(cut, for: Self.message, using: key))
        #expect(try function.isValid(cut, for: Self.message, using: key, options: .init(outputByteCount: 16)))
        for count in [0, 3, 33] {
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try function.code(for: Self.message, using: key, options: .init(outputByteCount: count))
            }
        }
    }

    @Test(
        "gives the same MAC one-shot and for any split",
        arguments: ["hmac-md5", "hmac-sha1", "hmac-sha3-256", "hmac-sm3", "hmac-blake2b", "cmac", "gmac", "kmac256"])
    func streamsLikeOneShot(name: String) throws {
        let function = try MACFunction(named: name)
        let key = SymmetricKey(copying: [UInt8](repeating: 7, count: 32))
        let options = MACFunction.Options(nonce: name == "gmac" ? [UInt8](repeating: 9, count: 12) : nil)
        let message = (0..<200).map { UInt8($0) }
        let whole = try function.code(for: message, using: key, options: options)
        for cut in 0...message.count {
            var stream = try MACStream(function, key: key, options: options)
            stream.update(message[..<cut])
            stream.update(message[cut...])
            #expect(try stream.finalize() == whole, "cut at \(cut)")
        }
        var stream = try MACStream(function, key: key, options: options)
        stream.update(message)
        #expect(try stream.isValid(whole))
    }

    @Test("rejects a MAC with any bit wrong")
    func findsEveryWrongBit() throws {
        let key = try SymmetricKey(bitCount: 256)
        let code = HMAC<SHA256>.authenticationCode(for: Self.message, using: key)
        for bit in 0..<256 {
            var wrong = code.bytes
            wrong[bit / 8] ^= 1 << (bit % 8)
            #expect(!HMAC<SHA256>.isValidAuthenticationCode(wrong, authenticating: Self.message, using: key))
        }
    }

    @Test("names the valid key and nonce lengths in errors")
    func refusesWrongLengths() throws {
        let short = SymmetricKey(copying: [1, 2, 3])
        for function in [MACFunction.cmac, .kmac128] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) { try function.code(for: Self.message, using: short) }
        }
        let key = try SymmetricKey(bitCount: 128)
        for nonce in [nil, [], [UInt8](repeating: 0, count: 129)] as [[UInt8]?] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try MACFunction.gmac.code(for: Self.message, using: key, options: .init(nonce: nonce))
            }
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try MACFunction.cmac.code(for: Self.message, using: key, options: .init(nonce: [1]))
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try MACFunction.cmac.code(for: Self.message, using: key, options: .init(customization: [1]))
        }
        #expect(throws: CryptoError.code(.unsupported)) { try MACFunction(named: "hmac-shake128") }
        #expect(throws: CryptoError.code(.unknownAlgorithm)) { try MACFunction(named: "poly1305") }
    }

    @Test("supports concurrent use of one key")
    func sharesKeyBetweenThreads() async throws {
        let key = try SymmetricKey(bitCount: 256)
        let expected = HMAC<SHA256>.authenticationCode(for: Self.message, using: key)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    (0..<200).allSatisfy { _ in
                        HMAC<SHA256>.authenticationCode(for: Self.message, using: key) == expected
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
