// The standard library has these, but not in Embedded Swift.
extension String {
    /// The text with another text instead of each occurrence of a character.
    package func replacingEach(_ character: Character, with text: String) -> String {
        split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
    }

    /// The text after the first occurrence of `mark`; nil if `mark` does not occur.
    package func suffix(after mark: String) -> Substring? {
        let (text, mark) = (Array(utf8), Array(mark.utf8))
        guard mark.count <= text.count else { return nil }
        let start = (0...text.count - mark.count).first { text[$0...].starts(with: mark) }
        return start.map { self[utf8.index(startIndex, offsetBy: $0 + mark.count)...] }
    }
}
