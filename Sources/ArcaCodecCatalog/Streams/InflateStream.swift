package import ArcaCore
package import ArcaCompression

/// A decompressor that ``InflateStream`` calls.
package protocol Decompressing: ~Copyable {
    var inputByteCount: Int { get }
    var outputByteCount: Int { get }
    mutating func inflate(
        _ input: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Int
    mutating func finish() throws(CompressionError)
}

extension Inflater: Decompressing {}
extension LoadedDecompressor: Decompressing {}

/// Decompresses data in constant memory.
package final class InflateStream<Source: Decompressing & ~Copyable>: CodecStream {
    fileprivate var inflater: Source
    private let buffer = PageBuffer(byteCount: 2 * PageBuffer.pieceByteCount)
    private let allowsTrailing: Bool
    private var isIgnoringRest = false

    package init(_ inflater: consuming Source, allowsTrailing: Bool = false) {
        self.inflater = inflater
        self.allowsTrailing = allowsTrailing
    }

    package var inputByteCount: Int { inflater.inputByteCount }
    package var outputByteCount: Int { inflater.outputByteCount }

    package func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void)
        throws(StreamFailure)
    {
        var start = 0
        var isFull = true
        while !isIgnoringRest && (start < bytes.count || isFull) {
            try buffer.fill(
                { (space) throws(StreamFailure) in
                    start += try inflate(bytes.extracting(start..<bytes.count), into: &space)
                    isFull = space.freeCapacity == 0
                }, output)
            if isFull || start == bytes.count || isIgnoringRest { continue }
            guard allowsTrailing else {
                throw failure(
                    CompressionError(
                        .trailingData, at: inflater.inputByteCount, "there is something after the compressed data"))
            }
            isIgnoringRest = true
        }
    }

    /// Inflates a part of the bytes and returns its size.
    private func inflate(_ bytes: Span<UInt8>, into space: inout OutputSpan<UInt8>) throws(StreamFailure) -> Int {
        do throws(CompressionError) { return try inflater.inflate(bytes, into: &space) } catch {
            guard allowsTrailing, error.code == .trailingData else { throw failure(error) }
            // The output so far is valid.
            isIgnoringRest = true
            return 0
        }
    }

    package func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        if isIgnoringRest { return }
        do throws(CompressionError) { try inflater.finish() } catch { throw failure(error) }
    }
}

extension InflateStream where Source == Inflater {
    /// The format; nil until it is detected.
    package var format: CompressionFormat? { inflater.format }
    package var gzipHeader: GzipHeader? { inflater.gzipHeader }
}
