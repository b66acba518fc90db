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
        /// A colour profile, which is needed to show colours right.
        case colourProfile
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
