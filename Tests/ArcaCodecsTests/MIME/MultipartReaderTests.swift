internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

enum MessageDump {
    struct Part: Equatable {
        var path: String
        var type: String
        var depth: Int
        var body: [UInt8] = []
        var count: Int?
        var fileName: String?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    static func parts(
        _ pieces: [ArraySlice<UInt8>], strictness: Strictness = .strict, limits: MessageLimits = MessageLimits()
    ) throws(CodecError) -> [Part] {
        var reader = MultipartReader(strictness: strictness, limits: limits)
        var parts: [Part] = []
        for index in 0...pieces.count {
            if index < pieces.count { reader.append(pieces[index]) } else { reader.finish() }
            while let event = try reader.next() {
                switch event {
                case .begin(let part):
                    parts.append(
                        Part(
                            path: part.path.description, type: part.mediaType.essence, depth: part.depth,
                            fileName: part.fileName))
                case .body(let bytes): parts[parts.count - 1].body += bytes
                case .end(let path, let count):
                    guard let place = parts.firstIndex(where: { $0.path == path.description }) else {
                        Issue.record("end of \(path) without its beginning")
                        continue
                    }
                    #expect(parts[place].count == nil)
                    parts[place].count = count
                }
            }
        }
        return parts
    }

    static func parts(
        _ text: String, strictness: Strictness = .strict, limits: MessageLimits = MessageLimits()
    ) throws(CodecError) -> [Part] {
        try parts([Array(text.utf8)[...]], strictness: strictness, limits: limits)
    }
}

@Suite struct MultipartReaderTests {
    private func crlf(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    }

    /// RFC 2046, section 5.1.1.
    private static let simple = """
        From: Nathaniel Borenstein <nsb@bellcore.com>
        To: Ned Freed <ned@innosoft.com>
        Date: Sun, 21 Mar 1993 23:56:48 -0800 (PST)
        Subject: Sample message
        MIME-Version: 1.0
        Content-type: multipart/mixed; boundary="simple boundary"

        This is the preamble.  It is to be ignored, though it
        is a handy place for composition agents to include an
        explanatory note to non-MIME conformant readers.

        --simple boundary

        This is implicitly typed plain US-ASCII text.
        It does NOT end with a linebreak.
        --simple boundary
        Content-type: text/plain; charset=us-ascii

        This is explicitly typed plain US-ASCII text.
        It DOES end with a linebreak.

        --simple boundary--

        This is the epilogue.  It is also to be ignored.

        """

    @Test("reads the example of RFC 2046 with CRLF and LF")
    func readsSimple() throws {
        for text in [Self.simple, crlf(Self.simple)] {
            let end = text == Self.simple ? "\n" : "\r\n"
            let parts = try MessageDump.parts(text)
            #expect(parts.map(\.path) == ["0", "1", "2"])
            #expect(parts.map(\.type) == ["multipart/mixed", "text/plain", "text/plain"])
            #expect(parts.map(\.depth) == [0, 1, 1])
            #expect(
                parts[1].text == "This is implicitly typed plain US-ASCII text.\(end)It does NOT end with a linebreak.")
            #expect(
                parts[2].text
                    == "This is explicitly typed plain US-ASCII text.\(end)It DOES end with a linebreak.\(end)")
            #expect(parts.map(\.count) == [0, parts[1].body.count, parts[2].body.count])
        }
    }

    /// RFC 2049, appendix A, with complete bodies.
    private static let complex = """
        MIME-Version: 1.0
        From: Nathaniel Borenstein <nsb@nsb.fv.com>
        To: Ned Freed <ned@innosoft.com>
        Date: Fri, 07 Oct 1994 16:15:05 -0700 (PDT)
        Subject: A multipart example
        Content-Type: multipart/mixed;
                      boundary=unique-boundary-1

        This is the preamble area of a multipart message.

        --unique-boundary-1

          ... Some text appears here ...
        --unique-boundary-1
        Content-type: text/plain; charset=US-ASCII

        This could have been part of the previous part.
        --unique-boundary-1
        Content-Type: multipart/parallel; boundary=unique-boundary-2

        --unique-boundary-2
        Content-Type: audio/basic
        Content-Transfer-Encoding: base64

        AAECAwQFBgcICQoLDA0ODw==
        --unique-boundary-2
        Content-Type: image/jpeg
        Content-Transfer-Encoding: base64

        /9j/4AAQ
        --unique-boundary-2--

        --unique-boundary-1
        Content-type: text/enriched

        This is <bold><italic>enriched.</italic></bold>
        --unique-boundary-1
        Content-Type: message/rfc822

        From: (mailbox in US-ASCII)
        To: (address in US-ASCII)
        Subject: (subject in US-ASCII)
        Content-Type: Text/plain; charset=ISO-8859-1
        Content-Transfer-Encoding: Quoted-printable

        ... Additional text =E9 ...
        --unique-boundary-1--

        """

    private static let complexPaths = ["0", "1", "2", "3", "3.1", "3.2", "4", "5", "5.1"]

    @Test("reads nested parts and a nested message")
    func readsComplex() throws {
        let parts = try MessageDump.parts(Self.complex)
        #expect(parts.map(\.path) == Self.complexPaths)
        #expect(parts.map(\.depth) == [0, 1, 1, 1, 2, 2, 1, 1, 2])
        #expect(parts[4].body == Array(0..<16) && parts[5].body == [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10])
        #expect(parts[1].text == "  ... Some text appears here ...")
        #expect(parts[8].body == Array("... Additional text ".utf8) + [0xe9] + Array(" ...".utf8))
        #expect(parts[8].type == "text/plain" && parts[7].type == "message/rfc822")
    }

    @Test(
        "gives the same result for any split of the input", .enabled(if: runsSlowTests, "slow"),
        arguments: [Strictness.strict, .lenient])
    func splits(strictness: Strictness) throws {
        for text in [Self.simple, crlf(Self.simple), Self.complex, crlf(Self.complex)] {
            let bytes = Array(text.utf8)
            let whole = try MessageDump.parts([bytes[...]], strictness: strictness)
            for cut in 0...bytes.count {
                #expect(
                    try MessageDump.parts([bytes[..<cut], bytes[cut...]], strictness: strictness) == whole,
                    "cut at \(cut)")
            }
            #expect(try MessageDump.parts(bytes.indices.map { bytes[$0...$0] }, strictness: strictness) == whole)
        }
    }

    @Test("numbers parts like IMAP")
    func paths() throws {
        let message = """
            Content-Type: multipart/mixed; boundary=a

            --a

            x
            --a
            Content-Type: message/rfc822

            Content-Type: multipart/alternative; boundary=b

            --b

            y
            --b
            Content-Type: multipart/related; boundary=c

            --c

            z
            --c--
            --b--
            --a--
            """
        let parts = try MessageDump.parts(message)
        #expect(parts.map(\.path) == ["0", "1", "2", "2.0", "2.1", "2.2", "2.2.1"])
        #expect(try MessageDump.parts("Subject: x\n\nbody").map(\.path) == ["1"])
        let forwarded = try MessageDump.parts("Content-Type: message/rfc822\n\nSubject: x\n\nbody")
        #expect(forwarded.map(\.path) == ["1", "1.1"] && forwarded[1].text == "body")
        #expect(PartPath("1.2")?.numbers == [1, 2] && PartPath("1.2")?.description == "1.2")
        for text in ["", "1.", ".1", "01", "-1", "a", "1..2", "+1", "1 "] { #expect(PartPath(text) == nil, "\(text)") }
        #expect(PartPath([1, 2].map(String.init).joined(separator: ".")) == PartPath("1.2"))
    }

    @Test("returns a nested message unparsed if it should not be opened")
    func closedMessages() throws {
        let inner = "Subject: x\r\n\r\nbody\r\n"
        let message =
            "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: message/rfc822\r\n\r\n\(inner)\r\n--a--"
        var reader = MultipartReader { $0.path.description != "1" }
        reader.append(message.utf8)
        reader.finish()
        var paths: [String] = []
        var body: [UInt8] = []
        while let event = try reader.next() {
            switch event {
            case .begin(let part): paths.append(part.path.description)
            case .body(let bytes): body += bytes
            case .end(let path, let count): #expect(count == (path.description == "1" ? inner.utf8.count : 0))
            }
        }
        #expect(paths == ["0", "1"] && body == Array(inner.utf8))
        #expect(try MessageDump.parts(message).map(\.path) == ["0", "1", "1.1"])
    }

    @Test("treats the parts of a digest as messages")
    func digest() throws {
        let parts = try MessageDump.parts(
            "Content-Type: multipart/digest; boundary=a\n\n--a\n\nSubject: x\n\nbody\n--a\nContent-Type: text/plain\n\ny\n--a--\n"
        )
        #expect(parts.map(\.path) == ["0", "1", "1.1", "2"])
        #expect(parts.map(\.type) == ["multipart/digest", "message/rfc822", "text/plain", "text/plain"])
    }

    private static let shapesCases: [(String, [String])] = [
        ("", [""]), ("\n", [""]), ("Subject: x", [""]), ("Subject: x\n", [""]), ("Subject: x\n\n", [""]),
        ("Subject: x\n\nbody", ["body"]), ("Subject: x\n\n--a\n", ["--a\n"]), ("\nbody\r\n", ["body\r\n"]),
        ("Content-Type: multipart/mixed; boundary=a\n\n--a\n\nx\n--a--", ["x"]),
        ("Content-Type: multipart/mixed; boundary=a\n\n--a  \t\n\nx\n--a-- \t\n", ["x"]),
        ("Content-Type: multipart/mixed; boundary=a\n\n--a\n\n--a--", [""]),
        ("Content-Type: multipart/mixed; boundary=a\n\n--a\nX: y\n--a\n\n\n--a--", ["", ""]),
        ("Content-Type: multipart/mixed; boundary=a\n\n--a\n\n\n\n--a--", ["\n"]),
        (
            "Content-Type: multipart/mixed; boundary=a\n\n--a\n\n- -\n-\n--\n--b\n -a\n--a--\n--a\n\nz",
            ["- -\n-\n--\n--b\n -a"]
        ),
        ("Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nx\r\r\n\r\n--a--", ["x\r\r\n"]),
        (
            "Content-Type: multipart/mixed; boundary=ab\n\n--ab\nContent-Type: multipart/mixed; boundary=abc\n\n--abc\n\nx\n--abc--\n--ab\n\ny\n--ab--",
            ["x", "y"]
        ),
    ]

    @Test("finds the bodies of messages of all structures", arguments: shapesCases)
    func shapes(message: String, bodies: [String]) throws {
        let bytes = Array(message.utf8)
        let whole = try MessageDump.parts(message)
        #expect(whole.filter { !$0.type.hasPrefix("multipart") }.map(\.text) == bodies)
        #expect(whole.allSatisfy { $0.count != nil })
        for cut in 0...bytes.count { #expect(try MessageDump.parts([bytes[..<cut], bytes[cut...]]) == whole) }
        #expect(try MessageDump.parts(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    private static let mixed = "Content-Type: multipart/mixed; boundary=a\n\n"

    /// The message, the strict error with its offset, and the bodies in lenient mode (nil if it also fails).
    private static let refusesCases: [(String, CodecError.Code, Int, [String]?)] = [
        (mixed, .truncated, 43, []), (mixed + "--a\n\nx", .truncated, 49, ["x"]),
        (mixed + "--a\n\nx\n", .truncated, 50, ["x\n"]), (mixed + "--a--", .invalidSyntax, 43, []),
        (mixed + "--ab\n--a--", .invalidSyntax, 43, ["--ab"]),
        (mixed + "--a\n\nx\n--ab\n--a--", .invalidSyntax, 50, ["x\n--ab"]),
        (mixed + "--a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--a--", .truncated, 97, ["x"]),
        ("Content-Type: multipart/mixed\n\nx", .invalidSyntax, 13, ["x"]),
        ("Content-Type: multipart/mixed; boundary=\"\"\n\nx", .invalidSyntax, 13, ["x"]),
        ("Content-Type: multipart/mixed; boundary=\"a \"\n\n--a \n\nx\n--a --", .invalidSyntax, 13, ["x"]),
        (
            "Content-Type: multipart/mixed; boundary=\"\(String(repeating: "a", count: 71))\"\n\n", .invalidSyntax, 13,
            []
        ),
        ("Content-Type: text\n\nx", .invalidSyntax, 18, ["x"]),
        ("A: b\nContent-Type: text/plain;\n charset\n\nx", .invalidSyntax, 39, ["x"]),
        ("Content-Type: text/plain\nContent-Type: text/html\n\nx", .invalidSyntax, 38, ["x"]),
        ("Content-Transfer-Encoding: x-foo\n\nx", .unsupported, 26, ["x"]),
        ("Content-Transfer-Encoding: base64 x\n\neA==", .unsupported, 26, ["x"]),
        (
            "Content-Transfer-Encoding: base64\nContent-Type: multipart/mixed; boundary=a\n\neA==", .invalidSyntax, 26,
            ["x"]
        ),
        ("Content-Transfer-Encoding: quoted-printable\nContent-Type: message/rfc822\n\n=41", .invalidSyntax, 26, ["A"]),
        ("Content-Transfer-Encoding: base64\n\neB==", .trailingBits, 36, ["x"]),
        ("Content-Transfer-Encoding: base64\n\neA\n", .missingPadding, 38, ["x"]),
        ("Content-Transfer-Encoding: base64\n\neA==\nfoo!", .trailingData, 40, ["x"]),
        ("Content-Transfer-Encoding: quoted-printable\n\na\n=4g", .invalidCharacter, 47, ["a\n=4g"]),
        ("Content-Transfer-Encoding: quoted-printable\n\na =\nb \u{e9}", .invalidCharacter, 51, ["a b \u{e9}"]),
        (" folded: x\n\ny", .invalidSyntax, 0, ["y"]), ("no field\n\nx", .invalidSyntax, 2, ["no field\n\nx"]),
        ("A: b\nno field\n\nx", .invalidSyntax, 7, ["no field\n\nx"]), (": x\n\ny", .invalidSyntax, 0, [": x\n\ny"]),
        ("A : b\n\nx", .invalidSyntax, 1, ["x"]), ("From me@x Mon\nA: b\n\nx", .invalidSyntax, 4, ["x"]),
        ("A: b\rc\n\nx", .invalidCharacter, 4, ["x"]), ("A: \0\n\nx", .invalidCharacter, 3, ["x"]),
        ("Content-Disposition: ; a=b\n\nx", .invalidSyntax, 21, ["x"]),
        ("Content-Disposition: attachment; filename\n\nx", .invalidSyntax, 41, ["x"]),
    ]

    @Test("rejects malformed messages with position; lenient reading accepts unambiguous ones", arguments: refusesCases)
    func refuses(message: String, code: CodecError.Code, offset: Int, lenient: [String]?) throws {
        let bytes = Array(message.utf8)
        let error = CodecError(code, at: TextPosition(offset: offset, in: bytes), "")
        #expect(throws: error) { () throws(CodecError) in try MessageDump.parts(message) }
        for cut in 0...bytes.count {
            #expect(throws: error, "cut at \(cut)") {
                () throws(CodecError) in try MessageDump.parts([bytes[..<cut], bytes[cut...]])
            }
        }
        if let lenient {
            let parts = try MessageDump.parts(message, strictness: .lenient)
            #expect(
                parts.filter { !$0.type.hasPrefix("multipart") || $0.count ?? 0 > 0 || !$0.body.isEmpty }.map(\.text)
                    == lenient)
            #expect(parts.allSatisfy { $0.count != nil })
        } else {
            #expect(throws: CodecError.self) {
                () throws(CodecError) in try MessageDump.parts(message, strictness: .lenient)
            }
        }
    }

    @Test("enforces every limit")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            (0..<depth).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined() + "\nx\n"
                + (0..<depth).reversed().map { "--b\($0)--\n" }.joined()
        }
        #expect(try MessageDump.parts(nested(32)).count == 33)
        func code(_ message: String, _ limits: MessageLimits) -> CodecError.Code? {
            do throws(CodecError) {
                _ = try MessageDump.parts(message, limits: limits)
                return nil
            } catch { return error.code }
        }
        #expect(code(nested(33), MessageLimits()) == .limitExceeded)
        #expect(code(nested(2), MessageLimits(depth: 1)) == .limitExceeded)
        #expect(code(nested(2), MessageLimits(depth: 2, partCount: 3)) == nil)
        #expect(code(nested(2), MessageLimits(partCount: 2)) == .limitExceeded)
        #expect(code("A: b\nC: d\n\nx", MessageLimits(headerByteCount: 11)) == nil)
        #expect(code("A: b\nC: d\n\nx", MessageLimits(headerByteCount: 10)) == .limitExceeded)
        #expect(code("A: " + String(repeating: "x", count: 100), MessageLimits(headerByteCount: 50)) == .limitExceeded)
        #expect(code("A: b\nC: d\n\nx", MessageLimits(fieldCount: 1)) == .limitExceeded)
        #expect(code("A: b\nC: d\n\nx", MessageLimits(fieldCount: 2)) == nil)
        #expect(code("\n12345", MessageLimits(partByteCount: 4)) == .limitExceeded)
        #expect(code("\n12345", MessageLimits(partByteCount: 5)) == nil)
    }

    @Test("reports the name and purpose of a part")
    func partProperties() throws {
        func part(_ header: String, _ strictness: Strictness = .strict) throws -> MessagePart? {
            var reader = MultipartReader(strictness: strictness)
            reader.append((header + "\n\n").utf8)
            reader.finish()
            guard case .begin(let part) = try reader.next() else { return nil }
            return part
        }
        let named = try part(
            "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename*=utf-8''%C3%A9.txt")
        #expect(named?.fileName == "é.txt")
        #expect(named?.isAttachment == true)
        #expect(named?.disposition?.kind == "attachment")
        let byType = try part("Content-Type: text/plain; name=a.txt")
        #expect(byType?.fileName == "a.txt" && byType?.isAttachment == true)
        let inline = try part("Content-Type: text/plain; name=a.txt\nContent-Disposition: inline")
        #expect(inline?.isAttachment == false)
        let encoded = "Content-Disposition: attachment; filename=\"=?utf-8?q?=C3=A9?=\""
        #expect(try part(encoded)?.fileName == "=?utf-8?q?=C3=A9?=")
        #expect(try part(encoded, .lenient)?.fileName == "é")
        let header = try part(
            "Subject: =?utf-8?q?a?=\n =?utf-8?q?b?=\nFrom: \"=?utf-8?q?a?=\" <x@y>\nReceived: 1\nreceived: 2")?.header
        #expect(try header?["SUBJECT"]?.text() == "ab")
        #expect(try header?["from"]?.text(context: .phrase) == "\"=?utf-8?q?a?=\" <x@y>")
        #expect(header?.fields(named: "Received").count == 2)
        #expect(header?["X"] == nil)
        #expect(header?.all.count == 4)
        #expect(header?["Subject"]?.position == TextPosition(offset: 8, line: 1, column: 9))
        let bad = try part("A: b\nSubject: x =?utf-8?x?a?=")?.header["Subject"]
        #expect(throws: CodecError.code(.invalidSyntax, at: TextPosition(offset: 24, line: 2, column: 20))) {
            () throws(CodecError) in try bad?.text()
        }
        #expect(try bad?.text(strictness: .lenient) == "x =?utf-8?x?a?=")
    }

    @Test("uses constant memory for a large message")
    func largeMessage() throws {
        let line = String(repeating: "QUJD", count: 19) + "\r\n"
        let block = Array(String(repeating: line, count: 500).utf8)
        var reader = MultipartReader()
        reader.append(
            "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Transfer-Encoding: base64\r\n\r\n".utf8)
        var count = 0
        var largest = 0
        for _ in 0..<100 {
            reader.append(block)
            while let event = try reader.next() {
                guard case .body(let bytes) = event else { continue }
                count += bytes.count
                largest = max(largest, bytes.count)
            }
        }
        reader.append("--a--".utf8)
        reader.finish()
        var last: MultipartReader.Event?
        while let event = try reader.next() {
            if case .end(let path, let total) = event, path.description == "1" { #expect(total == 57 * 50_000) }
            last = event
        }
        #expect(count == 57 * 50_000 && largest <= 65_536)
        #expect(last == .end(try #require(PartPath("0")), byteCount: 0))
    }

    @Test("finds the same parts as Python's email module in messages from Python")
    func interoperatesWithPython() throws {
        let script = """
            import sys, email, email.policy, hashlib, random
            from email.message import EmailMessage
            from email.mime.multipart import MIMEMultipart
            from email.mime.text import MIMEText
            from email.mime.application import MIMEApplication
            r = random.Random(1); out = sys.stdout.buffer
            for i in range(40):
                m = EmailMessage(policy=email.policy.SMTP if i % 2 else email.policy.default)
                m["Subject"] = "Grüße %d" % i; m["From"] = "a@b"; m["To"] = "c@d"
                m.set_content("Hällo Wörld\\n" * r.randrange(1, 50) + "x" * r.randrange(200) + "\\n", cte=r.choice(["quoted-printable", "base64", "8bit"]))
                if i % 3: m.add_alternative("<p>日本</p>\\n" * r.randrange(1, 40), subtype="html")
                for j in range(i % 4):
                    m.add_attachment(r.randbytes(r.randrange(5000)), maintype="application", subtype="octet-stream", filename="größe %d.bin" % j)
                if i % 5 == 0: 
                    n = EmailMessage(); n["Subject"] = "inner"; n.set_content("inner text\\n"); n.add_attachment(b"abc", maintype="image", subtype="png", filename="i.png")
                    m.add_attachment(n)
                raw = m.as_bytes()
                p = email.message_from_bytes(raw, policy=email.policy.default)
                facts = []
                for part in p.walk():
                    if part.is_multipart(): facts.append(part.get_content_type() + " - -")
                    else: facts.append("%s %s %s" % (part.get_content_type(), (part.get_filename() or "-").replace(" ", "_"), hashlib.md5(part.get_payload(decode=True)).hexdigest()))
                out.write(b"%d %d\\n" % (len(raw), len(facts)) + raw + ("\\n".join(facts) + "\\n").encode())
            """
        let answer = try Peer.python(script).output
        var index = 0
        func line() -> String {
            let end = answer[index...].firstIndex(of: 10) ?? answer.endIndex
            defer { index = end + 1 }
            return String(decoding: answer[index..<end], as: UTF8.self)
        }
        var messages = 0
        var bodies: [[UInt8]] = []
        var expected: [String] = []
        while index < answer.count {
            let sizes = line().split(separator: " ").compactMap { Int($0) }
            try #require(sizes.count == 2)
            let parts = try MessageDump.parts([answer[index..<index + sizes[0]]])
            index += sizes[0]
            let facts = (0..<sizes[1]).map { _ in line() }
            try #require(parts.count == facts.count)
            for (part, fact) in zip(parts, facts) {
                let fields = fact.split(separator: " ")
                #expect(part.type == fields[0])
                guard fields[2] != "-" else { continue }
                #expect((part.fileName ?? "-").split(separator: " ").joined(separator: "_") == fields[1])
                bodies.append(part.body)
                expected.append(String(fields[2]))
            }
            messages += 1
        }
        #expect(messages == 40)
        let digests = try Peer.python(
            """
            import sys, hashlib
            d = sys.stdin.buffer.read(); i = 0
            while i < len(d):
                n = int.from_bytes(d[i:i+4], "big"); print(hashlib.md5(d[i+4:i+4+n]).hexdigest()); i += 4 + n
            """,
            input: bodies.flatMap { body in
                (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (24 - 8 * $0)) } + body
            })
        #expect(digests.lines.map(String.init) == expected)
    }
}
