internal import ArcaTestSupport
import ArcaCore
import ArcaCompression
import Testing

@Suite struct DeflaterTests {
    /// Text with near and distant repetitions, and incompressible bytes.
    static let mixed: [UInt8] = {
        var random = Repeatable(7)
        let words = (0..<300).map { _ in random.bytes(Int.random(in: 2...9, using: &random)) }
        var bytes: [UInt8] = []
        while bytes.count < 400_000 { bytes += words[Int.random(in: 0..<300, using: &random)] }
        return bytes + random.bytes(50_000)
    }()

    @Test("round-trips in every format and level", arguments: 0...9)
    func roundTrip(level: Int) throws {
        for format in CompressionFormat.allCases {
            for content in [[], [0], Array("hello hello hello".utf8), Self.mixed] {
                let data = try Deflater.deflate(content, format: format, level: try CompressionLevel(level))
                #expect(try Inflater.inflate(data, format: format) == content)
                if format != .deflate || level > 0 {
                    #expect(try Inflater.inflate(data) == content, "told by itself")
                }
                #expect(data.count <= content.count + 5 * (content.count / 16_383 + 1) + 32)
            }
        }
    }

    @Test("higher levels give smaller output, level 0 stores")
    func levels() throws {
        let sizes = try [0, 1, 6, 9].map { try Deflater.deflate(Self.mixed, level: try CompressionLevel($0)).count }
        #expect(sizes[0] > Self.mixed.count)
        #expect(sizes == sizes.sorted(by: >))
        #expect(sizes[1] > sizes[2])
    }

    @Test("gives the same output for every split of the input and any room", arguments: [1, 7, 1000, 100_000])
    func pieces(size: Int) throws {
        let content = Array(Self.mixed.suffix(60_000))
        for format in CompressionFormat.allCases {
            let whole = try Deflater.deflate(content, format: format)
            for room in [1, 3, 5000] where size > 1 || room > 1 {
                var deflater = try Deflater(format: format)
                var result: [UInt8] = []
                var offset = 0
                while offset < content.count {
                    let end = min(offset + size, content.count)
                    result += try [UInt8](capacity: room) { (output) throws(CompressionError) in
                        offset += try deflater.deflate(content[offset..<end], into: &output)
                    }
                }
                var isDone = false
                while !isDone {
                    result += try [UInt8](capacity: room) { (output) throws(CompressionError) in
                        isDone = try deflater.finish(into: &output)
                    }
                }
                #expect(result == whole, "\(format), pieces of \(size), room \(room)")
                #expect((deflater.inputByteCount) == content.count)
                #expect((deflater.outputByteCount) == whole.count)
                #expect((deflater.isAtEnd) == true)
            }
        }
    }

    @Test("flushing makes all preceding content readable")
    func flush() throws {
        var deflater = try Deflater(format: .gzip)
        var inflater = Inflater()
        var seen: [UInt8] = []
        for piece in ["first ", "second ", "third"] {
            let data = try [UInt8](capacity: 1000) { (output) throws(CompressionError) in
                _ = try deflater.deflate(piece.utf8, into: &output)
                #expect(try deflater.flush(into: &output))
            }
            seen += try [UInt8](capacity: 1000) { (output) throws(CompressionError) in
                _ = try inflater.inflate(data, into: &output)
            }
            #expect(String(decoding: seen, as: UTF8.self).hasSuffix(piece))
        }
    }

    @Test("writes the given gzip header")
    func header() throws {
        let header = GzipHeader(
            name: Array("notes.txt".utf8), comment: Array("for Ann".utf8), modificationTime: 1_700_000_000,
            operatingSystem: 3)
        let data = try Deflater.deflate("x".utf8, format: .gzip, level: .best, header: header)
        #expect(Array(data.prefix(10)) == hex("1f8b081800f153650203"))
        var inflater = Inflater()
        _ = try [UInt8](capacity: 100) { (output) throws(CompressionError) in
            _ = try inflater.inflate(data, into: &output)
        }
        #expect((inflater.gzipHeader) == header)
        let plain = try Deflater.deflate("x".utf8, level: .fastest)
        #expect(Array(plain.prefix(10)) == hex("1f8b08000000000004ff"))
    }

    @Test("a dictionary reduces the size, and is required for reading", arguments: [CompressionFormat.zlib, .deflate])
    func dictionary(format: CompressionFormat) throws {
        let dictionary = Array("The quick brown fox jumps over the lazy dog.".utf8)
        let content = Array("the lazy dog. The quick brown fox".utf8)
        let plain = try Deflater.deflate(content, format: format)
        let data = try Deflater.deflate(content, format: format, dictionary: dictionary)
        #expect(data.count < plain.count)
        #expect(try Inflater.inflate(data, format: format, dictionary: dictionary) == content)
        #expect(throws: CompressionError.self) { try Inflater.inflate(data, format: format) }
    }

    @Test("gzip and Python read the output", .enabled(if: Peer.has("gzip") && Peer.has("python3")))
    func peers() throws {
        let header = GzipHeader(name: Array("name".utf8), modificationTime: 5)
        let data = try Deflater.deflate(Self.mixed, header: header)
        #expect(try Peer.run(["gzip", "-dc"], input: data + data).output == Self.mixed + Self.mixed)
        for (format, bits) in [(CompressionFormat.gzip, 31), (.zlib, 15), (.deflate, -15)] {
            let data = try Deflater.deflate(Self.mixed, format: format, level: .best)
            let script = """
                import sys, zlib
                d = zlib.decompressobj(\(bits))
                sys.stdout.buffer.write(d.decompress(sys.stdin.buffer.read()))
                assert d.eof and not d.unused_data
                """
            let answer = try Peer.python(script, input: data)
            #expect(answer.status == 0 && answer.output == Self.mixed, "\(format)")
        }
        let script = """
            import sys, zlib
            d = zlib.decompressobj(15, zdict=b"some words that both sides have")
            sys.stdout.buffer.write(d.decompress(sys.stdin.buffer.read()))
            """
        let words = Array("both sides have some words".utf8)
        let short = try Deflater.deflate(
            words, format: .zlib, dictionary: Array("some words that both sides have".utf8))
        #expect(try Peer.python(script, input: short).output == words)
    }
}
