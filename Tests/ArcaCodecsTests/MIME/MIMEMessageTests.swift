import ArcaCore
import ArcaCodecs
import ArcaTestSupport
import Testing

@Suite struct MIMEMessageTests {
    private static let photo = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    private static func mail() throws -> MIMEMessage {
        var mail = try MIMEMessage(
            from: "Jörg Müller <jm@example.org>",
            to: "\"Doe, Jane\" <jane@example.org>, bob@example.org", subject: "Grüße, 日本語 und a=b",
            text: "Hällo\n.\nFrom here  \n", html: "<p>Hällo <img src=cid:logo@example.org></p>", date: 1_795_853_521)
        mail.cc = [MailAddress(name: "O\"Brien \\ \"", address: "o@example.org")]
        mail.replyTo = [MailAddress(address: "list@example.org")]
        mail.messageID = "1a2b@example.org"
        mail.fields = [.init("X-Priority", "1"), .init("Comments", "Überall")]
        mail.attachments = [
            .init(contentID: "logo@example.org", type: try MediaType("image/png"), content: photo.prefix(9)),
            .init(name: "größe „neu“.pdf", content: photo),
            .init(name: "lines.csv", type: try MediaType("text/csv"), content: "a\nb\r\nc\r".utf8),
        ]
        return mail
    }

    @Test("reads what it encoded, with either line ending")
    func roundTrips() throws {
        var mail = try Self.mail()
        for ending in [LineWrapping.Ending.crlf, .lf] {
            #expect(try MIMEMessage(mail.encoded(lineEnding: ending)) == mail)
        }
        let inner = try mail.encoded()
        mail.attachments.append(.init(name: "mail.eml", type: try MediaType("message/rfc822"), content: inner))
        let received = try MIMEMessage(mail.encoded())
        #expect(received == mail && received.remarks.isEmpty)
        #expect(try MIMEMessage(received.attachments[3].content) == Self.mail())
        #expect(received.attachments.map(\.name) == [nil, "größe „neu“.pdf", "lines.csv", "mail.eml"])
        #expect(received.attachments[1].type == (try MediaType("application/pdf")))
    }

    @Test("reads what it encoded for each choice of text, HTML and attachments", arguments: 0..<16)
    func layouts(choice: Int) throws {
        var mail = MIMEMessage()
        if choice & 1 > 0 { mail.text = choice & 8 > 0 ? "no line end" : "line\n" }
        if choice & 2 > 0 { mail.html = "<p>Ä</p>\n" }
        if choice & 4 > 0 { mail.attachments = try Self.mail().attachments }
        let received = try MIMEMessage(mail.encoded())
        if mail.text == nil, mail.html == nil, mail.attachments.isEmpty { mail.text = "" }
        #expect(received == mail)
        let tree = try MIMEPart(mail.encoded())
        #expect(tree.leaves.count == (choice & 1) + (choice >> 1 & 1) + (choice & 4 > 0 ? 3 : 0) || choice & 7 == 0)
        #expect(tree.leaves.allSatisfy { tree[$0.head.path] == $0 })
    }

    @Test("Python's email module reads the output, and its output is read")
    func interoperatesWithPython() throws {
        let script = """
            import sys, email, email.policy
            from email.message import EmailMessage
            m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            assert not any(x.defects for x in m.walk()), [x.defects for x in m.walk()]
            assert m["subject"] == "Grüße, 日本語 und a=b", m["subject"]
            assert [(a.display_name, a.addr_spec) for a in m["to"].addresses] == [
                ("Doe, Jane", "jane@example.org"), ("", "bob@example.org")]
            assert m["cc"].addresses[0].display_name == 'O"Brien \\\\ "', m["cc"]
            assert m["from"].addresses[0].display_name == "Jörg Müller"
            assert m["date"].datetime.isoformat() == "2026-11-28T08:12:01+00:00", m["date"]
            assert m.get_body(("plain",)).get_content() == "Hällo\\r\\n.\\r\\nFrom here  \\r\\n"
            assert "<p>Hällo" in m.get_body(("html",)).get_content()
            files = {a.get_filename(): a.get_payload(decode=True) for a in m.iter_attachments()}
            assert files["größe „neu“.pdf"] == bytes(i * 7 & 255 for i in range(5000))
            assert files["lines.csv"] == b"a\\nb\\r\\nc\\r"
            n = EmailMessage()
            n["Subject"], n["From"], n["To"] = m["subject"], m["from"], m["to"]
            n["Date"], n["Message-ID"] = m["date"], "<p@example.org>"
            n.set_content("Hällo\\n")
            n.add_alternative("<b>Hällo</b>\\n", subtype="html")
            n.get_payload()[1].add_related(b"png", "image", "png", cid="<logo@x>")
            for name, data in files.items(): n.add_attachment(data, maintype="application", subtype="pdf", filename=name)
            n.add_attachment(m)
            sys.stdout.buffer.write(n.as_bytes(policy=email.policy.SMTP))
            """
        let mail = try Self.mail()
        let answer = try Peer.python(script, input: mail.encoded())
        #expect(answer.status == 0, "\(answer.errors)")
        let received = try MIMEMessage(answer.output)
        #expect(received.subject == mail.subject && received.from == mail.from && received.to == mail.to)
        #expect(received.date == mail.date && received.messageID == "p@example.org")
        #expect(received.text == "Hällo\n" && received.html == "<b>Hällo</b>\n")
        #expect(
            received.attachments.map(\.name) == [nil, "größe „neu“.pdf", "lines.csv", nil])
        #expect(received.attachments[0].contentID == "logo@x" && received.attachments[1].content == Self.photo)
        #expect(try MIMEMessage(received.attachments[3].content).attachments[1].content == Self.photo)
    }

    private static func message(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\r\n").utf8) }

    @Test("keeps every part: a footer, a second text and a signature are attachments")
    func dropsNothing() throws {
        let mail = try MIMEMessage(
            Self.message(
                "From: a@b.example", "Content-Type: multipart/mixed; boundary=x", "", "--x", "", "first", "--x",
                "Content-Type: image/png; name=\"=?utf-8?q?gr=C3=B6=C3=9Fe?=.png\"", "Content-Description: photo",
                "Content-Transfer-Encoding: base64", "", "iVBO", "--x", "", "second", "--x",
                "Content-Type: text/html", "", "<p>footer</p>", "--x--"), strictness: .lenient)
        #expect(mail.text == "first" && mail.html == nil)
        #expect(mail.attachments.map(\.type.essence) == ["image/png", "text/plain", "text/html"])
        #expect(mail.attachments[0].name == "größe.png" && mail.attachments[0].safeName == "größe.png")
        #expect(mail.attachments[0].fields == [.init("Content-Description", "photo")])
        #expect(mail.attachments[1].content == Array("second".utf8))
        let pdf = try MIMEMessage(
            Self.message("Subject: scan", "Content-Type: application/pdf", "Content-Language: de", "", "%PDF"))
        #expect(pdf.text == nil && pdf.attachments.map(\.content) == [Array("%PDF".utf8)])
        #expect(pdf.fields == [.init("Content-Language", "de")])
        #expect(try MIMEMessage(pdf.encoded()) == pdf)
    }

    @Test("names in lenient reading what it cannot represent, and rejects it in strict reading")
    func lenientReading() throws {
        let wrong = Self.message(
            "From: nobody", "From: second@example.org", "To: Team: a@example.org;", "Date: yesterday",
            "Content-Type: text/plain; charset=x-unknown", "", "text")
        var mail = try MIMEMessage(wrong, strictness: .lenient)
        #expect(mail.from == [MailAddress(address: "nobody")] && mail.to == [MailAddress(address: "a@example.org")])
        #expect(mail.date == nil && mail.text == nil && mail.attachments[0].content == Array("text".utf8))
        #expect(mail.fields == [.init("From", "second@example.org"), .init("Date", "yesterday")])
        #expect(mail.remarks.count == 4)
        #expect(throws: CodecError.code(.invalidCharacter)) { try mail.encoded() }
        mail.from = [MailAddress(address: "a@example.org")]
        #expect(throws: CodecError.code(.invalidOption)) { try mail.encoded() }
        let invalid = try MIMEMessage(
            Self.message("Content-Type: text/plain; charset=utf-8", "", "a") + [0xff], strictness: .lenient)
        #expect(invalid.text == "a\u{fffd}" && invalid.remarks.map(\.isMissingContent) == [true])
        let strict: [(String, CodecError.Code)] = [
            ("From: a@b.example\r\nFrom: a@b.example\r\n\r\n", .invalidSyntax),
            ("To: nobody\r\n\r\n", .invalidSyntax), ("Date: 31 Feb 2026 00:00 +0000\r\n\r\n", .invalidSyntax),
            ("Subject: =?x-unknown?q?a?=\r\n\r\n", .unsupported),
            ("Content-Type: text/plain; charset=x-unknown\r\n\r\na", .unsupported),
            ("Content-Type: text/plain\r\n\r\nä", .invalidCharacter),
        ]
        for (text, code) in strict {
            #expect { try MIMEMessage(text.utf8) } throws: { ($0 as? CodecError)?.code == code }
        }
        let group = try MIMEMessage("To: undisclosed-recipients:;\r\n\r\n".utf8)
        #expect(group.to.isEmpty && group.remarks.count == 1)
    }

    @Test("limits depth, number and size of parts")
    func limits() throws {
        func isLimited(
            _ message: borrowing some Bytes, _ limits: MessageLimits = MessageLimits(),
            _ strictness: Strictness = .strict
        ) -> Bool {
            do { _ = try MIMEMessage(message, strictness: strictness, limits: limits) } catch {
                return error.code == .limitExceeded
            }
            return false
        }
        let mail = try Self.mail().encoded()
        for limits in [
            MessageLimits(depth: 2), MessageLimits(partCount: 5), MessageLimits(partByteCount: 4999),
            MessageLimits(headerByteCount: 100), MessageLimits(fieldCount: 5),
        ] {
            #expect(isLimited(mail, limits) && isLimited(mail, limits, .lenient), "\(limits)")
        }
        #expect(!isLimited(mail, MessageLimits(depth: 3, partCount: 8, partByteCount: 5000)))
        let deep = (0..<100).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
        #expect(isLimited(deep.utf8, MessageLimits(), .lenient))
        let groups = "To: " + String(repeating: "a:b@c;,", count: 1500) + "a@b\n\n"
        #expect(try MIMEMessage(groups.utf8).remarks.count == 1000)
        let many = "To: " + String(repeating: "a@b,", count: 250_000) + "a@b\n\n"
        #expect(try MIMEMessage(many.utf8).to.count == 250_001)
    }

    @Test("does not encode what would be another message")
    func refuses() throws {
        func code(_ change: (inout MIMEMessage) throws -> Void) throws -> CodecError.Code? {
            var mail = try Self.mail()
            try change(&mail)
            do { _ = try mail.encoded() } catch { return error.code }
            return nil
        }
        #expect(try code { $0.to = [MailAddress(address: "a@b.example>, <c@d.example")] } == .invalidCharacter)
        #expect(try code { $0.cc = [MailAddress(address: "a@b.example, c@d.example")] } == .invalidCharacter)
        #expect(try code { $0.messageID = "a> <b" } == .invalidCharacter)
        #expect(try code { $0.subject = "a\r\nBcc: x@example.org" } == .invalidCharacter)
        #expect(try code { $0.from = [MailAddress(name: "a\nb", address: "a@b.example")] } == .invalidCharacter)
        #expect(try code { $0.from = [MailAddress(name: "ä", address: "ä@b.example")] } == .unencodable)
        #expect(try code { $0.fields = [.init("subject", "again")] } == .invalidOption)
        #expect(try code { $0.fields = [.init("Content-Type", "text/plain")] } == .invalidOption)
        #expect(try code { $0.date = -1 } == .invalidOption)
        #expect(try code { $0.attachments[0].contentID = "ä" } == .unencodable)
        #expect(try code { $0.attachments[1].type = try MediaType("multipart/mixed") } == .invalidOption)
    }

    @Test("survives changed and cut messages")
    func hostile() throws {
        let mail = try Self.mail().encoded(boundarySeed: "seed")
        var random = TestRandom(seed: 42)
        for _ in 0..<300 {
            var changed = mail
            for _ in 0..<3 {
                changed[Int.random(in: 0..<1500, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            changed.removeLast(Int.random(in: 0..<mail.count, using: &random))
            for strictness in [Strictness.strict, .lenient] {
                guard let read = try? MIMEMessage(changed, strictness: strictness) else { continue }
                if strictness == .strict, let again = try? read.encoded() {
                    #expect(throws: Never.self) { try MIMEMessage(again) }
                }
            }
        }
    }
}
