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
    var colour = ImageColour(.unknown, bitsPerChannel: nil)
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
