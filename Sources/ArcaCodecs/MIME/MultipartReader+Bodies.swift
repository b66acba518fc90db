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

    mutating func endLeaf() throws(CodecError) {
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
