/// One block of PEM: a label, headers, and the bytes.
public struct PEMBlock: Sendable, Hashable {
    /// A header line, such as `Proc-Type: 4,ENCRYPTED` (RFC 1421, section 4.6).
    public struct Header: Sendable, Hashable {
        /// What stands before the colon.
        public let name: String
        /// What stands after the colon and whitespace; continued lines joined by a space.
        public internal(set) var value: String

        /// Creates a header.
        ///
        /// - Parameters:
        ///   - name: Visible ASCII characters without colon, one or more.
        ///   - value: Text without line ends.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What the block is: `CERTIFICATE`, `PRIVATE KEY`.
    public let label: String
    /// The headers, in order; none in modern PEM.
    public let headers: [Header]
    /// The bytes, of any number.
    ///
    /// Bytes that must be wiped after use are read through ``PEM/find(in:options:)``.
    public let bytes: [UInt8]

    /// Creates a block.
    ///
    /// - Parameters:
    ///   - label: Visible ASCII characters; single spaces and hyphens may lie between them.
    ///   - headers: Headers of the old kind.
    ///   - bytes: The bytes.
    /// - Throws: ``CodecError`` `.invalidOption` for a label or a header that would not be read again.
    public init(label: String, headers: [Header] = [], bytes: [UInt8]) throws(CodecError) {
        guard PEM.isLabel(Array(label.utf8)) else {
            throw CodecError(
                .invalidOption, "'\(label)' is not a valid PEM label",
                hint: "visible ASCII characters, with single spaces or hyphens between them")
        }
        for header in headers {
            let isName =
                !header.name.isEmpty && header.name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x3a }
            let value = header.value.utf8
            let isValue = value.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && value.first != 0x20 && value.last != 0x20
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

    /// The value of the first header of this name, in any case of letters.
    public subscript(header name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A block of PEM that was found in a text and is not decoded yet.
///
/// The bytes can be decoded into memory of the caller's, such as one that is wiped after use.
public struct PEMSection: Sendable {
    /// What the block is: `CERTIFICATE`, `PRIVATE KEY`.
    public let label: String
    /// The headers, in order.
    public let headers: [PEMBlock.Header]
    /// Where the block lies in the text, from its first to after its last hyphen.
    public let range: Range<Int>
    /// Where the Base64 text lies.
    let body: Range<Int>
    let options: PEM.Options

    /// The maximum number of bytes that the block decodes to.
    public var maximumByteCount: Int { Base64.standard.maximumDecodedCount(for: body.count) }

    /// Appends the bytes to `output`.
    ///
    /// - Parameters:
    ///   - text: The text in which the section was found, unchanged.
    ///   - output: Requires room for `maximumByteCount` bytes.
    /// - Throws: What Base64 throws, at the place in the whole text.
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
    /// - Parameter text: The text in which the section was found, unchanged.
    /// - Returns: The block with its bytes.
    /// - Throws: What Base64 throws, at the place in the whole text.
    public func block(from text: borrowing some Bytes) throws(CodecError) -> PEMBlock {
        let bytes = try text.withBytes { (span) throws(CodecError) in
            try [UInt8](capacity: maximumByteCount) { (output) throws(CodecError) in
                try decode(from: span, into: &output)
            }
        }
        return PEMBlock(checked: label, headers, bytes)
    }
}
