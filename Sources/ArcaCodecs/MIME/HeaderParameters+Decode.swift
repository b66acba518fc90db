extension HeaderParameters {
    /// Parses the parameters of a field, from the first semicolon on (RFC 2045 section 5.1, RFC 2231).
    ///
    /// Continuations (`name*0`, `name*1`) may appear in any order and are joined before the charset is converted. If a
    /// field has both `name` and `name*`, the latter wins (RFC 6266 section 4.3). Lenient parsing also accepts values
    /// without required quotes, encoded words in values (forbidden by RFC 2047, but common), extra semicolons, and
    /// bytes that are not UTF-8 (read as ISO-8859-1).
    ///
    /// - Parameters:
    ///   - bytes: `; name=value; …`, or nothing; with folds and comments.
    ///   - strictness: Whether to reject or repair violations of the standards.
    ///   - charsets: The charset decoder for RFC 2231 values.
    /// - Throws: `.invalidSyntax` (a name without a value, a duplicate name, a gap in continuations),
    ///   `.invalidCharacter`, `.truncated`, `.invalidUTF8`, `.unsupported` (charset), with the position in `bytes`.
    public init(
        _ bytes: borrowing some Bytes, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        var scanner = HeaderScanner(bytes)
        self = try HeaderParameters(reading: &scanner, strictness: strictness, charsets: charsets)
    }

    init(
        reading scanner: inout HeaderScanner, strictness: Strictness, charsets: any CharsetDecoding
    ) throws(CodecError) {
        var sections: [Section] = []
        var reader = SectionReader(strictness: strictness)
        while let section = try reader.next(&scanner) { sections.append(section) }

        var names: [String] = []
        var parts: [String: [Section]] = [:]
        for section in sections {
            if parts[section.name] == nil { names.append(section.name) }
            parts[section.name, default: []].append(section)
        }
        let assembly = Assembly(scanner: scanner, strictness: strictness, charsets: charsets)
        var parameters: [Parameter] = []
        for name in names {
            if let parameter = try assembly.parameter(name, parts[name] ?? []) { parameters.append(parameter) }
        }
        self.init(unique: parameters)
    }

    /// One `name=value` pair as written in the field.
    fileprivate struct Section {
        /// The name in lower case, without RFC 2231's suffixes.
        let name: String
        let number: Int?
        /// Whether the name ends with an asterisk: the value is percent-encoded, and the first section has charset and
        /// language.
        let isExtended: Bool
        let value: [UInt8]
        let isQuoted: Bool
        let nameOffset: Int
        let valueOffset: Int
    }

    fileprivate struct SectionReader {
        let strictness: Strictness

        mutating func next(_ scanner: inout HeaderScanner) throws(CodecError) -> Section? {
            while true {
                try scanner.skipCommentsAndWhitespace()
                guard let byte = scanner.next else { return nil }
                guard byte == .semicolon else {
                    if strictness == .lenient {
                        _ = scanner.run { $0 != .semicolon }
                        continue
                    }
                    throw scanner.error(
                        .invalidSyntax, "\(hex(byte)) where a semicolon should be",
                        hint: "parameters are ; name=value")
                }
                scanner.offset += 1
                try scanner.skipCommentsAndWhitespace()
                if strictness == .lenient, scanner.isAtEnd || scanner.next == .semicolon { continue }
                if let section = try section(&scanner) { return section }
            }
        }

        private mutating func section(_ scanner: inout HeaderScanner) throws(CodecError) -> Section? {
            let nameOffset = scanner.offset
            let name = scanner.run(while: HeaderBytes.isToken)
            guard !name.isEmpty else {
                if strictness == .lenient {
                    _ = scanner.run { $0 != .semicolon }
                    return nil
                }
                throw scanner.error(.invalidSyntax, "parameter has no name", hint: "parameters are ; name=value")
            }
            try scanner.skipCommentsAndWhitespace()
            guard scanner.next == .equals else {
                if strictness == .lenient { return nil }
                throw scanner.error(
                    .invalidSyntax, "parameter has no value", hint: "parameters are ; name=value")
            }
            scanner.offset += 1
            try scanner.skipCommentsAndWhitespace()
            let valueOffset = scanner.offset
            let isQuoted = scanner.next == .quotationMark
            let value = isQuoted ? try quotedValue(&scanner) : try bareValue(&scanner)
            let (base, number, isExtended) = try suffixes(of: name, scanner)
            return Section(
                name: base, number: number, isExtended: isExtended, value: value, isQuoted: isQuoted,
                nameOffset: nameOffset, valueOffset: valueOffset)
        }

        private func quotedValue(_ scanner: inout HeaderScanner) throws(CodecError) -> [UInt8] {
            let start = scanner.offset
            do {
                return try scanner.quotedString()
            } catch {
                guard strictness == .lenient else { throw error }
                return Array(scanner.bytes[(start + 1)...].filter { $0 != .carriageReturn && $0 != .newline })
            }
        }

        private func bareValue(_ scanner: inout HeaderScanner) throws(CodecError) -> [UInt8] {
            guard strictness == .lenient else {
                let value = scanner.run(while: HeaderBytes.isToken)
                guard !value.isEmpty else {
                    throw scanner.error(
                        .invalidSyntax, "parameter has no value", hint: "an empty or special value is quoted")
                }
                return Array(value)
            }
            var value = scanner.run { $0 != .semicolon }
            while let last = value.last, last <= 0x20 { value.removeLast() }
            return value.filter { $0 != .carriageReturn && $0 != .newline }
        }

        /// Splits `name*3*` into the name, the number and whether it is extended (RFC 2231 sections 3 and 4).
        private func suffixes(
            of name: ArraySlice<UInt8>, _ scanner: HeaderScanner
        ) throws(CodecError) -> (String, Int?, Bool) {
            var pieces = name.split(separator: .asterisk, maxSplits: 3, omittingEmptySubsequences: false)
            guard pieces.count > 1, let base = pieces.first, !base.isEmpty else {
                return (HeaderBytes.lowercasedText(name), nil, false)
            }
            let isExtended = pieces.last?.isEmpty == true
            if isExtended { pieces.removeLast() }
            let text = HeaderBytes.lowercasedText(base)
            if pieces.count == 1 { return (text, nil, true) }
            // One number without leading zeros; the limit is far above any real field.
            if pieces.count == 2, let number = Int(String(decoding: pieces[1], as: UTF8.self)),
                pieces[1].allSatisfy({ $0.isDigit }), number < 100_000,
                String(number).utf8.count == pieces[1].count
            {
                return (text, number, isExtended)
            }
            guard strictness == .lenient else {
                throw scanner.error(
                    .invalidSyntax, at: name.startIndex + base.count, "parameter name has a bad continuation number",
                    hint: "continuations are name*0, name*1, and so on")
            }
            return (HeaderBytes.lowercasedText(name), nil, false)
        }
    }

    fileprivate struct Assembly {
        let scanner: HeaderScanner
        let strictness: Strictness
        let charsets: any CharsetDecoding

        func parameter(_ name: String, _ sections: [Section]) throws(CodecError) -> Parameter? {
            for kind in [true, false] {
                let same = sections.filter { $0.number == nil && $0.isExtended == kind }
                if same.count > 1, strictness == .strict {
                    throw scanner.error(.invalidSyntax, at: same[1].nameOffset, "parameter \(name) is given twice")
                }
            }
            let numbered = try continuations(name, sections)
            if let extended = sections.first(where: { $0.number == nil && $0.isExtended }) {
                return try extendedParameter(name, [extended])
            }
            if let first = numbered.first {
                return first.isExtended ? try extendedParameter(name, numbered) : try plainParameter(name, numbered)
            }
            if let plain = sections.first(where: { $0.number == nil }) { return try plainParameter(name, [plain]) }
            return nil
        }

        /// The numbered sections in order, up to the first gap; strict parsing rejects a gap.
        private func continuations(_ name: String, _ sections: [Section]) throws(CodecError) -> [Section] {
            let numbered = sections.filter { $0.number != nil }.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
            var result: [Section] = []
            for section in numbered {
                let number = section.number ?? 0
                if number == result.count {
                    result.append(section)
                } else if strictness == .strict {
                    let reason =
                        number < result.count
                        ? "parameter \(name)*\(number) is given twice" : "parameter \(name)*\(result.count) is missing"
                    throw scanner.error(.invalidSyntax, at: section.nameOffset, reason)
                } else if number > result.count {
                    break
                }
            }
            return result
        }

        private func plainParameter(_ name: String, _ sections: [Section]) throws(CodecError) -> Parameter {
            var bytes: [UInt8] = []
            for section in sections {
                if section.isExtended {
                    guard strictness == .lenient else {
                        throw scanner.error(
                            .invalidSyntax, at: section.nameOffset,
                            "section \(section.number ?? 0) of \(name) is percent-encoded, but section 0 has no charset"
                        )
                    }
                    bytes += try percentDecoded(section, from: 0)
                } else {
                    bytes += section.value
                }
            }
            if strictness == .lenient {
                let hasEncodedWord = bytes.indices.dropLast().contains {
                    bytes[$0] == .equals && bytes[$0 + 1] == .questionMark
                }
                if hasEncodedWord {
                    let text = try EncodedWord.decode(bytes, strictness: .lenient, charsets: charsets)
                    return Parameter(name: name, value: text)
                }
                return Parameter(name: name, value: lenientText(bytes))
            }
            // RFC 6532 section 3.1 allows UTF-8 in quoted strings.
            if let bad = UTF8Check.firstInvalid(bytes.span) {
                throw scanner.error(
                    .invalidUTF8, at: sections[0].valueOffset,
                    "byte \(hex(bytes[bad])) in the value of \(name) is not UTF-8")
            }
            return Parameter(name: name, value: String(decoding: bytes, as: UTF8.self))
        }

        private func extendedParameter(_ name: String, _ sections: [Section]) throws(CodecError) -> Parameter {
            let first = sections[0]
            let quotes = first.value.indices.filter { first.value[$0] == .apostrophe }
            guard quotes.count >= 2 else {
                guard strictness == .lenient else {
                    throw scanner.error(
                        .invalidSyntax, at: first.valueOffset, "value of \(name)* has no charset and language",
                        hint: "an extended value is charset'language'text")
                }
                var bytes: [UInt8] = []
                for section in sections {
                    bytes += section.isExtended ? try percentDecoded(section, from: 0) : section.value
                }
                return Parameter(name: name, value: lenientText(bytes))
            }
            let charset = String(decoding: first.value[..<quotes[0]], as: UTF8.self)
            let language = String(decoding: first.value[(quotes[0] + 1)..<quotes[1]], as: UTF8.self)
            var bytes = try percentDecoded(first, from: quotes[1] + 1)
            for section in sections.dropFirst() {
                bytes += section.isExtended ? try percentDecoded(section, from: 0) : section.value
            }
            return Parameter(
                name: name, value: try text(bytes, charset, name: name, section: first),
                language: language.isEmpty ? nil : language)
        }

        private func text(
            _ bytes: [UInt8], _ charset: String, name: String, section: Section
        ) throws(CodecError) -> String {
            // Without a charset the value is ASCII (RFC 2231 section 4), a subset of UTF-8.
            let charsetName = charset.isEmpty ? "utf-8" : charset
            do {
                return try charsets.decode(bytes.span, charset: charsetName, replacingInvalid: strictness == .lenient)
            } catch {
                if strictness == .lenient { return lenientText(bytes) }
                throw scanner.error(
                    error.code, at: section.valueOffset, "value of \(name) is not text in its charset: \(error.reason)",
                    hint: error.hint)
            }
        }

        private func lenientText(_ bytes: [UInt8]) -> String {
            if UTF8Check.firstInvalid(bytes.span) == nil { return String(decoding: bytes, as: UTF8.self) }
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }

        private func percentDecoded(_ section: Section, from start: Int) throws(CodecError) -> [UInt8] {
            if section.isQuoted, strictness == .strict {
                throw scanner.error(
                    .invalidSyntax, at: section.valueOffset, "percent-encoded value of \(section.name) is in quotes",
                    hint: "write extended values without quotes")
            }
            var result: [UInt8] = []
            var index = start
            while index < section.value.count {
                let byte = section.value[index]
                if byte == .percent {
                    if index + 2 < section.value.count, let high = section.value[index + 1].hexDigitValue,
                        let low = section.value[index + 2].hexDigitValue
                    {
                        result.append(high << 4 | low)
                        index += 3
                        continue
                    }
                    if strictness == .strict {
                        throw scanner.error(
                            .invalidCharacter, at: section.valueOffset + index, "% without two hexadecimal digits")
                    }
                } else if strictness == .strict, !HeaderBytes.isAttributeCharacter(byte) {
                    throw scanner.error(
                        .invalidCharacter, at: section.valueOffset + index,
                        "character \(hex(byte)) must be percent-encoded in an extended value")
                }
                result.append(byte)
                index += 1
            }
            return result
        }
    }
}
