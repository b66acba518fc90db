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
        "rejects a bare ampersand with its position",
        arguments: [
            "&", "a & b", "&amp", "&unknown;", "&;", "&#;", "&#x;", "&#xD800;", "&#x110000;", "&#-5;", "&#+5;", "AT&T;",
            "line\nAT&T",
        ])
    func noReference(text: String) throws {
        let bytes = Array(text.utf8)
        let offset = try #require(bytes.firstIndex(of: UInt8(ascii: "&")))
        #expect(throws: CodecError(.invalidSyntax, at: TextPosition(offset: offset, in: bytes), "")) {
            try HTMLReferences.decode(text.utf8)
        }
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
            #expect(throws: CodecError.self) { try HTMLReferences.decode(parts[0].replacing(";", with: "x;").utf8) }
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
