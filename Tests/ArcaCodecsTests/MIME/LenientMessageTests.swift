import ArcaCodecs
import ArcaCore
import Testing

/// Mail with flaws that public bug reports describe, read leniently; field-cases 34 to 36.
@Suite struct LenientMessageTests {
    private static let mixed = "Content-Type: multipart/mixed; boundary=a\n\n"

    private static let base64Head = "Content-Transfer-Encoding: base64\n\n"

    /// The body, the decoded content in lenient mode, a word of the remark, and whether content is missing.
    private static let base64Cases: [(String, String, String, Bool)] = [
        ("aGVs!\r\n bG8=\r\n", "hello", "1 character was ignored", false),
        ("aGVsbG8=\r\n-- \r\nlist footer\r\n", "hello", "text after the Base64 data", false),
        ("aGVsbG8=\r\n_______________\r\nabcd\r\n", "hello", "text after the Base64 data", false),
        ("aGVsbG8=\r\nd29ybGQ=\r\n", "helloworld", "", false),
        ("aGVsbG8=\r\n\r\nd29ybGQh\r\n-- \r\nx", "helloworld!", "text after the Base64 data", false),
        ("aGVsbG8=d29ybGQ=", "helloworld", "", false), ("aGVsbG8==", "hello", "1 character was ignored", false),
        ("aGVsbG8", "hello", "", false), ("aGVsb", "hel", "truncated", true),
        ("aGVsbG9=", "hello", "unused bits", true), ("", "", "", false),
        ("aGVs-bG8_=", "hello", "2 characters were ignored", false),
    ]

    @Test("ignores other characters in Base64 if lenient, and says so", arguments: base64Cases)
    func otherCharacters(body: String, content: String, remark: String, isMissing: Bool) throws {
        let message = Array((Self.base64Head + body).utf8)
        for cut in Self.base64Head.utf8.count...message.count {
            var reader = MultipartReader(strictness: .lenient)
            var bytes: [UInt8] = []
            reader.append(message[..<cut])
            reader.append(message[cut...])
            reader.finish()
            while let event = try reader.next() {
                if case .body(let piece) = event { bytes += piece }
            }
            #expect(String(decoding: bytes, as: UTF8.self) == content, "\(body), cut at \(cut)")
            #expect(remark.isEmpty == reader.remarks.isEmpty, "\(reader.remarks)")
            #expect(reader.remarks.allSatisfy { $0.text.contains(remark) && $0.isMissingContent == isMissing })
        }
        if !remark.isEmpty { #expect(throws: CodecError.self) { try MessageDump.parts(Self.base64Head + body) } }
    }

    private static let mailWithFile = mixed + "--a\nContent-Disposition: attachment; filename=f\n\nx\n--a--\n"

    @Test("reads a message with a byte order mark or in UTF-16 if lenient; strict errors name it")
    func byteOrderMarks() throws {
        let utf16 = Self.mailWithFile.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let marked: [UInt8] = [0xef, 0xbb, 0xbf] + Array(Self.mailWithFile.utf8)
        for bytes in [marked, [0xff, 0xfe] + utf16, utf16] {
            for cut in 0...6 {
                let parts = try MessageDump.parts([bytes[..<cut], bytes[cut...]], strictness: .lenient)
                #expect(parts.map(\.text) == ["", "x"] && parts.last?.fileName == "f")
            }
            let error = #expect(throws: CodecError.self) { try MessageDump.parts([bytes[...]]) }
            #expect(error?.reason.contains("UTF-") == true && error?.position?.offset == 0)
        }
    }

    /// The message, the texts of its leaves in lenient mode, and a word of the remark.
    private static let keptCases: [(String, [String], String)] = [
        (mixed + "the only text\n", ["the only text\n"], "one part"),
        (mixed + "--b\n\nx\n--b--\n", ["--b\n\nx\n--b--\n"], "one part"),
        (mixed + "only a preamble\n--a--\n", ["only a preamble"], "one part"),
        (mixed + "--a\nContent-Type: multipart/mixed; boundary=b\n\ninner\n--a--\n", ["inner"], "multipart 1 "),
        (
            mixed + "--a\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 f\n#0V%T\n`\nend\n--a--\n", ["Cat"], ""
        ),
        (mixed + "--a\nContent-Transfer-Encoding: x-foo\n\nx\n--a--\n", ["x"], "'x-foo' is not known"),
        (">From me@x Mon\n" + mixed + "--a\n\nx\n--a--\n", ["x"], ""),
        (
            "HTTP/1.1 200 OK\nContent-Type: text/html\n\nx", ["HTTP/1.1 200 OK\nContent-Type: text/html\n\nx"],
            "no header"
        ),
        (mixed + "a preamble\n--a\n\nx\n--a--\nan epilogue\n", ["x"], ""),
    ]

    @Test("drops no content in silence if lenient", arguments: keptCases)
    func nothingDropped(message: String, texts: [String], remark: String) throws {
        let parts = try MessageDump.parts(message, strictness: .lenient)
        #expect(parts.filter { !$0.type.hasPrefix("multipart") }.map(\.text) == texts)
        var reader = MultipartReader(strictness: .lenient)
        reader.append(message.utf8)
        reader.finish()
        while try reader.next() != nil {}
        #expect(remark.isEmpty ? reader.remarks.isEmpty : reader.remarks.contains { $0.text.contains(remark) })
    }

    @Test("rejects a second uuencoded file in a part, and a preamble without end")
    func severalFiles() {
        let file = "begin 644 f\n#0V%T\n`\nend\n"
        let second = #expect(throws: CodecError.self) {
            try MessageDump.parts("Content-Transfer-Encoding: x-uuencode\n\n" + file + file, strictness: .lenient)
        }
        #expect(second?.code == .trailingData)
        let endless = #expect(throws: CodecError.self) {
            try MessageDump.parts(Self.mixed + String(repeating: "a\n", count: 1 << 20), strictness: .lenient)
        }
        #expect(endless?.code == .limitExceeded)
    }
}
