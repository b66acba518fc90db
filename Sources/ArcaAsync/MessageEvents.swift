public import ArcaCodecs
internal import ArcaCore

/// The events of a message while it arrives: a form that is uploaded, a mail.
///
/// ```swift
/// for try await event in MultipartReader().events(of: request.body) {
///     if case .body(let bytes) = event { … }
/// }
/// ```
public struct MessageEvents<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
    /// What happens next in the message.
    public typealias Element = MultipartReader.Event
    /// The source's errors, and `CodecError`.
    public typealias Failure = any Error

    private let base: Base
    private let reader: MultipartReader

    init(_ base: Base, _ reader: MultipartReader) {
        self.base = base
        self.reader = reader
    }

    /// Makes an iterator; the source begins to be read with its first element.
    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), reader: reader) }

    /// Reads the source as far as each event needs.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate var reader: MultipartReader
        private var hasEnded = false
        private var isDone = false

        fileprivate init(base: Base.AsyncIterator, reader: MultipartReader) {
            self.base = base
            self.reader = reader
        }

        /// The next event.
        ///
        /// - Parameter actor: Where the caller runs; the source is read there.
        /// - Returns: The event; nil at the end.
        /// - Throws: `CancellationError`; what the source throws; `CodecError` as `MultipartReader`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> MultipartReader.Event? {
            guard !isDone else { return nil }
            do {
                while true {
                    try Task.checkCancellation()
                    if let event = try reader.next() { return event }
                    guard !hasEnded else {
                        isDone = true
                        return nil
                    }
                    if let piece = try await base.next(isolation: actor) {
                        reader.append(Array(piece))
                    } else {
                        try Task.checkCancellation()
                        reader.finish()
                        hasEnded = true
                    }
                }
            } catch {
                isDone = true
                throw error
            }
        }

        /// The next event.
        public mutating func next() async throws -> MultipartReader.Event? { try await next(isolation: nil) }
    }
}

extension MessageEvents: Sendable where Base: Sendable {}

@available(*, unavailable)
extension MessageEvents.Iterator: Sendable {}

extension MultipartReader {
    /// The events of a message while it arrives.
    ///
    /// - Parameter message: A source of byte collections, wherever the message is cut.
    /// - Returns: The events; iterating throws as ``next()``, and what the source throws.
    public func events<Source: AsyncSequence>(of message: Source) -> MessageEvents<Source>
    where Source.Element: Collection<UInt8> { MessageEvents(message, self) }
}
