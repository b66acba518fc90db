import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite("HMAC-SHA-256 for many short messages")
struct PreparedHMACTests {
    @Test("agrees with HMAC for all lengths of key and message, in up to three parts")
    func agrees() throws {
        var random = Repeatable(11)
        for keyCount in [0, 1, 31, 32, 33, 64] {
            let key = SymmetricKey(copying: random.bytes(keyCount))
            let prepared = try PreparedHMAC(key)
            for count in [0, 1, 55, 56, 63, 64, 65, 125, 5_000] {
                let message = random.bytes(count)
                let expected = HMAC<SHA256>.authenticationCode(for: message, using: key)
                #expect(prepared.code(message.span) == expected)
                let (first, second) = (count / 3, count / 2)
                let span = message.span
                let inParts = prepared.code(
                    span.extracting(..<first), span.extracting(first..<second), span.extracting(second...))
                #expect(inParts == expected)
                let number = expected[..<16].reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
                #expect(prepared.prefix(span.extracting(..<first), span.extracting(first...)) == number)
            }
        }
    }

    @Test("rejects a key that would need to be hashed first")
    func longKey() {
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try PreparedHMAC(SymmetricKey(copying: [UInt8](from: 0, 65)))
        }
    }
}
