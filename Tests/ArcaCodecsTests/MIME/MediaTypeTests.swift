import ArcaCodecs
import ArcaCore
import Foundation
import Testing

@Suite struct MediaTypeTests {
    @Test(
        "parses and writes the cases of web-platform-tests",
        arguments: ["mime-types.json", "generated-mime-types.json"])
    func webPlatformTests(file: String) throws {
        let cases = try Self.objects(in: file)
        #expect(cases.count == (file.hasPrefix("generated") ? 881 : 71))
        for object in cases {
            guard let input = object["input"] as? String else {
                Issue.record("case without input in \(file)")
                continue
            }
            let expected = object["output"] as? String
            #expect(MediaType(sniffing: input)?.description == expected, "input \(input.debugDescription)")
        }
    }

    private static func objects(in file: String) throws -> [[String: Any]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Vectors/codecs/wpt/\(file)"))
        let array = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        return array.compactMap { $0 as? [String: Any] }
    }

    @Test(
        "parses Content-Type by RFC 2045, with folds and comments",
        arguments: [
            ("text/plain", "text/plain"),
            ("Text/Plain; charset=us-ascii (Plain text)", "text/plain;charset=us-ascii"),
            ("text/plain; charset=\"us-ascii\"", "text/plain;charset=us-ascii"),
            ("multipart/mixed; boundary=\"gc0pJq0M:08jU534c0p\"", "multipart/mixed;boundary=\"gc0pJq0M:08jU534c0p\""),
            ("multipart/mixed;\r\n boundary=gc0p4Jq0M2Yt08jU534c0p", "multipart/mixed;boundary=gc0p4Jq0M2Yt08jU534c0p"),
            (" (a (nested) \\) comment) application / vnd.x+json ; A = b ", "application/vnd.x+json;a=b"),
            ("x/x; a=\"b \\\"c\\\" \\\\\"", "x/x;a=\"b \\\"c\\\" \\\\\""),
        ])
    func readsContentType(text: String, expected: String) throws {
        #expect(try MediaType(text).description == expected)
    }

    @Test(
        "rejects violations of RFC 2045 and 6838 with position",
        arguments: [
            ("", CodecError.Code.invalidSyntax, 0), ("text", .invalidSyntax, 4), ("text/", .invalidSyntax, 5),
            ("/plain", .invalidSyntax, 0), ("text/plain;", .invalidSyntax, 11),
            ("text/plain; ; a=b", .invalidSyntax, 12),
            ("text/plain a=b", .invalidSyntax, 11), ("text/plain; a", .invalidSyntax, 13),
            ("text/plain; a=", .invalidSyntax, 14), ("text/plain; a=b c", .invalidSyntax, 16),
            ("text/plain; a=\"b", .truncated, 14), ("text/plain (x", .truncated, 11),
            ("te*xt/plain", .invalidCharacter, 2),
            ("text/%", .invalidCharacter, 5), ("text/plain; a=b; A=c", .invalidSyntax, 17),
            ("text/" + String(repeating: "x", count: 128), .invalidLength, 132),
        ])
    func refuses(text: String, code: CodecError.Code, offset: Int) {
        let place = TextPosition(offset: offset, in: text.utf8)
        #expect(throws: CodecError(code, at: place, "")) { () throws(CodecError) in try MediaType(text) }
    }

    @Test(
        "lenient parsing accepts what mailers write",
        arguments: [
            ("text/plain;", "text/plain"), ("text/plain; ; a=b;", "text/plain;a=b"),
            ("application/pdf; name=my file.pdf", "application/pdf;name=\"my file.pdf\""),
            ("text/plain; charset", "text/plain"), ("text/html; charset=\"utf-8", "text/html;charset=utf-8"),
            ("text/plain charset=utf-8; a=b", "text/plain;a=b"), ("te*xt/plain", "te*xt/plain"),
        ])
    func readsLenient(text: String, expected: String) throws {
        #expect(try MediaType(text, strictness: .lenient).description == expected)
        #expect(throws: CodecError.self) { () throws(CodecError) in try MediaType(text, strictness: .strict) }
    }

    @Test("is created from parts, which are checked")
    func madeOfParts() throws {
        let type = try MediaType(type: "Image", subtype: "SVG+xml", parameters: ["Charset": "utf-8"])
        #expect(type.description == "image/svg+xml;charset=utf-8")
        #expect(type["CHARSET"] == "utf-8" && type.essence == "image/svg+xml")
        #expect(type.matches("image"))
        #expect(type.matches("image", "svg+xml"))
        #expect(!type.matches("image", "png"))
        #expect(!type.matches("text"))
        #expect(throws: CodecError.code(.invalidCharacter, at: TextPosition(offset: 0, line: 1, column: 1))) {
            () throws(CodecError) in try MediaType(type: "+x", subtype: "y")
        }
        for subtype in ["b; c=d", "b (c)", "b; c=d\r\nX: y"] {
            #expect(throws: CodecError.self) { () throws(CodecError) in try MediaType(type: "a", subtype: subtype) }
        }
    }
}
