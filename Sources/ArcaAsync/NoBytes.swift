/// An empty source, for workers with input from elsewhere.
public struct NoBytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// The element type of the empty sequence.
    public typealias Element = [UInt8]

    /// Returns the value itself.
    public func makeAsyncIterator() -> NoBytes { self }

    /// Returns nil.
    public func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? { nil }

    /// Returns nil.
    public func next() async -> [UInt8]? { nil }
}
