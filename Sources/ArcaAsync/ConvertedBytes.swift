internal import ArcaCore
internal import ArcaSystem
internal import Synchronization

/// Bytes that a worker thread makes of other bytes while they arrive: what `format.seal(upload)` returns.
///
/// Each iteration starts a thread, which blocks where an app's tasks must not: the pool of Swift's concurrency is never
/// held up. Nothing is read before it is asked for, and no more than some 64 KiB of input and 128 KiB of output wait, so
/// that a slow consumer slows the source down.
///
/// Cancelling the task, leaving the loop early and an error of the source end the thread; what came out before is a
/// beginning at most and is to be thrown away. A source that ends because the task was cancelled never counts as complete.
///
/// The elements of the source are collections of bytes: `[UInt8]`, `Data`, slices, the views of other libraries' buffers.
public struct ConvertedBytes<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
    /// A piece of the output, never empty.
    public typealias Element = [UInt8]
    /// The source's errors, and those of the conversion.
    public typealias Failure = any Error
    typealias Work = @Sendable (inout WorkerPipe.Reader, inout WorkerPipe.Writer) throws -> Void

    private let base: Base
    private let work: Work

    init(_ base: Base, _ work: @escaping Work) {
        self.base = base
        self.work = work
    }

    /// Makes an iterator; the source begins to be read with its first element.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator(), work) }

    /// Reads the source, and gives what the worker makes of it.
    public struct Iterator: AsyncIteratorProtocol {
        private var base: Base.AsyncIterator
        private let job: Job
        /// What was read and does not fit into the pipe yet.
        private var rest: ArraySlice<UInt8> = []
        private var isDone = false

        fileprivate init(_ base: Base.AsyncIterator, _ work: @escaping Work) {
            self.base = base
            job = Job(work)
        }

        /// The next piece.
        ///
        /// - Parameter actor: Where the caller runs; the source is read there.
        /// - Returns: The piece; nil at the end.
        /// - Throws: `CancellationError`; what the source, or the conversion throws. Afterwards there is nothing more.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard !isDone else { return nil }
            do {
                try Task.checkCancellation()
                try job.start()
                while true {
                    switch try job.pipe.step() {
                    case .output(let bytes): return bytes
                    case .wantsInput: try await feed(actor)
                    case .wait: await wait(actor)
                    case .ended:
                        isDone = true
                        return nil
                    }
                }
            } catch {
                isDone = true
                job.pipe.abandon()
                throw error
            }
        }

        /// The next piece.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

        private mutating func feed(_ actor: isolated (any Actor)?) async throws {
            if rest.isEmpty {
                guard let piece = try await base.next(isolation: actor) else {
                    // Many sources just end when the task is cancelled: that must not complete the file.
                    try Task.checkCancellation()
                    return job.pipe.endInput()
                }
                rest = Array(piece)[...]
            }
            rest = rest.dropFirst(job.pipe.give(rest))
        }

        private func wait(_ actor: isolated (any Actor)?) async {
            let pipe = job.pipe
            await withTaskCancellationHandler {
                await pipe.changed()
            } onCancel: {
                pipe.abandon()
            }
        }
    }

    /// The worker of one iteration, which ends with the last copy of the iterator.
    private final class Job: Sendable {
        let pipe = WorkerPipe()
        private let work: Work
        private let isStarted = Atomic(false)

        init(_ work: @escaping Work) { self.work = work }

        deinit { pipe.abandon() }

        /// Starts the worker unless it runs already.
        func start() throws {
            guard !isStarted.exchange(true, ordering: .relaxed) else { return }
            try pipe.start(work)
        }
    }
}

extension ConvertedBytes: Sendable where Base: Sendable {}

@available(*, unavailable)
extension ConvertedBytes.Iterator: Sendable {}
