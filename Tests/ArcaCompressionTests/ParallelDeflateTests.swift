internal import ArcaTestSupport
import ArcaCore
import ArcaCompression
import Testing

@Suite struct ParallelDeflateTests {
    /// Returns at most `most` bytes at a time.
    private struct SlowReader: ByteReader {
        var base: MemoryReader
        let most: Int

        mutating func read(into output: inout OutputSpan<UInt8>) {
            let piece = [UInt8](capacity: min(most, output.freeCapacity)) { base.read(into: &$0) }
            output.append(contentsOf: piece.span)
        }
    }

    private struct Refusal: Error {}

    /// Fails after `left` bytes.
    private struct FailingWriter: ByteWriter {
        var left: Int

        mutating func write(_ bytes: borrowing some Bytes) throws(Refusal) {
            left -= bytes.withBytes { $0.count }
            if left < 0 { throw Refusal() }
        }
    }

    private func compress(
        _ content: [UInt8], most: Int = .max, format: CompressionFormat = .gzip, level: Int = 6, workers: Int = 2
    ) throws -> [UInt8] {
        var output = MemoryWriter()
        try ParallelDeflate.compress(
            SlowReader(base: MemoryReader(content), most: most), into: &output, format: format,
            level: try CompressionLevel(level), header: GzipHeader(name: Array("n".utf8)), workers: workers)
        return output.bytes
    }

    private static let content: [UInt8] = {
        let all = DeflaterTests.mixed + DeflaterTests.mixed.reversed()
        return all + all.prefix(100_000)
    }()

    /// Near the end of the first chunk, 160 KiB, and of the second, another 128 KiB.
    @Test(
        "round-trips every length near a chunk's end",
        arguments: [0, 1, 32_768, 131_072, 163_839, 163_840, 163_841, 294_911, 294_912, 294_913, 1_000_000])
    func lengths(count: Int) throws {
        let content = Array(Self.content.prefix(count))
        for format in CompressionFormat.allCases {
            let data = try compress(content, format: format)
            #expect(try Inflater.inflate(data, format: format) == content)
        }
        #expect(try Inflater.inflate(try compress(content, level: 0)) == content)
    }

    @Test("the output does not depend on the number of threads or the reader's pieces")
    func deterministic() throws {
        let expected = try compress(Self.content, workers: 1)
        #expect(try compress(Self.content, workers: 3) == expected)
        #expect(try compress(Self.content, most: 10_007, workers: 2) == expected)
    }

    @Test("is a single member with a header, nearly as small as without chunks")
    func size() throws {
        let data = try compress(Self.content)
        let single = try Deflater.deflate(Self.content, header: GzipHeader(name: Array("n".utf8)))
        #expect(data.count < single.count + single.count / 200)
        #expect(Array(data.prefix(12)) == Array(single.prefix(12)))
        #expect(data.suffix(8) == single.suffix(8))
        let best = try compress(Self.content, level: 9)
        #expect(best.count <= data.count && best[8] == 2)
    }

    @Test("a chunk finds matches in the preceding one")
    func overlap() throws {
        var random = Repeatable(3)
        let block = random.bytes(20_000)
        let content = (0..<30).flatMap { _ in block }
        #expect(try compress(content).count < 30_000)
    }

    @Test("gzip, pigz and Python read it", .enabled(if: Peer.has("gzip") && Peer.has("pigz") && Peer.has("python3")))
    func peers() throws {
        let data = try compress(Self.content)
        #expect(try Peer.run(["gzip", "-dc"], input: data).output == Self.content)
        #expect(try Peer.run(["pigz", "-dc"], input: data).output == Self.content)
        let script = "import sys, gzip; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
        #expect(try Peer.python(script, input: data).output == Self.content)
        let theirs = try Peer.run(["pigz", "-p", "2", "-c"], input: Self.content).output
        #expect(try Inflater.inflate(theirs) == Self.content)
        #expect(try Inflater.inflate(try Peer.run(["pigz", "-zc"], input: Self.content).output) == Self.content)
    }

    @Test("throws the writer's error", arguments: [0, 10, 5000, 200_000])
    func writerFails(room: Int) {
        var output = FailingWriter(left: room)
        #expect(throws: Refusal.self) {
            try ParallelDeflate.compress(MemoryReader(Self.content), into: &output)
        }
    }
}
