import ArcaSystem
import Testing

@Suite struct BytePathTests {
    @Test(
        "returns the same parent as dirname",
        arguments: [
            ("/usr/lib", "/usr"), ("/usr/", "/"), ("usr", "."), ("/", "/"), (".", "."), ("..", "."), ("a/b", "a"),
            ("a//b", "a"), ("a/b//", "a"), ("//a", "/"), ("", "."), ("a/b/c", "a/b"),
        ])
    func parent(path: String, parent: String) {
        #expect(BytePath(path).parent == BytePath(parent))
    }

    @Test(
        "finds the name and its extension",
        arguments: [
            ("/tmp/a.tar.gz", "a.tar.gz", "gz"), (".profile", ".profile", nil), ("a.", "a.", nil), ("/", "", nil),
            ("x/y/", "y", nil), ("..", "..", nil), ("..a", "..a", nil), ("a.b/c", "c", nil),
        ] as [(String, String, String?)])
    func nameAndExtension(path: String, name: String, ending: String?) {
        #expect(BytePath(path).name == BytePath(name))
        #expect(BytePath(path).fileExtension == ending.map { BytePath($0) })
    }

    @Test("joins with one separator, and an absolute component replaces the path")
    func appending() {
        #expect(BytePath("a").appending("b") == "a/b")
        #expect(BytePath("a/").appending("b") == "a/b")
        #expect(BytePath("/").appending("b") == "/b")
        #expect(BytePath("").appending("b") == "b")
        #expect(BytePath("a").appending("/b") == "/b")
        #expect(BytePath("a/b").appending(suffix: ".age") == "a/b.age")
    }

    @Test("lists the nonempty components")
    func components() {
        #expect(BytePath("/a//b/").components == [[97], [98]])
        #expect(BytePath("/").components.isEmpty)
        #expect(BytePath("/a").isAbsolute && !BytePath("a").isAbsolute)
    }

    @Test("orders by byte values")
    func order() {
        let names: [BytePath] = ["b", "B", "a", "ä", BytePath([0xff]), "a.b", "ab"]
        #expect(names.sorted() == ["B", "a", "a.b", "ab", "b", "ä", BytePath([0xff])])
    }
}

@Suite struct PrintableTextTests {
    @Test(
        "escapes unprintable and misleading characters",
        arguments: [
            ([], ""), (Array("plain name.txt".utf8), "plain name.txt"), (Array("grüße 🔑".utf8), "grüße 🔑"),
            ([97, 10, 98], "a\\nb"), ([9, 13, 27, 127], "\\t\\r\\x1b\\x7f"), ([0], "\\x00"),
            ([97, 0xff, 0xc3], "a\\xff\\xc3"), ([0xc2, 0x9b], "\\u{9b}"), (Array("a\u{202e}b".utf8), "a\\u{202e}b"),
            ([0xed, 0xa0, 0x80], "\\xed\\xa0\\x80"), ([0xe2, 0x82], "\\xe2\\x82"), (Array("a\\b".utf8), "a\\b"),
            (Array("a\\n\n".utf8), "a\\\\n\\n"), (Array("\\é".utf8), "\\é"), (Array("\u{200b}".utf8), "\\u{200b}"),
            (Array("\u{61c}\u{ad}\u{3164}".utf8), "\\u{61c}\\u{ad}\\u{3164}"),
        ] as [([UInt8], String)])
    func escapes(bytes: [UInt8], text: String) {
        #expect(String(printable: bytes) == text)
        #expect(BytePath(bytes).description == text)
    }
}
