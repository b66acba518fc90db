internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Foundation
import Testing

@Suite struct ByteLiteralTests {
    @Test("writes the same text as xxd -i", .enabled(if: Peer.has("xxd")))
    func cArraysAreXxds() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for count in [1, 2, 11, 12, 13, 24, 25, 300] {
            let bytes = noise(count)
            try Data(bytes).write(to: folder.appendingPathComponent("key"))
            let answer = try Peer.run(["sh", "-c", "cd \(folder.path) && xxd -i key"]).text
            let codec = try ByteLiteral.c(name: "key")
            #expect(codec.encode(bytes) == answer)
            #expect(try codec.decode(answer) == bytes)
        }
    }

    @Test("decodes its own output")
    func decodingUndoes() throws {
        for codec in [ByteLiteral.c, .swift, .standard] {
            for count in 0...40 {
                let bytes = noise(count)
                #expect(codec.encodeToBytes(bytes).count <= codec.maximumEncodedCount(for: count))
                #expect(try codec.decode(codec.encode(bytes)) == bytes)
            }
        }
        #expect(ByteLiteral.swift.encode([1, 255]) == "let bytes: [UInt8] = [\n    0x01, 0xff,\n]\n")
        #expect(try ByteLiteral.swift(name: "none").encode([]) == "let none: [UInt8] = []\n")
    }

    @Test(
        "decodes handwritten lists",
        arguments: [
            "[72, 105]", "{72,105}", " [ 0x48 , 0X69 , ] ", "[0b1001000, 0o151]", "let a: [UInt8] = [72, 105]",
            "static const uint8_t a[2] = {0x48, 0x69};",
            "unsigned char a[] = {\n  0x48, 0x69\n};\nunsigned int a_len = 2;\n",
        ])
    func usualListsAreRead(text: String) throws {
        #expect(try ByteLiteral.standard.decode(text) == [72, 105])
    }

    @Test("skips comments, as in Wireshark's output, if whitespace is allowed")
    func comments() throws {
        let text = """
            /* Frame (2 bytes) */
            static const unsigned char pkt1[2] = {
            0x48, 0x69  // H i
            /* Hi */ };
            """
        #expect(try ByteLiteral.standard.allowing(.lenient).decode(text) == [0x48, 0x69])
        for text in [text, "[1, /* two */ 2]"] {
            #expect(throws: CodecError.self) { try ByteLiteral.standard.decode(text) }
        }
        for text in ["[1, /* 2]", "[1 / 2]", "/* [1] */"] {
            #expect(throws: CodecError.self, "\(text)") { try ByteLiteral.standard.allowing(.lenient).decode(text) }
        }
    }

    @Test("rejects everything else with position")
    func othersAreRefused() {
        for (text, code, offset) in [
            ("", CodecError.Code.truncated, 0), ("72", .invalidSyntax, 0), ("[72", .truncated, 3),
            ("[72}", .invalidSyntax, 3),
            ("[72 105]", .invalidSyntax, 4), ("[72,,1]", .invalidSyntax, 4), ("[,]", .invalidSyntax, 1),
            ("[256]", .overflow, 1),
            ("[0x100]", .overflow, 1), ("[99999999999999999999999]", .overflow, 1), ("[-1]", .invalidSyntax, 1),
            ("[017]", .invalidSyntax, 1), ("[0x]", .invalidSyntax, 3), ("[0b2]", .invalidSyntax, 3),
            ("[1u]", .invalidSyntax, 2),
            ("['a']", .invalidSyntax, 1), ("[1] x", .trailingData, 4), ("[1];;", .trailingData, 4),
            ("{1}; a_len = 2;", .checksumMismatch, 13),
            ("{1}; a_len = 1; x", .trailingData, 16), ("[1, /* two */ 2]", .invalidSyntax, 4), ("a = ", .truncated, 4),
        ] {
            let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
            #expect(failure { () throws(CodecError) in try ByteLiteral.standard.decode(text) } == expected, "\(text)")
        }
    }

    @Test("rejects invalid names", arguments: ["", "1a", "a b", "é", "a;"])
    func badNamesAreRefused(name: String) {
        #expect(throws: CodecError.code(.invalidOption)) { try ByteLiteral.c(name: name) }
        #expect(throws: CodecError.code(.invalidOption)) { try ByteLiteral.swift(name: name) }
    }
}
