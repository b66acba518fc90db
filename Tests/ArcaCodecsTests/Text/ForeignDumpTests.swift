internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

/// Compares the dumps of `od`, `hexdump` and `xxd -b` with these programs, and those of Wireshark and 010 Editor with
/// samples.
@Suite struct ForeignDumpTests {
    /// Bytes with runs to squeeze, all byte values, and a last line of any length.
    private static func sample(_ count: Int) -> [UInt8] {
        (0..<count).map { $0 / 16 % 5 < 3 ? UInt8(truncatingIfNeeded: $0 / 80) : UInt8(truncatingIfNeeded: $0 &* 7) }
    }

    private static let programs: [(ForeignDump, [String])] = {
        var list: [(ForeignDump, [String])] = [
            (ForeignDump(.od), ["od"]), (ForeignDump(.odOctal), ["od", "-b"]),
            (ForeignDump(.odCharacters), ["od", "-c"]), (ForeignDump(.odHex), ["od", "-x"]),
            (ForeignDump(.odBytes), ["od", "-t", "x1"]), (ForeignDump(.odLongs), ["od", "-t", "x4"]),
            (ForeignDump(.odQuads), ["od", "-t", "x8"]), (ForeignDump(.odDecimal), ["od", "-t", "u1"]),
            (ForeignDump(.hexdump), ["hexdump"]), (ForeignDump(.bits), ["xxd", "-b"]),
        ]
        for (addresses, letter) in [(ForeignDump.Addresses.decimal, "d"), (.hex, "x"), (.none, "n")] {
            for (layout, type) in [(ForeignDump.Layout.od, "o2"), (.odBytes, "x1"), (.odCharacters, "c")] {
                if let dump = try? ForeignDump(layout, addresses: addresses) {
                    list.append((dump, ["od", "-A", letter, "-t", type]))
                }
            }
        }
        if let wide = try? ForeignDump(.odBytes, columns: 5, hasText: true) {
            list.append((wide, ["od", "-w5", "-tx1z"]))
        }
        if let long = try? ForeignDump(.odHex, columns: 32) { list.append((long, ["od", "-w32", "-x"])) }
        if let narrow = try? ForeignDump(.bits, columns: 3) { list.append((narrow, ["xxd", "-b", "-c", "3"])) }
        return list
    }()

    @Test("writes the same text as the programs, and decodes it", .enabled(if: Peer.has("xxd") && Peer.has("hexdump")))
    func peers() throws {
        #expect(Self.programs.count == 22)
        for (dump, command) in Self.programs {
            for count in [0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 48, 100, 255, 700] {
                let bytes = Self.sample(count)
                let text = try Peer.run(command, input: bytes).output
                #expect(dump.encode(bytes) == text, "\(command) of \(count)")
                if dump.addresses == .none, text.contains(UInt8(ascii: "*")) {
                    #expect(throws: CodecError.self) { try ForeignDump.decode(text, as: dump.layout) }
                    continue
                }
                let isPadded = dump.addresses == .none && count % 2 == 1 && dump.layout == .od
                let expected = isPadded ? bytes + [0] : bytes
                #expect(try ForeignDump.decode(text, as: dump.layout) == expected, "\(command) of \(count)")
                #expect(try ForeignDump.decode(text, as: dump.layout, strictness: .lenient) == expected, "\(command)")
                // One line of digits without addresses may be from several programs.
                guard dump.addresses != .none, count > 16, dump.layout != .odDecimal || count > 48 else { continue }
                #expect(try ForeignDump.decode(text) == bytes, "\(command) of \(count), detected")
                #expect(ForeignDump.recognizes(text))
            }
        }
    }

    @Test("decodes od dumps without squeezing, and with a nonzero start if lenient")
    func odOptions() throws {
        let bytes = Self.sample(100)
        let full = try Peer.run(["od", "-v", "-tx1"], input: bytes).output
        #expect(try ForeignDump.decode(full) == bytes)
        let part = try Peer.run(["od", "-tx1", "-j", "48", "-v"], input: bytes).output
        #expect(throws: CodecError.code(.checksumMismatch, at: TextPosition(offset: 0, in: part))) {
            try ForeignDump.decode(part)
        }
        #expect(try ForeignDump.decode(part, strictness: .lenient) == Array(bytes[48...]))
    }

    private static let packet = Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8)

    @Test("encodes and decodes the formats of Wireshark and tshark")
    func wireshark() throws {
        let exported = """
            0000  47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a   GET / HTTP/1.1..
            0010  48 6f 73 74 3a 20 61 0d 0a                        Host: a..

            """
        let copied = """
            0000   47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a   GET / HTTP/1.1..
            0010   48 6f 73 74 3a 20 61 0d 0a                        Host: a..

            """
        let bare = """
            0000   47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a
            0010   48 6f 73 74 3a 20 61 0d 0a

            """
        let plain = try ForeignDump(.wireshark, hasText: false)
        for (dump, text) in [(ForeignDump(.tshark), exported), (ForeignDump(.wireshark), copied), (plain, bare)] {
            #expect(String(decoding: dump.encode(Self.packet), as: UTF8.self) == text)
            #expect(try ForeignDump.decode(text.utf8) == Self.packet)
            #expect(ForeignDump.recognizes(text.utf8))
            let indented = text.replacing("\n", with: "\r\n") + "\n"
            #expect(try ForeignDump.decode(indented.utf8, strictness: .lenient) == Self.packet)
        }
        // Addresses have as many digits as the last one.
        let long = Self.sample(70_000)
        let text = ForeignDump(.tshark).encode(long)
        #expect(text.starts(with: "00000  00 00".utf8))
        #expect(try ForeignDump.decode(text) == long)
    }

    @Test("decodes 010 Editor's view, with a text column that shows non-ASCII characters")
    func editor() throws {
        let text = """
            0000h: 4D 5A 90 00 E9 20 7C 0A 00 00 00 00 00 00 00 00  MZ..é |.........\u{20}
            0010h: 41 42                                            AB

            """
        let bytes: [UInt8] = [0x4d, 0x5a, 0x90, 0, 0xe9, 0x20, 0x7c, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0x42]
        #expect(try ForeignDump.decode(text.utf8) == bytes)
        #expect(try ForeignDump.decode(ForeignDump(.editor010).encode(bytes)) == bytes)
        let offset = text.utf8.count - 20
        let changed = text.replacing("AB", with: "AC")
        #expect(
            throws: CodecError.code(.checksumMismatch, at: TextPosition(offset: text.utf8.count - 2, in: text.utf8))
        ) {
            try ForeignDump.decode(changed.utf8)
        }
        #expect(offset > 0)
    }

    @Test(
        "rejects damage with code and position",
        arguments: [
            (
                "0000000 062510 066154\n0000004\n", "0000000 062518 066154\n0000004\n", CodecErrorCode.invalidCharacter,
                13
            ),
            ("0000000 062510\n0000002\n", "0000000 062510\n0000003\n", .checksumMismatch, 15),
            ("0000000 062510\n0000002\n", "0000000 062510\n", .truncated, 15),
            ("0000000 062510\n0000002\n", "0000000 062510\n0000002\n0000002\n", .trailingData, 23),
            ("0000000 062510\n0000002\n", "0000000  062510\n0000002\n", .invalidSyntax, 8),
            ("0000000 062510\n0000002\n", "0000000 962510\n0000002\n", .invalidCharacter, 8),
            ("0000000 062510\n0000002\n", "0000000 262510\n0000002\n", .overflow, 8),
            (
                "00000000: 01001000 01101001                                      Hi\n",
                "00000000: 01001000 01101001                                      Ho\n", .checksumMismatch, 66
            ),
            (
                "0000  48 69                                             Hi\n",
                "0000  48 69                                             Ho\n", .checksumMismatch, 57
            ),
        ])
    func damage(good: String, bad: String, code: CodecErrorCode, offset: Int) throws {
        let bytes = try ForeignDump.decode(good.utf8)
        #expect(bytes.starts(with: [0x48]))
        let layout: ForeignDump.Layout? = bad.hasPrefix("0000000 ") ? .od : nil
        let error = #expect(throws: CodecError.self) { try ForeignDump.decode(bad.utf8, as: layout) }
        #expect(error?.code == code && error?.position?.offset == offset, "\(bad): \(error?.description ?? "")")
    }

    @Test("every changed, missing or doubled character is detected, or changes the bytes")
    func changes() throws {
        let bytes = Array("Hello, \n\u{0}\u{7f} dumps!".utf8)
        for dump in [
            ForeignDump(.od), .init(.odBytes), .init(.odCharacters), .init(.hexdump), .init(.bits), .init(.tshark),
        ] {
            let text = dump.encode(bytes)
            for index in text.indices {
                for change in ["0", "7", "a", "F", "g", " ", ".", "\n", "*"].compactMap(\.utf8.first) {
                    var changed = text
                    changed[index] = change
                    guard changed != text else { continue }
                    let decoded = try? ForeignDump.decode(changed, as: dump.layout)
                    #expect(decoded != bytes, "\(dump.layout) \(index) became \(change)")
                }
                var shorter = text
                shorter.remove(at: index)
                if index < text.count - 1 {
                    #expect((try? ForeignDump.decode(shorter, as: dump.layout)) != bytes, "without \(index)")
                }
            }
        }
    }

    @Test("a star expands to 16 MiB at most, and needs a line before it and an address after it")
    func stars() {
        let line = "0000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
        #expect(throws: CodecError(.limitExceeded, at: TextPosition(offset: 58, in: (line + "*\n").utf8), "")) {
            try ForeignDump.decode((line + "*\n7777777777760\n").utf8)
        }
        #expect(throws: CodecError(.truncated, at: TextPosition(offset: 58, in: (line + "*\n").utf8), "")) {
            try ForeignDump.decode((line + "*\n").utf8)
        }
        #expect(throws: CodecError.self) { try ForeignDump.decode("*\n0000020\n".utf8) }
        #expect(throws: CodecError.self) { try ForeignDump.decode((line + "*\n*\n0000100\n").utf8) }
        #expect(throws: CodecError.self) { try ForeignDump.decode((line + "*\n0000041\n").utf8) }
    }

    @Test("rejects options that a program does not have")
    func options() {
        #expect(throws: CodecError.code(.invalidOption)) { try ForeignDump(.hexdump, addresses: .decimal) }
        #expect(throws: CodecError.code(.invalidOption)) { try ForeignDump(.od, columns: 5) }
        #expect(throws: CodecError.code(.invalidOption)) { try ForeignDump(.bits, columns: 257) }
        for text in ["x", "hello\n", "48 65\nfoo", "12345678\n", "0000h; 48\n"] {
            #expect(throws: CodecError.self, "\(text)") { try ForeignDump.decode(text.utf8) }
            #expect(!ForeignDump.recognizes(text.utf8))
        }
    }
}
