import ArcaCodecCatalog
import ArcaCore
internal import ArcaCompression
internal import ArcaTestSupport
import Testing

/// Every row of the catalog: names, round trips, options, limits, strictness.
@Suite struct CodecTests {
    /// Text of 16 bytes that every codec can encode.
    private static let sample = Array("Hello, World! 12".utf8)

    /// The options that a codec requires.
    private static func required(_ codec: Codec, _ direction: Codec.Direction) -> Codec.Options {
        guard let requirement = codec.requirement(for: direction) else { return [:] }
        var options: Codec.Options = [:]
        let number = requirement.option.kind == .text ? nil : Int(requirement.example)
        options[requirement.option] = number.map(Codec.Value.number) ?? .text(requirement.example)
        return options
    }

    @Test("finds each codec by all its names, ignoring case, hyphens and underscores")
    func names() throws {
        var seen: Set<String> = []
        for codec in Codec.all {
            var own: Set<String> = []
            for name in [codec.name] + codec.aliases {
                let shouted = name.uppercased().replacing("-", with: "_")
                #expect(try Codec(named: name) == codec)
                #expect(try Codec(named: shouted) == codec)
                own.insert(shouted.replacing("_", with: ""))
            }
            #expect(seen.isDisjoint(with: own), "\(codec) shares a name with another codec")
            seen.formUnion(own)
        }
        let error = #expect(throws: CodecError.self) { try Codec(named: "base46") }
        #expect(error?.code == .unsupported)
        #expect(error?.hint?.contains("base45, base64") == true)
    }

    @Test("round-trips as a whole and in pieces", arguments: Codec.all.filter { $0.supports(.encoding) })
    func roundTrip(codec: Codec) throws {
        let (forth, back) = (Self.required(codec, .encoding), Self.required(codec, .decoding))
        // Some codecs have no case and no punctuation.
        let texts = [
            "morse": "HELLO, WORLD! 12", "a1z26": "hello world abc", "bacon": "HELLO WORLD ABC",
            "idna": "bücher.example",
        ]
        let sample = texts[codec.name].map { Array($0.utf8) } ?? Self.sample
        let text = try codec.encode(sample, forth)
        #expect(try codec.decode(text, back) == sample)
        #expect(try Self.inPieces(codec.makeStream(.encoding, forth), sample) == text)
        #expect(try Self.inPieces(codec.makeStream(.decoding, back), text) == sample)
    }

    @Test(
        "accepts or rejects line ends consistently, as a whole and in pieces",
        arguments: Codec.all.filter { $0.supports(.encoding) && $0.supports(.decoding) })
    func lineEnds(codec: Codec) throws {
        guard let text = try? codec.encode(Self.sample, Self.required(codec, .encoding)) else { return }
        let half = text.count / 2
        let inputs: [[UInt8]] = [
            text + [0x0a, 0x0a], text.prefix(half) + [0x0a] + text.dropFirst(half), [0x0a], [0x0a, 0x0a],
        ]
        for input in inputs {
            for isLenient in codec.options(for: .decoding).contains(.lenient) ? [false, true] : [false] {
                var options = Self.required(codec, .decoding)
                options[flag: .lenient] = isLenient
                let whole = try? codec.decode(input, options)
                let pieces = try? Self.inPieces(codec.makeStream(.decoding, options), input)
                #expect(
                    whole == pieces, "\(isLenient ? "lenient" : "strict"): \(String(decoding: input, as: UTF8.self))")
            }
        }
    }

    private static func inPieces(_ stream: any CodecStream, _ bytes: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        for index in bytes.indices {
            try stream.update(bytes.span.extracting(index...index)) { result.append(contentsOf: $0) }
        }
        try stream.finish { result.append(contentsOf: $0) }
        return result
    }

    @Test("decodes compressed data and charsets, and does not encode them")
    func decodeOnly() throws {
        let text = Array("hi".utf8)
        let inputs: [String: [UInt8]] = [
            "gunzip": try Deflater.deflate(text, format: .gzip), "inflate": try Deflater.deflate(text, format: .zlib),
            "bunzip2": hex("425a68393141592653599a89b422000000010000602000210082b1772453850909a89b4220"),
            "unxz": hex(
                "fd377a585a000004e6d6b4460200210116000000742fe5a30100016869000000fea93811bccaa54800011a02dc2ea57e1fb6f37d"
                    + "010000000004595a"),
            "utf16": [0xff, 0xfe, 0x68, 0, 0x69, 0], "utf16le": [0x68, 0, 0x69, 0], "utf16be": [0, 0x68, 0, 0x69],
            "utf32": [0, 0, 0, 0x68, 0, 0, 0, 0x69], "utf32le": [0x68, 0, 0, 0, 0x69, 0, 0, 0],
            "utf32be": [0, 0, 0, 0x68, 0, 0, 0, 0x69], "unwrap": Array("  h\r\n i\n".utf8),
        ]
        // The output for a token cannot be encoded to another token.
        let codecs = Codec.all.filter { !$0.supports(.encoding) && $0 != .jwt }
        #expect(Set(codecs.map(\.name)) == Set(inputs.keys))
        for codec in codecs {
            #expect(try codec.decode(inputs[codec.name] ?? []) == text, "\(codec)")
            #expect(throws: CodecError.code(.unsupported)) { try codec.encode(text) }
        }
    }

    @Test("rejects text that no encoder writes")
    func strict() {
        let malformed: [String: String] = [
            "base16": "68 69", "base32": "NBUQ", "base32hex": "d1kg====", "crockford": "U", "zbase32": "PB",
            "base45": "GGW", "base64": "aGl=", "base64url": "aG k", "ascii85": "!!!!!", "base85": "~~~~~",
            "z85": "Hell",
            "base58": "0", "base58check": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "base62": "a-b",
            "bech32": "age1dp5sxy2wjw", "bech32m": "age1dp5sxy2wjw", "qp": "caf=zz", "mime-word": "=?utf-8?q?caf=C3?=",
            "mime": "aG=k", "imap": "&AGE-", "percent": "a%zz", "unicode": "\\ud83d", "html": "&nope;", "xml": "a & b",
            "codepoints": "U+00", "bunzip2": "plain text", "unxz": "plain text", "json": "[1]",
            "hexdump": "zz", "data-uri": "http://x", "pem": "none", "c-array": "{0x168}", "swift-array": "{1,,2}",
            "gunzip": "plain text", "inflate": "xxxxxxxxxxxx", "utf16": "a", "utf16le": "a", "utf16be": "a",
            "charset": "a", "utf32": "a", "utf32le": "a", "utf32be": "a", "binary": "0110100", "octal": "15",
            "decimal": "256",
            "a1z26": "27", "morse": "......", "modhex": "a", "uuencode": "begin 644 x\n", "yenc": "=ybegin",
            "string": "\"a",
            "base36": "-", "base91": "A-", "js-escape": "%u12", "utf7": "+Jj", "punycode": "xn--999999b",
            "idna": "xn--999999b", "bacon": "AB",
            "jwt": "e30.e30",
        ]
        // Every text is a valid encoding.
        let total: Set<String> = [
            "caesar", "rot5", "rot13", "rot18", "rot47", "atbash", "affine", "vigenere", "substitution", "reverse",
            "rail-fence", "xor", "unwrap",
        ]
        #expect(Set(malformed.keys).union(total) == Set(Codec.all.map(\.name)))
        for codec in Codec.all {
            guard let text = malformed[codec.name] else { continue }
            #expect(throws: CodecError.self, "\(codec): \(text)") { try codec.decode(text) }
        }
    }

    @Test("shows the contents of a token, and the position of an error")
    func tokens() throws {
        let token = "eyJhbGciOiJub25lIn0.eyJhIjoxfQ."
        let text = String(decoding: try Codec.jwt.decode(token), as: UTF8.self)
        #expect(
            text == """
                {
                  "verified": false,
                  "encrypted": false,
                  "header": {
                    "alg": "none"
                  },
                  "claims": {
                    "a": 1
                  },
                  "payload": null
                }

                """)
        #expect(try Codec.jwt.decode(" eyJhbGciOi\nJub25lIn0.eyJhIjoxfQ.", [.lenient: true]) == Array(text.utf8))
        #expect(try Codec.jwt.outcome(.decoding, token.utf8, [:]).notes.first?.contains("not verified") == true)
        // A payload without claims, and an encrypted token.
        #expect(String(decoding: try Codec.jwt.decode("e30.aGk."), as: UTF8.self).contains(#""payload": "aGk=""#))
        #expect(
            String(decoding: try Codec.jwt.decode("e30.aGk.aGk.aGk.aGk"), as: UTF8.self).contains(#""encrypted": true"#)
        )
        for (text, offset) in [
            ("e30.a!.", 5), ("e30.aGk.a=", 9), ("!30.aGk.", 0), ("bm8.e30.", 0), ("e30.e30", 0), ("e30 .e30.", 3),
        ] {
            let error = #expect(throws: CodecError.self, "\(text)") { try Codec.jwt.decode(text) }
            #expect(error?.position?.offset == offset, "\(text): \(error.map(String.init(describing:)) ?? "")")
        }
    }

    @Test("accepts truncated text with the option")
    func cut() throws {
        for (name, text, output, isCut) in [
            ("base64", "aGVsbG8gd", "hello ", true), ("base64", "aGVsbG8g", "hello ", false),
            ("base16", "68656", "he", true), ("decimal", "104 105 ", "hi", true), ("json", "\"hi", "hi", true),
            ("base64", "aGVs!bG8", nil, false),
        ] as [(String, String, String?, Bool)] {
            let outcome = try? Codec(named: name).outcome(.decoding, text.utf8, [:], allowsCut: true)
            #expect(outcome.map { String(decoding: $0.bytes, as: UTF8.self) } == output, "\(text)")
            if let outcome { #expect(outcome.isCut == isCut, "\(text)") }
        }
    }

    @Test("accepts one line or the line length of coreutils, and wrap sets another length")
    func lines() throws {
        let bytes = [UInt8](repeating: 0x4d, count: 60)
        let line = String(repeating: "TU1N", count: 20)
        let base64 = try Codec(named: "base64")
        #expect(try base64.encode(bytes) == Array(line.utf8))
        #expect(try base64.encode(bytes, [.wrap: 76]) == Array("\(line.prefix(76))\n\(line.dropFirst(76))\n".utf8))
        #expect(try base64.decode("\(line.prefix(76))\n\(line.dropFirst(76))\n") == bytes)
        #expect(try base64.decode(line + "\n") == bytes)
        #expect(try base64.decode("\(line.prefix(64))\n\(line.dropFirst(64))", [.wrap: 64]) == bytes)
        #expect(throws: CodecError.code(.lineLength, at: TextPosition(offset: 64, line: 1, column: 65))) {
            try base64.decode("\(line.prefix(64))\n\(line.dropFirst(64))")
        }
        #expect(try base64.decode("\(line.prefix(64))\n \(line.dropFirst(64))", [.lenient: true]) == bytes)
        #expect(try Codec(named: "crockford").decode("D1MG\n") == Array("hi".utf8))
        #expect(throws: CodecError.self) { try Codec(named: "crockford").decode("D1\nMG") }
    }

    @Test("limits buffered input, with an option for the limit")
    func limits() throws {
        let long = [UInt8](repeating: 0x31, count: 200)
        for codec in Codec.all {
            for direction in Codec.Direction.allCases where codec.options(for: direction).contains(.limit) {
                var options = Self.required(codec, direction)
                options[.limit] = 20
                let input =
                    switch codec.name {
                    case "gunzip", "inflate": try Deflater.deflate(long, format: .gzip)
                    case "bunzip2":
                        hex(
                            "425a6839314159265359ffcbd723000000080420000400200021008283177245385090ffcbd723")
                    case "unxz":
                        hex(
                            "fd377a585a000004e6d6b4460200210116000000742fe5a3e000c700065d0018ef6600000000000095f5f12e04f8c71d"
                                + "000122c8010000009fb4e8e8b1c467fb020000000004595a")
                    default: long
                    }
                let error = #expect(throws: CodecError.self, "\(codec)") {
                    try direction == .encoding ? codec.encode(input, options) : codec.decode(input, options)
                }
                #expect(error?.code == .limitExceeded, "\(codec)")
                #expect(error?.kind == .tooCostly, "\(codec)")
            }
        }
    }

    @Test("accepts numbers of 65,536 symbols, and longer ones only with an option", arguments: ["base58", "base62"])
    func numberLimit(name: String) throws {
        let codec = try Codec(named: name)
        let digit = UInt8(ascii: name == "base58" ? "1" : "0")
        #expect(try codec.decode([UInt8](repeating: digit, count: 1 << 16)).count == 1 << 16)
        let longer = [UInt8](repeating: digit, count: 1 << 16 + 1)
        #expect(throws: CodecError.code(.limitExceeded)) { try codec.decode(longer) }
        #expect(try codec.decode(longer, [.limit: .number(longer.count)]).count == longer.count)
    }

    @Test("reports the prefix, media type, label or name found in the input")
    func notes() throws {
        for (name, text, note) in [
            ("bech32", "age1dp5sekf2ys", "the prefix is 'age'"),
            ("data-uri", "data:text/plain,hi", "the media type is text/plain"),
            ("pem", "-----BEGIN A-----\naGk=\n-----END A-----\n", "the label is 'A'"),
            ("uuencode", "begin 644 a.txt\n\"9&D \n`\nend\n", "the name is 'a.txt'"),
        ] {
            let stream = try Codec(named: name).makeStream(.decoding)
            let bytes = Array(text.utf8)
            try stream.update(bytes.span) { _ in }
            try? stream.finish { _ in }
            #expect(stream.notes == [note])
        }
    }
}
