/// A source that is empty: for workers that read something else.
public struct NoBytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// What it would give.
    public typealias Element = [UInt8]

    /// The value itself.
    public func makeAsyncIterator() -> NoBytes { self }

    /// Nil.
    public func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? { nil }

    /// Nil.
    public func next() async -> [UInt8]? { nil }
}
