/// What happened on the way from another program's file into items, where that is not plain.
///
/// No secret stands in it; names of items do.
public struct ImportNote: Sendable, Hashable {
    /// What it is about.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Something was read in another way than it was meant, or not at all.
        case warning
        /// An item that stands twice; the second was left out.
        case duplicate
        /// Another item than one before it, which would have had its name; it was given a number.
        case renamed
        /// Something that was left out because it is not wanted, such as what lies in a recycle bin.
        case skipped
    }

    /// What it is about.
    public let kind: Kind
    /// The line of the source, from 1; 0 where the source has no lines that people look at.
    public let line: Int
    /// What happened, in lower case, without a full stop.
    public let text: String
}

extension ImportNote: CustomStringConvertible {
    /// The text, with the line in front where there is one.
    public var description: String { line > 0 ? "line \(line): \(text)" : text }
}
