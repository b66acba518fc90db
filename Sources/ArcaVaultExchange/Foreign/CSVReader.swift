internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads comma-separated values record by record, strictly as in RFC 4180, with offsets for errors.
///
/// Accepts LF and CRLF, skips a byte order mark, and allows line ends in quoted fields. A field is a range of the bytes
/// that becomes a string or a secret on request.
///
/// Source: RFC 4180, section 2.
package struct CSVReader {
    package struct Record {
        /// The first line, from 1.
        package let line: Int
        package let fields: [Field]
    }

    /// A field's range, without the enclosing quotes.
    package struct Field {
        package let range: Range<Int>
        package let hasDoubledQuotes: Bool
        /// Whether a backslash escapes quotes and backslashes, as KeePass 1 writes them.
        var hasBackslashes = false
    }

    /// Whether a backslash in quotes escapes a quote or a backslash; otherwise it is literal.
    var escapesWithBackslash = false

    static let largestFieldCount = 1000
    /// Maximum size of a field in bytes, equal to that of a secret.
    static let largestFieldByteCount = ItemSecret.largestByteCount

    private var delimiter: UInt8
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Creates a reader of a complete text; throws `.unsupported` for UTF-16.
    ///
    /// If `delimiter` is nil, it is the one of Excel's first line `sep=;`, or else the comma, semicolon, tab or bar
    /// that the first line has most often outside of quotes.
    package init(_ bytes: Span<UInt8>, delimiter: UInt8? = .comma) throws {
        self.delimiter = delimiter ?? .comma
        if bytes.count >= 2, (bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff) {
            throw VaultError(.unsupported, at: 0, "the text is UTF-16; save it as UTF-8")
        }
        if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { (offset, lineStart) = (3, 3) }
        guard delimiter == nil else { return }
        let first = Array(bytes: bytes.extracting(offset..<min(offset + 8, bytes.count))).filter {
            $0 != .quotationMark
        }
        if first.starts(with: "sep=".utf8), first.count > 5, [.newline, .carriageReturn].contains(first[5]) {
            self.delimiter = first[4]
            while offset < bytes.count, bytes[offset] != .newline { offset += 1 }
            _ = offset < bytes.count ? try endLine(bytes) : false
            return
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for index in offset..<bytes.count {
            if bytes[index] == .quotationMark { isQuoted.toggle() }
            if bytes[index] == .newline, !isQuoted { break }
            if !isQuoted { counts[bytes[index], default: 0] += 1 }
        }
        let most = [UInt8.comma, .semicolon, .tab, UInt8(ascii: "|")].max {
            counts[$0, default: 0] < counts[$1, default: 0]
        }
        if let most, counts[most, default: 0] > counts[.comma, default: 0] { self.delimiter = most }
    }

    /// Reads the next record of the same text and skips empty lines; nil at the end.
    ///
    /// Throws `.malformed` with line and column.
    package mutating func next(_ bytes: Span<UInt8>) throws -> Record? {
        while offset < bytes.count, try endLine(bytes) {}
        guard offset < bytes.count else { return nil }
        let start = line
        var fields: [Field] = []
        while true {
            guard fields.count < Self.largestFieldCount else {
                throw error("a record has more than \(Self.largestFieldCount) fields")
            }
            fields.append(try field(bytes))
            if offset < bytes.count, bytes[offset] == delimiter {
                offset += 1
                continue
            }
            if offset < bytes.count {
                guard try endLine(bytes) else {
                    throw error("expected \(delimiterName) or the end of the line after a quoted field")
                }
            }
            return Record(line: start, fields: fields)
        }
    }

    private mutating func field(_ bytes: Span<UInt8>) throws -> Field {
        guard offset < bytes.count, bytes[offset] == .quotationMark else {
            let start = offset
            while offset < bytes.count {
                let byte = bytes[offset]
                if byte == delimiter || byte == .newline || byte == .carriageReturn { break }
                guard byte != .quotationMark else { throw error("a quote inside a field without quotes") }
                offset += 1
            }
            return try checked(Field(range: start..<offset, hasDoubledQuotes: false))
        }
        let (opening, openingColumn) = (line, column)
        offset += 1
        let start = offset
        var (hasDoubledQuotes, hasBackslashes) = (false, false)
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if escapesWithBackslash, byte == .backslash {
                guard offset < bytes.count, bytes[offset] == .backslash || bytes[offset] == .quotationMark else {
                    throw error("a backslash escapes a quote or a backslash in this format, as in \\\" and \\\\")
                }
                hasBackslashes = true
                offset += 1
            } else if byte == .newline {
                line += 1
                lineStart = offset
            } else if byte == .quotationMark {
                guard offset < bytes.count, bytes[offset] == byte else {
                    return try checked(
                        Field(
                            range: start..<offset - 1, hasDoubledQuotes: hasDoubledQuotes,
                            hasBackslashes: hasBackslashes))
                }
                hasDoubledQuotes = true
                offset += 1
            }
        }
        throw VaultError(
            .malformed, at: bytes.count, "the quote of line \(opening), column \(openingColumn) is never closed")
    }

    private func checked(_ field: Field) throws -> Field {
        guard field.range.count <= Self.largestFieldByteCount else {
            throw error("a field is longer than \(Self.largestFieldByteCount) bytes")
        }
        return field
    }

    private mutating func endLine(_ bytes: Span<UInt8>) throws -> Bool {
        if bytes[offset] == .carriageReturn {
            guard offset + 1 < bytes.count, bytes[offset + 1] == .newline else {
                throw error("a carriage return without a line feed; quote the field that it belongs to")
            }
            offset += 1
        }
        guard bytes[offset] == .newline else { return false }
        offset += 1
        line += 1
        lineStart = offset
        return true
    }

    private var delimiterName: String {
        switch delimiter {
        case .comma: "a comma"
        case .semicolon: "a semicolon"
        case .tab: "a tab"
        default: "'\(UnicodeScalar(delimiter))'"
        }
    }

    private var column: Int { offset - lineStart + 1 }

    private func error(_ reason: String) -> VaultError {
        VaultError(.malformed, at: offset, "line \(line), column \(column): \(reason)")
    }
}

extension CSVReader.Field {
    private var hasEscapes: Bool { hasDoubledQuotes || hasBackslashes }

    /// The value in memory that gets wiped.
    func secret(_ bytes: Span<UInt8>) -> SecretBytes {
        SecretBytes(byteCount: range.count) { output in
            guard hasEscapes else { return output.append(contentsOf: bytes.extracting(range)) }
            var index = range.lowerBound
            while index < range.upperBound {
                if hasBackslashes, bytes[index] == .backslash {
                    output.append(bytes[index + 1])
                    index += 2
                    continue
                }
                output.append(bytes[index])
                index += bytes[index] == .quotationMark ? 2 : 1
            }
        }
    }

    /// The value as a string in ordinary memory; nil if it is not UTF-8.
    package func text(_ bytes: Span<UInt8>) -> String? {
        hasEscapes
            ? String(validating: Array(bytes: secret(bytes)), as: UTF8.self)
            : String(validating: Array(bytes: bytes.extracting(range)), as: UTF8.self)
    }
}
