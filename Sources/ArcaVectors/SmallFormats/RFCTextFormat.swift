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
        return marks.contains { labels.isSuperset(of: $0.required) }
    }

    package static var marks: [FormatMarks] {
        [
            FormatMarks("IKM", "OKM", usual: ["salt", "info", "L", "PRK"]), FormatMarks("Key", "Data", "HMAC"),
            FormatMarks("P", "S", "DK", usual: ["c", "dkLen"]),
            FormatMarks("SECRET KEY", "SIGNATURE", usual: ["PUBLIC KEY", "MESSAGE"]),
        ]
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
        for (index, line) in text.textLines.enumerated() {
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
        } else if !line.utf8.allSatisfy(\.isWhitespace) {
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
        let count = RFCTextLine.byteCount(in: value)
        let content: VectorField.Content
        var scanner = TextScanner(value)
        _ = scanner.take(while: \.isWhitespace)
        if let quoted = scanner.takeQuoted() {
            content = .bytes(Array(quoted.replacingText("\\0", with: "\0").utf8))
        } else {
            value = RFCTextLine.withoutNotes(value)
            let isWord = ["Hash", "ALGORITHM"].contains(name)
            value =
                isWord ? value.withoutSpace : value.replacingText("0x", with: "").withoutSpace
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
        var scanner = TextScanner(line)
        _ = scanner.take(while: \.isWhitespace)
        guard scanner.rest.first?.isLetter == true else { return nil }
        var name = String(
            scanner.take { $0.isLetter || $0.isDigit || $0 == .slash || $0 == .hyphen })
        var second = scanner
        if second.take(" "), let word = second.takeSome(while: \.isCapital) {
            name += " " + word
            scanner = second
        }
        _ = scanner.take(while: \.isWhitespace)
        if scanner.take("(") {
            _ = scanner.take { $0 != .rightParenthesis }
            guard scanner.take(")") else { return nil }
            _ = scanner.take(while: \.isWhitespace)
        }
        guard scanner.take("=") || colonLabels.contains(name) && scanner.take(":") else { return nil }
        _ = scanner.take(while: \.isWhitespace)
        return (name, String(Substring(scanner.rest)))
    }

    /// Parses `BASE64("f") = "Zg=="`: the codec, the bytes as text, and the encoded text.
    static func equation(_ line: Substring) -> (codec: String, bytes: String, text: String)? {
        var scanner = TextScanner(line)
        _ = scanner.take(while: \.isWhitespace)
        guard scanner.take("BASE"), let base = scanner.take(oneOf: ["16", "32-HEX", "32", "64"]), scanner.take("("),
            let bytes = scanner.takeQuoted(), scanner.take(") = "), let text = scanner.takeQuoted()
        else { return nil }
        _ = scanner.take(while: \.isWhitespace)
        return scanner.isAtEnd ? ("base" + base.lowercased(), String(bytes), String(text)) : nil
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
        let content = withoutNotes(line).withoutSpace
        if content.isEmpty { return !line.utf8.allSatisfy(\.isWhitespace) }
        // Checked before the digits, because all letters of `Ed25519` are hexadecimal digits.
        if value.isEmpty, ["Ed25519", "Ed448", "Ed25519ctx", "Ed25519ph", "Ed448ph"].contains(content) { return true }
        return content.allSatisfy(\.isHexDigit) && content.utf8.count.isMultiple(of: 2)
    }

    /// Removes notes in parentheses; an unclosed one is kept.
    ///
    /// A single pass, because lines are untrusted and may be long.
    static func withoutNotes(_ text: some StringProtocol) -> String {
        var result: [UInt8] = []
        var note: [UInt8] = []
        for byte in text.utf8 {
            if !note.isEmpty || byte == .leftParenthesis {
                note.append(byte)
                if byte == .rightParenthesis { note = [] }
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result + note, as: UTF8.self)
    }

    /// The length in bytes from the last note in a value: `(22 octets)`.
    static func byteCount(in value: String) -> Int? {
        var count: Int?
        _ = TextScanner.first("(", in: value) { scanner -> Never? in
            guard let digits = scanner.takeSome(while: \.isDigit), scanner.takeSome(while: \.isWhitespace) != nil,
                scanner.take(oneOf: ["octet", "byte"]) != nil
            else { return nil }
            _ = scanner.take("s")
            if scanner.take(")") { count = Int(digits) }
            return nil
        }
        return count
    }

    static func isPageBreak(_ line: Substring) -> Bool {
        var head = TextScanner(line)
        if head.take("RFC "), head.takeSome(while: \.isDigit) != nil, head.take(" ") { return true }
        return TextScanner.first("[Page ", in: line) { foot in
            guard foot.takeSome(while: \.isDigit) != nil, foot.take("]") else { return nil }
            _ = foot.take(while: \.isWhitespace)
            return foot.isAtEnd ? true : nil
        } ?? false
    }
}
