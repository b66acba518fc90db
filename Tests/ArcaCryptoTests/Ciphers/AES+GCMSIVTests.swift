internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESGCMSIVTests {
    /// The Python package `cryptography` 48, `AESGCMSIV(key).encrypt(nonce, message, aad)`, which uses OpenSSL's
    /// implementation: lengths of key, message and associated data.
    static let peerAnswers = [
        (16, 0, 0, "edc79b18caccddb57f01fb5bcb2c223b"),
        (16, 0, 16, "bfe0e84094a151c44369c6d065dfb98f"),
        (16, 1, 0, "7d13886d464a10353cd156850b32a22256"),
        (16, 15, 1, "3e6f2e6478f795d0bf885805e01d50c3f4ab31ca25ee35fe695018875edc77"),
        (16, 16, 16, "feb94e62e72141cfef901958f4f700c3acd0f9a5e1185bcb735b71e33d6b3bf8"),
        (16, 17, 17, "277931640e1d90a49935a35d8d77683a274f5184fa3fd78eba980b876489cbcf00"),
        (
            16, 33, 40,
            "68696f4bdef676c12d20aac963a18e124d75636e176bb8b2435c73358325b3c5627174745a739afd27cd4f61c43bcf51ae"
        ),
        (
            16, 64, 0,
            "a60921ca63dbb31188f0b07134d1fc3d2dd72087588c7c2ab3bc17a0569a26a85e904e129b8396e5c5f82cf5c16fa99bde605a0e679a1796240c04d7faf3a2f20fe3475ad863e38cb2d8179633468172"
        ),
        (24, 0, 0, "75dfa6b7dc644685b119ca80047282d2"),
        (24, 0, 16, "1bb6938b61da00b78180116b169e0da0"),
        (24, 1, 0, "730fbddbc32e216e73a24f79e28a1bc62b"),
        (24, 15, 1, "84b012744b977bf7d30015851464470bfcad3f56142348a07e6af1b63ab371"),
        (24, 16, 16, "f67fedb0840fb6abe3733af4b4ceb74dee9c8046193765ad195b236a3ef7ce72"),
        (24, 17, 17, "f5b2bbe9e7b533c0d870d9bd8c727a589fd651eda4d6cfe1ed42c1dd873b77cf72"),
        (
            24, 33, 40,
            "94ac8dbed5d4a0c3d49a96a2db275e98874c611c9cd8f0c06401017225c736297acaf570ed6c1e5ae51decb741283f335c"
        ),
        (
            24, 64, 0,
            "94969dfccf2ac22216e84274ebf0e49d4b89b36b76a5f79e2ec36b019e7f4ed2dc8b30b1a16ac9fcb4688d2fd1bcd4b43075b3232f39afcc1bf2b908fa388449a5baa4ea418aa15b06bc549117969e79"
        ),
        (32, 0, 0, "1d4b2d15d4cfb045b23098df19687d96"),
        (32, 0, 16, "fcf7a8c9a3a03adc61e7ae4093d548e3"),
        (32, 1, 0, "9bc5004167f648ef661ae906219c7dec5b"),
        (32, 15, 1, "a223ae13945e9c4e4a4bcf59902ce0044a5f24b4f480308f995019c0815ce7"),
        (32, 16, 16, "dd4cb8a3970da406e6bbbedb4c01c4df27fc79b215661645208ab656cc5bea29"),
        (32, 17, 17, "8d91bc4467246b8c619cd4d1d7964ff283e23f5343590af0fac2bf6d8c44d53e91"),
        (
            32, 33, 40,
            "7280d108932d53b5efdb74d7cd9059900b6fbda600947458c63416ffb3c8d778b3cda54b289b8855350180815ca560c010"
        ),
        (
            32, 64, 0,
            "c1b7e5c225f0dcd6d45b540354384aafbdf092ce0ac6b6cfb9f2bf6b6f19869544f574bd0ecdf137de96acbb15906368c4f19fdc12fb6f98cf4df802e58d1947b982eb6c7936f5c5b745439092954386"
        ),
    ]

    @Test("agrees with OpenSSL at lengths around a block", arguments: peerAnswers)
    func agreesWithPeer(key: Int, count: Int, aad: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, key))
        let (message, aad, nonce) = ([UInt8](from: 100, count), [UInt8](from: 50, aad), [UInt8](from: 7, 12))
        let box = try AES.GCMSIV.seal(message, using: key, nonce: nonce, authenticating: aad)
        #expect(box.combined == nonce + hex(expected))
        #expect(try AES.GCMSIV.open(box, using: key, authenticating: aad) == message)
    }

    @Test(
        "agrees with OpenSSL on a long message",
        arguments: [
            (16, "8e7f3b4bbd36f56d04813cfe076d5372368e58a8a12697ad0aab1c0dce3b6060"),
            (24, "78512e42e9faa1d58b5df2f9b922b7b27e1bdf29a914ebc384769f9e704e9b15"),
            (32, "f3e983a0c7a4a5d29988d4b4b5d7e859dd78adda9e8649743af7881cc7b6bf49"),
        ])
    func longMessage(key: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, key))
        let (message, aad) = ([UInt8](from: 100, 100_001), [UInt8](from: 50, 5000))
        let box = try AES.GCMSIV.seal(message, using: key, nonce: [UInt8](from: 7, 12), authenticating: aad)
        #expect(SHA256.hash(box.ciphertext + box.tag) == hex(expected))
        #expect(try AES.GCMSIV.open(box, using: key, authenticating: aad) == message)
    }

    @Test(
        "wraps the 32-bit counter",
        arguments: [
            // RFC 8452, appendix C.3
            (
                "000000000000000000000000000000004db923dc793ee6497c76dcc03a98e108",
                "f3f80f2cf0cb2dd9c5984fcda908456cc537703b5ba70324a6793a7bf218d3eaffffffff000000000000000000000000"
            ),
            (
                "eb3640277c7ffd1303c7a542d02d3e4c0000000000000000",
                "18ce4f0b8cb4d0cac65fea8f79257b20888e53e72299e56dffffffff000000000000000000000000"
            ),
        ])
    func counterWraps(message: String, sealed: String) throws {
        let key = SymmetricKey(copying: [UInt8](repeating: 0, count: 32))
        let box = try AES.GCMSIV.seal(hex(message), using: key, nonce: [UInt8](repeating: 0, count: 12))
        #expect(box.ciphertext + box.tag == hex(sealed))
        #expect(try AES.GCMSIV.open(box, using: key) == hex(message))
    }

    @Test("reveals only equality of messages when a nonce repeats")
    func survivesRepeatedNonce() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        let nonce = [UInt8](from: 7, 12)
        let first = try AES.GCMSIV.seal([UInt8](from: 0, 48), using: key, nonce: nonce)
        #expect(try AES.GCMSIV.seal([UInt8](from: 0, 48), using: key, nonce: nonce) == first)
        let second = try AES.GCMSIV.seal([UInt8](from: 0, 47) + [0], using: key, nonce: nonce)
        // With GCM, equal plaintext bytes would give equal ciphertext bytes.
        #expect(zip(first.ciphertext, second.ciphertext).filter { $0 == $1 }.count < 8)
        #expect(first.tag != second.tag)
    }

    @Test("accepts only 12-byte nonces and 16-byte tags")
    func refusesLengths() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        for count in [0, 8, 11, 13, 16, 24] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try AES.GCMSIV.seal("x".utf8, using: key, nonce: [UInt8](from: 0, count))
            }
        }
        for count in [0, 4, 12, 15, 17] {
            #expect(throws: CryptoError.code(.invalidTagLength)) {
                try AES.GCMSIV.seal("x".utf8, using: key, tagByteCount: count)
            }
        }
    }
}
