@testable import ArcaCore
import Testing

@Suite struct MarkedTextTests {
    private static let text = "a\r\né中😀\n"

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    /// The file, and the name of its encoding.
    private static let files: [([UInt8], String?)] = [
        (Array(text.utf8), nil), ([0xef, 0xbb, 0xbf] + Array(text.utf8), "UTF-8 with a byte order mark"),
        ([0xff, 0xfe] + utf16(text, isBigEndian: false), "UTF-16 with a byte order mark"),
        ([0xfe, 0xff] + utf16(text, isBigEndian: true), "UTF-16 with a byte order mark"),
        (utf16(text, isBigEndian: false), "UTF-16"), (utf16(text, isBigEndian: true), "UTF-16"),
    ]

    @Test("reads every encoding, at once and in pieces", arguments: files)
    func encodings(file: [UInt8], name: String?) {
        #expect(TextMark(file.span)?.name == name)
        #expect(file.unmarkedText == Array(Self.text.utf8))
        for cut in 0...file.count {
            var reader = MarkedTextReader()
            let limit = reader.maximumOutputCount(for: file.count)
            let output = [UInt8](capacity: limit) { output in
                reader.update(file[..<cut], into: &output)
                reader.update(file[cut...], into: &output)
                reader.finish(into: &output)
            }
            #expect(output == Array(Self.text.utf8), "cut at \(cut)")
            #expect(reader.isPlain == (name == nil || name?.hasPrefix("UTF-8") == true))
        }
    }

    @Test(
        "leaves other data alone",
        arguments: [
            [], [0xef], [0xef, 0xbb], [0xff], [0x41], [0x41, 0], [0x30, 0x82, 0, 0], [0x41, 0, 0x42, 1], [0, 0, 0, 0],
            [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0],
        ] as [[UInt8]])
    func others(bytes: [UInt8]) { #expect(bytes.unmarkedText == bytes && TextMark(bytes.span) == nil) }

    @Test(
        "replaces malformed UTF-16",
        arguments: [
            ([0xff, 0xfe, 0x41], "\u{fffd}"), ([0xff, 0xfe, 0x3d, 0xd8], "\u{fffd}"),
            ([0xff, 0xfe, 0x3d, 0xd8, 0x41, 0], "\u{fffd}A"), ([0xff, 0xfe, 0, 0xde, 0x41, 0], "\u{fffd}A"),
            ([0xff, 0xfe], ""), ([0xef, 0xbb, 0xbf], ""), ([0xfe, 0xff, 0, 0x41], "A"),
        ] as [([UInt8], String)])
    func malformed(bytes: [UInt8], text: String) { #expect(bytes.unmarkedText == Array(text.utf8)) }
}
