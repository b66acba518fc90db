/// Percent-encoding in URIs (RFC 3986, section 2.1) and HTML forms.
///
/// The variants differ in the characters that encoding leaves unescaped. Decoding accepts escapes of any byte, with
/// digits of either case, and all characters allowed in a URI. Anything else is an error: a space, a control character,
/// one of `"<>\^`{|}`, a non-ASCII byte, or `%` without two digits.
///
/// ```swift
/// PercentEncoding.component.encode("a/b c".utf8)     // a%2Fb%20c
/// PercentEncoding.form.encode("a/b c".utf8)          // a%2Fb+c
/// try PercentEncoding.component.decode("%E2%82%AC")  // the three bytes of €
/// ```
///
/// Uses no memory beyond the result; streaming keeps a few bytes. Source: RFC 3986; WHATWG URL, section 5.
public struct PercentEncoding: StreamingTextCodec, Hashable {
    private let kept: ASCIISet
    private let writesSpaceAsPlus: Bool
    /// Deviations from the strict form that decoding accepts: `mixedAlphabets` (any unescaped byte).
    public var options: DecodingOptions = []

    /// The unreserved characters of RFC 3986.
    private static let unreserved = ASCIISet.letters + ASCIISet.digits + "-._~"
    private static let subDelimiters = "!$&'()*+,;="
    /// All characters allowed unescaped in a URI.
    private static let legal = ASCIISet(unreserved + subDelimiters + ":/?#[]@")

    /// Characters that decode to themselves in all variants.
    private static let plain = ASCIISet(unreserved + "!$&'()*,;=:/?#[]@")

    /// A URI component without structure: only letters, digits and `-._~` stay unescaped.
    public static let component = PercentEncoding(keeping: unreserved)
    /// A path: `/` and the characters allowed in a segment stay unescaped (RFC 3986, section 3.3).
    public static let path = PercentEncoding(keeping: unreserved + subDelimiters + ":@/")
    /// A path segment: like ``path``, but `/` is escaped.
    public static let pathSegment = PercentEncoding(keeping: unreserved + subDelimiters + ":@")
    /// A query or fragment: like ``path``, but `?` stays unescaped (RFC 3986, sections 3.4 and 3.5).
    public static let query = PercentEncoding(keeping: unreserved + subDelimiters + ":@/?")
    /// A name or value in `application/x-www-form-urlencoded`: space is `+`; letters, digits and `*-._` stay unescaped.
    public static let form = PercentEncoding(
        keeping: ASCIISet.letters + ASCIISet.digits + "*-._", writesSpaceAsPlus: true)

    private init(keeping characters: String, writesSpaceAsPlus: Bool = false) {
        kept = ASCIISet(characters)
        self.writesSpaceAsPlus = writesSpaceAsPlus
    }

    /// The maximum number of bytes of text for `byteCount` bytes: three per byte, if all are escaped.
    public func maximumEncodedCount(for byteCount: Int) -> Int { byteCount.addressable * 3 }

    /// The maximum decoded size of `characterCount` bytes of text: the same number, if nothing is escaped.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for the text; three times the number of bytes is always enough.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if kept.contains(byte) {
                output.append(byte)
            } else if byte == .space, writesSpaceAsPlus {
                output.append(.plus)
            } else {
                output.append(.percent)
                output.append(.hexDigit(byte >> 4, isUpper: true))
                output.append(.hexDigit(byte & 15, isUpper: true))
            }
        }
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; the size of the text is always enough.
    ///
    /// - Throws: `.invalidCharacter` for a character that must be escaped or an invalid digit in an escape,
    ///   `.truncated` for an incomplete escape, `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = decoder
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    private var decoder: Decoding {
        Decoding(readsPlusAsSpace: writesSpaceAsPlus, takesAnyByte: options.contains(.mixedAlphabets))
    }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> some InfallibleByteTransform { Encoding(codec: self) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { decoder }

    private struct Encoding: InfallibleByteTransform {
        let codec: PercentEncoding

        func maximumOutputCount(for byteCount: Int) -> Int { byteCount.addressable * 3 }

        mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
            codec.encode(bytes, into: &output)
        }

        mutating func finish(into output: inout OutputSpan<UInt8>) {}
    }

    private struct Decoding: ByteTransform {
        let readsPlusAsSpace: Bool
        let takesAnyByte: Bool
        private var position = StreamPosition()
        /// The number of characters in an incomplete escape, 0 to 2.
        private var pending = 0
        private var value: UInt8 = 0

        init(readsPlusAsSpace: Bool, takesAnyByte: Bool) {
            self.readsPlusAsSpace = readsPlusAsSpace
            self.takesAnyByte = takesAnyByte
        }

        func maximumOutputCount(for byteCount: Int) -> Int { byteCount }

        mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
            var index = 0
            while index < bytes.count {
                if pending == 0 { index += takePlain(bytes.extracting(index...), into: &output) }
                guard index < bytes.count else { return }
                let byte = bytes[index]
                index += 1
                if pending > 0 {
                    guard let digit = byte.hexDigitValue else {
                        throw CodecError(
                            .invalidCharacter, at: position.textPosition,
                            "\(byte.quoted) where a hexadecimal digit of an escape should be",
                            hint: "a percent sign itself is written %25")
                    }
                    value = value << 4 | digit
                    pending = (pending + 1) % 3
                    if pending == 0 { try append(value, to: &output) }
                } else if byte == .percent {
                    (pending, value) = (1, 0)
                } else if takesAnyByte || PercentEncoding.legal.contains(byte) {
                    try append(byte == .plus && readsPlusAsSpace ? .space : byte, to: &output)
                } else {
                    let digits = [byte >> 4, byte & 15].map { UInt8.hexDigit($0, isUpper: true) }
                    throw CodecError(
                        .invalidCharacter, at: position.textPosition, "\(byte.quoted) is not escaped",
                        hint: "write %\(String(decoding: digits, as: UTF8.self))")
                }
                position.advance(past: byte)
            }
        }

        /// Copies a run of characters that decode to themselves.
        private mutating func takePlain(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
            let room = min(bytes.count, output.freeCapacity)
            var count = 0
            while count < room, PercentEncoding.plain.contains(bytes[count]) { count += 1 }
            output.append(contentsOf: bytes.extracting(..<count))
            position.advance(by: count)
            return count
        }

        private func append(_ byte: UInt8, to output: inout OutputSpan<UInt8>) throws(CodecError) {
            guard output.freeCapacity > 0 else {
                throw CodecError(
                    .limitExceeded, at: position.textPosition, "the decoded bytes do not fit the buffer")
            }
            output.append(byte)
        }

        mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
            if pending > 0 {
                throw CodecError(.truncated, at: position.textPosition, "the text ends inside an escape")
            }
        }
    }
}
