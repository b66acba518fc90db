/// Something about an image file that its owner may want to know.
public struct ImageFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of finding, stable names that callers can match.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file's name ends as another kind's names do.
        case wrongExtension
        /// The file ends before its image does.
        case truncated
        /// A checksum inside the file does not fit what it covers.
        case badChecksum
        /// Something in the file breaks the rules of its format.
        case malformed
        /// There are bytes after the end of the image.
        case trailingData
        /// The file can be read as something else as well: an archive, a document, a script.
        case polyglot
        /// The image holds a script or refers to other places.
        case activeContent

        /// Whether the image itself is damaged.
        public var isDamage: Bool { self == .truncated || self == .badChecksum || self == .malformed }
    }

    /// What kind of finding it is.
    public let code: Code
    /// Where in the file it is, in bytes, if it has a place.
    public let offset: Int?
    /// What was found, in lower case, without a full stop.
    public let reason: String

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - code: The kind of finding.
    ///   - offset: Where in the file it is, in bytes.
    ///   - reason: What was found, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}
