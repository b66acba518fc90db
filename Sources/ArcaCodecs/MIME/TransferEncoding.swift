/// The transfer encoding of a message part's body (RFC 2045, section 6).
public enum TransferEncoding: String, Sendable, Hashable, CaseIterable {
    /// Unencoded lines of ASCII.
    case sevenBit = "7bit"
    /// Unencoded lines of any bytes except NUL.
    case eightBit = "8bit"
    /// Unencoded bytes.
    case binary
    /// Quoted-printable.
    case quotedPrintable = "quoted-printable"
    /// Base64 in lines of 76 characters.
    case base64

    /// Whether the body is unencoded.
    public var isIdentity: Bool { self != .quotedPrintable && self != .base64 }

    /// Creates the encoding with a Content-Transfer-Encoding value.
    ///
    /// - Parameter name: The name, in any case; unknown names return nil.
    public init?(named name: String) { self.init(rawValue: name.lowercased()) }

    /// Chooses an encoding for a body: unencoded if that is safe, else the shorter of the other two.
    ///
    /// - Parameters:
    ///   - bytes: The body, or a long prefix of it.
    ///   - isText: Whether the body is text, so its line endings may change.
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
                case .newline where isText:
                    column = 0
                    if previous.isBlank { escapes += 1 }
                    previous = byte
                    continue
                case .carriageReturn where isText && index + 1 < span.count && span[index + 1] == .newline: continue
                case .tab, 0x20...0x7e: break
                default: escapes += 1
                }
                column += 1
                longest = max(longest, column)
                previous = byte
            }
            if isText, escapes == 0, longest <= 78 { return .sevenBit }
            // Base64 adds a third; an escape adds two bytes.
            return escapes * 6 <= span.count ? .quotedPrintable : .base64
        }
    }
}

enum BodyDecoder: Sendable {
    case identity
    case quotedPrintable(QuotedPrintable.Decoder)
    case base64(RadixDecoder<Base64Radix>)
    case lenientBase64(MailBase64Decoder)
    /// uuencode, collected until the end.
    case uuencode([UInt8])

    /// Creates a decoder for a body.
    ///
    /// Strict decoding still drops trailing whitespace in quoted-printable lines, which RFC 2045 requires because
    /// transport adds it, and accepts lines of 78 characters, which Python writes.
    init(_ encoding: TransferEncoding, strictness: Strictness) {
        let isStrict = strictness == .strict
        switch encoding {
        case .sevenBit, .eightBit, .binary: self = .identity
        case .quotedPrintable:
            self = .quotedPrintable(
                QuotedPrintable(options: isStrict ? [.whitespace, .longLines] : .lenient).makeDecoder())
        case .base64:
            self = isStrict ? .base64(Base64(lines: .mime).radixDecoder) : .lenientBase64(MailBase64Decoder())
        }
    }

    mutating func update(_ bytes: Span<UInt8>) throws(CodecError) -> [UInt8] {
        switch self {
        case .identity: return [UInt8](bytes: bytes)
        case .quotedPrintable(var decoder):
            // Moved out of the enumeration temporarily, so its buffer is not copied.
            self = .identity
            defer { self = .quotedPrintable(decoder) }
            return try Self.update(&decoder, bytes)
        case .base64(var decoder):
            self = .identity
            defer { self = .base64(decoder) }
            return try Self.update(&decoder, bytes)
        case .lenientBase64(var decoder):
            self = .identity
            defer { self = .lenientBase64(decoder) }
            return decoder.update(bytes)
        case .uuencode(var text):
            self = .identity
            guard text.count + bytes.count <= Self.maximumUuencodedCount else {
                throw CodecError(.limitExceeded, "a uuencoded part of more than \(Self.maximumUuencodedCount) bytes")
            }
            bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
            self = .uuencode(text)
            return []
        }
    }

    private static let maximumUuencodedCount = 256 << 20

    mutating func finish() throws(CodecError) -> [UInt8] {
        switch self {
        case .identity: return []
        case .quotedPrintable(var decoder): return try Self.finish(&decoder)
        case .base64(var decoder): return try Self.finish(&decoder)
        case .lenientBase64(var decoder):
            defer { self = .lenientBase64(decoder) }
            return decoder.finish()
        case .uuencode(let text): return try UUEncoding.decode(text, strictness: .lenient).bytes
        }
    }

    /// A message about what a lenient decoder ignored, and whether data is missing; nil if it ignored nothing.
    var loss: (text: String, isMissing: Bool)? {
        guard case .lenientBase64(let decoder) = self else { return nil }
        if decoder.isCut { return ("the Base64 text is truncated", true) }
        if decoder.hasDroppedBits { return ("unused bits of the Base64 text are not zero: it is incomplete", true) }
        if decoder.footerByteCount > 0 {
            return ("\(decoder.footerByteCount) bytes of text after the Base64 data were ignored", false)
        }
        guard decoder.ignoredCount > 0 else { return nil }
        let noun = decoder.ignoredCount == 1 ? "character was" : "characters were"
        return ("\(decoder.ignoredCount) \(noun) ignored, outside of the Base64 alphabet", false)
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
