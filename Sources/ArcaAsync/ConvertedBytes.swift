internal import Synchronization

/// Bytes converted by a worker thread, such as the result of `format.seal(upload)`.
///
/// Each iteration starts a thread for blocking work, so Swift's cooperative thread pool is never blocked. The source is
/// read on demand, with at most 64 KiB of input and 128 KiB of output buffered, so a slow consumer slows down the
/// source.
///
/// Cancelling the task, leaving the loop early, or an error in the source ends the thread. Output produced before that
/// is at most a prefix; discard it. If the source ends because the task was cancelled, the output is never treated as
/// complete.
///
/// The source's elements are collections of bytes: `[UInt8]`, `Data`, slices, buffer views of other libraries.
public struct ConvertedBytes<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
    /// A piece of the output, never empty.
    public typealias Element = [UInt8]
    /// Errors of the source and the conversion.
    public typealias Failure = any Error
    typealias Work = @Sendable (inout WorkerPipe.Reader, inout WorkerPipe.Writer) throws -> Void

    private let base: Base
    private let work: Work

    init(_ base: Base, _ work: @escaping Work) {
        self.base = base
        self.work = work
    }

    /// Creates an iterator, which reads the source on demand.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator(), work) }

    /// An iterator that reads the source and returns the converted bytes.
    public struct Iterator: AsyncIteratorProtocol {
        private var base: Base.AsyncIterator
        private let job: Job
        /// Input that did not fit in the pipe yet.
        private var rest: ArraySlice<UInt8> = []
        private var isDone = false

        fileprivate init(_ base: Base.AsyncIterator, _ work: @escaping Work) {
            self.base = base
            job = Job(work)
        }

        /// Returns the next piece.
        ///
        /// - Throws: `CancellationError`, or an error of the source or conversion. Later calls return nil.
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

        /// Returns the next piece.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

        private mutating func feed(_ actor: isolated (any Actor)?) async throws {
            if rest.isEmpty {
                guard let piece = try await base.next(isolation: actor) else {
                    // Many sources simply end when the task is cancelled, which must not complete the file.
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

    /// The worker of one iteration, ended when the last copy of the iterator is released.
    private final class Job: Sendable {
        let pipe = WorkerPipe()
        private let work: Work
        private let isStarted = Atomic(false)

        init(_ work: @escaping Work) { self.work = work }

        deinit { pipe.abandon() }

        func start() throws {
            guard !isStarted.exchange(true, ordering: .relaxed) else { return }
            try pipe.start(work)
        }
    }
}

extension ConvertedBytes: Sendable where Base: Sendable {}

@available(*, unavailable)
extension ConvertedBytes.Iterator: Sendable {}
