public import ArcaCodecs
public import ArcaCore

/// The bytes of a message whose parts arrive while it is sent: a form that is uploaded, a mail with attachments.
///
/// Nothing is read before it is asked for; memory is a piece of the source and what it is encoded to.
///
/// ```swift
/// let disposition = try ContentDisposition(#"form-data; name="scan"; filename="scan.pdf""#.utf8)
/// let scan = MessageBytes.Part(.octetStream, encoding: .binary, disposition: disposition, content: upload)
/// let form = try MultipartBuilder().message("form-data", parts: [scan])
/// for try await piece in form { try await connection.write(piece) }
/// ```
public struct MessageBytes: AsyncSequence, Sendable {
    /// A piece of the message, never empty.
    public typealias Element = [UInt8]
    /// The errors of the sources, and `CodecError`.
    public typealias Failure = any Error

    /// A part of a message of which the content arrives while the message is sent.
    public struct Part: Sendable {
        /// Its media type; the line ends of `text` types are written as line ends.
        public var type: MediaType
        /// How its body is encoded.
        public var encoding: TransferEncoding
        /// Whether it is shown or saved, and under which name.
        public var disposition: ContentDisposition?
        fileprivate let makeContent: @Sendable () -> PartContent

        /// Makes a part.
        ///
        /// - Parameters:
        ///   - type: Its media type.
        ///   - encoding: How its body is encoded.
        ///   - disposition: Whether it is shown or saved, and under which name.
        ///   - content: A source of byte collections, not yet encoded; it is read when the part's turn comes.
        public init<Source: AsyncSequence & Sendable>(
            _ type: MediaType, encoding: TransferEncoding, disposition: ContentDisposition? = nil, content: Source
        ) where Source.Element: Collection<UInt8> {
            self.type = type
            self.encoding = encoding
            self.disposition = disposition
            makeContent = { SourceContent(content.makeAsyncIterator()) }
        }

        /// Makes a part of bytes that are there.
        ///
        /// - Parameters:
        ///   - type: Its media type.
        ///   - encoding: How its body is encoded.
        ///   - disposition: Whether it is shown or saved, and under which name.
        ///   - content: The content, not yet encoded.
        public init(
            _ type: MediaType, encoding: TransferEncoding, disposition: ContentDisposition? = nil,
            content: borrowing some Bytes
        ) {
            self.type = type
            self.encoding = encoding
            self.disposition = disposition
            let bytes = content.withBytes { [UInt8](bytes: $0) }
            makeContent = { WholeContent(bytes) }
        }
    }

    fileprivate let builder: MultipartBuilder
    fileprivate let subtype: String
    fileprivate let parameters: HeaderParameters
    fileprivate let parts: [Part]

    /// Makes an iterator; a source begins to be read with its part.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads the sources, and gives the message.
    public struct Iterator: AsyncIteratorProtocol {
        private static var stepByteCount: Int { 32 * 1024 }

        private var builder: MultipartBuilder
        private let message: MessageBytes
        private var nextPart = 0
        private var content: PartContent?
        private var rest: ArraySlice<UInt8> = []
        private var hasBegun = false
        private var isComplete = false

        fileprivate init(_ message: MessageBytes) {
            self.message = message
            builder = message.builder
        }

        /// The next piece.
        ///
        /// - Parameter actor: Where the caller runs; the sources are read there.
        /// - Returns: The piece; nil at the end.
        /// - Throws: `CancellationError`; what a source throws; `CodecError` as `MultipartBuilder`. Afterwards there is nothing
        ///   more.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            do {
                while true {
                    try Task.checkCancellation()
                    let piece = builder.takeOutput()
                    if !piece.isEmpty { return piece }
                    if isComplete { return nil }
                    try await step(isolation: actor)
                }
            } catch {
                isComplete = true
                content = nil
                throw error
            }
        }

        /// The next piece.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

        /// Writes the next piece of content, or what stands between two contents.
        private mutating func step(isolation actor: isolated (any Actor)?) async throws {
            if !hasBegun {
                hasBegun = true
                return try builder.beginMultipart(message.subtype, parameters: message.parameters)
            }
            if !rest.isEmpty {
                let part = rest.prefix(Self.stepByteCount)
                rest = rest.dropFirst(part.count)
                return try builder.append(part)
            }
            if let content {
                if let bytes = try await content.next(isolation: actor) {
                    rest = bytes[...]
                } else {
                    // A source that ends because the task was cancelled is not complete.
                    try Task.checkCancellation()
                    self.content = nil
                    try builder.end()
                }
            } else if nextPart < message.parts.count {
                let part = message.parts[nextPart]
                nextPart += 1
                try builder.beginPart(part.type, encoding: part.encoding, disposition: part.disposition)
                content = part.makeContent()
            } else {
                try builder.end()
                isComplete = true
            }
        }
    }
}

@available(*, unavailable)
extension MessageBytes.Iterator: Sendable {}

extension MultipartBuilder {
    /// The bytes of a message with these parts, made while their contents arrive; fields that were added stand before them.
    ///
    /// - Parameters:
    ///   - subtype: Of the container: `form-data`, `mixed`, and so on.
    ///   - parameters: Parameters of its type besides the boundary.
    ///   - parts: The parts, one at least.
    /// - Returns: The bytes; iterating throws as ``beginMultipart(_:parameters:)``,
    ///   ``beginPart(_:encoding:disposition:fields:)`` and ``append(_:)``, and what the sources throw.
    public func message(
        _ subtype: String, parameters: HeaderParameters = HeaderParameters(), parts: [MessageBytes.Part]
    ) -> MessageBytes { MessageBytes(builder: self, subtype: subtype, parameters: parameters, parts: parts) }
}

/// The content of a part, piece by piece.
private class PartContent {
    func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? { nil }
}

private final class SourceContent<Iterator: AsyncIteratorProtocol>: PartContent
where Iterator.Element: Collection<UInt8> {
    private var iterator: Iterator

    init(_ iterator: Iterator) { self.iterator = iterator }

    override func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        try await iterator.next(isolation: actor).map { Array($0) }
    }
}

private final class WholeContent: PartContent {
    private var bytes: [UInt8]?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    override func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        defer { bytes = nil }
        return bytes
    }
}
