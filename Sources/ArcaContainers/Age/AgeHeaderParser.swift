internal import ArcaCodecs
internal import ArcaCore

/// Parses a header line by line; each header has only one valid encoding.
///
/// Source: age-encryption.org/v1, "ABNF definition of file header".
struct AgeHeaderParser {
    private var lines: AgeLines
    private var stanzas: [Age.Stanza] = []

    /// The bytes read so far, for the MAC and for error offsets.
    private struct AgeLines {
        var text: [UInt8] = []
        var start = 0
        let hasPlaces: Bool

        func error(_ reason: String, at column: Int = 0, as code: ContainerError.Code = .malformed) -> ContainerError {
            ContainerError(code, at: hasPlaces ? start + column : nil, reason)
        }

        mutating func next<Base: ByteReader & ~Copyable>(_ source: inout AgeInput<Base>, _ missing: String) throws
            -> [UInt8]
        {
            start = text.count
            guard let line = try source.nextLine(limit: Age.Header.largestByteCount - text.count) else {
                throw error("the file ends in its header, before \(missing)", as: .truncated)
            }
            text += line
            text.append(.newline)
            return line
        }
    }

    /// `hasPlaces` adds offsets to errors; with armor they would be misleading.
    static func parse<Base: ByteReader & ~Copyable>(_ source: inout AgeInput<Base>, hasPlaces: Bool) throws
        -> Age.Header
    {
        var parser = AgeHeaderParser(hasPlaces: hasPlaces)
        return try parser.parse(&source)
    }

    private init(hasPlaces: Bool) { lines = AgeLines(hasPlaces: hasPlaces) }

    private mutating func parse<Base: ByteReader & ~Copyable>(_ source: inout AgeInput<Base>) throws -> Age.Header {
        try checkVersion(lines.next(&source, "the version line"))
        while true {
            let line = try lines.next(&source, "its last line, which begins with ---")
            if line.starts(with: "---".utf8) { return try end(line) }
            try readStanza(line, &source)
        }
    }

    private func checkVersion(_ line: [UInt8]) throws(ContainerError) {
        if line == Age.Header.versionLine { return }
        guard line.starts(with: Age.Header.versionPrefix) else {
            throw lines.error("not an age file: it does not begin with age-encryption.org/v1")
        }
        if line == Age.Header.versionLine + [.carriageReturn] {
            throw lines.error("the header's lines end in CR LF; age's end in LF", at: line.count - 1)
        }
        throw lines.error("the file is of another version of age than v1", as: .unsupported)
    }

    private mutating func readStanza<Base: ByteReader & ~Copyable>(_ first: [UInt8], _ source: inout AgeInput<Base>)
        throws
    {
        guard first.starts(with: "-> ".utf8) else {
            throw lines.error("a line of the header begins with neither '-> ' nor '---'")
        }
        let words = first.dropFirst(3).split(separator: .space, omittingEmptySubsequences: false)
        for word in words {
            guard !word.isEmpty else { throw lines.error("an argument of a stanza is empty", at: word.startIndex) }
            if let bad = word.firstIndex(where: { !Age.Stanza.isArgumentByte($0) }) {
                throw lines.error("a stanza's argument contains a byte that is not printable ASCII", at: bad)
            }
        }
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        let body = try readBody(&source)
        stanzas.append(Age.Stanza(trusted: texts[0], Array(texts.dropFirst()), body))
    }

    /// Reads lines of 64 columns and a final shorter one, possibly empty.
    private mutating func readBody<Base: ByteReader & ~Copyable>(_ source: inout AgeInput<Base>) throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = try lines.next(&source, "the end of a stanza's body")
            guard line.count <= Age.Stanza.lineByteCount else {
                throw lines.error("a line of a stanza's body is longer than 64 columns", at: 64)
            }
            // 64 columns are 48 bytes, so each line is canonical on its own.
            do {
                body += try Age.base64.decode(line)
            } catch {
                throw lines.error(
                    "a stanza's body is not canonical Base64 without padding", at: error.position?.offset ?? 0)
            }
            if line.count < Age.Stanza.lineByteCount { return body }
        }
    }

    private func end(_ line: [UInt8]) throws(ContainerError) -> Age.Header {
        guard !stanzas.isEmpty else { throw lines.error("the header has no stanza: nobody could open the file") }
        guard line.count == 4 + 43, line[3] == .space, let code = try? Age.base64.decode(line[4...]) else {
            throw lines.error("the header's last line is not '--- ' and 43 characters of canonical Base64")
        }
        // With other stanzas present, a file would not prove that its author knew the passphrase.
        guard stanzas.count == 1 || !stanzas.contains(where: { $0.type == Age.Passphrase.stanzaType }) else {
            throw ContainerError(.malformed, "a passphrase stanza must be the only one")
        }
        return Age.Header(
            stanzas: stanzas, authenticated: Array(lines.text.prefix(lines.start + 3)), code: code,
            byteCount: lines.text.count)
    }
}
