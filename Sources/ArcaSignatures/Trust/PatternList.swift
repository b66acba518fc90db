internal import ArcaCodecs

/// Patterns with commas between them, as OpenSSH has them for principals and namespaces: `*@example.com,!bob@example.com`.
///
/// `*` stands for any run of characters, `?` for one, and `!` before a pattern takes out what it matches, wherever it stands.
/// Upper and lower case differ. Nothing between two commas, or after the last, is no pattern: ssh-keygen takes an empty one
/// between commas as the empty name.
///
/// Source: OpenSSH, ssh_config(5), "PATTERNS".
struct PatternList: Sendable, Hashable {
    /// The patterns as they stand, in bytes.
    let patterns: [[UInt8]]
    /// A longer pattern makes the list match nothing, as in OpenSSH.
    private static let maximumByteCount = 1022

    init(_ text: some Collection<UInt8>) {
        patterns = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true).map { Array($0) }
    }

    /// Whether a text fits a pattern, and none that takes it out.
    func matches(_ text: [UInt8]) -> Bool {
        var isMatched = false
        for pattern in patterns {
            guard pattern.count <= Self.maximumByteCount else { return false }
            if pattern.first == UInt8(ascii: "!") {
                if Self.matches(pattern[1...], text) { return false }
            } else if Self.matches(pattern[...], text) {
                isMatched = true
            }
        }
        return isMatched
    }

    /// Takes time in proportion to the product of both lengths at most.
    private static func matches(_ pattern: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
        var (place, index) = (pattern.startIndex, 0)
        // Where the last star stands, and how far it reaches by now.
        var star: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.endIndex, pattern[place] == UInt8(ascii: "*") {
                star = (place, index)
                place += 1
            } else if place < pattern.endIndex, pattern[place] == UInt8(ascii: "?") || pattern[place] == text[index] {
                place += 1
                index += 1
            } else if let last = star {
                star = (last.place, last.index + 1)
                place = last.place + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
