/// What a line of an RFC's test vectors is.
enum RFCTextLine {
    /// The labels that are written with a colon; a colon after any other word is prose.
    private static let colonLabels: Set<String> = [
        "ALGORITHM", "SECRET KEY", "PUBLIC KEY", "MESSAGE", "SIGNATURE", "CONTEXT",
    ]

    /// A label and the value on its line: `Key = 0b0b`, `MESSAGE (length 1 byte):`.
    static func label(_ line: Substring) -> (name: String, value: String)? {
        guard
            let match = line.wholeMatch(
                of: #/\s*([A-Za-z][A-Za-z0-9\/-]*(?: [A-Z]+)?)\s*(?:\([^)]*\))?\s*([=:])\s*(.*)/#)
        else { return nil }
        let name = String(match.1)
        if match.2 == ":", !colonLabels.contains(name) { return nil }
        return (name, String(match.3))
    }

    /// `BASE64("f") = "Zg=="`: the codec, the bytes as text, and the text.
    static func equation(_ line: Substring) -> (codec: String, bytes: String, text: String)? {
        guard let match = line.wholeMatch(of: #/\s*BASE(16|32|64|32-HEX)\("([^"]*)"\) = "([^"]*)"\s*/#) else {
            return nil
        }
        return ("base" + match.1.lowercased(), String(match.2), String(match.3))
    }

    /// `secret and public key:public key:message:signature and message:`, in hexadecimal digits.
    static func colons(_ line: Substring) -> [String]? {
        let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[4].allSatisfy(\.isWhitespace), parts[0].utf8.count == 128,
            parts[1].utf8.count == 64, parts.allSatisfy({ $0.allSatisfy { $0.isHexDigit || $0.isWhitespace } })
        else { return nil }
        return Array(parts[..<4])
    }

    /// Whether a line goes on with a value: digits in groups, perhaps with a note in parentheses, or one word where the
    /// label's own line has none.
    static func isContinuation(_ line: Substring, of value: String) -> Bool {
        let content = line.replacing(#/\([^)]*\)/#, with: "").filter { !$0.isWhitespace }
        if content.isEmpty { return !line.allSatisfy(\.isWhitespace) }
        // Before the digits: all letters of `Ed25519` are some.
        if value.isEmpty, ["Ed25519", "Ed448", "Ed25519ctx", "Ed25519ph", "Ed448ph"].contains(content) { return true }
        return content.allSatisfy(\.isHexDigit) && content.count.isMultiple(of: 2)
    }

    /// Whether it is the foot or head of an RFC's page.
    static func isPageBreak(_ line: Substring) -> Bool {
        line.contains(#/\[Page \d+\]\s*$/#) || line.contains(#/^RFC \d+ /#) || line == "\u{c}"
    }
}
