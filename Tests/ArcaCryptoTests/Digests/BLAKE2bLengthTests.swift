internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite("BLAKE2b of any length")
struct BLAKE2bLengthTests {
    @Test("agrees with libcrypto at full length", arguments: [0, 1, 63, 64, 127, 128, 129, 255, 256, 257, 1000])
    func fullLength(count: Int) throws {
        var random = Repeatable(UInt64(count))
        let message = random.bytes(count)
        #expect(try BLAKE2b.hash(message, outputByteCount: 64) == BLAKE2b.hash(message))
    }

    @Test(
        "matches b2sum's digests of other lengths",
        arguments: [
            ("abc", 32, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
            ("", 32, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
            ("abc", 20, "384264f676f39536840523f284921cdc68b6846b"), ("abc", 1, "6b"),
        ])
    func otherLengths(message: String, count: Int, digest: String) throws {
        #expect(try BLAKE2b.hash(message.utf8, outputByteCount: count) == hex(digest))
    }

    @Test("agrees with b2sum", .enabled(if: Peer.has("b2sum")), arguments: [8, 128, 256, 264, 504])
    func peer(bitCount: Int) throws {
        var random = Repeatable(7)
        let message = random.bytes(300)
        let answer = try Peer.run(["b2sum", "-l", "\(bitCount)"], input: message)
        let digest = try BLAKE2b.hash(message, outputByteCount: bitCount / 8)
        #expect(answer.text.hasPrefix(hexText(digest) + " "))
    }

    @Test("supports only 1 to 64 bytes", arguments: [-1, 0, 65])
    func lengths(count: Int) {
        #expect(throws: CryptoError.code(.invalidParameter)) { try BLAKE2b.hash([], outputByteCount: count) }
    }
}
