import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaImages

@Suite struct ImageStripperTests {
    private static let carriers = ["texts.png", "camera.jpg", "camera.webp"]

    @Test("removes all metadata, and says what it was", arguments: carriers) func all(name: String) throws {
        let file = try ImageInfoTests.sample(name)
        let before = try ImageInfo(of: file)
        let result = try ImageStripper().strip(file)
        let after = try ImageInfo(of: result.bytes)
        #expect(result.removed == before.metadata)
        #expect(after.metadata.isEmpty && after.findings.isEmpty && after.orientation == nil)
        #expect(after.width == before.width && after.height == before.height && after.colour == before.colour)
        #expect(result.lostOrientation == before.orientation)
        for word in ["Pinhole", "xmpmeta", "Nobody", "hello"] {
            #expect(!contains(result.bytes, word), "\(word) is left in \(name)")
        }
    }

    @Test("keeps how the picture is turned when asked", arguments: carriers) func orientation(name: String) throws {
        let file = try ImageInfoTests.sample(name)
        let result = try ImageStripper(keepsOrientation: true).strip(file)
        let after = try ImageInfo(of: result.bytes)
        #expect(after.orientation == (try ImageInfo(of: file)).orientation)
        #expect(result.lostOrientation == nil)
        #expect(after.metadata.map(\.kind) == [.exif] && after.isWhole)
        #expect(!contains(result.bytes, "Pinhole"))
    }

    @Test("gives the same pixels to another program", .enabled(if: Peer.hasPython(module: "PIL")), arguments: carriers)
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
        for options in [ImageStripper(), ImageStripper(keepsOrientation: true, removesColourProfile: true)] {
            #expect(try Peer.python(script, input: options.strip(file).bytes).output == before.output)
        }
    }

    @Test("leaves nothing for exiftool to find", .enabled(if: Peer.has("exiftool")), arguments: carriers)
    func exiftool(name: String) throws {
        try Peer.inFolder { folder in
            let path = folder.appendingPathComponent(name)
            try Data(try ImageStripper().strip(ImageInfoTests.sample(name)).bytes).write(to: path)
            let found = try Peer.output(["exiftool", "-G", "-s", path.path])
            for group in ["[EXIF]", "[XMP]", "[GPS]", "Author", "Comment"] {
                #expect(!found.contains(group), "\(found)")
            }
        }
    }

    @Test("keeps a colour profile unless told otherwise") func profile() throws {
        let png = try ImageInfoTests.sample("rgb.png")
        let head = 8 + 25
        let chunk = PNGChunk.bytes(type: "iCCP", Array("profile\0\0".utf8) + [0x78, 0x9c, 3, 0, 0, 0, 0, 1])
        let file = Array(png[..<head]) + chunk + Array(png[head...])
        #expect(try ImageStripper().strip(file).bytes == file)
        let result = try ImageStripper(removesColourProfile: true).strip(file)
        #expect(result.bytes == png && result.removed.map(\.kind) == [.colourProfile])
    }

    @Test("drops what follows the image") func trailing() throws {
        let result = try ImageStripper().strip(ImageInfoTests.sample("tail.png"))
        #expect(result.bytes == (try ImageInfoTests.sample("rgb.png")))
        #expect(result.removed.map(\.kind) == [.trailingData])
    }

    @Test("refuses damaged images and other kinds") func refused() throws {
        for (name, code) in [
            ("cut.png", ImageError.Code.truncated), ("cut.jpg", .truncated), ("checksum.png", .malformed),
            ("still.gif", .unsupported), ("still.heic", .unsupported), ("size.svg", .unsupported),
        ] {
            let file = try ImageInfoTests.sample(name)
            let error = #expect(throws: ImageError.self) { try ImageStripper().strip(file) }
            #expect(error?.code == code, "\(name)")
        }
    }

    private func contains(_ bytes: [UInt8], _ word: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(word)
    }
}
