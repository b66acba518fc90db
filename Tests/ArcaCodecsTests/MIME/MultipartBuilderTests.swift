internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct MultipartBuilderTests {
    private func build(
        _ lineEnding: LineWrapping.Ending = .lf, _ steps: (inout MultipartBuilder) throws(CodecError) -> Void
    ) throws(CodecError) -> String {
        var builder = try MultipartBuilder(lineEnding: lineEnding, boundarySeed: "x")
        try steps(&builder)
        return String(decoding: builder.takeOutput(), as: UTF8.self)
    }

    @Test("writes a message with one part")
    func onePart() throws {
        let text = try build { (builder) throws(CodecError) in
            try builder.addField("Subject", "Grüße")
            try builder.beginPart(.plainText, encoding: .sevenBit)
            try builder.append("a\r\nb\n".utf8)
            try builder.end()
        }
        #expect(
            text == """
                Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
                MIME-Version: 1.0
                Content-Type: text/plain; charset=us-ascii
                Content-Transfer-Encoding: 7bit

                a
                b

                """)
    }

    @Test("writes nested parts with both line endings")
    func nested() throws {
        let steps = { (builder: inout MultipartBuilder) throws(CodecError) -> Void in
            try builder.beginMultipart("mixed")
            try builder.beginMultipart("alternative")
            try builder.beginPart(try MediaType("text/plain; charset=utf-8"), encoding: .quotedPrintable)
            try builder.append("é\n".utf8)
            try builder.end()
            try builder.beginPart(
                try MediaType("text/html"), encoding: .base64, fields: ["Content-ID": "<a@b>", "X-Note": "ü"])
            try builder.append("<p>".utf8)
            try builder.end()
            try builder.end()
            try builder.beginPart(
                .octetStream, encoding: .base64, disposition: .attachment(fileName: "größe \"1\".bin"))
            try builder.append([0, 1, 2])
            try builder.append([3])
            try builder.end()
            try builder.end()
        }
        let expected = """
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary="=_x_1"

            --=_x_1
            Content-Type: multipart/alternative; boundary="=_x_2"

            --=_x_2
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            =C3=A9

            --=_x_2
            Content-Type: text/html
            Content-Transfer-Encoding: base64
            Content-ID: <a@b>
            X-Note: =?utf-8?q?=C3=BC?=

            PHA+
            --=_x_2--
            --=_x_1
            Content-Type: application/octet-stream
            Content-Transfer-Encoding: base64
            Content-Disposition: attachment;
             filename*=utf-8''gr%C3%B6%C3%9Fe%20%221%22.bin

            AAECAw==
            --=_x_1--

            """
        let unix = try build(.lf, steps)
        #expect(unix == expected)
        #expect(
            try build(.crlf, steps)
                == expected.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
        let parts = try MessageDump.parts(unix)
        #expect(parts.map(\.path) == ["0", "1", "1.1", "1.2", "2"])
        #expect(parts[4].body == [0, 1, 2, 3] && parts[4].fileName == "größe \"1\".bin")
        #expect(parts[2].text == "é\n" && parts[3].text == "<p>")
    }

    private static let fieldCases: [(String, String, String)] = [
        ("Subject", "plain", "Subject: plain"), ("To", "a@b, c@d", "To: a@b, c@d"),
        ("From", "Jörg Müller <j@x>", "From: =?utf-8?q?J=C3=B6rg_M=C3=BCller?= <j@x>"),
        (
            "To", "\"Müller, Jörg\" <j@x>, \"Doe, J\" <d@x>",
            "To: =?utf-8?q?M=C3=BCller=2C_J=C3=B6rg?= <j@x>, \"Doe, J\" <d@x>"
        ),
        ("Cc", "\"a \\\"ü\\\" b\" <j@x>", "Cc: a =?utf-8?q?=22=C3=BC=22?= b <j@x>"),
        ("Message-ID", "<a@b>", "Message-ID: <a@b>"), ("X-Y", "a b\tc", "X-Y: a b\tc"), ("Date", "", "Date: "),
    ]

    @Test("writes fields, including addresses with non-ASCII names", arguments: fieldCases)
    func fields(name: String, value: String, expected: String) throws {
        let text = try build { (builder) throws(CodecError) in try builder.addField(name, value) }
        #expect(text == expected + "\n")
    }

    private static let refusedCases: [(String, String, CodecError.Code, Int?)] = [
        ("Subject", "a\r\nBcc: x@y", .invalidCharacter, 1), ("Subject", "a\nb", .invalidCharacter, 1),
        ("Subject", "a\rb", .invalidCharacter, 1), ("Subject", "a\0b", .invalidCharacter, 1),
        ("To", "é\n", .invalidCharacter, 2),
        ("Sub ject", "a", .invalidCharacter, 3), ("Sub:ject", "a", .invalidCharacter, 3),
        ("", "a", .invalidCharacter, 0),
        ("X\r\nY", "a", .invalidCharacter, 1), ("É", "a", .invalidCharacter, 0), ("To", "é@x", .unencodable, 0),
        ("To", "a <é@x>", .unencodable, 3), ("Message-ID", "<é>", .unencodable, 1),
        ("content-type", "a/b", .invalidOption, nil),
        ("MIME-Version", "2", .invalidOption, nil), ("Content-Transfer-Encoding", "7bit", .invalidOption, nil),
    ]

    @Test("rejects fields that would inject another field or are invalid", arguments: refusedCases)
    func refusesFields(name: String, value: String, code: CodecError.Code, offset: Int?) {
        let source = code == .invalidCharacter && (offset == 3 || name.utf8.count != 7 && name != "To") ? name : value
        let place = offset.map { TextPosition(offset: $0, in: source.utf8) }
        #expect(throws: CodecError.self) {
            () throws(CodecError) in try build { (builder) throws(CodecError) in try builder.addField(name, value) }
        }
        do throws(CodecError) {
            _ = try build { (builder) throws(CodecError) in try builder.addField(name, value) }
        } catch {
            #expect(error.code == code && error.position?.offset == place?.offset)
        }
    }

    @Test("folds long address lists within 76 columns")
    func foldsAddresses() throws {
        let list = (0..<20).map { "Jörg Müller \($0) <joerg.mueller.\($0)@example.org>" }.joined(separator: ", ")
        let text = try build { (builder) throws(CodecError) in try builder.addField("To", list) }
        for line in text.split(separator: "\n") { #expect(line.utf8.count <= 78, "\(line)") }
        var reader = MultipartReader()
        reader.append((text + "\n").utf8)
        reader.finish()
        guard case .begin(let part)? = try reader.next() else { return }
        #expect(try part.header["To"]?.text(context: .phrase) == list)
    }

    private static let bodyCases: [(TransferEncoding, [UInt8], Int)] = [
        (.sevenBit, [0x61, 0x80], 1), (.sevenBit, [0x61, 0], 1), (.eightBit, [0], 0), (.sevenBit, [0x0d, 0x61], 1),
        (.eightBit, [0x61, 0x0d], 2), (.sevenBit, [UInt8](repeating: 0x61, count: 999), 998),
        (.sevenBit, Array("ab\n--=_x_1\n".utf8), 9), (.binary, Array("--=_x_1--".utf8), 6),
    ]

    @Test("rejects bodies that need encoding, with position", arguments: bodyCases)
    func refusesBodies(encoding: TransferEncoding, body: [UInt8], offset: Int) {
        for cut in 0...body.count {
            do throws(CodecError) {
                _ = try build { (builder) throws(CodecError) in
                    try builder.beginMultipart("mixed")
                    try builder.beginPart(.octetStream, encoding: encoding)
                    try builder.append(body[..<cut])
                    try builder.append(body[cut...])
                    try builder.end()
                }
                Issue.record("accepted")
            } catch {
                #expect(error.code == .unencodable && error.position?.offset == offset)
            }
        }
    }

    @Test("rejects calls in the wrong order")
    func refusesOrder() throws {
        func code(_ steps: (inout MultipartBuilder) throws(CodecError) -> Void) -> CodecError.Code? {
            do throws(CodecError) {
                _ = try build(.lf, steps)
                return nil
            } catch { return error.code }
        }
        #expect(code { (b) throws(CodecError) in try b.end() } == .invalidOption)
        #expect(code { (b) throws(CodecError) in try b.append([1]) } == .invalidOption)
        #expect(
            code { (b) throws(CodecError) in
                try b.beginMultipart("mixed"); try b.end()
            } == .invalidOption)
        #expect(
            code { (b) throws(CodecError) in
                try b.beginMultipart("mixed"); try b.addField("A", "b")
            } == .invalidOption)
        #expect(code { (b) throws(CodecError) in try b.beginMultipart("a/b") } == .invalidSyntax)
        #expect(
            code { (b) throws(CodecError) in
                try b.beginPart(.octetStream, encoding: .base64)
                try b.beginPart(.octetStream, encoding: .base64)
            } == .invalidOption)
        #expect(
            code { (b) throws(CodecError) in
                try b.beginPart(.octetStream, encoding: .base64)
                try b.end()
                try b.beginPart(.octetStream, encoding: .base64)
            } == .invalidOption)
        #expect(
            code { (b) throws(CodecError) in try b.beginPart(.octetStream, encoding: .base64, fields: ["A": "b\nc"]) }
                == .invalidCharacter)
        for seed in ["", "a b", "é", String(repeating: "x", count: 51)] {
            #expect(throws: CodecError.code(.invalidOption)) {
                () throws(CodecError) in try MultipartBuilder(boundarySeed: seed)
            }
        }
    }

    @Test("converts text to CRLF before Base64 for any split, and keeps other bytes unchanged")
    func canonicalText() throws {
        let text = Array("a\nb\r\nc\r\r\n\n".utf8)
        for (type, expected) in [("text/plain", "a\r\nb\r\nc\r\r\n\r\n"), ("application/x", "a\nb\r\nc\r\r\n\n")] {
            for cut in 0...text.count {
                let message = try build { (builder) throws(CodecError) in
                    try builder.beginPart(try MediaType(type), encoding: .base64)
                    try builder.append(text[..<cut])
                    try builder.append(text[cut...])
                    try builder.end()
                }
                #expect(try MessageDump.parts(message)[0].text == expected)
            }
        }
    }

    @Test("generates boundaries that differ")
    func randomBoundaries() throws {
        func boundary() throws -> String? {
            var builder = try MultipartBuilder()
            try builder.beginMultipart("mixed")
            try builder.beginPart(.octetStream, encoding: .base64)
            try builder.end()
            try builder.end()
            var reader = MultipartReader()
            reader.append(builder.takeOutput())
            reader.finish()
            guard case .begin(let part)? = try reader.next() else { return nil }
            return part.mediaType["boundary"]
        }
        let first = try #require(try boundary())
        let second = try boundary()
        #expect(first.hasPrefix("=_"))
        #expect(first.utf8.count == 36)
        #expect(first != second)
    }

    @Test(
        "chooses the most suitable encoding",
        arguments: [
            ("", true, .sevenBit), ("plain\ntext\r\n", true, .sevenBit), ("blank \nend", true, .quotedPrintable),
            (String(repeating: "a", count: 79), true, .quotedPrintable), ("café au lait\n", true, .quotedPrintable),
            ("日本語\n", true, .base64), ("plain\n", false, .quotedPrintable), ("\0\0\0", false, .base64),
            ("plain", false, .quotedPrintable),
        ] as [(String, Bool, TransferEncoding)])
    func suitable(text: String, isText: Bool, expected: TransferEncoding) {
        #expect(TransferEncoding.suitable(for: text.utf8, isText: isText) == expected)
    }

    @Test("names transfer encodings")
    func transferEncodings() {
        #expect(TransferEncoding(named: "QUOTED-Printable") == .quotedPrintable && TransferEncoding(named: "x") == nil)
        #expect(TransferEncoding.allCases.filter(\.isIdentity) == [.sevenBit, .eightBit, .binary])
    }

    @Test("Python's email module reads the output")
    func interoperatesWithPython() throws {
        var builder = try MultipartBuilder()
        try builder.addField("Subject", "Grüße an alle, die lange Betreffzeilen mit Ümläuten mögen, und 日本語 auch")
        try builder.addField("From", "Jörg Müller <j@example.org>")
        try builder.beginMultipart("mixed")
        try builder.beginPart(try MediaType("text/plain; charset=utf-8"), encoding: .quotedPrintable)
        try builder.append("Hällo \nWörld \n".utf8)
        try builder.end()
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for name in ["größe.bin", "日本語のとても長いファイル名がここに入ります、さらに続く.pdf"] {
            try builder.beginPart(
                .octetStream, encoding: name == "größe.bin" ? .base64 : .quotedPrintable,
                disposition: .attachment(fileName: name))
            for piece in 0..<50 { try builder.append(bytes[(piece * 100)..<(piece * 100 + 100)]) }
            try builder.end()
        }
        try builder.end()
        let script = """
            import sys, email, email.policy
            m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            out = sys.stdout.buffer
            p = list(m.walk())
            assert not any(x.defects for x in p), [x.defects for x in p]
            out.write((m["subject"] + "\\n" + m["from"].addresses[0].display_name + "\\n").encode())
            out.write(repr(p[1].get_content()).encode() + b"\\n")
            for x in p[2:]: out.write((x.get_filename() + " " + str(x.get_content() == bytes(i * 7 & 255 for i in range(5000))) + "\\n").encode())
            """
        let answer = try Peer.python(script, input: builder.takeOutput())
        #expect(
            answer.lines.map(String.init) == [
                "Grüße an alle, die lange Betreffzeilen mit Ümläuten mögen, und 日本語 auch", "Jörg Müller",
                "'Hällo \\r\\nWörld \\r\\n'", "größe.bin True", "日本語のとても長いファイル名がここに入ります、さらに続く.pdf True",
            ])
    }
}
