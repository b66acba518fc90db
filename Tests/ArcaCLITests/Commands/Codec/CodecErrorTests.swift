internal import ArcaTestSupport
import Testing

/// Error messages of codecs: position, line with caret, reason, hint and status.
@Suite struct CodecErrorTests {
    @Test(
        "shows the position, the line with a caret, the reason and a hint",
        arguments: [
            (
                "base64", "aGl=",
                "unused bits of the last symbol are not zero at offset 2 (line 1, column 3)\n  aGl=\n    ^\n",
                "canonical is aGk="
            ),
            (
                "base64", "aGk", "the padding is missing at offset 3 (line 1, column 4)\n  aGk\n     ^\n",
                "canonical is aGk="
            ),
            (
                "base64", "aG-_", "'-' is not a symbol of base64 at offset 2 (line 1, column 3)\n  aG-_\n    ^\n",
                "it belongs to base64url"
            ),
            (
                "base64", "aG k=",
                "byte 0x20 is not a symbol of base64 at offset 2 (line 1, column 3)\n  aG k=\n    ^\n",
                "allow whitespace to have it skipped: --lenient does"
            ),
            (
                "base64", "aG\nk=",
                "the line ends after 2 characters and is not the last one at offset 2 (line 1, column 3)\n  aG\n    ^\n",
                "--wrap 2 reads lines of that length, --lenient skips line ends"
            ),
            (
                "base32hex", "c0======",
                "'c' is not a symbol of base32hex at offset 0 (line 1, column 1)\n  c0======\n  ^\n",
                "allow letters of the other case: --lenient does"
            ),
            (
                "base16", "0x6869", "'x' is not a symbol of base16 at offset 1 (line 1, column 2)\n  0x6869\n   ^\n",
                "leave out the prefix 0x"
            ),
            (
                "base85", "~~~~~",
                "a group of 5 symbols stands for more than 32 bits at offset 0 (line 1, column 1)\n  ~~~~~\n  ^\n",
                "the largest is |NsC0"
            ),
            (
                "ascii85", "<~87cURDZ~>",
                "'~' is not a symbol of ascii85 at offset 1 (line 1, column 2)\n  <~87cURDZ~>\n   ^\n",
                "the text seems to stand between <~ and ~>: --adobe reads that"
            ),
            (
                "z85", "HelloWorl",
                "4 symbols in the last group cannot stand for bytes at offset 9 (line 1, column 10)\n  HelloWorl\n           ^\n",
                "z85 has groups of 5 symbols only"
            ),
            (
                "base58", "2NEpo7TZ0R",
                "'0' is not a symbol of base58 at offset 8 (line 1, column 9)\n  2NEpo7TZ0R\n          ^\n",
                "base58 has none of 0, O, I and l, which look alike"
            ),
            (
                "qp", "one\ncaf=ZZ",
                "= without two hexadecimal digits at offset 7 (line 2, column 4)\n  caf=ZZ\n     ^\n",
                "the character = is written =3D"
            ),
            (
                "percent", "a b", "byte 0x20 is not escaped at offset 1 (line 1, column 2)\n  a b\n   ^\n", "write %20"
            ),
            (
                "html", "é\nTom &x; x",
                "'&' begins no known reference at offset 7 (line 2, column 5)\n  Tom &x; x\n      ^\n",
                "allow unknown references as text: --lenient does"
            ),
            (
                "hexdump", "00000000: 6869                                     hj\n",
                "the text column does not match the bytes at offset 52 (line 1, column 53)\n"
                    + "  00000000: 6869                                     hj\n" + String(repeating: " ", count: 54)
                    + "^\n",
                "'i' would be there"
            ),
            (
                "json", "[1]", "the JSON value is not a string at offset 0 (line 1, column 1)\n  [1]\n  ^\n",
                "a string stands in double quotes"
            ),
            (
                "base64,base16", "NjhnOQ==",
                "step 2, base16: 'g' is not a symbol of base16 at offset 2 (line 1, column 3)\n"
                    + "  68g\n    ^\n", nil
            ),
        ] as [(String, String, String, String?)])
    func located(codec: String, input: String, message: String, hint: String?) throws {
        let answer = try CodecCommand.run("decode " + codec, input)
        let expected = "arca: error: standard input: \(message)" + (hint.map { "arca: hint: \($0)\n" } ?? "")
        #expect(answer.errors == expected)
        #expect(answer.status == 5)
    }

    @Test(
        "rejects everything but the canonical text",
        arguments: [
            ("base64", ["a", "=", "====", "aGk==", "aGk=aGk=", "aGk=\n\n", "aGk=\r\n", "aGk= ", "\u{e9}", "aGk=\0"]),
            ("base16", ["6", "6G", "68 69", "aF", "\n68"]),
            ("base32", ["NBUQ", "nbuq====", "NBUR====", "NBUQ=", "1AAA===="]),
            ("base45", ["GGW", ":::", "a", "AAAA"]), ("crockford", ["U", "D1MH!"]), ("zbase32", ["PB", "pbwp"]),
            ("base85", ["N", "NM&qnZ1", "a\"bcd"]), ("ascii85", ["!!!!!", "s8W-\"", "zz!", "87cURDZy"]),
            ("z85", ["Hell"]),
            ("base58", ["l", "2NEpo7TZ RR"]), ("base58check", ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"]),
            ("base62", ["a-b"]),
            ("bech32", ["age1dp5sxy2wjw", "AGE1dp5sekf2ys", "a12uel5lb"]), ("imap", ["&AGE-", "&Jjo-&Jjo-", "a\tb"]),
            ("mime-word", ["=?utf-8?q?caf=C3?=", "=?nope?q?x?="]), ("percent", ["a%zz", "é"]),
            ("unicode", ["\\ud83d", "\\x41", "\\q"]), ("html", ["&nope;", "&#0;"]), ("json", ["\"a\" x", "1"]),
            ("data-uri", ["http://x", "data:text/plain;base64,aGk"]), ("c", ["{0x168}", "{1,,2}"]),
            (
                "pem",
                ["none", "-----BEGIN A-----\naGk\n-----END A-----\n", "-----BEGIN A-----\naGk=\n-----END B-----\n"]
            ),
            ("hexdump", ["00000001: 68", "zz", "00000000: 6869   hi\n"]), ("gunzip", ["plain text"]),
            ("inflate", ["xxxxxxxxxxxx"]),
        ])
    func strict(codec: String, inputs: [String]) throws {
        for input in inputs {
            let answer = try CodecCommand.run("decode " + codec, input)
            #expect(
                answer.status == 5 && answer.errors.hasPrefix("arca: error: standard input: "), "\(codec): \(input)")
        }
    }

    @Test(
        "truncated input has a separate status",
        arguments: [
            ("percent", "a%2"), ("unicode", "\\u00"), ("json", "\"abc"), ("qp", "a="), ("imap", "&U,BTFw"),
            ("ascii85 --adobe", "<~87cURDZ"), ("mime-word", "=?utf-8?q?caf"), ("hexdump", "00000000: 6869\n"),
        ])
    func truncated(codec: String, input: String) throws {
        #expect(try CodecCommand.run("decode " + codec, input).status == 4)
    }

    @Test("distinguishes truncated or damaged compressed data from other data")
    func compressed() throws {
        let packed = try Peer.run(["gzip", "-c"], input: CodecCommand.sample).output
        #expect(try CodecCommand.run("decode gunzip", Array(packed.dropLast(9))).status == 4)
        var damaged = packed
        damaged[packed.count - 5] ^= 1
        #expect(try CodecCommand.run("decode gunzip", damaged).status == 4)
        #expect(try CodecCommand.run("decode gunzip", packed + [1, 2, 3]).status == 5)
        let tooLarge = try CodecCommand.run("decode gunzip --limit 10", packed)
        #expect(tooLarge.status == 5 && tooLarge.output.count <= 10)
    }

    @Test(
        "usage errors give a hint",
        arguments: [
            ("encode bogus", "no codec is called 'bogus'", "'arca encode list' lists them"),
            ("encode base46", "no codec is called 'base46'", "did you mean base16 or base45 or base64?"),
            ("encode gunzip", "gunzip can only be decoded", "'arca encode list' lists what encodes"),
            ("encode base64,hex(adobe)", "base16 has no option 'adobe'", "it has wrap, upper, lower, lenient"),
            ("decode hex(", "'hex(' has no closing parenthesis", "options stand in parentheses: caesar(3)"),
            ("decode base64(wrap=x)", "option 'wrap' takes a number, not 'x'", ""),
            (
                "encode auto", "auto detects all codecs and cannot be combined with others",
                "only decoding can detect them"
            ),
            ("decode base64,,hex", "'base64,,hex' has an empty element", "separate codecs by single commas"),
            ("decode base64,auto", "auto detects all codecs and cannot be combined with others", "arca decode auto"),
            (
                "encode base64 --shift 3", "--shift does not apply to base64",
                "base64 takes --wrap, --no-padding, --alphabet"
            ),
            ("decode base64 --crack", "--crack does not apply to base64", "base64 takes"),
            ("decode rot13 --lenient", "--lenient does not apply to rot13", "rot13 has no options"),
            ("encode base64 --wrap x", "'x' is not a whole number", "give a whole number, 0 to 2147483647"),
            ("encode bech32", "bech32 needs --prefix", "such as --prefix age"),
            ("encode pem", "pem needs --label", "CERTIFICATE"),
            ("encode caesar", "caesar needs --shift", "such as --shift 3"),
            ("decode caesar", "caesar needs --shift", "--crack finds the most likely ones"),
            ("encode affine --key 2,8", "shares a factor with 26", "it is one of 1, 3, 5"),
            ("encode affine --key x", "'x' is not two numbers", "such as 5,8"),
            ("encode vigenere", "vigenere needs --key", "lemon"),
            (
                "encode base58 --alphabet abc", "the alphabet has 3 symbols",
                "choose from bitcoin, ripple, flickr, or give 58 symbols"
            ),
            (
                "encode base62 --alphabet abc", "the alphabet has 3 symbols",
                "choose from lower-first, or give 62 symbols"
            ),
            ("encode base64 --alphabet abc", "the alphabet has 3 symbols", "it needs 64"),
            ("encode base32 --upper --lower", "--upper cannot be combined with --lower", "remove one of them"),
            ("encode mime-word --form x", "mime-word has no form 'x'", "choose from automatic, b, q"),
            ("encode data-uri --type nonsense", "media type lacks its slash", "a media type is type/subtype"),
            ("encode c --label 1x", "'1x' is not a valid array name", "letters, digits and _"),
            ("encode hexdump --layout plain --group 2", "'group' cannot be combined with layout plain", "no groups"),
            ("encode base64 --json", "--json is for 'arca encode list'", "no report"),
            ("decode base64 --json", "--json does not apply to base64", "for auto, --crack and list"),
            ("decode base64 --depth 3", "--depth does not apply to named codecs", "--depth is for auto"),
            ("decode auto --lenient", "--lenient does not apply to auto", "auto finds the options"),
            ("decode auto --depth 0", "0 is out of range", "1 to 32"),
            ("decode list file", "unexpected argument 'file'", "list takes no file"),
            ("decode caesar --crack --shift 3", "--crack cannot be combined with --shift", "remove one of them"),
            (
                "decode caesar,base64 --crack", "--crack is for the last codec",
                "put caesar, affine, vigenere, substitution or xor last"
            ),
            ("decode caesar --crack -o x", "--crack cannot be combined with --output", "remove one of them"),
        ])
    func wrongUse(words: String, reason: String, hint: String) throws {
        let answer = try CodecCommand.run(words, "abcd")
        #expect(answer.status == 2 && answer.output.isEmpty, "\(words)")
        #expect(answer.errors.contains(reason) && answer.errors.contains(hint), "\(answer.errors)")
    }

    @Test("reports the right position far into a large input, with and without lines")
    func farPlaces() throws {
        let bytes = [UInt8](repeating: 0x41, count: 3 << 20)
        var oneLine = bytes
        oneLine[2_999_999] = UInt8(ascii: "!")
        let answer = try CodecCommand.run("decode base64", oneLine)
        #expect(answer.errors.contains("'!' is not a symbol of base64 at offset 2999999 (line 1, column 3000000)"))
        #expect(answer.errors.contains("\n  …AAAA"))
        var lines = try Peer.run(["fold", "-w", "76"], input: bytes).output
        lines[77 * 10_000 + 5] = UInt8(ascii: "!")
        let inLines = try CodecCommand.run("decode base64", lines)
        #expect(inLines.errors.contains("at offset 770005 (line 10001, column 6)\n  AAAAA!AAAA"))
    }
}
