internal import ArcaCodecs
internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

@Suite struct RSAUtilBlocksTests {
    static let key = Result { try RSAPrivateKey(bitCount: 2048) }

    @Test("round-trips in both directions at any length")
    func roundTrips() throws {
        let key = try Self.key.get()
        let (owner, others) = (RSAUtilBlocks(privateKey: key), RSAUtilBlocks(publicKey: key.publicKey))
        var random = Repeatable(1)
        for count in [0, 1, 244, 245, 246, 490, 735, 736, 2000] {
            // Includes zeros, at which RSAUtil itself truncates its output.
            let message = random.bytes(count / 2) + [UInt8](repeating: 0, count: count - count / 2)
            let sealed = try others.seal(message)
            #expect(sealed.count == Base64.standard.encodedCount(for: (count + 244) / 245 * 256))
            #expect(try owner.open(sealed) == message, "\(count) bytes")
            #expect(try others.open(owner.seal(message)) == message, "\(count) bytes")
        }
    }

    @Test("reads Base64 in lines, and rejects invalid Base64, incomplete blocks and numbers that are too large")
    func readsLoosely() throws {
        let key = try Self.key.get()
        let owner = RSAUtilBlocks(privateKey: key)
        let message = [UInt8](repeating: 0x61, count: 300)
        let text = try RSAUtilBlocks(publicKey: key.publicKey).seal(message)
        var lines: [UInt8] = []
        for (index, byte) in text.enumerated() { lines += index % 64 == 63 ? [byte, 0x0d, 0x0a] : [byte] }
        #expect(try owner.open(lines + [0x0a]) == message)
        #expect(throws: ContainerError.code(.malformed, at: 4)) { try owner.open("AAAA!".utf8) }
        let bytes = try Base64.standard.decode(text)
        for count in [1, 255, 257, 511] {
            #expect(throws: ContainerError.code(.truncated)) {
                try owner.open(Base64.standard.encode(bytes[..<count]).utf8)
            }
        }
        let large = Base64.standard.encode([UInt8](repeating: 0xff, count: 256))
        #expect(throws: ContainerError.code(.wrongKey)) { try owner.open(large.utf8) }
    }

    @Test("yields the same random bytes each time for damaged blocks, and continues after them")
    func damagedBlocks() throws {
        let key = try Self.key.get()
        let owner = RSAUtilBlocks(privateKey: key)
        // The random bytes may be empty, so the next block must not look like the first one.
        let message = (0..<500).map { UInt8(truncatingIfNeeded: 7 * $0 + 1) }
        var bytes = try Base64.standard.decode(RSAUtilBlocks(publicKey: key.publicKey).seal(message))
        bytes[255] ^= 1
        let noise = try owner.open(Base64.standard.encodeToBytes(bytes))
        #expect(try owner.open(Base64.standard.encodeToBytes(bytes)) == noise)
        #expect(noise.suffix(255) == message.suffix(255) && !noise.starts(with: message.prefix(245)))
        // With the public key, a block that the owner did not make has no padding and is an error.
        var signed = try Base64.standard.decode(owner.seal(message))
        signed[300] ^= 1
        #expect(throws: ContainerError.code(.wrongKey)) {
            try RSAUtilBlocks(publicKey: key.publicKey).open(Base64.standard.encodeToBytes(signed))
        }
    }

    @Test("makes the same type 1 blocks as Python")
    func agreesOnType1() throws {
        let key = try Self.key.get()
        let bytes = try Base64.standard.decode(RSAUtilBlocks(privateKey: key).seal("hello".utf8))
        let exponent = hexText([UInt8](bytes: key.numbers.privateExponent))
        let answer = try Peer.python(
            """
            n = 0x\(hexText(key.publicKey.modulus))
            block = bytes([0, 1]) + b'\\xff' * 248 + b'\\0hello'
            print(pow(int.from_bytes(block, 'big'), 0x\(exponent), n).to_bytes(256, 'big').hex())
            """)
        #expect(answer.lines.first.map(String.init) == hexText(bytes))
    }

    @Test("is never detected and reports that it is not authenticated")
    func describesItself() {
        #expect(!RSAUtilBlocks.recognizes(FileBeginning("AAAA".utf8, isWhole: true)))
        #expect(!RSAUtilBlocks.isAuthenticated)
        #expect(!RSAUtilBlocks.hasMagic)
        #expect(RSAUtilBlocks.name == "rsautil")
    }
}
