internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct UnicodeEscapeTests {
    private static let forms: [UnicodeEscape] = UnicodeEscape.Form.allCases.flatMap {
        [UnicodeEscape(form: $0), UnicodeEscape(form: $0, escapesAll: true)]
    }

    @Test("writes each form")
    func formsAreWritten() throws {
        let text = "A\u{e9}中😀\\"
        let expected: [(UnicodeEscape, String)] = [
            (.standard, #"A\u00E9\u4E2D\uD83D\uDE00\u005C"#), (.braces, #"A\u{E9}\u{4E2D}\u{1F600}\u{5C}"#),
            (.long, #"A\u00E9\u4E2D\U0001F600\u005C"#), (.hexReference, "A&#xE9;&#x4E2D;&#x1F600;&#x5C;"),
            (.decimalReference, "A&#233;&#20013;&#128512;&#92;"), (.codePoint, "AU+00E9U+4E2DU+1F600U+005C"),
        ]
        for (codec, written) in expected {
            #expect(try codec.encode(text.utf8) == written)
            #expect(try UnicodeEscape.standard.decode(written) == Array(text.utf8))
        }
        #expect(try UnicodeEscape(form: .utf16, escapesAll: true).encode("Az".utf8) == #"\u0041\u007A"#)
        #expect(try UnicodeEscape.codePoint.encode("éa1g".utf8) == "U+00E9U+0061U+0031g")
        #expect(try UnicodeEscape.codePoint.encode("\u{10ffff}a".utf8) == "U+10FFFFa")
        #expect(try UnicodeEscape.braces.encode("&# & U+ U".utf8) == #"\u{26}# & \u{55}+ U"#)
    }

    @Test("writes escapes that Python and HTML decode", .enabled(if: Peer.has("python3")))
    func peersAgree() throws {
        let text = "Grüße, 世界 😀 \u{10fffd} \\n & < &#65; U+41"
        let script = """
            import sys, json, html
            read = {'json': lambda t: json.loads('"' + t + '"'), 'python': lambda t: t.encode().decode('unicode_escape'),
                    'html': html.unescape}
            for line in sys.stdin:
                name, text = line.rstrip('\\n').split(' ', 1)
                print(read[name](text))
            """
        let lines = [
            try "json \(UnicodeEscape.standard.encode(text.utf8))",
            try "python \(UnicodeEscape.long.encode(text.utf8))",
            try "html \(UnicodeEscape.hexReference.encode(text.utf8))",
            try "html \(UnicodeEscape.decimalReference.encode(text.utf8))",
        ]
        let answer = try Peer.python(script, input: Array((lines.joined(separator: "\n") + "\n").utf8))
        #expect(answer.lines == Array(repeating: Substring(text), count: 4))
    }

    @Test("round-trips any text, even one full of escapes, for every split")
    func everyTextComesBack() throws {
        let texts = [
            "", "plain", "\\", "\\\\u0041", "&#65;&#x41;&amp;&&##", "U+0041U+U+UU++", #"\u0041\u{41}\U00000041"#,
            "éaéféU+41é0", "\u{80}\u{9f}\u{a0}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\u{fffe}\u{0}\n\r\t",
        ]
        for codec in Self.forms {
            for text in texts {
                let bytes = Array(text.utf8)
                let written = try codec.encodeToBytes(bytes)
                #expect(written.allSatisfy { $0 < 0x80 })
                #expect(try codec.decode(written) == bytes, "\(codec.form) \(text)")
                for cut in 0...written.count {
                    let (decoded, error) = decodeInPieces(codec.makeDecoder(), written, cuts: [cut])
                    #expect(decoded == bytes && error == nil, "\(codec.form) \(text) cut at \(cut)")
                }
                for cut in 0...bytes.count {
                    let (encoded, error) = decodeInPieces(codec.makeEncoder(), bytes, cuts: [cut])
                    #expect(encoded == written && error == nil)
                }
            }
        }
    }

    @Test("round-trips every character in every form")
    func everyCharacterComesBack() throws {
        var all = String.UnicodeScalarView()
        for value in stride(from: UInt32(0), to: 0x110000, by: 61) {
            if let scalar = Unicode.Scalar(value) { all.append(scalar) }
        }
        let bytes = Array(String(all).utf8)
        for codec in Self.forms { #expect(try codec.decode(codec.encodeToBytes(bytes)) == bytes) }
    }

    @Test(
        "rejects invalid escapes with position",
        arguments: [
            (#"a\n"#, CodecError.Code.invalidSyntax, 1), (#"\x41"#, .invalidSyntax, 0), (#"\\"#, .invalidSyntax, 0),
            (#"\u12g4"#, .invalidSyntax, 0), (#"\u{}"#, .invalidSyntax, 0), (#"\u{1234567}"#, .invalidSyntax, 0),
            (#"\u{41;"#, .invalidSyntax, 0), (#"\u{110000}"#, .invalidSyntax, 0), (#"\u{d800}"#, .invalidSyntax, 0),
            (#"\U0000D800"#, .invalidSyntax, 0), (#"\U00110000"#, .invalidSyntax, 0),
            (#"\UFFFFFFFF"#, .invalidSyntax, 0),
            (#"\ud800"#, .invalidSyntax, 0), (#"x\ud800y"#, .invalidSyntax, 1), (#"\udc00"#, .invalidSyntax, 0),
            (#"\ud800\ud800"#, .invalidSyntax, 0), (#"\ud800\u{dc00}"#, .invalidSyntax, 0),
            (#"\ud800\U0000dc00"#, .invalidSyntax, 0), (#"\ud800\u0041"#, .invalidSyntax, 0),
            ("&#;", .invalidSyntax, 0), ("&#x;", .invalidSyntax, 0), ("&#65", .truncated, 4), ("&#x41", .truncated, 5),
            ("&#65 ", .invalidSyntax, 0), ("&#x110000;", .invalidSyntax, 0), ("&#55296;", .invalidSyntax, 0),
            ("&#12345678;", .invalidSyntax, 0), ("&#x0000041;", .invalidSyntax, 0), ("&#a;", .invalidSyntax, 0),
            ("U+", .truncated, 2), ("U+41", .truncated, 4), ("U+41 ", .invalidSyntax, 0), ("U+D800", .invalidSyntax, 0),
            ("U+110000", .invalidSyntax, 0), (#"\"#, .truncated, 1), (#"\u"#, .truncated, 2),
            (#"\u004"#, .truncated, 5),
            (#"\u{4"#, .truncated, 4), ("é\n\\q", .invalidSyntax, 3),
        ])
    func malformedTextIsRefused(text: String, code: CodecError.Code, offset: Int) {
        let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
        #expect(failure { () throws(CodecError) in try UnicodeEscape.standard.decode(text) } == expected)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            #expect(decodeInPieces(UnicodeEscape.standard.makeDecoder(), bytes, cuts: [cut]).error == expected)
        }
    }

    @Test("decodes mixed forms, and keeps text that only resembles them")
    func formsAreMixed() throws {
        let text = #"\u0041\u{42}\U00000043&#x44;&#69;U+0046; AT&T, U-boat, &amp; U+1F600 U+10FFFFF"#
        #expect(try UnicodeEscape.standard.decode(text) == Array("ABCDEF; AT&T, U-boat, &amp; 😀 \u{10ffff}F".utf8))
        #expect(try UnicodeEscape.standard.decode("&#x0041;&#0065;&#X41;") == Array("AAA".utf8))
    }

    @Test("keeps other backslashes with the option, but never an unpaired surrogate")
    func othersStandOnRequest() throws {
        let codec = UnicodeEscape.standard.allowing(.mixedAlphabets)
        let text = #"a\nb\\u0041 \u12 &#; &#x U+1 \u{é} \u00e9"#
        #expect(try codec.decode(text) == Array(#"a\nb\A \u12 &#; &#x U+1 \u{é} é"#.utf8))
        #expect(try codec.decode(#"\u00"#) == Array(#"\u00"#.utf8))
        for half in [#"\ud800"#, #"\ud800\n"#, #"\udc00"#, #"\ud800&"#] {
            #expect(throws: CodecError.self) { try codec.decode(half) }
        }
    }

    @Test("rejects invalid UTF-8, in both directions")
    func malformedUTF8IsRefused() {
        let bytes: [UInt8] = [0x61, 0xff]
        let expected = CodecError.code(.invalidUTF8, at: TextPosition(offset: 1, line: 1, column: 2))
        #expect(failure { () throws(CodecError) in try UnicodeEscape.standard.decode(bytes) } == expected)
        #expect(failure { () throws(CodecError) in try UnicodeEscape.standard.encode(bytes) as String } == expected)
        #expect(throws: CodecError.self) { try UnicodeEscape.standard.encode([0xe2, 0x82]) as String }
    }
}
