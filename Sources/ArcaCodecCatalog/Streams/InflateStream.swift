internal import ArcaCodecs
package import ArcaCompression

/// Decompresses gzip, zlib or bare deflate, in constant memory.
package final class InflateStream: CodecStream {
    private var inflater: Inflater
    private let buffer = PageBuffer(byteCount: 2 * PageBuffer.pieceByteCount)
    private let allowsTrailing: Bool
    private var isIgnoringRest = false

    /// Creates a stream; without a format the first byte tells it.
    package init(_ format: CompressionFormat?, limits: InflateLimits, allowsTrailing: Bool = false) {
        inflater = Inflater(format: format, limits: limits)
        self.allowsTrailing = allowsTrailing
    }

    /// The format, once the first byte has told it.
    package var format: CompressionFormat? { inflater.format }
    /// Name and time, if the data has them.
    package var gzipHeader: GzipHeader? { inflater.gzipHeader }
    /// Bytes of compressed data so far.
    package var inputByteCount: Int { inflater.inputByteCount }
    /// Bytes that came out so far.
    package var outputByteCount: Int { inflater.outputByteCount }

    package func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        var start = 0
        var isFull = true
        while !isIgnoringRest && (start < bytes.count || isFull) {
            try buffer.fill(
                {
                    start += try inflate(bytes.extracting(start..<bytes.count), into: &$0)
                    isFull = $0.freeCapacity == 0
                }, output)
            if isFull || start == bytes.count || isIgnoringRest { continue }
            guard allowsTrailing else {
                throw CompressionError(
                    .trailingData, at: inflater.inputByteCount, "there is something after the compressed data")
            }
            isIgnoringRest = true
        }
    }

    /// Inflates some of the bytes and returns how many.
    private func inflate(_ bytes: Span<UInt8>, into space: inout OutputSpan<UInt8>) throws(CompressionError) -> Int {
        do throws(CompressionError) { return try inflater.inflate(bytes, into: &space) } catch {
            guard allowsTrailing, error.code == .trailingData else { throw error }
            // What came out before it is good.
            isIgnoringRest = true
            return 0
        }
    }

    package func finish(_ output: (Span<UInt8>) throws -> Void) throws {
        if !isIgnoringRest { try inflater.finish() }
    }
}
