import ArcaVectors
import Testing

@Suite struct FileTestFormatTests {
    /// An excerpt of OpenSSL's `evpciph_aes_siv.txt`: one associated string, none, an empty one, three, and a forgery.
    static let siv = """
        # Copyright 2018-2023 The OpenSSL Project Authors. All Rights Reserved.

        Title = RFC5297 AES-SIV

        Cipher = aes-128-siv
        Key = fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
        AAD = 101112131415161718191a1b1c1d1e1f2021222324252627
        Tag = 85632d07c6e8f37f950acd320a2ecc93
        Plaintext =  112233445566778899aabbccddee
        Ciphertext = 40c02b9690c4dc04daef7f6afe5c

        Cipher = aes-128-siv
        Key = fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
        Tag = f1c5fdeac1f15a26779c1501f9fb7588
        Plaintext =  112233445566778899aabbccddee
        Ciphertext = 27e946c669088ab06da58c5c831c

        Cipher = aes-128-siv
        Key = fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
        AAD =
        Tag = d1022f5b3664e5a4dfaf90f85be6f28a
        Plaintext =  112233445566778899aabbccddee
        Ciphertext = b66cff6b8eca0b79f083b39a0901

        Cipher = aes-128-siv
        Key = 7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f
        AAD = 00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100
        AAD = 102030405060708090a0
        AAD = 09f911029d74e35bd84156c5635688c0
        Tag = 7bdb6e3b432667eb06f4d14bff2fbd0f
        Plaintext = 7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553
        Ciphertext = cb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d

        Title = Flipped bit 0 in tag

        Cipher = aes-128-siv
        Key = 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
        AAD =
        Tag = 45c0cc09b8cc0c37f8626b36dab95df3
        Plaintext = 3031323334353637
        Ciphertext = 2aa03ceafa0e45e6
        Result = TAG_VALUE_MISMATCH

        """
    /// Other kinds of stanzas: examples of FIPS 180-4 and RFC 4231, and SP 800-38A, F.2.1.
    static let others = """
        Digest = SHA256
        Input = "abc"
        Output = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

        MAC = HMAC
        Algorithm = SHA256
        Input = "what do ya want for nothing?"
        Key = "Jefe"
        Output = 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843

        Cipher = AES-128-CBC
        Operation = ENCRYPT
        Key = 2b7e151628aed2a6abf7158809cf4f3c
        IV = 000102030405060708090a0b0c0d0e0f
        Plaintext = 6bc1bee22e409f96e93d7e117393172a
        Ciphertext = 7649abac8119b246cee98e9b12e9197d

        """
    /// ChaCha20-Poly1305 in BoringSSL's spelling (RFC 8439, section 2.8.2).
    static let boring = """
        # Test vector from RFC 7539 Section 2.8.1.
        KEY: 808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f
        NONCE: 070000004041424344454647
        IN: "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
        AD: 50515253c0c1c2c3c4c5c6c7
        CT: d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116
        TAG: 1ae10b594f09e26a7e902ecbd0600691

        """

    @Test("runs stanzas of OpenSSL and BoringSSL")
    func runs() {
        let siv = VectorReport.of(Self.siv, named: "evpciph_aes_siv.txt")
        #expect(siv.totals.passed == 5 && siv.isGood, "\(siv.reasons)")
        #expect(siv.files[0].format == "filetest" && siv.files[0].family == "aes-siv")
        let others = VectorReport.of(Self.others, named: "evp.txt")
        #expect(others.totals.passed == 3 && others.isGood, "\(others.reasons)")
        let boring = VectorReport.of(Self.boring, named: "chacha20_poly1305_tests.txt")
        #expect(boring.totals.passed == 1 && boring.isGood, "\(boring.reasons)")
    }

    @Test(
        "fails each stanza with an error",
        arguments: [
            (siv.replacing("85632d07", with: "85632d08"), "seal aes-siv: another value came out"),
            (siv.replacing("AAD = 102030405060708090a0\n", with: ""), "seal aes-siv: another value came out"),
            (siv.replacing("Result = TAG_VALUE_MISMATCH\n", with: ""), "seal aes-siv: another value came out"),
            (others.replacing("\"abc\"", with: "\"abd\""), "hash sha256: another value came out"),
            (others.replacing("\"Jefe\"", with: "\"Jeff\""), "mac hmac-sha256: another value came out"),
            (others.replacing("IV = 00", with: "IV = 01"), "encrypt aes-cbc: another value came out"),
            (others.replacing("Operation", with: "Operating"), "the family aes-cbc does not know the field Operating"),
        ])
    func fails(text: String, reason: String) {
        let report = VectorReport.of(text, named: "evp.txt")
        #expect(report.reasons == [reason])
    }

    @Test("fails a stanza with a misspelled kind, instead of ignoring it")
    func misspelt() {
        for (kind, wrong) in [("MAC = HMAC", "Mac = HMAC"), ("Cipher = AES", "Ciphers = AES")] {
            let report = VectorReport.of(Self.others.replacing(kind, with: wrong), named: "evp.txt")
            #expect(report.totals.failed == 1)
            #expect(report.totals.skipped == 0)
            #expect(report.totals.passed == 2)
            #expect(
                report.reasons.first?.hasPrefix("filetest files have no kind of case \(wrong.prefix { $0 != " " })")
                    == true,
                "\(report.reasons)")
        }
    }

    @Test("reports skipped stanzas, and lines that are neither name nor comment")
    func skips() {
        let report = VectorReport.of("RAND = CTR-DRBG\nCipher = AES-128-CTR\n\n" + Self.others, named: "evprand.txt")
        #expect(report.totals.skipped == 1 && report.totals.passed == 3)
        let broken = VectorReport.of(Self.others + "nothing\n", named: "evp.txt")
        #expect(broken.reasons.first?.hasSuffix("neither name nor comment") == true)
    }
}
