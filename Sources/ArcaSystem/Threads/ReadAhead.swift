internal import ArcaPlatform
internal import Synchronization

/// Reads a file on two threads while its content is processed.
///
/// Copying a file from the page cache takes longer than encoding it. Each of two threads therefore reads every second
/// piece and processes it in turn. A pipe is read by one thread at a time, while the other one processes. Small inputs
/// are read on the calling thread only. With ``ChunkPipeline``, which reads on one thread, Base64 and Base16 of 256 MiB
/// take 9 to 16 % longer.
extension ReadAhead {
    /// The number of bytes read on the calling thread before a second thread is worthwhile.
    static let aloneByteCount = 1 << 20

    /// Passes the remaining input to `body` in order, in pieces as they arrive.
    ///
    /// - Parameters:
    ///   - input: The file; at its end afterwards.
    ///   - pieceByteCount: The size of a piece, at least 1 byte. A piece may be shorter.
    ///   - workers: The maximum number of threads.
    ///   - body: Called for each piece, on several threads, one at a time; not called for an empty input. An error ends
    ///     the reading.
    /// - Throws: ``SystemError`` if reading fails, after all preceding pieces were passed on; or errors of `body`.
    /// - Complexity: Memory for one piece per worker.
    package static func forEachPiece(
        of input: inout FileReader, pieceByteCount: Int = pieceByteCount, workers: Int = min(2, Workers.coreCount),
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        precondition(pieceByteCount > 0 && workers > 0, "a piece has at least one byte")
        let start = input.offset
        let left = (input.byteCount ?? 0) - (start ?? 0)
        let isLarge = input.byteCount != nil && start != nil && left >= aloneByteCount
        if workers == 1 || !isLarge {
            let limit = workers == 1 ? Int.max : aloneByteCount
            guard try readAlone(&input, pieceByteCount, upTo: limit, body) else { return }
        }
        let engine = ReadAheadEngine(from: isLarge ? start : nil, pieceByteCount)
        try withUnsafeMutablePointer(to: &input) { input in try engine.run(input, workers: workers, body) }
        if let end = engine.end { try input.seek(to: end) }
    }

    /// Passes on at least `limit` bytes; false if the input ends before.
    private static func readAlone(
        _ input: inout FileReader, _ pieceByteCount: Int, upTo limit: Int, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let piece = ReadAheadEngine.allocate(pieceByteCount)
        defer { piece.deallocate() }
        var done = 0
        while done < limit {
            var output = OutputSpan(buffer: piece, initializedCount: 0)
            try input.read(into: &output)
            let count = output.finalize(for: piece)
            guard count > 0 else { return false }
            try body(UnsafeBufferPointer(piece).span.extracting(0..<count))
            done += count
        }
        return true
    }
}

private final class ReadAheadEngine {
    private let start: Int?
    private let pieceByteCount: Int
    /// Held while reading a pipe.
    private let reading = Monitor()
    private let next = Atomic(0)
    /// The number of the piece to process next; the worker whose turn it is may change the nonatomic state.
    private let turn = Atomic(0)
    private let isStopped = Atomic(false)
    /// Wakes the thread that waits for a pipe when no more input is needed.
    private let hangUp: HangUp?
    /// Wakes workers that wait for their turn, and counts them.
    private let bedroom = Monitor()
    private let sleepers = Atomic(0)
    private var failure: (any Error)?
    private var byteCount = 0

    /// The number of checks before sleeping: usually the turn comes sooner than a thread could be woken.
    private static let patience = 2000

    init(from start: Int?, _ pieceByteCount: Int) {
        self.start = start
        self.pieceByteCount = pieceByteCount
        hangUp = start == nil ? HangUp() : nil
    }

    var end: Int? { start.map { $0 + byteCount } }

    /// Page-aligned memory, for the fastest copying by the kernel.
    static func allocate(_ byteCount: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096).bindMemory(to: UInt8.self)
    }

    func run(
        _ input: UnsafeMutablePointer<FileReader>, workers: Int, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        let pieces = (0..<workers).map { _ in Self.allocate(pieceByteCount) }
        defer { pieces.forEach { $0.deallocate() } }
        withoutActuallyEscaping(body) { body in
            runOnThreads(workers) { worker in
                while self.takeTurn(input, pieces[worker], body) {}
            }
        }
        if let failure { throw failure }
    }

    private func takeTurn(
        _ input: UnsafeMutablePointer<FileReader>, _ piece: UnsafeMutableBufferPointer<UInt8>,
        _ body: (Span<UInt8>) throws -> Void
    ) -> Bool {
        var space = OutputSpan(buffer: piece, initializedCount: 0)
        var failed: (any Error)?
        if start == nil { reading.lock() }
        let number = claim()
        if let number, input.pointee.waitsForInput(until: hangUp) {
            do {
                if let start {
                    try input.pointee.read(into: &space, at: start + number * pieceByteCount)
                } else {
                    try input.pointee.read(into: &space)
                }
            } catch { failed = error }
        }
        if start == nil { reading.unlock() }
        let count = space.finalize(for: piece)
        guard let number, wait(for: number) else { return false }
        if count > 0 {
            do { try body(UnsafeBufferPointer(piece).span.extracting(0..<count)) } catch { failed = error }
        }
        let isLast = failed != nil || (start == nil ? count == 0 : count < pieceByteCount)
        byteCount += count
        failure = failed
        if isLast {
            isStopped.store(true, ordering: .sequentiallyConsistent)
            hangUp?.give()
        }
        turn.store(number + 1, ordering: .sequentiallyConsistent)
        wake()
        return !isLast
    }

    private func claim() -> Int? {
        isStopped.load(ordering: .relaxed) ? nil : next.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    private func wait(for number: Int) -> Bool {
        var patience = Self.patience
        while patience > 0, !isOver(number) { patience -= 1 }
        if patience == 0, !isOver(number) {
            bedroom.lock()
            sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
            while !isOver(number) { bedroom.wait() }
            sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            bedroom.unlock()
        }
        return !isStopped.load(ordering: .sequentiallyConsistent)
    }

    private func isOver(_ number: Int) -> Bool {
        turn.load(ordering: .sequentiallyConsistent) == number || isStopped.load(ordering: .sequentiallyConsistent)
    }

    /// A worker that is about to sleep has seen the new turn.
    private func wake() {
        guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
        bedroom.lock()
        bedroom.notify()
        bedroom.unlock()
    }
}

/// Cancels a wait for input from a pipe, which may never arrive.
///
/// Closes one end of a separate pipe. Unlike a signal, this can be neither missed nor too early.
final class HangUp: @unchecked Sendable {  // given by one thread, awaited by others
    private let waiting: Descriptor
    private var giving: Descriptor?

    init?() {
        guard let pipe = try? Pipe() else { return nil }
        waiting = pipe.reading
        giving = .some(pipe.writing)
    }

    func give() { giving = nil }

    func wait(for input: borrowing Descriptor) -> Bool {
        var polled = (
            pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waiting.number, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let count = withUnsafeMutableBytes(of: &polled) { poll($0.bindMemory(to: pollfd.self).baseAddress, 2, -1) }
            // Errors of poll itself will show up in the read.
            if count >= 0 || errno != EINTR { return polled.1.revents == 0 }
        }
    }
}
