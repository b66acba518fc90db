public import ArcaCore
internal import ArcaSystem
internal import Synchronization

/// Compresses a stream on several cores, into one gzip member or zlib stream that every reader takes.
///
/// The content is cut into chunks of 128 KiB, which are compressed apart, each with the 32 KiB before it as a dictionary;
/// their blocks are joined at byte boundaries. This costs a few bytes a chunk. Small inputs are done on the calling thread.
///
/// ```swift
/// try ParallelDeflate.compress(&file, into: &output, format: .gzip, level: .best)
/// ```
///
/// Source: the manner of pigz (Mark Adler); RFC 1950, 1951, 1952.
public enum ParallelDeflate {
    private static let overlap = DeflateStream.windowByteCount
    private static let step = 128 * 1024

    /// Compresses all that a reader gives.
    ///
    /// - Parameters:
    ///   - input: The content; it is read on changing threads and is used up.
    ///   - output: Takes the compressed data, on changing threads.
    ///   - format: How the blocks are wrapped.
    ///   - level: How hard it searches.
    ///   - header: What a gzip member says about its file.
    ///   - workers: How many chunks are compressed at once, 1 or more; nil for one a core. The result does not depend on it.
    /// - Throws: ``CompressionError`` with code `.backendFailure`, or `.invalidArgument` for no workers or a NUL in the header;
    ///   what the reader or the writer throws.
    /// - Complexity: Memory of about 0.7 MiB a worker.
    public static func compress<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: consuming Input, into output: inout Output, format: CompressionFormat = .gzip,
        level: CompressionLevel = .standard, header: GzipHeader = GzipHeader(), workers: Int? = nil
    ) throws {
        let workers = workers ?? Workers.coreCount
        guard workers > 0 else { throw CompressionError(.invalidArgument, "at least one thread compresses") }
        let frame = DeflateFrame(format)
        try output.write(try frame.head(level, header, dictionary: []))
        let streams = Mutex([DeflateStream?](repeating: nil, count: workers))
        var reader = OverlappingReader(input, overlap: overlap, step: step, frame: frame)
        try ChunkPipeline.transformChunks(
            of: overlap + step, &reader, into: &output,
            maximumOutputCount: DeflateStream.maximumOutputCount(for: overlap + step), workers: workers
        ) { chunk, bytes, result in
            let stream = try stream(of: chunk.worker, streams, level)
            let old = chunk.index == 0 ? 0 : overlap
            if old > 0 { stream.setDictionary(bytes.extracting(0..<old)) }
            let new = bytes.extracting(old..<bytes.count)
            guard try stream.deflate(new, chunk.isLast ? .finish : .sync, into: &result).isDone else {
                throw CompressionError(.backendFailure, "zlib wrote more than it should")
            }
        }
        try output.write(reader.frame.trailer)
    }

    /// A worker's own stream, ready for the next chunk: its calls never overlap.
    private static func stream(
        of worker: Int, _ streams: borrowing Mutex<[DeflateStream?]>, _ level: CompressionLevel
    ) throws(CompressionError) -> DeflateStream {
        if let stream = streams.withLock({ $0[worker] }) {
            stream.reset()
            return stream
        }
        let stream = try DeflateStream(level)
        streams.withLock { $0[worker] = stream }
        return stream
    }
}
