internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct QuotedPrintableTests {
    // MARK: Encoding

    @Test(
        "encodes text with canonical line endings",
        arguments: [
            ("", ""), ("a", "a"), ("a=b", "a=3Db"), ("café\n", "caf=C3=A9\r\n"), ("a\r\nb\n", "a\r\nb\r\n"),
            ("a \nb\t\r\nc ", "a=20\r\nb=09\r\nc=20"), ("a  \n", "a =20\r\n"), ("\r", "=0D"), ("a\rb", "a=0Db"),
            ("\r\r\n", "=0D\r\n"), ("\u{7f}\0", "=7F=00"), (" ", "=20"), ("\n\n", "\r\n\r\n"), ("a b\tc", "a b\tc"),
        ])
    func encodesText(text: String, expected: String) {
        #expect(QuotedPrintable.standard.encode(text.utf8) == expected)
    }

    @Test(
        "encodes line ends as data in binary mode",
        arguments: [
            ("a\r\nb\n", "a=0D=0Ab=0A"), ("a \n", "a =0A"), ("a ", "a=20"), ("\r", "=0D"),
        ])
    func encodesBinary(text: String, expected: String) {
        #expect(QuotedPrintable.binary.encode(text.utf8) == expected)
    }

    @Test(
        "breaks lines at 76 columns, and uses the last one only at a line end",
        arguments: [
            (76, "\n", [76]), (76, "", [76]), (77, "\n", [76, 2]), (76, "\r\n", [76]), (75, "\n", [75]),
            (76, "x", [76, 2]), (151, "", [76, 76]), (152, "", [76, 76, 2]),
        ])
    func breaksLines(count: Int, tail: String, lengths: [Int]) {
        let text = QuotedPrintable.standard.encode((String(repeating: "a", count: count) + tail).utf8)
        let lines = text.utf8.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
        #expect(lines.map(\.count) == lengths, "\(text)")
    }

    @Test("never splits an escape across lines", arguments: 70...80)
    func keepsEscapesWhole(count: Int) {
        for tail in ["é", "é\n", "=", "=\n", " ", " \n"] {
            let text = QuotedPrintable.standard.encode((String(repeating: "a", count: count) + tail).utf8)
            for line in text.split(separator: "\r\n") {
                #expect(line.utf8.count <= 76)
                let body = line.last == "=" ? line.dropLast() : line
                for (index, character) in zip(body.indices, body) where character == "=" {
                    #expect(body[index...].utf8.count >= 3, "\(line)")
                }
            }
        }
    }

    @Test("writes the requested line endings")
    func lineBreaks() {
        let text = "a\nb\r\n" + String(repeating: "c", count: 80) + "\n" + String(repeating: "d", count: 80)
        let c = String(repeating: "c", count: 75)
        let d = String(repeating: "d", count: 75)
        #expect(
            QuotedPrintable(lineBreaks: .lf).encode(text.utf8) == "a\nb\n\(c)=\nccccc\n\(d)=\nddddd")
        #expect(
            QuotedPrintable(lineBreaks: .crlf).encode(text.utf8) == "a\r\nb\r\n\(c)=\r\nccccc\r\n\(d)=\r\nddddd")
        #expect(
            QuotedPrintable(lineBreaks: .asFound).encode(text.utf8) == "a\nb\r\n\(c)=\r\nccccc\n\(d)=\nddddd")
        #expect(QuotedPrintable(mode: .binary, lineBreaks: .lf).encode(text.utf8).utf8.count { $0 == 13 } == 0)
    }

    // MARK: Fast loops compared with the plain rules

    /// A plain implementation of RFC 2045, as a reference for the fast loops.
    private static func reference(_ bytes: [UInt8], _ codec: QuotedPrintable) -> [UInt8] {
        var output: [UInt8] = []
        var column = 0
        var ending: [UInt8] = codec.lineBreaks == .crlf ? [13, 10] : [10]
        var index = 0
        func end(_ index: Int) -> Int {
            guard index < bytes.count, codec.mode == .text else { return 0 }
            if bytes[index] == 10 { return 1 }
            return bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10 ? 2 : 0
        }
        while index < bytes.count {
            let length = end(index)
            if length > 0 {
                if codec.lineBreaks == .asFound { ending = Array(bytes[index..<index + length]) }
                output += ending
                column = 0
                index += length
                continue
            }
            let byte = bytes[index]
            let isLast = index + 1 == bytes.count || end(index + 1) > 0
            let isPlain = (33...126).contains(byte) && byte != 61 || (byte == 32 || byte == 9) && !isLast
            let form = isPlain ? [byte] : Array("=".utf8) + Array("0123456789ABCDEF".utf8).pair(byte)
            if column + form.count > (isLast ? 76 : 75) {
                output += [61] + ending
                column = 0
            }
            output += form
            column += form.count
            index += 1
        }
        return output
    }

    private static let codecs: [QuotedPrintable] = [
        .standard, .binary, QuotedPrintable(lineBreaks: .lf), QuotedPrintable(lineBreaks: .asFound),
        QuotedPrintable(mode: .binary, lineBreaks: .lf), QuotedPrintable(mode: .binary, lineBreaks: .asFound),
    ]

    /// Texts that make each branch of the loops likely: words, line ends, trailing blanks, escapes and runs of them.
    private static func sample(_ seed: Int, _ count: Int) -> [UInt8] {
        var generator = TestRandom(seed: UInt64(seed))
        var bytes: [UInt8] = []
        let kind = seed % 6
        while bytes.count < count {
            let choice = generator.next() % 100
            switch kind {
            case 0: bytes.append(UInt8(truncatingIfNeeded: generator.next()))
            case 1: bytes.append(contentsOf: choice < 3 ? [10] : choice < 6 ? [32, 10] : choice < 20 ? [32] : [97])
            case 2: bytes.append(contentsOf: choice < 5 ? [13, 10] : choice < 8 ? [9] : choice < 9 ? [61] : [98])
            case 3: bytes.append(contentsOf: choice < 4 ? [10] : choice < 8 ? [32, 65] : [0xe5, 0xa4, 0xa9])
            case 4: bytes.append(contentsOf: choice < 1 ? [13] : choice < 2 ? [10] : choice < 3 ? [0xff] : [99])
            default: bytes.append(contentsOf: choice < 50 ? [0x80] : choice < 60 ? [32] : choice < 63 ? [10] : [100])
            }
        }
        return Array(bytes.prefix(count))
    }

    @Test("agrees with the plain rules and round-trips, for all lengths up to 300 and larger ones")
    func agreesWithReference() throws {
        for seed in 0..<12 {
            for count in Array(0...300) + [1000, 4096, 20_000] {
                let bytes = Self.sample(seed, count)
                for codec in Self.codecs {
                    let encoded = codec.encodeToBytes(bytes)
                    #expect(encoded == Self.reference(bytes, codec), "seed \(seed) count \(count) \(codec)")
                    let decoded = try codec.decode(encoded)
                    if codec.mode == .binary || codec.lineBreaks == .asFound {
                        #expect(decoded == bytes, "seed \(seed) count \(count) \(codec)")
                    }
                }
            }
        }
    }

    @Test("encodes every byte value at every position of a block like the plain rules")
    func everyByteEverywhere() {
        for value in 0...255 {
            for place in stride(from: value % 3, to: 100, by: 3) {
                var bytes = [UInt8](repeating: 97, count: 200)
                bytes[place] = UInt8(value)
                bytes[place + 1] = place % 3 == 0 ? 10 : place % 3 == 1 ? 32 : 97
                #expect(
                    QuotedPrintable.standard.encodeToBytes(bytes) == Self.reference(bytes, .standard),
                    "\(value) at \(place)")
            }
        }
    }

    @Test("encodes a stream identically for any split")
    func encodesSplitStreams() throws {
        for seed in 0..<12 {
            let bytes = Self.sample(seed, 400)
            for codec in Self.codecs {
                let whole = codec.encodeToBytes(bytes)
                for cut in 0...bytes.count {
                    let result = try run(codec.makeEncoder(), [bytes[..<cut], bytes[cut...]])
                    #expect(result == whole, "seed \(seed) cut \(cut) \(codec)")
                }
                let single = try run(codec.makeEncoder(), bytes.indices.map { bytes[$0...$0] })
                #expect(single == whole, "seed \(seed) byte by byte \(codec)")
            }
        }
    }

    private func run(_ transform: some ByteTransform, _ pieces: [ArraySlice<UInt8>]) throws(CodecError) -> [UInt8] {
        var transform = transform
        var result: [UInt8] = []
        for piece in pieces {
            result += try [UInt8](capacity: transform.maximumOutputCount(for: piece.count)) {
                (output) throws(CodecError) in try transform.update(piece, into: &output)
            }
        }
        result += try [UInt8](capacity: transform.maximumOutputCount(for: 0)) { (output) throws(CodecError) in
            try transform.finish(into: &output)
        }
        return result
    }

    // MARK: Decoding

    /// RFC 2045 section 6.7, and the canonical texts of Go's mime/quotedprintable.
    @Test(
        "decodes valid text",
        arguments: [
            ("", ""), ("foo bar", "foo bar"), ("foo bar=3D", "foo bar="), ("=3D30\n", "=30\n"),
            ("foo bar\n", "foo bar\n"),
            ("foo bar=\n baz", "foo bar baz"), ("foo=\r\nbar", "foobar"), ("a=\r\n", "a"), ("a=\n", "a"),
            ("=C3=A9", "é"), ("a\r\nb\nc", "a\r\nb\nc"), ("tab\there", "tab\there"), ("=20\n", " \n"),
            ("=0D=0A", "\r\n"),
            (
                "Now's the time =\r\nfor all folk to come=\r\n to the aid of their country.",
                "Now's the time for all folk to come to the aid of their country."
            ),
        ])
    func decodes(text: String, expected: String) throws {
        #expect(try QuotedPrintable.standard.decode(text) == Array(expected.utf8))
    }

    private static let longLine = String(repeating: "a", count: 77)

    /// The text, the strict error with its offset, the option that allows it, and the decoded bytes.
    private static let broken: [(String, CodecError.Code, Int, DecodingOptions, String)] = [
        ("ab=c3", .invalidCharacter, 3, .letterCase, "ab\u{c3}"),
        ("ab=Ce", .invalidCharacter, 4, .letterCase, "ab\u{ce}"),
        ("a=", .truncated, 1, .invalidEscapes, "a"), ("a=4", .truncated, 1, .invalidEscapes, "a=4"),
        ("a=\r", .truncated, 1, .invalidEscapes, "a"), ("a=zz", .invalidCharacter, 1, .invalidEscapes, "a=zz"),
        ("a=4z", .invalidCharacter, 1, .invalidEscapes, "a=4z"),
        ("a==41", .invalidCharacter, 1, .invalidEscapes, "a=A"),
        ("a= b", .invalidCharacter, 1, .invalidEscapes, "a= b"),
        ("a= \nb", .invalidCharacter, 1, [.whitespace], "ab"),
        ("a=\t \r\nb", .invalidCharacter, 1, [.whitespace], "ab"),
        ("a \nb", .invalidSyntax, 1, .whitespace, "a\nb"), ("a \t\r\nb", .invalidSyntax, 1, .whitespace, "a\r\nb"),
        ("a b ", .invalidSyntax, 3, .whitespace, "a b"), (" ", .invalidSyntax, 0, .whitespace, ""),
        ("\u{e9}", .invalidCharacter, 0, .rawBytes, "\u{e9}"), ("a\u{0}b", .invalidCharacter, 1, .rawBytes, "a\u{0}b"),
        ("a\u{7f}", .invalidCharacter, 1, .rawBytes, "a\u{7f}"), ("a\rb", .invalidCharacter, 1, .rawBytes, "a\rb"),
        ("a\r", .invalidCharacter, 1, .rawBytes, "a\r"), ("ab\n\r\rc", .invalidCharacter, 3, .rawBytes, "ab\n\r\rc"),
        (longLine, .invalidLength, 76, .longLines, longLine),
        ("x\n" + longLine + "\ny", .invalidLength, 78, .longLines, "x\n" + longLine + "\ny"),
        (
            String(repeating: "a", count: 76) + "=\nb", .invalidLength, 76, .longLines,
            String(repeating: "a", count: 76) + "b"
        ),
        (
            String(repeating: "a", count: 74) + "=41", .invalidLength, 76, .longLines,
            String(repeating: "a", count: 74) + "A"
        ),
        ("line\nline =\nx=e9", .invalidCharacter, 14, .letterCase, "line\nline x\u{e9}"),
    ]

    /// The bytes of a text with characters up to U+00FF, one byte per character.
    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    @Test("rejects malformed text with position, and accepts it with the matching option", arguments: broken.indices)
    func refuses(index: Int) throws {
        let (text, code, offset, option, expected) = Self.broken[index]
        let bytes = Self.bytes(text)
        let error = CodecError(code, at: TextPosition(offset: offset, in: bytes), "")
        #expect(throws: error) { () throws(CodecError) in try QuotedPrintable.standard.decode(bytes) }
        // No other option helps, except that an invalid escape may be kept as text.
        let others = DecodingOptions.lenient.subtracting([option, .invalidEscapes])
        #expect(throws: error) {
            () throws(CodecError) in
            try QuotedPrintable(options: others).decode(bytes)
        }
        #expect(try QuotedPrintable(options: option).decode(bytes) == Self.bytes(expected))
        #expect(try QuotedPrintable(options: .lenient).decode(bytes) == Self.bytes(expected))
        for cut in 0...bytes.count {
            let pieces = [bytes[..<cut], bytes[cut...]]
            #expect(throws: error, "cut at \(cut)") {
                () throws(CodecError) in try run(QuotedPrintable.standard.makeDecoder(), pieces)
            }
            #expect(try run(QuotedPrintable(options: .lenient).makeDecoder(), pieces) == Self.bytes(expected))
        }
    }

    @Test("decodes a stream identically for any split")
    func decodesSplitStreams() throws {
        for seed in 0..<12 {
            let codec = Self.codecs[seed % Self.codecs.count]
            let text = codec.encodeToBytes(Self.sample(seed, 300))
            let whole = try codec.decode(text)
            for cut in 0...text.count {
                #expect(try run(codec.makeDecoder(), [text[..<cut], text[cut...]]) == whole, "seed \(seed) cut \(cut)")
            }
            #expect(try run(codec.makeDecoder(), text.indices.map { text[$0...$0] }) == whole)
        }
    }

    @Test("finds an invalid byte at every position of a long text")
    func badByteEverywhere() {
        let text = QuotedPrintable.standard.encodeToBytes(Self.sample(3, 500))
        for place in text.indices {
            var bytes = text
            bytes[place] = 0xff
            let decoded = Result { () throws(CodecError) in try QuotedPrintable.standard.decode(bytes) }
            guard case .failure(let error) = decoded else {
                Issue.record("accepted 0xFF at \(place)")
                continue
            }
            // After `=` or CR, the error is that of the incomplete escape or line end.
            let offset = error.position?.offset ?? -1
            #expect(offset <= place && offset >= place - 2, "\(place): \(error)")
        }
    }

    @Test("reports a buffer that is too small, and needs no more than the result")
    func smallBuffers() throws {
        let text = "caf=C3=A9=\r\n!\r\n"
        let exact = try [UInt8](capacity: 8) { (output) throws(CodecError) in
            try QuotedPrintable.standard.decode(text.utf8, into: &output)
        }
        #expect(exact == Array("café!\r\n".utf8))
        #expect(throws: CodecError.code(.limitExceeded, at: TextPosition(offset: 14, line: 2, column: 3))) {
            () throws(CodecError) in
            try [UInt8](capacity: 7) { (output) throws(CodecError) in
                try QuotedPrintable.standard.decode(text.utf8, into: &output)
            }
        }
    }

    @Test("accepts and rejects the same input as the strictness suite")
    func strictness() throws {
        for vector in try CodecVector.read("qp") {
            let codec = try #require(["standard": QuotedPrintable.standard, "binary": .binary][vector.form])
            vector.check(codec)
        }
    }

    // MARK: Other programs

    @Test("is compatible with Python's quopri in both directions")
    func interoperatesWithPython() throws {
        for seed in 0..<6 {
            let bytes = Self.sample(seed, 30_000)
            let ours = QuotedPrintable(mode: .binary, lineBreaks: .lf).encodeToBytes(bytes)
            let decode = "import sys,quopri;sys.stdout.buffer.write(quopri.decodestring(sys.stdin.buffer.read()))"
            #expect(try Peer.python(decode, input: ours).output == bytes, "seed \(seed)")
            let encode = """
                import sys,binascii
                sys.stdout.buffer.write(binascii.b2a_qp(sys.stdin.buffer.read(),istext=False))
                """
            let theirs = try Peer.python(encode, input: bytes).output
            // Python breaks some lines one column too late.
            #expect(try QuotedPrintable(options: .longLines).decode(theirs) == bytes, "seed \(seed)")
            let text = bytes.filter { $0 != 13 }
            let unix = QuotedPrintable(lineBreaks: .lf).encodeToBytes(text)
            #expect(try Peer.python(decode, input: unix).output == text, "seed \(seed)")
        }
    }
}

extension [UInt8] {
    /// The two hexadecimal digits of a byte.
    fileprivate func pair(_ byte: UInt8) -> [UInt8] { [self[Int(byte >> 4)], self[Int(byte & 15)]] }
}
