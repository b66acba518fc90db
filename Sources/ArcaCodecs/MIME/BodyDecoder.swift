/// Decodes the body of a message part by its transfer encoding.
enum BodyDecoder: Sendable {
    case identity
    case quotedPrintable(QuotedPrintable.Decoder)
    case base64(Base64.Decoder)

    /// - Parameters:
    ///   - encoding: How the body is encoded.
    ///   - strictness: Strict still drops white space at the end of quoted-printable lines, which RFC 2045 demands since
    ///     transport adds it, and takes lines of 78 characters, which Python writes.
    init(_ encoding: TransferEncoding, strictness: Strictness) {
        let isStrict = strictness == .strict
        switch encoding {
        case .sevenBit, .eightBit, .binary: self = .identity
        case .quotedPrintable:
            self = .quotedPrintable(
                QuotedPrintable(options: isStrict ? [.whitespace, .longLines] : .lenient).makeDecoder())
        case .base64:
            self = .base64(Base64(lines: .mime, options: isStrict ? [] : .lenient).makeDecoder())
        }
    }

    /// Decodes the next bytes.
    mutating func update(_ bytes: Span<UInt8>) throws(CodecError) -> [UInt8] {
        switch self {
        case .identity: return [UInt8](bytes: bytes)
        case .quotedPrintable(var decoder):
            // Taken out of the enumeration meanwhile, so that its buffer is not copied.
            self = .identity
            defer { self = .quotedPrintable(decoder) }
            return try Self.update(&decoder, bytes)
        case .base64(var decoder):
            self = .identity
            defer { self = .base64(decoder) }
            return try Self.update(&decoder, bytes)
        }
    }

    /// Ends the body.
    mutating func finish() throws(CodecError) -> [UInt8] {
        switch self {
        case .identity: return []
        case .quotedPrintable(var decoder): return try Self.finish(&decoder)
        case .base64(var decoder): return try Self.finish(&decoder)
        }
    }

    private static func update(_ decoder: inout some ByteTransform, _ bytes: Span<UInt8>) throws(CodecError) -> [UInt8]
    {
        try [UInt8](capacity: decoder.maximumOutputCount(for: bytes.count)) { (output) throws(CodecError) in
            try decoder.update(bytes, into: &output)
        }
    }

    private static func finish(_ decoder: inout some ByteTransform) throws(CodecError) -> [UInt8] {
        try [UInt8](capacity: decoder.maximumOutputCount(for: 0)) { (output) throws(CodecError) in
            try decoder.finish(into: &output)
        }
    }
}
