internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct XAES256GCMTests {
    /// C2SP, `XAES-256-GCM.md`, test vectors; the top bit of L is 0 for the first key, 1 for the second.
    static let knownAnswers: [(UInt8, String, String)] = [
        (1, "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"),
        (3, "c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"),
    ]

    @Test("matches the specification's test vectors, one-shot and streamed", arguments: knownAnswers)
    func knownAnswer(keyByte: UInt8, aad: String, expected: String) throws {
        let key = SymmetricKey(copying: [UInt8](repeating: keyByte, count: 32))
        let (nonce, message) = (Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8), Array("XAES-256-GCM".utf8))
        for _ in 0..<2 {
            let box = try XAES256GCM.seal(message, using: key, nonce: nonce, authenticating: aad.utf8)
            #expect(box.combined == nonce + hex(expected))
            #expect(try XAES256GCM.open(box, using: key, authenticating: aad.utf8) == message)
        }
        let stream = try CipherStream(
            encrypting: XAES256GCM.cipher.cipher, using: key, iv: nonce, authenticating: aad.utf8)
        #expect(try stream.run(message, splitAt: 5) == hex(expected))
    }

    @Test("matches the specification's hash of 10,000 random messages")
    func accumulated() throws {
        // The maximum that the messages can take from the random stream, which is SHAKE128 of the empty string.
        let random = try SHAKE128.hash([] as [UInt8], outputByteCount: 10_000 * (32 + 24 + 2 * 256))
        var place = 0
        func take(_ count: Int) -> ArraySlice<UInt8> {
            place += count
            return random[place - count..<place]
        }
        var sealed: [UInt8] = []
        for _ in 0..<10_000 {
            let key = SymmetricKey(copying: take(32))
            let nonce = take(24)
            let message = take(Int(take(1).first ?? 0))
            let aad = take(Int(take(1).first ?? 0))
            sealed += try XAES256GCM.cipher.seal(message, using: key, nonce: nonce, authenticating: aad)
        }
        #expect(
            try SHAKE128.hash(sealed, outputByteCount: 32)
                == hex("e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939"))
    }

    @Test("draws 24-byte nonces, and rejects other lengths and a short tag")
    func refusesLengths() throws {
        let key = SymmetricKey(copying: [UInt8](from: 1, 32))
        #expect(try XAES256GCM.seal("x".utf8, using: key).nonce.count == 24)
        for count in [0, 12, 23, 25] {
            #expect(throws: CryptoError.code(.invalidIVLength)) {
                try XAES256GCM.seal("x".utf8, using: key, nonce: [UInt8](from: 0, count))
            }
        }
        for count in [4, 12, 15] {
            #expect(throws: CryptoError.code(.invalidTagLength)) {
                try XAES256GCM.seal("x".utf8, using: key, tagByteCount: count)
            }
        }
    }
}
