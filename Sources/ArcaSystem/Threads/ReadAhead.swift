internal import ArcaCore
internal import ArcaPlatform
internal import Synchronization

/// Reads a file on two cores while what was read is being worked on.
///
/// Copying a file out of the page cache takes longer than encoding it, so two threads do it, each for every second piece,
/// and each works on its piece when it is that piece's turn. Pipes are read by one thread at a time, while the other one
/// works. Small inputs are read on the calling thread alone. Through ``ChunkPipeline``, where one thread reads, Base64 and
/// Base16 of 256 MiB take 9 to 16 % longer.
package enum ReadAhead {
    /// Bytes that are read on the calling thread alone before another one is worth its start.
    static let aloneByteCount = 1 << 20

    /// Bytes of a piece unless told otherwise: with what is made of it, it fits in a core's cache.
    package static let pieceByteCount = 128 * 1024

    /// Passes all that is left of an input on, in order, in pieces as they come.
    ///
    /// - Parameters:
    ///   - input: Stands at the end afterwards.
    ///   - pieceByteCount: Bytes of a piece, 1 or more; a piece may be shorter.
    ///   - workers: How many threads may take part.
    ///   - body: Gets each piece, on changing threads, one call after the other; not called for no bytes. What it throws
    ///     ends the reading.
    /// - Throws: ``SystemError`` of reading, after all pieces before it were passed on, or what `body` throws.
    /// - Complexity: Memory for a piece a worker.
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

    /// Passes on `limit` bytes, or a few more; false when that was all.
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

/// What ``ReadAhead`` runs on: workers that take the pieces in turn.
private final class ReadAheadEngine {
    private let start: Int?
    private let pieceByteCount: Int
    /// Held while a pipe is read.
    private let reading = Monitor()
    /// The number of the next piece to read.
    private let next = Atomic(0)
    /// The number of the piece that is worked on next; anyone who has the turn may change what is not atomic.
    private let turn = Atomic(0)
    private let isStopped = Atomic(false)
    /// Calls away who waits for a pipe when nothing more is wanted from it.
    private let hangUp: HangUp?
    /// Where workers sleep whose turn has not come, and how many do.
    private let bedroom = Monitor()
    private let sleepers = Atomic(0)
    private var failure: (any Error)?
    private var byteCount = 0

    /// Looks at the turn before falling asleep: mostly it comes sooner than a thread could be woken.
    private static let patience = 2000

    /// Makes an engine that reads at any offset, beginning with `start`, or where the input stands without one.
    init(from start: Int?, _ pieceByteCount: Int) {
        self.start = start
        self.pieceByteCount = pieceByteCount
        hangUp = start == nil ? HangUp() : nil
    }

    /// The offset after the last byte, when it has read by offsets.
    var end: Int? { start.map { $0 + byteCount } }

    /// Memory that begins with a page, where the kernel copies fastest.
    static func allocate(_ byteCount: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096).bindMemory(to: UInt8.self)
    }

    /// Runs to the end of the input.
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

    /// Reads a piece, waits for its turn and works on it; false when there is nothing more to do.
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

    /// The number of the next piece; nil when it is not wanted any more.
    private func claim() -> Int? {
        isStopped.load(ordering: .relaxed) ? nil : next.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    /// Waits for the turn of a piece; false when it is not wanted any more.
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

    /// Wakes those who sleep; anyone who falls asleep now has seen the new turn.
    private func wake() {
        guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
        bedroom.lock()
        bedroom.notify()
        bedroom.unlock()
    }
}

/// Calls a thread away that waits for the bytes of a pipe, which may never come.
///
/// A pipe of its own, of which one end is closed when the time has come: unlike a signal that can be neither missed nor
/// come too early.
final class HangUp: @unchecked Sendable {  // given by one thread, waited for by others
    private let waiting: Descriptor
    private var giving: Descriptor?

    /// Makes one; nil when no descriptor is left.
    init?() {
        guard let pipe = try? Pipe() else { return nil }
        waiting = pipe.reading
        giving = .some(pipe.writing)
    }

    /// Ends all waiting, now and later.
    func give() { giving = nil }

    /// Waits until there is something to read from `input`, or its end; false when called away.
    func wait(for input: borrowing Descriptor) -> Bool {
        var polled = (
            pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waiting.number, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let count = withUnsafeMutableBytes(of: &polled) { poll($0.bindMemory(to: pollfd.self).baseAddress, 2, -1) }
            // What poll itself can not say, reading will.
            if count >= 0 || errno != EINTR { return polled.1.revents == 0 }
        }
    }
}
