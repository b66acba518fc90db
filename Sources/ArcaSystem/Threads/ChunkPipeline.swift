package import ArcaCore

/// Streams bytes from a reader through a transform to a writer on several cores, in constant memory.
///
/// Reading, transforming and writing overlap. The output is in the order of the input. Small inputs are processed on
/// the calling thread only. No thread is left when the call returns.
///
/// An error ends the stream. The output before the failing piece is still written, so it is the same in every run, and
/// the error of the first failing piece is thrown. If writing fails, no more is read, but the call waits for a read in
/// progress.
package enum ChunkPipeline {
    /// A piece of the input, split at the requested length.
    package struct Chunk: Sendable, Hashable {
        /// From 0.
        package let index: Int
        /// Only the last chunk may be shorter; it is empty only if the whole input is.
        package let isLast: Bool
        /// From 0 to `workers - 1`; calls with the same number never overlap, so it can select a reusable context.
        package let worker: Int
    }

    /// The input size of a slot: two slots with their results fit in a core's cache.
    static let slotByteCount = 256 * 1024

    /// The size for a pipeline on a single thread: smaller, for lower latency and memory use.
    private static let aloneSlotByteCount = 64 * 1024

    /// Streams through a stateful transform, such as a cipher in CBC mode or an encoder.
    ///
    /// - Parameters:
    ///   - input: The source, called from several threads, one at a time. Pieces are passed on as they arrive.
    ///   - output: The destination, called from several threads, one at a time.
    ///   - maximumOutputCount: The maximum output size for a piece of the given size, including the end of the stream.
    ///   - transform: Called on the calling thread for each piece in order, and finally once with no bytes and
    ///     `isLast`. Appends its results. Results before an error are written.
    /// - Throws: Errors of the reader, the transform or the writer.
    /// - Complexity: Memory of about 16 pieces of 256 KiB, less if the output is much larger than the input.
    package static func transform<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output, maximumOutputCount: (Int) -> Int,
        _ transform: (_ piece: Span<UInt8>, _ isLast: Bool, inout OutputSpan<UInt8>) throws -> Void
    ) throws {
        let isAlone = Workers.staysOnThisThread
        var byteCount = isAlone ? aloneSlotByteCount : slotByteCount
        while byteCount > 4096, maximumOutputCount(byteCount) > 4 * slotByteCount { byteCount /= 2 }
        try PipelineEngine<Input, Output>.run(
            &input, &output,
            shape: PipelineShape(
                slots: isAlone ? 2 : 6, inputByteCount: byteCount, outputByteCount: maximumOutputCount(byteCount),
                isOrdered: true, workers: isAlone ? 1 : min(3, Workers.coreCount))
        ) { slot, _, bytes, result in
            try transform(bytes, slot.isLast, &result)
        }
    }

    /// Splits a stream into chunks of equal length and transforms them independently, several at once.
    ///
    /// - Parameters:
    ///   - byteCount: The length of a chunk, at least 1 byte. The last one may be shorter.
    ///   - input: The source, called from several threads, one at a time.
    ///   - output: The destination, in the order of the chunks, called from several threads, one at a time.
    ///   - maximumOutputCount: The maximum output size of a chunk.
    ///   - workers: The number of chunks transformed at once. The default is one per core, but at most 8 because
    ///     writing is slower.
    ///   - transform: Called once for each chunk, on several threads at once, and also for an empty input. Appends the
    ///     result of the chunk. Results before an error are written.
    /// - Throws: Errors of the reader, the transform or the writer.
    /// - Complexity: Memory for `workers + 2` times 256 KiB of input, or one chunk if that is longer, and the output.
    package static func transformChunks<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        of byteCount: Int, _ input: inout Input, into output: inout Output, maximumOutputCount: Int,
        workers: Int = min(8, Workers.coreCount),
        _ transform: @Sendable (_ chunk: Chunk, _ bytes: Span<UInt8>, inout OutputSpan<UInt8>) throws -> Void
    ) throws {
        precondition(byteCount > 0 && maximumOutputCount >= 0 && workers > 0, "a chunk has at least one byte")
        let isAlone = Workers.staysOnThisThread
        let workers = isAlone ? 1 : workers
        let chunks = max(1, (isAlone ? aloneSlotByteCount : slotByteCount) / max(byteCount, maximumOutputCount))
        try PipelineEngine<Input, Output>.run(
            &input, &output,
            shape: PipelineShape(
                slots: workers + 2, inputByteCount: chunks * byteCount, outputByteCount: chunks * maximumOutputCount,
                isOrdered: false, workers: workers)
        ) { slot, worker, bytes, result in
            var start = 0
            var index = slot.sequence * chunks
            repeat {
                let end = min(start + byteCount, bytes.count)
                let chunk = Chunk(index: index, isLast: slot.isLast && end == bytes.count, worker: worker)
                try transform(chunk, bytes.extracting(start..<end), &result)
                start = end
                index += 1
            } while start < bytes.count
        }
    }
}
