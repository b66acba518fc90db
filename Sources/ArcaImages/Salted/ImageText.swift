internal import ArcaCodecs
internal import ArcaCore

/// The text that stands for the bytes of a salted string.
public struct ImageText: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
        case base16, base32, base64, base64url, base85, z85, mime, dataURI = "data-uri"
    }
    private let kind: Name

    /// Hexadecimal digits in lower case.
    public static let base16 = ImageText(kind: .base16)
    /// Base32 with padding (RFC 4648, section 6).
    public static let base32 = ImageText(kind: .base32)
    /// Base64 with padding (RFC 4648, section 4).
    public static let base64 = ImageText(kind: .base64)
    /// Base64 for links and file names, without padding (RFC 4648, section 5).
    public static let base64url = ImageText(kind: .base64url)
    /// Base85 in the alphabet of RFC 1924, as git and Python's `b85encode` write it.
    public static let base85 = ImageText(kind: .base85)
    /// ZeroMQ's Base85 (RFC 32/Z85), filled up with zero bytes to a multiple of four.
    public static let z85 = ImageText(kind: .z85)
    /// Base64 in lines of 76 characters (RFC 2045).
    public static let mime = ImageText(kind: .mime)
    /// A `data:` URI of type `application/x-arca-image` in Base64 (RFC 2397).
    public static let dataURI = ImageText(kind: .dataURI)

    /// All forms.
    public static let all = Name.allCases.map { ImageText(kind: $0) }

    /// The name by which options call the form: `base64url`.
    public var name: String { kind.rawValue }
    /// The name.
    public var description: String { name }

    /// Finds a form by its name.
    ///
    /// - Parameter name: As ``name`` has it.
    public init?(named name: String) {
        guard let kind = Name(rawValue: name) else { return nil }
        self.init(kind: kind)
    }

    private static let dataURIHead = "data:application/x-arca-image;base64,"

    func encode(_ bytes: [UInt8]) throws(CodecError) -> String {
        switch kind {
        case .base16: Base16.encode(bytes)
        case .base32: Base32.encode(bytes)
        case .base64: Base64.encode(bytes)
        case .base64url: Base64.urlUnpadded.encode(bytes)
        case .base85: Base85.encode(bytes)
        case .z85: try Z85.encode(bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4))
        case .mime: Base64.mime.encode(bytes)
        case .dataURI: ImageText.dataURIHead + Base64.encode(bytes)
        }
    }

    /// Decodes strictly, but for what Z85 was filled up with.
    func decode(_ text: String) throws(CodecError) -> [UInt8] {
        switch kind {
        case .base16: try Base16.standard.allowing(.letterCase).decode(text)
        case .base32: try Base32.decode(text)
        case .base64: try Base64.decode(text)
        case .base64url: try Base64.urlUnpadded.allowing(.missingPadding).decode(text)
        case .base85: try Base85.decode(text)
        case .z85: try Z85.decode(text)
        case .mime: try Base64.standard.allowing(.whitespace).decode(text)
        case .dataURI: try Base64.decode(String(text.dropFirst(ImageText.dataURIHead.count)))
        }
    }

    /// Tells the form of a salted string by decoding its beginning, of which one byte may be damaged.
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

    /// Characters, in whole groups, that stand for seven bytes or more.
    private var recognitionCount: Int {
        switch kind {
        case .base16: 14
        case .base32: 16
        case .base64, .base64url, .mime, .dataURI: 12
        case .base85, .z85: 10
        }
    }

    /// The three forms of Base64 begin alike: lines, or the two characters of the alphabet for links, decide.
    private static func base64Kind(of text: String) -> ImageText {
        if text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) { return .mime }
        if text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) { return .base64url }
        // Either alphabet reads the rest; padding is the other one's.
        return text.hasSuffix("=") || text.utf8.count % 4 == 0 ? .base64 : .base64url
    }

    private init(kind: Name) { self.kind = kind }
}
