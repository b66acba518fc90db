/// A message or a part of it as a tree, with decoded bodies in memory.
///
/// ```swift
/// let tree = try MIMEPart(mail)
/// for part in tree.leaves { print(part.head.path, part.head.mediaType, part.body.count) }
/// ```
///
/// ``MIMEMessage`` has the usual contents of a mail as values. ``MultipartReader`` streams messages of any size.
public struct MIMEPart: Sendable, Hashable {
    /// The part's header, media type, number and file name.
    public let head: MessagePart
    /// The decoded body; empty for a part that contains parts.
    public let body: [UInt8]
    /// The parts of a multipart, in order.
    public let parts: [MIMEPart]
    /// Violations of the standards that lenient reading accepted in this part, without those of its parts.
    public private(set) var remarks: [MultipartReader.Remark] = []

    /// Reads a message.
    ///
    /// A message within the message is not parsed: it is the body of its part, and a `MIMEPart` can read it.
    ///
    /// - Parameters:
    ///   - message: The message, with its header.
    ///   - strictness: Whether to reject or repair violations of the standards.
    ///   - limits: The limits on depth, number and size of the parts.
    ///   - charsets: The charset decoder for file names and other parameters.
    /// - Throws: The errors of ``MultipartReader/next()``.
    public init(
        _ message: borrowing some Bytes, strictness: Strictness = .strict, limits: MessageLimits = MessageLimits(),
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        var reader = MultipartReader(
            strictness: strictness, limits: limits, charsets: charsets, opens: { _ in false })
        reader.append(message)
        reader.finish()
        // The open parts, from the message inward.
        var open: [(head: MessagePart, body: [UInt8], parts: [MIMEPart])] = []
        var root: MIMEPart?
        while let event = try reader.next() {
            switch event {
            case .begin(let head): open.append((head, [], []))
            case .body(let bytes): open[open.count - 1].body += bytes
            case .end:
                let (head, body, parts) = open.removeLast()
                let part = MIMEPart(head: head, body: body, parts: parts)
                if open.isEmpty { root = part } else { open[open.count - 1].parts.append(part) }
            }
        }
        guard var root else { throw CodecError(.truncated, "the message is empty") }
        root.attach(Dictionary(grouping: reader.remarks, by: \.part))
        self = root
    }

    private init(head: MessagePart, body: [UInt8], parts: [MIMEPart]) {
        (self.head, self.body, self.parts) = (head, body, parts)
    }

    private init(_ part: MIMEPart, parts: [MIMEPart], remarks: [MultipartReader.Remark]) {
        (head, body, self.parts, self.remarks) = (part.head, part.body, parts, remarks)
    }

    private mutating func attach(_ remarks: [PartPath: [MultipartReader.Remark]]) {
        guard !remarks.isEmpty else { return }
        self = MIMEPart(
            self,
            parts: parts.map {
                var part = $0
                part.attach(remarks)
                return part
            }, remarks: remarks[head.path] ?? [])
    }

    /// The parts with content, in order: this part if it has no parts, else the leaves of its parts.
    public var leaves: [MIMEPart] { parts.isEmpty ? [self] : parts.flatMap { $0.leaves } }

    /// The part with a number, or nil.
    public subscript(path: PartPath) -> MIMEPart? {
        if head.path == path { return self }
        for part in parts { if let found = part[path] { return found } }
        return nil
    }

    /// Returns the body as text in the part's charset, with LF as line ends.
    ///
    /// - Parameters:
    ///   - replacingInvalid: Whether to replace invalid bytes with U+FFFD instead of throwing an error.
    ///   - charsets: The charset decoder.
    /// - Returns: The text.
    /// - Throws: `.unsupported` for a charset that `charsets` does not know; `.invalidUTF8`, `.invalidCharacter` or
    ///   `.truncated` at the first invalid byte of the body.
    public func text(
        replacingInvalid: Bool = false, charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) -> String {
        // RFC 2045, section 5.2: text without a charset is ASCII.
        let charset = head.mediaType["charset"] ?? "us-ascii"
        let text: String
        do {
            text = try charsets.decode(body.span, charset: charset, replacingInvalid: replacingInvalid)
        } catch {
            throw CodecError(error.code, at: error.position, "part \(head.path): \(error.reason)", hint: error.hint)
        }
        guard text.utf8.contains(.carriageReturn) else { return text }
        return text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
    }
}
