public import ArcaCodecs

/// The events of a multipart message parsed from a stream, such as a form upload or a mail.
///
/// ```swift
/// for try await event in MultipartReader().events(of: request.body) {
///     if case .body(let bytes) = event { … }
/// }
/// ```
public struct MessageEvents<Base: AsyncSequence>: AsyncSequence where Base.Element: Collection<UInt8> {
    /// An event of the parser.
    public typealias Element = MultipartReader.Event
    /// Errors of the source, and `CodecError`.
    public typealias Failure = any Error

    private let base: Base
    private let reader: MultipartReader

    init(_ base: Base, _ reader: MultipartReader) {
        self.base = base
        self.reader = reader
    }

    /// Creates an iterator, which reads the source on demand.
    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), reader: reader) }

    /// An iterator that reads the source as needed for each event.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate var reader: MultipartReader
        private var hasEnded = false
        private var isDone = false

        fileprivate init(base: Base.AsyncIterator, reader: MultipartReader) {
            self.base = base
            self.reader = reader
        }

        /// Returns the next event.
        ///
        /// - Throws: `CancellationError`, an error of the source, or `CodecError` as `MultipartReader`.
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

        /// Returns the next event.
        public mutating func next() async throws -> MultipartReader.Event? { try await next(isolation: nil) }
    }
}

extension MessageEvents: Sendable where Base: Sendable {}

@available(*, unavailable)
extension MessageEvents.Iterator: Sendable {}

extension MultipartReader {
    /// Parses a message from a stream.
    ///
    /// - Returns: The events. Iterating throws errors of the source, and as ``next()``.
    public func events<Source: AsyncSequence>(of message: Source) -> MessageEvents<Source>
    where Source.Element: Collection<UInt8> { MessageEvents(message, self) }
}
