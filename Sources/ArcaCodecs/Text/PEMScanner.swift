struct PEMScanner {
    private let options: PEM.Options
    /// The start of the current line, the end of its content, and the start of the next line.
    private var start = 0
    private var end = 0
    private var next = 0

    init(_ options: PEM.Options) { self.options = options }

    mutating func sections(_ text: Span<UInt8>) throws(CodecError) -> [PEMSection] {
        var sections: [PEMSection] = []
        while advance(text) {
            if let label = try boundary("BEGIN", text) {
                sections.append(try section(label, text))
            } else if try boundary("END", text) != nil {
                throw error(.invalidSyntax, at: start, in: text, "an END line without a BEGIN line before it")
            } else if !options.contains(.surroundingText), !(options.contains(.anyLines) && isBlank(text)) {
                throw error(
                    .invalidSyntax, at: start, in: text, "text outside of a block",
                    hint: "a block starts with -----BEGIN LABEL-----")
            }
        }
        if sections.isEmpty {
            throw error(.truncated, at: text.count, in: text, "no block", hint: "one starts with -----BEGIN LABEL-----")
        }
        return sections
    }

    private mutating func section(_ label: [UInt8], _ text: Span<UInt8>) throws(CodecError) -> PEMSection {
        let blockStart = start
        var bodyStart = next
        let headers = try self.headers(text, &bodyStart)
        next = bodyStart
        while advance(text) {
            if let endLabel = try boundary("END", text) {
                guard endLabel == label else {
                    throw error(
                        .invalidSyntax, at: start, in: text, "the END line has another label than the BEGIN line",
                        hint: "-----END \(String(decoding: label, as: UTF8.self))-----")
                }
                if start == bodyStart, !options.contains(.anyLines) {
                    throw error(.invalidSyntax, at: start, in: text, "a block without data")
                }
                return PEMSection(
                    label: String(decoding: label, as: UTF8.self), headers: headers, range: blockStart..<end,
                    body: bodyStart..<start, options: options)
            }
            if try boundary("BEGIN", text) != nil {
                throw error(.invalidSyntax, at: start, in: text, "a BEGIN line inside a block")
            }
        }
        throw error(
            .truncated, at: text.count, in: text, "the text ends inside a block",
            hint: "-----END \(String(decoding: label, as: UTF8.self))----- is missing")
    }

    /// Reads header lines up to the empty line, and moves `bodyStart` after it.
    private mutating func headers(
        _ text: Span<UInt8>, _ bodyStart: inout Int
    ) throws(CodecError) -> [PEMBlock.Header] {
        var headers: [PEMBlock.Header] = []
        while advance(text) {
            let content = trimmed(start..<end, text)
            if !headers.isEmpty {
                if content.isEmpty {
                    bodyStart = next
                    return headers
                }
                if text[start].isBlank {
                    headers[headers.count - 1].value += " " + string(content, text)
                    continue
                }
            }
            // Neither Base64 nor an END line contains a colon.
            guard let colon = content.first(where: { text[$0] == .colon }) else {
                if headers.isEmpty { return [] }
                throw error(.invalidSyntax, at: start, in: text, "no empty line between the headers and the data")
            }
            guard options.contains(.headers) else {
                throw error(
                    .invalidSyntax, at: start, in: text, "a header, which modern PEM does not have",
                    hint: CodecHint.headers.rawValue)
            }
            let name = content.lowerBound..<colon
            guard !name.isEmpty, name.allSatisfy({ text[$0].isVisible }) else {
                throw error(.invalidSyntax, at: start, in: text, "a header without a proper name")
            }
            headers.append(
                .init(name: string(name, text), value: string(trimmed(colon + 1..<content.upperBound, text), text)))
        }
        throw error(.truncated, at: text.count, in: text, "the text ends inside a block")
    }

    /// The label of a BEGIN or END line; nil for other lines.
    private func boundary(_ word: StaticString, _ text: Span<UInt8>) throws(CodecError) -> [UInt8]? {
        let content = options.contains(.anyLines) ? trimmed(start..<end, text) : start..<end
        let opening = Array("-----\(word)".utf8)
        guard content.count >= opening.count,
            opening.indices.allSatisfy({ text[content.lowerBound + $0] == opening[$0] })
        else { return nil }
        let rest = content.dropFirst(opening.count)
        guard rest.first.map({ text[$0] == .space }) ?? false, rest.count >= 6,
            rest.suffix(5).allSatisfy({ text[$0] == .hyphen })
        else {
            // Surrounding text may start with hyphens and the same word.
            if options.contains(.surroundingText), !(rest.first.map { text[$0] == .space } ?? true) { return nil }
            throw error(
                .invalidSyntax, at: start, in: text, "a line that is cut or surplus",
                hint: "-----\(word) LABEL----- alone on its line")
        }
        let label = rest.dropFirst().dropLast(5).map { text[$0] }
        guard PEM.isLabel(label) else {
            throw error(
                .invalidSyntax, at: start, in: text, "a label with other characters than it may have",
                hint: "visible ASCII characters, with single spaces or hyphens between them")
        }
        return label
    }

    private mutating func advance(_ text: Span<UInt8>) -> Bool {
        start = next
        guard start < text.count else { return false }
        end = start
        while end < text.count, text[end] != .newline { end += 1 }
        next = min(end + 1, text.count)
        if end > start, end < text.count, text[end - 1] == .carriageReturn { end -= 1 }
        return true
    }

    private func isBlank(_ text: Span<UInt8>) -> Bool { trimmed(start..<end, text).isEmpty }

    private func trimmed(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
        var range = range
        while let last = range.last, text[last].isWhitespace { range.removeLast() }
        while let first = range.first, text[first].isWhitespace { range.removeFirst() }
        return range
    }

    private func string(_ range: Range<Int>, _ text: Span<UInt8>) -> String {
        String(decoding: range.map { text[$0] }, as: UTF8.self)
    }

    private func error(
        _ code: CodecError.Code, at offset: Int, in text: Span<UInt8>, _ reason: String, hint: String? = nil
    ) -> CodecError {
        CodecError(code, at: TextPosition(offset: offset, in: text), reason, hint: hint)
    }
}
