package import ArcaCore

/// Streams bytes from a reader through a transform to a writer, on several cores, in constant memory.
///
/// Reading, transforming and writing overlap: while one thread writes, another one reads and transforms what comes next.
/// The output is in the order of the input. Small inputs are done on the calling thread alone; when the call returns, no
/// other thread is left.
///
/// An error ends the work: what came before the failing piece is still written, so that the output is the same in every
/// run, and the error of the first piece that failed is thrown as it is. When writing fails nothing more is read; a
/// reader that is waiting for its next bytes is waited for.
package enum ChunkPipeline {
    /// A piece of the input, cut where the caller asked.
    package struct Chunk: Sendable, Hashable {
        /// Its number, from 0.
        package let index: Int
        /// Whether the input ends with it; only the last chunk may be shorter than the others, and it is empty only when
        /// the whole input is.
        package let isLast: Bool
        /// The thread that works on it, from 0 to `workers - 1`: no two calls of one worker overlap, so it may choose a
        /// context that is reused.
        package let worker: Int
    }

    /// Bytes that a slot takes in at once: two of them and their results fit in a core's cache.
    static let slotByteCount = 256 * 1024

    /// The same for a pipeline that stays on its thread, as one of many does: it writes sooner and takes little memory.
    private static let aloneSlotByteCount = 64 * 1024

    /// Sends a stream through a transform that keeps a state: a cipher in CBC mode, an encoder.
    ///
    /// - Parameters:
    ///   - input: Gives the bytes, on changing threads; pieces are passed on as they come, without waiting for more.
    ///   - output: Takes the results, on changing threads.
    ///   - maximumOutputCount: The most bytes that the transform appends for a piece of so many bytes, the end of the
    ///     stream included.
    ///   - transform: Is called on the calling thread for each piece in order, and at the end once with no bytes and
    ///     `isLast`. It appends its results; those before an error are written.
    /// - Throws: What the reader, the transform or the writer throws.
    /// - Complexity: Memory of about 16 pieces of 256 KiB, less for a transform that makes much out of a little.
    package static func transform<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output, maximumOutputCount: (Int) -> Int,
        _ transform: (_ piece: Span<UInt8>, _ isLast: Bool, inout OutputSpan<UInt8>) throws -> Void
    ) throws {
        let isAlone = Workers.staysOnThisThread
        var byteCount = isAlone ? aloneSlotByteCount : slotByteCount
        while byteCount > 4096, maximumOutputCount(byteCount) > 4 * slotByteCount { byteCount /= 2 }
        try PipelineEngine<Input, Output>.run(
            &input, &output,
            PipelineShape(
                slots: isAlone ? 2 : 6, inputByteCount: byteCount, outputByteCount: maximumOutputCount(byteCount),
                isOrdered: true, workers: isAlone ? 1 : min(3, Workers.coreCount))
        ) { slot, _, bytes, result in
            try transform(bytes, slot.isLast, &result)
        }
    }

    /// Cuts a stream into chunks of equal length and transforms them independently, several at once.
    ///
    /// - Parameters:
    ///   - byteCount: Length of a chunk, 1 byte or more; the last one may be shorter.
    ///   - input: Gives the bytes, on changing threads.
    ///   - output: Takes the results in the order of the chunks, on changing threads.
    ///   - maximumOutputCount: The most bytes that a chunk becomes.
    ///   - workers: How many chunks are transformed at once; one a core by default, 8 at most because writing is slower.
    ///   - transform: Is called once for each chunk, at least once also for an empty input, on several threads at once;
    ///     it appends the chunk's result. Results before an error are written.
    /// - Throws: What the reader, the transform or the writer throws.
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
            PipelineShape(
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
