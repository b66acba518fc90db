/// A reader of one image format: one file a format, registered in ``ImageInfo``.
protocol ImageReader: Sendable {
    /// Whether a file that begins so is of this format.
    static func recognizes(_ data: ImageData) -> Bool

    /// Which kind it is, for readers of several.
    static func kind(of data: ImageData) -> ImageKind

    /// Notes what header and structure say; for a damaged file as far as it goes.
    static func read(_ data: ImageData, into draft: inout ImageDraft)
}

/// What a reader has found so far.
struct ImageDraft {
    var width: Int?
    var height: Int?
    var frameCount = 1
    var color = ImageColor(.unknown, bitsPerChannel: nil)
    /// Where the image ends; nil when it is the whole file.
    var end: Int?
    var metadata: [ImageMetadata] = []
    var orientation: Int?
    var findings: [ImageFinding] = []

    mutating func find(_ code: ImageFinding.Code, at offset: Int?, _ reason: String) {
        findings.append(ImageFinding(code, at: offset, reason))
    }

    /// Notes a block of Exif, and the position inside it as metadata of its own.
    mutating func addExif(_ data: ImageData, tiff offset: Int, byteCount: Int, at start: Int, of length: Int) {
        let exif = Exif(data, at: offset, byteCount: byteCount)
        metadata.append(ImageMetadata(.exif, at: start, byteCount: length, detail: exif.summary))
        if let position = exif.position {
            metadata.append(
                ImageMetadata(.gps, at: position.offset, byteCount: position.byteCount, detail: position.text))
        }
        if let thumbnail = exif.thumbnail {
            metadata.append(ImageMetadata(.thumbnail, at: thumbnail.lowerBound, byteCount: thumbnail.count))
        }
        orientation = orientation ?? exif.orientation
    }
}

/// Finds what else an image file can be read as: ways to smuggle an archive, a document or a script past a check.
enum Polyglots {
    /// A PDF reader takes a header among the first bytes of a file.
    private static let pdfReach = 1024
    /// The end record of a ZIP archive: its length, and the longest comment behind it.
    private static let zipEnd = 22, largestComment = 65_535

    static func find(in data: ImageData, kind: ImageKind) -> [ImageFinding] {
        var findings: [ImageFinding] = []
        func note(_ place: Int?, _ what: String) {
            guard let place else { return }
            findings.append(ImageFinding(.polyglot, at: place, "the file can be read as \(what) as well"))
        }
        note(zip(data), "a ZIP archive")
        note(data.firstIndex(of: "%PDF-", to: pdfReach + 5), "a PDF document")
        note(data.firstIndex(of: "<?php"), "a PHP script")
        // In an SVG a script is part of the picture, which its reader reports.
        if kind != .svg {
            note(data.firstIndex(of: "<script") ?? data.firstIndex(of: "<SCRIPT"), "a web page with a script")
            note(data.firstIndex(of: "<html") ?? data.firstIndex(of: "<HTML"), "a web page")
        }
        note(data.firstIndex(of: "Rar!\u{1a}\u{07}"), "a RAR archive")
        return findings
    }

    /// A ZIP archive is found from its end: the record there must lead to a directory inside the file.
    private static func zip(_ data: ImageData) -> Int? {
        var place = data.count - zipEnd
        let last = max(0, place - largestComment)
        while place >= last {
            if data.has("PK\u{05}\u{06}", at: place), let size = data.little32(place + 12),
                let comment = data.little16(place + 20), size <= place, place + zipEnd + comment <= data.count,
                size == 0 || data.has("PK\u{01}\u{02}", at: place - size)
            {
                return place
            }
            place -= 1
        }
        return nil
    }
}
