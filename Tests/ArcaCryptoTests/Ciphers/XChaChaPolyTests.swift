internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct XChaChaPolyTests {
    @Test("matches the draft's test vector")
    func knownAnswer() throws {
        // draft-irtf-cfrg-xchacha-03, appendix A.3.1
        let key = SymmetricKey(copying: [UInt8](from: 0x80, 32))
        let nonce = [UInt8](from: 0x40, 24)
        for _ in 0..<2 {
            let box = try XChaChaPoly.seal(
                ChaChaPolyTests.plaintext, using: key, nonce: nonce, authenticating: ChaChaPolyTests.aad)
            #expect(
                box.ciphertext
                    == hex(
                        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39"
                            + "ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
                            + "21f9664c97637da9768812f615c68b13b52e"))
            #expect(box.tag == hex("c0875924c1c7987947deafd8780acf49"))
            #expect(
                try XChaChaPoly.open(box, using: key, authenticating: ChaChaPolyTests.aad) == ChaChaPolyTests.plaintext)
        }
    }

    /// PyCryptodome 3.23: `ChaCha20_Poly1305.new(key=…, nonce=…)` with a 24-byte nonce; lengths of message and
    /// associated data.
    static let peerAnswers = [
        (0, 0, "c0cf644803187602e0c2d3085f8c9296"),
        (1, 16, "af724a0f44f3337207bc2d25607fd3c80d"),
        (
            64, 3,
            "afea3fa16bb7d62d65056d989c70a5c2ac04b25d2086082bf169084ee28d4721ebdfb6a2127c1a467fded1ef47fc1ab0aa4d30b1d97d35d4ce8b1e02d2e7fa7e41a866edb990c58d4310898d944de4bf"
        ),
        (
            65, 0,
            "afea3fa16bb7d62d65056d989c70a5c2ac04b25d2086082bf169084ee28d4721ebdfb6a2127c1a467fded1ef47fc1ab0aa4d30b1d97d35d4ce8b1e02d2e7fa7ef7ffd8ee518983540b7f6eea90e8bbe9ac"
        ),
    ]

    @Test("agrees with PyCryptodome, one-shot and streamed", arguments: peerAnswers)
    func agreesWithPeer(count: Int, aad: Int, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        let (message, aad, nonce) = ([UInt8](from: 100, count), [UInt8](from: 50, aad), [UInt8](from: 7, 24))
        let box = try XChaChaPoly.seal(message, using: key, nonce: nonce, authenticating: aad)
        #expect(box.combined == nonce + hex(expected))
        #expect(try XChaChaPoly.open(box, using: key, authenticating: aad) == message)
        let stream = try CipherStream(encrypting: XChaChaPoly.cipher.cipher, using: key, iv: nonce, authenticating: aad)
        #expect(try stream.run(message, splitAt: 17) == hex(expected))
    }

    @Test("draws 24-byte nonces and rejects other lengths")
    func nonces() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        let box = try XChaChaPoly.seal("x".utf8, using: key)
        #expect(box.nonce.count == 24)
        #expect(try XChaChaPoly.seal("x".utf8, using: key) != box)
        #expect(try XChaChaPoly.open(box, using: key) == Array("x".utf8))
        for count in [0, 12, 23, 25] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try XChaChaPoly.seal("x".utf8, using: key, nonce: [UInt8](from: 0, count))
            }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try XChaChaPoly.seal("x".utf8, using: SymmetricKey(copying: [UInt8](from: 0, 16)))
        }
    }
}
