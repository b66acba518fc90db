public import ArcaCore

/// Reads a message in pieces: its parts, their headers, and their decoded bodies.
///
/// Bytes go in by ``append(_:)``, events come out of ``next()`` until it says that it needs more:
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
/// Memory is that of the longest header, of what was appended and not yet taken, and of the open boundaries. Where the
/// input is cut changes the size of the pieces and nothing else. Lines may end in CRLF or LF.
///
/// Strict reading refuses what other readers might read otherwise: a missing last boundary, an inner multipart that an
/// outer boundary cuts off, a line that only begins like a boundary, malformed headers, encodings of containers.
/// Source: RFC 5322 section 2.2, RFC 2045, RFC 2046 section 5.
public struct MultipartReader: Sendable {
    /// What happens next in a message.
    public enum Event: Sendable, Hashable {
        /// A part begins. Parts within it come before it ends.
        case begin(MessagePart)
        /// Decoded bytes of the part that began last.
        case body([UInt8])
        /// A part ends; the number is that of its decoded bytes, 0 for containers.
        case end(PartPath, byteCount: Int)
    }

    /// A container whose parts are being read.
    struct Container {
        let path: PartPath
        /// Two hyphens and the boundary; nil for a message within a message.
        let delimiter: [UInt8]?
        /// What the numbers of its parts begin with.
        let prefix: [Int]
        let isDigest: Bool
        var childCount = 0
        var isClosed = false
    }

    enum Mode {
        /// In a header.
        case header
        /// In the body of a leaf.
        case body
        /// Before the first boundary or behind the last.
        case skipping
        case finished
    }

    /// How much of a body is decoded at once.
    static let pieceCount = 1 << 16
    /// A line longer than this is not a boundary: RFC 5322 allows 998 characters.
    static let maximumLineCount = 1024

    let limits: MessageLimits
    let strictness: Strictness
    let charsets: any CharsetDecoding
    let opens: @Sendable (MessagePart) -> Bool

    var buffer: [UInt8] = []
    /// Bytes at the buffer's beginning that are done with.
    var done = 0
    /// Bytes behind `done` that hold no line feed, so that long lines are searched once.
    var searched = 0
    var isEnded = false
    var position = StreamPosition()
    var events: [Event] = []
    var mode = Mode.header
    var containers: [Container] = []
    var partCount = 0

    // The header being read.
    var header = HeaderFields()
    var headerByteCount = 0
    var fieldName = ""
    var fieldValue: [UInt8] = []
    var fieldPosition = TextPosition(offset: 0, line: 1, column: 1)
    var partNumber: Int?

    // The leaf being read.
    var leaf: PartPath?
    var decoder = BodyDecoder.identity
    var bodyStart = TextPosition(offset: 0, line: 1, column: 1)
    var bodyByteCount = 0
    var isAtLineStart = true
    /// The line end before the current line, which belongs to a boundary if one follows: 0 to 2 bytes.
    var lineEnd: [UInt8] = []

    /// Makes a reader at the beginning of a message.
    ///
    /// - Parameters:
    ///   - strictness: What to do with what the standards forbid.
    ///   - limits: What to accept at most.
    ///   - charsets: Who decodes the charsets of file names and other parameters.
    ///   - opens: Whether to read the parts of a message within the message; without them the part is that message as
    ///     it stands.
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

    /// Takes the next bytes of the message.
    ///
    /// - Parameter bytes: Any number.
    public mutating func append(_ bytes: borrowing some Bytes) {
        buffer.removeSubrange(..<done)
        done = 0
        bytes.withBytes { span in buffer.append(contentsOf: span) }
    }

    /// Says that there are no more bytes.
    public mutating func finish() { isEnded = true }

    /// The next event.
    ///
    /// - Returns: Nil when more bytes are needed; behind ``finish()``, when the message is read to its end.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.truncated`, `.unsupported`, `.limitExceeded` and what the
    ///   decoders of bodies throw, with the place in the message. Nothing can be read behind an error.
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
