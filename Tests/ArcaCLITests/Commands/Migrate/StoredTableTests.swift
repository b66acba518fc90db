import ArcaCore
import Testing

@testable import ArcaCLI

/// The location of values in a table.
@Suite struct StoredTableTests {
    /// The line, the field and the bytes of each value; `-` if empty, `?` if unreadable.
    private static func read(_ text: String, _ fields: [String], _ delimiter: String? = nil) throws -> [String] {
        let bytes = Array(text.utf8)
        let delimiter = try delimiter.map { try FieldDelimiter(argument: Argument($0)) }
        return try StoredTable(bytes, fields: fields, delimiter: delimiter).values.map { value in
            let place = "\(value.line) \(value.field) "
            switch value.content {
            case .nothing: return place + "-"
            case .unreadable: return place + "?"
            case .text: return place + String(decoding: bytes[value.range], as: UTF8.self)
            }
        }
    }

    @Test(
        "detects commas, semicolons and tabs by the requested columns",
        arguments: [
            ("id,token\n1,x\n", ["2 token x"]), ("id;token\n1;x\n", ["2 token x"]),
            ("id\ttoken\r\n1\tx\r\n", ["2 token x"]), ("token\nx\n", ["2 token x"]),
            ("token;id\n\"x;\"\"y\";1\n", ["2 token x;\"\"y"]),
            ("\u{feff}\"token\";\"a,b\"\n\"x\";1,5\n", ["2 token x"]), ("a;b,c;token\n1;2,3;x\n", ["2 token x"]),
            ("a;b,token\n1;2,x\n", ["2 token x"]), ("id;token\n1\n", ["2 token ?"]), ("id;token\n1;\n", ["2 token -"]),
        ] as [(String, [String])])
    func delimiters(text: String, expected: [String]) throws {
        #expect(try Self.read(text, ["token"]) == expected)
    }

    @Test("uses a given delimiter; rejects one that a new value may contain")
    func givenDelimiter() throws {
        #expect(try Self.read("id|token\n1|x,y\n", ["token"], "|") == ["2 token x,y"])
        #expect(try Self.read("id\ttoken\n1\tx\n", ["token"], "tab") == ["2 token x"])
        #expect(try Self.read("token,a;token\nx,b;y\n", ["token"], ";") == ["2 token y"])
        for text in ["", "\"", "a", "7", "+", "/", "=", "\n", ";;", "é", " "] {
            #expect(throws: UsageError.self, "\(text)") { try Self.read("a\nb\n", ["a"], text) }
        }
        #expect(throws: UsageError.self) { try Self.read("{\"a\":\"x\"}\n", ["a"], ";") }
    }

    @Test("rejects ambiguous tables and repeated fields")
    func ambiguous() throws {
        let error = #expect(throws: UsageError.self) { try Self.read("token,a;token\nx,b;y\n", ["token"]) }
        #expect(error?.hint?.contains("--delimiter") ?? false)
        let missing = #expect(throws: UsageError.self) { try Self.read("id;token\n1;x\n", ["tok"]) }
        #expect(missing?.message.contains("no column 'tok'") ?? false)
        #expect(throws: UsageError.self) { try Self.read("id,token\n1,x\n", ["token", "token"]) }
        #expect(throws: UsageError.self) { try Self.read("{\"a\":{\"b\":\"x\"}}\n", ["a.b", "/a/b"]) }
    }

    @Test(
        "finds members of nested objects and elements of arrays, by dots or as a pointer",
        arguments: [
            ("user.token", #"{"user": {"id": 7, "token" : "x"}, "token": "y"}"#, "x"),
            ("/user/token", #"{"user":{"a":"}","token":"x"}}"#, "x"),
            // A member of exactly that name has precedence.
            ("user.token", #"{"user":{"token":"y"},"user.token":"x"}"#, "x"),
            ("/user.token", #"{"user":{"token":"y"},"user.token":"x"}"#, "x"),
            ("keys.1.value", #"{"keys":[{"value":"y"}, {"z":[1,{}],"value":"x"}]}"#, "x"),
            ("/keys/0", #"{"keys": [ "x" , "y" ]}"#, "x"), ("/keys/2", #"{"keys":[[1,"]"],{"a":"]"},"x"]}"#, "x"),
            ("/a~1b/m~0n", #"{"a/b":{"m~n":"x"}}"#, "x"), ("/", #"{"":"x"}"#, "x"), ("/a/", #"{"a":{"":"x"}}"#, "x"),
            ("/a~01", #"{"a~1":"x"}"#, "x"), ("/d/token", #"{"d":{"tok\u0065n":"x"}}"#, "x"),
        ])
    func paths(field: String, line: String, expected: String) throws {
        #expect(try Self.read(line + "\n", [field]) == ["1 \(field) \(expected)"])
    }

    @Test(
        "missing members are empty, and members of other kinds unreadable",
        arguments: [
            ("/keys/1", #"{"keys":["x"]}"#, "-"), ("user.token", #"{"user":"x"}"#, "-"),
            ("user.token", #"{"user":null}"#, "-"),
            ("user.token", #"{"user":{"token":{}}}"#, "?"), ("user", #"{"user":{"token":"x"}}"#, "?"),
            ("user.token", #"{"user":{"token":""}}"#, "-"), ("user", "{\"user\":", "?"),
        ])
    func absent(field: String, line: String, expected: String) throws {
        // The second line has the member, so the name is not a typo.
        let values = try Self.read(line + "\n" + #"{"user":{"token":"z"},"keys":["a","b"]}"# + "\n", [field])
        #expect(values.first == "1 \(field) \(expected)")
        for index in ["01", "-", "-1", "2"] {
            #expect(throws: UsageError.self, "\(index)") { try Self.read(#"{"keys":["a","b"]}"#, ["/keys/\(index)"]) }
        }
    }

    @Test("lists members in text order; an unknown member is reported with the existing ones")
    func order() throws {
        let line = #"{"b":{"c":"1"},"a":"2","d":["3"]}"#
        #expect(try Self.read(line, ["a", "d.0", "b.c"]) == ["1 b.c 1", "1 a 2", "1 d.0 3"])
        let error = #expect(throws: UsageError.self) { try Self.read(line, ["a", "tokn"]) }
        #expect(error?.message.contains("no line has the member 'tokn'") ?? false)
        #expect(error?.hint?.contains("b, a, d") ?? false)
        for pointer in ["/a~", "/a~2b", "/~"] {
            #expect(throws: UsageError.self, "\(pointer)") { try Self.read(line, [pointer]) }
        }
    }
}
