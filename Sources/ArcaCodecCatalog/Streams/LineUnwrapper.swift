internal import ArcaCore

/// Removes line ends, checked as strictly as possible, for an inner decoder that does not support them.
///
/// All lines must have the same length, except for the last, which may be shorter. They end with LF, which is optional
/// after the last. Without an explicit length, the text has either lines of 76 characters, the default of coreutils, or
/// a single line of any length. The split of the input never matters, and error positions refer to the original text.
final class LineUnwrapper: CodecStream {
    /// The default line length of `base64`, `base32` and `basenc`.
    static let coreutilsColumns = 76

    private let inner: any CodecStream
    private let columns: Int
    private let isStated: Bool
    /// Whether there is a single line of any length.
    ///
    /// Unless that is explicit, the byte after the first 76 characters decides.
    private var isSingle: Bool
    private var taken = 0
    private var column = 0
    /// Whether an LF is pending that may be the last byte.
    private var holdsEnd = false
    private var lines = PageBuffer(byteCount: 0)

    /// Creates a decoder for lines of `columns` characters, 1 or more; nil for the default of coreutils.
    init(_ inner: any CodecStream, columns: Int?) {
        self.inner = inner
        self.columns = columns ?? Self.coreutilsColumns
        isStated = columns != nil
        isSingle = false
    }

    /// Creates a decoder for a single line with an optional final LF.
    init(singleLine inner: any CodecStream) {
        self.inner = inner
        columns = .max
        isStated = false
        isSingle = true
    }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        guard bytes.count > 0 else { return }
        if holdsEnd, isSingle {
            // The inner decoder may accept line ends in the line.
            let lineEnd: [UInt8] = [.newline]
            try pass(lineEnd.span, output)
            column += 1
        } else if holdsEnd {
            guard column == columns else { throw shortLine(at: taken) }
            column = 0
        }
        holdsEnd = bytes[bytes.count - 1] == .newline
        let text = bytes.extracting(0..<bytes.count - (holdsEnd ? 1 : 0))
        isSingle = isSingle || goesOn(text)
        guard !isSingle else {
            column += text.count
            return try pass(text, output)
        }
        let byteCount = min(text.count, PageBuffer.pieceByteCount)
        if lines.byteCount < byteCount { lines = PageBuffer(byteCount: byteCount) }
        var start = 0
        while start < text.count {
            var end = start
            try lines.fill(
                { end = join(text, from: start, into: &$0) }, { (text) throws(StreamFailure) in try pass(text, output) }
            )
            if end == start {
                throw CodecError(
                    .invalidSyntax, at: position(taken), "the line is longer than \(columns) characters",
                    hint: Self.hint)
            }
            start = end
        }
    }

    func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        if holdsEnd, column == 0, taken > 0 { throw emptyLine(at: taken) }
        do { try inner.finish(output) } catch let error as CodecError { throw placed(error) }
    }

    // MARK: Lines

    /// Whether `text` continues a first line beyond 76 characters, so there is only one line.
    ///
    /// Until that is known, the text is decoded as a first line, so the writer of an open pipe need not wait.
    private func goesOn(_ text: Span<UInt8>) -> Bool {
        let rest = columns - column
        guard !isStated, column == taken, text.count > rest else { return false }
        return (0...rest).allSatisfy { text[$0] != .newline }
    }

    /// Appends whole lines without their ends while they fit, and returns the offset where it stopped, also at an
    /// unfinished line.
    private func join(_ text: Span<UInt8>, from start: Int, into lines: inout OutputSpan<UInt8>) -> Int {
        let columns = columns
        var column = column
        let end = text.withUnsafeBufferPointer { source in
            lines.withUnsafeMutableBufferPointer { memory, initialized in
                guard let from = source.baseAddress, let to = memory.baseAddress else { return start }
                var index = start
                while index < source.count, initialized < memory.count {
                    if column == columns {
                        guard from[index] == .newline else { break }
                        column = 0
                        index += 1
                    }
                    let count = min(columns - column, source.count - index, memory.count - initialized)
                    (to + initialized).update(from: from + index, count: count)
                    index += count
                    initialized += count
                    column += count
                }
                return index
            }
        }
        self.column = column
        return end
    }

    /// Passes on text without line ends, and replaces the inner decoder's error for an LF with a better one.
    private func pass(_ text: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure)
    {
        let start = taken
        taken += text.count
        do {
            try inner.update(text, output)
        } catch let error as CodecError {
            if let offset = error.position?.offset, offset >= start, offset < taken, text[offset - start] == .newline {
                throw shortLine(at: offset)
            }
            throw placed(error)
        }
    }

    private static let hint = CodecHint.lineEnds.rawValue

    private func shortLine(at offset: Int) -> CodecError {
        let length = isSingle ? offset : offset % columns
        guard length > 0 else { return emptyLine(at: offset) }
        return CodecError(
            isStated || isSingle ? .invalidSyntax : .lineLength, at: position(offset),
            "the line ends after \(length) \(length == 1 ? "character" : "characters") and is not the last one",
            hint: Self.hint)
    }

    private func emptyLine(at offset: Int) -> CodecError {
        CodecError(.invalidSyntax, at: position(offset), "an empty line", hint: Self.hint)
    }

    // MARK: Places

    private func placed(_ error: CodecError) -> CodecError {
        guard let place = error.position else { return error }
        return CodecError(error.code, at: position(place.offset), error.reason, hint: error.hint)
    }

    /// Converts an offset without line ends to a position in the original text.
    private func position(_ offset: Int) -> TextPosition {
        guard !isSingle else { return TextPosition(offset: offset, line: 1, column: offset + 1) }
        var lines = offset / columns
        // The end of a full line with nothing after it yet.
        if offset == taken, offset > 0, offset % columns == 0, column == columns { lines -= 1 }
        return TextPosition(offset: offset + lines, line: lines + 1, column: offset - lines * columns + 1)
    }
}
