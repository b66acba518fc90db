// Decoding: the first line determines the candidate formats, and each one is tried on all lines.
extension ForeignDump {
    /// The maximum number of bytes that all `*` lines of a dump may expand to, so a short text cannot exhaust memory.
    private static let maximumSqueezedCount = 16 << 20

    /// Decodes a dump.
    ///
    /// - Parameters:
    ///   - text: The whole dump.
    ///   - layout: The layout; nil to detect it, which requires addresses. Address format and line length are always
    ///     detected.
    ///   - strictness: Whether to accept deviations in the shape of lines.
    /// - Returns: The bytes. If the last number is a word and the dump has no addresses, its surplus byte is included
    ///   as a zero.
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.overflow`, `.checksumMismatch` for an address or a text
    ///   column that does not match, `.invalidSyntax`, `.truncated`, `.trailingData` and `.limitExceeded`, with their
    ///   positions.
    public static func decode(
        _ text: borrowing some Bytes, as layout: Layout? = nil, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        if text.isEmpty { return [] }
        var candidates = candidates(text, strictness)
        // Without addresses or numbers, the format cannot be detected.
        if layout == nil, !text.contains(.space) { candidates = [] }
        candidates.removeAll { layout == nil ? $0.addresses == .none : $0.layout != layout }
        if candidates.isEmpty {
            guard let layout else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: 0, in: text), "a line that no dump begins with",
                    hint: "a line is an address and numbers")
            }
            candidates = [ForeignDump(layout)]
        }
        var best: CodecError?
        for candidate in candidates {
            do throws(CodecError) {
                return try candidate.decode(text, isStrict: strictness == .strict)
            } catch {
                // The candidate that gets the farthest has the most relevant error.
                if error.position?.offset ?? 0 > best?.position?.offset ?? -1 { best = error }
            }
        }
        throw best ?? CodecError(.invalidSyntax, "not a dump")
    }

    /// Whether a text begins like a supported dump with addresses.
    public static func recognizes(_ text: borrowing some Bytes) -> Bool {
        text.withBytes { span in
            let head = Array(bytes: span.extracting(0..<min(span.count, 4096)))
            return head.contains(.space) && candidates(head, .strict).contains { $0.addresses != .none }
        }
    }

    /// The formats that could have produced the first line.
    static func candidates(_ text: [UInt8], _ strictness: Strictness) -> [ForeignDump] {
        let lines = text.split(separator: .newline, maxSplits: 64).prefix(64).map { line in
            line.last == .carriageReturn ? line.dropLast() : line
        }
        guard let line = lines.first(where: { !$0.allSatisfy { $0.isWhitespace } }), line.count < 2048 else {
            return []
        }
        let isOnly = lines.count < 3
        let address = line.prefix { $0.hexDigitValue != nil }
        let rest = line[address.endIndex...]
        if rest.starts(with: "h: ".utf8), address.count >= 4 {
            return [shaped(.editor010, .hex, addressDigits: address.count, cells: rest.dropFirst(2), isOnly: isOnly)]
        }
        if rest.starts(with: ": ".utf8), address.count >= 8 {
            let bits = rest.dropFirst(2).prefix { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }
            return bits.count == 8
                ? [shaped(.bits, .hex, addressDigits: 8, cells: rest.dropFirst(1), isOnly: isOnly)] : []
        }
        if rest.isEmpty {
            // A lone address is the length of empty data.
            guard isOnly, address.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return [] }
            let addresses: Addresses = address.count == 6 ? .hex : .octal
            return Layout.allCases.filter { $0.isOd }.map {
                ForeignDump($0, addresses, $0.standardColumns, hasText: false)
            }
        }
        guard rest.first == .space else { return [] }
        var found: [ForeignDump] = []
        let first = rest.drop { $0 == .space }.prefix { $0 != .space }
        let gap = first.startIndex - rest.startIndex
        if (4...8).contains(address.count), first.count == 2, gap > 1 {
            if gap == 3 {
                found.append(shaped(.wireshark, .hex, addressDigits: 4, cells: rest.dropFirst(2), isOnly: isOnly))
            }
            if gap == 2 {
                found.append(
                    shaped(.tshark, .hex, addressDigits: address.count, cells: rest.dropFirst(1), isOnly: isOnly))
            }
        }
        guard address.isEmpty || address.count > 5 else { return found }
        for layout in Layout.allCases where layout.repeats {
            let isLikely =
                layout == .odCharacters ? rest.count % 4 == 0 || rest.count == 4 : layout.bytes(first) != nil
            guard isLikely else { continue }
            if address.isEmpty {
                if layout.isOd { found.append(shaped(layout, .none, addressDigits: 0, cells: rest, isOnly: isOnly)) }
            } else if layout == .hexdump {
                found.append(ForeignDump(.hexdump))
            } else {
                for addresses in [Addresses.octal, .hex, .decimal] {
                    found.append(
                        shaped(
                            layout, addresses, addressDigits: layout.addressDigits(addresses), cells: rest,
                            isOnly: isOnly))
                }
            }
        }
        return found
    }

    /// A layout with the line length and text column of a first line, starting at the space before its first number.
    private static func shaped(
        _ layout: Layout, _ addresses: Addresses, addressDigits: Int, cells: ArraySlice<UInt8>, isOnly: Bool
    ) -> ForeignDump {
        let width = layout.digits + 1
        var place = cells.startIndex
        var count = 0
        while place + width <= cells.endIndex, cells[place] == .space,
            layout.bytes(
                layout == .odDecimal
                    ? cells[place + 1..<place + width].drop { $0 == .space } : cells[place + 1..<place + width]) != nil
        {
            count += 1
            place += width
        }
        // Spaces up to a text column replace the missing numbers of a short line.
        let spaces = cells[place...].prefix { $0 == .space }.count
        let hasText = layout.textGap != nil && place + spaces < cells.endIndex
        var columns = count * layout.unit
        if let gap = layout.textGap, hasText {
            let surplus = spaces - gap.prefix { $0 == " " }.utf8.count
            // The text itself may begin with spaces, but not with those of a full line.
            if surplus > 0, isOnly { columns += surplus / width * layout.unit }
        } else if isOnly {
            columns = max(columns, layout.standardColumns)
        }
        return ForeignDump(
            layout, addresses, min(256, max(layout.unit, columns)), hasText: hasText, addressDigits: addressDigits)
    }

    // MARK: Lines

    private struct Reading {
        var bytes: [UInt8] = []
        /// The first address, if it may be nonzero.
        var base: Int?
        var lastLine: [UInt8] = []
        var hasStar = false
        var hasShortLine = false
        var hasLength = false
        var squeezedCount = 0
    }

    private func decode(_ text: [UInt8], isStrict: Bool) throws(CodecError) -> [UInt8] {
        var reading = Reading()
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: .newline) ?? text.count
            try take(text, start..<end, isStrict: isStrict, reading: &reading)
            start = end + 1
        }
        func error(_ code: CodecErrorCode, _ reason: String, _ hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: text.count, in: text), reason, hint: hint)
        }
        if reading.hasStar { throw error(.truncated, "the text ends after *", "the length comes last") }
        if endsWithLength, !reading.hasLength, isStrict {
            throw error(.truncated, "the length is missing", "the last line is an address alone")
        }
        return reading.bytes
    }

    private func take(
        _ text: [UInt8], _ range: Range<Int>, isStrict: Bool, reading: inout Reading
    ) throws(CodecError) {
        func error(_ code: CodecErrorCode, at place: Int, _ reason: String, hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: place, in: text), reason, hint: hint)
        }
        var end = range.upperBound
        if !isStrict {
            while end > range.lowerBound, text[end - 1].isWhitespace, !hasText || text[end - 1] == .carriageReturn {
                end -= 1
            }
            if text[range.lowerBound..<end].allSatisfy({ $0.isWhitespace }), layout != .odCharacters { return }
        }
        let start = range.lowerBound
        if reading.hasLength { throw error(.trailingData, at: start, "a line after the length") }
        if layout.repeats, end == start + 1, text[start] == .asterisk {
            guard !reading.lastLine.isEmpty, !reading.hasStar, !reading.hasShortLine, addresses != .none else {
                throw error(
                    .invalidSyntax, at: start,
                    addresses == .none ? "* without addresses" : "* where there is no line to repeat",
                    hint: addresses == .none ? "dump with od -v" : nil)
            }
            reading.hasStar = true
            return
        }
        let cells = try takeAddress(text, start..<end, isStrict: isStrict, reading: &reading)
        if cells == end, endsWithLength {
            reading.hasLength = true
            return
        }
        if reading.hasShortLine { throw error(.trailingData, at: start, "a line after one that is not full") }
        let (bytes, textStart) = try numbers(text, cells..<end)
        guard !bytes.isEmpty else { throw error(.invalidSyntax, at: cells, "a line without numbers") }
        guard bytes.count <= columns || !isStrict else {
            throw error(.invalidLength, at: end, "a line of \(bytes.count) bytes", hint: "expected \(columns)")
        }
        if isStrict {
            let expected = line(reading.bytes.count, bytes)
            try compare(text, start..<end, expected: expected, textStart: textStart, bytes: bytes)
        } else if let textStart {
            try compareText(text, textStart..<end, bytes)
        }
        reading.hasShortLine = bytes.count < columns && isStrict
        reading.bytes += bytes
        reading.lastLine = bytes
    }

    /// Reads the address of a line, expands a preceding `*`, and returns the offset of the numbers.
    private func takeAddress(
        _ text: [UInt8], _ range: Range<Int>, isStrict: Bool, reading: inout Reading
    ) throws(CodecError) -> Int {
        func error(_ code: CodecErrorCode, _ reason: String, _ hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: range.lowerBound, in: text), reason, hint: hint)
        }
        guard addresses != .none else { return range.lowerBound }
        let radix = addresses == .octal ? 8 : addresses == .decimal ? 10 : 16
        let word = text[range].prefix { $0.hexDigitValue != nil }
        guard (1...15).contains(word.count), let value = Int(String(decoding: word, as: UTF8.self), radix: radix) else {
            throw error(.invalidSyntax, "no address", "a line begins with one")
        }
        var start = word.endIndex
        let lead = layout.lead.utf8.drop { $0 == .space }
        let isLast = start == range.upperBound
        if !isLast, !lead.isEmpty {
            guard text[start..<range.upperBound].starts(with: lead) else {
                throw error(.invalidSyntax, "no '\(layout.lead)' after the address")
            }
            start += lead.count
        }
        if reading.base == nil { reading.base = isStrict ? 0 : value }
        let offset = value - (reading.base ?? 0)
        let missing = offset - reading.bytes.count
        if reading.hasStar {
            guard missing > 0, missing % reading.lastLine.count == 0 else {
                throw error(.checksumMismatch, "the address after * is not some lines of \(columns) bytes on")
            }
            guard missing <= Self.maximumSqueezedCount - reading.squeezedCount else {
                throw error(
                    .limitExceeded, "* stands for more than \(Self.maximumSqueezedCount) bytes", "dump with od -v")
            }
            reading.squeezedCount += missing
            for _ in 0..<missing / reading.lastLine.count { reading.bytes += reading.lastLine }
            reading.hasStar = false
        } else if isLast, endsWithLength, missing < 0, -missing < layout.unit,
            reading.bytes.suffix(-missing).allSatisfy({ $0 == 0 })
        {
            // The last number is longer than the remaining bytes.
            reading.bytes.removeLast(-missing)
        } else if missing != 0 {
            let expected = (reading.base ?? 0) + reading.bytes.count
            throw error(
                .checksumMismatch, "an address that does not match the bytes before",
                "\(String(decoding: address(expected), as: UTF8.self)) would be there")
        }
        if isLast, isStrict, endsWithLength {
            try compare(text, range, expected: address(offset))
        }
        return start
    }

    private func numbers(_ text: [UInt8], _ range: Range<Int>) throws(CodecError) -> ([UInt8], textStart: Int?) {
        func error(_ code: CodecErrorCode, at place: Int, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: place, in: text), reason)
        }
        var bytes: [UInt8] = []
        var place = range.lowerBound
        if layout == .odCharacters {
            while place < range.upperBound {
                guard place + 4 <= range.upperBound, text[place] == .space else {
                    throw error(.invalidSyntax, at: place, "a character takes four columns")
                }
                guard let cell = layout.bytes(text[place + 1..<place + 4]) else {
                    throw error(.invalidCharacter, at: place + 1, "not a character as od -c writes it")
                }
                bytes += cell
                place += 4
            }
            return (bytes, nil)
        }
        while place < range.upperBound {
            let gap = place
            while place < range.upperBound, text[place] == .space { place += 1 }
            guard place < range.upperBound else { break }
            // Two spaces end the numbers; the rest is text, even if it looks like numbers.
            let isPadded = layout == .odDecimal || layout == .hexdump
            if layout.textGap != nil, !bytes.isEmpty, place - gap > 1 || bytes.count >= columns, !isPadded {
                let surplus = hasText ? textColumn(gap, bytes.count) : place
                return (bytes, min(max(gap, surplus), range.upperBound))
            }
            let word = text[place..<range.upperBound].prefix { $0 != .space }
            guard let cell = layout.bytes(word) else {
                if let wrong = word.first(where: { digit(of: $0) == nil }),
                    let offset = word.firstIndex(of: wrong)
                {
                    throw error(.invalidCharacter, at: offset, "\(wrong.quoted) is not a digit here")
                }
                guard word.count != layout.digits else {
                    throw error(.overflow, at: place, "a number that is too large")
                }
                throw error(.invalidLength, at: place, "a number of \(word.count) digits")
            }
            bytes += cell
            place = word.endIndex
        }
        return (bytes, nil)
    }

    /// The offset of the text column for numbers that end at `end`, after the space of missing numbers and the gap.
    private func textColumn(_ end: Int, _ count: Int) -> Int {
        let missing = max(0, columns - count) / layout.unit * (layout.digits + 1)
        return end + missing + (layout.textGap?.utf8.count ?? 0)
    }

    private func digit(of byte: UInt8) -> UInt8? {
        guard let value = byte.hexDigitValue, value < layout.radix else { return nil }
        return value
    }

    // MARK: Comparison

    /// Compares a line with the expected one.
    ///
    /// 010 Editor shows other characters for non-ASCII bytes, and a trailing space.
    private func compare(
        _ text: [UInt8], _ range: Range<Int>, expected: [UInt8], textStart: Int? = nil, bytes: [UInt8] = []
    ) throws(CodecError) {
        let found = text[range]
        if found.elementsEqual(expected) { return }
        var place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
        let column = textStart.map { $0 - range.lowerBound }
        if let column, place >= column, layout == .editor010 {
            return try compareText(text, range.lowerBound + column..<range.upperBound, bytes)
        }
        let isText = column.map { place >= $0 } ?? false
        func error(_ code: CodecErrorCode, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: range.lowerBound + place, in: text), reason)
        }
        if place == found.count { throw error(.truncated, "the line ends too early") }
        if place == expected.count { throw error(.invalidSyntax, "something after the end of the line") }
        if isText { throw error(.checksumMismatch, "the text column does not match the bytes") }
        // Digits that differ only in case compare as equal.
        place = min(place, expected.count - 1)
        throw error(
            .invalidSyntax, "\(text[range.lowerBound + place].quoted) where \(expected[place].quoted) should be")
    }

    /// Compares a text column with the bytes, but only characters that are printable ASCII.
    private func compareText(_ text: [UInt8], _ range: Range<Int>, _ bytes: [UInt8]) throws(CodecError) {
        var place = range.lowerBound
        for byte in bytes {
            let isShown = byte.isVisible
            guard place < range.upperBound else {
                // Editors strip trailing spaces.
                guard isShown else { continue }
                throw CodecError(
                    .truncated, at: TextPosition(offset: place, in: text), "the text column ends too early")
            }
            guard !isShown || text[place] == byte else {
                throw CodecError(
                    .checksumMismatch, at: TextPosition(offset: place, in: text),
                    "the text column does not match the bytes")
            }
            place += 1
            while place < range.upperBound, text[place] & 0xc0 == 0x80 { place += 1 }
        }
        let rest = text[place..<range.upperBound]
        guard rest.allSatisfy({ $0 == .space || $0 == .lessThan }) else {
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: place, in: text), "something after the end of the line")
        }
    }
}
