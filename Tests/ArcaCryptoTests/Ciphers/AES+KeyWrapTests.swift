import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESKeyWrapTests {
    @Test(
        "matches the test vectors of RFC 3394 and RFC 5649",
        arguments: [
            // RFC 3394, sections 4.1, 4.3 and 4.6
            (
                "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff", false,
                "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"
            ),
            (
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "00112233445566778899aabbccddeeff",
                false, "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"
            ),
            (
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f", false,
                "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21"
            ),
            // RFC 5649, section 6
            (
                "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8", "c37b7e6492584340bed12207808941155068f738", true,
                "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a"
            ),
            (
                "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8", "466f7250617369", true,
                "afbeb0f07dfbf5419200f2ccb50bb24f"
            ),
        ])
    func knownAnswers(wrapping: String, key: String, padded: Bool, expected: String) throws {
        let wrapping = SymmetricKey(hex: wrapping)
        for _ in 0..<2 {
            let wrapped = try AES.KeyWrap.wrap(hex(key), using: wrapping, padded: padded)
            #expect(wrapped == hex(expected))
            #expect(try Array(bytes: AES.KeyWrap.unwrap(wrapped, using: wrapping, padded: padded)) == hex(key))
        }
        // 16 bytes are too short for KW; for longer KWP results, KW's integrity check fails.
        let code: CryptoError.Code = expected.utf8.count == 32 ? .invalidInputLength : .authenticationFailed
        #expect(throws: CryptoError(code, "")) {
            try AES.KeyWrap.unwrap(hex(expected), using: wrapping, padded: !padded)
        }
    }

    @Test("fails with one error for any modified byte, a wrong key or the other variant", arguments: [false, true])
    func refusesChanges(padded: Bool) throws {
        let wrapping = SymmetricKey(copying: [UInt8](from: 1, 32))
        let cipher = try Cipher(named: padded ? "aes-256-kwp" : "aes-256-kw")
        for count in [16, 24, 32] {
            let wrapped = try AES.KeyWrap.wrap([UInt8](from: 0, count), using: wrapping, padded: padded)
            #expect(wrapped.count == count + 8)
            for index in wrapped.indices {
                var changed = wrapped
                changed[index] ^= 1
                do {
                    _ = try AES.KeyWrap.unwrap(changed, using: wrapping, padded: padded)
                    Issue.record("byte \(index) of \(count) changed unnoticed")
                } catch {
                    #expect(error == CryptoError.code(.authenticationFailed))
                    #expect(error.reason == "\(cipher.name): wrong key, or the data was changed")
                }
                #expect(throws: CryptoError.code(.authenticationFailed)) {
                    try cipher.decrypt(changed, using: wrapping)
                }
            }
            #expect(throws: CryptoError.code(.authenticationFailed)) {
                try AES.KeyWrap.unwrap(wrapped, using: SymmetricKey(copying: [UInt8](from: 2, 32)), padded: padded)
            }
        }
    }

    @Test("wraps every supported length and rejects others by length")
    func checksLengths() throws {
        let wrapping = SymmetricKey(copying: [UInt8](from: 1, 16))
        for count in 0...64 {
            let key = [UInt8](from: 3, count)
            if count >= 16, count.isMultiple(of: 8) {
                let wrapped = try AES.KeyWrap.wrap(key, using: wrapping)
                #expect(try Array(bytes: AES.KeyWrap.unwrap(wrapped, using: wrapping)) == key)
            } else {
                #expect(throws: CryptoError.code(.invalidInputLength)) { try AES.KeyWrap.wrap(key, using: wrapping) }
            }
            if count >= 1 {
                let wrapped = try AES.KeyWrap.wrap(key, using: wrapping, padded: true)
                #expect(wrapped.count == (count + 7) / 8 * 8 + 8)
                #expect(try Array(bytes: AES.KeyWrap.unwrap(wrapped, using: wrapping, padded: true)) == key)
            } else {
                #expect(throws: CryptoError.code(.invalidInputLength)) {
                    try AES.KeyWrap.wrap(key, using: wrapping, padded: true)
                }
            }
        }
        // 16 bytes unwrap to an empty key in libcrypto; no key wraps to the other lengths.
        for count in [0, 1, 7, 8, 9, 15, 16, 17, 23, 25, 31] {
            let bytes = [UInt8](repeating: 0xa6, count: count)
            #expect(throws: CryptoError.code(.invalidInputLength)) { try AES.KeyWrap.unwrap(bytes, using: wrapping) }
            if count != 16 {
                #expect(throws: CryptoError.code(.invalidInputLength)) {
                    try AES.KeyWrap.unwrap(bytes, using: wrapping, padded: true)
                }
            }
        }
    }

    @Test("rejects a padded wrapping with a zero length field")
    func refusesZeroLength() throws {
        // One AES block of A65959A6 00000000 and eight zero bytes: KWP of an empty key.
        let wrapping = SymmetricKey(copying: [UInt8](from: 1, 16))
        let block = hex("a65959a600000000 0000000000000000")
        let wrapped = try Insecure.AES.ECB.encrypt(block, using: wrapping, padding: .none)
        #expect(throws: CryptoError.code(.authenticationFailed)) {
            try AES.KeyWrap.unwrap(wrapped, using: wrapping, padded: true)
        }
        // The same for lengths that do not match one semiblock, and for nonzero padding.
        for field in ["a65959a600000009 0000000000000000", "a65959a600000007 0000000000000001"] {
            let wrong = try Insecure.AES.ECB.encrypt(hex(field), using: wrapping, padding: .none)
            #expect(throws: CryptoError.code(.authenticationFailed)) {
                try AES.KeyWrap.unwrap(wrong, using: wrapping, padded: true)
            }
        }
        let right = try Insecure.AES.ECB.encrypt(
            hex("a65959a600000007 0102030405060700"), using: wrapping, padding: .none)
        #expect(
            try Array(bytes: AES.KeyWrap.unwrap(right, using: wrapping, padded: true)) == hex("01020304050607")
        )
    }
}
