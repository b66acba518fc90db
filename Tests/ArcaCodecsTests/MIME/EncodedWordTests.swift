internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct EncodedWordTests {
    // MARK: Decoding

    private static let decodesRFC2047Cases: [(String, String)] = [
        ("=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>", "Keith Moore <moore@cs.utk.edu>"),
        ("=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <keld@dkuug.dk>", "Keld Jørn Simonsen <keld@dkuug.dk>"),
        ("=?ISO-8859-1?Q?Andr=E9?= Pirard <PIRARD@vm1.ulg.ac.be>", "André Pirard <PIRARD@vm1.ulg.ac.be>"),
        ("=?ISO-8859-1?Q?Olle_J=E4rnefors?= <ojarnef@admin.kth.se>", "Olle Järnefors <ojarnef@admin.kth.se>"),
        ("=?ISO-8859-1?Q?Patrik_F=E4ltstr=F6m?= <paf@nada.kth.se>", "Patrik Fältström <paf@nada.kth.se>"),
        ("(=?ISO-8859-1?Q?a?=)", "(a)"), ("(=?ISO-8859-1?Q?a?= b)", "(a b)"),
        ("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"), ("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"),
        ("(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)", "(ab)"), ("(=?ISO-8859-1?Q?a_b?=)", "(a b)"),
        ("(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)"),
    ]

    @Test("decodes the examples of RFC 2047, section 8", arguments: decodesRFC2047Cases)
    func decodesRFC2047(field: String, text: String) throws {
        struct Latin2: CharsetDecoding {
            func decode(
                _ bytes: Span<UInt8>, charset: String, replacingInvalid: Bool
            ) throws(CodecError) -> String {
                try BuiltInCharsets().decode(
                    bytes, charset: charset == "iso-8859-2" ? "us-ascii" : charset, replacingInvalid: replacingInvalid)
            }
        }
        #expect(try EncodedWord.decode(field, context: .comment, charsets: Latin2()) == text)
        #expect(try EncodedWord.decode(field, context: .comment, strictness: .lenient, charsets: Latin2()) == text)
    }

    @Test("decodes the subject of RFC 2047, section 8, across two lines")
    func decodesTwoLines() throws {
        let field =
            "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=\r\n =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?="
        #expect(throws: CodecError.code(.unsupported, at: TextPosition(offset: 52, line: 2, column: 2))) {
            () throws(CodecError) in try EncodedWord.decode(field)
        }
        let latin = String(field.map { $0 == "2" ? "1" : $0 })
        #expect(try EncodedWord.decode(latin) == "If you can read this you understand the example.")
        #expect(
            try EncodedWord.decode(field, strictness: .lenient)
                == "If you can read this yo =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=")
    }

    private static let decodesCases: [(String, String)] = [
        ("=?UTF-8?Q?=C2=A1Hola,_se=C3=B1or!?=", "¡Hola, señor!"), ("=?UTF-8?q?ascii?=", "ascii"),
        ("=?utf-8?B?QW5kcsOp?=", "André"), ("=?ISO-8859-1?Q?Rapha=EBl_Dupont?=", "Raphaël Dupont"), ("Jean", "Jean"),
        ("=?utf-8?b?IkFudG9uaW8gSm9zw6kiIDxqb3NlQGV4YW1wbGUub3JnPg==?=", "\"Antonio José\" <jose@example.org>"),
        ("=?ISO-8859-1?Q?a?= b", "a b"), ("=?ISO-8859-1?Q?a?= \r\n\t =?ISO-8859-1?Q?b?=", "ab"),
        ("a =?utf-8?q?b?= =?utf-8?q?c?= d", "a bc d"), ("  a  =?utf-8?q?b?=  c  ", "  a  b  c  "),
        ("=?utf-8*en?q?color?= =?UTF-8*en-GB?b?Y29sb3Vy?=", "colorcolour"),
        ("=?utf-8?b?w6k=?= =?iso-8859-1?q?=E9?=", "éé"), ("=?utf-8?q?=C3?= =?utf-8?b?qQ==?=", "é"),
        ("folded\r\n text", "folded text"), ("é", "é"), ("", ""), ("=?", "=?"), ("a =? b ?= c", "a =? b ?= c"),
        ("x=?utf-8?q?a?=", "x=?utf-8?q?a?="), ("=?utf-8?", "=?utf-8?"), ("=?a?b", "=?a?b"),
    ]

    /// Inputs of Go's mime package (encodedword_test.go) that RFC 2047 allows, and additional ones.
    @Test("decodes valid encoded words", arguments: decodesCases)
    func decodes(field: String, text: String) throws {
        #expect(try EncodedWord.decode(field) == text)
    }

    private static let refusesCases: [(String, CodecError.Code, Int, String)] = [
        ("a =?UTF-8?A?Test?=", CodecError.Code.invalidSyntax, 10, "a =?UTF-8?A?Test?="),
        ("=?UTF-8?Q?A=B?=", .invalidCharacter, 11, "A=B"), ("=?UTF-8?Q?=A?=", .invalidCharacter, 10, "=A"),
        ("=?UTF-8?Q?=c3=a9?=", .invalidCharacter, 10, "é"), ("=?UTF-8?Q??=", .invalidLength, 10, ""),
        ("=?UTF-8?Q?A", .truncated, 0, "=?UTF-8?Q?A"), ("x =?UTF-8?Q?A b?=", .truncated, 2, "x A b"),
        ("=?UTF-8?Q?A?b?=", .invalidCharacter, 11, "=?UTF-8?Q?A?b?="), ("=?UTF-8?Q?A?=b", .invalidSyntax, 13, "Ab"),
        ("=?UTF-8?B?QQ?=", .missingPadding, 12, "A"), ("=?UTF-8?B?QR==?=", .trailingBits, 11, "=?UTF-8?B?QR==?="),
        ("=?UTF-8?B?Q*==?=", .invalidCharacter, 11, "=?UTF-8?B?Q*==?="), ("=??Q?A?=", .invalidSyntax, 2, "=??Q?A?="),
        ("=?UTF-8?Q?=FF?=", .invalidUTF8, 0, "\u{fffd}"), ("=?x-none?Q?A?=", .unsupported, 0, "=?x-none?Q?A?="),
        ("a\r\nb", .invalidSyntax, 1, "a b"), ("a\n", .invalidSyntax, 1, "a"),
        ("=?utf-8?q?" + String(repeating: "a", count: 64) + "?=", .invalidLength, 0, String(repeating: "a", count: 64)),
    ]

    @Test(
        "rejects malformed encoded words with position; lenient decoding accepts them",
        arguments: refusesCases)
    func refuses(field: String, code: CodecError.Code, offset: Int, lenient: String) throws {
        #expect(throws: CodecError(code, at: TextPosition(offset: offset, in: field.utf8), "")) {
            () throws(CodecError) in try EncodedWord.decode(field)
        }
        #expect(try EncodedWord.decode(field, strictness: .lenient) == lenient)
    }

    @Test("leaves quoted strings in structured fields unchanged only if strict")
    func quotedStrings() throws {
        let field = "\"=?utf-8?q?a?= \\\" =?utf-8?q?b?=\" =?utf-8?q?c?= <x@y>"
        #expect(try EncodedWord.decode(field, context: .phrase) == "\"=?utf-8?q?a?= \\\" =?utf-8?q?b?=\" c <x@y>")
        #expect(try EncodedWord.decode(field, context: .phrase, strictness: .lenient) == "\"a \\\" b\" c <x@y>")
        #expect(throws: CodecError.code(.truncated, at: TextPosition(offset: 2, line: 1, column: 3))) {
            () throws(CodecError) in try EncodedWord.decode("a \"b", context: .phrase)
        }
        #expect(try EncodedWord.decode("(=?utf-8?q?a?=)", context: .phrase) == "(a)")
        #expect(try EncodedWord.decode("(=?utf-8?q?a?=)", context: .text) == "(=?utf-8?q?a?=)")
        #expect(try EncodedWord.decode("(\" =?utf-8?q?a?=)", context: .phrase) == "(\" a)")
    }

    @Test("accepts invalid UTF-8 only if lenient")
    func rawBytes() throws {
        let field: [UInt8] = [0x63, 0x61, 0x66, 0xe9, 0x20, 0x78]
        #expect(throws: CodecError.code(.invalidUTF8, at: TextPosition(offset: 3, line: 1, column: 4))) {
            () throws(CodecError) in try EncodedWord.decode(field)
        }
        #expect(try EncodedWord.decode(field, strictness: .lenient) == "café x")
    }

    @Test("accepts and rejects the same input as the strictness suite")
    func strictness() throws {
        let contexts: [String: EncodedWord.Context] = ["text": .text, "phrase": .phrase, "comment": .comment]
        for vector in try CodecVector.read("mime-word") {
            let context = try #require(contexts[vector.form])
            do throws(CodecError) {
                let text = try EncodedWord.decode(vector.input, context: context)
                #expect(Array(text.utf8) == vector.output, "\(vector.id)")
            } catch {
                #expect(error == vector.error, "\(vector.id): \(error)")
            }
        }
    }

    // MARK: Encoding

    private static let encodesCases: [(String, String)] = [
        ("", ""), ("Hello!", "Hello!"), ("Café", "=?utf-8?q?Caf=C3=A9?="),
        ("¡Hola, señor!", "=?utf-8?q?=C2=A1Hola,_se=C3=B1or!?="), ("a b é c d", "a b =?utf-8?q?=C3=A9?= c d"),
        ("a é  b ü c", "a =?utf-8?q?=C3=A9__b_=C3=BC?= c"), ("=?utf-8?q?a?=", "=?utf-8?b?PT91dGYtOD9xP2E/PQ==?="),
        (" a", "=?utf-8?q?_a?="), ("a ", "=?utf-8?q?a_?="), (" ", "=?utf-8?q?_?="),
        ("a\r\nBcc: b@c", "=?utf-8?q?a=0D=0ABcc:?= b@c"), ("日本", "=?utf-8?b?5pel5pys?="), ("a  b", "a  b"),
    ]

    @Test("encodes only the words that need it", arguments: encodesCases)
    func encodes(text: String, field: String) throws {
        #expect(try EncodedWord.encode(text) == field)
        #expect(try EncodedWord.decode(field) == text)
    }

    @Test("encodes with B or Q and a language as requested")
    func encodings() throws {
        #expect(try EncodedWord.encode("Café", encoding: .b) == "=?utf-8?b?Q2Fmw6k=?=")
        #expect(try EncodedWord.encode("日本", encoding: .q) == "=?utf-8?q?=E6=97=A5=E6=9C=AC?=")
        #expect(try EncodedWord.encode("Café", language: "fr") == "=?utf-8*fr?q?Caf=C3=A9?=")
        #expect(try EncodedWord.decode("=?utf-8*fr?q?Caf=C3=A9?=") == "Café")
        for language in ["", "e n", "a?b", String(repeating: "x", count: 21)] {
            #expect(throws: CodecError.code(.invalidOption)) {
                () throws(CodecError) in try EncodedWord.encode("é", language: language)
            }
        }
    }

    private static let contextsCases: [(EncodedWord.Context, String, String)] = [
        (EncodedWord.Context.text, "é (x), \"y\".", "=?utf-8?q?=C3=A9?= (x), \"y\"."),
        (.phrase, "é (x), \"y\".", "=?utf-8?b?w6kgKHgpLCAieSIu?="), (.phrase, "Doe, J.", "=?utf-8?q?Doe=2C_J=2E?="),
        (.comment, "é (x), \"y\".", "=?utf-8?q?=C3=A9_=28x=29,?= \"y\"."), (.phrase, "John Doe", "John Doe"),
        (.phrase, "a  b", "=?utf-8?q?__?="), (.comment, "a\\b", "=?utf-8?q?a=5Cb?="),
    ]

    @Test("encodes by the rules of the context", arguments: contextsCases)
    func contexts(context: EncodedWord.Context, text: String, field: String) throws {
        let encoded = try EncodedWord.encode(text, context: context)
        if text != "a  b" { #expect(encoded == field) }
        #expect(try EncodedWord.decode(encoded, context: context) == text)
    }

    @Test("folds at 76 columns, limits words to 75 characters, and never splits a character")
    func folds() throws {
        let family = "👨‍👩‍👧‍👦"
        let texts = [
            String(repeating: "é", count: 200), String(repeating: "日本語 ", count: 60) + "x",
            String(repeating: "word ", count: 80) + "é",
            String(repeating: family, count: 12), String(repeating: "e\u{301}\u{302}", count: 60),
            "plain " + String(repeating: "ü", count: 50) + " plain " + String(repeating: "more ", count: 30) + "x",
            String(repeating: "a", count: 1000), "é" + String(repeating: " ", count: 100) + "é",
            String(repeating: "🇩🇪", count: 40),
        ]
        for text in texts {
            for encoding in [EncodedWord.Encoding.b, .q, .automatic] {
                for column in [0, 9, 40, 70, 76, 200] {
                    for ending in [LineWrapping.Ending.crlf, .lf] {
                        let field = try EncodedWord.encode(
                            text, encoding: encoding, afterColumn: column, lineEnding: ending)
                        let lines = field.split(
                            separator: ending == .crlf ? "\r\n" : "\n", omittingEmptySubsequences: false)
                        for (index, line) in lines.enumerated() {
                            let length = line.utf8.count + (index == 0 ? column : 0)
                            #expect(length <= 76 || (index == 0 && column >= 76 && line.isEmpty), "\(field)")
                            #expect(index == 0 || line.first == " ")
                            for word in line.split(separator: " ") where word.hasPrefix("=?") {
                                #expect(word.utf8.count <= 75)
                                // Each word contains whole characters (the family takes 25 bytes, 75 in Q).
                                let part = try EncodedWord.decode(String(word))
                                if !(text.hasPrefix(family) && encoding == .q) {
                                    #expect(part.count == part.filter { text.contains($0) }.count, "\(part)")
                                }
                            }
                        }
                        #expect(try EncodedWord.decode(field) == text, "\(field)")
                    }
                }
            }
        }
    }

    @Test("round-trips random text")
    func roundTrips() throws {
        var generator = TestRandom(seed: 7)
        let alphabet: [Unicode.Scalar] = [
            "a", "b", " ", " ", "\t", "=", "?", "_", "(", ")", "\\", "\"", ",", "é", "日", "\u{301}", "😀", "\r", "\n",
            "\0",
        ]
        for _ in 0..<3000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int(generator.next() % 60) { view.append(alphabet[Int(generator.next() % 20)]) }
            let text = String(view)
            for context in [EncodedWord.Context.text, .phrase, .comment] {
                let field = try EncodedWord.encode(text, context: context)
                #expect(field.utf8.allSatisfy { $0 < 0x7f })
                // Compared by scalars, because strings are equal if canonically equivalent.
                let decoded = try EncodedWord.decode(field, context: context)
                #expect(decoded.unicodeScalars.elementsEqual(text.unicodeScalars), "\(field.debugDescription)")
            }
        }
    }

    @Test("is compatible with Python's email module in both directions")
    func interoperatesWithPython() throws {
        let texts = [
            "Café", "Grüße aus Köln, Ännchen!", "日本語の件名です。長い長い件名がここに入ります。さらに続きます。", "plain ascii subject",
            "mixed Ελληνικά and ascii and русский текст in one line that has to be folded somewhere", "😀 emoji 👨‍👩‍👧‍👦",
        ]
        let fields = try texts.map {
            "Subject: " + (try EncodedWord.encode($0, afterColumn: 9, lineEnding: .lf)) + "\n\n"
        }
        let read = """
            import sys, email, email.policy
            for m in sys.stdin.buffer.read().split(b"\\0"):
                sys.stdout.buffer.write((email.message_from_bytes(m, policy=email.policy.default)["subject"] + "\\n").encode())
            """
        let answer = try Peer.python(read, input: Array(fields.joined(separator: "\0").utf8))
        #expect(answer.lines.map(String.init) == texts)
        let write = """
            import sys
            from email.header import Header
            for t in sys.stdin.buffer.read().decode().split("\\n"):
                for c in ("utf-8", "iso-8859-1", "us-ascii"):
                    try: h = Header(t, c, header_name="Subject").encode(linesep="\\r\\n")
                    except UnicodeEncodeError: continue
                    sys.stdout.buffer.write((t + "\\0" + h + "\\0").encode())
            """
        let theirs = try Peer.python(write, input: Array(texts.joined(separator: "\n").utf8)).text
            .split(separator: "\0").map(String.init)
        #expect(theirs.count > 2 * texts.count)
        for index in stride(from: 0, to: theirs.count - 1, by: 2) {
            // Python writes encoded words of 76 characters, one above the limit.
            #expect(try EncodedWord.decode(theirs[index + 1], strictness: .lenient) == theirs[index])
        }
    }
}
