import ArcaCodecCatalog
import ArcaCodecs
import ArcaCore
internal import ArcaCompression
internal import ArcaTestSupport
import Testing

/// Formats of other programs: Punycode, UTF-7, `escape()`, basE91, Base36; rail fence, Bacon, XOR.
@Suite struct ForeignFormTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "encodes and decodes the samples of RFC 3492, section 7.1, and domain labels",
        arguments: [
            ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"), ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
            ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
            ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
            ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
            ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
            ("PorquénopuedensimplementehablarenEspañol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
            ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
            ("-> $1.00 <-", "-> $1.00 <--"), ("bücher", "bcher-kva"), ("", ""), ("😀a", "a-iv3s"),
        ])
    func punycode(text: String, encoded: String) throws {
        #expect(Self.text(try Punycode.encode(text.utf8)) == encoded)
        #expect(Self.text(try Punycode.decode(encoded.utf8)) == text)
    }

    @Test("encodes only the domain labels that need it")
    func domains() throws {
        let domain = "www.bücher.例え.example."
        let encoded = "www.xn--bcher-kva.xn--r8jz45g.example."
        #expect(Self.text(try Punycode.encodeDomain(domain.utf8)) == encoded)
        #expect(Self.text(try Punycode.decodeDomain(encoded.utf8)) == domain)
        #expect(Self.text(try Punycode.decodeDomain("XN--BCHER-KVA.de".utf8)) == "BüCHER.de")
        #expect(throws: CodecError.code(.unencodable, at: TextPosition(offset: 2, in: "a.xn--b".utf8))) {
            try Punycode.encodeDomain("a.xn--b".utf8)
        }
    }

    @Test(
        "rejects Punycode that no encoder writes, with position",
        arguments: [
            ("bcher-kv\u{e9}", CodecErrorCode.invalidCharacter, 8), ("a-k", .truncated, 3),
            ("a-9999999b", .overflow, 2),
            ("a-b!", .invalidCharacter, 3),
        ])
    func malformedPunycode(text: String, code: CodecErrorCode, offset: Int) {
        #expect(throws: CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")) {
            try Punycode.decode(text.utf8)
        }
        #expect(throws: CodecError.self) { try Punycode.decodeDomain("xn--abc-.de".utf8) }
        #expect(throws: CodecError.code(.limitExceeded)) {
            try Punycode.decode([UInt8](repeating: 0x61, count: 5_000))
        }
    }

    @Test(
        "encodes and decodes UTF-7 like RFC 2152 and Python",
        arguments: [
            ("A≢Α.", "A+ImIDkQ-."), ("Hi Mom -☺-!", "Hi Mom -+Jjo--+ACE-"), ("日本語", "+ZeVnLIqe-"), ("1 + 1", "1 +- 1"),
            ("é+", "+AOkAKw-"), ("😀", "+2D3eAA-"), ("", ""), ("a\r\nb\t", "a\r\nb\t"),
        ])
    func utf7(text: String, encoded: String) throws {
        #expect(Self.text(try UTF7.encode(text.utf8)) == encoded)
        #expect(Self.text(try UTF7.decode(encoded.utf8)) == text)
    }

    @Test("accepts optional characters and open parts of UTF-7; surplus encoding only if lenient")
    func lenientUTF7() throws {
        // The first three are the examples of RFC 2152.
        for (text, meant) in [
            ("Hi Mom -+Jjo--!", "Hi Mom -☺-!"), ("A+ImIDkQ.", "A≢Α."), ("+ZeVnLIqe-", "日本語"), ("a=b!", "a=b!"),
            ("+AOk.", "é."), ("+AOk", "é"), ("+AOk-+AOk-", "éé"), ("+AOk--", "é-"), ("x+-y", "x+y"), ("+AOk x", "é x"),
        ] {
            #expect(Self.text(try UTF7.decode(text.utf8)) == meant)
            #expect(Self.text(try UTF7.decode(text.utf8, strictness: .lenient)) == meant)
        }
        #expect(Self.text(try UTF7.decode("+AGE-".utf8, strictness: .lenient)) == "a")
        #expect(throws: CodecError.code(.invalidSyntax, at: TextPosition(offset: 1, line: 1, column: 2))) {
            try UTF7.decode("+AGE-".utf8)
        }
        #expect(throws: CodecError.self) { try UTF7.decode("~".utf8) }
        for text in ["+2D3-", "+A-", "é", "+", "+AOl-x\\"] {
            #expect(throws: CodecError.self, "\(text)") { try UTF7.decode(text.utf8, strictness: .lenient) }
        }
    }

    @Test("encodes and decodes like escape() and unescape()")
    func scriptEscape() throws {
        let text = "é 中😀/@%"
        let encoded = "%E9%20%u4E2D%uD83D%uDE00/@%25"
        #expect(Self.text(try ScriptEscape.encode(text.utf8)) == encoded)
        #expect(Self.text(try ScriptEscape.decode(encoded.utf8)) == text)
        #expect(Self.text(try ScriptEscape.decode("100%, %e9 %u00e9".utf8, strictness: .lenient)) == "100%, é é")
        for text in ["100%", "%e9", "%u00E9", "a b", "%u12", "%uD83D", "%41"] {
            #expect(throws: CodecError.self, "\(text)") { try ScriptEscape.decode(text.utf8) }
        }
    }

    @Test("encodes and decodes basE91 like its reference implementation")
    func base91() throws {
        for (text, encoded) in [
            ("test", "fPNKd"), ("Never odd or even\n", "_O^gp@J`7RztjblLA#_1eHA"), ("", ""), ("a", "GB"),
        ] {
            #expect(Self.text(Base91.encode(text.utf8)) == encoded)
            #expect(Self.text(try Base91.decode(encoded.utf8)) == text)
        }
        var random = Repeatable(91)
        for count in 0..<80 {
            let bytes = random.bytes(count)
            let encoded = Base91.encode(bytes)
            #expect(try Base91.decode(encoded) == bytes)
            #expect(try Base91.decode(encoded + [0x0a], strictness: .lenient) == bytes)
        }
        #expect(throws: CodecError.code(.invalidCharacter, at: TextPosition(offset: 1, in: "A-".utf8))) {
            try Base91.decode("A-".utf8)
        }
        #expect(throws: CodecError.code(.trailingBits, at: TextPosition(offset: 0, in: "A".utf8))) {
            try Base91.decode("A".utf8)
        }
    }

    @Test("encodes numbers in base 36")
    func base36() throws {
        for (bytes, text) in [
            ([0xff], "73"), ([0, 0, 1], "001"), ([], ""), ([0xff, 0xff, 0xff, 0xff], "1z141z3"),
            ([0xde, 0xad, 0xbe, 0xef, 0xde, 0xad, 0xbe, 0xef], "3dwoaqsmhj9bj"),
        ] as [([UInt8], String)] {
            #expect(Base36.standard.encode(bytes) == text)
            #expect(try Base36.standard.decode(text) == bytes)
            #expect(try Base36.standard.allowing(.lenient).decode(text.uppercased()) == bytes)
        }
        #expect(throws: CodecError.code(.invalidCharacter, at: TextPosition(offset: 0, in: "Z".utf8))) {
            try Base36.standard.decode("Z")
        }
    }

    @Test("encodes and decodes with the rail fence cipher")
    func railFence() throws {
        #expect(
            Self.text(try RailFence(rails: 3).encode("WEAREDISCOVEREDFLEEATONCE".utf8)) == "WECRLTEERDSOEEFEAOCAIVDEN")
        #expect(Self.text(try RailFence(rails: 2).encode("áéíóú".utf8)) == "áíúéó")
        for rails in [2, 3, 4, 7, 1000] {
            for count in 0..<40 {
                let bytes = (0..<count).map { UInt8($0 + 0x30) }
                let fence = try RailFence(rails: rails)
                #expect(fence.decode(fence.encode(bytes)) == bytes)
            }
        }
        #expect(throws: CodecError.code(.invalidOption)) { try RailFence(rails: 1) }
    }

    @Test("encodes and decodes Bacon's cipher with 26 and 24 letters")
    func bacon() throws {
        #expect(Self.text(try Bacon().encode("Hi Z".utf8)) == "AABBB ABAAA / BBAAB")
        #expect(Self.text(try Bacon(isHistoric: true).encode("juz".utf8)) == "ABAAA BAABB BABBB")
        let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        #expect(Self.text(try Bacon().decode(Bacon().encode(all.utf8))) == all)
        let old = Bacon(isHistoric: true)
        #expect(Self.text(try old.decode(old.encode(all.utf8))) == "ABCDEFGHIIKLMNOPQRSTUUWXYZ")
        #expect(Self.text(try Bacon().decode("aabbbabaaa\n00000 / 11001".utf8, strictness: .lenient)) == "HIA Z")
        for text in ["AABB", "AABBBABAAA", "BBBBB", "aaaaa", "AAAAA  AAAAA", "AAAAA /"] {
            #expect(throws: CodecError.self, "\(text)") { try Bacon().decode(text.utf8) }
        }
    }

    @Test("accepts the same Base64 as browsers if lenient, and reports dropped bits")
    func forgivingBase64() throws {
        let base64 = try Codec(named: "base64")
        for (text, meant) in [("ab", [0x69]), ("YR", [0x61]), ("ab==", [0x69]), ("YWJj", [0x61, 0x62, 0x63])]
            as [(String, [UInt8])]
        {
            let stream = try base64.makeStream(.decoding, [.lenient: true])
            var output: [UInt8] = []
            try stream.update(Array(text.utf8).span) { output += [UInt8](bytes: $0) }
            try stream.finish { output += [UInt8](bytes: $0) }
            #expect(output == meant)
            #expect(stream.notes.isEmpty == (text == "YWJj"))
        }
        #expect(throws: CodecError.self) { try base64.decode("a", [.lenient: true]) }
    }
}
