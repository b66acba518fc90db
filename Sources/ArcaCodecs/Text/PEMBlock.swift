/// A PEM block: a label, headers, and the data.
public struct PEMBlock: Sendable, Hashable {
    /// A header line, such as `Proc-Type: 4,ENCRYPTED` (RFC 1421, section 4.6).
    public struct Header: Sendable, Hashable {
        /// The text before the colon.
        public let name: String
        /// The text after the colon and whitespace; continuation lines are joined with a space.
        public internal(set) var value: String

        /// Creates a header.
        ///
        /// - Parameters:
        ///   - name: One or more visible ASCII characters except the colon.
        ///   - value: Text without line ends.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The label, such as `CERTIFICATE` or `PRIVATE KEY`.
    public let label: String
    /// The headers, in order; empty in modern PEM.
    public let headers: [Header]
    /// The decoded data; to wipe the data after use, decode it with ``PEM/find(in:options:)``.
    public let bytes: [UInt8]

    /// Creates a block.
    ///
    /// - Parameters:
    ///   - label: Visible ASCII characters, optionally with single spaces and hyphens between them.
    ///   - headers: Headers in the style of RFC 1421.
    ///   - bytes: The data, any bytes.
    /// - Throws: ``CodecError`` `.invalidOption` for an invalid label or header.
    public init(label: String, headers: [Header] = [], bytes: [UInt8]) throws(CodecError) {
        guard PEM.isLabel(Array(label.utf8)) else {
            throw CodecError(
                .invalidOption, "'\(label)' is not a valid PEM label",
                hint: "visible ASCII characters, with single spaces or hyphens between them")
        }
        for header in headers {
            let isName =
                !header.name.isEmpty && header.name.utf8.allSatisfy { $0.isVisible && $0 != .colon }
            let value = header.value.utf8
            let isValue = value.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && value.first != .space && value.last != .space
            guard isName, isValue else {
                throw CodecError(.invalidOption, "'\(header.name): \(header.value)' is not a valid PEM header")
            }
        }
        self.init(checked: label, headers, bytes)
    }

    init(checked label: String, _ headers: [Header], _ bytes: [UInt8]) {
        self.label = label
        self.headers = headers
        self.bytes = bytes
    }

    /// The value of the first header with a name, ignoring case.
    public subscript(header name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A PEM block found in a text and not yet decoded.
///
/// It can be decoded into memory of the caller, for example to wipe it after use.
public struct PEMSection: Sendable {
    /// The label, such as `CERTIFICATE` or `PRIVATE KEY`.
    public let label: String
    /// The headers, in order.
    public let headers: [PEMBlock.Header]
    /// The range of the block in the text, from its first to its last hyphen.
    public let range: Range<Int>
    let body: Range<Int>
    let options: PEM.Options

    /// The maximum decoded size of the block, in bytes.
    public var maximumByteCount: Int { Base64.standard.maximumDecodedCount(for: body.count) }

    /// Decodes the block and appends the bytes to `output`.
    ///
    /// - Parameters:
    ///   - text: The text that contains the section, unchanged.
    ///   - output: Requires room for `maximumByteCount` bytes.
    /// - Throws: The errors of Base64, with the position in the whole text.
    public func decode(
        from text: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) {
        let lines = options.contains(.anyLines) ? Base64(options: .whitespace) : .pem
        let codec = options.contains(.missingPadding) ? lines.allowing(.missingPadding) : lines
        try text.withBytes { (span) throws(CodecError) in
            precondition(body.upperBound <= span.count, "the section is of another text")
            do throws(CodecError) {
                try codec.decode(span.extracting(body), into: &output)
            } catch {
                let offset = body.lowerBound + (error.position?.offset ?? 0)
                throw CodecError(
                    error.code, at: TextPosition(offset: offset, in: span), error.reason, hint: error.hint)
            }
        }
    }

    /// Decodes the block.
    ///
    /// - Parameter text: The text that contains the section, unchanged.
    /// - Returns: The decoded block.
    /// - Throws: The errors of Base64, with the position in the whole text.
    public func block(from text: borrowing some Bytes) throws(CodecError) -> PEMBlock {
        let bytes = try text.withBytes { (span) throws(CodecError) in
            try [UInt8](capacity: maximumByteCount) { (output) throws(CodecError) in
                try decode(from: span, into: &output)
            }
        }
        return PEMBlock(checked: label, headers, bytes)
    }
}
