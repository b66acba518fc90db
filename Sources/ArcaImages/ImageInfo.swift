public import ArcaCodecs

/// What the header and structure of an image file say, without decoding a pixel.
///
/// ```swift
/// let info = try ImageInfo(of: bytes, fileName: "photo.png")
/// info.kind       // png
/// info.width      // 640
/// info.findings   // [] for a file that is whole and only an image
/// ```
///
/// Costs nothing that grows faster than the file; any bytes are safe to give.
public struct ImageInfo: Sendable, Hashable {
    /// The format, told by content.
    public let kind: ImageKind
    /// Pixels of a row; nil for an SVG that does not say.
    public let width: Int?
    /// Rows; nil for an SVG that does not say.
    public let height: Int?
    /// Pictures in the file: frames of an animation, pages of a TIFF, sizes of an icon.
    public let frameCount: Int
    /// How pixels carry colour.
    public let colour: ImageColour
    /// The length of the whole file.
    public let byteCount: Int
    /// Where the image ends, which is the end of the file unless something follows.
    public let imageByteCount: Int
    /// What is in the file beside the picture.
    public let metadata: [ImageMetadata]
    /// How Exif says that the picture is turned: 1 is upright, 2 to 8 are turned or mirrored; nil when it is not said.
    public let orientation: Int?
    /// What is wrong or worth knowing.
    public let findings: [ImageFinding]

    /// Whether nothing of the image is missing, changed or against its format's rules.
    public var isWhole: Bool { !findings.contains { $0.code.isDamage } }

    /// Reads an image file.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - fileName: Its name, if the ending is to be compared with the content.
    /// - Throws: ``ImageError`` with code `.unknownKind` when it is no image of a known kind. An image that is damaged is
    ///   described as far as it goes, with ``findings``.
    public init(of file: borrowing some Bytes, fileName: String? = nil) throws(ImageError) {
        let data = ImageData([UInt8](bytes: file))
        guard let reader = ImageInfo.reader(for: data) else {
            throw ImageError(.unknownKind, at: 0, "the bytes are no image of a known kind")
        }
        var draft = ImageDraft()
        reader.read(data, into: &draft)
        kind = reader.kind(of: data)
        (width, height, frameCount, colour) = (draft.width, draft.height, draft.frameCount, draft.colour)
        (metadata, orientation) = (draft.metadata, draft.orientation)
        byteCount = data.count
        imageByteCount = min(draft.end ?? data.count, data.count)
        var findings = draft.findings
        if imageByteCount < data.count {
            findings.append(
                ImageFinding(
                    .trailingData, at: imageByteCount,
                    "\(data.count - imageByteCount) bytes follow the end of the image"))
        }
        findings += Polyglots.find(in: data, kind: kind)
        if let fileName, let ending = ImageInfo.fileExtension(of: fileName), !kind.fileExtensions.contains(ending) {
            findings.append(
                ImageFinding(
                    .wrongExtension,
                    "the file is of kind \(kind), whose names end in .\(kind.fileExtensions.joined(separator: ", ."))"))
        }
        self.findings = findings
    }

    /// The readers, in the order in which they are asked.
    private static let readers: [any ImageReader.Type] = [
        PNGReader.self, JPEGReader.self, GIFReader.self, WebPReader.self, TIFFReader.self, HEIFReader.self,
        BMPReader.self, ICOReader.self, SVGReader.self,
    ]

    static func reader(for data: ImageData) -> (any ImageReader.Type)? {
        readers.first { $0.recognizes(data) }
    }

    /// The ending of a name that has one, in lower case.
    private static func fileExtension(of name: String) -> String? {
        let last = name.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return nil }
        return last[last.index(after: dot)...].lowercased()
    }
}
