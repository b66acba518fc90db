public import ArcaCore
internal import ArcaSystem
internal import Synchronization

/// Compresses a stream on several cores into a single standard gzip member or zlib stream.
///
/// The content is split into chunks of 128 KiB, compressed independently with the preceding 32 KiB as a dictionary.
/// Their blocks are joined at byte boundaries, which costs a few bytes per chunk. Small inputs are compressed on the
/// calling thread.
///
/// ```swift
/// try ParallelDeflate.compress(&file, into: &output, format: .gzip, level: .best)
/// ```
///
/// Source: the method of pigz (Mark Adler); RFC 1950, 1951, 1952.
public enum ParallelDeflate {
    private static let overlap = DeflateStream.windowByteCount
    private static let step = 128 * 1024

    /// Compresses the whole input.
    ///
    /// - Parameters:
    ///   - input: The content, read from several threads, one at a time, and consumed.
    ///   - output: The destination of the compressed data, called from several threads, one at a time.
    ///   - format: The format.
    ///   - level: The compression level.
    ///   - header: The header of a gzip member; ignored for other formats.
    ///   - workers: The number of chunks compressed at once, at least 1; nil for one per core. It does not affect the
    ///     result.
    /// - Throws: ``CompressionError`` `.backendFailure`, or `.invalidArgument` for zero workers or a NUL in the header;
    ///   errors of the reader or writer.
    /// - Complexity: About 0.7 MiB of memory per worker.
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
