/// Percent-encoding of URIs (RFC 3986, section 2.1) and of HTML forms.
///
/// The forms differ in which characters stay as they are when encoding. Decoding takes escapes of any byte, with
/// digits of either case, and all characters that a URI may hold; anything else must have been escaped, so a space,
/// a control character, one of `"<>\^`{|}` or a byte beyond ASCII is an error, as is `%` without two digits.
///
/// ```swift
/// PercentEncoding.component.encode("a/b c".utf8)   // a%2Fb%20c
/// PercentEncoding.form.encode("a/b c".utf8)        // a%2Fb+c
/// try PercentEncoding.decode("%E2%82%AC")          // the three bytes of €
/// ```
///
/// Memory: the result alone; the streaming forms keep a few bytes. Source: RFC 3986; WHATWG URL, section 5.
public struct PercentEncoding: StreamingTextCodec, Hashable {
    private let kept: ASCIISet
    private let writesSpaceAsPlus: Bool
    /// What decoding accepts besides the legal characters: with `mixedAlphabets` any byte that is not escaped.
    public var options: DecodingOptions = []

    /// What RFC 3986 calls unreserved.
    private static let unreserved = ASCIISet.letters + ASCIISet.digits + "-._~"
    private static let subDelimiters = "!$&'()*+,;="
    /// All that a URI may hold without escape.
    private static let legal = ASCIISet(unreserved + subDelimiters + ":/?#[]@")

    /// What stands for itself in all forms.
    private static let plain = ASCIISet(unreserved + "!$&'()*,;=:/?#[]@")

    /// A piece of a URI that must not be taken for structure: only letters, digits and `-._~` stay.
    public static let component = PercentEncoding(keeping: unreserved)
    /// A path: `/` and what a segment may hold stay (RFC 3986, section 3.3).
    public static let path = PercentEncoding(keeping: unreserved + subDelimiters + ":@/")
    /// One segment of a path: as ``path``, but `/` is escaped.
    public static let pathSegment = PercentEncoding(keeping: unreserved + subDelimiters + ":@")
    /// A query or a fragment: as ``path``, and `?` stays (RFC 3986, sections 3.4 and 3.5).
    public static let query = PercentEncoding(keeping: unreserved + subDelimiters + ":@/?")
    /// A name or value of `application/x-www-form-urlencoded`: space is `+`; letters, digits and `*-._` stay.
    public static let form = PercentEncoding(
        keeping: ASCIISet.letters + ASCIISet.digits + "*-._", writesSpaceAsPlus: true)

    /// The same as ``component``.
    public static let standard = component

    private init(keeping characters: String, writesSpaceAsPlus: Bool = false) {
        kept = ASCIISet(characters)
        self.writesSpaceAsPlus = writesSpaceAsPlus
    }

    /// Three bytes of text for each byte, when all are escaped.
    public func maximumEncodedCount(for byteCount: Int) -> Int { byteCount.addressable * 3 }

    /// As many bytes as the text has, when nothing is escaped.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text; three bytes for each byte are enough.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if kept.contains(byte) {
                output.append(byte)
            } else if byte == 0x20, writesSpaceAsPlus {
                output.append(UInt8(ascii: "+"))
            } else {
                output.append(UInt8(ascii: "%"))
                output.append(.hexDigit(byte >> 4, isUpper: true))
                output.append(.hexDigit(byte & 15, isUpper: true))
            }
        }
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; as many as the text has are enough.
    /// - Throws: `.invalidCharacter` for what must be escaped and for an escape's wrong digit, `.truncated` for an
    ///   unfinished escape, `.limitExceeded` when `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = decoder
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    private var decoder: Decoding {
        Decoding(readsPlusAsSpace: writesSpaceAsPlus, takesAnyByte: options.contains(.mixedAlphabets))
    }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> some InfallibleByteTransform { Encoding(codec: self) }

    /// Makes a decoder at the start of a stream.
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
        /// Characters of an unfinished escape: none, the sign, or the sign and a digit.
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
                } else if byte == UInt8(ascii: "%") {
                    (pending, value) = (1, 0)
                } else if takesAnyByte || PercentEncoding.legal.contains(byte) {
                    try append(byte == UInt8(ascii: "+") && readsPlusAsSpace ? 0x20 : byte, to: &output)
                } else {
                    let digits = [byte >> 4, byte & 15].map { UInt8.hexDigit($0, isUpper: true) }
                    throw CodecError(
                        .invalidCharacter, at: position.textPosition, "\(byte.quoted) is not escaped",
                        hint: "write %\(String(decoding: digits, as: UTF8.self))")
                }
                position.advance(past: byte)
            }
        }

        /// Copies characters that stand for themselves, as far as they go.
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
