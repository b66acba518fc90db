import ArcaVectors
import Testing

@Suite struct CAVPFormatTests {
    static let header = "# CAVS 11.1\n# Config info for aes_values\n# AESVS MMT test data for CBC\n\n"
    /// CBCMMT128.rsp, case 0.
    static let cbc = """
        [ENCRYPT]

        COUNT = 0
        KEY = 1f8e4973953f3fb0bd6b16662e9a3c17
        IV = 2fe2b333ceda8f98f4a99b40d2cd34a8
        PLAINTEXT = 45cf12964fc824ab76616ae2f4bf0822
        CIPHERTEXT = 0f61c4d44c5147c03c195ad7e2cc12b2

        """
    /// The first two steps of SHA512_224Monte.rsp.
    static let chain = """
        #  CAVS 21.1
        #  "SHA-512/224 Monte" information for "sha_values"

        [L = 28]

        Seed = 2e325bf8c98c0be54493d04c329e706343aebe4968fdd33b37da9c0a

        COUNT = 0
        MD = 9ee006873962aa0842d636c759646a4ef4b65bcbebcc35430b20f7f4


        """
    /// KW_AD_128.txt, case 0, and a forged case derived from it.
    static let wrap = """
        # CAVS 17.4
        # 'NIST SP 800-38F KW-AD with AES-128 cipher function' information for SP800-38F

        [PLAINTEXT LENGTH = 128]

        COUNT = 0
        K = 1cbd2f79078b9500fae23696311953eb
        C = ecbd7a17c5da3cfdfe2225d2bf9ac7abce78c2b2aefa6eac
        P = 9c4e675277a3bdc3a071048b327a011e

        COUNT = 1
        K = 1cbd2f79078b9500fae23696311953eb
        C = ecbd7a17c5da3cfdfe2225d2bf9ac7abce78c2b2aefa6ead
        FAIL

        """

    @Test("runs cases according to the comments, and names the family")
    func runs() {
        for (text, family, count) in [
            (Self.header + Self.cbc, "aes-cbc", 1), (Self.chain, "sha-512/224-chain", 1), (Self.wrap, "aes-kw", 2),
        ] {
            let report = VectorReport.of(text, named: "x.rsp")
            #expect(report.totals.passed == count && report.isGood, "\(report.reasons)")
            #expect(report.files[0].format == "cavp")
            if !family.contains("chain") { #expect(report.files[0].family == family) }
        }
    }

    @Test(
        "fails each case with an error",
        arguments: [
            (header + cbc.replacing("0f61c4d4", with: "0f61c4d5"), "encrypt aes-cbc: another value came out"),
            (header + cbc.replacing("KEY = 1f", with: "KEY = 1e"), "encrypt aes-cbc: another value came out"),
            (
                header + cbc.replacing("[ENCRYPT]", with: "[ENCIPHER]"),
                "the bracket says ENCIPHER, not ENCRYPT or DECRYPT"
            ),
            (
                header + cbc.replacing("IV = 2f", with: "IV = 2g"),
                "IV is not hexadecimal: 'g' is not a symbol of base16"
            ),
            (header + cbc + "SALT = 00\n", "the family aes-cbc does not know the field SALT"),
            (chain.replacing("9ee00687", with: "9ee00688"), "chain-hash sha512-224: another value came out"),
            (
                wrap.replacing("FAIL", with: "P = 9c4e675277a3bdc3a071048b327a011e"),
                "encrypt aes-kw: another value came out"
            ),
            (wrap.replacing("6eac\n", with: "6ead\n"), "encrypt aes-kw: another value came out"),
        ])
    func fails(text: String, reason: String) {
        let report = VectorReport.of(text, named: "x.rsp")
        #expect(report.totals.failed == 1)
        #expect(report.reasons.first?.hasPrefix(reason) == true, "\(report.reasons)")
    }

    @Test("fails a file that is unknown, truncated or empty")
    func failsFiles() {
        let unknown = VectorReport.of("# made up\nCOUNT = 1\nA = 00\nB = 00\n", named: "x.rsp")
        #expect(unknown.reasons.first?.hasPrefix("the file does not say what it tests: begin it with") == true)
        let broken = VectorReport.of(Self.header + "COUNT = 1\nKEY = 00\nnothing\n", named: "x.rsp")
        #expect(broken.reasons == ["line 7: a line that is neither comment, bracket, name = value nor FAIL"])
        #expect(VectorReport.of("", named: "x.rsp").totals.failed > 0)
    }

    @Test("checks the links of a chain, case by case")
    func chains() {
        // CBCMCT128.rsp, the first two decryption steps.
        let text = """
            # AESVS MCT test data for CBC

            [DECRYPT]

            COUNT = 0
            KEY = 287b07c78f8e3e1be7c41b3d96c04e6e
            IV = 41b461f9464fd515d25413b4241002b8
            CIPHERTEXT = 7c54923b0490a9d4de4ec1ce6790aa4d
            PLAINTEXT = 2805d10b127fcd1da528faad4eb2e10b

            COUNT = 1
            KEY = 007ed6cc9df1f30642ece190d872af65
            IV = 2805d10b127fcd1da528faad4eb2e10b
            CIPHERTEXT = a7b760be9237b49e8dad24a6063523a6
            PLAINTEXT = 743b755c0d1d287ffd6ccebeb3eee6b3

            """
        #expect(VectorReport.of(text, named: "x").totals.passed == 2)
        // The start of the next step is part of the step before.
        for wrong in ["a7b760be", "007ed6cc", "IV = 2805d10b"] {
            let changed = text.replacing(wrong, with: wrong.dropLast() + "d")
            #expect(VectorReport.of(changed, named: "x").totals.failed >= 1, "\(wrong)")
        }
    }

    @Test("reads intermediate digests in chains of NIST's texts, and skips omitted ones")
    func intermediateValues() {
        // An excerpt of SHA512_224Monte.txt; its last digests are question marks.
        let text = """
            #  "SHA-256 Monte" information for "sha_values"

            [L = 32]

            Seed = 00

            COUNT = 0
            \ti = 3
            \tM = 616263
            \tMDi = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

            MD = ?

            """
        let report = VectorReport.of(text, named: "SHA256Monte.txt")
        #expect(report.totals.passed == 1, "\(report.reasons)")
        #expect(report.totals.skipped == 1, "\(report.reasons)")
        #expect(report.isGood, "\(report.reasons)")
        #expect(VectorReport.of(text.replacing("ba7816", with: "ba7817"), named: "SHA256Monte.txt").totals.failed == 1)
    }

    @Test("reports unsupported algorithms, and runs none of them")
    func absent() {
        let text = Self.header + Self.cbc
        #expect(
            VectorReport.of(text, named: "ciphers/CAST5/cast5-cbc.txt").totals.skipReasons == ["Arca has no CAST5": 1])
        let inverse = Self.wrap.replacing("with AES-128 cipher", with: "with AES-128 inverse cipher")
        #expect(VectorReport.of(inverse, named: "x").totals.skipped == 2)
    }

    @Test("runs CMAC in the layout of NIST's tool, including truncated and forged MACs")
    func cmac() {
        // SP 800-38B, examples 1 and 2.
        let text = """
            # CAVS 11.0
            # "CMACVer" information

            Count = 0
            Klen = 16
            Mlen = 0
            Tlen = 8
            Key = 2b7e151628aed2a6abf7158809cf4f3c
            Msg = 00
            Mac = bb1d6929e9593728
            Result = P

            Count = 1
            Klen = 16
            Mlen = 16
            Tlen = 16
            Key = 2b7e151628aed2a6abf7158809cf4f3c
            Msg = 6bc1bee22e409f96e93d7e117393172a
            Mac = 070a16b46b4d4144f79bdd9dd04a287d
            Result = F (1 - Message changed )

            """
        let report = VectorReport.of(text, named: "CMACVerAES128.rsp")
        #expect(report.totals.passed == 2, "\(report.reasons)")
        #expect(report.isGood, "\(report.reasons)")
        #expect(report.files[0].family == "cmac", "\(report.reasons)")
        for (right, wrong) in [
            ("Result = P", "Result = F"), ("287d", "287c"), ("Tlen = 8", "Tlen = 9"), ("= F (", "= X ("),
        ] {
            let changed = VectorReport.of(text.replacing(right, with: wrong), named: "CMACVerAES128.rsp")
            #expect(changed.totals.failed == 1 && changed.totals.passed == 1, "\(wrong)")
        }
    }

    @Test(
        "detects RSA signatures in every wording of NIST's tool",
        arguments: [
            ("SigVer PKCS#1 Ver 1.5", "rsa-pkcs1"), ("SigGen PKCS#1 Ver1.5", "rsa-pkcs1"),
            ("SigVer RSA PKCS#1 RSASSA-PSS", "rsa-pss"), ("SigGen PKCS#1 RSASSA-PSS", "rsa-pss"),
        ])
    func rsaWordings(words: String, family: String) {
        let text =
            "# CAVS 11.1\n# \"FIPS186-3 - \(words)\" information\n\n[mod = 1024]\n\nn = 00\n\nSHAAlg = SHA1\nS = 00\n"
        #expect(VectorReport.of(text, named: "x.rsp").files[0].family == family)
    }

    @Test("detects the files of Keccak's authors by name")
    func keccak() {
        // FIPS 202: SHA3-224 and SHAKE128 of the empty message.
        let plain = "Len = 0\nMsg = 00\nMD = 6B4E03423667DBB73B6E15454F0EB1ABD4597F9A1B078E3F5B5A6BC7\n"
        #expect(VectorReport.of(plain, named: "ShortMsgKAT_SHA3-224.txt").totals.passed == 1)
        #expect(VectorReport.of(plain, named: "ShortMsgKAT_SHA3-256.txt").totals.failed == 1)
        let long = "Len = 0\nMsg = 00\nMD = 7F9C2BA4E88F827D616045507605853ED73B8093F6EFBC88\n"
        #expect(VectorReport.of(long, named: "ShortMsgKAT_SHAKE128.txt").totals.passed == 1)
    }
}
