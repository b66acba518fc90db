import ArcaCodecs
import ArcaCore
import Testing

@Suite struct CaesarUTF16Tests {
    @Test("adds the shift to every unit, like the apps")
    func unitsAreShifted() {
        #expect(CaesarUTF16(shift: 3).encode("abc xyz, Zz!") == "def#{|}/#]}$")
        #expect(CaesarUTF16(shift: 5).encode("中文é") == "\u{4e32}\u{658c}\u{ee}")
        #expect(CaesarUTF16(shift: -1).encode("b") == "a")
        #expect(CaesarUTF16(shift: 65_536 + 1).encode("a") == "b")
        #expect(CaesarUTF16(shift: 1).encode(units: [0xffff, 0xd7ff, 0xdfff, 0x61]) == [0, 0xd800, 0xe000, 0x62])
        #expect(CaesarUTF16(shift: 1).decode(units: [0, 0xd800]) == [0xffff, 0xd7ff])
        // Both halves of U+1F600 (D83D DE00) are shifted by 3.
        #expect(CaesarUTF16(shift: 3).encode("😀") == String(decoding: [0xd840, 0xde03] as [UInt16], as: UTF16.self))
    }

    @Test("gives the old form's result wherever that is valid and of the same kind")
    func textFormEqualsUnitForm() {
        for shift in [1, 3, 13, 100, -7] {
            let cipher = CaesarUTF16(shift: shift)
            let text = "Any text, 任意文本, любой текст 😀🎉 \u{10000}\u{200d}"
            let units = cipher.encode(units: Array(text.utf16))
            let isWellFormed = String(validating: units, as: UTF16.self) != nil
            if isWellFormed { #expect(Array(cipher.encode(text).utf16) == units, "shift \(shift)") }
            #expect(isWellFormed == (shift > 0))
        }
    }

    @Test(
        "is a permutation of all characters, even where units overflow",
        arguments: [1, 3, 2048, 0x8000, 0xd800, -1, 65_535])
    func everyCharacterComesBack(shift: Int) {
        let cipher = CaesarUTF16(shift: shift)
        var text = String.UnicodeScalarView()
        for value in stride(from: UInt32(0), to: 0x10000, by: 1) { if let s = Unicode.Scalar(value) { text.append(s) } }
        for value in stride(from: UInt32(0x10000), to: 0x110000, by: 509) {
            if let s = Unicode.Scalar(value) { text.append(s) }
        }
        for value: UInt32 in [0x103ff, 0x10ffff, 0x10fc00] { if let s = Unicode.Scalar(value) { text.append(s) } }
        let all = String(text)
        let encoded = cipher.encode(all)
        #expect(encoded != all)
        #expect(Array(cipher.decode(encoded).utf16) == Array(all.utf16))
        #expect(encoded.utf16.count == all.utf16.count)
        #expect(Set(encoded.unicodeScalars.prefix(63_488)).count == 63_488)
    }

    @Test("streams UTF-8 with any split")
    func streamEqualsWhole() throws {
        let text = "aé日😀\u{d7ff}\u{ffff}z"
        let cipher = CaesarUTF16(shift: 4)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var encoder = cipher.makeEncoder()
            let parts = try [UInt8](capacity: encoder.maximumOutputCount(for: bytes.count)) {
                output throws(CodecError) in
                try encoder.update(bytes[..<cut], into: &output)
                try encoder.update(bytes[cut...], into: &output)
                try encoder.finish(into: &output)
            }
            #expect(String(decoding: parts, as: UTF8.self) == cipher.encode(text))
            #expect(try cipher.makeDecoder().transform(parts) == bytes)
        }
    }

    @Test("rejects invalid UTF-8 at the start of the character")
    func malformedInputIsRefused() {
        for (bytes, position) in [
            ([0x61, 0xff], TextPosition(offset: 1, line: 1, column: 2)),
            ([0x61, 0x0a, 0x62, 0xe2, 0x82], TextPosition(offset: 3, line: 2, column: 2)),
            ([0xed, 0xa0, 0x80], TextPosition(offset: 0, line: 1, column: 1)),
            ([0xc3, 0x28], TextPosition(offset: 0, line: 1, column: 1)),
        ] as [([UInt8], TextPosition)] {
            #expect(throws: CodecError.code(.invalidUTF8, at: position)) {
                try CaesarUTF16(shift: 1).makeEncoder().transform(bytes)
            }
        }
    }
}
