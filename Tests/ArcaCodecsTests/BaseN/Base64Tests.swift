import ArcaCodecs
import ArcaCore
import Testing

@Suite struct Base64Tests {
    // RFC 4648, section 10.
    static let rfc = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("encodes and decodes the vectors of RFC 4648", arguments: rfc)
    func matchesTheStandard(_ plain: String, _ text: String) throws {
        #expect(Base64.standard.encode(plain.utf8) == text)
        #expect(Base64.standard.encodeToBytes(plain.utf8) == Array(text.utf8))
        #expect(try Base64.standard.decode(text) == Array(plain.utf8))
        #expect(try Base64.standard.decode(Array(text.utf8)) == Array(plain.utf8))
        #expect(Base64.standard.encodedCount(for: plain.utf8.count) == text.utf8.count)
    }

    @Test(
        "rejects malformed text with code, offset and hint",
        arguments: [
            ("aGl=", CodecError.Code.trailingBits, 2, "canonical is aGk="),
            ("aGk", .missingPadding, 3, "canonical is aGk="),
            ("aA=", .missingPadding, 3, "canonical is aA=="),
            ("aGk==", .surplusPadding, 4, "canonical is aGk="),
            ("aGkh=", .surplusPadding, 4, "leave it out"),
            ("=", .surplusPadding, 0, "leave it out"),
            ("a===", .invalidLength, 1, "something is missing before the end, or surplus"),
            ("aGkha", .invalidLength, 5, "something is missing before the end, or surplus"),
            ("aGk=aGk=", .trailingData, 4, "allow several padded texts in a row"),
            ("aA=k", .invalidPadding, 3, "padding ends the text"),
            ("aG k", .invalidCharacter, 2, "allow whitespace to have it skipped"),
            ("aGkh\n", .invalidCharacter, 4, "allow whitespace to have it skipped"),
            ("aG-k", .invalidCharacter, 2, "it belongs to base64url"),
            ("aG,k", .invalidCharacter, 2, "it belongs to the base64 of IMAP mailbox names"),
            ("aGk\u{e9}", .invalidCharacter, 3, nil),
        ] as [(String, CodecError.Code, Int, String?)])
    func refuses(_ text: String, _ code: CodecError.Code, _ offset: Int, _ hint: String?) {
        let position = TextPosition(offset: offset, line: 1, column: offset + 1)
        let error = failure { () throws(CodecError) in try Base64.standard.decode(text) }
        #expect(error == CodecError(code, at: position, ""))
        #expect(error?.hint == hint)
    }

    @Test("encodes and decodes the URL-safe forms, with the padding of the rule")
    func urlForms() throws {
        #expect(Base64.url.encode([251, 240]) == "-_A=")
        #expect(Base64.urlUnpadded.encode([251, 240]) == "-_A")
        #expect(try Base64.urlUnpadded.decode("-_A") == [251, 240])
        #expect(failure { () throws(CodecError) in try Base64.urlUnpadded.decode("-_A=") }?.code == .surplusPadding)
        let either = Base64(alphabet: .url, padding: .either)
        #expect(try either.decode("-_A") == [251, 240])
        #expect(try either.decode("-_A=") == [251, 240])
        #expect(either.encode([251, 240]) == "-_A=")
    }

    @Test("accepts whitespace, missing padding and mixed alphabets only when each is allowed")
    func leniency() throws {
        #expect(try Base64.standard.allowing(.whitespace).decode(" a\tG\r\nk= \n") == [104, 105])
        #expect(try Base64.standard.allowing(.missingPadding).decode("aGk") == [104, 105])
        #expect(try Base64.standard.allowing(.mixedAlphabets).decode("+_A=") == [251, 240])
        #expect(try Base64.standard.allowing(.trailingBits).decode("aGl=") == [104, 105])
        #expect(try Base64.standard.allowing(.lenient).decode("aG\nk") == [104, 105])
        #expect(
            failure { () throws(CodecError) in try Base64.standard.allowing(.lenient).decode("aGl=") }?.code
                == .trailingBits)
    }

    @Test("wraps lines, and checks them in decoding")
    func lines() throws {
        let bytes = noise(100)
        let mime = Base64.mime.encode(bytes)
        let plain = Base64.standard.encode(bytes)
        #expect(mime.utf8.count == Base64.mime.encodedCount(for: 100))
        #expect(mime == plain.prefix(76) + "\r\n" + plain.dropFirst(76))
        #expect(try Base64.mime.decode(mime) == bytes)
        #expect(try Base64.mime.decode(mime + "\r\n") == bytes)
        let pem = Base64.pem.encode(bytes)
        #expect(try Base64.pem.decode(pem) == bytes)
        let wide = failure { () throws(CodecError) in try Base64.pem.decode(mime) }
        #expect(wide == CodecError.code(.invalidSyntax, at: TextPosition(offset: 64, line: 1, column: 65)))
        let short = failure { () throws(CodecError) in try Base64.pem.decode("aGkh\naGkh") }
        #expect(short == CodecError.code(.invalidSyntax, at: TextPosition(offset: 5, line: 2, column: 1)))
        let bare = failure { () throws(CodecError) in try Base64.mime.decode("aGkh\raGkh") }
        #expect(bare == CodecError.code(.invalidCharacter, at: TextPosition(offset: 4, line: 1, column: 5)))
        let second = failure { () throws(CodecError) in try Base64.mime.decode("aGkh\r\naG!h") }
        #expect(second == CodecError.code(.invalidCharacter, at: TextPosition(offset: 8, line: 2, column: 3)))
    }

    @Test("gives the same output and errors for any split of the stream")
    func splitPointsDoNotMatter() throws {
        for text in [
            "aGVsbG8gd29ybGQ=", "aGVsbG8gd29ybGR=", "aGVs\r\nbG8g\nd29yb!Q=", "aGVsbG8g=29ybGQ=", "aGVsbG8gd29ybG",
        ] {
            for codec in [Base64.standard, .mime, .pem, .standard.allowing(.lenient)] {
                let bytes = Array(text.utf8)
                let whole = decodeInPieces(codec.makeDecoder(), bytes, cuts: [])
                for first in 0...bytes.count {
                    for second in first...bytes.count {
                        let split = decodeInPieces(codec.makeDecoder(), bytes, cuts: [first, second])
                        #expect(split.bytes == whole.bytes, "\(text) cut at \(first), \(second)")
                        #expect(split.error == whole.error, "\(text) cut at \(first), \(second)")
                    }
                }
            }
        }
        let bytes = noise(40)
        for codec in [Base64.standard, .urlUnpadded, Base64(lines: try LineWrapping(columns: 7, ending: .crlf))] {
            let whole = codec.encodeToBytes(bytes)
            for first in 0...40 {
                for second in first...40 {
                    let split = encodeInPieces(codec.makeEncoder(), bytes, cuts: [first, second])
                    #expect(split == whole, "cut at \(first), \(second)")
                }
            }
        }
    }

    @Test("decodes into a buffer of exactly the right size, and throws if it is smaller")
    func exactRoom() throws {
        let text = Base64.standard.encodeToBytes(noise(32))
        let bytes = try [UInt8](capacity: 32) { output throws(CodecError) in
            try Base64.standard.decode(text, into: &output)
        }
        #expect(bytes == noise(32))
        let error = failure { () throws(CodecError) in
            try [UInt8](capacity: 31) { output throws(CodecError) in try Base64.standard.decode(text, into: &output) }
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("accepts a custom alphabet and padding character, and checks them")
    func customAlphabet() throws {
        let reversed = String("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".reversed())
        let codec = Base64(alphabet: try Base64Alphabet(reversed, padding: "."))
        #expect(codec.encode([0, 0]) == "///.")
        #expect(try codec.decode("///.") == [0, 0])
        for (symbols, offset) in [
            ("AB", nil), (reversed.replacing("A", with: "B"), 63), ("\n" + reversed.dropFirst(), 0),
            (reversed.replacing("z", with: "="), 12),
        ] as [(String, Int?)] {
            let error = failure { () throws(CodecError) in try Base64Alphabet(symbols) }
            #expect(error?.code == .invalidOption)
            #expect(error?.position?.offset == offset)
        }
        #expect(failure { () throws(CodecError) in try Base64Alphabet(reversed, padding: "é") }?.code == .invalidOption)
    }

    @Test(
        "reads several padded texts in a row if lenient, like coreutils",
        arguments: [
            ("SQ==QU0=", "IAM"), ("aGVsbG8=\naGVsbG8=\n", "hellohello"), ("SQ==\n\nQU1B\nQQ==", "IAMAA"),
            ("SQ==QU1B", "IAMA"),
            ("SQ==QQ", "IA"),
        ])
    func concatenation(text: String, bytes: String) throws {
        for cut in 0...text.utf8.count {
            var decoder = Base64.standard.allowing(.lenient).makeDecoder()
            let result = try [UInt8](capacity: decoder.maximumOutputCount(for: text.utf8.count)) {
                (output) throws(CodecError) in
                try decoder.update(Array(text.utf8)[..<cut], into: &output)
                try decoder.update(Array(text.utf8)[cut...], into: &output)
                try decoder.finish(into: &output)
            }
            #expect(String(decoding: result, as: UTF8.self) == bytes, "cut at \(cut)")
        }
        let error = #expect(throws: CodecError.self) { try Base64.standard.allowing(.whitespace).decode(text) }
        #expect(error?.code == .trailingData && error?.hint?.contains("several padded texts") == true)
    }

    @Test("still rejects misplaced and surplus padding if lenient", arguments: ["SQ=QU0=", "SQ===", "=SQ==", "SQ==="])
    func misplacedPadding(text: String) {
        #expect(throws: CodecError.self) { try Base64.standard.allowing(.lenient).decode(text) }
    }

    @Test("joins padded Base32 and Base16 in a row if lenient")
    func otherBases() throws {
        let result = try Base32.standard.allowing(.lenient).decode("JE======IFGQ====")
        #expect(String(decoding: result, as: UTF8.self) == "IAM")
    }
}
