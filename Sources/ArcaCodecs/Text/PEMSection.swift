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

    /// The most bytes that the block decodes to.
    public var maximumByteCount: Int { Base64.standard.maximumDecodedCount(for: body.count) }

    /// Appends the bytes to `output`.
    ///
    /// - Parameters:
    ///   - text: The text in which the section was found, unchanged.
    ///   - output: Needs room for `maximumByteCount` bytes.
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
