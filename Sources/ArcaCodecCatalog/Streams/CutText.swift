import ArcaCore

/// Candidate completions of a truncated text, for forms with a redundant end: the closing quote of a string, the last
/// line of a PEM block.
enum CutText {
    /// Candidate completions of a truncated text, longest first.
    typealias Endings = @Sendable (_ text: [UInt8]) -> [[UInt8]]

    /// Appends `end` to the text, after dropping up to `atMost` bytes of a partial escape.
    static func closing(_ end: String, atMost: Int = 7) -> Endings {
        { text in (0...min(atMost, text.count)).map { text.dropLast($0) + Array(end.utf8) } }
    }

    /// Completes or drops the last encoded word.
    static let encodedWord: Endings = { text in
        let ends = text.indices.dropFirst().filter {
            text[$0 - 1] == .questionMark && text[$0] == .equals
        }
        return closing("?=")(text) + (ends.last.map { [Array(text[...$0])] } ?? [])
    }

    /// Drops an incomplete last number of a list.
    static let list: Endings = { text in
        guard let comma = text.lastIndex(of: .comma) else { return [] }
        return [text[..<comma] + Array((text.contains(.leftBrace) ? "\n};\n" : "\n]\n").utf8)]
    }

    /// Completes a PEM block with a missing or incomplete last line.
    static let pem: Endings = { text in
        let lines = text.split(separator: .newline, omittingEmptySubsequences: false)
        let mark = Array("-----BEGIN ".utf8)
        guard let first = lines.firstIndex(where: { $0.starts(with: mark) }) else { return [] }
        let label = lines[first].dropFirst(mark.count).prefix { $0 != .hyphen }
        var body = lines[(first + 1)...].filter { $0.first != .hyphen }
        let count = body.reduce(0) { $0 + $1.count }
        if let last = body.popLast() { body.append(last.dropLast(min(count % 4, last.count))) }
        let block =
            [lines[first]] + body.filter { !$0.isEmpty } + [Array("-----END ".utf8) + label + Array("-----".utf8)]
        return [Array(block.joined(separator: [.newline])) + [.newline]]
    }
}
