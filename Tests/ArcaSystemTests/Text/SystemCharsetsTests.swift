import ArcaCore
import ArcaSystem
import Testing

@Suite struct SystemCharsetsTests {
    let charsets = SystemCharsets()

    // Expected bytes: Python 3.11's codecs.
    @Test(
        "converts in both directions",
        arguments: [
            ("shift_jis", "日本語ｶﾅ", "93fa967b8cea b6c5"), ("EUC-JP", "日本語", "c6fccbdcb8ec"),
            ("ISO-2022-JP", "日本a", "1b2442467c4b5c1b284261"), ("GB18030", "汉字€😀", "babad7d6a2e3 9439fc36"),
            ("Big5", "漢字", "ba7ea672"), ("EUC-KR", "한글", "c7d1b1db"), ("koi8-r", "Привет", "f0d2c9d7c5d4"),
            ("windows-1252", "“é€”", "93e98094"), ("ISO-8859-15", "€", "a4"), ("cp437", "é█", "82db"),
            ("KS_C_5601-1987", "똠", "8c63"), ("x-sjis", "あ", "82a0"), ("Visual", "א", "e0"),
            ("unicode-1-1-utf-7", "é", "2b414f6b2d"),
        ])
    func bothWays(charset: String, text: String, hex: String) throws {
        let bytes = bytes(hex)
        #expect(try charsets.decode(bytes, charset: charset) == text)
        if charset != "unicode-1-1-utf-7" { #expect(try charsets.encode(text, charset: charset) == bytes) }
        #expect(charsets.knows(charset))
    }

    @Test("leaves the Unicode encodings to the built-in decoder", arguments: ["UTF-16", "iso-10646-ucs-2"])
    func builtIn(charset: String) throws {
        #expect(try charsets.decode(bytes("fffe 6100"), charset: charset) == "a")
        #expect(try charsets.decode(bytes("0061"), charset: charset) == "a")
    }

    @Test("reports the first invalid byte")
    func badBytes() {
        #expect(error("euc-jp", "61 c6fc 0a ff 62") == CodecError.code(.invalidCharacter, at: place(4, 2, 1)))
        #expect(error("windows-1252", "6181") == CodecError.code(.invalidCharacter, at: place(1, 1, 2)))
        #expect(error("shift_jis", "6182") == CodecError.code(.truncated, at: place(1, 1, 2)))
        #expect(error("utf-8", "61ff") == CodecError.code(.invalidUTF8, at: place(1, 1, 2)))
    }

    @Test("replaces invalid bytes on request")
    func replacing() throws {
        func text(_ charset: String, _ hex: String) throws -> String {
            try charsets.decode(bytes(hex).span, charset: charset, replacingInvalid: true)
        }
        #expect(try text("euc-jp", "61 ff c6fc") == "a\u{fffd}日")
        #expect(try text("windows-1252", "8181") == "\u{fffd}\u{fffd}")
        #expect(try text("shift_jis", "6182") == "a\u{fffd}")
    }

    @Test("reports the first character that a charset lacks, or replaces it")
    func unencodable() throws {
        let text = "aé日b"
        let error = #expect(throws: CodecError.self) { try charsets.encode(text, charset: "iso-8859-1") }
        #expect(error == CodecError.code(.unencodable, at: place(3, 1, 4)))
        #expect(error?.reason == "iso-8859-1 has no character U+65E5")
        #expect(try charsets.encode(text, charset: "iso-8859-1", replacement: [63]) == bytes("61e93f62"))
    }

    @Test(
        "rejects invalid names, and names with options for the system",
        arguments: [
            "", "no-such-charset", "iso-8859-1//IGNORE", "utf-8//TRANSLIT", "../x", "char", "WCHAR_T", "internal",
            "a\u{0}b", String(repeating: "x", count: 100),
        ])
    func unknown(charset: String) {
        let error = #expect(throws: CodecError.self) { try charsets.decode([0x61], charset: charset) }
        #expect(error == CodecError.code(.unsupported))
        #expect(!charsets.knows(charset))
        #expect(throws: CodecError.code(.unsupported)) { try charsets.encode("a", charset: charset) }
    }

    @Test("converts long texts, also if all bytes are invalid")
    func long() throws {
        let text = String(repeating: "日本語", count: 50_000)
        let bytes = try charsets.encode(text, charset: "shift_jis")
        #expect(bytes.count == 300_000)
        #expect(try charsets.decode(bytes, charset: "shift_jis") == text)
        let bad = [UInt8](repeating: 0x81, count: 100_000)
        #expect(
            try charsets.decode(bad.span, charset: "windows-1252", replacingInvalid: true).unicodeScalars.count
                == 100_000)
    }

    private func error(_ charset: String, _ hex: String) -> CodecError? {
        do throws(CodecError) {
            _ = try charsets.decode(bytes(hex), charset: charset)
            return nil
        } catch { return error }
    }

    private func place(_ offset: Int, _ line: Int, _ column: Int) -> TextPosition {
        TextPosition(offset: offset, line: line, column: column)
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
