public import ArcaCore

/// How the body of a message part is encoded (RFC 2045, section 6).
public enum TransferEncoding: String, Sendable, Hashable, CaseIterable {
    /// Lines of ASCII, as they are.
    case sevenBit = "7bit"
    /// Lines of any bytes, as they are.
    case eightBit = "8bit"
    /// Any bytes, as they are.
    case binary
    /// Quoted-printable.
    case quotedPrintable = "quoted-printable"
    /// Base64 in lines.
    case base64

    /// Whether the body stands in the message as it is.
    public var isIdentity: Bool { self != .quotedPrintable && self != .base64 }

    /// Finds the encoding of a Content-Transfer-Encoding value.
    ///
    /// - Parameter name: Any case; nil results for every other name.
    public init?(named name: String) { self.init(rawValue: name.lowercased()) }

    /// The encoding that suits bytes of a kind: as they are when that is safe, else the shorter of the other two.
    ///
    /// - Parameters:
    ///   - bytes: The body, or a good part of its beginning.
    ///   - isText: Whether its line ends are line ends.
    /// - Returns: `.sevenBit`, `.quotedPrintable` or `.base64`.
    public static func suitable(for bytes: borrowing some Bytes, isText: Bool) -> TransferEncoding {
        bytes.withBytes { span in
            var escapes = 0
            var column = 0
            var longest = 0
            var previous: UInt8 = 0x0a
            for index in span.indices {
                let byte = span[index]
                switch byte {
                case 0x0a where isText:
                    column = 0
                    if HeaderBytes.isBlank(previous) { escapes += 1 }
                    previous = byte
                    continue
                case 0x0d where isText && index + 1 < span.count && span[index + 1] == 0x0a: continue
                case 0x09, 0x20...0x7e: break
                default: escapes += 1
                }
                column += 1
                longest = max(longest, column)
                previous = byte
            }
            if isText, escapes == 0, longest <= 78 { return .sevenBit }
            // Base64 takes a third more; an escape takes two bytes more.
            return escapes * 6 <= span.count ? .quotedPrintable : .base64
        }
    }
}

/// Decodes the body of a message part by its transfer encoding.
enum BodyDecoder: Sendable {
    case identity
    case quotedPrintable(QuotedPrintable.Decoder)
    case base64(Base64.Decoder)

    /// - Parameters:
    ///   - encoding: How the body is encoded.
    ///   - strictness: Strict still drops white space at the end of quoted-printable lines, which RFC 2045 requires since
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
