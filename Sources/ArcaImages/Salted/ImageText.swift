internal import ArcaCodecs

/// A text encoding of a salted string.
public struct ImageText: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
        case base16, base32, base64, base64url, base85, z85, mime, dataURI = "data-uri"
    }
    private let kind: Name

    /// Lowercase hexadecimal digits.
    public static let base16 = ImageText(kind: .base16)
    /// Base32 with padding (RFC 4648, section 6).
    public static let base32 = ImageText(kind: .base32)
    /// Base64 with padding (RFC 4648, section 4).
    public static let base64 = ImageText(kind: .base64)
    /// Base64url without padding, for links and file names (RFC 4648, section 5).
    public static let base64url = ImageText(kind: .base64url)
    /// Base85 with the alphabet of RFC 1924, as written by git and Python's `b85encode`.
    public static let base85 = ImageText(kind: .base85)
    /// ZeroMQ's Base85 (RFC 32/Z85), padded with zero bytes to a multiple of four.
    public static let z85 = ImageText(kind: .z85)
    /// Base64 with lines of 76 characters (RFC 2045).
    public static let mime = ImageText(kind: .mime)
    /// A `data:` URI of type `application/x-arca-image` in Base64 (RFC 2397).
    public static let dataURI = ImageText(kind: .dataURI)

    /// All encodings.
    public static let all = Name.allCases.map { ImageText(kind: $0) }

    /// The name in options: `base64url`.
    public var name: String { kind.rawValue }
    /// The name in options.
    public var description: String { name }

    /// Finds an encoding by name.
    public init?(named name: String) {
        guard let kind = Name(rawValue: name) else { return nil }
        self.init(kind: kind)
    }

    private static let dataURIHead = "data:application/x-arca-image;base64,"

    func encode(_ bytes: [UInt8]) throws(CodecError) -> String {
        switch kind {
        case .base16: Base16.standard.encode(bytes)
        case .base32: Base32.standard.encode(bytes)
        case .base64: Base64.standard.encode(bytes)
        case .base64url: Base64.urlUnpadded.encode(bytes)
        case .base85: Base85.standard.encode(bytes)
        case .z85: try Z85.standard.encode(bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4))
        case .mime: Base64.mime.encode(bytes)
        case .dataURI: ImageText.dataURIHead + Base64.standard.encode(bytes)
        }
    }

    /// Decodes strictly, and keeps Z85 padding.
    func decode(_ text: String) throws(CodecError) -> [UInt8] {
        switch kind {
        case .base16: try Base16.standard.allowing(.letterCase).decode(text)
        case .base32: try Base32.standard.decode(text)
        case .base64: try Base64.standard.decode(text)
        case .base64url: try Base64.urlUnpadded.allowing(.missingPadding).decode(text)
        case .base85: try Base85.standard.decode(text)
        case .z85: try Z85.standard.decode(text)
        case .mime: try Base64.standard.allowing(.whitespace).decode(text)
        case .dataURI: try Base64.standard.decode(String(text.dropFirst(ImageText.dataURIHead.count)))
        }
    }

    /// Detects the encoding of a salted string from its prefix; one byte may be damaged.
    init?(recognizing text: String) {
        let found = ImageText.all.first { form in
            let head = form.kind == .dataURI ? ImageText.dataURIHead : ""
            guard text.hasPrefix(head) else { return false }
            let beginning = String(text.dropFirst(head.count).prefix(form.recognitionCount))
            guard let bytes = try? ImageText(kind: form.kind == .dataURI ? .base64 : form.kind).decode(beginning) else {
                return false
            }
            return zip(bytes, ImageEnvelope.magic).count { $0 == $1 } >= ImageEnvelope.magic.count - 1
        }
        guard let found else { return nil }
        self = found.kind == .base64 ? ImageText.base64Kind(of: text) : found
    }

    /// Number of characters, in whole groups, that encode at least seven bytes.
    private var recognitionCount: Int {
        switch kind {
        case .base16: 14
        case .base32: 16
        case .base64, .base64url, .mime, .dataURI: 12
        case .base85, .z85: 10
        }
    }

    /// Distinguishes the Base64 encodings by line endings or by the two characters specific to Base64url.
    private static func base64Kind(of text: String) -> ImageText {
        if text.utf8.contains(where: { $0 == .newline || $0 == .carriageReturn }) { return .mime }
        if text.utf8.contains(where: { $0 == .hyphen || $0 == .underscore }) { return .base64url }
        // The rest is valid in both alphabets, so padding decides.
        return text.hasSuffix("=") || text.utf8.count % 4 == 0 ? .base64 : .base64url
    }

    private init(kind: Name) { self.kind = kind }
}
