internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct HeaderParametersTests {
    private func pairs(_ parameters: HeaderParameters) -> [String] { parameters.all.map { "\($0.name)=\($0.value)" } }

    private static let readsCases: [(String, [String])] = [
        ("", []), ("; a=b", ["a=b"]), (" ; FOO = bar ; baz=\"q;x\"", ["foo=bar", "baz=q;x"]),
        ("; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A", ["title=This is ***fun***"]),
        (
            "; access-type=URL; URL*0=\"ftp://\"; URL*1=\"cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar\"",
            ["access-type=URL", "url=ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"]
        ),
        (
            "; title*0*=us-ascii'en'This%20is%20even%20more%20\r\n ; title*1*=%2A%2A%2Afun%2A%2A%2A%20;\r\n title*2=\"isn't it!\"",
            ["title=This is even more ***fun*** isn't it!"]
        ),
        ("; filename=\"f\\oo.html\"", ["filename=foo.html"]),
        ("; filename=\"\\\"q\\\" t.html\"", ["filename=\"q\" t.html"]),
        ("; filename='foo.html'", ["filename='foo.html'"]), ("; filename=\"foo-%41.html\"", ["filename=foo-%41.html"]),
        ("; filename* =UTF-8''foo-%c3%a4.html", ["filename=foo-ä.html"]),
        ("; f*=UTF-8''A-%2541.html", ["f=A-%41.html"]),
        ("; filename*0*=UTF-8''foo-%c3%a4; filename*1=\".html\"", ["filename=foo-ä.html"]),
        ("; filename*1=\"bar\"; filename*0=\"foo\"", ["filename=foobar"]),
        ("; filename=\"foo-ae.html\"; filename*=UTF-8''foo-%c3%a4.html", ["filename=foo-ä.html"]),
        ("; filename*=UTF-8''foo-%c3%a4.html; filename=\"foo-ae.html\"", ["filename=foo-ä.html"]),
        ("; f*0*=utf-8''%C3; f*1*=%A9", ["f=é"]), ("; f*=''abc", ["f=abc"]), ("; f*=iso-8859-1''%E9", ["f=é"]),
        ("; firstname=\"Брэд\"", ["firstname=Брэд"]), ("; a=\"\"", ["a="]), ("; a=\"x\r\n y\"", ["a=x y"]),
        ("; (c) a (d) = (e) b (f)", ["a=b"]), ("; a=b; *=c", ["a=b", "*=c"]),
        ("; a=\"=?utf-8?q?b?=\"", ["a==?utf-8?q?b?="]),
    ]

    /// The examples of RFC 2231, and valid inputs of Go's mediatype_test.go.
    @Test("parses valid parameters", arguments: readsCases)
    func reads(text: String, expected: [String]) throws {
        #expect(pairs(try HeaderParameters(text.utf8)) == expected)
    }

    @Test("accepts and rejects the same input as the strictness suite")
    func strictness() throws {
        for vector in try CodecVector.read("mime-parameters") {
            do throws(CodecError) {
                let parameters = try HeaderParameters(vector.input)
                let text = parameters.all.map { "\($0.name)=\($0.value)\n" }.joined()
                #expect(Array(text.utf8) == vector.output, "\(vector.id)")
            } catch {
                #expect(error == vector.error, "\(vector.id): \(error)")
            }
        }
    }

    @Test("keeps the language")
    func language() throws {
        let parameters = try HeaderParameters("; t*=us-ascii'en-us'x; u*=utf-8''y".utf8)
        #expect(parameters.all.map(\.language) == ["en-us", nil])
        #expect(parameters["T"] == "x")
    }

    private static let refusesCases: [(String, CodecError.Code, Int, [String]?)] = [
        ("; f*0=a; f*2=b", CodecError.Code.invalidSyntax, 9, ["f=a"]), ("; f*1=a", .invalidSyntax, 2, []),
        ("; f*0=a; f*0=b", .invalidSyntax, 9, ["f=a"]), ("; f*00=a", .invalidSyntax, 3, ["f*00=a"]),
        ("; f*x=a", .invalidSyntax, 3, ["f*x=a"]), ("; f*=abc", .invalidSyntax, 5, ["f=abc"]),
        ("; f*=utf-8''%zz", .invalidCharacter, 12, ["f=%zz"]), ("; f*=utf-8''%4", .invalidCharacter, 12, ["f=%4"]),
        ("; f*=\"utf-8''a\"", .invalidSyntax, 5, ["f=a"]), ("; f*=utf-8''%FF", .invalidUTF8, 5, ["f=\u{fffd}"]),
        ("; f*=x-none''a", .unsupported, 5, ["f=a"]), ("; f*0=a; f*1*=%41", .invalidSyntax, 9, ["f=aA"]),
        ("; a=b; a=c", .invalidSyntax, 7, ["a=b"]), ("; a", .invalidSyntax, 3, []), ("; =b", .invalidSyntax, 2, []),
        ("x; a=b", .invalidSyntax, 0, ["a=b"]), (";", .invalidSyntax, 1, []), ("; a=b (c", .truncated, 6, ["a=b (c"]),
        ("; (a", .truncated, 2, nil),
        ("; f*=utf-8'a", .invalidSyntax, 5, ["f=utf-8'a"]), ("; a=b c; d=e", .invalidSyntax, 6, ["a=b c", "d=e"]),
    ]

    @Test("rejects violations of RFC 2231 with position; lenient parsing accepts some", arguments: refusesCases)
    func refuses(text: String, code: CodecError.Code, offset: Int, lenient: [String]?) throws {
        #expect(throws: CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")) {
            () throws(CodecError) in try HeaderParameters(text.utf8)
        }
        if let lenient {
            #expect(pairs(try HeaderParameters(text.utf8, strictness: .lenient)) == lenient)
        } else {
            #expect(throws: CodecError.self) {
                () throws(CodecError) in try HeaderParameters(text.utf8, strictness: .lenient)
            }
        }
    }

    private static let readsLenientCases: [(String, String)] = [
        ("; filename=\"=?utf-8?q?caf=C3=A9=2Etxt?=\"", "café.txt"), ("; filename==?utf-8?b?Y2Fmw6k=?=", "café"),
        ("; filename=\"=?utf-8?q?a?= =?utf-8?q?b?=\"", "ab"), ("; filename=my file.txt", "my file.txt"),
    ]

    @Test("lenient parsing accepts what mailers write", arguments: readsLenientCases)
    func readsLenient(text: String, expected: String) throws {
        #expect(try HeaderParameters(text.utf8, strictness: .lenient)["filename"] == expected)
    }

    @Test("accepts invalid UTF-8 only if lenient")
    func rawBytes() throws {
        let bytes = Array("; f=\"caf".utf8) + [0xe9, 0x22]
        #expect(throws: CodecError.code(.invalidUTF8, at: TextPosition(offset: 4, line: 1, column: 5))) {
            () throws(CodecError) in try HeaderParameters(bytes)
        }
        #expect(try HeaderParameters(bytes, strictness: .lenient)["f"] == "café")
    }

    private static let writesCases: [(HeaderParameters, String)] = [
        (["a": "b"], "; a=b"), (["a": "b c"], "; a=\"b c\""), (["a": ""], "; a=\"\""),
        (["A": "\"\\"], "; a=\"\\\"\\\\\""),
        (["a": "é"], "; a*=utf-8''%C3%A9"), (["a": "b\r\nX: y"], "; a*=utf-8''b%0D%0AX%3A%20y"),
        (["a": "x", "b": "y"], "; a=x; b=y"),
    ]

    @Test("writes parameters, encoded where necessary", arguments: writesCases)
    func writes(parameters: HeaderParameters, expected: String) throws {
        #expect(try parameters.encoded() == expected)
    }

    @Test("rejects invalid names", arguments: ["", "a b", "a=", "a*", "é", "a;b", "a\r\nb"])
    func refusesNames(name: String) {
        var parameters = HeaderParameters()
        parameters[name] = "x"
        #expect(throws: CodecError.self) { () throws(CodecError) in try parameters.encoded() }
    }

    @Test("rejects an invalid language and writes a valid one")
    func writesLanguage() throws {
        var parameters = HeaderParameters()
        parameters.set(.init(name: "t", value: "x", language: "en"))
        #expect(try parameters.encoded() == "; t*=utf-8'en'x")
        parameters.set(.init(name: "t", value: "x", language: "e'n"))
        #expect(throws: CodecError.code(.invalidOption)) { () throws(CodecError) in try parameters.encoded() }
    }

    @Test("changes parameters by name")
    func changes() {
        var parameters: HeaderParameters = ["a": "1", "B": "2", "A": "3"]
        #expect(pairs(parameters) == ["a=3", "b=2"])
        parameters["b"] = nil
        parameters["c"] = "4"
        #expect(pairs(parameters) == ["a=3", "c=4"] && parameters["b"] == nil)
    }

    @Test("folds within 78 columns, and parses its own output", .enabled(if: runsSlowTests, "slow"))
    func folds() throws {
        var generator = TestRandom(seed: 3)
        let alphabet: [Unicode.Scalar] = ["a", "b", " ", "\"", "\\", ";", "é", "日", "😀", "'", "%", "*", "\r", "\n"]
        for round in 0..<2000 {
            var parameters = HeaderParameters()
            for name in ["name", "filename", "x-a.b"] {
                var view = String.UnicodeScalarView()
                let limit = round % 3 == 0 ? 3 : alphabet.count
                for _ in 0..<Int(generator.next() % 200) {
                    view.append(alphabet[Int(generator.next() % UInt64(limit))])
                }
                parameters[name] = String(view)
            }
            let column = Int(generator.next() % 78)
            let text = try parameters.encoded(afterColumn: column)
            for (index, line) in text.split(separator: "\r\n").enumerated() {
                #expect(line.utf8.count + (index == 0 ? column : 0) <= 78, "\(text)")
            }
            let read = try HeaderParameters(text.utf8)
            #expect(read.all.map { Array($0.value.utf8) } == parameters.all.map { Array($0.value.utf8) }, "\(text)")
            let unix = try parameters.encoded(afterColumn: column, lineEnding: .lf)
            #expect(unix == String(decoding: text.utf8.filter { $0 != 13 }, as: UTF8.self))
        }
    }

    @Test("is compatible with Python's email module in both directions")
    func interoperatesWithPython() throws {
        let names = ["café.txt", "a b \"c\".txt", "日本語のとても長いファイル名がここに入ります、さらに続く.pdf", "plain.txt", "don't.txt"]
        let fields = try names.map { name in
            let parameters: HeaderParameters = ["filename": name]
            return "Content-Disposition: attachment" + (try parameters.encoded(afterColumn: 31, lineEnding: .lf))
                + "\n\n"
        }
        let read = """
            import sys, email, email.policy
            for m in sys.stdin.buffer.read().split(b"\\0"):
                sys.stdout.buffer.write((email.message_from_bytes(m, policy=email.policy.default).get_filename() + "\\n").encode())
            """
        let answer = try Peer.python(read, input: Array(fields.joined(separator: "\0").utf8))
        #expect(answer.lines.map(String.init) == names)
        let write = """
            import sys
            from email.message import EmailMessage, Message
            for t in sys.stdin.buffer.read().decode().split("\\n"):
                m = Message(); m.add_header("Content-Disposition", "attachment", filename=("utf-8", "en", t))
                n = EmailMessage(); n["Content-Disposition"] = "attachment"; n.set_param("filename", t, "Content-Disposition", charset="utf-8")
                for x in (m, n):
                    field = x.as_bytes().split(b"attachment", 1)[1].split(b"\\n\\n")[0]
                    sys.stdout.buffer.write(t.encode() + b"\\0" + field + b"\\0")
            """
        let theirs = try Peer.python(write, input: Array(names.joined(separator: "\n").utf8)).text
            .split(separator: "\0").map(String.init)
        #expect(theirs.count == 4 * names.count)
        for index in stride(from: 0, to: theirs.count - 1, by: 2) {
            let field = theirs[index + 1]
            #expect(try HeaderParameters(field.utf8)["filename"] == theirs[index], "\(field)")
        }
    }
}
