// Bodies.
extension MultipartReader {
    /// Reads up to a boundary, the end of the piece, or the end of the message; false if more bytes are needed.
    mutating func readBody() throws(CodecError) -> Bool {
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
            // Up to the next line that begins with a hyphen, like a boundary.
            var from = done
            while let index = ByteSearch.firstIndex(of: .newline, in: buffer, from: from), index < done + count {
                from = index + 1
                if from == buffer.count || buffer[from] == .hyphen {
                    count = from - done
                    isAtLineStart = true
                    break
                }
            }
            // A line end may belong to a boundary; so may a CR if its LF has not arrived yet.
            var held = 0
            if isAtLineStart {
                held = count > 1 && buffer[done + count - 2] == .carriageReturn ? 2 : 1
            } else if buffer[done + count - 1] == .carriageReturn {
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

    /// Consumes the line at `done` if it is a boundary; nil if more bytes are needed to decide.
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

    private mutating func take(_ bytes: Span<UInt8>) throws(CodecError) {
        guard leaf != nil else { return try keepPreamble(bytes) }
        guard !bytes.isEmpty else { return }
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

    /// Keeps the text before the first part: it is the only content if the boundary never occurs; lenient only.
    private mutating func keepPreamble(_ bytes: Span<UInt8>) throws(CodecError) {
        guard mode == .skipping, let last = containers.indices.last, !containers[last].isClosed,
            containers[last].childCount == 0, !isStrict
        else { return }
        guard containers[last].preamble.count + bytes.count <= Self.maximumPreambleCount else {
            throw CodecError(
                .limitExceeded, at: position.textPosition,
                "no boundary of multipart \(containers[last].path) in \(Self.maximumPreambleCount) bytes")
        }
        bytes.withUnsafeBufferPointer { containers[last].preamble.append(contentsOf: $0) }
    }

    private static var maximumPreambleCount: Int { 1 << 20 }

    /// Emits the text of a multipart without parts as its only part.
    mutating func emitPreamble(of container: Container) throws(CodecError) {
        guard container.childCount == 0, container.preamble.contains(where: { !$0.isWhitespace }) else { return }
        let part = try MessagePart(
            prefix: container.prefix, number: 1, depth: containers.count, header: HeaderFields(), isInDigest: false,
            strictness: strictness, charsets: charsets)
        let count = container.preamble.count
        remark(part.path, "multipart \(container.path) has no part with its boundary, so its text is one part")
        events += [.begin(part), .body(container.preamble), .end(part.path, byteCount: count)]
    }

    mutating func endLeaf() throws(CodecError) {
        guard let path = leaf else { return }
        do {
            let decoded = try decoder.finish()
            try emit(decoded)
        } catch {
            throw error.code == .limitExceeded ? error : error.moved(to: bodyStart)
        }
        if let loss = decoder.loss { remark(path, loss.text, isMissing: loss.isMissing) }
        events.append(.end(path, byteCount: bodyByteCount))
        leaf = nil
        decoder = .identity
    }
}
