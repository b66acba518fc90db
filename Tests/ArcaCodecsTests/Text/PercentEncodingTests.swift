internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct PercentEncodingTests {
    private static let forms: [(PercentEncoding, String)] = [
        (.component, "quote(b, safe='')"), (.path, "quote(b, safe=\"!$&'()*+,;=:@/\")"),
        (.pathSegment, "quote(b, safe=\"!$&'()*+,;=:@\")"), (.query, "quote(b, safe=\"!$&'()*+,;=:@/?\")"),
        // Python keeps ~ and escapes *; browsers do the opposite.
        (.form, "quote_plus(b, safe='*').replace('~', '%7E')"),
    ]

    @Test("keeps the same characters as Python, in each form", .enabled(if: Peer.has("python3")))
    func setsArePythons() throws {
        let all = Array(UInt8.min...UInt8.max)
        for (codec, call) in Self.forms {
            let answer = try Peer.python(
                "import sys; from urllib.parse import *; b = sys.stdin.buffer.read(); print(\(call))", input: all)
            #expect(codec.encode(all) + "\n" == answer.text)
        }
    }

    @Test("round-trips in each form, for every length and split")
    func decodingUndoes() throws {
        for (codec, _) in Self.forms {
            for count in 0..<80 {
                let bytes = noise(count, seed: UInt64(count + 1))
                let text = codec.encodeToBytes(bytes)
                #expect(try codec.decode(text) == bytes)
                for cut in 0...min(text.count, 9) {
                    let (decoded, error) = decodeInPieces(codec.makeDecoder(), text, cuts: [cut])
                    #expect(decoded == bytes && error == nil)
                    #expect(encodeInPieces(codec.makeEncoder(), bytes, cuts: [min(cut, count)]) == text)
                }
            }
        }
    }

    @Test("accepts digits of either case and whole URIs")
    func usualTextIsRead() throws {
        #expect(try PercentEncoding.component.decode("%e2%82%AC") == Array("€".utf8))
        #expect(
            try PercentEncoding.component.decode("https://x.org/a?b=[c]&d=%20#e+f")
                == Array("https://x.org/a?b=[c]&d= #e+f".utf8)
        )
        #expect(try PercentEncoding.form.decode("a+b%2Bc") == Array("a b+c".utf8))
    }

    @Test(
        "rejects characters that must be escaped, and invalid escapes",
        arguments: [
            ("a b", CodecError.Code.invalidCharacter, 1), ("\u{e9}", .invalidCharacter, 0),
            ("a\n", .invalidCharacter, 1),
            ("<", .invalidCharacter, 0), ("a\"", .invalidCharacter, 1), ("{}", .invalidCharacter, 0),
            ("%", .truncated, 1), ("ab%4", .truncated, 4), ("%4g", .invalidCharacter, 2), ("%g4", .invalidCharacter, 1),
            ("%%41", .invalidCharacter, 1), ("100% ", .invalidCharacter, 4), ("%u0041", .invalidCharacter, 1),
        ])
    func malformedTextIsRefused(text: String, code: CodecError.Code, offset: Int) {
        let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
        #expect(failure { () throws(CodecError) in try PercentEncoding.component.decode(text) } == expected)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            #expect(decodeInPieces(PercentEncoding.component.makeDecoder(), bytes, cuts: [cut]).error == expected)
        }
    }

    @Test("accepts unescaped bytes with the option, but no invalid escapes")
    func unescapedBytesAreTakenOnRequest() throws {
        let codec = PercentEncoding.component.allowing(.mixedAlphabets)
        #expect(try codec.decode("a b é%20<") == Array("a b é <".utf8))
        #expect(throws: CodecError.self) { try codec.decode("100% ") }
    }

    @Test("errors include a hint")
    func errorsHelp() {
        #expect(
            failure { () throws(CodecError) in try PercentEncoding.component.decode("a b") }?.description
                == "byte 0x20 is not escaped at offset 1 (line 1, column 2); write %20")
    }

    @Test("rejects an output buffer that is too small")
    func smallOutputIsRefused() {
        #expect(throws: CodecError.code(.limitExceeded, at: TextPosition(offset: 2, line: 1, column: 3))) {
            try [UInt8](capacity: 2) { output throws(CodecError) in
                try PercentEncoding.component.decode("abc".utf8, into: &output)
            }
        }
    }
}
