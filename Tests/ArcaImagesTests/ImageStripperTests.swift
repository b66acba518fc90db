internal import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaImages

@Suite struct ImageStripperTests {
    private static let carriers = ["texts.png", "camera.jpg", "camera.webp"]

    @Test("removes all metadata, and reports what it removed", arguments: carriers) func all(name: String) throws {
        let file = try ImageInfoTests.sample(name)
        let before = try ImageInfo(of: file)
        let result = try ImageStripper(keepsOrientation: false).strip(file)
        let after = try ImageInfo(of: result.bytes)
        #expect(result.removed == before.metadata)
        #expect(after.metadata.isEmpty)
        #expect(after.findings.isEmpty)
        #expect(after.orientation == nil)
        #expect(after.width == before.width)
        #expect(after.height == before.height)
        #expect(after.color == before.color)
        #expect(result.lostOrientation == before.orientation)
        for word in ["Pinhole", "xmpmeta", "Nobody", "hello"] {
            #expect(!contains(result.bytes, word), "\(word) is left in \(name)")
        }
    }

    @Test("keeps the orientation, and nothing else of Exif", arguments: carriers) func orientation(
        name: String
    ) throws {
        let file = try ImageInfoTests.sample(name)
        let result = try ImageStripper().strip(file)
        let after = try ImageInfo(of: result.bytes)
        #expect(after.orientation == (try ImageInfo(of: file)).orientation)
        #expect(result.lostOrientation == nil)
        #expect(after.metadata.map(\.kind) == [.exif] && after.isWhole)
        #expect(!contains(result.bytes, "Pinhole"))
    }

    @Test("gives Pillow the same pixels", .enabled(if: Peer.hasPython(module: "PIL")), arguments: carriers)
    func pixels(name: String) throws {
        let file = try ImageInfoTests.sample(name)
        let script = """
            import io, sys
            from PIL import Image
            image = Image.open(io.BytesIO(sys.stdin.buffer.read()))
            sys.stdout.buffer.write(image.convert("RGBA").tobytes())
            """
        let before = try Peer.python(script, input: file)
        try #require(before.status == 0)
        for options in [ImageStripper(keepsOrientation: false), ImageStripper(removesColorProfile: true)] {
            #expect(try Peer.python(script, input: options.strip(file).bytes).output == before.output)
        }
    }

    @Test("leaves nothing for exiftool to find", .enabled(if: Peer.has("exiftool")), arguments: carriers)
    func exiftool(name: String) throws {
        try Peer.inFolder { folder in
            let path = folder.appendingPathComponent(name)
            try Data(try ImageStripper(keepsOrientation: false).strip(ImageInfoTests.sample(name)).bytes).write(
                to: path)
            let found = try Peer.output(["exiftool", "-G", "-s", path.path])
            for group in ["[EXIF]", "[XMP]", "[GPS]", "Author", "Comment"] {
                #expect(!found.contains(group), "\(found)")
            }
        }
    }

    @Test("keeps a color profile by default") func profile() throws {
        let png = try ImageInfoTests.sample("rgb.png")
        let head = 8 + 25
        let chunk = PNGChunk.bytes(type: "iCCP", Array("profile\0\0".utf8) + [0x78, 0x9c, 3, 0, 0, 0, 0, 1])
        let file = Array(png[..<head]) + chunk + Array(png[head...])
        #expect(try ImageStripper().strip(file).bytes == file)
        let result = try ImageStripper(removesColorProfile: true).strip(file)
        #expect(result.bytes == png && result.removed.map(\.kind) == [.colorProfile])
    }

    @Test("removes only the location, and keeps camera, time and orientation", arguments: carriers)
    func position(name: String) throws {
        let file = try ImageInfoTests.sample(name)
        let before = try ImageInfo(of: file)
        try #require(before.metadata.contains { $0.kind == .gps })
        let result = try ImageStripper(removesPositionOnly: true).strip(file)
        let after = try ImageInfo(of: result.bytes)
        #expect(after.findings.isEmpty, "\(after.findings)")
        #expect(!after.metadata.contains { $0.kind == .gps })
        #expect(after.orientation == before.orientation && result.lostOrientation == nil)
        func exif(_ info: ImageInfo) -> String? { info.metadata.first { $0.kind == .exif }?.detail }
        #expect(exif(before) != nil && exif(after) == exif(before))
        let texts: (ImageInfo) -> [ImageMetadata.Kind] = { info in
            info.metadata.map(\.kind).filter { $0 == .comment || $0 == .time || $0 == .iptc }
        }
        #expect(texts(after) == texts(before))
        #expect(result.removed.contains { $0.kind == .gps })
        // The second run finds nothing to remove.
        let again = try ImageStripper(removesPositionOnly: true).strip(result.bytes)
        #expect(again.removed.isEmpty && again.bytes == result.bytes)
        if Peer.has("exiftool") {
            try Peer.inFolder { folder in
                let path = folder.appendingPathComponent(name)
                try Data(file).write(to: path)
                try #require(try Peer.output(["exiftool", "-GPS*", path.path]).contains("GPS"))
                try Data(result.bytes).write(to: path)
                let found = try Peer.run(["exiftool", "-G", "-s", path.path])
                #expect(!found.text.contains("GPS") && found.text.contains("Pinhole"), "\(found.text)")
                #expect(!found.text.contains("Warning"), "\(found.text)")
            }
        }
    }

    @Test("removes all of Exif if its GPS directory is hostile")
    func hostilePosition() throws {
        let png = try ImageInfoTests.sample("rgb.png")
        // Two entries point to GPS directories.
        let entry = "8825 0004 00000001 00000026 "
        let twice = hex("4d4d002a 00000008 0002 " + entry + entry + "00000000 0000 00000000")
        // 40 values, each as large as the whole structure.
        var wide = hex("4d4d002a 00000008 0001 8825 0004 00000001 0000001a 00000000 0028")
        for _ in 0..<40 { wide += hex("0002 0002 00000200 00000000") }
        wide += hex("00000000")
        for exif in [twice, wide] {
            let file = Array(png[..<33]) + PNGChunk.bytes(type: "eXIf", exif) + Array(png[33...])
            let result = try ImageStripper(removesPositionOnly: true).strip(file)
            #expect(result.bytes == png)
        }
    }

    @Test("removes trailing data") func trailing() throws {
        let result = try ImageStripper().strip(ImageInfoTests.sample("tail.png"))
        #expect(result.bytes == (try ImageInfoTests.sample("rgb.png")))
        #expect(result.removed.map(\.kind) == [.trailingData])
    }

    @Test("removes JFIF thumbnails and unused data in segments") func surplus() throws {
        let jpeg = try ImageInfoTests.sample("rgb.jpg")
        let (head, jfif, rest) = (Array(jpeg[..<2]), Array(jpeg[6..<18]), Array(jpeg[20...]))
        let adobe: [UInt8] = Array("Adobe".utf8) + hex("0064 0000 0000 01")
        var file: [UInt8] = head
        file += hex("ffe0 0013")
        file += jfif
        file += hex("0101 070809 ffee 0014")
        file += adobe
        file += Array("hidden".utf8)
        file += hex("fff1 0005 010203 ff42 0003 01")
        file += rest
        let result = try ImageStripper().strip(file)
        #expect(result.removed == (try ImageInfo(of: file)).metadata)
        let expected = [
            ImageMetadata(.thumbnail, at: 20, byteCount: 3), ImageMetadata(.application, at: 39, byteCount: 6),
            ImageMetadata(.application, at: 45, byteCount: 7), ImageMetadata(.application, at: 52, byteCount: 5),
        ]
        #expect(result.removed == expected)
        var kept: [UInt8] = head
        kept += hex("ffe0 0010")
        kept += jfif
        kept += hex("0000 ffee 000e")
        kept += adobe
        kept += rest
        #expect(result.bytes == kept)
        #expect(try ImageInfo(of: result.bytes).metadata.isEmpty)
    }

    @Test("rejects invalid chunks and segments, which could hide something") func hidden() throws {
        let png = try ImageInfoTests.sample("rgb.png")
        let jpeg = try ImageInfoTests.sample("rgb.jpg")
        let end: [UInt8] = png.dropLast(12) + PNGChunk.bytes(type: "IEND", [1, 2, 3])
        let critical: [UInt8] = png[..<33] + PNGChunk.bytes(type: "ZzAa", [1, 2, 3]) + png[33...]
        let lines: [UInt8] = jpeg[..<2] + hex("ffdc 0007 0005 010203") + jpeg[2...]
        // JPEG-LS uses a frame of another standard.
        let lossless = hex("ffd8 fff7 0004 0102 ffda 0002 01 ffd9")
        for file in [end, critical, lines, lossless] {
            #expect(throws: ImageError.self, "\(file.prefix(8))") { try ImageStripper().strip(file) }
        }
    }

    @Test("removes fill bytes with their marker, and rejects pixels after another segment") func fill() throws {
        let jpeg = try ImageInfoTests.sample("rgb.jpg")
        let (pixels, end) = (Array(jpeg.dropLast(2)), Array(jpeg.suffix(2)))
        let filled = pixels + hex("ffffff fffe 0004 6869") + end
        let stripped = try ImageStripper().strip(filled).bytes
        #expect(try stripped == ImageStripper().strip(jpeg).bytes)
        // If the segment were removed, its fill bytes would form another marker with the next byte.
        let torn = pixels + hex("ffffff ff7f 0002 c0000b08") + end
        #expect(try ImageInfo(of: torn).findings.contains { $0.code == .malformed })
        #expect(throws: ImageError.self) { try ImageStripper().strip(torn) }
    }

    @Test("adds the padding byte of a chunk before appending another") func oddWebP() throws {
        let lossless = try ImageInfoTests.sample("lossless.webp")
        let picture = Array(lossless.dropFirst(12).dropLast())
        #expect(picture.count % 2 == 1)
        let exif = Array("MM\0*".utf8) + hex("00000008 0001 0112 0003 00000001 0006 0000 00000000")
        var body: [UInt8] = Array("WEBPVP8X".utf8)
        body += hex("0a00000008000000050000030000")
        body += Array("EXIF".utf8) + hex("1a000000")
        body += exif
        body += picture
        let file: [UInt8] = Array("RIFF".utf8) + little32(body.count) + body
        let before = try ImageInfo(of: file)
        try #require(before.isWhole && before.orientation == 6)
        for isKept in [true, false] {
            let after = try ImageInfo(of: ImageStripper(keepsOrientation: isKept).strip(file).bytes)
            #expect(after.isWhole && after.orientation == (isKept ? 6 : nil), "\(after.findings)")
        }
    }

    @Test("rejects damaged images and other formats") func refused() throws {
        for (name, code) in [
            ("cut.png", ImageError.Code.truncated), ("cut.jpg", .truncated), ("checksum.png", .malformed),
            ("still.gif", .unsupported), ("still.heic", .unsupported), ("size.svg", .unsupported),
        ] {
            let file = try ImageInfoTests.sample(name)
            let error = #expect(throws: ImageError.self) { try ImageStripper().strip(file) }
            #expect(error?.code == code, "\(name)")
        }
    }

    private func little32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private func contains(_ bytes: [UInt8], _ word: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(word)
    }
}
