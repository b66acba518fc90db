public import ArcaCodecs

/// A multipart message encoded on demand, such as a form upload or a mail with attachments.
///
/// Sources are read on demand. Memory use is one piece of the source and its encoding.
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
    /// Errors of the sources, and `CodecError`.
    public typealias Failure = any Error

    /// A part of a message, with content that may be read from an async source.
    public struct Part: Sendable {
        /// The media type; line breaks in `text` types are encoded as line breaks, not as data.
        public var type: MediaType
        /// The transfer encoding of the body.
        public var encoding: TransferEncoding
        /// The content disposition, such as a file name for saving.
        public var disposition: ContentDisposition?
        fileprivate let makeContent: @Sendable () -> PartContent

        /// Creates a part with content from a source.
        ///
        /// - Parameters:
        ///   - type: The media type.
        ///   - encoding: The transfer encoding of the body.
        ///   - disposition: The content disposition.
        ///   - content: An async sequence of byte collections, not yet encoded, which is read when the part is written.
        public init<Source: AsyncSequence & Sendable>(
            _ type: MediaType, encoding: TransferEncoding, disposition: ContentDisposition? = nil, content: Source
        ) where Source.Element: Collection<UInt8> {
            self.type = type
            self.encoding = encoding
            self.disposition = disposition
            makeContent = { SourceContent(content.makeAsyncIterator()) }
        }

        /// Creates a part with content in memory.
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

    /// Creates an iterator, which reads each source when its part is written.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// An iterator that reads the sources and returns the message.
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

        /// Returns the next piece.
        ///
        /// - Throws: `CancellationError`, an error of a source, or `CodecError` as `MultipartBuilder`. Later calls
        ///   return nil.
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

        /// Returns the next piece.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

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
                    // A source that ends because of cancellation is incomplete.
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
    /// Creates a message with these parts, encoded on demand; fields added before come first.
    ///
    /// - Parameters:
    ///   - subtype: The multipart subtype: `form-data`, `mixed`, and so on.
    ///   - parameters: Parameters of the media type in addition to the boundary.
    ///   - parts: The parts, at least one.
    /// - Returns: The message. Iterating throws errors of the sources, and as ``beginMultipart(_:parameters:)``,
    ///   ``beginPart(_:encoding:disposition:fields:)`` and ``append(_:)``.
    public func message(
        _ subtype: String, parameters: HeaderParameters = HeaderParameters(), parts: [MessageBytes.Part]
    ) -> MessageBytes { MessageBytes(builder: self, subtype: subtype, parameters: parameters, parts: parts) }
}

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
