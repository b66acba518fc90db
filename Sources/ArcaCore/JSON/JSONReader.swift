/// A strict JSON parser (RFC 8259).
///
/// It rejects byte order marks, trailing commas, comments, other quotes, leading zeros, `NaN`, control characters in
/// strings, invalid UTF-8, duplicate names in an object, and unpaired surrogates. Errors have a position and a hint.
/// Nothing is skipped or rounded.
///
///     let value = try JSONReader.read(#"{"tcId": 1, "flags": ["Valid"]}"#)
///     value["flags"]?[0]?.string  // Valid
///
/// Source: RFC 8259; RFC 7493 (I-JSON) section 2.3 for duplicate names.
public enum JSONReader {
    /// Limits, and the handling of unpaired surrogates.
    public struct Options: Sendable {
        /// The maximum value of ``maximumDepth``, limited by the call stack.
        public static let largestDepth = 1024

        /// The maximum nesting depth of arrays and objects, 1 to ``largestDepth``; 128 by default.
        public var maximumDepth: Int
        /// The maximum size of the input, in bytes; 256 MiB by default.
        ///
        /// A parsed value takes up to 20 times the memory of its text.
        public var maximumByteCount: Int
        /// Whether an escaped unpaired surrogate is read as U+FFFD instead of being rejected.
        public var replacesLoneSurrogates: Bool

        /// Creates options.
        ///
        /// - Parameters:
        ///   - maximumDepth: The maximum nesting depth of arrays and objects; clamped to 1 to ``largestDepth``.
        ///   - maximumByteCount: The maximum size of the input, in bytes.
        ///   - replacesLoneSurrogates: Whether an escaped unpaired surrogate is read as U+FFFD.
        public init(
            maximumDepth: Int = 128, maximumByteCount: Int = 256 << 20, replacesLoneSurrogates: Bool = false
        ) {
            self.maximumDepth = maximumDepth
            self.maximumByteCount = maximumByteCount
            self.replacesLoneSurrogates = replacesLoneSurrogates
        }
    }

    /// Parses one value, surrounded only by whitespace.
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

    /// Parses one value, surrounded only by whitespace.
    ///
    /// - Parameters:
    ///   - text: The document.
    ///   - options: Limits.
    /// - Returns: The value.
    /// - Throws: ``CodecError``, the same as for bytes.
    public static func read(_ text: String, options: Options = Options()) throws(CodecError) -> JSONValue {
        try read(text.utf8, options: options)
    }

    /// Parses newline-delimited JSON: one value per line; blank lines are skipped.
    ///
    /// - Parameters:
    ///   - bytes: The lines in UTF-8; the last line end is optional.
    ///   - options: Limits; the byte count applies to all lines together.
    /// - Returns: The values, in order.
    /// - Throws: ``CodecError``, the same as for one value; a value that continues on the next line is
    ///   `.invalidSyntax`.
    public static func readLines(
        _ bytes: borrowing some Bytes, options: Options = Options()
    ) throws(CodecError) -> [JSONValue] {
        try bytes.withBytes { (span) throws(CodecError) in
            var parser = try JSONParser(span, options)
            return try parser.lines(span)
        }
    }
}
