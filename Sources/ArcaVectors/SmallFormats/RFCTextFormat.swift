internal import ArcaCore

/// Test vectors as printed in RFCs: prose with labels (`Key = …`, `SIGNATURE:`) and values of several lines.
///
/// Supported are HMAC (RFC 2202, 4231), HKDF (RFC 5869), PBKDF2 (RFC 6070), Ed25519 and Ed448 (RFC 8032), base-N
/// encodings (RFC 4648, `BASE64("f") = "Zg=="`), and the colon-separated lines of Ed25519's authors. A repeated label
/// begins the next case. Page breaks and prose are ignored. A label that no family reads makes its case fail.
package enum RFCTextFormat: VectorFormat {
    package static let name = "rfc-text"

    /// Whether it is text with the labels, equations or lines of a supported RFC.
    package static func claims(_ source: VectorSource) -> Bool {
        guard source.json == nil else { return false }
        var labels: Set<String> = []
        for line in source.lines(within: 1 << 15) {
            if RFCTextLine.equation(line) != nil || RFCTextLine.colons(line) != nil { return true }
            if let label = RFCTextLine.label(line) {
                labels.insert(label.name.hasPrefix("HMAC-") ? "HMAC" : label.name)
            }
        }
        return [["IKM", "OKM"], ["Key", "Data", "HMAC"], ["P", "S", "DK"], ["SECRET KEY", "SIGNATURE"]]
            .contains { labels.isSuperset(of: $0) }
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        guard ["hmac", "hkdf", "pbkdf2", "eddsa", "codec"].contains(kind.type) else { return nil }
        return RFCTextFamily(name: kind.type, algorithm: kind.algorithm)
    }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let text = String(validating: source.bytes, as: UTF8.self) else {
            throw VectorError(.malformed, "text that is not UTF-8")
        }
        var reader = RFCTextReader()
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            reader.take(line, number: index + 1)
        }
        return reader.finished()
    }
}

private struct RFCTextReader {
    private var cases: [VectorCase] = []
    private var problems: [VectorError] = []
    private var fields: [VectorField] = []
    private var names: Set<String> = []
    private var firstLine = 0
    /// The label and value being read.
    private var open: (name: String, value: String, line: Int)?

    mutating func take(_ line: Substring, number: Int) {
        if RFCTextLine.isPageBreak(line) { return }
        if let (codec, bytes, text) = RFCTextLine.equation(line) {
            add(
                "codec", codec, [VectorField("bytes", .bytes(Array(bytes.utf8))), VectorField("text", .text(text))],
                line: number)
        } else if let values = RFCTextLine.colons(line) {
            add(
                "eddsa", "ed25519",
                zip(["SECRET KEY", "PUBLIC KEY", "MESSAGE", "signed message"], values).map {
                    VectorField($0, .text($1))
                }, line: number)
        } else if let label = RFCTextLine.label(line) {
            close()
            if names.contains(label.name) { endCase() }
            if fields.isEmpty { firstLine = number }
            open = (label.name, label.value, number)
        } else if open != nil, RFCTextLine.isContinuation(line, of: open?.value ?? "") {
            open?.value += " " + line
        } else if !line.allSatisfy(\.isWhitespace) {
            close()
        }
    }

    mutating func finished() -> VectorFile {
        close()
        endCase()
        return VectorFile(cases: cases, problems: problems)
    }

    /// Completes a value: removes notes in parentheses, `0x` and spaces, and checks the length given in a note.
    private mutating func close() {
        guard let (name, text, line) = open else { return }
        open = nil
        var value = text
        let notes = value.matches(of: #/\((\d+)\s+(?:octets?|bytes?)\)/#)
        let count = notes.last.flatMap { Int($0.1) }
        let content: VectorField.Content
        if let quoted = value.firstMatch(of: #/^\s*"([^"]*)"/#) {
            content = .bytes(Array(quoted.1.replacing("\\0", with: "\0").utf8))
        } else {
            value = RFCTextLine.withoutNotes(value)
            let isWord = ["Hash", "ALGORITHM"].contains(name)
            value =
                isWord ? value.filter { !$0.isWhitespace } : value.replacing("0x", with: "").filter { !$0.isWhitespace }
            content = .text(value)
        }
        let byteCount = if case .bytes(let bytes) = content { bytes.count } else { value.utf8.count / 2 }
        if let count, count != byteCount {
            problems.append(
                VectorError(
                    .malformed, at: "line \(line)", "line \(line): \(name) has \(byteCount) bytes and says \(count)"))
        }
        fields.append(VectorField(name, content))
        names.insert(name)
    }

    private mutating func endCase() {
        defer { (fields, names) = ([], []) }
        guard !fields.isEmpty else { return }
        let type =
            if names.contains("OKM") { "hkdf" } else if names.contains("DK") {
                "pbkdf2"
            } else if names.contains("SIGNATURE") { "eddsa" } else if names.contains(where: { $0.hasPrefix("HMAC-") }) {
                "hmac"
            } else { "unknown" }
        add(type, "", fields, line: firstLine)
    }

    private mutating func add(_ type: String, _ algorithm: String, _ fields: [VectorField], line: Int) {
        cases.append(
            VectorCase(
                id: "line \(line)", kind: VectorKind(type, algorithm),
                fields: fields))
    }
}

/// The kinds of lines in an RFC's test vectors.
enum RFCTextLine {
    /// The labels followed by a colon; a colon after any other word is prose.
    private static let colonLabels: Set<String> = [
        "ALGORITHM", "SECRET KEY", "PUBLIC KEY", "MESSAGE", "SIGNATURE", "CONTEXT",
    ]

    /// Parses a label and the value on its line: `Key = 0b0b`, `MESSAGE (length 1 byte):`.
    static func label(_ line: Substring) -> (name: String, value: String)? {
        guard
            let match = line.wholeMatch(
                of: #/\s*+([A-Za-z][A-Za-z0-9\/-]*+(?: [A-Z]++)?+)\s*+(?:\([^)]*+\)\s*+)?+([=:])\s*+(.*)/#)
        else { return nil }
        let name = String(match.1)
        if match.2 == ":", !colonLabels.contains(name) { return nil }
        return (name, String(match.3))
    }

    /// Parses `BASE64("f") = "Zg=="`: the codec, the bytes as text, and the encoded text.
    static func equation(_ line: Substring) -> (codec: String, bytes: String, text: String)? {
        guard let match = line.wholeMatch(of: #/\s*BASE(16|32|64|32-HEX)\("([^"]*)"\) = "([^"]*)"\s*/#) else {
            return nil
        }
        return ("base" + match.1.lowercased(), String(match.2), String(match.3))
    }

    /// Parses `secret and public key:public key:message:signature and message:`, in hexadecimal.
    static func colons(_ line: Substring) -> [String]? {
        let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[4].allSatisfy(\.isWhitespace), parts[0].utf8.count == 128,
            parts[1].utf8.count == 64, parts.allSatisfy({ $0.allSatisfy { $0.isHexDigit || $0.isWhitespace } })
        else { return nil }
        return Array(parts[..<4])
    }

    /// Whether a line continues a value.
    ///
    /// A continuation has groups of digits and possibly a note in parentheses, or one word if the label's line has no
    /// value.
    static func isContinuation(_ line: Substring, of value: String) -> Bool {
        let content = withoutNotes(line).filter { !$0.isWhitespace }
        if content.isEmpty { return !line.allSatisfy(\.isWhitespace) }
        // Checked before the digits, because all letters of `Ed25519` are hexadecimal digits.
        if value.isEmpty, ["Ed25519", "Ed448", "Ed25519ctx", "Ed25519ph", "Ed448ph"].contains(content) { return true }
        return content.allSatisfy(\.isHexDigit) && content.count.isMultiple(of: 2)
    }

    /// Removes notes in parentheses; an unclosed one is kept.
    ///
    /// A single pass, because lines are untrusted and may be long.
    static func withoutNotes(_ text: some StringProtocol) -> String {
        var result = ""
        var note = ""
        for character in text {
            if !note.isEmpty || character == "(" {
                note.append(character)
                if character == ")" { note = "" }
            } else {
                result.append(character)
            }
        }
        return result + note
    }

    static func isPageBreak(_ line: Substring) -> Bool {
        line.contains(#/\[Page \d+\]\s*$/#) || line.contains(#/^RFC \d+ /#) || line == "\u{c}"
    }
}
