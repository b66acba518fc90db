internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct HashFunctionTests {
    @Test(
        "finds each function by common names",
        arguments: [
            ("sha256", AnyHashFunction.sha256), ("SHA-256", .sha256), ("SHA2-256", .sha256), ("sha_256", .sha256),
            ("SHA512/256", .sha512t256), ("SHA2-512/256", .sha512t256), ("sha512-224", .sha512t224),
            ("sha384", .sha384), ("sha224", .sha224), ("SHA512", .sha512), ("sha3-256", .sha3_256),
            ("SHA3_512", .sha3_512), ("shake128", .shake128), ("SHAKE-256", .shake256), ("blake2b", .blake2b),
            ("BLAKE2b512", .blake2b), ("blake2s256", .blake2s), ("sm3", .sm3), ("rmd160", .ripemd160),
            ("RIPEMD-160", .ripemd160), ("sha1", .sha1), ("SHA", .sha1), ("md5", .md5), ("MD-5", .md5),
        ])
    func findsFunctionByName(name: String, function: AnyHashFunction) throws {
        #expect(try AnyHashFunction(named: name) == function)
    }

    @Test("rejects unknown names and lists the known ones", arguments: ["", "sha257", "crc32", "sha3"])
    func refusesUnknownName(name: String) {
        #expect(throws: CryptoError.code(.unknownAlgorithm)) { try AnyHashFunction(named: name) }
    }

    @Test("finds every function by its name and short name", arguments: AnyHashFunction.all)
    func findsOwnNames(function: AnyHashFunction) throws {
        #expect(try AnyHashFunction(named: function.name) == function)
        #expect(try AnyHashFunction(named: function.shortName) == function)
    }

    private static let types: [any StaticHashFunction.Type] = [
        SHA224.self, SHA256.self, SHA384.self, SHA512.self, SHA512t224.self, SHA512t256.self, SHA3_224.self,
        SHA3_256.self, SHA3_384.self, SHA3_512.self, SHAKE128.self, SHAKE256.self, BLAKE2b.self, BLAKE2s.self, SM3.self,
        Insecure.MD5.self, Insecure.SHA1.self, Insecure.RIPEMD160.self,
    ]

    @Test("has a static type for every function, which gives the same digest")
    func typesAgree() throws {
        #expect(Set(Self.types.map { $0.function }) == Set(AnyHashFunction.all))
        #expect(Self.types.count == AnyHashFunction.all.count)
        func check<Function: StaticHashFunction>(_ type: Function.Type) throws {
            let digest = type.hash(data: Array("abc".utf8))
            #expect(try digest.bytes == Function.function.hash("abc".utf8))
            #expect(Function.Digest.byteCount == digest.count)
        }
        for type in Self.types { try check(type) }
    }

    @Test("gives a digest of the documented length, one-shot and for any split", arguments: AnyHashFunction.all)
    func streamsLikeOneShot(function: AnyHashFunction) throws {
        for count in [0, 1, function.blockByteCount - 1, function.blockByteCount, function.blockByteCount + 1, 300] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let whole = try function.hash(message)
            #expect(whole.count == function.digestByteCount)
            for cut in 0...count {
                var stream = try function.stream()
                stream.update(message[..<cut])
                stream.update(message[cut...])
                #expect(try stream.finalize() == whole, "cut at \(cut) of \(count)")
            }
        }
    }

    @Test("gives any length for SHAKE, and only the digest length for other functions")
    func honorsOutputLength() throws {
        // `printf abc | openssl dgst -shake128 -xoflen N`
        #expect(try AnyHashFunction.shake128.hash("abc".utf8, outputByteCount: 5) == [0x58, 0x81, 0x09, 0x2d, 0xd8])
        #expect(try AnyHashFunction.shake256.hash("abc".utf8, outputByteCount: 0).isEmpty)
        #expect(try AnyHashFunction.shake256.hash("abc".utf8, outputByteCount: 1000).count == 1000)
        #expect(try AnyHashFunction.shake128.hash("abc".utf8).count == 32)
        #expect(try AnyHashFunction.sha256.hash("abc".utf8, outputByteCount: 32).count == 32)
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AnyHashFunction.sha256.hash("abc".utf8, outputByteCount: 16)
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try AnyHashFunction.shake128.hash("abc".utf8, outputByteCount: -1)
        }
    }

    @Test("continues copies of a stream independently")
    func copiesStreams() throws {
        var first = SHA256()
        first.update("ab".utf8)
        var second = first
        second.update("c".utf8)
        #expect(first.finalize() == SHA256.hash("ab".utf8))
        #expect(second.finalize() == SHA256.hash("abc".utf8))
        first.update("c".utf8)
        #expect(first.finalize() == second.finalize())
    }

    @Test("accepts every contiguous source of bytes")
    func takesEverySource() throws {
        let digest = SHA256.hash([0x61, 0x62, 0x63] as [UInt8])
        #expect(SHA256.hash("abc".utf8) == digest)
        #expect(SHA256.hash("xabc".dropFirst().utf8) == digest)
        #expect(SHA256.hash(Array("xabc".utf8)[1...]) == digest)
        #expect(SHA256.hash(ContiguousArray("abc".utf8)) == digest)
        #expect(SHA256.hash(Array("abc".utf8).span) == digest)
        #expect(SHA256.hash(SecretBytes(copying: "abc".utf8)) == digest)
    }
}
