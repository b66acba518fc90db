internal import ArcaCore
internal import ArcaPlatform

struct PipelineShape {
    let slots: Int
    let inputByteCount: Int
    let outputByteCount: Int
    /// Whether chunks are processed in order or in parallel.
    ///
    /// In order, each piece is transformed as it arrives. In parallel, each piece is filled completely, and the last
    /// one is known to be the last.
    let isOrdered: Bool
    let workers: Int
}

struct PipelineSlot {
    enum State { case free, filled, busy, ready }

    let input: UnsafeMutableBufferPointer<UInt8>
    let output: UnsafeMutableBufferPointer<UInt8>
    var state = State.free
    var sequence = 0
    var isLast = false
    private(set) var inputCount = 0
    private(set) var outputCount = 0
    /// The used size of each buffer, for wiping.
    private(set) var usedInputCount = 0
    private(set) var usedOutputCount = 0

    mutating func hold(input count: Int) {
        inputCount = count
        usedInputCount = max(usedInputCount, count)
    }

    mutating func hold(output count: Int) {
        outputCount = count
        usedOutputCount = max(usedOutputCount, count)
    }

    /// Wipes and frees the buffers: input and output may be secret.
    func deallocate() {
        for (memory, count) in [(input, usedInputCount), (output, usedOutputCount)] {
            wipe(memory.baseAddress, count)
            memory.deallocate()
        }
    }
}

/// The engine of ``ChunkPipeline``: a ring of slots, and threads that each take the most urgent action.
///
/// Writing has priority because it is the slowest, then transforming, then reading. At most one thread reads and at
/// most one writes. No thread waits while there is an action it could take.
final class PipelineEngine<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable> {
    typealias Transform = (PipelineSlot, _ worker: Int, Span<UInt8>, inout OutputSpan<UInt8>) throws -> Void

    private enum Action {
        case read(Int)
        case transform(Int)
        case write(Int)
    }

    private struct Failure {
        let error: any Error
        /// The number of pieces to write before the error is thrown.
        let end: Int
        /// Whether reading failed, after the previous piece was transformed.
        let isReading: Bool
    }

    private let shape: PipelineShape
    private let input: UnsafeMutablePointer<Input>
    private let output: UnsafeMutablePointer<Output>
    private let transform: Transform
    private let monitor = Monitor()

    // Everything below is guarded by the monitor. Pieces are numbered from 0; piece n is in slot n % slots.
    private var slots: [PipelineSlot]
    private var read = 0
    private var readByteCount = 0
    private var written = 0
    private var end: Int?
    private var isAlone = true
    private var isReading = false
    private var isWriting = false
    private var failure: Failure?
    private var isStopped = false

    static func run(
        _ input: inout Input, _ output: inout Output, shape: PipelineShape, _ transform: Transform
    ) throws {
        let failure = withUnsafeMutablePointer(to: &input) { input in
            withUnsafeMutablePointer(to: &output) { output in
                withoutActuallyEscaping(transform) { transform in
                    PipelineEngine(input, output, shape, transform).run()
                }
            }
        }
        if let failure { throw failure.error }
    }

    private init(
        _ input: UnsafeMutablePointer<Input>, _ output: UnsafeMutablePointer<Output>, _ shape: PipelineShape,
        _ transform: @escaping Transform
    ) {
        self.shape = shape
        self.input = input
        self.output = output
        self.transform = transform
        slots = (0..<shape.slots).map { _ in
            PipelineSlot(input: Self.allocate(shape.inputByteCount), output: Self.allocate(shape.outputByteCount))
        }
    }

    deinit { for slot in slots { slot.deallocate() } }

    /// Page-aligned memory, for the fastest copying by the kernel.
    private static func allocate(_ byteCount: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096).bindMemory(to: UInt8.self)
    }

    private func run() -> Failure? {
        // Single-threaded at first: a thread costs more than a small input, and a slow input needs only one.
        while readByteCount < 2 * shape.inputByteCount, let action = next(0) { perform(action, 0) }
        if end == nil, !isStopped, shape.workers > 1 {
            isAlone = false
            runOnThreads(shape.workers) { worker in
                while let action = self.next(worker) { self.perform(action, worker) }
            }
        } else {
            while let action = next(0) { perform(action, 0) }
        }
        return failure
    }

    private func next(_ worker: Int) -> Action? {
        monitor.lock()
        defer { monitor.unlock() }
        while !isStopped {
            // In order, only the caller transforms, because the closure may depend on its thread. It writes only when
            // idle.
            let action =
                if shape.isOrdered, !isAlone {
                    worker == 0 ? takeTransform() ?? takeRead() ?? takeWrite() : takeWrite() ?? takeRead()
                } else {
                    takeWrite() ?? takeTransform() ?? takeRead()
                }
            if let action { return action }
            if written == end { return nil }
            monitor.wait()
        }
        return nil
    }

    private func takeWrite() -> Action? {
        // Pieces after a failure may be ready as well; they are never written.
        guard !isWriting, written < end ?? .max, slots[written % shape.slots].state == .ready else { return nil }
        isWriting = true
        return .write(written)
    }

    private func takeRead() -> Action? {
        guard !isReading, end == nil, read < written + shape.slots else { return nil }
        isReading = true
        read += 1
        return .read(read - 1)
    }

    private func takeTransform() -> Action? {
        guard let piece = transformable() else { return nil }
        slots[piece % shape.slots].state = .busy
        return .transform(piece)
    }

    private func transformable() -> Int? {
        // Only the next read shows whether a piece is the last one.
        let known = shape.isOrdered || end != nil ? read : read - (isReading ? 2 : 1)
        guard written < min(known, end ?? known) else { return nil }
        return (written..<min(known, end ?? known)).first { slots[$0 % shape.slots].state == .filled }
    }

    private func perform(_ action: Action, _ worker: Int) {
        switch action {
        case .read(let piece): fill(piece)
        case .transform(let piece): convert(piece, worker)
        case .write(let piece): drain(piece)
        }
    }

    // MARK: The three actions, done without the lock; each ends by taking it

    private func fill(_ piece: Int) {
        var space = OutputSpan(buffer: slot(piece).input, initializedCount: 0)
        var failed: (any Error)?
        do {
            var before = -1
            while !space.isFull, space.count > before, before < 0 || !shape.isOrdered {
                before = space.count
                try input.pointee.read(into: &space)
            }
        } catch { failed = error }
        let isFull = space.isFull
        let count = space.finalize(for: slot(piece).input)
        finish { [shape] in
            isReading = false
            let slot = piece % shape.slots
            slots[slot].state = .filled
            slots[slot].sequence = piece
            slots[slot].isLast = false
            slots[slot].hold(input: count)
            readByteCount += count
            if let failed {
                // It is unknown whether the previous piece was the last one, so it is dropped as well.
                fail(Failure(error: failed, end: shape.isOrdered ? piece : max(0, piece - 1), isReading: true))
            } else if count == 0, piece > 0, !shape.isOrdered {
                slots[(piece - 1) % shape.slots].isLast = true
                end = end ?? piece
            } else if shape.isOrdered ? count == 0 : !isFull {
                slots[slot].isLast = true
                end = end ?? piece + 1
            }
        }
    }

    private func convert(_ piece: Int, _ worker: Int) {
        let slot = slot(piece)
        var result = OutputSpan(buffer: slot.output, initializedCount: 0)
        var failed: (any Error)?
        do {
            try transform(slot, worker, UnsafeBufferPointer(slot.input).span.extracting(0..<slot.inputCount), &result)
        } catch { failed = error }
        let count = result.finalize(for: slot.output)
        finish {
            slots[piece % shape.slots].hold(output: count)
            slots[piece % shape.slots].state = .ready
            if let failed { fail(Failure(error: failed, end: piece + 1, isReading: false)) }
        }
    }

    private func drain(_ piece: Int) {
        let slot = slot(piece)
        var failed: (any Error)?
        do {
            if slot.outputCount > 0 {
                try output.pointee.write(UnsafeBufferPointer(slot.output).span.extracting(0..<slot.outputCount))
            }
        } catch { failed = error }
        finish {
            isWriting = false
            slots[piece % shape.slots].state = .free
            written += 1
            if let failed {
                failure = Failure(error: failed, end: piece, isReading: false)
                isStopped = true
            }
        }
    }

    /// Ends the stream at a failure, unless an earlier piece has failed already.
    private func fail(_ new: Failure) {
        if let failure, failure.end < new.end || failure.end == new.end && !failure.isReading { return }
        failure = new
        end = new.end
    }

    private func slot(_ piece: Int) -> PipelineSlot {
        monitor.lock()
        defer { monitor.unlock() }
        return slots[piece % shape.slots]
    }

    private func finish(_ change: () -> Void) {
        monitor.lock()
        change()
        monitor.notify()
        monitor.unlock()
    }
}
