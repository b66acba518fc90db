import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaDetect
import Testing

@Suite struct CipherSchemeTests {
    private static let notations = [
        "aes-128-ecb; key=utf8", "aes-256-cbc; key=utf8|sha256",
        "aes-256-cbc; padding=zero; key=utf8|resize(32); iv=zero(16); data=base64>ciphertext",
        "aes-128-cbc; padding=iso10126; key=hex; iv=key|resize(16); data=HEX>ciphertext",
        "aes-128-ecb; key=utf8|fold(16); data=hex>ciphertext",
        "aes-128-ecb; key=utf8|sha1prng(16)", "aes-192-cbc; key=utf16le|sha512|part(0,24); iv=keytext:utf8|md5",
        "aes-256-cbc; key=utf8|bytestokey(md5,1,stored,48); iv=derived; "
            + "data=base64>0x53616c7465645f5f,salt(8),ciphertext",
        "aes-256-gcm; key=utf8|pbkdf2(sha256,1000,stored,32); data=base64url>salt(16),iv,tag,ciphertext",
        "aes-256-gcm; key=utf8|scrypt(4,8,1,keytext,32); nonce=16",
        "aes-256-ctr; key=utf8|md5|hex; nonce=8; counter=64,1", "aes-256-cfb8; key=base64; data=iv,ciphertext",
        "aes-128-cfb; padding=pkcs7; key=utf8|md5; iv=0x000102030405060708090a0b0c0d0e0f",
        "aes-256-cbc; key=hex; mac=sha1,signedText,hex; data=base64>separated(0x2d2d)>ciphertext.base64,iv.base64",
        "aes-256-cbc; key=utf8|md5|hex; mac=sha256,encodedIVAndCiphertext,utf8|md5|hex; "
            + "data=base64>json(iv,value,mac,tag)>iv.base64,ciphertext.base64,mac.hex,0x",
        "aes-128-cbc; key=utf8|sha256|part(16,32); mac=sha256,preceding,utf8|sha256|part(0,16); "
            + "data=base64url>0x80,timestamp,iv,ciphertext,mac",
        "aes-256-cbc; key=utf8|hkdf(sha256,none,0x61,32); data=salt(16).hex,iv.hex,ciphertext.base64",
        "des-ede3-cbc; key=utf8|md5|repeat(24); iv=zero(8); data=ciphertext", "sm4-cbc; key=utf8|md5",
        "chacha20-poly1305; key=utf8|sha256",
    ]

    @Test("a scheme decrypts what it encrypts, and is the same after its notation", arguments: notations)
    func roundTrip(notation: String) throws {
        let scheme = try CipherScheme(notation)
        #expect(try CipherScheme(scheme.description) == scheme, "\(scheme)")
        let key = notation.contains("key=hex") ? "000102030405060708090a0b0c0d0e0f" : "secret"
        let long = "101112131415161718191a1b1c1d1e1f"
        let text =
            notation.contains("256") && notation.contains("key=hex")
            ? key + long
            : notation.contains("key=base64")
                ? Base64.standard.encode([UInt8](0..<32)) : notation.hasSuffix("key=utf8") ? "0123456789abcdef" : key
        let inputs = CipherScheme.Inputs(keyText: SecretBytes(copying: text.utf8))
        for count in [1, 15, 16, 17, 100] {
            let message = (0..<count).map { UInt8($0 + 32) }
            let data = try scheme.encrypt(message, with: inputs)
            #expect(try scheme.decrypt(data, with: inputs) == message, "\(count) bytes")
        }
        if scheme.padding == .zero {
            #expect(try scheme.decrypt([] as [UInt8], with: inputs) == [])
        } else {
            #expect(throws: CryptoError.self) { try scheme.decrypt([] as [UInt8], with: inputs) }
        }
    }

    @Test("a changed MAC or tag is refused")
    func refuses() throws {
        for notation in Self.notations where notation.contains("mac=sha256,preceding") || notation.contains("gcm") {
            let scheme = try CipherScheme(notation)
            let inputs = CipherScheme.Inputs(keyText: SecretBytes(copying: "secret".utf8))
            var copy = scheme
            copy.envelope.encodings = []
            var data = try copy.encrypt("attack at dawn".utf8, with: inputs)
            data[data.count - 1] ^= 1
            #expect(throws: CryptoError.self) { try copy.decrypt(data, with: inputs) }
        }
    }

    @Test(
        "a text that is not a scheme is refused",
        arguments: [
            "", "aes-512; key=utf8", "aes-128-ecb; key", "aes-128-ecb; key=rot13", "aes-128-ecb; key=utf8|part(9,3)",
            "aes-128-ecb; key=utf8|resize(x)", "aes-128-ctr; key=utf8; counter=7,1", "aes-128-cbc; key=utf8; iv=0xgg",
            "aes-128-cbc; key=utf8; iv=zero(1000)", "aes-128-cbc; key=utf8; data=base65>ciphertext",
            "aes-128-cbc; key=utf8; data=", "aes-128-cbc; size=3", "aes-128-cbc; key=utf8; mac=sha256,all,utf8",
            "aes-128-cbc; key=utf8|pbkdf2(sha256,1000,stored)", "aes-128-cbc; key=utf8|resize(99999999999)",
        ])
    func invalid(notation: String) {
        #expect(throws: CryptoError.self) { try CipherScheme(notation) }
    }

    @Test("lengths that do not fit and missing texts are errors, not crashes")
    func mismatches() throws {
        let inputs = CipherScheme.Inputs(keyText: SecretBytes(copying: "secret".utf8))
        for notation in [
            "aes-128-ecb; key=utf8", "aes-128-cbc; key=utf8|md5; iv=0x00", "aes-128-cbc; key=utf8|md5; iv=given:utf8",
            "aes-128-cbc; key=utf8|pbkdf2(sha1,1,given:utf8,16)", "aes-128-cbc; key=hex",
            "aes-128-ecb; key=utf8|part(0,99)",
            "aes-128-ecb; key=utf8|resize(2000000)", "aes-128-cbc; key=utf8|md5; data=iv",
            "aes-128-ecb; key=utf8|pbkdf2(sha1,0,none,16)", "aes-128-cbc; key=utf8|md5; data=ciphertext,ciphertext",
            "aes-128-ecb; key=utf8|repeat(0)", "aes-128-ecb; key=utf8|fold(0)",
        ] {
            let scheme = try CipherScheme(notation)
            #expect(throws: CryptoError.self, "\(notation)") { try scheme.encrypt("x".utf8, with: inputs) }
        }
    }
}
