public import ArcaCore

/// Hex dumps that other programs show: `tcpdump -X`, Frida, radare2, hexyl, PowerShell's `Format-Hex`, `xxd -e`.
///
/// A line has an address, bytes or groups of bytes, and usually a text column. Addresses are checked against the number
/// of preceding bytes, and text columns against the bytes; the byte order of groups is the one that matches the text.
/// The first address may be any. Lines of headings and borders are skipped.
///
/// Source: the programs tcpdump 4.99, frida-tools 12, radare2 5.9, hexyl 0.16, PowerShell 5.1 and 7.4, xxd of vim 9.1.
public enum AnnotatedDump {
    private static let maximumSqueezedCount = 16 << 20
    private static let maximumLineByteCount = 16
    private static let headings = [
        "- offset -", "Path:", "Label:", "Offset ", "------", "0  1  2", "0 1  2 3", "00 01 02",
    ]
    .map { Array($0.utf8) }

    /// Whether the first line is that of one of these dumps.
    public static func recognizes(_ text: borrowing some Bytes) -> Bool {
        let text = text.withBytes { Array(bytes: $0.extracting(0..<min($0.count, 4096))) }
        guard let line = lines(text).first else { return false }
        if isSkipped(text[line]) { return true }
        guard let row = Row(text[line]), !row.groups.isEmpty else { return false }
        return row.isMarked || row.bytes(isLittleEndian: false) == nil && row.bytes(isLittleEndian: true) != nil
    }

    /// Decodes a dump.
    ///
    /// - Parameters:
    ///   - text: The whole dump.
    ///   - strictness: Whether to skip other lines before and after the dump.
    /// - Returns: The bytes.
    /// - Throws: `.checksumMismatch` for an address or a text column that does not match the bytes, `.trailingData` for
    ///   another dump, `.invalidSyntax`, `.truncated` and `.limitExceeded`, with their positions.
    public static func decode(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        do throws(CodecError) {
            return try decode(text, isStrict: strictness == .strict, isLittleEndian: false)
        } catch {
            // Groups in the other byte order contradict the text column.
            guard error.code == .checksumMismatch,
                let bytes = try? decode(text, isStrict: strictness == .strict, isLittleEndian: true)
            else { throw error }
            return bytes
        }
    }

    private static func decode(
        _ text: [UInt8], isStrict: Bool, isLittleEndian: Bool
    ) throws(CodecError) -> [UInt8] {
        func error(_ code: CodecErrorCode, at place: Int, _ reason: String, hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: place, in: text), reason, hint: hint)
        }
        var bytes: [UInt8] = []
        var base: Int?
        var last: [UInt8] = []
        var hasStar = false
        var squeezed = 0
        for line in lines(text) {
            if isSkipped(text[line]) { continue }
            if isStar(text[line]), !last.isEmpty {
                hasStar = true
                continue
            }
            guard let row = Row(text[line]) else {
                guard !isStrict else {
                    throw error(.invalidSyntax, at: line.lowerBound, "a line without an address and bytes")
                }
                continue
            }
            if base == nil { base = row.address }
            let missing = row.address - (base ?? 0) - bytes.count
            if hasStar, missing > 0, missing % last.count == 0 {
                squeezed += missing
                guard squeezed <= maximumSqueezedCount else {
                    throw error(
                        .limitExceeded, at: line.lowerBound, "* stands for more than \(maximumSqueezedCount) bytes")
                }
                for _ in 0..<missing / last.count { bytes += last }
            } else if missing != 0 {
                guard row.address != base else {
                    throw error(
                        .trailingData, at: line.lowerBound, "another dump begins", hint: "decode one dump at a time")
                }
                throw error(
                    .checksumMismatch, at: line.lowerBound, "the address does not match the \(bytes.count) bytes before"
                )
            }
            hasStar = false
            if row.groups.isEmpty { continue }
            guard let content = row.bytes(isLittleEndian: isLittleEndian) else {
                throw error(
                    .checksumMismatch, at: row.tail.startIndex, "the text column does not match the bytes")
            }
            bytes += content
            last = content
        }
        if hasStar { throw error(.truncated, at: text.count, "the text ends after *", hint: "an address comes last") }
        guard base != nil else { throw error(.truncated, at: text.count, "no line with an address and bytes") }
        return bytes
    }

    /// The ranges of lines that are not blank, without line ends.
    private static func lines(_ text: [UInt8]) -> [Range<Int>] {
        text.split(separator: .newline).compactMap { line in
            let end = line.last == .carriageReturn ? line.endIndex - 1 : line.endIndex
            return line.allSatisfy { $0.isWhitespace } ? nil : line.startIndex..<end
        }
    }

    /// Whether a line is a heading or a border.
    private static func isSkipped(_ line: ArraySlice<UInt8>) -> Bool {
        let content = line.drop(while: { $0.isBlank })
        // The corners and rules of hexyl, in UTF-8 and in ASCII.
        if [[0xe2, 0x94, 0x8c], [0xe2, 0x94, 0x94], Array("+--".utf8)].contains(where: { content.starts(with: $0) }) {
            return true
        }
        return headings.contains { content.starts(with: $0) }
    }

    private static func isStar(_ line: ArraySlice<UInt8>) -> Bool {
        line.first { !$0.isBlank && $0 < 0x80 && $0 != .verticalBar } == .asterisk
    }

    /// A line in parts.
    private struct Row {
        let address: Int
        /// Whether the form of the address or a frame shows that the line is part of such a dump.
        let isMarked: Bool
        /// The hexadecimal digits of each group, and the offset after it.
        let groups: [ArraySlice<UInt8>]
        /// The text column, from the last group on.
        let tail: ArraySlice<UInt8>
        private let line: ArraySlice<UInt8>
        private let hasFrame: Bool
        private let isASCIIFrame: Bool

        init?(_ line: ArraySlice<UInt8>) {
            self.line = line
            var place = line.startIndex
            func skip(_ byte: (UInt8) -> Bool) { while place < line.endIndex, byte(line[place]) { place += 1 } }
            func bar(_ place: Int) -> Int {
                guard place < line.endIndex else { return 0 }
                if line[place] == .verticalBar { return 1 }
                return line[place...].starts(with: [0xe2, 0x94]) && place + 2 < line.endIndex ? 3 : 0
            }
            skip { $0.isBlank }
            hasFrame = bar(place) > 0
            isASCIIFrame = bar(place) == 1
            place += bar(place)
            let hasPrefix = line[place...].starts(with: "0x".utf8)
            if hasPrefix { place += 2 }
            let digits = line[place...].prefix { $0.hexDigitValue != nil }
            guard (4...16).contains(digits.count), let address = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            self.address = address
            place = digits.endIndex
            let hasColon = place < line.endIndex && line[place] == .colon
            if hasColon { place += 1 }
            if hasFrame {
                guard bar(place) > 0 else { return nil }
                place += bar(place)
            } else {
                guard place == line.endIndex || line[place].isBlank else { return nil }
            }
            isMarked = hasPrefix || hasFrame
            var groups: [ArraySlice<UInt8>] = []
            var count = 0
            var end = place
            while count < maximumLineByteCount {
                skip { $0.isBlank }
                // Lines between panels; words of the text column after the last one do not match the text.
                if hasFrame, bar(place) > 0 {
                    place += bar(place)
                    continue
                }
                let group = line[place...].prefix { $0.hexDigitValue != nil }
                let next = group.endIndex
                guard !group.isEmpty, group.count % 2 == 0, group.count <= 16,
                    next == line.endIndex || line[next].isBlank || bar(next) > 0
                else { break }
                groups.append(group)
                count += group.count / 2
                place = next
                end = next
            }
            self.groups = groups
            tail = line[end...]
        }

        /// The bytes: as many groups as match the text column; nil if none do.
        func bytes(isLittleEndian: Bool) -> [UInt8]? {
            let all = groups.map { group in
                let bytes = stride(from: group.startIndex, to: group.endIndex, by: 2).map { place in
                    (group[place].hexDigitValue ?? 0) << 4 | (group[place + 1].hexDigitValue ?? 0)
                }
                return isLittleEndian ? bytes.reversed() : bytes
            }
            // Words of the text column may look like groups. Two spaces precede the column, or a frame.
            for count in stride(from: all.count, to: 0, by: -1) {
                let bytes = Array(all[..<count].joined())
                let rest = line[groups[count - 1].endIndex...]
                let isColumn =
                    !rest.allSatisfy { $0.isBlank } && (count == all.count || hasFrame || rest.starts(with: "  ".utf8))
                if isColumn, matches(rest, bytes) { return bytes }
            }
            return tail.allSatisfy { $0.isBlank } ? Array(all.joined()) : nil
        }

        private func matches(_ rest: ArraySlice<UInt8>, _ bytes: [UInt8]) -> Bool {
            var text = Array(String(decoding: rest, as: UTF8.self).unicodeScalars)
            var bytes = bytes
            if hasFrame {
                text.removeAll { "│┊".unicodeScalars.contains($0) || isASCIIFrame && $0 == "|" }
                if isASCIIFrame { bytes.removeAll { $0 == .verticalBar } }
            }
            while text.last == " " { text.removeLast() }
            if text.isEmpty { return true }
            let gap = text.prefix { $0 == " " }.count
            for start in 0...gap where start > 0 || hasFrame {
                let column = text[start...]
                guard column.count <= bytes.count else { continue }
                let fits = zip(column, bytes).allSatisfy { !$1.isVisible || $0.value == UInt32($1) }
                // Spaces at the end of the column may be lost.
                if fits, bytes.dropFirst(column.count).allSatisfy({ !$0.isVisible }) { return true }
            }
            return false
        }
    }
}

extension ForeignDump {
    /// Whether a text begins like a dump of `od -A n`.
    public static func recognizesBare(_ text: borrowing some Bytes) -> Bool {
        let head = text.withBytes { Array(bytes: $0.extracting(0..<min($0.count, 4096))) }
        return head.first == .space && !bareCandidates(head).isEmpty
    }

    /// Characters and escapes have no certain end; they need a layout.
    private static func bareCandidates(_ text: [UInt8]) -> [ForeignDump] {
        candidates(text, .strict).filter { $0.addresses == .none && $0.layout != .odCharacters }
    }

    /// Decodes a dump without addresses, if only one number format fits.
    ///
    /// - Throws: The errors of ``decode(_:as:strictness:)``; `.invalidSyntax` if formats with different results fit.
    public static func decodeBare(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        var found: [(layout: Layout, bytes: [UInt8])] = []
        var failure: CodecError?
        for candidate in bareCandidates(text) {
            do throws(CodecError) {
                found.append((candidate.layout, try decode(text, as: candidate.layout, strictness: strictness)))
            } catch { failure = failure ?? error }
        }
        guard let first = found.first else { throw failure ?? CodecError(.invalidSyntax, "not a dump of od") }
        if let other = found.first(where: { $0.bytes != first.bytes }) {
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: 0, in: text),
                "the numbers may be those of \(first.layout.rawValue) or of \(other.layout.rawValue)",
                hint: "give the layout, such as \(first.layout.rawValue)")
        }
        return first.bytes
    }
}
