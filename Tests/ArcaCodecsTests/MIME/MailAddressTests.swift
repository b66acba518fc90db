import ArcaCodecs
import Testing

@Suite struct MailAddressTests {
    @Test(
        "reads the forms of RFC 5322",
        arguments: [
            ("a@example.org", "", "a@example.org"),
            ("<a@example.org>", "", "a@example.org"),
            ("Jane Doe <jane@example.org>", "Jane Doe", "jane@example.org"),
            (#""Doe, \"J\" Jane" <jane@example.org>"#, #"Doe, "J" Jane"#, "jane@example.org"),
            (#"Giant "Big" Box <sysservices@example.net>"#, "Giant Big Box", "sysservices@example.net"),
            ("=?utf-8?q?J=C3=B6rg?= =?utf-8?q?_M=C3=BCller?= <j@example.org>", "Jörg Müller", "j@example.org"),
            ("Jörg Müller <j@example.org>", "Jörg Müller", "j@example.org"),
            ("j@example.org (Jane (J.) Doe)", "Jane (J.) Doe", "j@example.org"),
            ("j@example.org (Jane) (at home)", "Jane", "j@example.org"),
            ("Jane <j@example.org> (at \\) home)", "Jane", "j@example.org"),
            (
                "Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>", "Pete",
                "pete@silly.test"
            ),
            (#""john doe"@example.org"#, "", #""john doe"@example.org"#),
            ("<\"a>b\"@example.org>", "", "\"a>b\"@example.org"),
            ("a@[IPv6:2001:db8::1]", "", "a@[IPv6:2001:db8::1]"),
            ("<@x.example,@y.example:jdoe@z.example>", "", "jdoe@z.example"),
            ("a\r\n b <a@example.org>", "a b", "a@example.org"),
        ])
    func forms(text: String, name: String, address: String) throws {
        let read = try MailAddress(text)
        #expect(read == MailAddress(name: name, address: address))
        #expect(try MailAddress(read.description) == read)
    }

    @Test("reads lists and groups")
    func lists() throws {
        #expect(try MailAddress.list("") == [] && MailAddress.list("Undisclosed:;") == [])
        let list = try MailAddress.list("A: b@example.org, \"c,d\" <c@example.org>;, e@example.org")
        #expect(list.map(\.address) == ["b@example.org", "c@example.org", "e@example.org"])
        #expect(list[1].name == "c,d")
    }

    @Test(
        "rejects text that is not a list of mailboxes, with its position",
        arguments: [
            ("Jane", 0), ("Jane Doe", 0), ("@example.org", 0), ("a@", 0), ("a@b.example,", 12), (",a@b.example", 0),
            ("a@b.example, Jane", 13), ("<a@b.example", 0), ("\"Jane <a@b.example>", 0), ("(a@b.example", 0),
            ("<a@b.example> Jane", 14), ("A: a@b.example", 14), ("a@b.example c@d.example", 0),
            ("<a@b.example, <c@d.example>", 0), ("a<b@c.example", 1), ("a@b@c.example", 0), ("<a b@c.example>", 0),
        ])
    func malformed(text: String, offset: Int) {
        #expect { try MailAddress.list(text) } throws: { ($0 as? CodecError)?.position?.offset == offset }
    }

    @Test(
        "reads dates of RFC 5322",
        arguments: [
            ("Sat, 28 Nov 2026 08:12:01 +0000", 1_795_853_521), ("28 Nov 2026 08:12:01 GMT", 1_795_853_521),
            ("Sat, 28 Nov 2026 10:42:01 +0230", 1_795_853_521), ("28 Nov 26 03:12:01 EST (winter)", 1_795_853_521),
            ("Thu, 1 Jan 1970 00:00 -0000", 0), ("1 Jan 70 00:00:00 Z", 0),
            ("Thu,\r\n 31 (last) Dec 9999 23:59:60 +0000", 253_402_300_800),
        ])
    func dates(text: String, seconds: Int) throws {
        #expect(try MIMEMessage("Date: \(text)\r\n\r\n".utf8).date == seconds)
    }

    @Test(
        "rejects malformed dates",
        arguments: [
            "", "Sat 28 Nov 2026 08:12 +0000", "32 Nov 2026 08:12 +0000", "29 Feb 2026 08:12 +0000",
            "28 Nox 2026 08:12 +0000", "28 Nov 2026 24:00 +0000", "28 Nov 2026 0812 +0000", "28 Nov 2026 08:60 +0000",
            "28 Nov 2026 08:12", "28 Nov 2026 08:12 +00", "28 Nov 2026 08:12 +0060", "28 Nov 2026 08:12 +0000 x",
            "28 Nov 99999 08:12 +0000",
        ])
    func malformedDates(text: String) {
        #expect {
            try MIMEMessage("Date: \(text)\r\n\r\n".utf8)
        } throws: {
            ($0 as? CodecError)?.code == .invalidSyntax && ($0 as? CodecError)?.position?.line == 1
        }
    }
}
