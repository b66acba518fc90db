internal import ArcaTestSupport
import ArcaCore
import Testing

@Suite struct JSONReaderTests {
    @Test(
        "accepts what RFC 8259 allows",
        arguments: [
            ("null", "null"), (" \t\r\ntrue\n ", "true"), ("false", "false"), ("0", "0"), ("-0", "-0"),
            ("123", "123"), ("-123", "-123"), ("0.5", "0.5"), ("-0.0", "-0.0"), ("1e5", "1e5"), ("1E+5", "1E+5"),
            ("1.25e-07", "1.25e-07"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", "9223372036854775808"),
            ("123456789012345678901234567890", "123456789012345678901234567890"), ("1e400", "1e400"),
            (#""""#, #""""#), (#""a\/b""#, #""a/b""#), (#""\"\\\b\f\n\r\t""#, #""\"\\\b\f\n\r\t""#),
            (#""\u0041\u00e9\u20AC""#, #""Aé€""#), (#""\ud83d\ude00""#, #""😀""#), (#""\u0000""#, #""\u0000""#),
            ("\"\u{7f}\u{2028}\u{10ffff}\"", "\"\\u007f\u{2028}\u{10ffff}\""), ("\"\u{fffe}\"", "\"\u{fffe}\""),
            ("[]", "[]"), ("[ ]", "[]"), ("[1 , 2\n,3]", "[1,2,3]"), ("{}", "{}"), ("{ }", "{}"),
            (#"{"b":1,"a":{"":[null]}}"#, #"{"b":1,"a":{"":[null]}}"#), (#"{"a" : 1 , "A" : 2}"#, #"{"a":1,"A":2}"#),
            ("[[[[]]],{}]", "[[[[]]],{}]"),
        ])
    func validTextIsRead(text: String, canonical: String) throws {
        #expect(try JSONReader.read(text).text() == canonical)
        #expect(try JSONReader.read(Array(text.utf8)).text() == canonical)
    }

    @Test(
        "rejects everything else with code and position",
        arguments: [
            ("", CodecError.Code.truncated, 0), (" ", .truncated, 1), ("[", .truncated, 1), ("[1", .truncated, 2),
            ("[1,", .truncated, 3), ("{", .truncated, 1), (#"{"a"#, .truncated, 3), (#"{"a""#, .truncated, 4),
            (#"{"a":"#, .truncated, 5), (#"{"a":1"#, .truncated, 6), (#""abc"#, .truncated, 4),
            (#""\"#, .truncated, 2), (#""\u12"#, .truncated, 5), ("-", .truncated, 1), ("1.", .truncated, 2),
            ("1e", .truncated, 2), ("1e+", .truncated, 3), ("[1,]", .invalidSyntax, 2), ("[,1]", .invalidSyntax, 1),
            ("[1,,2]", .invalidSyntax, 3), (#"{"a":1,}"#, .invalidSyntax, 6), ("{,}", .invalidSyntax, 1),
            ("[1 2]", .invalidSyntax, 3), (#"{"a" 1}"#, .invalidSyntax, 5), (#"{"a":}"#, .invalidSyntax, 5),
            ("{a:1}", .invalidSyntax, 1), ("{1:1}", .invalidSyntax, 1), ("{'a':1}", .invalidSyntax, 1),
            ("['a']", .invalidSyntax, 1), ("[1}", .invalidSyntax, 2), (#"{"a":1]"#, .invalidSyntax, 6),
            ("]", .invalidSyntax, 0), ("01", .invalidSyntax, 0), ("-01", .invalidSyntax, 1), ("+1", .invalidSyntax, 0),
            (".5", .invalidSyntax, 0), ("1.e5", .invalidSyntax, 2), ("1.5.", .trailingData, 3),
            ("0x10", .trailingData, 1),
            ("1e5.2", .trailingData, 3), ("--1", .invalidSyntax, 1), ("1_000", .trailingData, 1),
            ("NaN", .invalidSyntax, 0),
            ("-Infinity", .invalidSyntax, 1), ("True", .invalidSyntax, 0), ("nul", .invalidSyntax, 0),
            ("nulll", .trailingData, 4), ("// x\n1", .invalidSyntax, 0), ("[1/**/]", .invalidSyntax, 2),
            ("1 2", .trailingData, 2), ("{}{}", .trailingData, 2), ("[]]", .trailingData, 2), ("1,", .trailingData, 1),
            ("\u{feff}1", .invalidCharacter, 0), ("\u{a0}1", .invalidSyntax, 0), ("[\u{0c}1]", .invalidSyntax, 1),
            ("\"a\u{0}\"", .invalidCharacter, 2), ("\"\t\"", .invalidCharacter, 1), ("\"\n\"", .invalidCharacter, 1),
            (#""\x41""#, .invalidSyntax, 1), (#""\a""#, .invalidSyntax, 1), (#""\'""#, .invalidSyntax, 1),
            (#""\U0041""#, .invalidSyntax, 1), (#""\u00g0""#, .invalidSyntax, 5), (#""\u 123""#, .invalidSyntax, 3),
            (#""\u{41}""#, .invalidSyntax, 3), (#""\ud800""#, .invalidSyntax, 1), (#""a\udc00""#, .invalidSyntax, 2),
            (#""\ud800\u0041""#, .invalidSyntax, 1), (#""\ud800\ud800""#, .invalidSyntax, 1),
            (#""\ude00\ud83d""#, .invalidSyntax, 1), (#""\ud800\n""#, .invalidSyntax, 1),
            (#""\ud800x""#, .invalidSyntax, 1),
            (#"{"a":1,"a":2}"#, .invalidSyntax, 7), (#"{"a":1,"\u0061":2}"#, .invalidSyntax, 7),
            ("{\"a\":{\"b\":1,\n\"b\":2}}", .invalidSyntax, 13),
        ])
    func invalidTextIsRefused(text: String, code: CodecError.Code, offset: Int) {
        let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
        #expect(throws: expected) { try JSONReader.read(text) }
    }

    @Test(
        "rejects invalid UTF-8",
        arguments: [
            ([0x80], 1), ([0xbf], 1), ([0xc0, 0x80], 1), ([0xc1, 0xbf], 1), ([0xc3], 1), ([0xc3, 0x28], 1),
            ([0xe0, 0x9f, 0xbf], 1), ([0xe2, 0x82], 1), ([0xed, 0xa0, 0x80], 1), ([0xef, 0xbf], 1),
            ([0xf0, 0x8f, 0xbf, 0xbf], 1), ([0xf4, 0x90, 0x80, 0x80], 1), ([0xf5, 0x80, 0x80, 0x80], 1), ([0xff], 1),
            ([0x61, 0xc3, 0xa9, 0xfe], 4),
        ] as [([UInt8], Int)])
    func malformedUTF8IsRefused(content: [UInt8], offset: Int) {
        let bytes = [0x22] + content + [0x22]
        let expected = CodecError.code(.invalidUTF8, at: TextPosition(offset: offset, in: bytes))
        #expect(throws: expected) { try JSONReader.read(bytes) }
    }

    @Test("rejects UTF-16")
    func utf16IsRefused() {
        for bytes: [UInt8] in [[0xff, 0xfe, 0x31, 0], [0xfe, 0xff, 0, 0x31]] {
            #expect(throws: CodecError.code(.invalidUTF8, at: TextPosition(offset: 0, in: bytes))) {
                try JSONReader.read(bytes)
            }
        }
    }

    @Test("rejects every prefix of a document as truncated, or reads a number as a shorter one")
    func everyCutIsRefused() throws {
        let text = Array(#"{"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00é",true,false,null,{"b":{}}]}"#.utf8)
        for count in 0..<text.count {
            var code: CodecError.Code?
            do throws(CodecError) { _ = try JSONReader.read(text[..<count]) } catch { code = error.code }
            #expect([.truncated, .invalidSyntax, .invalidUTF8].contains(code), "cut at \(count)")
        }
    }

    @Test("compares names by bytes, not by appearance")
    func equivalentNamesAreTwo() throws {
        let value = try JSONReader.read("{\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{e9}"]?.int == 1)
        #expect(value["e\u{301}"]?.int == 2)
    }

    @Test("finds duplicate names in large objects")
    func repeatedNameInLargeObjectIsRefused() throws {
        let members = (0..<1000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let value = try JSONReader.read("{\(members)}")
        for index in 0..<1000 { #expect(value["k\(index)"]?.int == index) }
        #expect(value["k1000"] == nil)
        for name in ["k0", "k11", "k12", "k13", "k999"] {
            let text = "{\(members),\"\(name)\":0}"
            let expected = CodecError(
                .invalidSyntax, at: TextPosition(offset: members.utf8.count + 2, in: text.utf8), "")
            #expect(throws: expected) { try JSONReader.read(text) }
        }
    }

    @Test("enforces the depth limit exactly, and the maximum does not exhaust the stack")
    func depthIsLimited() throws {
        for limit in [1, 2, 128, 1024] {
            let options = JSONReader.Options(maximumDepth: limit)
            let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
            _ = try JSONReader.read(deepest, options: options)
            let expected = CodecError.code(.limitExceeded, at: TextPosition(offset: limit, line: 1, column: limit + 1))
            #expect(throws: expected) { try JSONReader.read("[\(deepest)]", options: options) }
        }
        let hundredThousand = String(repeating: "[{\"\":", count: 100_000)
        #expect(throws: CodecError.self) {
            try JSONReader.read(hundredThousand, options: .init(maximumDepth: .max))
        }
        #expect(throws: CodecError.code(.limitExceeded, at: TextPosition(offset: 128, line: 1, column: 129))) {
            try JSONReader.read(String(repeating: "[", count: 200))
        }
    }

    @Test("enforces the size limit exactly")
    func sizeIsLimited() throws {
        #expect(try JSONReader.read("12345", options: .init(maximumByteCount: 5)).int == 12345)
        #expect(throws: CodecError.code(.limitExceeded, at: TextPosition(offset: 5, line: 1, column: 6))) {
            try JSONReader.read("123456", options: .init(maximumByteCount: 5))
        }
    }

    @Test("replaces unpaired surrogates with the option")
    func loneSurrogatesAreReplacedOnRequest() throws {
        let options = JSONReader.Options(replacesLoneSurrogates: true)
        let value = try JSONReader.read(#"["\ud800","\udc00x","\ud800\u0041","\ud800\ud83d\ude00"]"#, options: options)
        #expect(value == ["\u{fffd}", "\u{fffd}x", "\u{fffd}A", "\u{fffd}😀"])
    }

    @Test("reads one value per line")
    func linesAreRead() throws {
        let values = try JSONReader.readLines("{\"a\":1}\n\r\n [1, 2] \r\n\"x\"".utf8)
        #expect(values == [["a": 1], [1, 2], "x"])
        #expect(try JSONReader.readLines("".utf8) == [])
        for (text, code, offset) in [
            ("1 2\n", CodecError.Code.trailingData, 2), ("1\n[1,\n2]\n", .invalidSyntax, 5), ("1\n[", .truncated, 3),
            ("\u{feff}1", .invalidCharacter, 0),
        ] {
            #expect(throws: CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")) {
                try JSONReader.readLines(text.utf8)
            }
        }
    }

    @Test("errors report line, column and a hint")
    func errorsAreReadable() {
        #expect {
            try JSONReader.read("{\n  \"a\": [1, 2,]\n}")
        } throws: { error in
            "\(error)" == "a comma before ] at offset 14 (line 2, column 13); remove the comma"
        }
        #expect {
            try JSONReader.read("{'a': 1}")
        } throws: { error in
            "\(error)"
                == "' where a name in quotes should be at offset 1 (line 1, column 2); strings are quoted with \""
        }
    }

    @Test("agrees with Python's json on thousands of corrupted documents", .enabled(if: Peer.has("python3")))
    func damagedDocumentsGetPythonsVerdict() throws {
        let seeds = [
            #"{"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00é",true,false,null,{"b":{}}],"c":"\n\"\\"}"#,
            #"[0,-0,10,1.5,1e9,-1E-9,"\u0000",[[]],[{}],"日本語",12345678901234567890]"#, #" { "k" : "v" , "l" : [ ] } "#,
        ].map { Array($0.utf8) }
        let spares =
            Array(#"{}[]",:\0123456789.eE+-tfnu /"#.utf8) + [0x00, 0x0a, 0x0c, 0x7f, 0x80, 0xc3, 0xed, 0xa0, 0xff]
        var random = Repeatable(8259)
        var documents = seeds
        for _ in 0..<6000 {
            var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let spare = spares[Int.random(in: 0..<spares.count, using: &random)]
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = spare
                case 1: bytes.insert(spare, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
                }
            }
            documents.append(bytes)
        }
        let script = """
            import json, sys
            def refuse(text): raise ValueError(text)
            def unique(pairs):
                if len({name for name, _ in pairs}) < len(pairs): raise ValueError('repeated name')
                return dict(pairs)
            for line in sys.stdin:
                try:
                    value = json.loads(bytes.fromhex(line).decode(), parse_constant=refuse, object_pairs_hook=unique,
                                       parse_int=lambda t: 'N' + t, parse_float=lambda t: 'N' + t)
                    text = json.dumps(value, ensure_ascii=False, separators=(',', ':'))
                    text.encode()
                    print(json.dumps(value, separators=(',', ':')))
                except (ValueError, UnicodeError):
                    print('!')
            """
        let input = documents.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n" }.joined()
        let answers = try Peer.python(script, input: Array(input.utf8)).lines
        try #require(answers.count == documents.count)
        var accepted = 0
        for (document, answer) in zip(documents, answers) {
            let text = String(decoding: document, as: UTF8.self)
            if let value = try? JSONReader.read(document) {
                accepted += 1
                #expect(answer != "!", "only Arca reads \(text)")
                if answer != "!" {
                    #expect(try JSONReader.read(String(answer)) == Self.numbersAsText(value), "\(text)")
                }
                #expect(try JSONReader.read(value.text()) == value)
            } else {
                #expect(answer == "!", "only Python reads \(text)")
            }
        }
        #expect(accepted > 500 && accepted < 5000)
    }

    private static func numbersAsText(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number): return .string("N\(number)")
        case .array(let elements): return .array(elements.map(numbersAsText))
        case .object(let object):
            var result = JSONObject()
            for member in object.members { result.append(member.name, numbersAsText(member.value)) }
            return .object(result)
        default: return value
        }
    }
}
