internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESEAXTests {
    /// The EAX Mode of Operation (Bellare, Rogaway, Wagner, 2004), appendix G: key, nonce, header, message, ciphertext.
    static let paperAnswers = [
        (
            "233952dee4d5ed5f9b9c6d6ff80ff478", "62ec67f9c3a4a407fcb2a8c49031a8b3", "6bfb914fd07eae6b",
            "", "e037830e8389f27b025a2d6527e79d01"
        ),
        (
            "91945d3f4dcbee0bf45ef52255f095a4", "becaf043b0a23d843194ba972c66debd", "fa3bfd4806eb53fa",
            "f7fb", "19dd5c4c9331049d0bdab0277408f67967e5"
        ),
        (
            "01f74ad64077f2e704c0f60ada3dd523", "70c3db4f0d26368400a10ed05d2bff5e", "234a3463c1264ac6",
            "1a47cb4933", "d851d5bae03a59f238a23e39199dc9266626c40f80"
        ),
        (
            "d07cf6cbb7f313bdde66b727afd3c5e8", "8408dfff3c1a2b1292dc199e46b7d617", "33cce2eabff5a79d",
            "481c9e39b1", "632a9d131ad4c168a4225d8e1ff755939974a7bede"
        ),
        (
            "35b6d0580005bbc12b0587124557d2c2", "fdb6b06676eedc5c61d74276e1f8e816", "aeb96eaebe2970e9",
            "40d0c07da5e4", "071dfe16c675cb0677e536f73afe6a14b74ee49844dd"
        ),
        (
            "bd8e6e11475e60b268784c38c62feb22", "6eac5c93072d8e8513f750935e46da1b", "d4482d1ca78dce0f",
            "4de3b35c3fc039245bd1fb7d", "835bb4f15d743e350e728414abb8644fd6ccb86947c5e10590210a4f"
        ),
        (
            "7c77d6e813bed5ac98baa417477a2e7d", "1a8c98dcd73d38393b2bf1569deefc19", "65d2017990d62528",
            "8b0a79306c9ce7ed99dae4f87f8dd61636", "02083e3979da014812f59f11d52630da30137327d10649b0aa6e1c181db617d7f2"
        ),
        (
            "5fff20cafab119ca2fc73549e20f5b0d", "dde59b97d722156d4d9aff2bc7559826", "54b9f04e6a09189a",
            "1bda122bce8a8dbaf1877d962b8592dd2d56",
            "2ec47b2c4954a489afc7ba4897edcdae8cc33b60450599bd02c96382902aef7f832a"
        ),
        (
            "a4a4782bcffd3ec5e7ef6d8c34a56123", "b781fcf2f75fa5a8de97a9ca48e522ec", "899a175897561d7e",
            "6cf36720872b8513f6eab1a8a44438d5ef11",
            "0de18fd0fdd91e7af19f1d8ee8733938b1e8e7f6d2231618102fdb7fe55ff1991700"
        ),
        (
            "8395fcf1e95bebd697bd010bc766aac3", "22e7add93cfc6393c57ec0b3c17d6b44", "126735fcc320d25a",
            "ca40d7446e545ffaed3bd12a740a659ffbbb3ceab7",
            "cb8920f87a6c75cff39627b56e3ed197c552d295a7cfc46afc253b4652b1af3795b124ab6e"
        ),
    ]

    @Test("matches the paper's test vectors", arguments: paperAnswers)
    func paper(key: String, nonce: String, aad: String, message: String, sealed: String) throws {
        let box = try AES.EAX.seal(
            hex(message), using: SymmetricKey(hex: key), nonce: hex(nonce), authenticating: hex(aad))
        #expect(box.combined == hex(nonce + sealed))
        #expect(try AES.EAX.open(box, using: SymmetricKey(hex: key), authenticating: hex(aad)) == hex(message))
    }

    /// PyCryptodome 3.23, `AES.new(key, AES.MODE_EAX, nonce=…, mac_len=…)`: lengths of key, message, associated data,
    /// nonce and tag.
    static let peerAnswers = [
        (16, 0, 0, 16, 16, "d9c38a9144da620be5d9b54d21716788"),
        (16, 15, 16, 12, 12, "ca50762aca741432bd569bcdaed59f9990c406ee1bd058da9b6728"),
        (16, 16, 17, 1, 16, "bf5730a68c359d4180f0ef15b5cc000550252693f534f6d19a569e2ac1319e75"),
        (16, 17, 0, 16, 4, "6eb32899a7f70c4ac155e687a866b0aa99ea89a192"),
        (
            16, 31, 33, 33, 16,
            "c75df35201641db1cbdc470e07041ca13ab34cb77e6c12fcf011a0c11de3b45c17d92393c75965f2e4ba672980fb62"
        ),
        (
            16, 64, 3, 16, 8,
            "6eb32899a7f70c4ac155e687a866b0aa99ded4348814b83fbf6bfef177df48bce6261dfc866df3cdba85c914e48e5539df59b09260d012982d3a5f6f534249d1844ebf9bdc2e9cd0"
        ),
        (24, 0, 0, 16, 16, "2439d989f571a633b830b0214413f3a1"),
        (24, 15, 16, 12, 12, "cffe0a4ddba7afe66f04b84c975a011198d6735428ad7e0147d828"),
        (24, 16, 17, 1, 16, "93c717f63284b1b2a2c375982cacf7221fbf064fe7e814c14aa305f34eeae7d1"),
        (24, 17, 0, 16, 4, "45ade3b42c949372539ae810ab28a4c476caa87dd1"),
        (
            24, 31, 33, 33, 16,
            "6290f8accc3b9d5840fa73c39a1e9279cb8924383385ac908a541f704165da6d33690022af1a406a80461ab49edabe"
        ),
        (
            24, 64, 3, 16, 8,
            "45ade3b42c949372539ae810ab28a4c476186e2a6fe6a5939b781c297510177c351b657e57c74b4607e0e5e2040d380f47fb32599d61fd920745399b873be0acc3dfb6edb45c8328"
        ),
        (32, 0, 0, 16, 16, "49a0d727cc5a1b3bfc5a41b7db6be894"),
        (32, 15, 16, 12, 12, "bff60a04c12adac5c0ef46d484bb2e30f11e5def786d9984c5fe4b"),
        (32, 16, 17, 1, 16, "34b74b180c0a790040f495463776468a25936ce8e8f86100ef27b45211b41477"),
        (32, 17, 0, 16, 4, "87de34861150cc1793ab02298cb0e261b437124349"),
        (
            32, 31, 33, 33, 16,
            "2ea5203f8b0630939181ae16eca99675c8742c4895368f980108f1e017e00928ae2576d8d289d7e303ec6e11095357"
        ),
        (
            32, 64, 3, 16, 8,
            "87de34861150cc1793ab02298cb0e261b44cc05c2a4cd51624f194a044cae75f3837b09cedf6361c9c1e1be1c61eb509d4b15e8ed8788b2ec68bac0fd0d71a3fb52be70c666d4c25"
        ),
    ]

    @Test("agrees with PyCryptodome at lengths around a block and with shorter tags", arguments: peerAnswers)
    func agreesWithPeer(key: Int, count: Int, aad: Int, nonce: Int, tag: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, key))
        let (message, aad, nonce) = ([UInt8](from: 100, count), [UInt8](from: 50, aad), [UInt8](from: 7, nonce))
        let box = try AES.EAX.seal(message, using: key, nonce: nonce, authenticating: aad, tagByteCount: tag)
        #expect(box.combined == nonce + hex(expected))
        #expect(try AES.EAX.open(box, using: key, authenticating: aad) == message)
    }

    @Test(
        "agrees with PyCryptodome on a long message, one-shot and streamed",
        arguments: [
            (16, "1bb156b4d24f83f08d6b7af4811fd5a773585804838762518bf9c6eacc8fd2b4"),
            (24, "9149571a08ebfe0d203cad8182721715e2776d6aab753d7683fc36c3e25236e1"),
            (32, "a4d524b266c8eff15d7a3137af508f7dc6af368ee09915c1d38f3cdd62329333"),
        ])
    func longMessage(key: Int, expected: String) throws {
        let cipher = try AES.EAX.cipher(keyByteCount: key)
        let key = SymmetricKey(copying: [UInt8](from: 1, key))
        let (message, aad, nonce) = ([UInt8](from: 100, 100_000), [UInt8](from: 50, 1000), [UInt8](from: 7, 16))
        let sealed = try cipher.seal(message, using: key, nonce: nonce, authenticating: aad)
        #expect(SHA256.hash(sealed) == hex(expected))
        let stream = try CipherStream(encrypting: cipher.cipher, using: key, iv: nonce, authenticating: aad)
        #expect(try stream.run(message, splitAt: 33_333) == sealed)
    }

    @Test("accepts nonces of any length, including empty, and distinguishes them")
    func nonces() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        var seen: Set<[UInt8]> = []
        for count in [0, 1, 15, 16, 17, 128, 129, 257, 1000] {
            let nonce = [UInt8](repeating: 0, count: count)
            let box = try AES.EAX.seal([] as [UInt8], using: key, nonce: nonce)
            #expect(try AES.EAX.open(box, using: key).isEmpty)
            #expect(seen.insert(box.tag).inserted, "\(count) bytes")
        }
    }

    @Test("rejects tags longer than a block or shorter than 4 bytes, and other key lengths")
    func refusesLengths() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 16))
        for count in [0, 3, 17] {
            #expect(throws: CryptoError.code(.invalidTagLength)) {
                try AES.EAX.seal("x".utf8, using: key, tagByteCount: count)
            }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try AES.EAX.seal("x".utf8, using: SymmetricKey(copying: [UInt8](from: 1, 17)))
        }
    }
}
