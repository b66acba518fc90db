internal import ArcaCodecs
internal import ArcaCompression

/// Inflating as a stage, in constant memory.
final class InflateStage: CodecStage {
    private var inflater: Inflater
    private let output = PageBuffer(byteCount: 2 * PageBuffer.pieceByteCount)
    private let allowsTrailing: Bool
    private var isIgnoringRest = false

    /// Makes a stage; without a format the first byte tells it.
    init(_ format: CompressionFormat?, limits: InflateLimits, allowsTrailing: Bool = false) {
        inflater = Inflater(format: format, limits: limits)
        self.allowsTrailing = allowsTrailing
    }

    /// The format, once the first byte has told it.
    var format: CompressionFormat? { inflater.format }
    /// Name and time, where the data has them.
    var gzipHeader: GzipHeader? { inflater.gzipHeader }
    /// Bytes of compressed data so far.
    var inputByteCount: Int { inflater.inputByteCount }
    /// Bytes that came out so far.
    var outputByteCount: Int { inflater.outputByteCount }

    func take(_ bytes: Span<UInt8>, _ next: (Span<UInt8>) throws -> Void) throws {
        var start = 0
        var isFull = true
        while !isIgnoringRest && (start < bytes.count || isFull) {
            try output.fill(
                { output throws(CompressionError) in
                    do throws(CompressionError) {
                        start += try inflater.inflate(bytes.extracting(start..<bytes.count), into: &output)
                    } catch  where allowsTrailing && error.code == .trailingData {
                        // What came out before it is good.
                        isIgnoringRest = true
                    }
                    isFull = output.freeCapacity == 0
                }, next)
            if isFull || start == bytes.count || isIgnoringRest { continue }
            guard allowsTrailing else {
                throw CompressionError(
                    .trailingData, at: inflater.inputByteCount, "there is something after the compressed data")
            }
            isIgnoringRest = true
        }
    }

    func finish(_ next: (Span<UInt8>) throws -> Void) throws {
        if !isIgnoringRest { try inflater.finish() }
    }
}
