import ArcaCompression
import ArcaCore
import ArcaTestSupport
import Testing

@testable import ArcaImages

/// Texts in metadata.
@Suite struct MetadataTextTests {
    private static func texts(_ file: [UInt8]) throws -> [String] {
        try MetadataText.all(in: file).map { text in
            "\(text.kind.rawValue) \(text.name)\(text.language.map { " [\($0)]" } ?? ""): \(text.text ?? "damaged")"
        }
    }

    /// A PNG file with chunks before the pixels.
    private static func png(_ chunks: [(String, [UInt8])]) throws -> [UInt8] {
        let file = try ImageInfoTests.sample("rgb.png")
        // Signature and IHDR.
        var result = Array(file[..<33])
        for (type, bytes) in chunks { result += PNGChunk.bytes(type: type, bytes) }
        return result + file[33...]
    }

    private static func jpeg(_ segments: [(UInt8, [UInt8])]) throws -> [UInt8] {
        let file = try ImageInfoTests.sample("rgb.jpg")
        var result = Array(file[..<2])
        for (marker, bytes) in segments {
            let length = bytes.count + 2
            result += [0xff, marker, UInt8(length >> 8), UInt8(length & 0xff)]
            result += bytes
        }
        return result + file[2...]
    }

    @Test("reads texts of PNG, compressed or not, in their charsets")
    func readsPNG() throws {
        let long = String(repeating: "Zeile 中文\n", count: 200)
        let file = try Self.png([
            ("tEXt", Array("Title\0".utf8) + [0x47, 0x72, 0xfc, 0xdf, 0x65]),
            ("zTXt", Array("Comment\0\0".utf8) + (try Deflater.deflate(Array("packed".utf8), format: .zlib))),
            ("iTXt", Array("Author\0\0\0de\0Autor\0Größe".utf8)),
            (
                "iTXt",
                Array("Description\0\u{1}\0\0\0".utf8) + (try Deflater.deflate(Array(long.utf8), format: .zlib))
            ),
            ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>".utf8)),
            ("zTXt", Array("Broken\0\0nonsense".utf8)), ("iTXt", Array("Short\0".utf8)),
        ])
        #expect(
            try Self.texts(file) == [
                "comment Title: Grüße", "comment Comment: packed", "comment Author [de]: Größe",
                "comment Description: \(long.dropLast())", "xmp XML:com.adobe.xmp: <x:xmpmeta/>",
                "comment Broken: damaged", "comment Short: damaged",
            ])
    }

    @Test("limits compressed texts to their total size")
    func limitsTexts() throws {
        let zeros = try Deflater.deflate([UInt8](repeating: 0x41, count: 12 << 20), format: .zlib)
        let file = try Self.png([("zTXt", Array("a\0\0".utf8) + zeros), ("zTXt", Array("b\0\0".utf8) + zeros)])
        let texts = try MetadataText.all(in: file)
        #expect(texts.map(\.name) == ["a", "b"])
        #expect(texts.map { $0.text?.utf8.count ?? -1 } == [12 << 20, -1])
    }

    @Test("reads comments, captions, XMP and Exif of JPEG")
    func readsJPEG() throws {
        func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1c, 2, number, 0, UInt8(text.utf8.count)] + text.utf8
        }
        let iptc = dataset(5, "Title") + dataset(25, "one") + dataset(25, "two") + dataset(120, "Größe")
        var photoshop = Array("Photoshop 3.0\0".utf8)
        photoshop += Array("8BIM".utf8) + [0x03, 0xed, 0, 0, 0, 0, 0, 1, 9, 0]
        photoshop += Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
        let file = try Self.jpeg([
            (0xfe, Array("a comment\nof two lines".utf8)), (0xed, photoshop),
            (0xe1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Ort</x:xmpmeta>   ".utf8)),
        ])
        #expect(
            try Self.texts(file) == [
                "comment Comment: a comment\nof two lines", "iptc Title: Title", "iptc Keyword: one",
                "iptc Keyword: two", "iptc Caption: Größe", "xmp XMP: <x:xmpmeta>Ort</x:xmpmeta>",
            ])
        for name in ["camera.jpg", "camera.webp", "texts.png"] {
            let texts = try Self.texts(try ImageInfoTests.sample(name))
            #expect(texts.contains("exif Make: Arca") && texts.contains("exif Model: Pinhole 1"), "\(name): \(texts)")
        }
    }

    @Test("reads XMP without its header, whose lengths can look like XML", arguments: ["", "<a/>", "<a>Ort</a>"])
    func readsXMP(xml: String) throws {
        let gif = try ImageInfoTests.sample("still.gif")
        let flags = Int(gif[10])
        let start = 13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
        let head: [UInt8] = [0x21, 0xff, 11] + Array("XMP DataXMP".utf8)
        let trailer: [UInt8] = [1] + (0...255 as ClosedRange<UInt8>).reversed() + [0]
        let expected = xml.isEmpty ? [] : ["xmp XMP: \(xml)"]
        let file = [gif[..<start], head[...], Array(xml.utf8)[...], trailer[...], gif[start...]].flatMap(\.self)
        #expect(try Self.texts(file) == expected)
        // Every low byte of the length.
        for padding in 0..<256 {
            let bytes = "http://ns.adobe.com/xap/1.0/\0" + xml + String(repeating: " ", count: padding)
            #expect(try Self.texts(Self.jpeg([(0xe1, Array(bytes.utf8))])) == expected, "\(padding)")
        }
    }

    @Test("reads Exif texts with a charset in their first bytes, in both byte orders")
    func readsExif() throws {
        for isLittle in [true, false] {
            func number(_ value: Int, _ count: Int) -> [UInt8] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
                return isLittle ? bytes : bytes.reversed()
            }
            let comment = Array("UNICODE\0".utf8) + "日本".utf16.flatMap { number(Int($0), 2) }
            let artist = Array("Zoë\0".utf8)
            // Three entries from offset 8, then their values.
            let values = 8 + 2 + 3 * 12 + 4
            func entry(_ tag: Int, _ type: Int, count: Int, value: [UInt8]) -> [UInt8] {
                [number(tag, 2), number(type, 2), number(count, 4), value].flatMap(\.self)
            }
            let entries = [
                entry(315, 2, count: artist.count, value: number(values, 4)),
                entry(37510, 7, count: comment.count, value: number(values + artist.count, 4)),
                entry(40091, 1, count: 4, value: [0x41, 0, 0x42, 0]),
            ].flatMap(\.self)
            let head = Array((isLittle ? "II*\0" : "MM\0*").utf8) + number(8, 4) + number(3, 2)
            let tiff = [head, entries, number(0, 4), artist, comment].flatMap(\.self)
            let file = try Self.jpeg([(0xe1, Array("Exif\0\0".utf8) + tiff)])
            #expect(try Self.texts(file) == ["exif Artist: Zoë", "exif UserComment: 日本", "exif XPTitle: AB"])
        }
    }

    @Test("reads damaged files without traps, and rejects other files")
    func survivesDamage() throws {
        for name in ImageInfoTests.names {
            let file = try ImageInfoTests.sample(name)
            for index in stride(from: 8, to: min(file.count, 1500), by: 7) {
                _ = try? MetadataText.all(in: file[..<index])
                var changed = file
                changed[index] ^= 0xff
                _ = try? MetadataText.all(in: changed)
            }
        }
        #expect(throws: ImageError.self) { try MetadataText.all(in: Array("no image".utf8)) }
    }
}
