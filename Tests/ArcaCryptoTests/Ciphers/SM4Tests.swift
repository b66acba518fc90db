import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct SM4Tests {
    private static let key = SymmetricKey(copying: hex("0123456789abcdeffedcba9876543210"))
    private static let nonce = hex("00001234567800000000abcd")
    private static let aad = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    private static let message = hex(
        "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccdddddddddddddddd"
            + "eeeeeeeeeeeeeeeeffffffffffffffffeeeeeeeeeeeeeeeeaaaaaaaaaaaaaaaa")

    @Test("encrypts one block a million times as the standard does")
    func standard() throws {
        // GB/T 32907-2016, appendix A.2.
        var block = hex("0123456789abcdeffedcba9876543210")
        for _ in 0..<1_000_000 {
            block = try Insecure.SM4.ECB.encrypt(block, using: Self.key, padding: Cipher.Padding.none)
        }
        #expect(block == hex("595298c7c6fd271f0402f804c33d3f66"))
    }

    @Test("seals and opens the examples of RFC 8998")
    func sealing() throws {
        // Appendix A.1 and A.2.
        let gcm = hex(
            "17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735"
                + "d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d")
        let ccm = hex(
            "48af93501fa62adbcd414cce6034d895dda1bf8f132f042098661572e7483094"
                + "fd12e518ce062c98acee28d95df4416bed31a2f04476c18bb40c84a74b97dc5b")
        for (cipher, ciphertext, tag) in [
            (SM4.GCM.cipher, gcm, "83de3541e4c2b58177e065a9bf7b62ec"),
            (SM4.CCM.cipher, ccm, "16842d4fa186f56ab33256971fa110f4"),
        ] {
            let sealed = try cipher.seal(Self.message, using: Self.key, nonce: Self.nonce, authenticating: Self.aad)
            #expect(sealed == ciphertext + hex(tag), "\(cipher.cipher)")
            let opened = try cipher.open(sealed, using: Self.key, nonce: Self.nonce, authenticating: Self.aad)
            #expect(opened == Self.message)
        }
    }

    @Test(
        "agrees with Python's OpenSSL for all lengths of message, associated data, nonce and tag",
        .enabled(if: Peer.hasPython(module: "cryptography.hazmat.primitives.ciphers.aead")))
    func python() throws {
        let cases = [0, 1, 15, 16, 17, 31, 4095, 4096, 4097, 70_000].flatMap { count in
            [0, 1, 13, 14, 16, 30, 0xff00].map { (count, $0) }
        }
        // libcrypto has both modes from version 3.1; Python's own libcrypto may be newer than the system's.
        let script = """
            import sys
            from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
            key, out = bytes(range(16)), []
            try:
                for m, a in \(cases.map { [$0.0, $0.1] }):
                    e = Cipher(algorithms.SM4(key), modes.GCM(bytes(range(1, 13)))).encryptor()
                    e.authenticate_additional_data(b'a' * a)
                    out.append((e.update(b'm' * m) + e.finalize())[-32:].hex() + e.tag.hex())
            except Exception: out = ['none']
            print('\\n'.join(out))
            """
        let lines = try Peer.python(script).text.split(separator: "\n").map(String.init)
        guard lines != ["none"] else { return }
        try #require(lines.count == cases.count)
        let key = SymmetricKey(copying: (0..<16).map { UInt8($0) })
        for ((count, aad), line) in zip(cases, lines) {
            let sealed = try SM4.GCM.cipher.seal(
                [UInt8](repeating: 0x6d, count: count), using: key, nonce: (1...12).map { UInt8($0) },
                authenticating: [UInt8](repeating: 0x61, count: aad))
            #expect(hexText(sealed.suffix(min(count, 32) + 16)) == line, "\(count), \(aad)")
        }
    }

    @Test(
        "detects every changed bit, and takes nonces and tags of all lengths",
        arguments: [SM4.GCM.cipher, SM4.CCM.cipher])
    func changes(cipher: AEADCipher) throws {
        for tagByteCount in cipher.cipher.tagByteCounts {
            for nonceByteCount in [7, 8, 11, 13] {
                let nonce = [UInt8](repeating: 3, count: nonceByteCount)
                let sealed = try cipher.seal(
                    Self.message.prefix(33), using: Self.key, nonce: nonce, authenticating: Self.aad,
                    tagByteCount: tagByteCount, allowsUnusualNonce: true)
                #expect(sealed.count == 33 + tagByteCount)
                func open(_ sealed: [UInt8]) throws -> [UInt8] {
                    try cipher.open(
                        sealed, using: Self.key, nonce: nonce, authenticating: Self.aad, tagByteCount: tagByteCount)
                }
                #expect(try open(sealed) == Array(Self.message.prefix(33)))
                for bit in 0..<8 * sealed.count {
                    var changed = sealed
                    changed[bit / 8] ^= 1 << (bit % 8)
                    #expect(throws: CryptoError.code(.authenticationFailed)) { try open(changed) }
                }
            }
        }
        #expect(throws: CryptoError.code(.authenticationFailed)) {
            let sealed = try cipher.seal([1], using: Self.key, nonce: Self.nonce, authenticating: [1])
            _ = try cipher.open(sealed, using: Self.key, nonce: Self.nonce, authenticating: [2])
        }
    }

    @Test("has the same modes as types and by name")
    func types() throws {
        let iv = [UInt8](repeating: 9, count: 16)
        for (type, name) in [
            (SM4.CBC.self, "sm4-cbc"), (SM4.CFB.self, "sm4-cfb"), (SM4.OFB.self, "sm4-ofb"), (SM4.CTR.self, "sm4-ctr"),
        ] as [(any UnauthenticatedCipher.Type, String)] {
            let encrypted = try type.encrypt(Self.message.prefix(20), using: Self.key, iv: iv)
            #expect(
                try Cipher(named: name).decrypt(encrypted, using: Self.key, iv: iv) == Array(Self.message.prefix(20)))
            #expect(try type.decrypt(encrypted, using: Self.key, iv: iv) == Array(Self.message.prefix(20)))
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try SM4.CBC.encrypt([1], using: SymmetricKey(bitCount: 256), iv: iv)
        }
    }
}
