internal import ArcaTestSupport
import ArcaCore
import Testing

@Suite struct JSONWriterTests {
    private let value: JSONValue = ["a": [1, "x", [], [:]], "b": ["c": nil]]

    @Test("writes the same compact and pretty text as Python", .enabled(if: Peer.has("python3")))
    func layoutsArePythons() throws {
        let script =
            "import json,sys; v = json.load(sys.stdin); print(json.dumps(v, separators=(',', ':'))); "
            + "print(json.dumps(v, indent=2))"
        let answer = try Peer.python(script, input: Array(value.text(.pretty).utf8)).text
        #expect(value.text() + "\n" + value.text(.pretty) + "\n" == answer)
    }

    @Test(
        "streaming gives the same bytes as a whole value", arguments: [JSONWriter.Layout.compact, .pretty, .lines])
    func piecesEqualTheWhole(layout: JSONWriter.Layout) throws {
        var writer = JSONWriter(layout)
        try writer.beginObject()
        try writer.name("a")
        try writer.beginArray()
        try writer.write(1)
        try writer.write("x")
        try writer.beginArray()
        try writer.endArray()
        try writer.beginObject()
        try writer.endObject()
        try writer.endArray()
        try writer.name("b")
        try writer.write(["c": nil])
        try writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == value.text(layout))
    }

    @Test("writes a secret like any other string and wipes it, even if writing fails")
    func secrets() throws {
        struct Full: Error {}
        struct FullWriter: ByteWriter {
            mutating func write(_ bytes: borrowing some Bytes) throws(Full) { throw Full() }
        }
        let text = String(String.UnicodeScalarView((0..<0x3000).compactMap { Unicode.Scalar($0 as UInt32) }))
        for layout in [JSONWriter.Layout.compact, .pretty] {
            var writer = JSONWriter(layout)
            try writer.beginObject()
            try writer.name("secret")
            try writer.write(secret: text.utf8)
            try writer.endObject()
            let expected = (["secret": .string(text)] as JSONValue).text(layout)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
            #expect(writer.byteCount == writer.bytes.count)
            #expect(throws: Full.self) {
                var full = FullWriter()
                try writer.drain(into: &full)
            }
            #expect(writer.bytes.isEmpty)
        }
    }

    @Test("draining in between does not change the output")
    func drainedPiecesJoin() throws {
        var writer = JSONWriter(.lines)
        var output = MemoryWriter()
        for index in 0..<3 {
            try writer.beginArray()
            writer.drain(into: &output)
            try writer.write(.integer(index))
            writer.drain(into: &output)
            try writer.endArray()
        }
        writer.drain(into: &output)
        #expect(writer.bytes.isEmpty)
        #expect(String(decoding: output.bytes, as: UTF8.self) == "[0]\n[1]\n[2]\n")
    }

    @Test("escapes quotes, backslashes and control characters, and nothing else")
    func escapesAreMinimal() throws {
        let all =
            String(String.UnicodeScalarView((0..<0x3000).compactMap { Unicode.Scalar($0 as UInt32) })) + "\u{10ffff}"
        let text = JSONValue.string(all).text()
        #expect(try JSONReader.read(text) == .string(all))
        #expect(
            JSONValue.string("\"\\/\u{8}\t\n\u{c}\r\u{1b}\u{7f}\u{80}\u{9f}\u{a0}é\u{2028}").text()
                == #""\"\\/\b\t\n\f\r\u001b\u007f\u0080\u009f"# + "\u{a0}é\u{2028}\"")
        #expect((["\n": 1] as JSONValue).text() == #"{"\n":1}"#)
    }

    @Test("a call that would give invalid JSON throws and writes nothing")
    func misuseThrows() throws {
        func misuse(_ expected: String, _ body: (inout JSONWriter) throws -> Void) throws {
            var writer = JSONWriter()
            #expect(throws: CodecError.code(.invalidOption)) { try body(&writer) }
            #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
        }
        try misuse("1") {
            try $0.write(1)
            try $0.write(2)
        }
        try misuse("{") {
            try $0.beginObject()
            try $0.write(1)
        }
        try misuse("[") {
            try $0.beginArray()
            try $0.endObject()
        }
        try misuse(#"{"a":"#) {
            try $0.beginObject()
            try $0.name("a")
            try $0.endObject()
        }
        try misuse("") { try $0.name("a") }
        try misuse("") { try $0.endArray() }
    }

    @Test("a secret that ends within a character is written unchanged")
    func cutSecret() throws {
        var writer = JSONWriter()
        try writer.write(secret: [0x61, 0xc2] as [UInt8])
        #expect(writer.bytes == [0x22, 0x61, 0xc2, 0x22])
    }
}
