internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct CipherNamesTests {
    @Test(
        "finds each cipher by common and OpenSSL names",
        arguments: [
            ("aes-256-gcm", "AES-256-GCM"), ("AES256-GCM", "AES-256-GCM"), ("aes_256_gcm", "AES-256-GCM"),
            ("id-aes256-GCM", "AES-256-GCM"), ("aes-128-ccm", "AES-128-CCM"), ("aes256", "AES-256-CBC"),
            ("AES-128", "AES-128-CBC"), ("AES256-CBC", "AES-256-CBC"), ("aes-192-cfb", "AES-192-CFB"),
            ("aes-192-cfb128", "AES-192-CFB"), ("aes-192-cfb8", "AES-192-CFB8"), ("aes-192-cfb1", "AES-192-CFB1"),
            ("id-aes256-wrap", "AES-256-KW"), ("aes256-wrap", "AES-256-KW"), ("aes-256-wrap", "AES-256-KW"),
            ("aes-256-kw", "AES-256-KW"), ("id-aes128-wrap-pad", "AES-128-KWP"), ("aes-128-kwp", "AES-128-KWP"),
            ("aes-256-xts", "AES-256-XTS"), ("aes-128-siv", "AES-128-SIV"), ("chacha20-poly1305", "ChaCha20-Poly1305"),
            ("ChaCha20Poly1305", "ChaCha20-Poly1305"), ("chachapoly", "ChaCha20-Poly1305"), ("des", "DES-CBC"),
            ("des-cfb", "DES-CFB"), ("des-cfb64", "DES-CFB"), ("des3", "DES-EDE3-CBC"), ("3des", "DES-EDE3-CBC"),
            ("des-ede3-cbc", "DES-EDE3-CBC"), ("des-ede3-ecb", "DES-EDE3-ECB"), ("3DES-ECB", "DES-EDE3-ECB"),
            ("xchacha20-poly1305", "XChaCha20-Poly1305"), ("XChaChaPoly", "XChaCha20-Poly1305"),
            ("xaes-256-gcm", "XAES-256-GCM"), ("aes-256-gcm-siv", "AES-256-GCM-SIV"),
            ("AES-128-GCMSIV", "AES-128-GCM-SIV"), ("aes-192-eax", "AES-192-EAX"), ("A128CBC-HS256", "A128CBC-HS256"),
            ("a192cbc-hs384", "A192CBC-HS384"), ("aes-256-cbc-hmac-sha512", "A256CBC-HS512"),
            ("aes-192-xts", "AES-192-XTS"),
            ("des-ede-cbc", "DES-EDE-CBC"), ("des-ede-ecb", "DES-EDE-ECB"), ("des-ede3-ofb", "DES-EDE3-OFB"),
        ])
    func findsByName(name: String, expected: String) throws {
        #expect(try Cipher(named: name).name == expected)
    }

    @Test(
        "rejects unknown names, and those that mean ECB in OpenSSL",
        arguments: [
            "", "aes", "gcm", "aes-512-cbc", "aes-256-gcm-sav", "rc6", "aes-256-cbc-hmac-sha256", "des-ede", "des-ede3",
            "idea",
        ])
    func refusesUnknownNames(name: String) {
        #expect(throws: CryptoError.code(.unknownAlgorithm)) { try Cipher(named: name) }
    }

    @Test("finds all 76 ciphers by name and knows their parameters")
    func listsAll() throws {
        #expect(Cipher.all.count == 76)
        #expect(Set(Cipher.all.map(\.name)).count == 76)
        for cipher in Cipher.all {
            #expect(try Cipher(named: cipher.name) == cipher)
            #expect(try Cipher(named: cipher.shortName) == cipher)
            #expect(cipher.description == cipher.name)
            #expect(cipher.ivByteCounts.contains(cipher.ivByteCount))
            #expect(cipher.paddings.contains(.none))
            #expect(cipher.isInsecure == (cipher.name.hasPrefix("DES") || cipher.name.hasSuffix("ECB")))
            #expect(cipher.isAuthenticated == !cipher.tagByteCounts.isEmpty)
            #expect(
                cipher.paddings.contains(.pkcs7)
                    == (cipher.blockByteCount > 1 && !cipher.isKeyWrap && !cipher.isAuthenticated))
            #expect(cipher.tagByteCount == cipher.tagByteCounts.max() ?? 0)
        }
        let names = Cipher.all.filter { !$0.isStreamable }.map { $0.name.split(separator: "-").last ?? "" }
        #expect(Set(names) == ["CCM", "SIV", "KW", "KWP", "XTS", "GCM"])
    }

    @Test(
        "knows the key, IV and block length of each cipher",
        arguments: [
            ("aes-128-cbc", 16, 16, 16), ("aes-192-ctr", 24, 16, 1), ("aes-256-gcm", 32, 12, 1),
            ("aes-128-xts", 32, 16, 1),
            ("aes-192-xts", 48, 16, 1), ("xchacha20-poly1305", 32, 24, 1), ("xaes-256-gcm", 32, 24, 1),
            ("aes-128-gcm-siv", 16, 12, 1), ("aes-192-eax", 24, 16, 1), ("a128cbc-hs256", 32, 16, 16),
            ("a192cbc-hs384", 48, 16, 16), ("a256cbc-hs512", 64, 16, 16),
            ("aes-256-siv", 64, 0, 1), ("aes-256-ecb", 32, 0, 16), ("sm4-cbc", 16, 16, 16), ("sm4", 16, 16, 16),
            ("SM4_GCM", 16, 12, 1),
            ("sm4/ccm", 16, 12, 1), ("sm4-cfb128", 16, 16, 1), ("sm4-ecb", 16, 0, 16), ("des", 8, 8, 8),
            ("des-ede-cbc", 16, 8, 8),
            ("des-ede3-ofb", 24, 8, 1), ("aes-192-kw", 24, 0, 8), ("chacha20-poly1305", 32, 12, 1),
        ])
    func knowsLengths(name: String, key: Int, iv: Int, block: Int) throws {
        let cipher = try Cipher(named: name)
        #expect(cipher.keyByteCount == key)
        #expect(cipher.ivByteCount == iv)
        #expect(cipher.blockByteCount == block)
    }
}
