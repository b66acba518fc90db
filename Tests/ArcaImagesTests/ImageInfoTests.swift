import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaImages

/// Image headers of files made by other programs.
@Suite struct ImageInfoTests {
    static func sample(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: imageVectors.appendingPathComponent("samples/\(name)")))
    }

    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: imageVectors.appendingPathComponent("samples").path))?
        .sorted() ?? []

    @Test("reads the properties that each file was made with") func samples() throws {
        let data = try Data(contentsOf: imageVectors.appendingPathComponent("samples.json"))
        let root = JSONField(try JSONReader.read([UInt8](data)))
        let cases = try root["cases"].array
        let stated = try root["numberOfCases"].int
        #expect(cases.count == stated && stated == Self.names.count)
        for field in cases {
            let name = try field["file"].string
            let info = try ImageInfo(of: Self.sample(name), fileName: "folder/\(name)")
            #expect(info.kind.name == (try field["kind"].string), "\(name)")
            #expect(info.width == (try field["width"].int), "\(name)")
            #expect(info.height == (try field["height"].int), "\(name)")
            #expect(info.frameCount == (try field["frames"].int), "\(name)")
            #expect(info.color.model.rawValue == (try field["color"]["model"].string), "\(name)")
            #expect(info.color.bitsPerChannel == (try field["color"]["bitsPerChannel"].ifNotNull?.int), "\(name)")
            #expect(info.color.hasAlpha == (try field["color"]["alpha"].bool), "\(name)")
            #expect(info.orientation == (try field["orientation"].ifNotNull?.int), "\(name)")
            #expect(info.imageByteCount == (try field["imageByteCount"].int), "\(name)")
            let metadata = try field["metadata"].array.map { try $0.string }
            #expect(info.metadata.map(\.kind.rawValue).sorted() == metadata.sorted(), "\(name)")
            let findings = try field["findings"].array.map { try $0.string }
            #expect(info.findings.map(\.code.rawValue) == findings, "\(name): \(info.findings)")
        }
    }

    @Test("reads camera, time and location") func details() throws {
        for name in ["texts.png", "camera.jpg", "camera.webp"] {
            let info = try ImageInfo(of: Self.sample(name))
            let exif = try #require(info.metadata.first { $0.kind == .exif })
            #expect(exif.detail == "Arca, Pinhole 1, 2026:11:21 12:00:00", "\(name)")
            let position = try #require(info.metadata.first { $0.kind == .gps })
            #expect(position.detail == "52.52000, -13.40500", "\(name)")
        }
    }

    /// Offsets likely to contain headers and structures: the first 1,024, then every sixteenth, and the last 64.
    private static func telling(_ count: Int) -> [Int] {
        (0..<count).filter { $0 < 1024 || $0.isMultiple(of: 16) || $0 >= count - 64 }
    }

    @Test("detects truncation at any offset, for all formats with an end", arguments: names)
    func truncated(name: String) throws {
        let file = try Self.sample(name)
        let whole = try ImageInfo(of: file)
        guard whole.isWhole else { return }
        // Pillow pads TIFF pages with zero bytes; a text may end with a line ending.
        let isFilled = whole.kind == .tiff || whole.kind == .svg
        let filling = isFilled ? file.reversed().prefix { $0 == 0 || $0 == 0x0a }.count : 0
        for count in Self.telling(whole.imageByteCount - filling) {
            guard let info = try? ImageInfo(of: file.prefix(count)) else { continue }
            #expect(!info.isWhole, "\(name) cut to \(count) of \(file.count) bytes")
        }
    }

    @Test("reads files with any byte changed", arguments: names) func damaged(name: String) throws {
        let file = try Self.sample(name)
        for place in Self.telling(file.count) {
            var broken = file
            // Lengths and offsets become huge or zero.
            broken[place] = place % 3 == 0 ? 0 : 0xff
            _ = try? ImageStripper().strip(broken)
        }
    }

    @Test("compares the file extension with the content") func endings() throws {
        let png = try Self.sample("rgb.png")
        for name in ["a.png", "a.PNG", "a", ".jpg", "folder.jpg/a", "a.apng"] {
            #expect(try ImageInfo(of: png, fileName: name).findings.isEmpty, "\(name)")
        }
        let finding = try ImageInfo(of: png, fileName: "a.jpeg").findings.first
        #expect(finding?.code == .wrongExtension)
        // The extension is not repeated, because it may contain terminal escapes.
        #expect(try ImageInfo(of: png, fileName: "a.\u{1b}[31m").findings.first?.reason.contains("\u{1b}") == false)
    }

    @Test(
        "finds scripts and external references in SVG",
        arguments: [
            (#"<g onload="alert(1)"/>"#, true), (#"<g onLoad = 'alert(1)'/>"#, true),
            (#"<g a="1"/onclick="x"/>"#, true),
            (#"<image href="https://tracker.example/"/>"#, true), (#"<use xlink:href=" //tracker.example/"/>"#, true),
            (#"<a href="JavaScript:alert(1)"/>"#, true), (#"<SCRIPT/>"#, true),
            (#"<g style="fill: url( 'https://tracker.example/a')"/>"#, true), (#"<style>@import "x";</style>"#, true),
            (#"<!-- don't --><g onload="alert(1)"/>"#, true),
            (#"<style><![CDATA[ a > b' ]]></style><g onload="x"/>"#, true),
            (##"<use href="#a"/><g fill="url(#b)" color="red"/>"##, false),
            (#"<image href="data:image/png;base64,AAAA"/>"#, false),
            (#"<!-- <g onload="x"/> --><text>on = href="x"</text>"#, false), (#"<g on="1"/>"#, false),
        ]) func activeContent(content: String, isActive: Bool) throws
    {
        let file = "<svg xmlns='http://www.w3.org/2000/svg' width = '3' height='4'>\(content)</svg>"
        let info = try ImageInfo(of: Array(file.utf8))
        #expect(info.findings.contains { $0.code == .activeContent } == isActive, "\(info.findings)")
        #expect(info.width == 3)
        #expect(info.height == 4)
        #expect(info.isWhole)
    }

    @Test("reads hostile headers in bounded time", arguments: HostileImages.all)
    func hostile(image: HostileImages.Sample) throws {
        let start = ThreadClock.seconds
        defer { #expect(ThreadClock.seconds - start < 60) }
        let info = try ImageInfo(of: image.bytes)
        #expect(Set(info.findings.map(\.code)) == Set(image.findings), "\(image.name): \(info.findings)")
    }

    @Test("finds files that are also valid in another format") func polyglots() throws {
        let jpeg = try Self.sample("rgb.jpg")
        for (tail, isFound) in [
            ("%PDF-1.7", true), ("<?php system($_GET[0]);", true), ("<script>alert(1)</script>", true),
            ("<html>", true), ("PK", false), ("pdf", false),
        ] {
            let codes = try ImageInfo(of: jpeg + Array(tail.utf8)).findings.map(\.code)
            #expect(codes.contains(.polyglot) == isFound, "\(tail)")
            #expect(codes.contains(.trailingData), "\(tail)")
        }
    }

    @Test("rejects files that are not images") func others() {
        for bytes: [UInt8] in [
            [], [0], Array("BM".utf8), Array("GIF88a".utf8), Array("<html><svg>".utf8), [0, 0, 1, 0],
        ] {
            #expect(throws: ImageError.code(.unknownKind, at: 0)) { try ImageInfo(of: bytes) }
        }
    }

    @Test("finds the format for a file extension, in any case") func nameEndings() {
        for kind in ImageKind.all {
            for ending in kind.fileExtensions {
                #expect(ImageKind(fileExtension: ending) == kind)
                #expect(ImageKind(fileExtension: ending.uppercased()) == kind)
            }
        }
        #expect(ImageKind(fileExtension: "JPG") == .jpeg && ImageKind(fileExtension: "hif") == .heic)
        for ending in ["", ".png", "txt"] { #expect(ImageKind(fileExtension: ending) == nil) }
    }

    // Other programs are named convert as well.
    private static let hasImageMagick = (try? Peer.run(["convert", "-version"]))?.text.contains("ImageMagick") == true

    @Test("agrees with ImageMagick on its images", .enabled(if: hasImageMagick))
    func imageMagick() throws {
        try Peer.inFolder { folder in
            for form in ["png", "jpg", "gif", "bmp", "bmp3", "tiff", "ico", "webp"] {
                let ending = form == "bmp3" ? "bmp" : form
                let path = folder.appendingPathComponent("image.\(ending)")
                let made = try Peer.run(["convert", "-size", "37x21", "plasma:", "\(form):\(path.path)"])
                try #require(made.status == 0)
                let info = try ImageInfo(of: [UInt8](try Data(contentsOf: path)), fileName: path.path)
                #expect(info.width == 37 && info.height == 21, "\(form)")
                #expect(info.findings.isEmpty, "\(form): \(info.findings)")
            }
        }
    }
}
