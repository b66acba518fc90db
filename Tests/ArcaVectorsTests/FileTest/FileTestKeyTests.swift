import ArcaVectors
import Testing

/// Stanzas about keys, derivation and encodings, valid and with an error.
@Suite struct FileTestKeyTests {
    /// RFC 7748, section 6.1, from OpenSSL's `evppkey_ecx.txt`, and RFC 8032, section 7.1, test 2.
    static let curves = """
        PrivateKey=Alice-25519
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VuBCIEIHcHbQpzGKV9PBbBclGyZkXfTC+H68CZKrF3+6UduSwq
        -----END PRIVATE KEY-----

        PublicKey=Alice-25519-PUBLIC
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VuAyEAhSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=
        -----END PUBLIC KEY-----

        PrivPubKeyPair = Alice-25519:Alice-25519-PUBLIC

        PublicKey=Bob-25519-PUBLIC
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VuAyEA3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=
        -----END PUBLIC KEY-----

        PrivateKeyRaw=Alice-Raw:X25519:77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a

        PublicKeyRaw=Bob-Raw:X25519:de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f

        Derive=Alice-25519
        PeerKey=Bob-25519-PUBLIC
        SharedSecret=4A5D9D5BA4CE2DE1728E3BF480350F25E07E21C947D19E3376F09B3C1E161742

        Derive=Alice-Raw
        PeerKey=Bob-Raw
        SharedSecret=4A5D9D5BA4CE2DE1728E3BF480350F25E07E21C947D19E3376F09B3C1E161742

        PrivPubKeyPair = Alice-25519:Bob-25519-PUBLIC
        Result = KEYPAIR_MISMATCH

        PrivateKey = ED25519-2
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7
        -----END PRIVATE KEY-----

        OneShotDigestSign = NULL
        Key = ED25519-2
        Input = 72
        Output = SIGNATURE

        """.replacing("SIGNATURE", with: signature)
    private static let signature =
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"

    /// A 1024-bit key and data made with it by Python's `cryptography`.
    static let rsa = """
        PrivateKey = RSA-1024
        -----BEGIN PRIVATE KEY-----
        MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAK1RqaFuaJVjh5hH
        qDxzAp33f5G4b4dn7Tol/8jKq7EQG8ojIOwhcQm7uSvXhi+y3Rm/h/+2UCllyrMH
        P6WxBM+wbBkaAOm64A8TpVyD2O+vwnJre64gkO3NfiBj1ANj/zqnIhrw5jgz0DlC
        nZoG2sWMUwsneUP9ktSWbJQqAlbtAgMBAAECgYBtOXqSXncQNiIcqIPwXHZ4wKGn
        XrkCd088Bvh0PK0Ir+MjdxHnXYfUH3apl3BcHPdTo618TBOmkxyzyEynCbDCfKDM
        4F1DaL/8JYZyZD58YamPGfXYto5xwHIY4cN+HjGYMwz2FRRj8xYI2PptthR5w6bF
        vFHM1oTlYOIGo4wG4QJBANXkOL7I/KcILx/h9eqjgHIEcXtezNJMPDgl/iHWfxhv
        qKwwQv3beb6Ckk1GeZBDA0lQ+sr5Y2Z67x7Y4QAPLZUCQQDPcKdxDfbe8yxWjLZ8
        Po+W9lk7G4fnXI/SRoQU7PYq+K+47LEdvWNG3wk3HB0hrgfYG3AQYtY7D6pfeZ62
        OL35AkAyqKUP+sZsQTH4GSqHckYfuxGtqJxWSpwQqF7yYL0lanzGm3+iZHMHPiGs
        j76G/nguyzE7FaoHQaKU6cUQoIepAkADo9hsVXBljSLUCfgRyg8++Oer79m8p5Um
        fXJH47iWHHMI7a5V9ULOtY811lp0gtdEZYbb4sAbnTTCJCIy1GARAkBJh8dz/cYW
        WYh7Y7JeMaymzzgKaXPcL+mxqbfG2p65zmvfb9z099EPorqH/XoeLBX2CQ6Y4w0t
        3kpMEoqU8VJR
        -----END PRIVATE KEY-----

        PublicKey = RSA-1024-PUBLIC
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCtUamhbmiVY4eYR6g8cwKd93+R
        uG+HZ+06Jf/IyquxEBvKIyDsIXEJu7kr14Yvst0Zv4f/tlApZcqzBz+lsQTPsGwZ
        GgDpuuAPE6Vcg9jvr8Jya3uuIJDtzX4gY9QDY/86pyIa8OY4M9A5Qp2aBtrFjFML
        J3lD/ZLUlmyUKgJW7QIDAQAB
        -----END PUBLIC KEY-----

        PrivPubKeyPair = RSA-1024:RSA-1024-PUBLIC

        DigestSign = SHA256
        Key = RSA-1024
        Input = "Hello "
        Input = "World"
        Output = 89a5c85363d171ccf79dc3e0538649163fd03f5d90aa1b958ae82cd63b06aaad69d607486c052d810666d97fa078fe0f9c3b637ae637d55c997008326a89f171c18ed5abe67d528bbc8ee44fb490b418afbf52b0b09a9e19b93ed6c0991d966f2f85bc62eea15df0931ceb027bf78766bb1a25673bcb999d76fe68ed8246d329

        Verify = RSA-1024-PUBLIC
        Ctrl = digest:SHA256
        Input = a591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e
        Output = 89a5c85363d171ccf79dc3e0538649163fd03f5d90aa1b958ae82cd63b06aaad69d607486c052d810666d97fa078fe0f9c3b637ae637d55c997008326a89f171c18ed5abe67d528bbc8ee44fb490b418afbf52b0b09a9e19b93ed6c0991d966f2f85bc62eea15df0931ceb027bf78766bb1a25673bcb999d76fe68ed8246d329

        DigestSign = SHA256
        Key = RSA-1024
        Ctrl = rsa_padding_mode:pss
        Ctrl = rsa_pss_saltlen:0
        Input = "Hello World"
        Output = 7a852dbae99dd26d9e76d141eaae47d8d1794f739e010ef3f04134f32de30223864af71ed51f535aa47af5f211913058316689f218bae325721d8b0d722b3341d0c0a25214d3182da6f3279b5a0e0e1e1ecefda7690f33804685d4a994c42085f4be44467246feb156a901dab8e2ede30838c2f857d9a803b1c48befa00d1743

        Verify = RSA-1024
        Ctrl = rsa_padding_mode:pss
        Input = 0a4d55a8d778e5022fab701977c5d840bbc486d0
        Output = 8570ec1389fbf140f0c36fc1f6cedf728ff529274ed63eefcb3b74768c79f0164c765263245bdb6889e9d3946fc127dda515262650d330700959c8ada81fd9a5ad3b187efbba33f6c7aeb3552528244fb5a147dfc2e88c97ad4dd9664e0cdf7c02e5a571d6d7aaea999b3cb5f842eef69d2a14ce50726aa92c0d60e6f02b378e

        DigestVerify = SHA256
        Key = RSA-1024-PUBLIC
        Input = "Hello Wurld"
        Output = 89a5c85363d171ccf79dc3e0538649163fd03f5d90aa1b958ae82cd63b06aaad69d607486c052d810666d97fa078fe0f9c3b637ae637d55c997008326a89f171c18ed5abe67d528bbc8ee44fb490b418afbf52b0b09a9e19b93ed6c0991d966f2f85bc62eea15df0931ceb027bf78766bb1a25673bcb999d76fe68ed8246d329
        Result = VERIFY_ERROR

        Decrypt = RSA-1024
        Ctrl = rsa_padding_mode:oaep
        Ctrl = rsa_oaep_md:sha256
        Ctrl = hexrsa_oaep_label:0102
        Input = 485a041e4698fbd82bc6e896582d2a82d0bc8aeac54d131b8003e5b3e31289a130c15f8421a9d46b21b9336c30d1c115ed8c1394fe03618630d5acc03fbdc59bbea980131a1139d371aa5fccb0f827d1fdce5788ce6be610abaea0671dd93b406a40fd61ce968d6f28942683533b9d19e670fd64dd75fc8eff86d77012094d85
        Output = "Hello World"

        Decrypt = RSA-1024
        Input = 642fef71bd839f255fd78586d7e29e98ed8224a17234319c5d10482293fcc33d559870596a436b6d0891202d034216969f9a09594635699d00d321c8c40822e5dcc568040455f00e884fb92faa91a8ccde826c6eb489ef9d480bf7d10e30cba17b3add2ecc83f231e44d69c527a676fff1c683447f01b4b1d100bdcb260d38b2
        Output = "Hello World"

        Decrypt = RSA-1024
        Input = 642fef71bd839f255fd78586d7e29e98ed8224a17234319c5d10482293fcc33d559870596a436b6d0891202d034216969f9a09594635699d00d321c8c40822e5dcc568040455f00e884fb92faa91a8ccde826c6eb489ef9d480bf7d10e30cba17b3add2ecc83f231e44d69c527a676fff1c683447f01b4b1d100bdcb260d3800
        Output = "Hello World"
        Result = KEYOP_ERROR

        """

    /// RFC 5869, A.1; the first cases of RFC 6070 and RFC 7914; SP 800-38D; KMAC's examples; RFC 4648.
    static let others = """
        KDF = HKDF
        Ctrl.digest = digest:SHA256
        Ctrl.IKM = hexkey:0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b
        Ctrl.salt = hexsalt:000102030405060708090a0b0c
        Ctrl.info = hexinfo:f0f1f2f3f4
        Ctrl.info = hexinfo:f5f6f7f8f9
        Output = 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865

        PKEYKDF = HKDF
        Ctrl.mode = mode:EXTRACT_ONLY
        Ctrl.md = md:SHA256
        Ctrl.IKM = hexkey:0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b
        Ctrl.salt = hexsalt:000102030405060708090a0b0c
        Output = 077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5

        KDF = HKDF
        Ctrl.mode = mode:EXPAND_ONLY
        Ctrl.digest = digest:SHA256
        Ctrl.IKM = hexkey:077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5
        Ctrl.info = hexinfo:f0f1f2f3f4f5f6f7f8f9
        Output = 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865

        KDF = PBKDF2
        Ctrl.pkcs5 = pkcs5:1
        Ctrl.pass = pass:password
        Ctrl.salt = salt:salt
        Ctrl.iter = iter:1
        Ctrl.digest = digest:sha1
        Output = 0c60c80f961f0e71f3a9b524af6012062fe037a6

        KDF = id-scrypt
        Ctrl.pass = pass:
        Ctrl.salt = salt:
        Ctrl.N = n:16
        Ctrl.r = r:1
        Ctrl.p = p:1
        Output = 77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906

        KDF = ARGON2D
        Ctrl.threads = threads:2
        Ctrl.iter = iter:3
        Ctrl.memcost = memcost:32
        Ctrl.lanes = lanes:4
        Ctrl.secret = hexsecret:0303030303030303
        Ctrl.pass = hexpass:0101010101010101010101010101010101010101010101010101010101010101
        Ctrl.salt = hexsalt:02020202020202020202020202020202
        Ctrl.ad = hexad:040404040404040404040404
        Output = 512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb

        PBE = pbkdf2
        Password = "password"
        Salt = "salt"
        iter = 1
        MD = sha1
        Key = 0c60c80f961f0e71f3a9b524af6012062fe037a6

        PBE = scrypt
        Password = ""
        Salt = ""
        N = 16
        r = 1
        p = 1
        Key = 77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906

        MAC = GMAC
        Algorithm = AES-128-GCM
        Key = 77BE63708971C4E240D1CB79E8D77FEB
        IV = E0E00F19FED7BA0136A797F3
        Input = 7A43EC1D9C0A5A78A0B16533A6213CAB
        Output = 209FCC8D3675ED938E9C7166709DD946

        MAC = KMAC128
        Key = 404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F
        Input = 00010203
        Custom = "My Tagged Application"
        Output = 3B1FBA963CD8B0B59E8C1A6D71888B7143651AF8BA0A7070C0979E2811324AA5

        Digest = SHA1
        Input = "a"
        Ncopy = 1000
        Count = 999
        Input = "a"
        Ncopy = 1000
        Output = 34aa973cd4c4daa4f61eeb2bdbad27316534016f

        Encoding = canonical
        Input = "hello"
        Output = "aGVsbG8=\\n"

        Encoding = valid
        Input = "hello"
        Output = "aGV\\nsbG8=\\n"

        Encoding = invalid
        Output = "aGVsbG8==\\n"

        """

    @Test("runs stanzas about keys")
    func keys() {
        let curves = VectorReport.of(Self.curves, named: "evppkey_ecx.txt")
        #expect(curves.totals.passed == 11 && curves.isGood, "\(curves.reasons)")
        let rsa = VectorReport.of(Self.rsa, named: "evppkey_rsa.txt")
        #expect(rsa.totals.passed == 11, "\(rsa.reasons)")
        #expect(rsa.isGood, "\(rsa.reasons)")
        #expect(rsa.totals.skipped == 0, "\(rsa.reasons)")
    }

    @Test("runs derivation, MACs, digests in pieces and encodings")
    func derivations() {
        let report = VectorReport.of(Self.others, named: "evpkdf.txt")
        #expect(report.totals.passed == 14, "\(report.reasons)")
        #expect(report.isGood, "\(report.reasons)")
        #expect(report.totals.skipped == 0, "\(report.reasons)")
    }

    @Test(
        "fails each stanza with an error",
        arguments: [
            (curves.replacing("Result = KEYPAIR_MISMATCH\n", with: ""), "check-key-pair: refused what is valid"),
            (curves.replacing("Input = 72", with: "Input = 73"), "verify ed25519: refused what is valid"),
            (rsa.replacing("saltlen:0", with: "saltlen:1"), "verify rsa-pss: refused what is valid"),
            (rsa.replacing("label:0102", with: "label:0103"), "decrypt-with-key rsa-oaep: refused what is valid"),
            (rsa.replacing("Result = VERIFY_ERROR\n", with: ""), "verify rsa-pkcs1: refused what is valid"),
            (others.replacing("hexinfo:f5", with: "hexinfo:f6"), "hkdf sha256: another value came out"),
            (others.replacing("pkcs5:1", with: "pkcs6:1"), "the family pbkdf2 does not know the control pkcs6"),
            (others.replacing("n:16", with: "n:32"), "scrypt scrypt: another value came out"),
            (others.replacing("memcost:32", with: "memcost:33"), "argon2 argon2d: another value came out"),
            (others.replacing("hexad:04", with: "hexad:05"), "argon2 argon2d: another value came out"),
            (others.replacing("Tagged", with: "Tugged"), "mac kmac128: another value came out"),
            (others.replacing("IV = E0", with: "IV = E1"), "mac gmac: another value came out"),
            (others.replacing("Count = 999", with: "Count = 998"), "hash sha1: another value came out"),
            (others.replacing("aGVsbG8==", with: "aGVsbG8="), "decode base64: took what is invalid"),
            (
                others.replacing("\"aGVsbG8=\\n\"\n\nEncoding = valid", with: "\"aGVsbG9=\\n\"\n\nEncoding = valid"),
                "decode base64: refused what is valid"
            ),
        ])
    func fails(text: String, reason: String) {
        let report = VectorReport.of(text, named: "evp.txt")
        #expect(report.reasons == [reason])
    }

    @Test("skips stanzas that only OpenSSL rejects, and reports them")
    func skips() {
        let limits = VectorReport.of(
            Self.others.replacing("Ctrl.pkcs5 = pkcs5:1", with: "Result = KDF_DERIVE_ERROR"), named: "evp.txt")
        #expect(limits.totals.skipped == 1 && limits.totals.passed == 13)
        let unknown = VectorReport.of("DigestSign = SHA256\nKey = X\nInput = 00\nOutput = 00\n", named: "evp.txt")
        #expect(unknown.totals.skipped == 1)
    }
}
