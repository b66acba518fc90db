internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct BytesToKeyTests {
    @Test(
        "derives the key and IV that `openssl enc -P` prints",
        .enabled(if: (try? Peer.output(["openssl", "version"])) != nil),
        arguments: [AnyHashFunction.md5, .sha1, .sha256, .sha512, .sha3_256, .ripemd160, .blake2b, .sm3], [true, false])
    func agreesWithOpenSSL(hash: AnyHashFunction, hasSalt: Bool) throws {
        let name = hash == .blake2b ? "blake2b512" : hash.shortName
        let salt: [UInt8] = [0, 1, 2, 3, 0xfc, 0xfd, 0xfe, 0xff]
        let saltOption = hasSalt ? ["-S", hexText(salt)] : ["-nosalt"]
        let ciphers = [("aes-256-cbc", 32, 16), ("aes-128-ecb", 16, 0), ("des-ede3-cbc", 24, 8)]
        for (cipher, keyByteCount, ivByteCount) in ciphers {
            for passphrase in ["p", "correct horse battery staple, and then some more text to pass one block of 64"] {
                let printed = try Peer.output(
                    ["openssl", "enc", "-P", "-\(cipher)", "-md", name, "-k", passphrase] + saltOption)
                let derived = try Insecure.BytesToKey.deriveKey(
                    from: passphrase.utf8, salt: hasSalt ? salt : nil, using: hash, keyByteCount: keyByteCount,
                    ivByteCount: ivByteCount)
                let lines = printed.split(separator: "\n").map(String.init)
                let key = hexText([UInt8](bytes: derived.key)).uppercased()
                #expect(lines.contains("key=\(key)"), "\(cipher) \(passphrase)")
                let iv = hexText(derived.iv).uppercased()
                #expect(ivByteCount == 0 || lines.contains("iv =\(iv)"), "\(cipher) \(passphrase)")
            }
        }
    }

    @Test("applies the hash `count` times per part")
    func honorsCount() throws {
        // Python: d = md5(b"password" + bytes(range(8))).digest(), twice more md5(d).digest(), then the next part.
        let derived = try Insecure.BytesToKey.deriveKey(
            from: "password".utf8, salt: [0, 1, 2, 3, 4, 5, 6, 7], using: .md5, count: 3, keyByteCount: 16,
            ivByteCount: 8)
        #expect([UInt8](bytes: derived.key) == hex("a57cee4d91e6ed23d929db55cfd3470c"))
        #expect(derived.iv == hex("b7f88ecb1f6a6f5a"))
    }

    @Test("derives keys and IVs of any length, including 0, as parts of one stream")
    func givesAnyLength() throws {
        let whole = try Insecure.BytesToKey.deriveKey(
            from: "x".utf8, salt: nil, using: .sha256, keyByteCount: 100, ivByteCount: 0)
        let bytes = [UInt8](bytes: whole.key)
        for keyByteCount in [0, 1, 31, 32, 33, 64, 99] {
            let split = try Insecure.BytesToKey.deriveKey(
                from: "x".utf8, salt: nil, using: .sha256, keyByteCount: keyByteCount, ivByteCount: 100 - keyByteCount)
            #expect([UInt8](bytes: split.key) + split.iv == bytes)
        }
        let none = try Insecure.BytesToKey.deriveKey(
            from: "x".utf8, salt: nil, using: .sha256, keyByteCount: 0, ivByteCount: 0)
        #expect(none.key.byteCount == 0 && none.iv.isEmpty)
    }

    @Test("rejects other salts, counts, lengths and SHAKE")
    func refusesParameters() {
        func derive(
            _ salt: [UInt8]? = nil, _ hash: AnyHashFunction = .md5, _ count: Int = 1, _ key: Int = 16, _ iv: Int = 16
        ) throws {
            _ = try Insecure.BytesToKey.deriveKey(
                from: [1], salt: salt, using: hash, count: count, keyByteCount: key, ivByteCount: iv)
        }
        let wrong = CryptoError.code(.invalidParameter)
        #expect(throws: wrong) { try derive([]) }
        #expect(throws: wrong) { try derive([1, 2, 3, 4, 5, 6, 7]) }
        #expect(throws: wrong) { try derive(nil, .shake128) }
        #expect(throws: wrong) { try derive(nil, .md5, 0) }
        #expect(throws: wrong) { try derive(nil, .md5, 1, -1) }
        #expect(throws: wrong) { try derive(nil, .md5, 1, 16, -1) }
        #expect(throws: wrong) { try derive(nil, .md5, 1, .max, .max) }
    }
}
