public import ArcaCore

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
    /// The format, detected from the content.
    public let kind: ImageKind
    /// Pixels of a row; nil for an SVG that does not say.
    public let width: Int?
    /// Rows; nil for an SVG that does not say.
    public let height: Int?
    /// Pictures in the file: frames of an animation, pages of a TIFF, sizes of an icon.
    public let frameCount: Int
    /// How pixels carry color.
    public let color: ImageColor
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
        (width, height, frameCount, color) = (draft.width, draft.height, draft.frameCount, draft.color)
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

/// How the pixels of an image carry color, as its header says it.
public struct ImageColor: Sendable, Hashable, CustomStringConvertible {
    /// What the channels stand for.
    public enum Model: String, Sendable, Hashable {
        /// One channel of brightness.
        case gray
        /// Red, green and blue.
        case rgb
        /// Indices into a table of colors.
        case indexed
        /// Brightness and two color differences.
        case yCbCr
        /// Cyan, magenta, yellow and black.
        case cmyk
        /// Something else, or not said.
        case unknown
    }

    /// What the channels stand for.
    public let model: Model
    /// Bits of each channel, or of an index; nil when the header does not say.
    public let bitsPerChannel: Int?
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool

    /// States how pixels carry color.
    ///
    /// - Parameters:
    ///   - model: What the channels stand for.
    ///   - bitsPerChannel: Bits of each channel, or of an index.
    ///   - hasAlpha: Whether pixels may be transparent.
    public init(_ model: Model, bitsPerChannel: Int?, hasAlpha: Bool = false) {
        self.model = model
        self.bitsPerChannel = bitsPerChannel
        self.hasAlpha = hasAlpha
    }

    /// In words: `rgb with alpha, 8 bits a channel`.
    public var description: String {
        model.rawValue + (hasAlpha ? " with alpha" : "")
            + (bitsPerChannel.map { ", \($0) bits a \(model == .indexed ? "pixel" : "channel")" } ?? "")
    }
}

/// Something about an image file that its owner may want to know.
public struct ImageFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of finding, stable names that callers can match.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file's name ends as another kind's names do.
        case wrongExtension
        /// The file ends before its image does.
        case truncated
        /// A checksum inside the file does not fit what it covers.
        case badChecksum
        /// Something in the file breaks the rules of its format.
        case malformed
        /// There are bytes after the end of the image.
        case trailingData
        /// The file can be read as something else as well: an archive, a document, a script.
        case polyglot
        /// The image holds a script or refers to other places.
        case activeContent

        /// Whether the image itself is damaged.
        public var isDamage: Bool { self == .truncated || self == .badChecksum || self == .malformed }
    }

    /// What kind of finding it is.
    public let code: Code
    /// Where in the file it is, in bytes, if it has a place.
    public let offset: Int?
    /// What was found, in lower case, without a full stop.
    public let reason: String

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - code: The kind of finding.
    ///   - offset: Where in the file it is, in bytes.
    ///   - reason: What was found, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

/// A piece of an image file that says something about the picture and is not needed to show it.
public struct ImageMetadata: Sendable, Hashable, CustomStringConvertible {
    /// What sort of metadata it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Camera, time, settings and more (Exif).
        case exif
        /// Where the picture was taken, a part of Exif.
        case gps
        /// Adobe's metadata in XML.
        case xmp
        /// Captions and rights as news agencies write them, and Photoshop's resources.
        case iptc
        /// Free text.
        case comment
        /// When the file was changed.
        case time
        /// A smaller picture beside the picture.
        case thumbnail
        /// A color profile, which is needed to show colors right.
        case colorProfile
        /// Data of an application.
        case application
        /// Bytes after the end of the image.
        case trailingData
    }

    /// What sort of metadata it is.
    public let kind: Kind
    /// Where in the file it begins, in bytes.
    public let offset: Int
    /// How long it is, in bytes.
    public let byteCount: Int
    /// What it says, as far as that is worth a line: the camera, the position.
    public let detail: String?

    /// States a piece of metadata.
    ///
    /// - Parameters:
    ///   - kind: What sort it is.
    ///   - offset: Where in the file it begins.
    ///   - byteCount: How long it is.
    ///   - detail: What it says; control characters are to be left out.
    public init(_ kind: Kind, at offset: Int, byteCount: Int, detail: String? = nil) {
        self.kind = kind
        self.offset = offset
        self.byteCount = byteCount
        self.detail = detail
    }

    /// In words: `gps, 44 bytes: 52.52000, 13.40500`.
    public var description: String {
        "\(kind.rawValue), \(byteCount) bytes" + (detail.map { ": \($0)" } ?? "")
    }
}
