/// Reads JSON text strictly by RFC 8259.
///
/// Refused, with the place and what would be right: byte order marks, trailing commas, comments, other quotes, leading
/// zeros, `NaN`, control characters in strings, bytes that are not UTF-8, names that repeat in an object, and half
/// surrogate pairs. Nothing is skipped and nothing is rounded.
///
///     let value = try JSONReader.read(#"{"tcId": 1, "flags": ["Valid"]}"#)
///     value["flags"]?[0]?.string  // Valid
///
/// Source: RFC 8259; RFC 7493 (I-JSON) section 2.3 for repeated names.
public enum JSONReader {
    /// Limits, and what to do with text that no Swift string can hold.
    public struct Options: Sendable {
        /// The largest depth that ``maximumDepth`` can have: the call stack must hold it.
        public static let largestDepth = 1024

        /// Arrays and objects inside one another, at most; 1 to ``largestDepth``, 128 unless set.
        public var maximumDepth: Int
        /// Bytes of input, at most; 256 MiB unless set.
        ///
        /// The value takes up to 20 times the memory of its text.
        public var maximumByteCount: Int
        /// Whether an escaped half of a surrogate pair reads as U+FFFD instead of being rejected.
        public var replacesLoneSurrogates: Bool

        /// Creates options.
        ///
        /// - Parameters:
        ///   - maximumDepth: Arrays and objects inside one another, at most; brought into 1 to ``largestDepth``.
        ///   - maximumByteCount: Bytes of input, at most.
        ///   - replacesLoneSurrogates: Whether an escaped half of a surrogate pair reads as U+FFFD.
        public init(
            maximumDepth: Int = 128, maximumByteCount: Int = 256 << 20, replacesLoneSurrogates: Bool = false
        ) {
            self.maximumDepth = maximumDepth
            self.maximumByteCount = maximumByteCount
            self.replacesLoneSurrogates = replacesLoneSurrogates
        }
    }

    /// Reads one value and nothing after it but whitespace.
    ///
    /// - Parameters:
    ///   - bytes: The document in UTF-8.
    ///   - options: Limits.
    /// - Returns: The value.
    /// - Throws: ``CodecError`` with a position: `.invalidSyntax`, `.invalidCharacter`, `.invalidUTF8`, `.truncated`,
    ///   `.trailingData` or `.limitExceeded`.
    public static func read(
        _ bytes: borrowing some Bytes, options: Options = Options()
    ) throws(CodecError) -> JSONValue {
        try bytes.withBytes { (span) throws(CodecError) in
            var parser = try JSONParser(span, options)
            return try parser.document(span)
        }
    }

    /// Reads one value and nothing after it but whitespace.
    ///
    /// - Parameters:
    ///   - text: The document.
    ///   - options: Limits.
    /// - Returns: The value.
    /// - Throws: ``CodecError`` as for bytes.
    public static func read(_ text: String, options: Options = Options()) throws(CodecError) -> JSONValue {
        try read(text.utf8, options: options)
    }

    /// Reads newline-delimited JSON: one value a line, lines of whitespace alone skipped.
    ///
    /// - Parameters:
    ///   - bytes: The lines in UTF-8; the last one may lack its line end.
    ///   - options: Limits; the byte count is that of all lines.
    /// - Returns: The values, in order.
    /// - Throws: ``CodecError`` as for one value; a value that goes on in the next line is `.invalidSyntax`.
    public static func readLines(
        _ bytes: borrowing some Bytes, options: Options = Options()
    ) throws(CodecError) -> [JSONValue] {
        try bytes.withBytes { (span) throws(CodecError) in
            var parser = try JSONParser(span, options)
            return try parser.lines(span)
        }
    }
}
