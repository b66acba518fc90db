import ArcaCore
import Testing

@Suite struct BuiltInCharsetsTests {
    @Test(
        "decodes each charset by its names, in any case",
        arguments: [
            ("UTF-8", [0x63, 0x61, 0x66, 0xc3, 0xa9], "café"), ("utf8", [0xef, 0xbb, 0xbf, 0x61], "a"),
            ("us-ascii", [0x41, 0x7f, 0], "A\u{7f}\0"), ("ANSI_X3.4-1968", [0x41], "A"),
            ("ISO-8859-1", [0x63, 0xe9, 0x80, 0xff], "c\u{e9}\u{80}\u{ff}"), ("latin1", [0xa4], "\u{a4}"),
            ("UTF-16", [0xfe, 0xff, 0x20, 0xac], "€"), ("utf-16", [0xff, 0xfe, 0xac, 0x20], "€"),
            ("utf-16", [0x20, 0xac], "€"), ("UTF-16LE", [0x3d, 0xd8, 0x00, 0xde], "😀"),
            ("utf-16be", [0xd8, 0x3d, 0xde, 0x00, 0x00, 0x41], "😀A"), ("utf-32", [0, 1, 0xf6, 0], "😀"),
            ("utf-32", [0xff, 0xfe, 0, 0, 0, 0xf6, 1, 0], "😀"), ("UTF-32LE", [0x41, 0, 0, 0], "A"),
            ("utf-32be", [0, 0, 0, 0x41], "A"), ("utf-16", [], ""), ("utf-8", [], ""),
        ])
    func decodes(charset: String, bytes: [UInt8], text: String) throws {
        #expect(try BuiltInCharsets().decode(bytes, charset: charset) == text)
    }

    @Test(
        "rejects invalid bytes at their position, or replaces them",
        arguments: [
            ("utf-8", [0x61, 0xff], CodecError.Code.invalidUTF8, 1, "a\u{fffd}"),
            ("utf-8", [0x61, 0xc3], .invalidUTF8, 1, "a\u{fffd}"),
            ("utf-8", [0xed, 0xa0, 0x80], .invalidUTF8, 0, "\u{fffd}\u{fffd}\u{fffd}"),
            ("utf-8", [0xc0, 0x80], .invalidUTF8, 0, "\u{fffd}\u{fffd}"),
            ("us-ascii", [0x41, 0x42, 0x80, 0xff], .invalidCharacter, 2, "AB\u{fffd}\u{fffd}"),
            ("utf-16be", [0, 0x41, 0xd8, 0x3d, 0, 0x42], .invalidCharacter, 2, "A\u{fffd}B"),
            ("utf-16be", [0xde, 0x00], .invalidCharacter, 0, "\u{fffd}"),
            ("utf-16be", [0xd8, 0x3d], .invalidCharacter, 0, "\u{fffd}"),
            ("utf-16le", [0x41, 0, 0x42], .truncated, 2, "A\u{fffd}"),
            ("utf-32be", [0, 0, 0xd8, 0], .invalidCharacter, 0, "\u{fffd}"),
            ("utf-32be", [0, 0x11, 0, 0], .invalidCharacter, 0, "\u{fffd}"),
            ("utf-32le", [0x41, 0, 0, 0, 0x42, 0], .truncated, 4, "A\u{fffd}"),
        ])
    func refusesOrReplaces(charset: String, bytes: [UInt8], code: CodecError.Code, offset: Int, text: String) throws {
        let place = TextPosition(offset: offset, in: bytes)
        #expect(throws: CodecError(code, at: place, "")) {
            () throws(CodecError) in try BuiltInCharsets().decode(bytes, charset: charset)
        }
        #expect(try BuiltInCharsets().decode(bytes.span, charset: charset, replacingInvalid: true) == text)
    }

    @Test("reports a charset that is not built in", arguments: ["koi8-r", "", "utf-9"])
    func unknownCharset(name: String) {
        #expect(throws: CodecError.code(.unsupported)) {
            () throws(CodecError) in try BuiltInCharsets().decode([UInt8](), charset: name)
        }
    }
}
