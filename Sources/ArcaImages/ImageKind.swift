public import ArcaCore

/// An image file format.
public struct ImageKind: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
        case png, jpeg, gif, webp, bmp, tiff, heic, avif, ico, svg
    }
    private let kind: Name

    /// Portable Network Graphics, including animated files (W3C PNG, third edition).
    public static let png = ImageKind(kind: .png)
    /// JPEG in JFIF or Exif files (ITU-T T.81).
    public static let jpeg = ImageKind(kind: .jpeg)
    /// Graphics Interchange Format, 87a and 89a.
    public static let gif = ImageKind(kind: .gif)
    /// WebP in a RIFF container (RFC 9649).
    public static let webp = ImageKind(kind: .webp)
    /// Windows bitmap.
    public static let bmp = ImageKind(kind: .bmp)
    /// TIFF 6.0.
    public static let tiff = ImageKind(kind: .tiff)
    /// HEIF with HEVC images (ISO/IEC 23008-12).
    public static let heic = ImageKind(kind: .heic)
    /// HEIF with AV1 images (AV1 Image File Format).
    public static let avif = ImageKind(kind: .avif)
    /// Windows icon.
    public static let ico = ImageKind(kind: .ico)
    /// Scalable Vector Graphics.
    public static let svg = ImageKind(kind: .svg)

    /// All formats.
    public static let all = Name.allCases.map { ImageKind(kind: $0) }

    /// The format name in lowercase: `png`.
    public var name: String { kind.rawValue }

    /// The format name.
    public var description: String { name }

    /// The media type of a file; `application/octet-stream` for unknown content.
    static func mediaType(of file: [UInt8]) -> String {
        ImageKind(recognizing: file.prefix(1024))?.mediaType ?? "application/octet-stream"
    }

    /// The registered media type.
    public var mediaType: String {
        switch kind {
        case .svg: "image/svg+xml"
        case .ico: "image/vnd.microsoft.icon"
        default: "image/\(name)"
        }
    }

    /// File extensions in lowercase, without the dot, the most common one first.
    public var fileExtensions: [String] {
        switch kind {
        case .png: ["png", "apng"]
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .bmp: ["bmp", "dib"]
        case .tiff: ["tiff", "tif"]
        case .heic: ["heic", "heif", "hif"]
        default: [name]
        }
    }

    /// Finds the format with a file extension, given without the dot and in any case.
    public init?(fileExtension: String) {
        let ending = fileExtension.lowercased()
        guard let found = ImageKind.all.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = found
    }

    /// Detects the format from the first 1024 bytes of a file, or from all of a shorter file.
    public init?(recognizing prefix: borrowing some Bytes) {
        let data = ImageData([UInt8](bytes: prefix))
        guard let reader = ImageInfo.reader(for: data) else { return nil }
        self = reader.kind(of: data)
    }

    private init(kind: Name) { self.kind = kind }
}
