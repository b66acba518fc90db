internal import ArcaCodecs
package import ArcaCore
internal import ArcaCrypto
package import ArcaVault

/// A text with references to secrets in double braces: `password = {{ arca://db/admin/password }}`.
///
/// Other braces are text, so templates of other programs pass unchanged. A filter may follow a bar:
/// `{{ arca://db/admin | json }}`. A backslash before a reference in braces makes it text, two are one backslash.
package struct SecretTemplate: Sendable {
    /// The encoding of a value.
    package enum Filter: String, Sendable, CaseIterable {
        /// The content of a JSON string, without its quotes.
        case json
        /// One word of a POSIX shell, in single quotes.
        case shell
        /// Base64 with padding.
        case base64
        /// A component of a URL, percent-encoded.
        case url
    }

    package struct Use: Sendable, Hashable {
        package let reference: VaultReference
        package let filter: Filter?
        package let position: TextPosition
    }

    private enum Piece: Sendable {
        case text([UInt8])
        case use(Use)
    }

    private let pieces: [Piece]

    /// The references, in order.
    package var uses: [Use] { pieces.compactMap { if case .use(let use) = $0 { use } else { nil } } }

    /// Parses a template.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` and the position of a reference that is not closed on its line,
    ///   is invalid, or has an unknown filter.
    package init(_ bytes: [UInt8]) throws(VaultError) {
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var lines = LineCounter()
        var index = 0
        while index < bytes.count {
            guard bytes[index] == Self.brace, let start = Self.reference(after: index, in: bytes) else {
                text.append(bytes[index])
                index += 1
                continue
            }
            let slashes = text.reversed().prefix { $0 == .backslash }.count
            text.removeLast(slashes - slashes / 2)
            guard slashes.isMultiple(of: 2) else {
                text += bytes[index..<start]
                index = start
                continue
            }
            let position = lines.position(of: index, in: bytes)
            let (use, end) = try Self.use(from: start, in: bytes, position)
            pieces += [.text(text), .use(use)]
            text = []
            index = end
        }
        self.pieces = pieces + [.text(text)]
    }

    private static let brace = UInt8(ascii: "{")

    /// The start of the reference in double braces that open at `index`; nil if these are other braces.
    private static func reference(after index: Int, in bytes: [UInt8]) -> Int? {
        guard bytes[index...].starts(with: [brace, brace]) else { return nil }
        let start = bytes[(index + 2)...].firstIndex { $0 != 0x20 && $0 != .tab } ?? bytes.endIndex
        let isReference = [VaultReference.prefix, VaultReference.teamPrefix].contains {
            bytes[start...].starts(with: $0.utf8)
        }
        return isReference ? start : nil
    }

    private static func use(
        from start: Int, in bytes: [UInt8], _ position: TextPosition
    ) throws(VaultError) -> (use: Use, end: Int) {
        var end = start
        while end < bytes.count, bytes[end] != .newline, !bytes[end...].starts(with: "}}".utf8) { end += 1 }
        guard end < bytes.count, bytes[end] != .newline else {
            throw VaultError(
                .malformed, at: position, "a reference is not closed by }} on its line")
        }
        guard let inner = String(validating: bytes[start..<end], as: UTF8.self) else {
            throw VaultError(.malformed, at: position, "a reference is not UTF-8 text")
        }
        let parts = inner.split(separator: "|" as Character, omittingEmptySubsequences: false).map(Self.trimmed)
        var filter: Filter?
        if parts.count > 1 {
            filter = Filter(rawValue: parts[1])
            guard parts.count == 2, filter != nil else {
                let names = Filter.allCases.map(\.rawValue).joined(separator: ", ")
                throw VaultError(
                    .malformed, at: position, "unknown filter '\(parts.dropFirst().joined(separator: "|"))'",
                    hint: "write one of \(names) after the bar")
            }
        }
        do throws(VaultError) {
            return (Use(reference: try VaultReference(parts[0]), filter: filter, position: position), end + 2)
        } catch {
            throw VaultError(.malformed, at: position, error.reason, hint: error.hint)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    /// Writes the text with the values in place of their references.
    ///
    /// - Parameters:
    ///   - value: Returns the value of a use.
    ///   - write: Receives the pieces in order.
    /// - Throws: Errors of the closures; ``VaultError`` with code `.malformed` for a value that its filter cannot write.
    package func render(
        _ value: (Use) throws -> VaultItem.FieldValue, _ write: (Span<UInt8>) throws -> Void
    ) throws {
        for piece in pieces {
            switch piece {
            case .text(let text): try text.withBytes { try write($0) }
            case .use(let use):
                let secret =
                    switch try value(use) {
                    case .plain(let text): SecretBytes(copying: text.utf8)
                    case .secret(let secret): secret
                    }
                try (use.filter?.apply(to: secret, at: use.position) ?? secret).withBytes { try write($0) }
            }
        }
    }

    /// Counts lines only once.
    private struct LineCounter {
        private var line = 1
        private var lineStart = 0
        private var offset = 0

        mutating func position(of end: Int, in bytes: [UInt8]) -> TextPosition {
            while offset < end {
                if bytes[offset] == .newline { (line, lineStart) = (line + 1, offset + 1) }
                offset += 1
            }
            return TextPosition(offset: end, line: line, column: end - lineStart + 1)
        }
    }
}

extension SecretTemplate.Filter {
    fileprivate func apply(to secret: SecretBytes, at position: TextPosition) throws(VaultError) -> SecretBytes {
        switch self {
        case .base64: return ItemJSON.text(of: secret, in: Base64.standard)
        case .url: return ItemJSON.text(of: secret, in: PercentEncoding.component)
        case .json:
            guard secret.isText else {
                throw VaultError(.malformed, at: position, "the value is not UTF-8 text, which JSON needs")
            }
            return try VaultError.wrap {
                var json = JSONWriter()
                try json.write(secret: secret)
                var writer = WipingWriter()
                defer { writer.text.wipe() }
                json.drain(into: &writer)
                return SecretBytes(copying: writer.text.bytes.dropFirst().dropLast())
            }
        case .shell:
            var quoted = WipingBytes()
            defer { quoted.wipe() }
            quoted.append("'")
            let hasNUL = secret.withBytes { bytes in
                for index in bytes.indices {
                    if bytes[index] == UInt8(ascii: "'") { quoted.append("'\\'") }
                    quoted.append(bytes[index])
                }
                return bytes.indices.contains { bytes[$0] == 0 }
            }
            guard !hasNUL else {
                throw VaultError(.malformed, at: position, "the value has a NUL byte, which no shell word has")
            }
            quoted.append("'")
            return SecretBytes(copying: quoted.bytes)
        }
    }
}
