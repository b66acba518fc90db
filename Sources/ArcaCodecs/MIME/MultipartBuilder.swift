/// A streaming writer for messages: fields, parts and encoded bodies.
///
/// ```swift
/// var builder = MultipartBuilder()
/// try builder.addField("Subject", "Grüße")
/// try builder.beginMultipart("mixed")
/// try builder.beginPart(try MediaType("text/plain; charset=utf-8"), encoding: .quotedPrintable)
/// try builder.append("Hallo\n".utf8)
/// try builder.end()
/// try builder.beginPart(.octetStream, encoding: .base64, disposition: .attachment(fileName: "größe.bin"))
/// try builder.append(bytes)
/// try builder.end()
/// try builder.end()
/// let message = builder.takeOutput()
/// ```
///
/// Memory is limited to the output not yet taken with ``takeOutput()``. Values with line ends are rejected, so a value
/// cannot inject a field. Boundaries contain `=_`, which neither quoted-printable nor Base64 can produce (RFC 2045,
/// section 6.7), and 128 random bits. A line of an unencoded body that begins like an open boundary is rejected anyway.
public struct MultipartBuilder: Sendable {
    private enum Encoder {
        case identity(IdentityCheck)
        case quotedPrintable(QuotedPrintable.Encoder)
        case base64(RadixEncoder<Base64Radix>, CanonicalLines?)
    }

    private let lineEnding: LineWrapping.Ending
    private var output: [UInt8] = []
    private var boundaries: [String] = []
    private var boundaryCount = 0
    private let seed: String
    private var encoder: Encoder?
    private var hasBegun = false
    private var isComplete = false
    /// Whether the output is between a container's header and its first boundary.
    private var isAtBodyStart = false

    /// Creates a builder for one message.
    ///
    /// - Parameters:
    ///   - lineEnding: The line ending; CRLF for mail transport.
    ///   - boundarySeed: 1 to 50 letters and digits to include in boundaries; nil for 128 random bits.
    /// - Throws: `.invalidOption` for a seed with other characters or another length.
    public init(lineEnding: LineWrapping.Ending = .crlf, boundarySeed: String? = nil) throws(CodecError) {
        self.lineEnding = lineEnding
        if let boundarySeed {
            let isValid = boundarySeed.utf8.allSatisfy { $0.isAlphanumeric }
            guard isValid, (1...50).contains(boundarySeed.utf8.count) else {
                throw CodecError(.invalidOption, "seed of boundaries is not 1 to 50 letters and digits")
            }
            seed = boundarySeed
        } else {
            var generator = SystemRandomNumberGenerator()
            var bytes: [UInt8] = []
            for _ in 0..<16 { HeaderBytes.appendHex(UInt8(truncatingIfNeeded: generator.next()), to: &bytes) }
            seed = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns the bytes written since the last call.
    public mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Adds a field to the message header; must be called before the first part begins.
    ///
    /// - Parameters:
    ///   - name: The name. Fields that describe the body are rejected, because the builder writes them.
    ///   - value: The text; non-ASCII text becomes encoded words, and long values are folded.
    /// - Throws: `.invalidCharacter` for an invalid name, or for line ends or NUL in the value; `.unencodable` for a
    ///   non-ASCII address; `.invalidOption` for a field that the builder writes, or if a part has begun.
    public mutating func addField(_ name: String, _ value: String) throws(CodecError) {
        guard !hasBegun else { throw CodecError(.invalidOption, "field \(name) comes after the header") }
        let key = name.lowercased()
        let own = ["mime-version", "content-type", "content-transfer-encoding", "content-disposition"]
        guard !own.contains(key) else {
            throw CodecError(.invalidOption, "field \(name) is written by the builder")
        }
        output += try HeaderWriter.field(name, value, lineEnding: lineEnding)
    }

    /// Begins a multipart container.
    ///
    /// - Parameters:
    ///   - subtype: `mixed`, `alternative`, `related`, and so on.
    ///   - parameters: Parameters in addition to the boundary.
    /// - Throws: `.invalidCharacter` for an invalid subtype or parameter; `.invalidOption` inside a part's body or
    ///   after the end of the message.
    public mutating func beginMultipart(
        _ subtype: String, parameters: HeaderParameters = HeaderParameters()
    ) throws(CodecError) {
        var type = try MediaType(type: "multipart", subtype: subtype, parameters: parameters)
        boundaryCount += 1
        let boundary = "=_\(seed)_\(boundaryCount)"
        type["boundary"] = boundary
        let fields = try contentType(type)
        try beginEntity()
        output += fields
        endLine()
        boundaries.append(boundary)
        isAtBodyStart = true
    }

    /// Begins a part with content.
    ///
    /// - Parameters:
    ///   - type: The media type. In `text` types, line ends are normalized.
    ///   - encoding: The transfer encoding of the body.
    ///   - disposition: Whether the part is displayed or saved, and its file name.
    ///   - fields: Additional header fields, such as Content-ID.
    /// - Throws: `.invalidCharacter` and `.unencodable` for invalid fields and parameters, `.invalidOption` inside
    ///   another part's body or after the end of the message.
    public mutating func beginPart(
        _ type: MediaType, encoding: TransferEncoding, disposition: ContentDisposition? = nil,
        fields: KeyValuePairs<String, String> = [:]
    ) throws(CodecError) {
        try beginPart(
            type, encoding: encoding, disposition: disposition, fields: fields.map { ($0.key, $0.value) },
            isText: type.type == "text")
    }

    /// The same; if `isText` is false, line ends are not normalized.
    mutating func beginPart(
        _ type: MediaType, encoding: TransferEncoding, disposition: ContentDisposition?,
        fields: [(name: String, value: String)], isText: Bool
    ) throws(CodecError) {
        var header = try contentType(type)
        header += Array("Content-Transfer-Encoding: \(encoding.rawValue)".utf8) + lineEnd
        if let disposition {
            let value = "Content-Disposition: \(disposition.kind)"
            let parameters = try disposition.parameters.encoded(afterColumn: value.utf8.count, lineEnding: lineEnding)
            header += Array((value + parameters).utf8) + lineEnd
        }
        for (name, value) in fields { header += try HeaderWriter.field(name, value, lineEnding: lineEnding) }
        try beginEntity()
        output += header
        endLine()
        switch encoding {
        case .quotedPrintable:
            let breaks: QuotedPrintable.LineBreaks = lineEnding == .crlf ? .crlf : .lf
            encoder = .quotedPrintable(
                QuotedPrintable(mode: isText ? .text : .binary, lineBreaks: breaks).makeEncoder())
        case .base64:
            let transform = Base64(lines: LineWrapping(76, lineEnding, isExact: false)).radixEncoder
            encoder = .base64(transform, isText ? CanonicalLines() : nil)
        case .sevenBit, .eightBit, .binary:
            encoder = .identity(
                IdentityCheck(encoding: encoding, lineEnding: lineEnding, boundaries: boundaries))
        }
    }

    /// Appends bytes to the body of the current part.
    ///
    /// - Parameter bytes: The next bytes of the content, unencoded.
    /// - Throws: `.unencodable` for content that the part's encoding does not allow: bytes over 0x7f in 7bit; NUL, CR
    ///   without LF and lines over 998 bytes in 7bit and 8bit; a line that begins like a boundary. `.invalidOption`
    ///   outside a part.
    public mutating func append(_ bytes: borrowing some Bytes) throws(CodecError) {
        guard let current = encoder else { throw CodecError(.invalidOption, "no part has begun") }
        // Moved out of the enumeration temporarily, so the encoder's state is not copied.
        encoder = nil
        switch current {
        case .identity(var check):
            try bytes.withBytes { (span) throws(CodecError) in try check.append(span, to: &output) }
            encoder = .identity(check)
        case .quotedPrintable(var transform):
            bytes.withBytes { span in
                output += [UInt8](capacity: transform.maximumOutputCount(for: span.count)) { target in
                    transform.update(span, into: &target)
                }
            }
            encoder = .quotedPrintable(transform)
        case .base64(var transform, var lines):
            let canonical = bytes.withBytes { span in lines?.convert(span) ?? [UInt8](bytes: span) }
            output += [UInt8](capacity: transform.maximumOutputCount(for: canonical.count)) { target in
                transform.update(canonical, into: &target)
            }
            encoder = .base64(transform, lines)
        }
    }

    /// Ends the innermost open part or container; the last call completes the message.
    ///
    /// - Throws: `.invalidOption` if nothing is open, or for a container without a part; `.unencodable` for a 7bit or
    ///   8bit body that ends with CR.
    public mutating func end() throws(CodecError) {
        if let current = encoder {
            switch current {
            case .identity(var check): try check.finish(to: &output)
            case .quotedPrintable(var transform):
                output += [UInt8](capacity: transform.maximumOutputCount(for: 0)) { transform.finish(into: &$0) }
            case .base64(var transform, _):
                output += [UInt8](capacity: transform.maximumOutputCount(for: 0)) { transform.finish(into: &$0) }
                if boundaries.isEmpty { endLine() }
            }
            encoder = nil
        } else if let boundary = boundaries.popLast() {
            guard !isAtBodyStart else { throw CodecError(.invalidOption, "a multipart has at least one part") }
            endLine()
            output += Array("--\(boundary)--".utf8)
            if boundaries.isEmpty { endLine() }
        } else {
            throw CodecError(.invalidOption, "no part has begun")
        }
        if boundaries.isEmpty { isComplete = true }
    }

    private var lineEnd: [UInt8] { lineEnding == .crlf ? [.carriageReturn, .newline] : [.newline] }

    private mutating func endLine() { output += lineEnd }

    private func contentType(_ type: MediaType) throws(CodecError) -> [UInt8] {
        let value = "Content-Type: \(type.essence)"
        return Array(
            (value + (try type.parameters.encoded(afterColumn: value.utf8.count, lineEnding: lineEnding))).utf8)
            + lineEnd
    }

    private mutating func beginEntity() throws(CodecError) {
        guard encoder == nil, !isComplete else {
            throw CodecError(.invalidOption, isComplete ? "message is complete" : "a part's body is still open")
        }
        if let boundary = boundaries.last {
            // The line end before a boundary is part of it (RFC 2046, section 5.1.1).
            if !isAtBodyStart { endLine() }
            isAtBodyStart = false
            output += Array("--\(boundary)".utf8)
            endLine()
        } else {
            hasBegun = true
            output += Array("MIME-Version: 1.0".utf8) + lineEnd
        }
    }
}
