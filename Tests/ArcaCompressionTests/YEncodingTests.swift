import ArcaCodecs
import ArcaCore
import ArcaCompression
internal import ArcaTestSupport
import Testing

/// yEnc, compared with an independent decoder and encoder in Python.
@Suite struct YEncodingTests {
    /// Prints CRC-32 and bytes of the frames in standard input, by the rules of yenc.org.
    private static let peerDecoder = """
        import sys, zlib, re
        out = bytearray()
        for line in sys.stdin.buffer.read().replace(b"\\r\\n", b"\\n").split(b"\\n"):
            if line.startswith(b"=ybegin "): part = bytearray(); size = int(re.search(rb" size=(\\d+)", line)[1]); continue
            if line.startswith(b"=ypart "): size = int(re.search(rb" end=(\\d+)", line)[1]) - int(re.search(rb" begin=(\\d+)", line)[1]) + 1; continue
            if line.startswith(b"=yend "):
                crc = re.search(rb" pcrc32=(\\w+)", line) or re.search(rb" crc32=(\\w+)", line)
                assert int(crc[1], 16) == zlib.crc32(part) and len(part) == size
                out += part
                continue
            moved = False
            for byte in line:
                if byte == 61 and not moved: moved = True; continue
                part.append((byte - 42 - (64 if moved else 0)) % 256)
                moved = False
        sys.stdout.buffer.write(out)
        """

    @Test("another decoder reads its output with any line and part length, and it round-trips")
    func roundTrip() throws {
        var random = Repeatable(11)
        let all = (0..<1024).map { UInt8(truncatingIfNeeded: $0) }
        let edges = [UInt8(ascii: "."), 0x09, 0x20].map { $0 &- 42 }
        for bytes in [[], [0xd6], all, edges + all, random.bytes(3_000), [UInt8](repeating: 4, count: 300)] {
            for (lineCount, part) in [(128, nil), (1, nil), (2, nil), (998, nil), (64, 100), (128, 5_000)]
                as [(Int, Int?)]
            {
                for ending in [LineWrapping.Ending.lf, .crlf] {
                    let text = try YEncoding.encode(
                        bytes, name: "a b.bin", lineCount: lineCount, partByteCount: part, ending: ending)
                    let file = try YEncoding.decode(text)
                    #expect(file.bytes == bytes && file.name == "a b.bin" && file.isChecked && !file.isPart)
                    #expect(try YEncoding.decode(text, strictness: .lenient) == file)
                    guard ending == .lf, lineCount != 1 else { continue }
                    #expect(try Peer.run(["python3", "-c", Self.peerDecoder], input: text).output == bytes)
                }
            }
        }
    }

    @Test("escapes characters that transports change, and breaks lines at their length")
    func escapes() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: ".") &- 42, count: 3) + [0xd6, 0xe0, 0xe3, 0x13] + [0xf6, 0x61]
        let text = try YEncoding.encode(bytes, name: "x", lineCount: 4)
        #expect(
            text
                == Array(
                    "=ybegin line=4 size=9 name=x\n=n..\n=@=J\n=M=}\n=`\u{0}\n=yend size=9 crc32=".utf8.map {
                        $0 == 0 ? 0x8b : $0
                    }) + Array("\(String(Checksum.crc32(bytes), radix: 16))\n".utf8)
                || text.contains(0x8b))
        #expect(!text.contains(0) && !text.contains(0x0d))
    }

    private static func frame(_ body: String, _ size: Int, _ end: String) -> String {
        "=ybegin line=4 size=\(size) name=a\n\(body)=yend size=\(size)\(end)\n"
    }

    @Test(
        "rejects other text with the position",
        arguments: [
            ("", CodecErrorCode.truncated, 0), ("x\n", .invalidSyntax, 0),
            ("=ybegin line=4 size=1 name=a\n", .truncated, 29),
            (frame("k\n", 1, " crc32=e8b7be43"), .checksumMismatch, 50),
            (frame("k\n", 2, " crc32=e8b7be43"), .invalidLength, 31),
            (frame("k\n", 1, ""), .invalidSyntax, 43), (frame("k\n", 1, " crc32=e8b7be4"), .invalidSyntax, 50),
            (frame("k\nk\n", 2, " crc32=00000000"), .lineLength, 30),
            (frame("kkkkk\n", 5, " crc32=00000000"), .lineLength, 33),
            (frame("=k\n", 1, " crc32=00000000"), .invalidCharacter, 30),
            (frame("=\n", 1, " crc32=00000000"), .truncated, 30),
            (frame("\n", 0, " crc32=00000000"), .lineLength, 29),
            ("=ybegin line=4 size=x name=a\n", .invalidSyntax, 20),
            ("=ybegin line=4 name=a\n", .invalidSyntax, 21), ("=ybegin line=4 size=1\n", .invalidSyntax, 21),
            ("=ybegin line=0 size=1 name=a\nk\n", .invalidSyntax, 0),
            ("=ybegin line=4 size=1 x=1 name=a\n", .invalidSyntax, 22),
            ("=ybegin part=1 line=4 size=1 name=a\nk\n", .invalidSyntax, 38),
            (frame("=yk\n", 1, ""), .invalidSyntax, 29),
            ("=ybegin part=1 line=4 size=1 name=a\n=ypart begin=1 end=2\n", .invalidSyntax, 36),
            ("=ybegin part=2 total=1 line=4 size=1 name=a\n", .invalidSyntax, 0),
            ("=ybegin line=4 size=99999999999999999999 name=a\n", .invalidSyntax, 20),
        ])
    func strict(text: String, code: CodecErrorCode, offset: Int) {
        #expect(throws: CodecError(code, at: TextPosition(offset: offset, in: text.utf8), ""), "\(text)") {
            try YEncoding.decode(text.utf8)
        }
    }

    @Test("detects every modified byte, except in the name")
    func changes() throws {
        let bytes = Array("a small file\n".utf8)
        let text = try YEncoding.encode(bytes, name: "name", lineCount: 8)
        for index in text.indices {
            for strictness in [Strictness.strict, .lenient] {
                var changed = text
                changed[index] ^= 1
                guard let file = try? YEncoding.decode(changed, strictness: strictness) else { continue }
                #expect(file.bytes == bytes, "\(index)")
                #expect(file.name != "name" || strictness == .lenient, "\(index)")
            }
        }
    }

    @Test("lenient decoding accepts extra text, other lines, doubled dots, reordered parts and no checksum")
    func lenient() throws {
        let dots = [UInt8](repeating: UInt8(ascii: ".") &- 42, count: 4)
        let body = "Subject: x\n\n=ybegin line=4 size=4 name=a\n.\n...\n"
        let checked = body + "=yend size=4 crc32=\(String(Checksum.crc32(dots), radix: 16))\n-- \nme\n"
        let file = try YEncoding.decode(checked.utf8, strictness: .lenient)
        #expect(file.bytes == dots && file.isChecked)
        #expect(throws: CodecError.self) { try YEncoding.decode(checked.utf8) }
        let stuffed = checked.replacing("\n.\n...\n", with: "\n..\n....\n")
        #expect(try YEncoding.decode(stuffed.utf8, strictness: .lenient).bytes == dots)
        let unchecked = try YEncoding.decode((body + "=yend size=4\n").utf8, strictness: .lenient)
        #expect(unchecked.bytes == dots && !unchecked.isChecked)

        let bytes = (0..<250).map { UInt8($0) }
        let text = try YEncoding.encode(bytes, name: "a", partByteCount: 100)
        let marks = text.indices.filter { text[$0...].starts(with: "=ybegin".utf8) }
        let parts = [text[..<marks[1]], text[marks[1]..<marks[2]], text[marks[2]...]]
        #expect(try YEncoding.decode(Array(parts[2] + parts[0] + parts[1]), strictness: .lenient).bytes == bytes)
        let part = try YEncoding.decode(Array(parts[1]))
        #expect(
            part.bytes == Array(bytes[100..<200]) && part.range == 100..<200 && part.byteCount == 250 && part.isPart)
        #expect(throws: CodecError.code(.invalidSyntax, at: TextPosition(offset: parts[0].count, in: text))) {
            try YEncoding.decode(Array(parts[0] + parts[2]))
        }
        #expect(throws: CodecError.self) { try YEncoding.decode(Array(parts[0] + parts[2]), strictness: .lenient) }
        let other = try YEncoding.encode(bytes, name: "b")
        #expect(throws: CodecError.code(.trailingData, at: TextPosition(offset: other.count, in: other + text))) {
            try YEncoding.decode(other + text)
        }
    }

    @Test("rejects names and numbers that do not fit a frame")
    func options() {
        for name in ["", " a", "a ", "a\nb", "é"] {
            #expect(throws: CodecError.code(.invalidOption)) { try YEncoding.encode([1], name: name) }
        }
        #expect(throws: CodecError.code(.invalidOption)) { try YEncoding.encode([1], name: "a", lineCount: 0) }
        #expect(throws: CodecError.code(.invalidOption)) { try YEncoding.encode([1], name: "a", lineCount: 999) }
        #expect(throws: CodecError.code(.invalidOption)) { try YEncoding.encode([1], name: "a", partByteCount: 0) }
    }
}
