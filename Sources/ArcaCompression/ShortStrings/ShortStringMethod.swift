/// The kind of text in a short string; each kind has its own dictionary and model.
public enum ShortStringKind: String, Sendable, Hashable, CaseIterable {
    /// English prose and technical text.
    case english
    /// Chinese in UTF-8.
    case chinese
    /// JSON, compact or indented.
    case json
    /// URLs.
    case url
    /// HTML.
    case html
    /// Log lines.
    case log

    var number: Int {
        switch self {
        case .english: 0
        case .chinese: 1
        case .json: 2
        case .url: 3
        case .html: 4
        case .log: 5
        }
    }
}

/// The compression method of a short string, indicated by its first byte.
///
/// The byte is `number · 8 + 6`. No deflate block begins with these three low bits, so one byte distinguishes short
/// strings, gzip, zlib and raw deflate. Numbers: 0 stored, 1 deflate; with version 1 of the dictionaries, 8 to 13
/// deflate with a dictionary and 16 to 21 model. Other numbers are reserved for later versions.
public enum ShortStringMethod: Sendable, Hashable {
    /// The unchanged bytes.
    case stored
    /// Deflate blocks (RFC 1951).
    case deflate
    /// Deflate blocks with the kind's dictionary.
    case dictionary(ShortStringKind)
    /// Arithmetic coding with the kind's model.
    case model(ShortStringKind)

    private static let mark: UInt8 = 6
    private static let dictionaries = 8
    private static let models = 16

    /// The method for a first byte, or nil if it is not a method of this version.
    ///
    /// - Parameter byte: The first byte of a compressed string.
    public init?(byte: UInt8) {
        guard byte & 7 == Self.mark else { return nil }
        let number = Int(byte >> 3)
        let kinds = ShortStringKind.allCases
        switch number {
        case 0: self = .stored
        case 1: self = .deflate
        case Self.dictionaries..<Self.dictionaries + kinds.count: self = .dictionary(kinds[number - Self.dictionaries])
        case Self.models..<Self.models + kinds.count: self = .model(kinds[number - Self.models])
        default: return nil
        }
    }

    /// The first byte of strings compressed with this method.
    public var byte: UInt8 {
        let number =
            switch self {
            case .stored: 0
            case .deflate: 1
            case .dictionary(let kind): Self.dictionaries + kind.number
            case .model(let kind): Self.models + kind.number
            }
        return UInt8(number) << 3 | Self.mark
    }

    /// The name: `stored`, `deflate`, `deflate with json dictionary`, `json model`.
    public var name: String {
        switch self {
        case .stored: "stored"
        case .deflate: "deflate"
        case .dictionary(let kind): "deflate with \(kind.rawValue) dictionary"
        case .model(let kind): "\(kind.rawValue) model"
        }
    }
}
