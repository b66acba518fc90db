import ArcaCodecs
import ArcaCore
@testable import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
internal import ArcaCompression
import Testing

@Suite struct ChunkedEncryptionTests {
    static let key = SymmetricKey(copying: (0..<32).map { UInt8($0) })
    static let chunk = 16 << 10

    static func format(_ context: String = "a context") throws -> ChunkedEncryption {
        try ChunkedEncryption(key: key, context: context.utf8)
    }

    @Test("agrees with cryptography_vectors on valid and invalid files")
    func agreesWithPublicVectors() throws {
        let cases = try ContainerVectors.chunked()
        #expect(cases.count == 102)
        for item in cases {
            let name = item["name"]?.string ?? ""
            let key = SymmetricKey(copying: try #require(item.bytes("key")))
            var file = try Base64.standard.decode(item["ciphertext"]?.string ?? "")
            if item["compressed"]?.bool == true { file = try Inflater.inflate(file) }
            let suite = try #require(ChunkedSuite(algorithm: item["aead"]?.string ?? "", hash: .sha256))
            let context = Array((item["context"]?.string ?? "").utf8)
            let isValid = item["expect"]?.string == "success"
            // With and without the suite.
            for suite in [suite, nil] {
                do {
                    let format = try ChunkedEncryption(key: key, context: context, suite: suite)
                    let plaintext = try format.open(file)
                    #expect(isValid, "\(name)")
                    #expect(plaintext.count == item["payload_length"]?.int, "\(name)")
                    #expect(SHA256.hash(plaintext) == item.bytes("payload_sha256"), "\(name)")
                    #expect(try format.open(ByteRange("0-"), of: file) == plaintext, "\(name)")
                } catch {
                    #expect(!isValid && error is ContainerError, "\(name): \(error)")
                }
            }
            guard isValid else { continue }
            let keys = try ChunkKeys(suite, key, salt: Array(file[..<24]), context: context)
            #expect(keys.key == SymmetricKey(copying: try #require(item.bytes("aead_key"))), "\(name)")
            #expect(keys.baseNonce == item.bytes("base_nonce"), "\(name)")
        }
    }

    @Test("creates the same files as a second implementation, for every suite and length")
    func agreesWithGenerator() throws {
        try ContainerVectors.forEach("c2sp-chunked") { item in
            let id = item["id"]?.string ?? ""
            let hash = try AnyHashFunction(named: item["hash"]?.string ?? "")
            let suite = try #require(ChunkedSuite(algorithm: item["aead"]?.string ?? "", hash: hash))
            let format = try ChunkedEncryption(
                key: SymmetricKey(copying: try #require(item.bytes("key"))),
                context: (item["context"]?.string ?? "").utf8, suite: suite)
            let plaintext = ContainerVectors.pattern(try #require(item["plaintextByteCount"]?.int))
            var (input, output) = (MemoryReader(plaintext), MemoryWriter())
            try format.seal(&input, into: &output, salt: try #require(item.bytes("salt")))
            if let file = item.bytes("file") { #expect(output.bytes == file, "\(id)") }
            if let digest = item.bytes("fileSHA256") { #expect(SHA256.hash(output.bytes) == digest, "\(id)") }
            #expect(try format.open(output.bytes) == plaintext, "\(id)")
        }
    }

    @Test("seals with AES-GCM and SHA-512 for the key's length, and detects every suite when opening")
    func choosesSuite() throws {
        for (count, suite) in [(16, ChunkedSuite.aes128GCM), (32, .aes256GCM)] {
            let key = SymmetricKey(copying: [UInt8](repeating: 5, count: count))
            let file = try ChunkedEncryption(key: key).seal("hello".utf8)
            #expect(try ChunkedEncryption(key: key, suite: suite).open(file) == Array("hello".utf8))
        }
        for suite in ChunkedSuite.all {
            let key = SymmetricKey(copying: [UInt8](repeating: 5, count: suite.keyByteCount))
            let file = try ChunkedEncryption(key: key, suite: suite).seal("hello".utf8)
            #expect(try ChunkedEncryption(key: key).open(file) == Array("hello".utf8), "\(suite.name)")
            let other = try #require(ChunkedSuite.all.first { $0 != suite && $0.keyByteCount == suite.keyByteCount })
            #expect(throws: ContainerError.code(.wrongKey, at: 0)) {
                try ChunkedEncryption(key: key, suite: other).open(file)
            }
        }
        #expect(throws: ContainerError.code(.invalidOption)) { try ChunkedEncryption(key: SymmetricKey(bitCount: 192)) }
        #expect(throws: ContainerError.code(.invalidOption)) {
            try ChunkedEncryption(key: SymmetricKey(bitCount: 256), suite: .aes128GCM)
        }
    }

    @Test("salts differ, so sealing a message twice gives two files")
    func drawsSalts() throws {
        let format = try Self.format()
        let (one, other) = (try format.seal("x".utf8), try format.seal("x".utf8))
        #expect(one != other)
    }

    @Test("another key or context is rejected before any chunk is read")
    func checksCommitment() throws {
        let file = try Self.format().seal([UInt8](repeating: 1, count: 100))
        let wrong = ContainerError.code(.wrongKey, at: 0)
        #expect(throws: wrong) { try Self.format("another").open(file) }
        #expect(throws: wrong) { try ChunkedEncryption(key: SymmetricKey(bitCount: 256)).open(file) }
        for place in 0..<56 {
            var changed = file
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(throws: wrong) { try Self.format().open(changed) }
        }
    }

    @Test("a file cut near a chunk boundary is rejected after whole chunks only")
    func findsTruncation() throws {
        let plaintext = ContainerVectors.pattern(3 * Self.chunk)
        let file = try Self.format().seal(plaintext)
        let sealed = ChunkedEncryption.sealedChunkByteCount
        var places = Set([0, 1, 23, 24, 55, 56, 57, file.count - 1])
        for boundary in [1, 2, 3] { for near in -18...18 { places.insert(56 + boundary * sealed + near) } }
        for place in places where place < file.count {
            var (input, output) = (MemoryReader(Array(file[..<place])), MemoryWriter())
            let error = #expect(throws: ContainerError.self) { try Self.format().open(&input, into: &output) }
            #expect([.truncated, .tampered].contains(error?.code), "\(place)")
            #expect(output.bytes.count % Self.chunk == 0 && plaintext.starts(with: output.bytes), "\(place)")
            #expect(throws: ContainerError.self) { try Self.format().open(ByteRange("0-0"), of: file[..<place]) }
        }
    }

    @Test("detects and locates modified, swapped, repeated and added chunks")
    func findsChanges() throws {
        let file = try Self.format().seal(ContainerVectors.pattern(2 * Self.chunk + 10))
        let sealed = ChunkedEncryption.sealedChunkByteCount
        func chunk(_ index: Int) -> ArraySlice<UInt8> { file[(56 + index * sealed)...].prefix(sealed) }
        func refused(_ chunks: [ArraySlice<UInt8>], at index: Int, _ what: String) {
            let changed = Array(file[..<56]) + chunks.joined()
            #expect(throws: ContainerError.code(.tampered, at: 56 + index * sealed), "\(what)") {
                try Self.format().open(changed)
            }
        }
        refused([chunk(1), chunk(0), chunk(2)], at: 0, "swapped")
        refused([chunk(0), chunk(0), chunk(2)], at: 1, "repeated")
        refused([chunk(0), chunk(2)], at: 1, "left out")
        refused([chunk(0), chunk(1), chunk(2) + [0]], at: 2, "one byte more")
        refused([chunk(0), chunk(1), chunk(2) + chunk(2)], at: 2, "an end more")
        for index in 0...2 {
            for place in [0, 9, chunk(index).count - 1] {
                var changed = file
                changed[56 + index * sealed + place] ^= 0x40
                #expect(throws: ContainerError.code(.tampered, at: 56 + index * sealed)) {
                    try Self.format().open(changed)
                }
            }
        }
    }

    @Test("reads a range within and across chunks, from either end")
    func readsParts() throws {
        for count in [0, 1, Self.chunk - 1, Self.chunk, Self.chunk + 1, 3 * Self.chunk, 3 * Self.chunk + 100] {
            let plaintext = ContainerVectors.pattern(count)
            let file = try Self.format().seal(plaintext)
            let edges = [0, 1, 100, Self.chunk - 1, Self.chunk, Self.chunk + 1, 2 * Self.chunk + 5, count, count + 7]
            for first in edges {
                for last in edges where last >= first {
                    let part = try ByteRange.span(from: first, through: last)
                    let expected = plaintext[min(first, count)..<min(last + 1, count)]
                    #expect(try Self.format().open(part, of: file) == Array(expected), "\(first)-\(last) of \(count)")
                }
                #expect(try Self.format().open(.span(from: first), of: file) == Array(plaintext.dropFirst(first)))
                #expect(try Self.format().open(.last(first), of: file) == Array(plaintext.suffix(first)))
            }
        }
    }

    /// Counts the bytes that are read.
    private final class Counter: Sendable {
        nonisolated(unsafe) var count = 0
    }
    private struct CountingReader: RandomAccessReader {
        let base: MemoryReader
        let counter: Counter
        func read(into output: inout OutputSpan<UInt8>, at offset: Int) {
            let before = output.count
            base.read(into: &output, at: offset)
            counter.count += output.count - before
        }
    }

    @Test(
        "reads only the header, the end and the chunks of a range; damage elsewhere goes undetected"
    )
    func readsLittle() throws {
        let plaintext = ContainerVectors.pattern(100 * Self.chunk)
        var file = try Self.format().seal(plaintext)
        let sealed = ChunkedEncryption.sealedChunkByteCount
        file[56 + 3 * sealed] ^= 1
        let reader = CountingReader(base: MemoryReader(file), counter: Counter())
        var output = MemoryWriter()
        let part = try ByteRange.span(from: 50 * Self.chunk - 1, through: 50 * Self.chunk)
        try Self.format().open(part, of: reader, byteCount: file.count, into: &output)
        #expect(output.bytes == Array(plaintext[50 * Self.chunk - 1...50 * Self.chunk]))
        #expect(reader.counter.count == 56 + 16 + 2 * sealed)
        #expect(throws: ContainerError.code(.tampered, at: 56 + 3 * sealed)) {
            try Self.format().open(.span(from: 3 * Self.chunk, through: 3 * Self.chunk), of: file)
        }
    }
}
