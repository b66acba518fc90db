/// A streaming reader for messages: parts, headers and decoded bodies.
///
/// Pass bytes to ``append(_:)`` and call ``next()`` for events until it returns nil:
///
/// ```swift
/// var reader = MultipartReader()
/// reader.append(messageBytes)
/// reader.finish()
/// while let event = try reader.next() {
///     switch event {
///     case .begin(let part): …        // part.path, part.mediaType, part.fileName
///     case .body(let bytes): …        // decoded, in pieces
///     case .end(let path, let count): …
///     }
/// }
/// ```
///
/// Memory is limited to the longest header, the unread input and the open boundaries. The split of the input only
/// affects the size of the pieces. Lines may end with CRLF or LF.
///
/// Strict reading rejects messages that other readers may interpret differently: a missing last boundary, an inner
/// multipart cut off by an outer boundary, a line that only begins like a boundary, malformed headers, encoded
/// containers.
/// Source: RFC 5322 section 2.2, RFC 2045, RFC 2046 section 5.
public struct MultipartReader: Sendable {
    /// An event in a message.
    public enum Event: Sendable, Hashable {
        /// The start of a part. Nested parts follow before its end.
        case begin(MessagePart)
        /// Decoded bytes of the most recent part.
        case body([UInt8])
        /// The end of a part, with the size of its decoded body; 0 for containers.
        case end(PartPath, byteCount: Int)
    }

    struct Container {
        let path: PartPath
        /// Two hyphens and the boundary; nil for a nested message.
        let delimiter: [UInt8]?
        /// The common prefix of its parts' numbers.
        let prefix: [Int]
        let isDigest: Bool
        /// The text before the first part; empty in strict reading.
        var preamble: [UInt8] = []
        var childCount = 0
        var isClosed = false
    }

    enum Mode {
        case header
        case body
        /// Before the first boundary or after the last one.
        case skipping
        case finished
    }

    static let pieceCount = 1 << 16
    /// A longer line is not a boundary: RFC 5322 allows 998 characters.
    static let maximumLineCount = 1024

    /// What lenient reading ignored or repaired so far, for people; empty for strict reading.
    public internal(set) var remarks: [Remark] = []

    /// Something in a message that violates the standards and was accepted.
    public struct Remark: Sendable, Hashable {
        /// The part.
        public let part: PartPath
        /// The problem, such as `the Base64 text is truncated`.
        public let text: String
        /// Whether content of the message is missing from the parts.
        public let isMissingContent: Bool
    }

    let limits: MessageLimits
    let strictness: Strictness
    let charsets: any CharsetDecoding
    let opens: @Sendable (MessagePart) -> Bool

    var buffer: [UInt8] = []
    /// The number of consumed bytes at the start of the buffer.
    var done = 0
    /// The number of bytes after `done` known to contain no line feed, so long lines are searched only once.
    var searched = 0
    var isEnded = false
    var position = StreamPosition()
    var events: [Event] = []
    var mode = Mode.header
    var containers: [Container] = []
    var partCount = 0

    // The current header.
    var header = HeaderFields()
    var headerByteCount = 0
    var fieldName = ""
    var fieldValue: [UInt8] = []
    var fieldPosition = TextPosition(offset: 0, line: 1, column: 1)
    var partNumber: Int?

    // The current leaf.
    var leaf: PartPath?
    var decoder = BodyDecoder.identity
    var bodyStart = TextPosition(offset: 0, line: 1, column: 1)
    var bodyByteCount = 0
    var isAtLineStart = true
    /// The line end before the current line, 0 to 2 bytes; it belongs to a boundary if one follows.
    var lineEnd: [UInt8] = []
    /// Removes a byte order mark; lenient only.
    private var marked = MarkedTextReader()

    /// Creates a reader at the start of a message.
    ///
    /// - Parameters:
    ///   - strictness: Whether to reject or repair violations of the standards.
    ///   - limits: The limits on size and number.
    ///   - charsets: The charset decoder for file names and other parameters.
    ///   - opens: Whether to read the parts of a nested message; otherwise the part's body is that message, unparsed.
    public init(
        strictness: Strictness = .strict, limits: MessageLimits = MessageLimits(),
        charsets: any CharsetDecoding = BuiltInCharsets(),
        opens: @escaping @Sendable (MessagePart) -> Bool = { _ in true }
    ) {
        self.strictness = strictness
        self.limits = limits
        self.charsets = charsets
        self.opens = opens
    }

    /// Appends the next bytes of the message.
    public mutating func append(_ bytes: borrowing some Bytes) {
        buffer.removeSubrange(..<done)
        done = 0
        if isStrict || marked.isPlain { return bytes.withBytes { span in buffer.append(contentsOf: span) } }
        bytes.withBytes { span in
            buffer += [UInt8](capacity: marked.maximumOutputCount(for: span.count)) { marked.update(span, into: &$0) }
        }
    }

    /// Marks the end of the input.
    public mutating func finish() {
        isEnded = true
        guard !isStrict else { return }
        buffer += [UInt8](capacity: marked.maximumOutputCount(for: 0)) { marked.finish(into: &$0) }
    }

    /// Returns the next event.
    ///
    /// - Returns: The event, or nil if more bytes are needed; after ``finish()``, nil at the end of the message.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.truncated`, `.unsupported`, `.limitExceeded` and the errors
    ///   of the body decoders, with the position in the message. The reader cannot be used after an error.
    public mutating func next() throws(CodecError) -> Event? {
        while true {
            if !events.isEmpty { return events.removeFirst() }
            do {
                switch mode {
                case .header: guard try readHeader() else { return nil }
                case .body, .skipping: guard try readBody() else { return nil }
                case .finished: return nil
                }
            } catch {
                mode = .finished
                events = []
                throw error
            }
        }
    }
}

/// Limits for reading messages, which are entirely under an attacker's control.
public struct MessageLimits: Sendable, Hashable {
    /// The maximum nesting depth of parts.
    public var depth: Int
    /// The maximum number of parts in the message, containers included.
    public var partCount: Int
    /// The maximum size of a header, with its empty line, in bytes; a header is kept in memory.
    public var headerByteCount: Int
    /// The maximum number of fields in a header.
    public var fieldCount: Int
    /// The maximum decoded size of a part, in bytes.
    public var partByteCount: Int

    /// Creates limits.
    public init(
        depth: Int = 32, partCount: Int = 10_000, headerByteCount: Int = 1 << 20, fieldCount: Int = 1000,
        partByteCount: Int = .max
    ) {
        self.depth = depth
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.fieldCount = fieldCount
        self.partByteCount = partByteCount
    }
}

/// The handling of messages and headers that violate the standards.
public enum Strictness: Sendable, Hashable {
    /// Rejects every violation, with its position.
    case strict
    /// Accepts violations that are common in practice and unambiguous, and rejects all others.
    case lenient
}
