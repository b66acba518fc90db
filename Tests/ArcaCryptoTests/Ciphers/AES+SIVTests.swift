internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESSIVTests {
    static let key = SymmetricKey(hex: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")

    @Test("matches RFC 5297's deterministic example")
    func deterministicExample() throws {
        // RFC 5297, appendix A.1
        let aad = [UInt8](from: 0x10, 24)
        let plaintext = hex("112233445566778899aabbccddee")
        let expected = hex("85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c")
        #expect(try AES.SIV.seal(plaintext, using: Self.key, authenticating: [aad]) == expected)
        #expect(try AES.SIV.open(expected, using: Self.key, authenticating: [aad]) == plaintext)
        let cipher = try AEADCipher(named: "aes-128-siv")
        #expect(try cipher.seal(plaintext, using: Self.key, authenticating: aad) == expected)
        #expect(try cipher.open(expected, using: Self.key, authenticating: aad) == plaintext)
    }

    @Test("matches RFC 5297's example with two associated strings and a nonce")
    func nonceExample() throws {
        // RFC 5297, appendix A.2
        let key = SymmetricKey(hex: "7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f")
        let strings = [
            hex("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
            hex("102030405060708090a0"), hex("09f911029d74e35bd84156c5635688c0"),
        ]
        let plaintext = [UInt8]("this is some plaintext to encrypt using SIV-AES".utf8)
        let sealed = try AES.SIV.seal(plaintext, using: key, authenticating: strings)
        #expect(
            sealed
                == hex(
                    "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8a"
                        + "f829ea64ad544a272e9c485b62a3fd5c0d"))
        #expect(try AES.SIV.open(sealed, using: key, authenticating: strings) == plaintext)
        // Order, number and boundaries of the strings matter.
        for wrong in [Array(strings.reversed()), Array(strings.dropLast()), [strings.flatMap { $0 }], strings + [[]]] {
            #expect(throws: CryptoError.code(.authenticationFailed)) {
                try AES.SIV.open(sealed, using: key, authenticating: wrong)
            }
        }
    }

    /// PyCryptodome 3.23: `AES.new(key, AES.MODE_SIV)`, `update` for each string, `encrypt_and_digest`.
    static let peerAnswers: [(Int, Int, [Int], String)] = [
        (32, 0, [], "686eed5d0344a85be96505ad4f9a6d44"),
        (32, 0, [0], "04ea2e4be90b1c773a399ddc169ad232"),
        (32, 0, [5], "c0610e77fa86589483fce08bacebe14d"),
        (32, 1, [0], "1c51b9ad2fc7963297d894ee423dcfd06f"),
        (32, 15, [3], "0cb52135e5686d0ef04eef4168581c583c1cc639d9dd17dd8a48ac1247be24"),
        (32, 16, [], "11ef9ace6bd352b06bf053b0e39916d611937caa46896c272e2aca1580e86ccc"),
        (32, 17, [16, 0, 17], "fc7334d6ab13180471288f4baa6b40c9f243da29a4c690602be024b70c60e91dcf"),
        (32, 31, [1], "73a49d3e9fc9c28359b538f513a8bda1f069e9f73664dec0560d99b4375ab8ed7aaf0956339424a5b8a8acbfbb6c8f"),
        (
            32, 32, [0, 0],
            "05ff4b1d4161a7eb8a15d1714cc5af6b64f154edd1b8b29ed1132f6091ed247892ad6aa99e3375885bc254204db50775"
        ),
        (
            32, 33, [40],
            "1df569a0c8a99dc1504cfab91fb5a932834e65e7951898e12abc18bf808ed7320e627571787ec69425219e5a4665823c91"
        ),
        (48, 0, [], "41adc7a5bee18a612e1b602e594c9a85"),
        (48, 0, [0], "c95863b746299cd026933b5637107a47"),
        (48, 0, [5], "47c5fecdc9ce1e246341ded2ef8506ed"),
        (48, 1, [0], "a9085cc94de49cde0cda763bcc3f3cedaa"),
        (48, 15, [3], "d8d8154d61dc0d51c0b10828e68c458b28936d6d4cb86cd594fb4269a060a4"),
        (48, 16, [], "ade4513a886832cb6176dcc7116ef9313bf4c57a2e3de020046bbca4291ea2eb"),
        (48, 17, [16, 0, 17], "a24da53793d410ace1fab94a76fe6613f594d5efcf8dc86a4d05495cf47018bc4b"),
        (48, 31, [1], "78e975a94504531c3a33c933c5a36421d5b4fbbbc8a98221d654286aa466aaec2d6022284a6e768806f965bf03e8c2"),
        (
            48, 32, [0, 0],
            "2e98a9d48549ef0ee62b57771a77218804e39b41757e0c66b3d5dab279f10a8d2585a16fd404492569b0c772e091a0c0"
        ),
        (
            48, 33, [40],
            "71319eede5a0bd007c3a8999478ad4d6c87107bb9154b5e9fa6ea0728883ccadb931066fce67d8f20809983f96b279f36c"
        ),
        (64, 0, [], "8e248a4de3b5e58265f9dbc979c42f90"),
        (64, 0, [0], "c0629c6837e47e7cc16bce47623d2a45"),
        (64, 0, [5], "51df40b695351f655176bfb98ca4c0ba"),
        (64, 1, [0], "c0ad3bfa765252b01a6a27df33c5a92c31"),
        (64, 15, [3], "7a20781ead971d61d9be1f31cef374e90b375991c0eacd4a907e6ea52a61b0"),
        (64, 16, [], "298b4c3bd0d7bf542c4898471300aa8747e9e2c57c2030a5efa666c3236177dd"),
        (64, 17, [16, 0, 17], "1f37ee4fc5664306246215dc411e7ad7d743ec37bdb3d56e580e275e7d827a4a49"),
        (64, 31, [1], "f54e4ae9741e71330c04e71c8a970e1f83d340fad32b8024c1ca06a1df3c9803d11618909f18e16f4b0821ceea5c10"),
        (
            64, 32, [0, 0],
            "16437fa12198ebbcbe8147b35cfae6e66ddd6048b2049bb5e6c1f55f1d1a7db27c915c79d5e7c8c6744957bf018192dc"
        ),
        (
            64, 33, [40],
            "51db70c0b6a621889f82e1a16dd68e74cfd2de26b8cd737d94ef5a9a0e98e4a8184908e2224955fd3f34adc43e5f22364d"
        ),
    ]

    @Test("agrees with a peer on empty messages, empty strings and lengths around a block", arguments: peerAnswers)
    func agreesWithPeer(keyByteCount: Int, count: Int, strings: [Int], expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, keyByteCount))
        let strings = strings.map { [UInt8](from: 50, $0) }
        let sealed = try AES.SIV.seal([UInt8](from: 100, count), using: key, authenticating: strings)
        #expect(sealed == hex(expected))
        #expect(try AES.SIV.open(sealed, using: key, authenticating: strings) == [UInt8](from: 100, count))
    }

    @Test("rejects half keys, too many strings and input shorter than a tag")
    func refusesLengths() throws {
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try AES.SIV.seal("x".utf8, using: SymmetricKey(copying: [UInt8](from: 0, 16)))
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AES.SIV.seal("x".utf8, using: Self.key, authenticating: Array(repeating: [1], count: 127))
        }
        #expect(
            try AES.SIV.seal("x".utf8, using: Self.key, authenticating: Array(repeating: [1], count: 126)).count == 17)
        #expect(throws: CryptoError.code(.invalidInputLength)) {
            try AES.SIV.open([UInt8](from: 0, 15), using: Self.key)
        }
    }
}
