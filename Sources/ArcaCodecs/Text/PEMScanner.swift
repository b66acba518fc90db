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
            } else if let dashes = dashes(text) {
                throw error(
                    .invalidSyntax, at: start, in: text, "a BEGIN line with \(dashes) instead of 5 hyphens",
                    hint: "a block starts with -----BEGIN LABEL-----")
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
            throw malformed(word, content, text)
        }
        let label = rest.dropFirst().dropLast(5).map { text[$0] }
        guard PEM.isLabel(label) else {
            throw malformed(word, content, text)
        }
        return label
    }

    /// The error in a BEGIN or END line; it shows nothing of the line, which may contain a key.
    private func malformed(_ word: StaticString, _ line: Range<Int>, _ text: Span<UInt8>) -> CodecError {
        func occurs(_ words: String) -> Bool {
            line.dropFirst(5).contains { place in
                place + words.utf8.count <= line.upperBound
                    && words.utf8.enumerated().allSatisfy { text[place + $0] == $1 }
            }
        }
        let problem: (reason: String, hint: String)
        if occurs("\\n") || occurs("\\r") {
            problem = ("line ends are written as \\n, in two characters", "replace each \\n with a line end")
        } else if occurs("-----BEGIN ") || occurs("-----END ") {
            problem = ("two boundaries on one line", "break the line before and after each of them")
        } else if occurs("----- ") || occurs("-----\t") {
            problem = ("data on the \(word) line", "break the line after -----\(word) LABEL-----")
        } else if line.contains(where: { text[$0] >= 0x80 }) {
            problem = (
                "the \(word) line has characters other than ASCII, such as long hyphens", "write five hyphens: -----"
            )
        } else if !line.suffix(5).allSatisfy({ text[$0] == .hyphen }) {
            let count = line.reversed().prefix { text[$0] == .hyphen }.count
            problem = (
                "the \(word) line ends with \(count) hyphens instead of 5", "-----\(word) LABEL----- alone on its line"
            )
        } else {
            problem = (
                "an invalid label on the \(word) line",
                "visible ASCII characters, with single spaces or hyphens between them"
            )
        }
        return error(.invalidSyntax, at: start, in: text, problem.reason, hint: problem.hint)
    }

    private mutating func advance(_ text: Span<UInt8>) -> Bool {
        start = next
        guard start < text.count else { return false }
        end = start
        // RFC 7468, section 3: eol is CR LF, CR or LF.
        while end < text.count, text[end] != .newline, text[end] != .carriageReturn { end += 1 }
        let isPair = end + 1 < text.count && text[end] == .carriageReturn && text[end + 1] == .newline
        next = min(end + (isPair ? 2 : 1), text.count)
        return true
    }

    /// The hyphens or long dashes of a BEGIN line that has not exactly five hyphens; nil for other lines.
    private func dashes(_ text: Span<UInt8>) -> String? {
        var place = start
        var (count, longCount) = (0, 0)
        while place < end {
            if text[place] == .hyphen {
                place += 1
            } else if place + 2 < end, text[place] == 0xe2, text[place + 1] == 0x80, 0x90...0x95 ~= text[place + 2] {
                place += 3
                longCount += 1
            } else {
                break
            }
            count += 1
        }
        let word = Array("BEGIN ".utf8)
        guard count > 1, end - place > word.count, word.indices.allSatisfy({ text[place + $0] == word[$0] }) else {
            return nil
        }
        return longCount > 0 ? "typographic dashes" : "\(count) hyphens"
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
