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
    func piecesEqualTheWhole(layout: JSONWriter.Layout) {
        var writer = JSONWriter(layout)
        writer.beginObject()
        writer.name("a")
        writer.beginArray()
        writer.write(1)
        writer.write("x")
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.endArray()
        writer.name("b")
        writer.write(["c": nil])
        writer.endObject()
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
            writer.beginObject()
            writer.name("secret")
            writer.write(secret: text.utf8)
            writer.endObject()
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
    func drainedPiecesJoin() {
        var writer = JSONWriter(.lines)
        var output = MemoryWriter()
        for index in 0..<3 {
            writer.beginArray()
            writer.drain(into: &output)
            writer.write(.integer(index))
            writer.drain(into: &output)
            writer.endArray()
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

    @Test("traps for a second document or a value without a name")
    func misuseTraps() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.write(1)
            writer.write(2)
        }
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.beginObject()
            writer.write(1)
        }
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.beginArray()
            writer.endObject()
        }
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.beginObject()
            writer.name("a")
            writer.endObject()
        }
    }
}
