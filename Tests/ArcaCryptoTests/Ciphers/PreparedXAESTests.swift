import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite("XAES-256-GCM for many short records")
struct PreparedXAESTests {
    @Test("matches the specification's test vectors, with the tag first", arguments: XAES256GCMTests.knownAnswers)
    func knownAnswer(keyByte: UInt8, aad: String, expected: String) throws {
        let prepared = try PreparedXAES(SymmetricKey(copying: [UInt8](repeating: keyByte, count: 32)))
        let (nonce, message) = (Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8), Array("XAES-256-GCM".utf8))
        for _ in 0..<2 {
            let sealed = try Self.seal(prepared, message, nonce, Array(aad.utf8))
            #expect(sealed[16...] + sealed[..<16] == hex(expected)[...])
            #expect(try Self.open(prepared, sealed, nonce, Array(aad.utf8)) == message)
        }
    }

    @Test("agrees with the cipher for all lengths, and continues after a failure")
    func agrees() throws {
        var random = Repeatable(7)
        let key = SymmetricKey(copying: random.bytes(32))
        let prepared = try PreparedXAES(key)
        for count in [0, 1, 15, 16, 17, 64, 1000, 70_000] {
            let (nonce, aad, message) = (random.bytes(24), random.bytes(count % 90), random.bytes(count))
            var sealed = try Self.seal(prepared, message, nonce, aad)
            let expected = try XAES256GCM.cipher.seal(message, using: key, nonce: nonce, authenticating: aad)
            #expect(sealed[16...] + sealed[..<16] == expected[...], "length \(count)")
            #expect(try Self.open(prepared, sealed, nonce, aad) == message)
            sealed[count] ^= 1
            #expect(throws: CryptoError.code(.authenticationFailed)) {
                try Self.open(prepared, sealed, nonce, aad)
            }
        }
    }

    @Test("rejects other lengths of key, nonce and tag")
    func lengths() throws {
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try PreparedXAES(SymmetricKey(copying: [UInt8](from: 1, 16)))
        }
        let prepared = try PreparedXAES(SymmetricKey(copying: [UInt8](from: 1, 32)))
        #expect(throws: CryptoError.self) { try Self.seal(prepared, [1], [UInt8](from: 0, 12), []) }
        #expect(throws: CryptoError.code(.invalidTagLength)) {
            try [UInt8](capacity: 1) { output throws(CryptoError) in
                try prepared.open(
                    [1].span, tag: [UInt8](from: 0, 12).span, nonce: [UInt8](from: 0, 24).span,
                    authenticating: Span(), into: &output)
            }
        }
    }

    static func seal(
        _ prepared: PreparedXAES, _ message: [UInt8], _ nonce: [UInt8], _ aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: message.count + 16) { output throws(CryptoError) in
            try prepared.seal(message.span, nonce: nonce.span, authenticating: aad.span, into: &output)
        }
    }

    static func open(
        _ prepared: PreparedXAES, _ sealed: [UInt8], _ nonce: [UInt8], _ aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: sealed.count - 16) { output throws(CryptoError) in
            try prepared.open(
                sealed.span.extracting(16...), tag: sealed.span.extracting(..<16), nonce: nonce.span,
                authenticating: aad.span, into: &output)
        }
    }
}
