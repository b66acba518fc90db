import ArcaCodecs
import ArcaCore
internal import ArcaTestSupport
import Testing

/// Number lists, Morse code, letter numbers, hexadecimal forms, reversed text, string literals, uuencode.
@Suite struct TextFormTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Number lists

    @Test("encodes each byte as a number, and decodes it")
    func lists() throws {
        let all = (UInt8.min...UInt8.max).map { $0 }
        #expect(Self.text(NumberList.binary.encode("hi".utf8)) == "01101000 01101001")
        #expect(Self.text(NumberList.octal.encode([0, 8, 255])) == "000 010 377")
        #expect(Self.text(NumberList.decimal.encode([0, 8, 255])) == "0 8 255")
        for list in [NumberList.binary, .octal, .decimal] {
            #expect(try list.decode(list.encode(all)) == all)
            #expect(try list.decode(list.encode(all), strictness: .lenient) == all)
            #expect(try list.decode([]).isEmpty)
        }
    }

    @Test(
        "rejects text that encoding does not write, with position",
        arguments: [
            (NumberList.binary, "01101000  01101001", CodecErrorCode.invalidCharacter, 9),
            (.binary, "0110100", .invalidLength, 0),
            (.binary, "01101000 0110100x", .invalidCharacter, 16), (.binary, "01101000 ", .truncated, 9),
            (.binary, "101101000", .overflow, 0), (.octal, "150 15", .invalidLength, 4), (.octal, "400", .overflow, 0),
            (.octal, "158", .invalidCharacter, 2), (.decimal, "104,105", .invalidCharacter, 3),
            (.decimal, "007", .invalidLength, 0),
            (.decimal, "104 256", .overflow, 4), (.decimal, " 1", .invalidCharacter, 0),
        ])
    func strictLists(list: NumberList, text: String, code: CodecErrorCode, offset: Int) {
        #expect(throws: CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")) {
            try list.decode(text.utf8)
        }
    }

    @Test(
        "lenient decoding accepts common notations",
        arguments: [
            (NumberList.binary, "0110100001101001"), (.binary, "0b1101000, 0b1101001"), (.binary, "11010001101001"),
            (.binary, "01101000\n01101001\n"), (.octal, "150,151"), (.octal, "0o150 0o151"), (.decimal, "[104, 105]"),
            (.decimal, "104\r\n105"), (.decimal, "{104;105}"),
        ])
    func lenientLists(list: NumberList, text: String) throws {
        #expect(try list.decode(text.utf8, strictness: .lenient) == Array("hi".utf8))
        #expect(throws: CodecError.self) { try list.decode(text.utf8) }
    }

    @Test(
        "lenient decoding rejects ambiguous text",
        arguments: [
            (NumberList.binary, "012"), (.binary, "110100011"), (.decimal, "300"), (.decimal, "1x"), (.octal, "0o"),
        ])
    func senselessLists(list: NumberList, text: String) {
        #expect(throws: CodecError.self) { try list.decode(text.utf8, strictness: .lenient) }
    }

    // MARK: Letters

    @Test("encodes and decodes Morse code")
    func morse() throws {
        let text = "THE QUICK BROWN FOX, 0123456789: (A-B) = \"C\" + D/E? F! G@H.ORG"
        #expect(Self.text(try Morse.encode("sos now".utf8)) == "... --- ... / -. --- .--")
        #expect(Self.text(try Morse.decode(try Morse.encode(text.utf8))) == text)
        for form in ["... --- ...   -. --- .--", "••• −−− •••/-. ___ .__", "...\t---\n... | -. --- .--"] {
            #expect(Self.text(try Morse.decode(form.utf8, strictness: .lenient)) == "SOS NOW", "\(form)")
        }
    }

    @Test(
        "rejects invalid Morse code with position",
        arguments: [("... x", 4), ("...  ---", 4), (" ...", 0), ("... ", 3), ("... //", 5), (".......", 0)])
    func strictMorse(text: String, offset: Int) {
        let error = #expect(throws: CodecError.self) { try Morse.decode(text.utf8) }
        #expect(error?.position?.offset == offset, "\(text)")
    }

    @Test("reports the position of a character without a Morse code")
    func unencodableMorse() {
        #expect(throws: CodecError.code(.unencodable, at: TextPosition(offset: 1, line: 1, column: 2))) {
            try Morse.encode("a%".utf8)
        }
    }

    @Test("encodes letters as numbers, and decodes common notations")
    func letterNumbers() throws {
        #expect(Self.text(try LetterNumbers.encode("Hello world".utf8)) == "8-5-12-12-15 23-15-18-12-4")
        #expect(Self.text(try LetterNumbers.decode("8-5-12-12-15 23-15-18-12-4".utf8)) == "hello world")
        for form in ["8 5 12 12 15", "8,5,12,12,15", "8, 5, 12, 12, 15", "8.5.12.12.15\n"] {
            #expect(Self.text(try LetterNumbers.decode(form.utf8, strictness: .lenient)) == "hello", "\(form)")
        }
        for (text, offset) in [("27", 0), ("8-0", 2), ("8--5", 2), ("8-", 2), ("8-05", 2), ("8,5", 1), ("-8", 0)] {
            let error = #expect(throws: CodecError.self) { try LetterNumbers.decode(text.utf8) }
            #expect(error?.position?.offset == offset, "\(text)")
        }
        #expect(throws: CodecError.code(.unencodable, at: TextPosition(offset: 1, line: 1, column: 2))) {
            try LetterNumbers.encode("a1".utf8)
        }
    }

    // MARK: Hexadecimal

    @Test(
        "decodes common notations of hexadecimal bytes",
        arguments: [
            "de:ad:00:ef", "DE-AD-00-EF", "0xde, 0xad, 0x00, 0xef", "\\xde\\xad\\x00\\xef", "{ 0xDE,0xAD,0x0,0xef }",
            "0xdead00ef",
            "de ad\n00 ef", "dead.00ef", "d e a d 0 0 e f",
        ])
    func hexForms(text: String) throws {
        let expected: [UInt8] = [0xde, 0xad, 0, 0xef]
        guard text != "{ 0xDE,0xAD,0x0,0xef }" else {
            // A single digit could belong to either byte.
            #expect(throws: CodecError.self) { try HexForms().makeDecoder().transform(text.utf8) }
            return
        }
        #expect(try HexForms().makeDecoder().transform(text.utf8) == expected)
    }

    @Test(
        "rejects missing digits and other characters with position",
        arguments: [("d:e", 1), ("deg", 2), ("de:a", 4), ("\\n", 1), ("de\\", 3), ("x12", 0)])
    func strictHexForms(text: String, offset: Int) {
        let error = #expect(throws: CodecError.self) { try HexForms().makeDecoder().transform(text.utf8) }
        #expect(error?.position?.offset == offset, "\(text)")
    }

    // MARK: Reversed text

    @Test("reverses text by code points, and other data by bytes")
    func reverse() {
        #expect(Self.text(ReversedText.reverse("héllo, 世界".utf8)) == "界世 ,olléh")
        #expect(ReversedText.reverse([0xff, 0x61, 0xfe]) == [0xfe, 0x61, 0xff])
        #expect(ReversedText.reverse([]).isEmpty)
    }

    // MARK: String literals

    @Test("encodes any bytes as a literal of each language, and decodes it")
    func literals() throws {
        let all = (UInt8.min...UInt8.max).map { $0 }
        for literal in [StringLiteral.c, .python, .shell] {
            #expect(try literal.decode(try literal.encode(all)) == all)
        }
        let text = Array("tab\t \"quoted\" \\ é \u{1f600}\u{1}".utf8)
        #expect(try StringLiteral.swift.decode(try StringLiteral.swift.encode(text)) == text)
        #expect(Self.text(try StringLiteral.c.encode([0x61, 0x0a, 0xff, 0x31])) == #""a\n\3771""#)
        #expect(Self.text(try StringLiteral.python.encode([0x27, 0xff])) == #"b'\'\xff'"#)
        #expect(Self.text(try StringLiteral.swift.encode([1])) == #""\u{1}""#)
        #expect(throws: CodecError.self) { try StringLiteral.swift.encode([0xff]) }
    }

    @Test("is compatible with Python in both directions")
    func pythonPeer() throws {
        let all = (UInt8.min...UInt8.max).map { $0 }
        let ours = try StringLiteral.python.encode(all)
        let theirs = try Peer.python(
            "import sys,ast;sys.stdout.buffer.write(ast.literal_eval(sys.stdin.read()))", input: ours)
        #expect(theirs.output == all)
        let written = try Peer.python("import sys;print(repr(sys.stdin.buffer.read()[:39]),end='')", input: all)
        #expect(try StringLiteral.python.decode(written.output, strictness: .lenient) == Array(all.prefix(39)))
    }

    @Test(
        "rejects other literals with position",
        arguments: [
            (StringLiteral.c, "abc", 0), (.c, "\"abc", 4), (.c, "\"a\"b", 3), (.c, "\"\\q\"", 1), (.c, "\"\\777\"", 1),
            (.c, "\"a\nb\"", 2), (.c, "\"\\", 1), (.python, "b'\\x1'", 2), (.swift, "\"\\u0041\"", 1),
            (.swift, "\"\\u{d800}\"", 1),
            (.swift, "\"\\x41\"", 1), (.shell, "'a'", 0),
        ])
    func strictLiterals(literal: StringLiteral, text: String, offset: Int) {
        let error = #expect(throws: CodecError.self) { try literal.decode(text.utf8) }
        #expect(error?.position?.offset == offset, "\(text)")
    }

    @Test("lenient decoding accepts unquoted escapes")
    func bareEscapes() throws {
        #expect(
            Self.text(try StringLiteral.c.decode(#"a\nb\x41\u00e9\u{1F600}\101"#.utf8, strictness: .lenient))
                == "a\nbAé😀A")
        #expect(Self.text(try StringLiteral.c.decode("'a\\tb'".utf8, strictness: .lenient)) == "a\tb")
        // The format that Wireshark copies.
        let joined = "\"\\x47\\x45\" \\\n\"\\x54\""
        #expect(Self.text(try StringLiteral.c.decode(joined.utf8, strictness: .lenient)) == "GET")
        #expect(throws: CodecError.self) { try StringLiteral.c.decode(joined.utf8) }
    }

    // MARK: uuencode

    @Test("writes the same lines as Python's binascii, and decodes them")
    func uuencode() throws {
        var random = Repeatable(7)
        for count in [0, 1, 2, 3, 44, 45, 46, 200] {
            let bytes = random.bytes(count)
            let text = try UUEncoding.encode(bytes, name: "a.bin")
            let file = try UUEncoding.decode(text)
            #expect(file.bytes == bytes && file.name == "a.bin")
            let peer = try Peer.python(
                "import sys,binascii;d=sys.stdin.buffer.read();sys.stdout.write(''.join(binascii.b2a_uu(d[i:i+45],backtick=True).decode() for i in range(0,len(d),45)))",
                input: bytes)
            #expect(text == Array("begin 644 a.bin\n".utf8) + peer.output + Array("`\nend\n".utf8))
        }
    }

    @Test(
        "reads the Base64 form and encoded names",
        arguments: [
            ("begin-base64 644 a\nQ2F0\n====\n", "a", "Cat"), ("begin-base64 644 a b\n====\n", "a b", ""),
            ("begin-base64 0644 a\r\nQ2F0\r\nQw==\r\n====\r\n", "a", "CatC"),
            ("begin-base64-encoded 644 YS5iaW4=\nQ2E=\n====", "a.bin", "Ca"),
            ("begin-encoded 644 YS5iaW4=\n#0V%T\n`\nend\n", "a.bin", "Cat"),
        ])
    func base64Form(text: String, name: String, content: String) throws {
        for strictness in [Strictness.strict, .lenient] {
            let file = try UUEncoding.decode(text.utf8, strictness: strictness)
            #expect(file.name == name && Self.text(file.bytes) == content && file.ignoredCount == 0)
        }
    }

    @Test("counts ignored text, and rejects a second file, if lenient")
    func otherText() throws {
        let file = "begin 644 a\n#0V%T\n`\nend\n"
        let found = try UUEncoding.decode(("Hello,\n\n" + file + "\nbye\n").utf8, strictness: .lenient)
        #expect(Self.text(found.bytes) == "Cat" && found.ignoredCount == 9)
        for second in [file, "\nbegin-base64 644 b\nQ2F0\n====\n"] {
            let error = #expect(throws: CodecError.self) {
                try UUEncoding.decode((file + second).utf8, strictness: .lenient)
            }
            #expect(error?.code == .trailingData)
        }
        for text in [
            "begin-base64 644 a\nQ2F\n====\n", "begin-base64 644 a\nQ2F0\n", "begin-base64 644 a\nQ!F0\n====\n",
        ] {
            #expect(throws: CodecError.self, "\(text)") { try UUEncoding.decode(text.utf8) }
        }
    }

    @Test(
        "rejects other text with position",
        arguments: [
            ("", 0), ("x\nbegin 644 a\n`\nend\n", 0), ("begin 644 a\n\"9&D\n`\nend\n", 12), ("begin 644 a\n`\n", 14),
            ("begin 644 a\n`\nend\nx", 18), ("begin 644 a\n\"9&~ \n`\nend\n", 15),
        ])
    func strictUUEncode(text: String, offset: Int) {
        let error = #expect(throws: CodecError.self) { try UUEncoding.decode(text.utf8) }
        #expect(error?.position?.offset == offset, "\(text)")
    }
}
