import ArcaCodecs
import ArcaCore
import Testing

@Suite struct Base16Tests {
    // RFC 4648, section 10.
    static let rfc = [
        ("", ""), ("f", "66"), ("fo", "666F"), ("foo", "666F6F"), ("foob", "666F6F62"), ("fooba", "666F6F6261"),
        ("foobar", "666F6F626172"),
    ]

    @Test("encodes and decodes the vectors of RFC 4648 in both cases", arguments: rfc)
    func matchesTheStandard(_ plain: String, _ text: String) throws {
        #expect(Base16.upper.encode(plain.utf8) == text)
        #expect(Base16.standard.encode(plain.utf8) == text.lowercased())
        #expect(try Base16.standard.decode(text) == Array(plain.utf8))
        #expect(try Base16.standard.decode(text.lowercased()) == Array(plain.utf8))
        #expect(Base16.standard.encodedCount(for: plain.utf8.count) == text.utf8.count)
    }

    @Test(
        "rejects malformed text with code and offset",
        arguments: [
            ("6", CodecError.Code.invalidLength, 1), ("666", .invalidLength, 3), ("6g", .invalidCharacter, 1),
            ("caFE", .invalidCharacter, 2), ("CAfe", .invalidCharacter, 2), ("00 11", .invalidCharacter, 2),
            ("0x11", .invalidCharacter, 1), ("66=", .invalidCharacter, 2), ("66\n", .invalidCharacter, 2),
        ] as [(String, CodecError.Code, Int)])
    func refuses(_ text: String, _ code: CodecError.Code, _ offset: Int) {
        let position = TextPosition(offset: offset, line: 1, column: offset + 1)
        #expect(
            failure { () throws(CodecError) in try Base16.standard.decode(text) } == CodecError(code, at: position, ""))
    }

    @Test("accepts mixed case and whitespace only when each is allowed")
    func leniency() throws {
        #expect(try Base16.standard.allowing(.letterCase).decode("caFE") == [0xca, 0xfe])
        #expect(try Base16.standard.allowing(.whitespace).decode("ca f e\n") == [0xca, 0xfe])
        let error = failure { () throws(CodecError) in try Base16.standard.allowing(.whitespace).decode("ca\nFE") }
        #expect(error == CodecError.code(.invalidCharacter, at: TextPosition(offset: 3, line: 2, column: 1)))
        #expect(error?.hint == "allow letters of both cases, as the digits before it are lower-case")
    }

    @Test("wraps lines")
    func lines() throws {
        let codec = Base16(lines: try LineWrapping(columns: 4, isExact: true))
        #expect(codec.encode([1, 2, 3, 4, 5]) == "0102\n0304\n05")
        #expect(codec.encodedCount(for: 5) == 12)
        #expect(try codec.decode("0102\n0304\n05\n") == [1, 2, 3, 4, 5])
    }

    @Test("gives the same output and errors for any split of the stream")
    func splitPointsDoNotMatter() {
        for text in ["00cafebabe11", "00CAFEBABE1", "00cafeBABE11", "0011zz"] {
            let bytes = Array(text.utf8)
            let whole = decodeInPieces(Base16.standard.makeDecoder(), bytes, cuts: [])
            for first in 0...bytes.count {
                for second in first...bytes.count {
                    let split = decodeInPieces(Base16.standard.makeDecoder(), bytes, cuts: [first, second])
                    #expect(
                        split.bytes == whole.bytes && split.error == whole.error, "\(text) cut at \(first), \(second)")
                }
            }
        }
    }
}
