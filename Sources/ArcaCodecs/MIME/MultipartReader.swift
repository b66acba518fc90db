/// Reads a message in pieces: its parts, their headers, and their decoded bodies.
///
/// Bytes go in by ``append(_:)``, events come out of ``next()`` until it says that it needs more:
///
/// ```swift
/// var reader = MultipartReader()
/// reader.append(messageBytes)
/// reader.finish()
/// while let event = try reader.next() {
///     switch event {
///     case .begin(let part): …        // part.path, part.mediaType, part.fileName
///     case .body(let bytes): …        // decoded, in pieces
///     case .end(let path, let count): …
///     }
/// }
/// ```
///
/// Memory is that of the longest header, of what was appended and not yet taken, and of the open boundaries. Where the
/// input is cut changes the size of the pieces and nothing else. Lines may end in CRLF or LF.
///
/// Strict reading refuses what other readers might read otherwise: a missing last boundary, an inner multipart that an
/// outer boundary cuts off, a line that only begins like a boundary, headers that are none, encodings of containers.
/// Source: RFC 5322 section 2.2, RFC 2045, RFC 2046 section 5.
public struct MultipartReader: Sendable {
    /// What happens next in a message.
    public enum Event: Sendable, Hashable {
        /// A part begins. Parts within it come before it ends.
        case begin(MessagePart)
        /// Decoded bytes of the part that began last.
        case body([UInt8])
        /// A part ends; the number is that of its decoded bytes, 0 for containers.
        case end(PartPath, byteCount: Int)
    }

    /// A container whose parts are being read.
    private struct Container {
        let path: PartPath
        /// Two hyphens and the boundary; nil for a message within a message.
        let delimiter: [UInt8]?
        /// What the numbers of its parts begin with.
        let prefix: [Int]
        let isDigest: Bool
        var childCount = 0
        var isClosed = false
    }

    private enum Mode {
        /// In a header.
        case header
        /// In the body of a leaf.
        case body
        /// Before the first boundary or behind the last.
        case skipping
        case finished
    }

    /// How much of a body is decoded at once.
    private static let pieceCount = 1 << 16
    /// A line longer than this is no boundary: RFC 5322 allows 998 characters.
    private static let maximumLineCount = 1024

    private let limits: MessageLimits
    private let strictness: Strictness
    private let charsets: any CharsetDecoding
    private let opens: @Sendable (MessagePart) -> Bool

    private var buffer: [UInt8] = []
    /// Bytes at the buffer's beginning that are done with.
    private var done = 0
    /// Bytes behind `done` that hold no line feed, so that long lines are searched once.
    private var searched = 0
    private var isEnded = false
    private var position = StreamPosition()
    private var events: [Event] = []
    private var mode = Mode.header
    private var containers: [Container] = []
    private var partCount = 0

    // The header being read.
    private var header = HeaderFields()
    private var headerByteCount = 0
    private var fieldName = ""
    private var fieldValue: [UInt8] = []
    private var fieldPosition = TextPosition(offset: 0, line: 1, column: 1)
    private var partNumber: Int?

    // The leaf being read.
    private var leaf: PartPath?
    private var decoder = BodyDecoder.identity
    private var bodyStart = TextPosition(offset: 0, line: 1, column: 1)
    private var bodyByteCount = 0
    private var isAtLineStart = true
    /// The line end before the current line, which belongs to a boundary if one follows: 0 to 2 bytes.
    private var lineEnd: [UInt8] = []

    /// Makes a reader at the beginning of a message.
    ///
    /// - Parameters:
    ///   - strictness: What to do with what the standards forbid.
    ///   - limits: What to accept at most.
    ///   - charsets: Who decodes the charsets of file names and other parameters.
    ///   - opens: Whether to read the parts of a message within the message; without them the part is that message as
    ///     it stands.
    public init(
        strictness: Strictness = .strict, limits: MessageLimits = MessageLimits(),
        charsets: any CharsetDecoding = BuiltInCharsets(),
        opens: @escaping @Sendable (MessagePart) -> Bool = { _ in true }
    ) {
        self.strictness = strictness
        self.limits = limits
        self.charsets = charsets
        self.opens = opens
    }

    /// Takes the next bytes of the message.
    ///
    /// - Parameter bytes: Any number.
    public mutating func append(_ bytes: borrowing some Bytes) {
        buffer.removeSubrange(..<done)
        done = 0
        bytes.withBytes { span in buffer.append(contentsOf: span) }
    }

    /// Says that there are no more bytes.
    public mutating func finish() { isEnded = true }

    /// The next event.
    ///
    /// - Returns: Nil when more bytes are needed; behind ``finish()``, when the message is read to its end.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.truncated`, `.unsupported`, `.limitExceeded` and what the
    ///   decoders of bodies throw, with the place in the message. Nothing can be read behind an error.
    public mutating func next() throws(CodecError) -> Event? {
        while true {
            if !events.isEmpty { return events.removeFirst() }
            do {
                switch mode {
                case .header: guard try readHeader() else { return nil }
                case .body, .skipping: guard try readBody() else { return nil }
                case .finished: return nil
                }
            } catch {
                mode = .finished
                events = []
                throw error
            }
        }
    }
}

// Lines and boundaries.
extension MultipartReader {
    private var isStrict: Bool { strictness == .strict }

    private var available: Int { buffer.count - done }

    /// The number of bytes of the line at `done` with its line feed.
    ///
    /// - Returns: Nil when its end is not there yet.
    private mutating func lineCount() -> Int? {
        if let index = ByteSearch.firstIndex(of: 0x0a, in: buffer, from: done + searched) {
            searched = 0
            return index - done + 1
        }
        guard !isEnded else {
            searched = 0
            return available
        }
        searched = available
        return nil
    }

    private mutating func consume(_ count: Int) {
        let bytes = buffer
        position.advance(past: bytes.span.extracting(done..<done + count))
        done += count
        searched = 0
    }

    /// The line of `count` bytes at `done`, without its line end.
    private func line(_ count: Int) -> ArraySlice<UInt8> {
        var line = buffer[done..<done + count]
        if line.last == 0x0a {
            line.removeLast()
            if line.last == 0x0d { line.removeLast() }
        }
        return line
    }

    /// Finds the open multipart whose boundary a line is.
    ///
    /// Boundaries of multiparts that are closed no longer count: what follows their last boundary is to be ignored.
    private func boundary(_ line: ArraySlice<UInt8>) throws(CodecError) -> (index: Int, isLast: Bool)? {
        var begins = false
        for index in containers.indices.reversed() where !containers[index].isClosed {
            guard let delimiter = containers[index].delimiter, line.starts(with: delimiter) else { continue }
            begins = true
            var rest = line.dropFirst(delimiter.count)
            // White space behind is transport's (RFC 2046, section 5.1.1).
            while let last = rest.last, HeaderBytes.isBlank(last) { rest.removeLast() }
            if rest.isEmpty { return (index, false) }
            if rest.elementsEqual("--".utf8) { return (index, true) }
        }
        // RFC 2046 takes the line for a boundary, most readers do not.
        if begins, isStrict {
            throw CodecError(
                .invalidSyntax, at: position.textPosition, "line begins with a boundary but does not end there",
                hint: "only -- and white space may follow a boundary")
        }
        return nil
    }

    /// Goes on behind a boundary line.
    private mutating func pass(_ index: Int, isLast: Bool, lineCount: Int) throws(CodecError) {
        try endLeaf()
        try close(downTo: index + 1)
        if isLast {
            if isStrict, containers[index].childCount == 0 {
                throw CodecError(
                    .invalidSyntax, at: position.textPosition, "multipart \(containers[index].path) has no parts")
            }
            consume(lineCount)
            containers[index].isClosed = true
            mode = .skipping
            isAtLineStart = true
        } else {
            consume(lineCount)
            containers[index].childCount += 1
            beginHeader(number: containers[index].childCount)
        }
        lineEnd = []
    }

    /// Ends containers from the innermost on.
    private mutating func close(downTo count: Int) throws(CodecError) {
        while containers.count > count, let container = containers.last {
            if container.delimiter != nil, !container.isClosed, isStrict {
                throw CodecError(
                    .truncated, at: position.textPosition, "multipart \(container.path) is not closed",
                    hint: "its last boundary ends with --")
            }
            events.append(.end(container.path, byteCount: 0))
            containers.removeLast()
        }
    }

    /// Ends everything at the end of the message.
    private mutating func endMessage() throws(CodecError) {
        try endLeaf()
        try close(downTo: 0)
        mode = .finished
    }
}

// Headers (RFC 5322, section 2.2).
extension MultipartReader {
    private mutating func beginHeader(number: Int?) {
        mode = .header
        header = HeaderFields()
        headerByteCount = 0
        fieldName = ""
        partNumber = number
    }

    /// Reads one line of a header.
    ///
    /// - Returns: False when more bytes are needed.
    private mutating func readHeader() throws(CodecError) -> Bool {
        let count = lineCount()
        if headerByteCount + (count ?? available) > limits.headerByteCount {
            throw CodecError(
                .limitExceeded, at: position.textPosition, "header has more than \(limits.headerByteCount) bytes")
        }
        guard let count else { return false }
        let line = line(count)
        if line.isEmpty {
            // An empty line, or the end of the message: a body may be absent.
            consume(count)
            try endHeader()
            return true
        }
        if line.starts(with: "--".utf8), let (index, isLast) = try boundary(line) {
            // A part may consist of its header alone (RFC 2046, section 5.1.1: body-part).
            try endHeader()
            try pass(index, isLast: isLast, lineCount: count)
            return true
        }
        headerByteCount += count
        if let first = line.first, HeaderBytes.isBlank(first) {
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
            // What is no field begins the body, or is the first line of an mbox file.
            if headerByteCount == count, line.starts(with: "From ".utf8) {
                consume(count)
            } else {
                try endHeader()
            }
            return true
        }
        try endField()
        var name = line[..<colon]
        while let last = name.last, HeaderBytes.isBlank(last) { name.removeLast() }
        fieldName = String(decoding: name, as: UTF8.self)
        let valueStart = colon + 1 - done
        consume(valueStart)
        fieldPosition = position.textPosition
        fieldValue = Array(buffer[done..<done + count - valueStart])
        consume(count - valueStart)
        return true
    }

    /// The place of the colon behind a field's name.
    ///
    /// - Returns: Nil when the line is no field, lenient only.
    private func nameEnd(_ line: ArraySlice<UInt8>) throws(CodecError) -> Int? {
        let end = line.firstIndex { $0 <= 0x20 || $0 >= 0x7f || $0 == UInt8(ascii: ":") } ?? line.endIndex
        if end > line.startIndex {
            if end < line.endIndex, line[end] == UInt8(ascii: ":") { return end }
            let colon = line[end...].firstIndex { !HeaderBytes.isBlank($0) }
            if !isStrict, let colon, line[colon] == UInt8(ascii: ":") { return colon }
        }
        guard isStrict else { return nil }
        var place = position
        place.advance(by: end - line.startIndex)
        throw CodecError(
            .invalidSyntax, at: place.textPosition, "header line is no field",
            hint: "a field begins with its name and a colon, a header ends with an empty line")
    }

    private mutating func endField() throws(CodecError) {
        guard !fieldName.isEmpty else { return }
        while fieldValue.last == 0x0a || fieldValue.last == 0x0d { fieldValue.removeLast() }
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

    /// Whether a byte must not stand in a field: NUL, and CR without LF.
    private func isForbidden(_ bytes: [UInt8], _ index: Int) -> Bool {
        bytes[index] == 0 || (bytes[index] == 0x0d && (index + 1 == bytes.count || bytes[index + 1] != 0x0a))
    }

    /// Finds out what kind of part the header begins, and prepares for its body.
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
            decoder = BodyDecoder(part.transferEncoding, strictness: strictness)
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

    private mutating func enter(_ container: Container) throws(CodecError) {
        guard containers.count < limits.depth else {
            throw CodecError(
                .limitExceeded, at: position.textPosition, "parts are nested deeper than \(limits.depth) levels")
        }
        containers.append(container)
    }
}

// Bodies.
extension MultipartReader {
    /// Reads up to a boundary, to the end of a piece, or to the end of the message.
    ///
    /// - Returns: False when more bytes are needed.
    private mutating func readBody() throws(CodecError) -> Bool {
        let isWithinMultipart = containers.contains { !$0.isClosed && $0.delimiter != nil }
        if isAtLineStart, isWithinMultipart {
            guard let isBoundary = try passBoundary() else { return false }
            if isBoundary { return true }
        }
        guard available > 0 else {
            guard isEnded else { return false }
            try takeLineEnd()
            try endMessage()
            return true
        }
        try takeLineEnd()
        isAtLineStart = false
        var count = min(available, Self.pieceCount)
        if isWithinMultipart {
            // Up to the next line that begins with a hyphen, as boundaries do.
            var from = done
            while let index = ByteSearch.firstIndex(of: 0x0a, in: buffer, from: from), index < done + count {
                from = index + 1
                if from == buffer.count || buffer[from] == UInt8(ascii: "-") {
                    count = from - done
                    isAtLineStart = true
                    break
                }
            }
            // A line end may belong to a boundary; so may a CR whose LF is not here yet.
            var held = 0
            if isAtLineStart {
                held = count > 1 && buffer[done + count - 2] == 0x0d ? 2 : 1
            } else if buffer[done + count - 1] == 0x0d {
                if count > 1 {
                    count -= 1
                } else if !isEnded {
                    return false
                }
            }
            lineEnd = Array(buffer[(done + count - held)..<(done + count)])
            try take(count - held)
        } else {
            try take(count)
        }
        consume(count)
        return true
    }

    /// Passes the boundary at `done`, if the line there is one.
    ///
    /// - Returns: Nil when more bytes are needed to tell.
    private mutating func passBoundary() throws(CodecError) -> Bool? {
        let prefix = buffer[done...].prefix(2)
        guard "--".utf8.starts(with: prefix) else { return false }
        if prefix.count < 2, !isEnded { return nil }
        guard let count = lineCount() else { return available > Self.maximumLineCount ? false : nil }
        guard count <= Self.maximumLineCount, let (index, isLast) = try boundary(line(count)) else { return false }
        try pass(index, isLast: isLast, lineCount: count)
        return true
    }

    private mutating func take(_ count: Int) throws(CodecError) {
        let bytes = buffer
        try take(bytes.span.extracting(done..<done + count))
    }

    private mutating func takeLineEnd() throws(CodecError) {
        guard !lineEnd.isEmpty else { return }
        let bytes = lineEnd
        lineEnd = []
        try take(bytes.span)
    }

    /// Decodes bytes of the current leaf; outside of one they are ignored.
    private mutating func take(_ bytes: Span<UInt8>) throws(CodecError) {
        guard leaf != nil, !bytes.isEmpty else { return }
        do {
            let decoded = try decoder.update(bytes)
            try emit(decoded)
        } catch {
            throw error.code == .limitExceeded ? error : error.moved(to: bodyStart)
        }
    }

    private mutating func emit(_ bytes: [UInt8]) throws(CodecError) {
        guard !bytes.isEmpty else { return }
        bodyByteCount += bytes.count
        guard bodyByteCount <= limits.partByteCount else {
            throw CodecError(
                .limitExceeded, at: position.textPosition, "part has more than \(limits.partByteCount) bytes")
        }
        events.append(.body(bytes))
    }

    private mutating func endLeaf() throws(CodecError) {
        guard let path = leaf else { return }
        do {
            let decoded = try decoder.finish()
            try emit(decoded)
        } catch {
            throw error.code == .limitExceeded ? error : error.moved(to: bodyStart)
        }
        events.append(.end(path, byteCount: bodyByteCount))
        leaf = nil
        decoder = .identity
    }
}
