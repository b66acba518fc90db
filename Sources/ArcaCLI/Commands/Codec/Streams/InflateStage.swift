internal import ArcaCodecs
internal import ArcaCompression

/// Inflating as a stage, in constant memory.
final class InflateStage: CodecStage {
    private var inflater: Inflater
    private let output = PageBuffer(byteCount: 2 * PageBuffer.pieceByteCount)

    /// Makes a stage; without a format the first byte tells it.
    init(_ format: CompressionFormat?, limits: InflateLimits) { inflater = Inflater(format: format, limits: limits) }

    func take(_ bytes: Span<UInt8>, _ next: (Span<UInt8>) throws -> Void) throws {
        var start = 0
        var isFull = true
        while start < bytes.count || isFull {
            try output.fill(
                { output throws(CompressionError) in
                    start += try inflater.inflate(bytes.extracting(start..<bytes.count), into: &output)
                    isFull = output.freeCapacity == 0
                }, next)
            guard isFull || start == bytes.count else {
                throw CompressionError(
                    .trailingData, at: inflater.inputByteCount, "there is something after the compressed data")
            }
        }
    }

    func finish(_ next: (Span<UInt8>) throws -> Void) throws { try inflater.finish() }
}
