import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct CipherTests {
    static let plaintext = hex(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef"
            + "f69f2445df4f9b17ad2b417be66c3710")
    static let aesKeys = [
        16: "2b7e151628aed2a6abf7158809cf4f3c", 24: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        32: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    ]
    static let desKeys = [
        8: "0123456789abcdef", 16: "0123456789abcdeffedcba9876543210",
        24: "0123456789abcdef23456789abcdef01456789abcdef0123",
    ]

    /// SP 800-38A, appendix F, for AES; for DES the same plaintext with PyCryptodome 3.23, an independent
    /// implementation, and CFB1 with `openssl enc`.
    static let knownAnswers = [
        (
            "AES-128-ECB",
            "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf43b1cd7f598ece23881b00e3ed"
                + "0306887b0c785e27e8ad3f8223207104725dd4"
        ),
        (
            "AES-128-CBC",
            "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e22"
                + "2295163ff1caa1681fac09120eca307586e1a7"
        ),
        (
            "AES-128-CFB",
            "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b26751f67a3cbb140b1808cf187"
                + "a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6"
        ),
        ("AES-128-CFB8", "3b79424c9c0dd436bace9e0ed4586a4f32b9"),
        (
            "AES-128-OFB",
            "3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed8259740051e9c5fecf64344f7a822"
                + "60edcc304c6528f659c77866a510d9c1d6ae5e"
        ),
        (
            "AES-128-CTR",
            "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e5b4f09020d"
                + "b03eab1e031dda2fbe03d1792170a0f3009cee"
        ),
        (
            "AES-192-ECB",
            "bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eefef7afd2270e2e60adce0ba2fac"
                + "e6444e9a4b41ba738d6c72fb16691603c18e0e"
        ),
        (
            "AES-192-CBC",
            "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a571b242012fb7ae07fa9baac3d"
                + "f102e008b0e27988598881d920a9e64f5615cd"
        ),
        (
            "AES-192-CFB",
            "cdc80d6fddf18cab34c25909c99a417467ce7f7f81173621961a2b70171d3d7a2e1e8a1dd59b88b1c8e60fed1e"
                + "fac4c9c05f9f9ca9834fa042ae8fba584b09ff"
        ),
        ("AES-192-CFB8", "cda2521ef0a905ca44cd057cbf0d47a0678a"),
        (
            "AES-192-OFB",
            "cdc80d6fddf18cab34c25909c99a4174fcc28b8d4c63837c09e81700c11004018d9a9aeac0f6596f559c6d4daf"
                + "59a5f26d9f200857ca6c3e9cac524bd9acc92a"
        ),
        (
            "AES-192-CTR",
            "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e941e36b26bd1ebc670d1bd1d6656"
                + "20abf74f78a7f6d29809585a97daec58c6b050"
        ),
        (
            "AES-256-ECB",
            "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870b6ed21b99ca6f4f9f153e7b1be"
                + "afed1d23304b7a39f9f3ff067d8d8f9e24ecc7"
        ),
        (
            "AES-256-CBC",
            "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304"
                + "231461b2eb05e2c39be9fcda6c19078c6a9d1b"
        ),
        (
            "AES-256-CFB",
            "dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407bdf10132415e54b92a13ed0a826"
                + "7ae2f975a385741ab9cef82031623d55b1e471"
        ),
        ("AES-256-CFB8", "dc1f1a8520a64db55fcc8ac554844e889700"),
        (
            "AES-256-OFB",
            "dc7e84bfda79164b7ecd8486985d38604febdc6740d20b3ac88f6ad82a4fb08d71ab47a086e86eedf39d1c5bba"
                + "97c4080126141d67f37be8538f5a8be740e484"
        ),
        (
            "AES-256-CTR",
            "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d"
                + "84988ddfc9c58db67aada613c2dd08457941a6"
        ),
        ("DES-EDE3-ECB", "714772f339841d34267fcc4bd2949cc3ee11c22a576a3038"),
        ("DES-EDE3-CBC", "2079c3d53aa763e193b79e2569ab5262516570481f25b50f"),
        ("DES-EDE3-CFB", "078bb74e59ce7ed67666de9cf95eaf3fe9ed6bb460f45152"),
        ("DES-EDE3-CFB8", "07951b729dc23ab448fc82b40372623dc443a4b443b6b4a6"),
        ("DES-EDE3-OFB", "078bb74e59ce7ed6267e120692667da1a58662d7e04cbc64"),
        ("DES-EDE-ECB", "ea43f9aa27f82f595a3e3056e1710d3492d9a7b73ab3b158"),
        ("DES-EDE-CBC", "9dac9e70775b04d06515aeef8bf55a0eab761cdcee81577a"),
        ("DES-EDE-CFB", "25cc2944dadec244110ab4851b8984ea4bd49aa872364d14"),
        ("DES-EDE-CFB8", "25b3fd4f2af05ec73739bfc3b17520e6dc22771427d247e8"),
        ("DES-EDE-OFB", "25cc2944dadec2440a1c32c117446795bd8ad7e2dac9d605"),
        ("DES-ECB", "7277a00dc1c1c36b2256338b7a9f36ef6e511022cfebec48"),
        ("DES-CBC", "2d121f90fcf68631ed788fcfe31a62dffa784891fa512ef9"),
        ("DES-CFB", "4f438776841b230e62e46bead5fed6e63f2f2c53844614b9"),
        ("DES-CFB8", "4f6c2788127b84a7a6aa3df8656ea5a36c246aa0951d9dc3"),
        ("DES-OFB", "4f438776841b230e32d18834c3293fcec0f4d3e96f199f38"),
        ("DES-EDE3-CFB1", "5cb0126b0cbd982e"),
        ("DES-CFB1", "10559089fc636fa5"),
        ("DES-EDE-CFB1", "0b4696823341119c"),
        ("AES-128-CFB1", "68b3"), ("AES-192-CFB1", "9359"), ("AES-256-CFB1", "9029"),
    ]

    @Test("matches the standard's test vectors in every unauthenticated mode", arguments: knownAnswers)
    func knownAnswer(name: String, ciphertext: String) throws {
        let cipher = try Cipher(named: name)
        #expect(cipher.name == name)
        let isAES = name.hasPrefix("AES")
        let key = SymmetricKey(hex: try #require((isAES ? Self.aesKeys : Self.desKeys)[cipher.keyByteCount]))
        let iv: [UInt8] =
            switch cipher.ivByteCount {
            case 0: []
            case 8: hex("f69f2445df4f9b17")
            default: name.hasSuffix("CTR") ? [UInt8](from: 0xf0, 16) : [UInt8](from: 0, 16)
            }
        let expected = hex(ciphertext)
        let plaintext = Array(Self.plaintext[..<expected.count])
        for _ in 0..<2 {
            #expect(try cipher.encrypt(plaintext, using: key, iv: iv, padding: Cipher.Padding.none) == expected)
            #expect(try cipher.decrypt(expected, using: key, iv: iv, padding: Cipher.Padding.none) == plaintext)
        }
    }

    @Test("matches a classic DES test vector without a legacy provider")
    func classicDES() throws {
        let key = SymmetricKey(hex: "133457799bbcdff1")
        let block = hex("0123456789abcdef")
        #expect(
            try Insecure.DES.ecb.encrypt(block, using: key, padding: Cipher.Padding.none) == hex("85e813540f0ab405"))
    }
}
