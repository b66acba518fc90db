/// Hex dumps in the formats of `xxd`, `hexdump -C` and `xxd -p`, strict.
///
/// Decoding verifies all redundant information: each offset against the number of preceding bytes, the text column
/// against the bytes on the same line. A digit that is missing, misplaced or invalid is an error with a position;
/// nothing is skipped. The last line may lack a line ending. `allowing(.whitespace)` accepts other shapes: other
/// spacing and line lengths, a nonzero first offset, no text column, upper-case offsets, CRLF, empty lines. Offsets and
/// text columns are still verified.
///
/// ```swift
/// HexDump.standard.encode("Hi\n".utf8)  // 00000000: 4869 0a                                  Hi.
/// HexDump.plain.encode("Hi\n".utf8)     // 48690a
/// try HexDump.canonical.decode("00000000  48 69                                             |Hi|\n00000002\n")
/// ```
///
/// Uses no memory beyond the result; streaming keeps two lines. Source: the programs of vim 9.0 and util-linux 2.38.
public struct HexDump: StreamingTextCodec, Hashable {
    /// The program and options that write the dump.
    public enum Layout: Sendable, Hashable {
        /// `xxd`: an offset, groups of digits, text.
        case xxd
        /// `hexdump -C`: an offset, bytes, text between bars, repeated lines as `*`, the length at the end.
        case canonical
        /// `xxd -p`: only digits.
        case plain
    }

    /// The program and options that write the dump.
    public let layout: Layout
    /// Bytes per line.
    public let columns: Int
    let group: Int
    /// Whether encoding writes upper-case bytes; decoding accepts either case, but not both in one dump.
    public let isUpper: Bool
    /// Whether encoding writes repeated lines as `*`, in the canonical layout.
    public let squeezes: Bool
    /// The maximum number of bytes that all `*` lines of a dump may expand to in decoding; 16 MiB by default.
    ///
    /// Without a limit, a short text could exhaust memory.
    public var maximumSqueezedCount = 16 << 20
    /// Deviations from the exact layout that decoding accepts: `whitespace` (other shapes).
    public var options: DecodingOptions = []

    /// The format of `xxd`: 16 bytes per line in groups of two.
    public static let standard = HexDump(.xxd, columns: 16, group: 2)
    /// The format of `hexdump -C`.
    public static let canonical = HexDump(.canonical, columns: 16, group: 1)
    /// The format of `xxd -p`: 30 bytes per line.
    public static let plain = HexDump(.plain, columns: 30, group: 30)

    private init(_ layout: Layout, columns: Int, group: Int, isUpper: Bool = false, squeezes: Bool = true) {
        self.layout = layout
        self.columns = columns
        self.group = group
        self.isUpper = isUpper
        self.squeezes = squeezes
    }

    /// Returns a codec for the format of `xxd -c columns -g groupSize`.
    ///
    /// - Parameters:
    ///   - columns: Bytes per line, 1 to 256.
    ///   - groupSize: Bytes between spaces; 0 for no spaces.
    ///   - isUpper: Whether encoding writes upper-case bytes (`-u`).
    /// - Returns: The codec.
    /// - Throws: ``CodecError`` `.invalidOption` if a number is out of range.
    public static func xxd(
        columns: Int = 16, groupSize: Int = 2, isUpper: Bool = false
    ) throws(CodecError) -> HexDump {
        try check(columns)
        guard (0...256).contains(groupSize) else {
            throw CodecError(.invalidOption, "a group of \(groupSize) bytes", hint: "0 to 256")
        }
        return HexDump(.xxd, columns: columns, group: groupSize == 0 ? columns : groupSize, isUpper: isUpper)
    }

    /// Returns a codec for the format of `xxd -p -c columns`.
    ///
    /// - Parameters:
    ///   - columns: Bytes per line, 1 to 256.
    ///   - isUpper: Whether encoding writes upper-case bytes (`-u`).
    /// - Returns: The codec.
    /// - Throws: ``CodecError`` `.invalidOption` if `columns` is out of range.
    public static func plain(columns: Int, isUpper: Bool = false) throws(CodecError) -> HexDump {
        try check(columns)
        return HexDump(.plain, columns: columns, group: columns, isUpper: isUpper)
    }

    /// Returns a codec for the format of `hexdump -C` or `hexdump -Cv`.
    ///
    /// - Parameter squeezes: Whether encoding writes repeated lines as `*`.
    /// - Returns: The codec.
    public static func canonical(squeezes: Bool) -> HexDump {
        HexDump(.canonical, columns: 16, group: 1, squeezes: squeezes)
    }

    private static func check(_ columns: Int) throws(CodecError) {
        guard (1...256).contains(columns) else {
            throw CodecError(.invalidOption, "lines of \(columns) bytes", hint: "1 to 256")
        }
    }

    /// The maximum number of bytes of text for `byteCount` bytes.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        let byteCount = byteCount.addressable
        let line = HexDumpLine(self, offset: byteCount)
        return (byteCount + columns - 1) / columns * (line.textStart + columns + 3) + line.offsetDigits + 1
    }

    /// The maximum decoded size of `characterCount` bytes of text, ``maximumSqueezedCount`` included.
    public func maximumDecodedCount(for characterCount: Int) -> Int {
        characterCount / 2 + (layout == .canonical ? maximumSqueezedCount : 0)
    }

    /// Encodes `bytes` and appends the dump to `output`.
    ///
    /// `output` must have room for the text; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = HexDumpEncoder(self)
        encoder.update(bytes, into: &output)
        encoder.finish(into: &output)
    }

    /// Decodes a dump and appends the bytes to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole dump.
    ///   - output: Requires room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter` for an invalid digit, `.invalidLength` for half a byte, `.checksumMismatch` for an
    ///   offset or text column that does not match the bytes, `.invalidSyntax` for another shape, `.trailingData` after
    ///   the last line, `.limitExceeded` if repeated lines or the output exceed the limit.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = HexDumpDecoder(self)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Decodes a dump.
    ///
    /// - Throws: If the text is malformed.
    public func decode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try text.withBytes { (span) throws(CodecError) in
            // Without a star, no capacity for repeated lines is needed.
            var hasStar = false
            for index in 0..<span.count where span[index] == .asterisk { hasStar = true }
            let capacity = hasStar ? maximumDecodedCount(for: span.count) : span.count / 2
            return try [UInt8](capacity: capacity) { (output) throws(CodecError) in
                try decode(span, into: &output)
            }
        }
    }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> some InfallibleByteTransform { HexDumpEncoder(self) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { HexDumpDecoder(self) }
}
