internal import ArcaCore

/// Wraps the output of an inner encoder into lines of a fixed length.
///
/// Each line ends with LF, including the last one, like in coreutils.
final class LineWrapper: CodecStream {
    private let inner: any CodecStream
    private let columns: Int
    private var column = 0
    private var lines = PageBuffer(byteCount: 0)

    init(_ inner: any CodecStream, columns: Int) {
        self.inner = inner
        self.columns = columns
    }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        try inner.update(bytes) { (text) throws(StreamFailure) in try wrap(text, output) }
    }

    func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        try inner.finish { (text) throws(StreamFailure) in try wrap(text, output) }
        let lineEnd: [UInt8] = [.newline]
        if column > 0 { try output(lineEnd.span) }
    }

    private func wrap(_ text: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure)
    {
        var start = 0
        while start < text.count {
            // Pieces that fit in the cache.
            let piece = text.extracting(start..<min(start + PageBuffer.pieceByteCount, text.count))
            let byteCount = piece.count + (column + piece.count) / columns
            if lines.byteCount < byteCount { lines = PageBuffer(byteCount: byteCount) }
            try lines.fill({ append(piece, to: &$0) }, output)
            start += piece.count
        }
    }

    private func append(_ text: Span<UInt8>, to lines: inout OutputSpan<UInt8>) {
        let columns = columns
        var column = column
        text.withUnsafeBufferPointer { source in
            lines.withUnsafeMutableBufferPointer { memory, initialized in
                guard var from = source.baseAddress, let start = memory.baseAddress else { return }
                var to = start
                let end = from + source.count
                while from < end {
                    let count = min(end - from, columns - column)
                    to.update(from: from, count: count)
                    from += count
                    to += count
                    column += count
                    if column == columns {
                        to.pointee = 0x0a
                        to += 1
                        column = 0
                    }
                }
                initialized = to - start
            }
        }
        self.column = column
    }
}
