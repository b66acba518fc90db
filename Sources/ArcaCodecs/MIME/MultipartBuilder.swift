/// Writes a message in pieces: its fields, its parts, their encoded bodies.
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
/// Memory is what was written and not yet taken by ``takeOutput()``. Values with line ends are refused, so none can
/// add a field. Boundaries hold `=_`, which neither quoted-printable nor Base64 can produce (RFC 2045, section 6.7),
/// and 128 random bits; a line of an unencoded body that begins like an open boundary is refused anyway.
public struct MultipartBuilder: Sendable {
    /// A body encoder.
    private enum Encoder {
        case identity(IdentityCheck)
        case quotedPrintable(QuotedPrintable.Encoder)
        case base64(Base64.Encoder, CanonicalLines?)
    }

    private let lineEnding: LineWrapping.Ending
    private var output: [UInt8] = []
    private var boundaries: [String] = []
    private var boundaryCount = 0
    private let seed: String
    private var encoder: Encoder?
    private var hasBegun = false
    private var isComplete = false
    /// Whether nothing stands between a container's header and its first boundary.
    private var isAtBodyStart = false

    /// Makes a builder of one message.
    ///
    /// - Parameters:
    ///   - lineEnding: What ends lines: CRLF on the wire.
    ///   - boundarySeed: 1 to 50 letters and digits that boundaries are made of; nil for 128 random bits.
    /// - Throws: `.invalidOption` for a seed of other characters or another length.
    public init(lineEnding: LineWrapping.Ending = .crlf, boundarySeed: String? = nil) throws(CodecError) {
        self.lineEnding = lineEnding
        if let boundarySeed {
            let isValid = boundarySeed.utf8.allSatisfy(HeaderBytes.isAlphanumeric)
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

    /// The bytes written since the last call.
    ///
    /// - Returns: The bytes.
    public mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Adds a field to the message's header; only before its first part begins.
    ///
    /// - Parameters:
    ///   - name: The name; fields that describe the body are written by the builder and refused here.
    ///   - value: Text; encoded words are made where it is not ASCII, and long values folded.
    /// - Throws: `.invalidCharacter` for line ends and NUL in the value or an invalid name, `.unencodable` for an
    ///   address beyond ASCII, `.invalidOption` for a field of the builder's or when a part has begun.
    public mutating func addField(_ name: String, _ value: String) throws(CodecError) {
        guard !hasBegun else { throw CodecError(.invalidOption, "field \(name) comes behind the header") }
        let key = name.lowercased()
        let own = ["mime-version", "content-type", "content-transfer-encoding", "content-disposition"]
        guard !own.contains(key) else {
            throw CodecError(.invalidOption, "field \(name) is written by the builder")
        }
        output += try HeaderWriter.field(name, value, lineEnding: lineEnding)
    }

    /// Begins a container of parts.
    ///
    /// - Parameters:
    ///   - subtype: `mixed`, `alternative`, `related`, and so on.
    ///   - parameters: Parameters of its type besides the boundary.
    /// - Throws: `.invalidCharacter` for an invalid subtype or parameter; `.invalidOption` within a part's body.
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
    ///   - type: Its media type; the line ends of `text` types are written as line ends.
    ///   - encoding: How its body is encoded.
    ///   - disposition: Whether it is shown or saved, and under which name.
    ///   - fields: More fields of its header, such as Content-ID.
    /// - Throws: `.invalidCharacter` and `.unencodable` for fields and parameters that cannot be written,
    ///   `.invalidOption` within another part's body.
    public mutating func beginPart(
        _ type: MediaType, encoding: TransferEncoding, disposition: ContentDisposition? = nil,
        fields: KeyValuePairs<String, String> = [:]
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
        let isText = type.type == "text"
        switch encoding {
        case .quotedPrintable:
            let breaks: QuotedPrintable.LineBreaks = lineEnding == .crlf ? .crlf : .lf
            encoder = .quotedPrintable(
                QuotedPrintable(mode: isText ? .text : .binary, lineBreaks: breaks).makeEncoder())
        case .base64:
            let transform = Base64(lines: LineWrapping(76, lineEnding, isExact: false)).makeEncoder()
            encoder = .base64(transform, isText ? CanonicalLines() : nil)
        case .sevenBit, .eightBit, .binary:
            encoder = .identity(
                IdentityCheck(encoding: encoding, lineEnding: lineEnding, boundaries: boundaries))
        }
    }

    /// Adds to the body of the part that has begun.
    ///
    /// - Parameter bytes: The next bytes of the content, not yet encoded.
    /// - Throws: `.unencodable` for what the part's encoding cannot carry as it is: bytes over 0x7f in 7bit, NUL and
    ///   lines over 998 bytes in 7bit and 8bit, a line that begins like a boundary; `.invalidOption` outside of a part.
    public mutating func append(_ bytes: borrowing some Bytes) throws(CodecError) {
        guard let current = encoder else { throw CodecError(.invalidOption, "no part has begun") }
        // Taken out meanwhile, so that the encoder's state is not copied.
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

    /// Ends the part or container that began last; the last call completes the message.
    ///
    /// - Throws: `.invalidOption` when nothing is open.
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

    private var lineEnd: [UInt8] { lineEnding == .crlf ? [0x0d, 0x0a] : [0x0a] }

    private mutating func endLine() { output += lineEnd }

    private func contentType(_ type: MediaType) throws(CodecError) -> [UInt8] {
        let value = "Content-Type: \(type.essence)"
        return Array(
            (value + (try type.parameters.encoded(afterColumn: value.utf8.count, lineEnding: lineEnding))).utf8)
            + lineEnd
    }

    /// Writes what stands before a part's header.
    private mutating func beginEntity() throws(CodecError) {
        guard encoder == nil, !isComplete else {
            throw CodecError(.invalidOption, isComplete ? "message is complete" : "a part's body is still open")
        }
        if let boundary = boundaries.last {
            // The line end before a boundary belongs to it (RFC 2046, section 5.1.1).
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
