import ArcaCodecs
import ArcaCore
import ArcaTestSupport
import Testing

@Suite struct HTMLReferencesTests {
    @Test(
        "decodes named and numeric references",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"), ("&lt;p&gt;", "<p>"), ("caf&eacute;", "café"), ("&#20013;", "中"),
            ("&#x4E2D;&#X4e2d;", "中中"), ("&thetasym;", "ϑ"), ("&apos;", "'"), ("", ""),
            ("&lpar;&NewLine;&CounterClockwiseContourIntegral;", "(\n∳"), ("&nGt;", "≫⃒"), ("&lang;", "⟨"),
            ("no reference", "no reference"),
        ])
    func references(text: String, result: String) throws {
        #expect(String(decoding: try HTMLReferences.decode(text.utf8), as: UTF8.self) == result)
    }

    @Test(
        "reads text as browsers do: bare ampersands, Windows-1252 numbers, old names without semicolon",
        arguments: [
            ("a & b", "a & b"), ("&", "&"), ("&;", "&;"), ("AT&T", "AT&T"), ("AT&T;x", "AT&T;x"), ("a && b", "a && b"),
            ("?a=1&b=2", "?a=1&b=2"), ("5&#128; &#150; it&#146;s", "5€ – it’s"), ("&#x80;&#X9F;", "€Ÿ"),
            ("&#129;", "\u{81}"), ("&#160;", "\u{a0}"), ("&copy 2024", "© 2024"), ("&ampx", "&x"), ("&notit;", "¬it;"),
            ("&notin;", "∉"), ("&AMP;&amp", "&&"), ("&#65 &#x41", "A A"), ("&#;", "&#;"), ("&#x;", "&#x;"),
            ("&#-5;", "&#-5;"), ("&#+5;", "&#+5;"), ("&#x", "&#x"), ("&eacut", "&eacut"),
        ])
    func browserRules(text: String, result: String) throws {
        for strictness in [Strictness.strict, .lenient] where text != "AT&T;x" || strictness == .lenient {
            #expect(
                String(decoding: try HTMLReferences.decode(text.utf8, strictness: strictness), as: UTF8.self) == result)
        }
        let script = "import html,sys;sys.stdout.buffer.write(html.unescape(sys.stdin.buffer.read().decode()).encode())"
        #expect(try Peer.python(script, input: Array(text.utf8)).text == result)
    }

    @Test(
        "rejects unknown names and numbers of no character with their position, unless lenient",
        arguments: [
            ("&unknown;", "&unknown;"), ("&#xD800;", "\u{fffd}"), ("&#x110000;", "\u{fffd}"), ("AT&T;", "AT&T;"),
            ("&#0;", "\u{fffd}"), ("line\nAT&T;", "line\nAT&T;"), ("&#99999999999999999999;", "\u{fffd}"),
        ])
    func noReference(text: String, lenient: String) throws {
        let bytes = Array(text.utf8)
        let offset = try #require(bytes.firstIndex(of: UInt8(ascii: "&")))
        #expect(throws: CodecError.code(.invalidSyntax, at: TextPosition(offset: offset, in: bytes))) {
            try HTMLReferences.decode(text.utf8)
        }
        #expect(String(decoding: try HTMLReferences.decode(text.utf8, strictness: .lenient), as: UTF8.self) == lenient)
    }

    @Test("knows the same names as Python")
    func names() throws {
        let script = """
            import html.entities
            for name, text in sorted(html.entities.html5.items()):
                if name.endswith(';'): print('&' + name, text.encode().hex())
            """
        let lines = try Peer.python(script, input: []).lines
        #expect(lines.count == 2125)
        for line in lines {
            let parts = line.split(separator: " ")
            #expect(try hexText(HTMLReferences.decode(parts[0].utf8)) == parts[1], "\(line)")
        }
    }

    @Test("escapes the same characters as Python's html.escape, and round-trips")
    func escapes() throws {
        let text = "<a href=\"x?a=1&b='2'\">café & 中 &amp;</a>\n"
        let encoded = HTMLReferences.encode(text.utf8)
        #expect(try HTMLReferences.decode(encoded) == Array(text.utf8))
        let script = "import html,sys;sys.stdout.write(html.escape(sys.stdin.read()).replace('&#x27;','&#39;'))"
        #expect(encoded == (try Peer.python(script, input: Array(text.utf8))).output)
        let answer = try Peer.python(
            "import html,sys;sys.stdout.write(html.unescape(sys.stdin.read()))", input: encoded)
        #expect(answer.text == text)
    }
}
