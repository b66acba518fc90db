internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct Salsa20Tests {
    private static func stream(_ key: String, _ nonce: String, _ parts: [Int]) throws -> [UInt8] {
        let cipher = try Salsa20(key: SymmetricKey(copying: hex(key)), nonce: hex(nonce))
        return parts.flatMap { count in
            [UInt8](capacity: count) { output in
                cipher.update([UInt8](repeating: 0, count: count).span, into: &output)
            }
        }
    }

    @Test("matches eSTREAM's verified test vectors, sets 1 and 6 for 256-bit keys")
    func vectors() throws {
        let first = try Self.stream("80" + String(repeating: "00", count: 31), "0000000000000000", [512])
        #expect(
            first[..<64]
                == hex(
                    "e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844"
                        + "b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117")[...])
        #expect(
            first[448...]
                == hex(
                    "696afcfd0cddcc83c7e77f11a649d79acdc3354e9635ff137e929933a0bd6f53"
                        + "77efa105a3a4266b7c0d089d08f1e855cc32b15b93784a36e56a76cc64bc8477")[...])
        let last = try Self.stream(
            "0053a6f94c9ff24598eb3e91e4378add3083d6297ccf2275c81b6ec11467ba0d", "0d74db42a91077de", [131_072])
        #expect(
            last[131_008...]
                == hex(
                    "a13ffa1208f8bf50900886faab40fd10e8caa306e63df39536a1564fb760b242"
                        + "a9d6a4628cdc878762834e27a541da2a5e3b3445989c76f611e0fec6d91acacc")[...])
    }

    @Test("does not depend on the split into parts")
    func parts() throws {
        let key = String(repeating: "07", count: 32)
        let whole = try Self.stream(key, "0102030405060708", [200])
        for parts in [[1, 199], [64, 136], [63, 1, 0, 65, 71], Array(repeating: 1, count: 200)] {
            #expect(try Self.stream(key, "0102030405060708", parts) == whole, "\(parts)")
        }
    }

    @Test("refuses keys and nonces of other lengths")
    func lengths() {
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try Salsa20(key: SymmetricKey(copying: [UInt8](repeating: 0, count: 16)), nonce: hex("0000000000000000"))
        }
        #expect(throws: CryptoError.code(.invalidIVLength)) {
            try Salsa20(key: SymmetricKey(copying: [UInt8](repeating: 0, count: 32)), nonce: [1, 2, 3])
        }
    }
}
