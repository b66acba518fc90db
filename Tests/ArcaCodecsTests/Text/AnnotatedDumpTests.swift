import ArcaCodecs
import ArcaCore
import ArcaTestSupport
import Testing

@Suite struct AnnotatedDumpTests {
    private static let text = Array("GET / HTTP/1.1\r\nHost:".utf8)

    private static let dumps: [(String, [UInt8])] = [
        // tcpdump -X, -x, and without the tab.
        (
            "\t0x0000:  4745 5420 2f20 4854 5450 2f31 2e31 0d0a  GET./.HTTP/1.1..\n\t0x0010:  486f 7374 3a                             Host:\n",
            text
        ),
        ("\t0x0000:  4745 5420 2f20 4854 5450 2f31 2e31 0d0a\n\t0x0010:  486f 7374 3a\n", text),
        ("0x0000:  4745 5420 2f20 4854 5450 2f31 2e31 0d0a\r\n0x0010:  486f 7374 3a\r\n", text),
        // Frida.
        (
            "           0  1  2  3  4  5  6  7  8  9  A  B  C  D  E  F  0123456789ABCDEF\n7ffe00a0  47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a  GET / HTTP/1.1..\n7ffe00b0  48 6f 73 74 3a                                   Host:\n",
            text
        ),
        // radare2.
        (
            "- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF\n0x00001000  4745 5420 2f20 4854 5450 2f31 2e31 0d0a  GET / HTTP/1.1..\n0x00001010  486f 7374 3a                             Host:\n",
            text
        ),
        // hexyl, with Unicode and ASCII borders.
        (
            """
            ┌────────┬─────────────────────────┬─────────────────────────┬────────┬────────┐
            │00000000│ 47 45 54 20 2f 20 48 54 ┊ 54 50 2f 31 2e 31 0d 0a │GET / HT┊TP/1.1__│
            │00000010│ 48 6f 73 74 3a          ┊                         │Host:   ┊        │
            └────────┴─────────────────────────┴─────────────────────────┴────────┴────────┘

            """, text
        ),
        (
            """
            +--------+-------------------------+-------------------------+--------+--------+
            |00000000| 47 45 54 20 2f 20 48 54 | 54 50 2f 31 2e 31 0d 0a |GET / HT|TP/1.1__|
            |00000010| 48 6f 73 74 3a          |                         |Host:   |        |
            +--------+-------------------------+-------------------------+--------+--------+

            """, text
        ),
        (
            """
            ┌────────┬─────────────────────────┬─────────────────────────┬────────┬────────┐
            │00000000│ 00 00 00 00 00 00 00 00 ┊ 00 00 00 00 00 00 00 00 │⋄⋄⋄⋄⋄⋄⋄⋄┊⋄⋄⋄⋄⋄⋄⋄⋄│
            │*       │                         ┊                         │        ┊        │
            │00000040│ 61                      ┊                         │a       ┊        │
            └────────┴─────────────────────────┴─────────────────────────┴────────┴────────┘
            """, [UInt8](repeating: 0, count: 64) + [0x61]
        ),
        // Format-Hex of PowerShell 5 and 7.
        (
            "\r\n\r\n           Path: C:\\t.txt\r\n\r\n           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\r\n\r\n00000000   47 45 54 20 2F 20 48 54 54 50 2F 31 2E 31 0D 0A  GET / HTTP/1.1..\r\n00000010   48 6F 73 74 3A                                   Host:\r\n\r\n",
            text
        ),
        (
            "\n   Label: String (System.String) <2944BEC3>\n\n          Offset Bytes                                           Ascii\n                 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n          ------ ----------------------------------------------- -----\n0000000000000000 47 45 54 20 2F 20 48 54 54 50 2F 31 2E 31 0D 0A GET / HTTP/1.1��\n0000000000000010 48 6F 73 74 3A                                  Host:\n",
            text
        ),
        // xxd -e and xxd -e -g2.
        (
            "00000000: 20544547 5448202f 312f5054 0a0d312e  GET / HTTP/1.1..\n00000010: 74736f48       3a                    Host:\n",
            text
        ),
        (
            "00000000: 4547 2054 202f 5448 5054 312f 312e 0a0d  GET / HTTP/1.1..\n00000010: 6f48 7473   3a                           Host:\n",
            text
        ),
        // Words of the text column that look like bytes, and spaces at its ends.
        ("0x0000:  6265 6566 2066 6163  beef fac\n", Array("beef fac".utf8)),
        ("\t0x0000:  2020 4142 2020         AB\n", Array("  AB  ".utf8)),
    ]

    @Test("decodes dumps of tcpdump, Frida, radare2, hexyl, Format-Hex and xxd -e", arguments: dumps)
    func decodes(dump: String, bytes: [UInt8]) throws {
        #expect(AnnotatedDump.recognizes(dump.utf8), "\(dump)")
        for strictness in [Strictness.strict, .lenient] {
            #expect(try AnnotatedDump.decode(dump.utf8, strictness: strictness) == bytes, "\(dump)")
        }
    }

    @Test(
        "rejects addresses and text columns that do not match",
        arguments: [
            ("\t0x0000:  4745 5420  GET.\n\t0x0008:  41\n", CodecErrorCode.checksumMismatch),
            ("\t0x0000:  4745 5420  GOT.\n", .checksumMismatch),
            ("\t0x0000:  4745 5420 2f20 4854 5450 2f31 2e31 0d0a\n\t0x0000:  41\n", .trailingData),
            ("│00000000│ 00 00 00 00 00 00 00 00 ┊\n│*       │\n", .truncated),
            ("┌──┐\n└──┘\n", .truncated), ("0x0000:  4145\nhello\n", .invalidSyntax),
            ("│00000000│ 61                      ┊\n│*       │\n│7fffffff│ 61\n", .limitExceeded),
        ])
    func rejects(dump: String, code: CodecErrorCode) {
        let error = #expect(throws: CodecError.self) { try AnnotatedDump.decode(dump.utf8) }
        #expect(error?.code == code)
    }

    @Test(
        "recognizes nothing else",
        arguments: [
            "", "hello\nworld\n", "0xAB\n0xCD\n", "00000000: 4869 0a  Hi.\n", "4869\n", "deadbeef\n", "0x12 0x34\n",
        ])
    func others(text: String) { #expect(!AnnotatedDump.recognizes(text.utf8), "\(text)") }

    @Test("reads dumps of xxd -e like the program writes them", .enabled(if: Peer.has("xxd")))
    func xxd() throws {
        var random = Repeatable(40)
        for count in [1, 3, 4, 5, 15, 16, 17, 100] {
            // Text makes the byte order certain.
            let bytes = random.bytes(count).map { 0x61 + $0 % 26 }
            for options in [["-e"], ["-e", "-g2"], ["-e", "-g8"]] {
                let dump = try Peer.run(["xxd"] + options, input: bytes).output
                #expect(try AnnotatedDump.decode(dump) == bytes, "\(String(decoding: dump, as: UTF8.self))")
            }
        }
    }

    @Test("reads dumps of od -A n if one format fits", .enabled(if: Peer.has("od")))
    func bareDumps() throws {
        var random = Repeatable(41)
        let bytes = random.bytes(64)
        for format in [["-x"], ["-t", "x1"], ["-t", "x4"], ["-t", "x8"], ["-o"]] {
            let dump = try Peer.run(["od", "-v", "-A", "n"] + format, input: bytes).output
            #expect(ForeignDump.recognizesBare(dump))
            #expect(try ForeignDump.decodeBare(dump) == bytes, "\(format)")
        }
        // Octal bytes or decimal ones.
        let error = #expect(throws: CodecError.self) { try ForeignDump.decodeBare(" 110 145\n".utf8) }
        #expect(error?.code == .invalidSyntax)
        #expect(!ForeignDump.recognizesBare("Hello\n".utf8))
    }
}
