internal import ArcaCore

/// Comma-separated patterns, as in OpenSSH's principals and namespaces: `*@example.com,!bob@example.com`.
///
/// `*` matches any run of characters and `?` matches one. A match of a pattern after `!` excludes the name, wherever
/// the pattern appears. Matching is case-sensitive. An empty pattern is ignored, although ssh-keygen reads one between
/// commas as the empty name.
///
/// Source: OpenSSH, ssh_config(5), "PATTERNS".
struct PatternList: Sendable, Hashable {
    let patterns: [[UInt8]]
    /// As in OpenSSH, a longer pattern makes the whole list match nothing.
    private static let maximumByteCount = 1022

    init(_ text: some Collection<UInt8>) {
        patterns = text.split(separator: .comma, omittingEmptySubsequences: true).map { Array($0) }
    }

    func matches(_ text: [UInt8]) -> Bool {
        var isMatched = false
        for pattern in patterns {
            guard pattern.count <= Self.maximumByteCount else { return false }
            if pattern.first == .exclamationMark {
                if Self.matches(pattern[1...], text) { return false }
            } else if Self.matches(pattern[...], text) {
                isMatched = true
            }
        }
        return isMatched
    }

    /// Matches one pattern without recursion, in time proportional to the product of the lengths at most.
    static func matches(_ pattern: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
        var (place, index) = (pattern.startIndex, 0)
        // The last `*` and the end of the text it matches so far, for backtracking.
        var star: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.endIndex, pattern[place] == .asterisk {
                star = (place, index)
                place += 1
            } else if place < pattern.endIndex, pattern[place] == .questionMark || pattern[place] == text[index] {
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
        return pattern[place...].allSatisfy { $0 == .asterisk }
    }
}
