internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct DataURITests {
    @Test("parses the examples of the RFC")
    func rfcExamplesAreRead() throws {
        let note = try DataURI("data:,A%20brief%20note")
        #expect(String(decoding: note.bytes, as: UTF8.self) == "A brief note")
        #expect(note.mediaType == .plainText)
        let greek = try DataURI("data:text/plain;charset=iso-8859-7,%be%fe%be")
        #expect(greek.bytes == [0xbe, 0xfe, 0xbe])
        #expect(greek.mediaType["charset"] == "iso-8859-7")
        let query = try DataURI("data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local")
        #expect(String(decoding: query.bytes, as: UTF8.self) == "select_vcount,fcol_from_fieldtable/local")
        #expect(query.mediaType.essence == "application/vnd-xxx-query")
    }

    @Test("parses each part")
    func partsAreRead() throws {
        let uri = try DataURI("DATA:;charset=utf-8;BASE64,aGk%3D#top")
        #expect(uri.bytes == [104, 105])
        #expect(uri.mediaType.essence == "text/plain")
        #expect(uri.mediaType["charset"] == "utf-8")
        #expect(uri.fragment == "top")
        #expect(try DataURI("data:,").bytes.isEmpty)
        #expect(try DataURI("data:image/svg+xml;name=%22a%20b%22,%3Csvg/%3E").mediaType["name"] == "a b")
    }

    @Test(
        "rejects violations of the RFCs with position",
        arguments: [
            ("http://x", CodecError.Code.invalidSyntax, 0), ("data", .invalidSyntax, 0),
            ("data:text/plain", .truncated, 15),
            ("data:a#,b", .truncated, 6), ("data:, ", .invalidCharacter, 6), ("data:,é", .invalidCharacter, 6),
            ("data:,%4", .truncated, 8),
            ("data:;base64,aGk", .missingPadding, 16), ("data:;base64,aGl=", .trailingBits, 15),
            ("data:;base64,aG%6C%3d", .trailingBits, 15),
            ("data:;base64,a%47!k", .invalidCharacter, 17), ("data:text,x", .invalidSyntax, 9),
            ("data:,a#b c", .invalidCharacter, 9),
            ("data:text/p%6Cain/x,y", .invalidSyntax, 17),
        ])
    func malformedTextIsRefused(text: String, code: CodecError.Code, offset: Int) {
        let error = failure { () throws(CodecError) in try DataURI(text) }
        #expect(
            error == CodecError(code, at: TextPosition(offset: offset, in: text.utf8), ""),
            "\(String(describing: error))")
    }

    @Test(
        "parses like browsers",
        arguments: [
            // From the rules of WHATWG Fetch section 6 and Infra section 7; nil if processing fails.
            ("data:,X", "text/plain;charset=US-ASCII", "X"), ("data:", nil, nil), ("data:text/html", nil, nil),
            ("data:,%FF", "text/plain;charset=US-ASCII", "\u{ff}"),
            ("data:text/plain,X", "text/plain", "X"), ("data:text/plain ,X", "text/plain", "X"),
            ("data:IMAGE/gif;hi=x,X", "image/gif;hi=x", "X"),
            ("data:;x=x;charset=x,X", "text/plain;x=x;charset=x", "X"), ("data:;x=x,X", "text/plain;x=x", "X"),
            ("data:x,X", "text/plain;charset=US-ASCII", "X"),
            ("data:;base64,WA", "text/plain;charset=US-ASCII", "X"),
            ("data:;base64,WA==", "text/plain;charset=US-ASCII", "X"),
            ("data:; base64,WA", "text/plain;charset=US-ASCII", "X"),
            ("data:;base64;,WA", "text/plain", "WA"), ("data:;base64 ,WA", "text/plain;charset=US-ASCII", "X"),
            ("data:;base 64,WA", "text/plain", "WA"),
            ("data:;BASe64,WA", "text/plain;charset=US-ASCII", "X"), ("data:;%62ase64,WA", "text/plain", "WA"),
            ("data:base64,WA", "text/plain;charset=US-ASCII", "WA"),
            ("data:;base64,W%20A", "text/plain;charset=US-ASCII", "X"),
            ("data:;base64,W%0CA", "text/plain;charset=US-ASCII", "X"), ("data:;base64x,WA", "text/plain", "WA"),
            ("data:;base64,W", nil, nil), ("data:;base64,WA=", nil, nil), ("data:;base64,W!", nil, nil),
            ("data:;base64,WB", "text/plain;charset=US-ASCII", "X"),
            (" data:,a\n b\t#c ", "text/plain;charset=US-ASCII", "a b"),
            ("data:,%4g%", "text/plain;charset=US-ASCII", "%4g%"),
            ("data:,é", "text/plain;charset=US-ASCII", "\u{c3}\u{a9}"),
            ("data:;charset=\"x\",X", "text/plain;charset=x", "X"),
            ("data:text/html;charset=utf-8,<b>", "text/html;charset=utf-8", "<b>"), ("xdata:,", nil, nil),
        ] as [(String, String?, String?)])
    func browserRulesAreFollowed(text: String, type: String?, content: String?) {
        let uri = try? DataURI(text, rules: .whatwg)
        #expect(uri.map { $0.mediaType.description.lowercased() } == type?.lowercased())
        #expect(uri?.bytes == content.map { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } })
    }

    @Test("writes URIs it can parse, in the requested form or the shorter one")
    func writtenTextIsReadAgain() throws {
        #expect(DataURI(bytes: [104, 105], mediaType: .plainText).text() == "data:,hi")
        #expect(DataURI(bytes: [104, 105], mediaType: .plainText).text(usesBase64: true) == "data:;base64,aGk=")
        #expect(
            DataURI(bytes: [0, 1, 2, 255], mediaType: .octetStream).text(usesBase64: false)
                == "data:application/octet-stream,%00%01%02%FF")
        #expect(DataURI(bytes: noise(99), mediaType: .octetStream).text().contains(";base64,"))
        let type = try MediaType("text/plain;charset=utf-8;name=\"a b\"")
        for bytes in [[], Array("a,b#c%é".utf8), noise(300)] {
            for usesBase64 in [nil, true, false] as [Bool?] {
                for uri in [
                    DataURI(bytes: bytes, mediaType: type, fragment: "x"), DataURI(bytes: bytes, mediaType: .plainText),
                ] {
                    #expect(try DataURI(uri.text(usesBase64: usesBase64)) == uri)
                    if uri.fragment == nil {
                        #expect(try DataURI(uri.text(usesBase64: usesBase64), rules: .whatwg) == uri)
                    }
                }
            }
        }
    }

    @Test("Python's urllib reads the output", .enabled(if: Peer.has("python3")))
    func pythonReadsIt() throws {
        let bytes = noise(200)
        for usesBase64 in [true, false] {
            let text = DataURI(bytes: bytes, mediaType: .octetStream).text(usesBase64: usesBase64)
            let answer = try Peer.python(
                "import sys, urllib.request; sys.stdout.buffer.write(urllib.request.urlopen(sys.stdin.read()).read())",
                input: Array(text.utf8))
            #expect(answer.output == bytes)
        }
    }
}
