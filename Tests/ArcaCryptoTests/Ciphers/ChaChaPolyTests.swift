internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct ChaChaPolyTests {
    static let key = SymmetricKey(copying: [UInt8](from: 0x80, 32))
    static let nonce = hex("070000004041424344454647")
    static let aad = hex("50515253c0c1c2c3c4c5c6c7")
    static let plaintext = [UInt8](
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
            .utf8)

    @Test("matches the test vector of RFC 8439")
    func knownAnswer() throws {
        // RFC 8439, section 2.8.2
        for _ in 0..<2 {
            let box = try ChaChaPoly.seal(Self.plaintext, using: Self.key, nonce: Self.nonce, authenticating: Self.aad)
            #expect(
                box.ciphertext
                    == hex(
                        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b"
                            + "1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                            + "3ff4def08e4b7a9de576d26586cec64b6116"))
            #expect(box.tag == hex("1ae10b594f09e26a7e902ecbd0600691"))
            #expect(try ChaChaPoly.open(box, using: Self.key, authenticating: Self.aad) == Self.plaintext)
        }
    }

    @Test("seals an empty message, with and without associated data")
    func sealsNothing() throws {
        // PyCryptodome 3.23: ChaCha20_Poly1305.new(key=…, nonce=…)
        let bare = try ChaChaPoly.seal([] as [UInt8], using: Self.key, nonce: Self.nonce)
        #expect(bare.combined == Self.nonce + hex("a0784d7a4716f3feb4f64e7f4b39bf04"))
        let bound = try ChaChaPoly.seal([] as [UInt8], using: Self.key, nonce: Self.nonce, authenticating: Self.aad)
        #expect(bound.tag == hex("e622e5647a38d967a7ecbcb46c7f675c"))
        #expect(try ChaChaPoly.open(bound, using: Self.key, authenticating: Self.aad).isEmpty)
    }

    @Test("accepts only 32-byte keys, 12-byte nonces and 16-byte tags")
    func refusesLengths() throws {
        for count in [0, 16, 31, 33] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try ChaChaPoly.seal("x".utf8, using: SymmetricKey(copying: [UInt8](from: 0, count)))
            }
        }
        for count in [0, 8, 11, 13, 24] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try ChaChaPoly.seal("x".utf8, using: Self.key, nonce: [UInt8](from: 0, count))
            }
        }
        for count in [0, 4, 12, 15, 17] {
            #expect(throws: CryptoError.code(.invalidTagLength)) {
                try ChaChaPoly.seal("x".utf8, using: Self.key, tagByteCount: count)
            }
        }
    }
}
