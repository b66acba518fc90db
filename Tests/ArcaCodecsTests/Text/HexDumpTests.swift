internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct HexDumpTests {
    /// Bytes with runs to squeeze, all byte values, and a last line of any length.
    private static func sample(_ count: Int) -> [UInt8] {
        (0..<count).map { $0 / 16 % 5 < 3 ? UInt8(truncatingIfNeeded: $0 / 80) : UInt8(truncatingIfNeeded: $0 &* 7) }
    }
    private static let counts = Array(0...66) + [255, 256, 257, 700, 1000]

    private static func layouts() throws -> [(HexDump, [String])] {
        [
            (.standard, ["xxd"]), (.plain, ["xxd", "-p"]), (.canonical, ["hexdump", "-C"]),
            (.canonical(squeezes: false), ["hexdump", "-Cv"]),
            (try .xxd(columns: 5, groupSize: 3), ["xxd", "-c", "5", "-g", "3"]),
            (try .xxd(columns: 1, groupSize: 0, isUpper: true), ["xxd", "-c", "1", "-g", "0", "-u"]),
            (try .xxd(columns: 32, groupSize: 4), ["xxd", "-c", "32", "-g", "4"]),
            (try .plain(columns: 7, isUpper: true), ["xxd", "-p", "-u", "-c", "7"]),
        ]
    }

    private static func visible(_ byte: UInt8) -> UInt8 { byte >= 0x20 && byte < 0x7f ? byte : 0x2e }

    @Test("writes the same text as xxd and hexdump", .enabled(if: Peer.has("xxd") && Peer.has("hexdump")))
    func dumpsArePeers() throws {
        for (codec, command) in try Self.layouts() {
            for count in Self.counts where count < 20 || count % 9 == 0 || count > 200 {
                let bytes = Self.sample(count)
                #expect(codec.encode(bytes) == (try Peer.run(command, input: bytes)).text, "\(command) of \(count)")
            }
        }
    }

    @Test("decodes its own output, for every length and split", .enabled(if: runsSlowTests, "slow"))
    func decodingUndoes() throws {
        for (codec, command) in try Self.layouts() {
            for count in Self.counts {
                let bytes = Self.sample(count)
                let text = codec.encodeToBytes(bytes)
                #expect(text.count <= codec.maximumEncodedCount(for: count))
                #expect(try codec.decode(text) == bytes, "\(command) of \(count)")
                #expect(try codec.allowing(.whitespace).decode(text) == bytes, "lenient, \(command) of \(count)")
                #expect(try codec.decode(text.dropLast()) == bytes)
                for cut in stride(from: 0, through: text.count, by: max(1, text.count / 25)) {
                    let (decoded, error) = decodeInPieces(codec.makeDecoder(), text, cuts: [cut])
                    #expect(decoded == bytes && error == nil, "\(command) of \(count) cut at \(cut)")
                    #expect(encodeInPieces(codec.makeEncoder(), bytes, cuts: [min(cut, count)]) == text)
                }
            }
        }
    }

    @Test("detects the format from the first line, complete or as the only one")
    func detection() throws {
        for (codec, command) in try Self.layouts() {
            for count in Self.counts where count > 0 {
                let bytes = Self.sample(count)
                let text = codec.encodeToBytes(bytes)
                let lines = text.split(separator: 0x0a)
                let dump = try #require(
                    HexDump.detected(firstLine: lines[0], isOnly: lines.count == 1), "\(command) of \(count)")
                #expect(try dump.decode(text) == bytes, "\(command) of \(count)")
            }
        }
        for line in [
            "", "zz", "0000000 6869", "00000000: ", "00000000:  hi", "123", "00000000: 6869 x  hi", "00000000: 68",
        ] {
            #expect(HexDump.detected(firstLine: line.utf8, isOnly: true) == nil, "\(line)")
        }
    }

    @Test("offsets above 32 bits get more digits")
    func offsetsWiden() throws {
        let dump = "00000000  41 41 41 41 41 41 41 41  41 41 41 41 41 41 41 41  |AAAAAAAAAAAAAAAA|\n*\n100000000\n"
        #expect(throws: CodecError.code(.limitExceeded, at: TextPosition(offset: 81, line: 3, column: 1))) {
            try HexDump.canonical.decode(dump)
        }
    }

    @Test("detects every single changed, missing or doubled character")
    func everyChangeIsNoticed() throws {
        let bytes = Array("Hello, hex dumps!\n\u{0}|".utf8)
        for codec in [HexDump.standard, .canonical, try .plain(columns: 6)] {
            let text = codec.encodeToBytes(bytes)
            for index in text.indices {
                for change in ["0", "7", "a", "F", "g", " ", ".", "|", "\n", "\u{0}", "*"] {
                    var changed = text
                    changed[index] = change.utf8.first ?? 0
                    guard changed != text else { continue }
                    // Undetectable: a plain dump has no redundancy, and the text column shows a dot for many bytes.
                    if let decoded = try? codec.decode(changed) {
                        let isUnseen = decoded.map(Self.visible) == bytes.map(Self.visible)
                        #expect(decoded != bytes && (codec.layout == .plain || isUnseen), "\(index) became \(change)")
                    }
                }
                var shorter = text
                shorter.remove(at: index)
                if index < text.count - 1 { #expect((try? codec.decode(shorter)) == nil, "without \(index)") }
                var longer = text
                longer.insert(text[index], at: index)
                #expect((try? codec.decode(longer)) == nil, "twice \(index)")
            }
        }
    }

    @Test(
        "rejects damage with code and position",
        arguments: [
            ("00000000: 4869 0a                                  Hj.\n", CodecError.Code.checksumMismatch, 52),
            ("00000010: 4869 0a                                  Hi.\n", .checksumMismatch, 0),
            ("00000000: 486                                      Hi.\n", .invalidLength, 12),
            ("00000000: 48g9                                     Hi.\n", .invalidCharacter, 12),
            ("00000000: 4e6F                                     no\n", .invalidCharacter, 13),
            ("00000000: 4869 0a                                  Hi.x\n", .invalidSyntax, 54),
            ("00000000: 4869 0a                                  Hi\n", .truncated, 53),
            ("00000000: 4869 0a                                 Hi.\n", .invalidSyntax, 50),
            ("00000000; 4869 0a                                  Hi.\n", .invalidSyntax, 8),
            ("0000: 4869\n", .invalidSyntax, 4), ("x\n", .invalidCharacter, 0), ("\n", .invalidSyntax, 0),
            ("00000000: \n", .invalidSyntax, 10), ("00000000:\n", .invalidSyntax, 9),
            (
                "00000000: 4869 0a                                  Hi.\n00000003: 41                                       A\n",
                .trailingData, 55
            ),
        ])
    func damageIsLocated(text: String, code: CodecError.Code, offset: Int) {
        let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
        #expect(failure { () throws(CodecError) in try HexDump.standard.decode(text) } == expected)
    }

    @Test(
        "rejects damaged canonical dumps",
        arguments: [
            ("00000000  41                                                |A|\n", CodecError.Code.truncated, 64),
            ("00000000  41                                                |A|\n00000002\n", .checksumMismatch, 64),
            ("00000000  41                                                |A|\n00000001\n\n", .trailingData, 73),
            ("00000000  41                                                |B|\n00000001\n", .checksumMismatch, 61),
            ("00000000  41                                                |A\n00000001\n", .truncated, 62),
            ("*\n00000010\n", .invalidSyntax, 0), ("0000001\n", .checksumMismatch, 0), ("0\n", .invalidSyntax, 0),
        ])
    func canonicalDamageIsLocated(text: String, code: CodecError.Code, offset: Int) {
        let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
        #expect(failure { () throws(CodecError) in try HexDump.canonical.decode(text) } == expected)
    }

    @Test("rejects damaged plain dumps")
    func plainDamageIsLocated() {
        for (text, code, offset) in [
            ("486", CodecError.Code.invalidLength, 2), ("48 69", .invalidSyntax, 2), ("48\n69", .trailingData, 3),
            ("4g", .invalidCharacter, 1), ("4e4F", .invalidCharacter, 3), ("\n", .invalidSyntax, 0),
            (String(repeating: "0", count: 62), .invalidSyntax, 60), ("48\r\n", .invalidCharacter, 2),
        ] {
            let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
            #expect(failure { () throws(CodecError) in try HexDump.plain.decode(text) } == expected, "\(text)")
        }
    }

    @Test("a star repeats the preceding line, up to the limit")
    func starsAreLimited() throws {
        let zeros = [UInt8](repeating: 0, count: 64)
        let text = HexDump.canonical.encode(zeros)
        #expect(text.utf8.filter { $0 == 0x0a }.count == 3)
        var codec = HexDump.canonical
        codec.maximumSqueezedCount = 48
        #expect(try codec.decode(text) == zeros)
        codec.maximumSqueezedCount = 47
        #expect(throws: CodecError.code(.limitExceeded, at: TextPosition(offset: 81, line: 3, column: 1))) {
            try codec.decode(text)
        }
        for (end, offset) in [("00000010", 81), ("00000041", 81), ("00000000", 81)] {
            let damaged = text.replacing("00000040", with: end)
            #expect(throws: CodecError.code(.checksumMismatch, at: TextPosition(offset: offset, in: damaged.utf8))) {
                try HexDump.canonical.decode(damaged)
            }
        }
        let cut = String(text.prefix(81))
        #expect(throws: CodecError.code(.truncated, at: TextPosition(offset: 81, in: cut.utf8))) {
            try HexDump.canonical.decode(cut)
        }
        #expect(throws: CodecError.self) { try HexDump.canonical.decode(text.replacing("*\n", with: "*\n*\n")) }
    }

    @Test("decodes other shapes with the option, and still verifies their redundant data")
    func otherShapesAreReadOnRequest() throws {
        let xxd = HexDump.standard.allowing(.whitespace)
        let canonical = HexDump.canonical.allowing(.whitespace)
        let plain = HexDump.plain.allowing(.whitespace)
        let hello = Array("Hello!".utf8)
        for text in [
            "0000: 48 65 6c 6c 6f 21", "00000100: 4865 6c6c 6f21  Hello!\r\n\r\n",
            "0: 4865\n2: 6c6c  ll\n4: 6F21  o!   ",
            "  00000000: 48656C6C6F21  Hello!",
        ] { #expect(try xxd.decode(text) == hello, "\(text)") }
        #expect(try xxd.decode("0: 2020  \n2: 2041   A\n") == Array("   A".utf8))
        #expect(try xxd.decode("0: 6162  ab  \n") == Array("ab".utf8))
        for text in [
            "0000 48 65 6c 6c 6f 21 |Hello!|", "00000100  48 65 6c  6c 6f 21\n00000106\n",
            "0 48 65 6C |Hel|\n3 6C 6F 21 |lo!| \n6\n\n",
        ] { #expect(try canonical.decode(text) == hello, "\(text)") }
        #expect(try plain.decode("48 65\n6c6\nC 6f\t21\r\n") == hello)
        for (codec, text) in [
            (xxd, "0: 48 65  Hf"), (xxd, "0: 48\n2: 65"), (xxd, "0: 4"), (xxd, "0: 48 6  He"), (xxd, "0: 48 zz"),
            (xxd, "0:"),
            (canonical, "0 48 |I|"), (canonical, "0 48 |H"), (canonical, "0 48\n2\n"), (plain, "486"), (plain, "4x"),
            (plain, "4\n"),
        ] { #expect((try? codec.decode(text)) == nil, "\(text)") }
    }

    @Test("rejects numbers out of range")
    func optionsAreChecked() {
        for columns in [0, -1, 257] {
            #expect(throws: CodecError.code(.invalidOption)) { try HexDump.xxd(columns: columns) }
            #expect(throws: CodecError.code(.invalidOption)) { try HexDump.plain(columns: columns) }
        }
        #expect(throws: CodecError.code(.invalidOption)) { try HexDump.xxd(groupSize: -1) }
        #expect(throws: CodecError.code(.invalidOption)) { try HexDump.xxd(groupSize: 257) }
    }
}
