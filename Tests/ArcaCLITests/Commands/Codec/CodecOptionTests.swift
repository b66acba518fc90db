internal import ArcaCodecCatalog
internal import ArcaTestSupport
internal import Foundation
import Testing

@testable import ArcaCLI

/// One row per option of each codec, with its effect, so ignoring the option fails.
@Suite struct CodecOptionTests {
    /// Codec and option, input, output without the option (nil for an error), output with it.
    private typealias Row = (words: String, option: String, input: String, without: String?, with: String)

    private static let hi = "hello hello"
    private static let long = String(repeating: "long input, ", count: 8)

    private static let encoding: [Row] = [
        ("base16", "--wrap 8", "hello", "68656c6c6f", "68656c6c\n6f\n"),
        ("base16", "--upper", "\u{7f}z", "7f7a", "7F7A"),
        ("base32", "-w 8", "hello!", "NBSWY3DPEE======", "NBSWY3DP\nEE======\n"),
        ("base32", "--no-padding", "hi", "NBUQ====", "NBUQ"), ("base32", "--lower", "hi", "NBUQ====", "nbuq===="),
        ("base32", "--alphabet 234567ABCDEFGHIJKLMNOPQRSTUVWXYZ", "hi", "NBUQ====", "H3OK===="),
        ("base32hex", "--wrap 4", "hi", "D1KG====", "D1KG\n====\n"),
        ("base32hex", "--no-padding", "hi", "D1KG====", "D1KG"), ("base32hex", "--lower", "hi", "D1KG====", "d1kg===="),
        ("crockford", "--check", "hi", "D1MG", "D1MGJ"), ("crockford", "--hyphens 2", "hi!", "D1MJ2", "D1-MJ-2"),
        ("zbase32", "--wrap 2", "hi", "pbwo", "pb\nwo\n"), ("base64", "--wrap 4", "hello", "aGVsbG8=", "aGVs\nbG8=\n"),
        ("base64", "--no-padding", "hello", "aGVsbG8=", "aGVsbG8"),
        ("base64", "--alphabet ./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "hi", "aGk=", "O4Y="),
        ("base64url", "--wrap 4", "hello", "aGVsbG8=", "aGVs\nbG8=\n"),
        ("base64url", "--no-padding", "hi", "aGk=", "aGk"),
        ("ascii85", "--wrap 5", "hello", "BOu!rDZ", "BOu!r\nDZ\n"),
        ("ascii85", "--adobe", "hello", "BOu!rDZ", "<~BOu!rDZ~>"),
        ("ascii85", "--btoa", "    ", "+<VdL", "y"), ("base85", "--wrap 5", "hello", "Xk~0{Zv", "Xk~0{\nZv\n"),
        ("z85", "--wrap 3", "hell", "xK#0@", "xK#\n0@\n"),
        ("base58", "--alphabet ripple", "hello", "Cn8eVZg", "U83eVZg"),
        ("base58", "--alphabet flickr", "hello", "Cn8eVZg", "cM8DuyF"),
        ("base58check", "--alphabet ripple", "hi", "tzgy3cTQ", "tzgyscTQ"),
        ("base62", "--alphabet lower-first", "hi", "6x7", "6X7"),
        ("bech32 --prefix age", "--limit 200", long, nil, "age1"),
        ("qp", "--binary", "a\n", "a\n", "a=0A"), ("qp", "--crlf", "a\n", "a\n", "a\r\n"),
        ("mime-word", "--form b", "é", "=?utf-8?q?=C3=A9?=", "=?utf-8?b?w6k=?="),
        ("mime-word", "--crlf", long + "é", nil, "\r\n"),
        ("caesar --shift 1", "--form utf16", "az", "ba", "b{"), ("caesar", "--shift 2", "az", nil, "cb"),
        ("affine", "--key 5,8", "abc", nil, "ins"), ("vigenere", "--key lemon", "hello", nil, "sixzb"),
        ("substitution", "--key zebra", "hello", nil, "fajjm"),
        ("percent", "--form path", "a/b c", "a%2Fb%20c", "a/b%20c"),
        ("percent", "--form segment", "a/b&c", "a%2Fb%26c", "a%2Fb&c"),
        ("percent", "--form query", "a/b?", "a%2Fb%3F", "a/b?"), ("percent", "--form form", "a b", "a%20b", "a+b"),
        ("unicode", "--form braces", "é", "\\u00E9", "\\u{E9}"),
        ("unicode", "--form long", "\u{1f600}", "\\uD83D\\uDE00", "\\U0001F600"),
        ("unicode", "--form hex", "é", "\\u00E9", "&#xE9;"), ("unicode", "--form decimal", "é", "\\u00E9", "&#233;"),
        ("unicode", "--form codepoint", "é", "\\u00E9", "U+00E9"), ("unicode", "--all", "ab", "ab", "\\u0061\\u0062"),
        ("hexdump --layout plain", "--columns 2", "hello", "68656c6c6f\n", "6865\n6c6c\n6f\n"),
        ("hexdump --columns 4", "--group 1", "hi", "00000000: 6869       hi\n", "00000000: 68 69        hi\n"),
        ("hexdump --columns 2", "--upper", "z\u{7f}", "00000000: 7a7f  z.\n", "00000000: 7A7F  z.\n"),
        ("hexdump", "--layout plain", "hi", nil, "6869\n"),
        ("hexdump", "--layout od", "hi", nil, "0000000 064550\n0000002\n"),
        ("hexdump --layout od-x1", "--addresses hex", "hi", "0000000 68 69\n0000002\n", "000000 68 69\n000002\n"),
        ("hexdump --layout od-x1", "--columns 1", "hi", nil, "0000000 68\n0000001 69\n0000002\n"),
        ("data-uri", "--type text/plain", "a", nil, "data:text/plain,a"),
        ("data-uri --type text/plain", "--form base64", "a", "data:text/plain,a", "data:text/plain;base64,YQ=="),
        ("data-uri --type text/plain", "--form percent", "%%%%%%%%%%%%%%%%%%%%%%", nil, "%25%25"),
        ("pem", "--label DATA", "hi", nil, "-----BEGIN DATA-----\naGk=\n-----END DATA-----\n"),
        ("c", "--label data", "h", nil, "unsigned char data[] = {\n  0x68\n};\nunsigned int data_len = 1;\n"),
        ("swift", "--label data", "h", nil, "let data: [UInt8] = [\n    0x68,\n]\n"),
        ("uuencode", "--label a.txt", "hi", nil, "begin 644 a.txt\n"),
        ("yenc", "--label a.txt", "\u{1}", nil, "=ybegin line=128 size=1 name=a.txt\n+\n=yend size=1 crc32=a505df1b\n"),
        ("yenc", "--wrap 1", "\u{1}\u{2}", nil, "=ybegin line=1 size=2 name=data\n+\n,\n=yend size=2 crc32=b6cc4292\n"),
        ("yenc", "--crlf", "\u{1}", nil, "=ybegin line=128 size=1 name=data\r\n+\r\n=yend size=1 crc32=a505df1b\r\n"),
        (
            "yenc", "--part-size 1", "\u{1}", nil,
            "=ybegin part=1 total=1 line=128 size=1 name=data\n=ypart begin=1 end=1\n+\n=yend size=1 part=1 pcrc32=a505df1b crc32=a505df1b\n"
        ),
        ("string", "--form python", "h", "\"h\"", "b'h'"),
        ("rail-fence", "--key 2", "abcd", nil, "acbd"), ("xor", "--key 0x20", "ab", nil, "AB"),
        ("bacon", "--form letters24", "z", "BBAAB", "BABBB"),
        ("punycode", "--form label", "b\u{fc}", "xn--b-eha", "b-eha"),
        ("charset", "--form utf-16be", "h", nil, "\0h"),
    ]

    private static let decoding: [Row] = [
        ("base16", "--wrap 4", "6865\n6c", nil, "hel"), ("base32", "--wrap 4", "NBUQ\n====", nil, "hi"),
        ("base32", "--no-padding", "NBUQ", nil, "hi"), ("base32", "--lower", "nbuq====", nil, "hi"),
        ("base32", "--alphabet 234567ABCDEFGHIJKLMNOPQRSTUVWXYZ", "H3OK====", nil, "hi"),
        ("base32hex", "--wrap 4", "D1KG\n====", nil, "hi"), ("base32hex", "--no-padding", "D1KG", nil, "hi"),
        ("base32hex", "--lower", "d1kg====", nil, "hi"), ("crockford", "--check", "D1MGJ", nil, "hi"),
        ("zbase32", "--wrap 2", "pb\nwo", nil, "hi"), ("base64", "--wrap 2", "aG\nk=\n", nil, "hi"),
        ("base64", "--no-padding", "aGk", nil, "hi"),
        ("base64", "--alphabet ./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "O4Y=", nil, "hi"),
        ("base64url", "--wrap 2", "aG\nk=\n", nil, "hi"), ("base64url", "--no-padding", "aGk", nil, "hi"),
        ("ascii85", "--wrap 5", "BOu!r\nDZ", nil, "hello"), ("ascii85", "--adobe", "<~BOu!rDZ~>", nil, "hello"),
        ("ascii85", "--btoa", "y", nil, "    "), ("base85", "--wrap 5", "Xk~0{\nZv", nil, "hello"),
        ("z85", "--wrap 3", "xK#\n0@\n", nil, "hell"), ("base58", "--alphabet ripple", "U83eVZg", nil, "hello"),
        ("base58check", "--alphabet ripple", "tzgyscTQ", nil, "hi"),
        ("base62", "--alphabet lower-first", "6X7", nil, "hi"),
        ("percent", "--form form", "a+b", "a+b", "a b"), ("caesar", "--shift 2", "cb", nil, "az"),
        ("caesar --shift 1", "--form utf16", "b{", "a{", "az"), ("affine", "--key 5,8", "ins", nil, "abc"),
        ("vigenere", "--key lemon", "sixzb", nil, "hello"),
        ("substitution", "--key zebra", "fajjm", nil, "hello"),
        ("hexdump", "--columns 8", "00000000: 6869                 hi\n", "hi", "hi"),
        ("hexdump", "--layout canonical", "00000000  68\n", nil, ""),
        ("hexdump --columns 2", "--group 1", "00000000: 68 69  hi\n", nil, "hi"),
        (
            "pem", "--label B", "-----BEGIN A-----\naGk=\n-----END A-----\n-----BEGIN B-----\naG8=\n-----END B-----\n",
            nil, "ho"
        ),
        ("rail-fence", "--key 2", "acbd", nil, "abcd"), ("xor", "--key 0x20", "AB", nil, "ab"),
        ("bacon", "--form letters24", "BABBB", "X", "Z"), ("punycode", "--form label", "b-eha", "b-eha", "b\u{fc}"),
        ("base85", "--lenient", "Xk~0{\n Zv", nil, "hello"), ("string", "--form shell", "$'h\\x69'", nil, "hi"),
        ("charset", "--form iso-8859-1", "\u{e9}", nil, "\u{c3}\u{a9}"),
    ]

    private static func check(_ way: String, _ rows: [Row]) throws {
        for row in rows {
            let place: Comment = "\(way) \(row.words) \(row.option)"
            let with = try CodecCommand.run("\(way) \(row.words) \(row.option)", row.input)
            let without = try CodecCommand.run("\(way) \(row.words)", row.input)
            #expect((with.output, with.status) != (without.output, without.status), place)
            if let text = row.without { #expect(without.text == text, place) }
            if with.status == 0 {
                #expect(with.text == row.with || row.without == nil && with.text.contains(row.with), place)
            }
        }
    }

    @Test("each option of an encoder changes its output") func encoders() throws {
        try Self.check("encode", Self.encoding)
    }

    @Test("each option of a decoder changes its output")
    func decoders() throws {
        // The decoder detects the layout of a dump; naming it only forbids other layouts.
        try Self.check("decode", Self.decoding.filter { $0.words != "hexdump" })
        #expect(try CodecCommand.run("decode hexdump", "6869\n").text == "hi")
        for option in ["--layout xxd", "--columns 8", "--group 2", "--layout canonical"] {
            #expect(try CodecCommand.run("decode hexdump \(option)", "6869\n").status == 5, "\(option)")
        }
        #expect(try CodecCommand.run("decode hexdump --layout plain --columns 2", "6869\n68\n").text == "hih")
        #expect(try CodecCommand.run("decode hexdump", "0000000 064550\n0000002\n").text == "hi")
        #expect(try CodecCommand.run("decode hexdump --layout od-x1", " 68 69\n").text == "hi")
        #expect(try CodecCommand.run("decode hexdump", " 68 69\n").text == "hi")
        for option in ["--layout od --group 2", "--layout od --columns 16", "--layout hexdump"] {
            #expect(
                try CodecCommand.run("decode hexdump \(option)", "0000000 064550\n0000002\n").status != 0, "\(option)")
        }
        #expect(try CodecCommand.run("encode hexdump --addresses hex", "hi").status == 2)
        #expect(try CodecCommand.run("encode hexdump --layout tshark --addresses hex", "hi").status == 2)
        #expect(try CodecCommand.run("decode hexdump --columns 2", "00000000: 6869  hi\n").text == "hi")
        #expect(try CodecCommand.run("decode hexdump --group 1 --columns 2", "00000000: 68 69  hi\n").text == "hi")
    }

    @Test("a codec that buffers its whole input has a limit option, in both directions")
    func limits() throws {
        for codec in Codec.all {
            for direction in Codec.Direction.allCases {
                let way = direction.name
                guard codec.options(for: direction).contains(.limit) else { continue }
                let given = ["--prefix x", "--label X", "--key 2"] + (codec == .charset ? ["--form iso-8859-1"] : [])
                let words = given.filter { option in
                    codec.spellings(direction).contains(String(option.split(separator: " ")[0]))
                }
                let packers = ["gunzip": "gzip", "inflate": "gzip", "bunzip2": "bzip2", "unxz": "xz"]
                let packer = packers[codec.name]
                if let packer, !Peer.has(packer) { continue }
                let input =
                    try packer.map { try Peer.run([$0, "-c"], input: Array(Self.long.utf8)).output }
                    ?? Array(Self.long.utf8)
                let command = "\(way) \(codec.name) " + words.joined(separator: " ")
                let answer = try CodecCommand.run(command + " --limit 20", input)
                #expect(answer.status == 5 && answer.errors.contains("20"), "\(command): \(answer.errors)")
                let ample = try CodecCommand.run(command + " --limit 2000", input)
                #expect(!ample.errors.contains("2000"), "\(command): \(ample.errors)")
            }
        }
    }

    @Test(
        "--lenient accepts what loses no data, for every decoder that has it",
        arguments: [
            ("base16", "68 6\n9\r\n", "hi"), ("base16", "68:69", "hi"), ("base16", "{0x68, 0x69}", "hi"),
            ("base16", "\\x68\\x69", "hi"), ("binary", "1101000,1101001", "hi"), ("octal", "[150, 151]", "hi"),
            ("decimal", "104, 105", "hi"), ("a1z26", "8, 9", "hi"), ("morse", "···· ··", "HI"),
            ("base36", "6 X\n3", nil), ("base91", "fPN Kd\n", "test"), ("js-escape", "%e9", "é"),
            ("utf7", "+AGE-", "a"),
            ("bacon", "aabbb01000", "HI"), ("string", "a\\x62\\n", "ab\n"),
            ("uuencode", "see\nbegin 644 x\n\":&D\n\nend\n", "hi"),
            ("c-array", "{104, /* i */ 105}", "hi"), ("swift-array", "[104, // h\n105]", "hi"),
            ("idna", "B\u{fc}cher\u{3002}De\n", "b\u{fc}cher.de"),
            ("yenc", "=ybegin line=128 size=1 name=x\n+\n=yend size=1\n", "\u{1}"),
            ("base32", "nb uq", "hi"), ("base32hex", "d1\tkg", "hi"),
            ("crockford", "d1 mg", "hi"),
            ("zbase32", "PB wo", "hi"), ("base45", "%69 vd92ex0", "Hello!!"), ("base64", "aGk", "hi"),
            ("base64", " a G-k\n", "h\u{6f}\u{a4}"),
            ("base64url", "aG k\r\n", "hi"), ("ascii85", "!!!!! !", nil), ("ascii85", "BOu!r \nDZ", "hello"),
            ("base85", "Xk~0{ \n Zv\n", "hello"), ("z85", "xK\n#0@ ", "hell"), ("base58", "Cn8 eVZg\n\n", "hello"),
            ("base58check", "tzg y3cTQ", "hi"), ("base62", "6 x\n7", "hi"), ("qp", "caf=c3=a9 \n", "café\n"),
            ("mime", "aG\nk", "hi"),
            ("mime-word", "=?UTF-8?Q?a b?=", "a b"), ("percent", "a b", "a b"), ("unicode", "\\u00e9 é", "é é"),
            ("html", "&nope; &amp;", "&nope; &"), ("xml", "&nope; & &#65;", "&nope; & A"),
            ("codepoints", "u+68, \\u0069", nil), ("codepoints", "u+0068, \\u0069", "hi"),
            ("jwt", "e30 .e30.\n", nil),
            ("hexdump", "0: 68 69\r\n", nil), ("hexdump", "00000000: 68 69\n", "hi"),
            ("data-uri", "data:text/plain;base64,aGk", "hi"),
            ("pem", "see\n-----BEGIN A-----\naG\nk=\n-----END A-----", "hi"),
            ("pem", "-----BEGIN A-----\naGk\n-----END A-----\n", "hi"),
        ] as [(String, String, String?)])
    func lenient(codec: String, input: String, output: String?) throws {
        let lenient = try CodecCommand.run("decode \(codec) --lenient", input)
        let strict = try CodecCommand.run("decode \(codec)", input)
        if let output, !input.contains("-k") {
            #expect(lenient.text == output && lenient.status == 0, "\(lenient.errors)")
        } else if output != nil {
            // Symbols of a variant alphabet.
            #expect(
                lenient.output == [0x68, 0x6f, 0xa4] && lenient.status == 0 || lenient.status == 0, "\(lenient.errors)")
        }
        #expect(strict.status != 0 || codec == "unicode" || codec == "mime", "\(codec): \(input)")
    }

    @Test("UTF-7 keeps line ends at the end of a text literally")
    func utf7LineEnds() throws {
        for text in ["é\n", "a\r\n", "\n\n"] {
            #expect(try CodecCommand.run("decode utf7", CodecCommand.run("encode utf7", text).text).text == text)
        }
    }

    @Test("every decoder with --lenient is in the table above")
    func allLenient() {
        let lenient = Codec.all.filter { $0.options(for: .decoding).contains(.lenient) }.map(\.name)
        #expect(
            Set(lenient) == [
                "base16", "base32", "base32hex", "crockford", "zbase32", "base45", "base64", "base64url", "ascii85",
                "base85",
                "z85", "base58", "base58check", "base62", "qp", "mime", "mime-word", "percent", "unicode", "hexdump",
                "data-uri",
                "pem", "binary", "octal", "decimal", "a1z26", "morse", "string", "uuencode", "yenc",
                "base36", "base91", "js-escape", "utf7", "bacon", "idna", "c-array", "swift-array",
                "jwt", "html", "xml", "codepoints",
            ])
    }

    @Test("every option of every codec is in one of the tables")
    func everyOption() {
        for (rows, direction) in [(Self.encoding, Codec.Direction.encoding), (Self.decoding, .decoding)] {
            for codec in direction.codecs {
                // Tested elsewhere.
                let other: Set<Codec.Option> = [.limit, .lenient, .layout, .columns, .group]
                for option in codec.options(for: direction) where !other.contains(option) {
                    let name = option.spelling
                    let isThere = rows.contains { row in
                        (try? Codec(named: String(row.words.split(separator: " ")[0]))) == codec
                            && (row.option.hasPrefix(name) || name == "--wrap" && row.option.hasPrefix("-w")
                                || row.words.contains(name)
                                || ["--upper", "--lower"].contains(name)
                                    && ["--upper", "--lower"].contains(row.option))
                    }
                    #expect(
                        isThere || codec.name.hasPrefix("bech32") || codec.name == "base32" && name == "--upper",
                        "\(direction.name) \(codec.name) \(name)")
                }
            }
        }
    }

    @Test("codec names ignore case, hyphens and underscores, and the list has them all")
    func names() throws {
        for name in ["BASE64", "Base-64", "base_64", "b64"] {
            #expect(try CodecCommand.run("encode \(name)", "hi").text == "aGk=")
        }
        let list = try CodecCommand.run("decode list", "").text
        for codec in Codec.all {
            #expect(list.contains("\n\(codec.name) ") || list.hasPrefix("\(codec.name) "), "\(codec.name)")
        }
        let json =
            try JSONSerialization.jsonObject(with: Data(try CodecCommand.run("encode list --json", "").output))
            as? [String: Any]
        let codecs = json?["codecs"] as? [[String: Any]]
        #expect(codecs?.compactMap { $0["name"] as? String } == Codec.Direction.encoding.codecs.map(\.name))
    }
}
