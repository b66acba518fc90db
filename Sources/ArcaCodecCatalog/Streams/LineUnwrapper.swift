internal import ArcaCodecs

/// A decoder for text in lines around one that knows none: removes line ends as strictly as they can be checked.
///
/// All lines have the same number of characters, but for the last one, which may be shorter; they end in LF, the last
/// one or not. Without a stated length lines are as coreutils break them, at 76 characters, or there is one line of any
/// length. Where the text is cut into pieces never matters, and positions of errors are those in the text as it is.
final class LineUnwrapper: CodecStream {
    /// The length at which `base64`, `base32` and `basenc` break lines by default.
    static let coreutilsColumns = 76

    private let inner: any CodecStream
    private let columns: Int
    private let isStated: Bool
    /// Whether there is one line of any length; unless that is stated, the byte after the first full line tells.
    private var isSingle: Bool
    /// Characters passed to the inner decoder.
    private var taken = 0
    /// Characters in the current line.
    private var column = 0
    /// Whether an LF was seen of which it is not known yet whether it is the last byte.
    private var holdsEnd = false
    private var lines = PageBuffer(byteCount: 0)

    /// Creates a decoder of lines of `columns` characters, 1 or more; nil stands for what coreutils write.
    init(_ inner: any CodecStream, columns: Int?) {
        self.inner = inner
        self.columns = columns ?? Self.coreutilsColumns
        isStated = columns != nil
        isSingle = false
    }

    /// Creates a decoder that takes a single line with or without an LF at its end.
    init(singleLine inner: any CodecStream) {
        self.inner = inner
        columns = .max
        isStated = false
        isSingle = true
    }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        guard bytes.count > 0 else { return }
        if holdsEnd, isSingle {
            // The decoder of the line may take line ends within it.
            let lineEnd: [UInt8] = [0x0a]
            try pass(lineEnd.span, output)
            column += 1
        } else if holdsEnd {
            guard column == columns else { throw shortLine(at: taken) }
            column = 0
        }
        holdsEnd = bytes[bytes.count - 1] == 0x0a
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
            try lines.fill({ end = join(text, from: start, into: &$0) }, { try pass($0, output) })
            if end == start {
                throw CodecError(
                    .invalidSyntax, at: position(taken), "the line is longer than \(columns) characters",
                    hint: Self.hint)
            }
            start = end
        }
    }

    func finish(_ output: (Span<UInt8>) throws -> Void) throws {
        if holdsEnd, column == 0, taken > 0 { throw emptyLine(at: taken) }
        do { try inner.finish(output) } catch let error as CodecError { throw placed(error) }
    }

    // MARK: Lines

    /// Whether `text` is in a first line that does not end where coreutils would end it: then there is no other.
    ///
    /// Until that shows, the text is decoded like a first line, so that the writer of a pipe that stays open need not
    /// wait.
    private func goesOn(_ text: Span<UInt8>) -> Bool {
        let rest = columns - column
        guard !isStated, column == taken, text.count > rest else { return false }
        return (0...rest).allSatisfy { text[$0] != 0x0a }
    }

    /// Appends lines without their ends, as many as fit, and returns where it stopped, also for a line that does not
    /// end.
    private func join(_ text: Span<UInt8>, from start: Int, into lines: inout OutputSpan<UInt8>) -> Int {
        let columns = columns
        var column = column
        let end = text.withUnsafeBufferPointer { source in
            lines.withUnsafeMutableBufferPointer { memory, initialized in
                guard let from = source.baseAddress, let to = memory.baseAddress else { return start }
                var index = start
                while index < source.count, initialized < memory.count {
                    if column == columns {
                        guard from[index] == 0x0a else { break }
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

    /// Passes text without line ends on; what the inner decoder says of an LF is said better here.
    private func pass(_ text: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        let start = taken
        taken += text.count
        do {
            try inner.update(text, output)
        } catch let error as CodecError {
            if let offset = error.position?.offset, offset >= start, offset < taken, text[offset - start] == 0x0a {
                throw shortLine(at: offset)
            }
            throw placed(error)
        }
    }

    private static let hint = "allow white space, so that line ends are skipped"

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

    /// The place in the text as it is of an offset in the text without line ends.
    private func position(_ offset: Int) -> TextPosition {
        guard !isSingle else { return TextPosition(offset: offset, line: 1, column: offset + 1) }
        var lines = offset / columns
        // The end of a full line that nothing follows yet.
        if offset == taken, offset > 0, offset % columns == 0, column == columns { lines -= 1 }
        return TextPosition(offset: offset + lines, line: lines + 1, column: offset - lines * columns + 1)
    }
}
