public import ArcaCore

/// Information from the header and structure of an image file, without decoding pixels.
///
/// ```swift
/// let info = try ImageInfo(of: bytes, fileName: "photo.png")
/// info.kind       // png
/// info.width      // 640
/// info.findings   // [] for a file that is whole and only an image
/// ```
///
/// Takes time linear in the file size. Safe for untrusted input.
public struct ImageInfo: Sendable, Hashable {
    /// The format, detected from the content.
    public let kind: ImageKind
    /// Width in pixels, or nil for an SVG without a size.
    public let width: Int?
    /// Height in pixels, or nil for an SVG without a size.
    public let height: Int?
    /// Number of pictures: frames of an animation, pages of a TIFF, sizes of an icon.
    public let frameCount: Int
    /// The color model of the pixels.
    public let color: ImageColor
    /// File size in bytes.
    public let byteCount: Int
    /// Offset of the end of the image, equal to ``byteCount`` without trailing data.
    public let imageByteCount: Int
    /// The metadata in the file.
    public let metadata: [ImageMetadata]
    /// The Exif orientation: 1 is upright, 2 to 8 are rotated or mirrored; nil if it is missing.
    public let orientation: Int?
    /// Damage and other findings.
    public let findings: [ImageFinding]

    /// Whether the image is complete, unmodified and valid.
    public var isWhole: Bool { !findings.contains { $0.code.isDamage } }

    /// Reads an image file.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - fileName: The file name, to compare its extension with the content; nil to skip that check.
    /// - Throws: ``ImageError`` with code `.unknownKind` if the format is unknown. A damaged image is described as far
    ///   as possible, with ``findings``.
    public init(of file: borrowing some Bytes, fileName: String? = nil) throws(ImageError) {
        let data = ImageData([UInt8](bytes: file))
        guard let reader = ImageInfo.reader(for: data) else {
            throw ImageError(.unknownKind, at: 0, "not an image of a known kind")
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
                    "\(data.count - imageByteCount == 1 ? "1 byte follows" : "\(data.count - imageByteCount) bytes follow") the end of the image"
                ))
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

    /// The readers in the order of detection.
    private static let readers: [any ImageReader.Type] = [
        PNGReader.self, JPEGReader.self, GIFReader.self, WebPReader.self, TIFFReader.self, HEIFReader.self,
        BMPReader.self, ICOReader.self, SVGReader.self,
    ]

    static func reader(for data: ImageData) -> (any ImageReader.Type)? {
        readers.first { $0.recognizes(data) }
    }

    private static func fileExtension(of name: String) -> String? {
        let last = name.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return nil }
        return last[last.index(after: dot)...].lowercased()
    }
}

/// The color model of an image, according to its header.
public struct ImageColor: Sendable, Hashable, CustomStringConvertible {
    /// The meaning of the channels.
    public enum Model: String, Sendable, Hashable {
        /// Grayscale.
        case gray
        /// Red, green and blue.
        case rgb
        /// Indices into a color palette.
        case indexed
        /// Luma and two chroma channels.
        case yCbCr
        /// Cyan, magenta, yellow and black.
        case cmyk
        /// Another model, or unknown.
        case unknown
    }

    /// The meaning of the channels.
    public let model: Model
    /// Bits per channel, or per palette index; nil if the header does not specify it.
    public let bitsPerChannel: Int?
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool

    /// Creates a color description.
    public init(_ model: Model, bitsPerChannel: Int?, hasAlpha: Bool = false) {
        self.model = model
        self.bitsPerChannel = bitsPerChannel
        self.hasAlpha = hasAlpha
    }

    /// A description such as `rgb with alpha, 8 bits per channel`.
    public var description: String {
        model.rawValue + (hasAlpha ? " with alpha" : "")
            + (bitsPerChannel.map { ", \($0) bits per \(model == .indexed ? "pixel" : "channel")" } ?? "")
    }
}

/// A finding about an image file, such as damage or trailing data.
public struct ImageFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of findings, stable names that callers can match.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file name has the extension of another format.
        case wrongExtension
        /// The file ends before the image does.
        case truncated
        /// A checksum in the file is wrong.
        case badChecksum
        /// The file violates its format.
        case malformed
        /// There is data after the end of the image.
        case trailingData
        /// The file is also valid in another format: an archive, a document, a script.
        case polyglot
        /// The image contains a script or external references.
        case activeContent

        /// Whether the image itself is damaged.
        public var isDamage: Bool { self == .truncated || self == .badChecksum || self == .malformed }
    }

    /// The kind of finding.
    public let code: Code
    /// The offset in the file, in bytes, or nil for the file as a whole.
    public let offset: Int?
    /// The explanation, in lowercase and without a full stop.
    public let reason: String

    /// Creates a finding.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, and the offset if there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

/// A metadata block in an image file, which is not needed to display the picture.
public struct ImageMetadata: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of metadata.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Camera, time, settings and more (Exif).
        case exif
        /// The location where the picture was taken, part of Exif.
        case gps
        /// Adobe's metadata in XML.
        case xmp
        /// Captions and rights (IPTC), and Photoshop resources.
        case iptc
        /// Free text.
        case comment
        /// The time of the last change.
        case time
        /// A thumbnail.
        case thumbnail
        /// A color profile, which is needed to display colors correctly.
        case colorProfile
        /// Application-specific data.
        case application
        /// Data after the end of the image.
        case trailingData
    }

    /// The kind of metadata.
    public let kind: Kind
    /// Offset in the file, in bytes.
    public let offset: Int
    /// Size in bytes.
    public let byteCount: Int
    /// A short summary, such as the camera or location, or nil.
    public let detail: String?

    /// Creates a description of a metadata block; `detail` must not contain control characters.
    public init(_ kind: Kind, at offset: Int, byteCount: Int, detail: String? = nil) {
        self.kind = kind
        self.offset = offset
        self.byteCount = byteCount
        self.detail = detail
    }

    /// A description such as `gps, 44 bytes: 52.52000, 13.40500`.
    public var description: String {
        "\(kind.rawValue), \(byteCount) bytes" + (detail.map { ": \($0)" } ?? "")
    }
}
