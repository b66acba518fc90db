/// Base16 or hexadecimal (RFC 4648, section 8), strict.
///
/// Encoding writes lower-case digits, as is usual for hashes, or the RFC's upper-case digits with ``upper``. Decoding
/// accepts either case, but not both in one text, so every text survives a round trip. `allowing(.letterCase)` accepts
/// mixed case.
///
/// ```swift
/// Base16.standard.encode([0xca, 0xfe])  // "cafe"
/// Base16.upper.encode([0xca, 0xfe])     // "CAFE"
/// try Base16.standard.decode("CAFE")    // [0xca, 0xfe]
/// try Base16.standard.decode("caFE")    // throws .invalidCharacter at offset 2
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 100 bytes. Source: RFC 4648, section 8.
public struct Base16: StreamingTextCodec, Hashable {
    /// The case of the digits A to F.
    public enum LetterCase: Sendable, Hashable {
        /// `0123456789abcdef`.
        case lower
        /// `0123456789ABCDEF`.
        case upper
    }

    /// The case that encoding writes.
    public var letterCase: LetterCase
    /// The line wrapping, or nil for a single line without line endings.
    public var lines: LineWrapping?
    /// Deviations from the canonical text that decoding accepts: `whitespace`, `letterCase`.
    public var options: DecodingOptions

    /// Lower-case digits on one line.
    public static let standard = Base16()
    /// Upper-case digits on one line, as RFC 4648 prints them.
    public static let upper = Base16(letterCase: .upper)

    /// Creates a codec.
    public init(letterCase: LetterCase = .lower, lines: LineWrapping? = nil, options: DecodingOptions = []) {
        self.letterCase = letterCase
        self.lines = lines
        self.options = options
    }

    private static let lowerTable = table("0123456789abcdef")
    private static let upperTable = table("0123456789ABCDEF")

    private static func table(_ digits: String) -> SymbolTable {
        let symbols = Array(digits.utf8)
        return SymbolTable(symbols, aliases: SymbolTable.otherCase(symbols))
    }

    private var table: SymbolTable { letterCase == .lower ? Base16.lowerTable : Base16.upperTable }

    /// The exact number of bytes of text, line endings included, for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int {
        let symbols = 2 * byteCount.addressable
        return lines?.count(for: symbols) ?? symbols
    }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: one byte per two characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount / 2 }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `encodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        guard lines == nil else {
            var encoder = makeEncoder()
            encoder.update(bytes, into: &output)
            encoder.finish(into: &output)
            return
        }
        Base16Radix.encode(bytes, into: &output, table, padding: nil)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, also for a digit of the other case; `.invalidLength` for an odd number of digits;
    ///   `.invalidSyntax` for lines of the wrong length; `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = HexDecoder(lines: lines, options: options)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform {
        RadixEncoder<Base16Radix>(table, padding: nil, lines: lines.map { LineBreaker($0) })
    }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { HexDecoder(lines: lines, options: options) }

    private struct HexDecoder: ByteTransform {
        private var decoder: RadixDecoder<Base16Radix>
        private var isCaseKnown: Bool

        init(lines: LineWrapping?, options: DecodingOptions) {
            isCaseKnown = options.contains(.letterCase)
            let table = Base16.lowerTable
            decoder = RadixDecoder(
                table, values: isCaseKnown ? table.lenientValues : table.values, rule: .absent, lines: lines,
                options: options)
        }

        func maximumOutputCount(for byteCount: Int) -> Int { decoder.maximumOutputCount(for: byteCount) }

        mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
            var index = 0
            while !isCaseKnown, index < bytes.count {
                let byte = bytes[index]
                if byte >= 0x41 {
                    isCaseKnown = true
                    if byte < 0x61 { decoder.values = Base16.upperTable.values }
                }
                index += 1
            }
            try decoder.update(bytes, into: &output)
        }

        mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
            try decoder.finish(into: &output)
        }
    }
}
