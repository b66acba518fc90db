/// The encoding of IMAP mailbox names, "modified UTF-7" (RFC 3501, section 5.1.3), strict.
///
/// Printable ASCII is written as is, and `&` as `&-`. Everything else is UTF-16 in unpadded Base64 between `&` and `-`,
/// with `,` instead of `/`. The bytes are the name in UTF-8.
///
/// ```swift
/// IMAPMailboxName.standard.encode("~peter/mail/台北/日本語".utf8)         // "~peter/mail/&U,BTFw-/&ZeVnLIqe-"
/// try IMAPMailboxName.standard.decode("~peter/mail/&U,BTFw-/&ZeVnLIqe-")  // the name's UTF-8
/// ```
///
/// Names are short, so there is no streaming form. Source: RFC 3501, section 5.1.3.
public struct IMAPMailboxName: TextCodec, Hashable {
    /// The error that encoding throws: `.invalidUTF8`.
    public typealias EncodingFailure = CodecError

    /// The decoding options; this codec ignores them.
    public var options: DecodingOptions

    /// The standard form.
    public static let standard = IMAPMailboxName()

    /// Creates a codec.
    public init(options: DecodingOptions = []) { self.options = options }

    /// The maximum number of bytes of text for `byteCount` bytes of UTF-8, reached by isolated control characters.
    public func maximumEncodedCount(for byteCount: Int) -> Int { byteCount.addressable * 5 }

    /// The maximum decoded size of `characterCount` bytes of text, in bytes of UTF-8.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount.addressable * 3 / 2 }

    /// Encodes a name and appends the text to `output`.
    ///
    /// - Parameters:
    ///   - bytes: The name in UTF-8.
    ///   - output: Requires room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    /// - Throws: `.invalidUTF8` at the first byte that is not UTF-8.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let name = Array(bytes: bytes)
        var units: [UInt8] = []  // UTF-16 of the characters to encode, big-endian
        func shift(_ units: inout [UInt8], _ output: inout OutputSpan<UInt8>) {
            guard !units.isEmpty else { return }
            output.append(.ampersand)
            Base64.imap.encode(units, into: &output)
            output.append(.hyphen)
            units.removeAll(keepingCapacity: true)
        }
        var decoder = UTF8()
        var iterator = name.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput:
                shift(&units, &output)
                return
            case .error:
                throw CodecError(.invalidUTF8, at: TextPosition(offset: offset, in: name), "the name is not UTF-8")
            case .scalarValue(let scalar):
                offset += UTF8.width(scalar)
                if scalar.value >= 0x20, scalar.value <= 0x7e {
                    shift(&units, &output)
                    output.append(UInt8(truncatingIfNeeded: scalar.value))
                    if scalar.value == 0x26 { output.append(.hyphen) }
                } else {
                    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                        units.append(UInt8(unit >> 8))
                        units.append(UInt8(truncatingIfNeeded: unit))
                    }
                }
            }
        }
    }

    /// Decodes a name and appends its UTF-8 to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole encoded name.
    ///   - output: Requires room for the name; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter` for anything except printable ASCII, and for errors in Base64 parts; `.truncated`
    ///   without the closing `-`; `.invalidSyntax` for adjacent encoded parts, for encoded printable ASCII and for
    ///   malformed UTF-16; `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let text = Array(bytes: text)
        func place(_ offset: Int) -> TextPosition { TextPosition(offset: offset, in: text) }
        var name = ""
        var index = 0
        var isAfterShift = false
        while index < text.count {
            let byte = text[index]
            guard byte >= 0x20, byte <= 0x7e else {
                throw CodecError(
                    .invalidCharacter, at: place(index), "\(byte.quoted) must be encoded in a mailbox name")
            }
            guard byte == .ampersand else {
                name.unicodeScalars.append(Unicode.Scalar(byte))
                isAfterShift = false
                index += 1
                continue
            }
            guard let end = text[index...].firstIndex(of: .hyphen) else {
                throw CodecError(
                    .truncated, at: place(text.count), "- is missing after the encoded part",
                    hint: "& itself is written &-")
            }
            if end == index + 1 {
                name.append("&")
                isAfterShift = false
            } else {
                guard !isAfterShift else {
                    throw CodecError(
                        .invalidSyntax, at: place(index), "two encoded parts that should be one")
                }
                name += try shifted(text, index + 1..<end)
                isAfterShift = true
            }
            index = end + 1
        }
        let bytes = Array(name.utf8)
        guard output.freeCapacity >= bytes.count else {
            throw CodecError(.limitExceeded, at: place(text.count), "the decoded bytes do not fit the buffer")
        }
        output.append(contentsOf: bytes.span)
    }

    private func shifted(_ text: [UInt8], _ range: Range<Int>) throws(CodecError) -> String {
        let bytes: [UInt8]
        do throws(CodecError) { bytes = try Base64.imap.decode(text[range]) } catch {
            let offset = range.lowerBound + (error.position?.offset ?? 0)
            throw CodecError(
                error.code, at: TextPosition(offset: offset, in: text), error.reason, hint: error.hint)
        }
        let start = TextPosition(offset: range.lowerBound, in: text)
        guard bytes.count % 2 == 0 else {
            throw CodecError(.invalidSyntax, at: start, "the encoded part is half a UTF-16 unit too long")
        }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var characters = ""
        var decoder = UTF16()
        var iterator = units.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return characters
            case .error: throw CodecError(.invalidSyntax, at: start, "a surrogate without its other half")
            case .scalarValue(let scalar):
                guard scalar.value < 0x20 || scalar.value > 0x7e else {
                    throw CodecError(
                        .invalidSyntax, at: start, "'\(scalar)' is encoded and should stand for itself")
                }
                characters.unicodeScalars.append(scalar)
            }
        }
    }
}
