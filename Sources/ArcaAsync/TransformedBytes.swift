internal import ArcaCore

/// Bytes that the task itself makes of other bytes while they arrive, in short steps: encodings, ciphers and compression.
///
/// Nothing is read before it is asked for, and each step works on 8 KiB of input, so that a task that has other things to
/// do gets to them. A source that ends because the task was cancelled never counts as complete.
public struct TransformedBytes<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
    /// A piece of the output, never empty.
    public typealias Element = [UInt8]
    /// The source's errors, and those of the conversion.
    public typealias Failure = any Error

    private let base: Base
    private let makeSteps: @Sendable () throws -> any TransformSteps

    init(_ base: Base, _ makeSteps: @escaping @Sendable () throws -> any TransformSteps) {
        self.base = base
        self.makeSteps = makeSteps
    }

    /// Makes an iterator; the source begins to be read with its first element.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator(), makeSteps) }

    /// Reads the source, and gives what is made of it.
    public struct Iterator: AsyncIteratorProtocol {
        private static var stepByteCount: Int { 8 * 1024 }
        private static var pieceByteCount: Int { 32 * 1024 }

        private var base: Base.AsyncIterator
        private let makeSteps: () throws -> any TransformSteps
        private var steps: (any TransformSteps)?
        private var rest: ArraySlice<UInt8> = []
        private var isDone = false

        fileprivate init(_ base: Base.AsyncIterator, _ makeSteps: @escaping () throws -> any TransformSteps) {
            self.base = base
            self.makeSteps = makeSteps
        }

        /// The next piece.
        ///
        /// - Parameter actor: Where the caller runs; the source is read there.
        /// - Returns: The piece; nil at the end.
        /// - Throws: `CancellationError`; what the source, or the conversion throws. Afterwards there is nothing more.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard !isDone else { return nil }
            do {
                let steps = try steps ?? makeSteps()
                self.steps = steps
                while true {
                    try Task.checkCancellation()
                    if rest.isEmpty {
                        guard let piece = try await base.next(isolation: actor) else {
                            try Task.checkCancellation()
                            isDone = true
                            let bytes = try steps.finish()
                            return bytes.isEmpty ? nil : bytes
                        }
                        rest = Array(piece)[...]
                    }
                    let bytes = try convert(steps)
                    if !bytes.isEmpty { return bytes }
                }
            } catch {
                isDone = true
                throw error
            }
        }

        /// The next piece.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

        /// Works until there is a piece, or nothing more to work on.
        private mutating func convert(_ steps: any TransformSteps) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while !rest.isEmpty, bytes.count < Self.pieceByteCount {
                let part = rest.prefix(Self.stepByteCount)
                rest = rest.dropFirst(part.count)
                bytes += try steps.update(part.span)
            }
            return bytes
        }
    }
}

extension TransformedBytes: Sendable where Base: Sendable {}

@available(*, unavailable)
extension TransformedBytes.Iterator: Sendable {}

/// A conversion in progress.
protocol TransformSteps: AnyObject {
    /// Takes the next bytes and returns what comes out.
    func update(_ bytes: Span<UInt8>) throws -> [UInt8]

    /// Ends the input and returns the rest.
    func finish() throws -> [UInt8]
}
