public import ArcaCore

/// A format of image files.
public struct ImageKind: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
        case png, jpeg, gif, webp, bmp, tiff, heic, avif, ico, svg
    }
    private let kind: Name

    /// Portable Network Graphics, animated ones too (W3C PNG, third edition).
    public static let png = ImageKind(kind: .png)
    /// JPEG files, JFIF or Exif (ITU-T T.81).
    public static let jpeg = ImageKind(kind: .jpeg)
    /// Graphics Interchange Format, 87a and 89a.
    public static let gif = ImageKind(kind: .gif)
    /// WebP in its RIFF container (RFC 9649).
    public static let webp = ImageKind(kind: .webp)
    /// Windows bitmap.
    public static let bmp = ImageKind(kind: .bmp)
    /// TIFF 6.0.
    public static let tiff = ImageKind(kind: .tiff)
    /// HEIF with HEVC pictures (ISO/IEC 23008-12).
    public static let heic = ImageKind(kind: .heic)
    /// HEIF with AV1 pictures (AV1 Image File Format).
    public static let avif = ImageKind(kind: .avif)
    /// Windows icon.
    public static let ico = ImageKind(kind: .ico)
    /// Scalable Vector Graphics.
    public static let svg = ImageKind(kind: .svg)

    /// All kinds.
    public static let all = Name.allCases.map { ImageKind(kind: $0) }

    /// The kind's name in lower case: `png`.
    public var name: String { kind.rawValue }

    /// The name.
    public var description: String { name }

    /// The registered media type.
    public var mediaType: String {
        switch kind {
        case .svg: "image/svg+xml"
        case .ico: "image/vnd.microsoft.icon"
        default: "image/\(name)"
        }
    }

    /// Name endings of such files, in lower case and without the dot, the usual one first.
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

    /// Finds the kind that files with a name ending are of.
    ///
    /// - Parameter fileExtension: The ending without its dot, in either case.
    public init?(fileExtension: String) {
        let ending = fileExtension.lowercased()
        guard let found = ImageKind.all.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = found
    }

    /// Tells the kind by the first bytes of a file.
    ///
    /// - Parameter prefix: The file's first bytes, 1024 of them unless it is shorter.
    public init?(recognizing prefix: borrowing some Bytes) {
        let data = ImageData([UInt8](bytes: prefix))
        guard let reader = ImageInfo.reader(for: data) else { return nil }
        self = reader.kind(of: data)
    }

    private init(kind: Name) { self.kind = kind }
}
