protocol ImageReader: Sendable {
    static func recognizes(_ data: ImageData) -> Bool

    /// The format, for readers of more than one.
    static func kind(of data: ImageData) -> ImageKind

    /// Parses the header and structure; for a damaged file, as far as possible.
    static func read(_ data: ImageData, into draft: inout ImageDraft)
}

struct ImageDraft {
    var width: Int?
    var height: Int?
    var frameCount = 1
    var color = ImageColor(.unknown, bitsPerChannel: nil)
    /// The end of the image, or nil for the end of the file.
    var end: Int?
    var metadata: [ImageMetadata] = []
    var orientation: Int?
    var findings: [ImageFinding] = []

    mutating func find(_ code: ImageFinding.Code, at offset: Int?, _ reason: String) {
        findings.append(ImageFinding(code, at: offset, reason))
    }

    /// Adds an Exif block, and its location and thumbnail as separate metadata.
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

/// Detects image files that are also valid in another format, which can smuggle an archive, document or script past a
/// check.
enum Polyglots {
    /// PDF readers accept a header in this range.
    private static let pdfReach = 1024
    /// The size of a ZIP end record and its maximum comment.
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
        // In an SVG, scripts are part of the picture and reported by its reader.
        if kind != .svg {
            note(data.firstIndex(of: "<script") ?? data.firstIndex(of: "<SCRIPT"), "a web page with a script")
            note(data.firstIndex(of: "<html") ?? data.firstIndex(of: "<HTML"), "a web page")
        }
        note(data.firstIndex(of: "Rar!\u{1a}\u{07}"), "a RAR archive")
        return findings
    }

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
