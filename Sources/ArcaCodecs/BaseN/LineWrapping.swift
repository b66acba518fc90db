/// How encoded text is broken into lines.
///
/// Encoding puts a line ending between lines, none after the last. Decoding takes LF and CRLF, between lines and once
/// at the end, and no line longer than `columns`.
public struct LineWrapping: Sendable, Hashable {
    /// What stands between two lines.
    public enum Ending: Sendable, Hashable {
        /// A line feed, as in Unix files and PEM.
        case lf
        /// Carriage return and line feed, as in mail.
        case crlf
    }

    /// Characters in a full line, 1 or more.
    public let columns: Int
    /// What encoding puts between lines.
    public let ending: Ending
    /// Whether decoding refuses empty lines and lines shorter than `columns`, but for the last.
    public let isExact: Bool

    /// Lines of 76 characters with CRLF (RFC 2045, section 6.8); shorter lines are decoded too.
    public static let mime = LineWrapping(columns: 76, ending: .crlf, isExact: false)
    /// Lines of exactly 64 characters with LF (RFC 7468, section 2).
    public static let pem = LineWrapping(columns: 64, ending: .lf, isExact: true)

    /// Makes a rule for lines.
    ///
    /// - Parameters:
    ///   - columns: Characters in a full line, 1 or more; less is a programmer's error.
    ///   - ending: What encoding puts between lines.
    ///   - isExact: Whether decoding refuses lines that are shorter than `columns`, but for the last.
    public init(columns: Int, ending: Ending = .lf, isExact: Bool = false) {
        precondition(columns > 0, "a line needs at least one column")
        self.columns = columns
        self.ending = ending
        self.isExact = isExact
    }

    /// Bytes of `characterCount` characters with the line endings between them.
    func count(for characterCount: Int) -> Int { LineBreaker(self).count(for: characterCount) }
}
