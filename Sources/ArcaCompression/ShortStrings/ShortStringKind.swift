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
