// Lines and boundaries.
extension MultipartReader {
    var isStrict: Bool { strictness == .strict }

    var available: Int { buffer.count - done }

    /// The number of bytes in the line at `done`, line feed included; nil if the line is incomplete.
    mutating func lineCount() -> Int? {
        if let index = ByteSearch.firstIndex(of: .newline, in: buffer, from: done + searched) {
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

    mutating func consume(_ count: Int) {
        let bytes = buffer
        position.advance(past: bytes.span.extracting(done..<done + count))
        done += count
        searched = 0
    }

    func line(_ count: Int) -> ArraySlice<UInt8> {
        var line = buffer[done..<done + count]
        if line.last == .newline {
            line.removeLast()
            if line.last == .carriageReturn { line.removeLast() }
        }
        return line
    }

    /// Finds the open multipart that a boundary line belongs to.
    ///
    /// Boundaries of closed multiparts are ignored, like everything after their last boundary.
    func boundary(_ line: ArraySlice<UInt8>) throws(CodecError) -> (index: Int, isLast: Bool)? {
        var begins = false
        for index in containers.indices.reversed() where !containers[index].isClosed {
            guard let delimiter = containers[index].delimiter, line.starts(with: delimiter) else { continue }
            begins = true
            var rest = line.dropFirst(delimiter.count)
            // Trailing whitespace may be added in transport (RFC 2046, section 5.1.1).
            while let last = rest.last, last.isBlank { rest.removeLast() }
            if rest.isEmpty { return (index, false) }
            if rest.elementsEqual("--".utf8) { return (index, true) }
        }
        // RFC 2046 treats the line as a boundary; most readers do not.
        if begins, isStrict {
            throw CodecError(
                .invalidSyntax, at: position.textPosition, "line begins with a boundary but does not end there",
                hint: "only -- and white space may follow a boundary")
        }
        return nil
    }

    mutating func pass(_ index: Int, isLast: Bool, lineCount: Int) throws(CodecError) {
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
            containers[index].preamble = []
            beginHeader(number: containers[index].childCount)
        }
        lineEnd = []
    }

    private mutating func close(downTo count: Int) throws(CodecError) {
        while containers.count > count, let container = containers.last {
            if container.delimiter != nil, !container.isClosed, isStrict {
                throw CodecError(
                    .truncated, at: position.textPosition, "multipart \(container.path) is not closed",
                    hint: "its last boundary ends with --")
            }
            if !isStrict { try emitPreamble(of: container) }
            events.append(.end(container.path, byteCount: 0))
            containers.removeLast()
        }
    }

    mutating func endMessage() throws(CodecError) {
        try endLeaf()
        try close(downTo: 0)
        mode = .finished
    }
}
