internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

struct ItemLines {
    struct Line {
        let key: String
        var value: SecretBytes
        /// The first line, counted from 1.
        let number: Int

        /// The value as text; only for values that are not secret.
        var text: String { value.withBytes { String(decoding: Array(bytes: $0), as: UTF8.self) } }
    }

    private var lines: [Line] = []

    /// Parses a text.
    ///
    /// - Parameter text: UTF-8; CRLF line ends are accepted.
    /// - Throws: ``VaultError`` with code `.malformed` and the line number.
    init(_ text: SecretBytes) throws(VaultError) {
        var builder = Builder()
        try text.withBytes { (bytes: Span<UInt8>) throws(VaultError) in
            var start = 0
            var number = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != .newline { end += 1 }
                number += 1
                let hasReturn = end > start && bytes[end - 1] == .carriageReturn
                try builder.add(bytes.extracting(start..<(hasReturn ? end - 1 : end)), number)
                start = end + 1
            }
        }
        lines = builder.finished()
        for (index, line) in lines.enumerated() {
            if let first = lines[..<index].first(where: { $0.key == line.key }) {
                throw Self.failure(line.number, "line \(first.number) has the same name")
            }
            guard line.value.withBytes({ String(validating: Array(bytes: $0), as: UTF8.self) }) != nil else {
                throw Self.failure(line.number, "the value is not UTF-8")
            }
        }
    }

    /// An error in a line; the reason must not contain any part of a value.
    static func failure(_ number: Int, _ reason: String, hint: String? = nil) -> VaultError {
        VaultError(.malformed, "line \(number) of the text: \(reason)", hint: hint)
    }

    mutating func take(_ key: String) -> Line? {
        lines.firstIndex { $0.key == key }.map { lines.remove(at: $0) }
    }

    mutating func takeFields() -> [(line: Line, name: String, isSecret: Bool)] {
        var fields: [(line: Line, name: String, isSecret: Bool)] = []
        lines.removeAll { line in
            guard let word = ["field ", "secret "].first(where: { line.key.hasPrefix($0) }) else { return false }
            var name = line.key.dropFirst(word.count).drop { $0 == " " }
            while name.last == " " { name.removeLast() }
            let unquoted = name.first == "\"" ? (try? JSONReader.read(String(name)))?.string : nil
            fields.append((line, unquoted ?? String(name), word == "secret "))
            return true
        }
        return fields
    }

    var rest: Line? { lines.first }

    private struct Builder {
        private var lines: [Line] = []
        /// The multiline value being read: whether it has started, and trailing empty lines, which belong to it only if
        /// more lines follow.
        private var block = WipingBytes()
        private var isBlock = false
        private var hasBlockLine = false
        private var emptyCount = 0

        mutating func add(_ line: Span<UInt8>, _ number: Int) throws(VaultError) {
            if line.isEmpty {
                emptyCount += 1
                return
            }
            let indent = 4
            if line[0] == .space {
                guard isBlock, line.count >= indent, (0..<indent).allSatisfy({ line[$0] == .space }) else {
                    // Editors may leave a line of only spaces.
                    if line.indices.allSatisfy({ line[$0] == .space }) { return }
                    throw ItemLines.failure(
                        number, isBlock ? "expected four spaces before a line of a value" : "expected 'name: value'",
                        hint: isBlock ? nil : "leave nothing behind the colon of a value of several lines")
                }
                return addToBlock(line.extracting(indent...))
            }
            if line[0] == .numberSign { return }
            closeBlock()
            let key = try Self.key(of: line, number)
            var start = key.byteCount + 1
            if start < line.count, line[start] == .space { start += 1 }
            lines.append(Line(key: key.text, value: SecretBytes(copying: line.extracting(start...)), number: number))
            isBlock = start == line.count
        }

        private mutating func addToBlock(_ line: Span<UInt8>) {
            if hasBlockLine { block.append(String(repeating: "\n", count: emptyCount + 1)) }
            block.append(contentsOf: line)
            emptyCount = 0
            hasBlockLine = true
        }

        private mutating func closeBlock() {
            if hasBlockLine { lines[lines.count - 1].value = SecretBytes(copying: block.bytes) }
            block.wipe()
            (isBlock, hasBlockLine, emptyCount) = (false, false, 0)
        }

        mutating func finished() -> [Line] {
            closeBlock()
            return lines
        }

        /// The name before the first unquoted colon.
        private static func key(of line: Span<UInt8>, _ number: Int) throws(VaultError) -> (
            text: String, byteCount: Int
        ) {
            var isQuoted = false
            var index = 0
            while index < line.count, isQuoted || line[index] != .colon {
                if isQuoted, line[index] == .backslash { index += 1 }
                if index < line.count, line[index] == .quotationMark { isQuoted.toggle() }
                index += 1
            }
            guard index < line.count,
                let text = String(validating: Array(bytes: line.extracting(..<index)), as: UTF8.self), !text.isEmpty
            else { throw ItemLines.failure(number, "expected 'name: value'") }
            return (text, index)
        }
    }
}
