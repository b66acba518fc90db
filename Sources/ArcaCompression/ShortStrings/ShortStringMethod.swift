/// What a short string is made of: each kind has a dictionary and a model of its own.
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
    /// Lines of logs.
    case log

    /// The number that stands for it in a string's first byte.
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

/// How a short string was compressed, which its first byte tells.
///
/// The byte is `number · 8 + 6`. Its three low bits are those that no deflate block begins with, so that short strings,
/// gzip, zlib and bare deflate are told apart by one byte. Numbers: 0 stored, 1 deflate; of version 1 of the
/// dictionaries, 8 to 13 deflate with a dictionary and 16 to 21 its model. Other numbers are for later versions.
public enum ShortStringMethod: Sendable, Hashable {
    /// The bytes as they are.
    case stored
    /// Deflate blocks (RFC 1951).
    case deflate
    /// Deflate blocks that reach back into the kind's dictionary.
    case dictionary(ShortStringKind)
    /// A number in the kind's model, by arithmetic coding.
    case model(ShortStringKind)

    private static let mark: UInt8 = 6
    private static let dictionaries = 8
    private static let models = 16

    /// Reads a string's first byte; nil when it stands for no method of this version.
    ///
    /// - Parameter byte: The first byte.
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

    /// The first byte of a string that was compressed so.
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

    /// The method's name, as in `stored`, `deflate`, `deflate with json dictionary`, `json model`.
    public var name: String {
        switch self {
        case .stored: "stored"
        case .deflate: "deflate"
        case .dictionary(let kind): "deflate with \(kind.rawValue) dictionary"
        case .model(let kind): "\(kind.rawValue) model"
        }
    }
}
