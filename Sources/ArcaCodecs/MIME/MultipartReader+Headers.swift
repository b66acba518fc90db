// Headers (RFC 5322, section 2.2).
extension MultipartReader {
    mutating func beginHeader(number: Int?) {
        mode = .header
        header = HeaderFields()
        headerByteCount = 0
        fieldName = ""
        partNumber = number
    }

    /// Reads one header line; false if more bytes are needed.
    mutating func readHeader() throws(CodecError) -> Bool {
        let count = lineCount()
        if headerByteCount + (count ?? available) > limits.headerByteCount {
            throw CodecError(
                .limitExceeded, at: position.textPosition, "header has more than \(limits.headerByteCount) bytes")
        }
        guard let count else { return false }
        let line = line(count)
        if line.isEmpty {
            // An empty line, or the end of the message, as the body is optional.
            consume(count)
            try endHeader()
            return true
        }
        if line.starts(with: "--".utf8), let (index, isLast) = try boundary(line) {
            // A part may consist only of a header (RFC 2046, section 5.1.1: body-part).
            try endHeader()
            try pass(index, isLast: isLast, lineCount: count)
            return true
        }
        headerByteCount += count
        if let first = line.first, first.isBlank {
            guard !fieldName.isEmpty || !isStrict else {
                throw CodecError(
                    .invalidSyntax, at: position.textPosition, "header begins with a folded line",
                    hint: "a field begins with its name and a colon")
            }
            fieldValue += buffer[done..<done + count]
            consume(count)
            return true
        }
        guard let colon = try nameEnd(line) else {
            // A line that is not a field begins the body, or is the first line of an mbox file.
            if headerByteCount == count, line.starts(with: "From ".utf8) || line.starts(with: ">From ".utf8) {
                consume(count)
            } else {
                if containers.isEmpty, header.all.isEmpty, fieldName.isEmpty {
                    remark(PartPath([1]), "the message has no header, so all of it is text")
                }
                try endHeader()
            }
            return true
        }
        try endField()
        var name = line[..<colon]
        while let last = name.last, last.isBlank { name.removeLast() }
        fieldName = String(decoding: name, as: UTF8.self)
        let valueStart = colon + 1 - done
        consume(valueStart)
        fieldPosition = position.textPosition
        fieldValue = Array(buffer[done..<done + count - valueStart])
        consume(count - valueStart)
        return true
    }

    /// The offset of the colon after a field's name; nil if the line is not a field (lenient only).
    private func nameEnd(_ line: ArraySlice<UInt8>) throws(CodecError) -> Int? {
        let end = line.firstIndex { $0 <= 0x20 || $0 >= 0x7f || $0 == .colon } ?? line.endIndex
        if end > line.startIndex {
            if end < line.endIndex, line[end] == .colon { return end }
            let colon = line[end...].firstIndex { !$0.isBlank }
            if !isStrict, let colon, line[colon] == .colon { return colon }
        }
        guard isStrict else { return nil }
        var place = position
        place.advance(by: end - line.startIndex)
        if position.offset == 0, let mark = TextMark(line.span) {
            throw CodecError(
                .invalidSyntax, at: position.textPosition, "the message is \(mark.name)",
                hint: .byteOrderMark)
        }
        throw CodecError(
            .invalidSyntax, at: place.textPosition, "header line is not a field",
            hint: "a field begins with its name and a colon, a header ends with an empty line")
    }

    private mutating func endField() throws(CodecError) {
        guard !fieldName.isEmpty else { return }
        while fieldValue.last == .newline || fieldValue.last == .carriageReturn { fieldValue.removeLast() }
        if isStrict, let bad = fieldValue.indices.first(where: { isForbidden(fieldValue, $0) }) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: bad, in: fieldValue),
                "byte \(hex(fieldValue[bad])) in a header field"
            ).moved(to: fieldPosition)
        }
        header.append(HeaderField(name: fieldName, rawValue: fieldValue, position: fieldPosition))
        fieldName = ""
        guard header.all.count <= limits.fieldCount else {
            throw CodecError(
                .limitExceeded, at: fieldPosition, "header has more than \(limits.fieldCount) fields")
        }
    }

    /// Whether a byte is forbidden in a field: NUL, or CR without LF.
    private func isForbidden(_ bytes: [UInt8], _ index: Int) -> Bool {
        bytes[index] == 0
            || (bytes[index] == .carriageReturn && (index + 1 == bytes.count || bytes[index + 1] != .newline))
    }

    private mutating func endHeader() throws(CodecError) {
        try endField()
        let parent = containers.last
        let part = try MessagePart(
            prefix: parent?.prefix ?? [], number: partNumber, depth: containers.count, header: header,
            isInDigest: partNumber != nil && parent?.isDigest == true, strictness: strictness, charsets: charsets)
        partCount += 1
        guard partCount <= limits.partCount else {
            throw CodecError(
                .limitExceeded, at: position.textPosition, "message has more than \(limits.partCount) parts")
        }
        events.append(.begin(part))
        let kind = part.kind == .message && !opens(part) ? .leaf : part.kind
        switch kind {
        case .leaf:
            mode = .body
            leaf = part.path
            decoder = bodyDecoder(of: part)
            bodyStart = position.textPosition
            bodyByteCount = 0
        case .multipart:
            mode = .skipping
            let delimiter = Array("--".utf8) + Array((part.mediaType["boundary"] ?? "").utf8)
            let prefix = part.path.numbers.last == 0 ? Array(part.path.numbers.dropLast()) : part.path.numbers
            try enter(
                Container(
                    path: part.path, delimiter: delimiter, prefix: prefix,
                    isDigest: part.mediaType.subtype == "digest"))
        case .message:
            try enter(Container(path: part.path, delimiter: nil, prefix: part.path.numbers, isDigest: false))
            beginHeader(number: nil)
        }
        isAtLineStart = true
        lineEnd = []
    }

    /// The decoder of a body; lenient reading also knows uuencode.
    private mutating func bodyDecoder(of part: MessagePart) -> BodyDecoder {
        guard !isStrict, let name = part.unknownEncoding else {
            return BodyDecoder(part.transferEncoding, strictness: strictness)
        }
        if ["x-uuencode", "x-uue", "x-uu", "uuencode"].contains(name) { return .uuencode([]) }
        remark(part.path, "the transfer encoding '\(name)' is not known, so the part was not decoded", isMissing: true)
        return .identity
    }

    mutating func remark(_ part: PartPath, _ text: String, isMissing: Bool = false) {
        // A message can have many thousands of parts.
        guard remarks.count < 1000 else { return }
        remarks.append(Remark(part: part, text: text, isMissingContent: isMissing))
    }

    private mutating func enter(_ container: Container) throws(CodecError) {
        guard containers.count < limits.depth else {
            throw CodecError(
                .limitExceeded, at: position.textPosition, "parts are nested deeper than \(limits.depth) levels")
        }
        containers.append(container)
    }
}
