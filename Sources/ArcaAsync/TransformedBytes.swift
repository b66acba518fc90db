/// Bytes converted by the task itself in short steps, used for encodings, ciphers and compression.
///
/// The source is read on demand. Each step processes 8 KiB of input, so other tasks get a chance to run. If the source
/// ends because the task was cancelled, the output is never treated as complete.
public struct TransformedBytes<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
    /// A piece of the output, never empty.
    public typealias Element = [UInt8]
    /// Errors of the source and the conversion.
    public typealias Failure = any Error

    private let base: Base
    private let makeSteps: @Sendable () throws -> any TransformSteps

    init(_ base: Base, _ makeSteps: @escaping @Sendable () throws -> any TransformSteps) {
        self.base = base
        self.makeSteps = makeSteps
    }

    /// Creates an iterator, which reads the source on demand.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator(), makeSteps) }

    /// An iterator that reads the source and returns the converted bytes.
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

        /// Returns the next piece.
        ///
        /// - Throws: `CancellationError`, or an error of the source or conversion. Later calls return nil.
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

        /// Returns the next piece.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

        /// Converts input until a piece of output is full or the input is used up.
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

protocol TransformSteps: AnyObject {
    func update(_ bytes: Span<UInt8>) throws -> [UInt8]

    func finish() throws -> [UInt8]
}
