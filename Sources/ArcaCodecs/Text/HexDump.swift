/// Hex dumps as `xxd`, `hexdump -C` and `xxd -p` write them, and back, strictly.
///
/// Decoding checks everything that a dump says twice: each offset against the bytes before it, the text column
/// against the bytes beside it. A digit that is missing, moved or foreign is an error with its place; nothing is
/// passed over. The line ending of the last line may be missing. `allowing(.whitespace)` takes dumps of other shapes:
/// other spacing and line lengths, a first offset other than 0, no text column, capital offsets, CRLF, empty lines;
/// offsets and text columns that are there are still checked.
///
/// ```swift
/// HexDump.encode("Hi\n".utf8)            // 00000000: 4869 0a                                  Hi.
/// HexDump.plain.encode("Hi\n".utf8)      // 48690a
/// try HexDump.canonical.decode("00000000  48 69                                             |Hi|\n00000002\n")
/// ```
///
/// Memory: the result alone; the streaming forms keep two lines. Source: the programs of vim 9.0 and util-linux 2.38.
public struct HexDump: StreamingTextCodec, Hashable {
    /// Who writes such a dump.
    public enum Layout: Sendable, Hashable {
        /// `xxd`: an offset, groups of digits, text.
        case xxd
        /// `hexdump -C`: an offset, bytes, text between bars, lines that repeat as `*`, the length at the end.
        case canonical
        /// `xxd -p`: digits alone.
        case plain
    }

    /// Who writes such a dump.
    public let layout: Layout
    /// Bytes in a line.
    public let columns: Int
    /// Bytes of a group in the xxd layout.
    let group: Int
    /// Whether encoding writes bytes with capital digits; decoding takes either, but not both in one dump.
    public let isUpper: Bool
    /// Whether encoding writes lines that repeat as `*`, in the canonical layout.
    public let squeezes: Bool
    /// How many bytes the `*` of one dump may stand for together when decoding; 16 MiB unless changed.
    ///
    /// A short text could stand for any amount of memory otherwise.
    public var maximumSqueezedCount = 16 << 20
    /// What decoding accepts besides the exact layout: with `whitespace` other shapes.
    public var options: DecodingOptions = []

    /// As `xxd` writes it: 16 bytes a line in groups of two.
    public static let standard = HexDump(.xxd, columns: 16, group: 2)
    /// As `hexdump -C` writes it.
    public static let canonical = HexDump(.canonical, columns: 16, group: 1)
    /// As `xxd -p` writes it: 30 bytes a line.
    public static let plain = HexDump(.plain, columns: 30, group: 30)

    private init(_ layout: Layout, columns: Int, group: Int, isUpper: Bool = false, squeezes: Bool = true) {
        self.layout = layout
        self.columns = columns
        self.group = group
        self.isUpper = isUpper
        self.squeezes = squeezes
    }

    /// A dump as `xxd -c columns -g groupSize` writes it.
    ///
    /// - Parameters:
    ///   - columns: Bytes in a line, 1 to 256.
    ///   - groupSize: Bytes between spaces; 0 for no spaces.
    ///   - isUpper: Whether bytes have capital digits (`-u`).
    /// - Returns: The codec.
    /// - Throws: ``CodecError`` `.invalidOption` when a number is out of range.
    public static func xxd(
        columns: Int = 16, groupSize: Int = 2, isUpper: Bool = false
    ) throws(CodecError) -> HexDump {
        try check(columns)
        guard (0...256).contains(groupSize) else {
            throw CodecError(.invalidOption, "a group of \(groupSize) bytes", hint: "0 to 256")
        }
        return HexDump(.xxd, columns: columns, group: groupSize == 0 ? columns : groupSize, isUpper: isUpper)
    }

    /// A dump as `xxd -p -c columns` writes it.
    ///
    /// - Parameters:
    ///   - columns: Bytes in a line, 1 to 256.
    ///   - isUpper: Whether bytes have capital digits (`-u`).
    /// - Returns: The codec.
    /// - Throws: ``CodecError`` `.invalidOption` when the number is out of range.
    public static func plain(columns: Int, isUpper: Bool = false) throws(CodecError) -> HexDump {
        try check(columns)
        return HexDump(.plain, columns: columns, group: columns, isUpper: isUpper)
    }

    /// A dump as `hexdump -C` writes it, or `hexdump -Cv`.
    ///
    /// - Parameter squeezes: Whether lines that repeat become `*`.
    /// - Returns: The codec.
    public static func canonical(squeezes: Bool) -> HexDump {
        HexDump(.canonical, columns: 16, group: 1, squeezes: squeezes)
    }

    private static func check(_ columns: Int) throws(CodecError) {
        guard (1...256).contains(columns) else {
            throw CodecError(.invalidOption, "lines of \(columns) bytes", hint: "1 to 256")
        }
    }

    /// The maximum number of bytes of text that `byteCount` bytes encode to.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        let byteCount = byteCount.addressable
        let line = HexDumpLine(self, offset: byteCount)
        return (byteCount + columns - 1) / columns * (line.textStart + columns + 3) + line.offsetDigits + 1
    }

    /// The maximum number of bytes that `characterCount` bytes of text decode to, ``maximumSqueezedCount`` included.
    public func maximumDecodedCount(for characterCount: Int) -> Int {
        characterCount / 2 + (layout == .canonical ? maximumSqueezedCount : 0)
    }

    /// Appends the dump of `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text; less is a programmer's error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = HexDumpEncoder(self)
        encoder.update(bytes, into: &output)
        encoder.finish(into: &output)
    }

    /// Appends the bytes of a dump to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole dump.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter` for what is not a digit, `.invalidLength` for half a byte, `.checksumMismatch` for an
    ///   offset or a text column that does not fit the bytes, `.invalidSyntax` for another shape, `.trailingData` for
    ///   lines after the last, `.limitExceeded` for too long runs or too small an output.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = HexDumpDecoder(self)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Decodes a dump.
    ///
    /// - Parameter text: The whole dump, as bytes.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    public func decode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try text.withBytes { (span) throws(CodecError) in
            // Without a star there is no need to set room aside for what it may stand for.
            var hasStar = false
            for index in 0..<span.count where span[index] == UInt8(ascii: "*") { hasStar = true }
            let capacity = hasStar ? maximumDecodedCount(for: span.count) : span.count / 2
            return try [UInt8](capacity: capacity) { (output) throws(CodecError) in
                try decode(span, into: &output)
            }
        }
    }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> some InfallibleByteTransform { HexDumpEncoder(self) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { HexDumpDecoder(self) }
}
