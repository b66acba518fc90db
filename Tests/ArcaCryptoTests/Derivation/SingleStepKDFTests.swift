internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct SingleStepKDFTests {
    /// RFC 7518, appendix C: the shared secret, and the purpose of the key.
    private static let secret = hex("9e56d91d817135d372834283bf84269cfb316ea3da806a48f6daa7798cfe90c4")
    private static let info =
        [0, 0, 0, 7] + Array("A128GCM".utf8) + [0, 0, 0, 5] + Array("Alice".utf8) + [0, 0, 0, 3] + Array("Bob".utf8)
        + [0, 0, 0, 128]

    private static func key(_ count: Int, _ hash: AnyHashFunction = .sha256) throws -> [UInt8] {
        let key = try SingleStepKDF.deriveKey(from: secret, info: info, using: hash, outputByteCount: count)
        return [UInt8](bytes: key)
    }

    @Test("derives the key of RFC 7518, appendix C")
    func published() throws {
        #expect(try Self.key(16) == hex("56aa8deaf8236d205c2228cd71a7101a"))
    }

    @Test(
        "counts blocks from one and truncates the last (SP 800-56C, section 4.1)",
        arguments: [AnyHashFunction.sha1, .sha256, .sha512, .sha3_256])
    func blocks(hash: AnyHashFunction) throws {
        var wanted: [UInt8] = []
        for number in 1...3 { wanted += try hash.hash([0, 0, 0, UInt8(number)] + Self.secret + Self.info) }
        for count in [1, hash.digestByteCount, hash.digestByteCount + 1, wanted.count] {
            #expect(try Self.key(count, hash) == Array(wanted.prefix(count)))
        }
        #expect(try Self.key(65_536, hash).prefix(wanted.count) == wanted[...])
    }

    @Test("rejects lengths out of range, an empty secret, and SHAKE")
    func refusals() {
        for count in [-1, 0, 65_537] {
            #expect(throws: CryptoError.self) { _ = try Self.key(count) }
        }
        #expect(throws: CryptoError.self) { _ = try Self.key(16, .shake128) }
        #expect(throws: CryptoError.self) {
            _ = try SingleStepKDF.deriveKey(from: [] as [UInt8], info: Self.info, outputByteCount: 16)
        }
    }
}
