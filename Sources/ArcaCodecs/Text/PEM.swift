/// PEM: Base64 between `-----BEGIN LABEL-----` and `-----END LABEL-----` (RFC 7468).
///
/// Strict decoding follows the strict grammar of the RFC, for any number of blocks: lines of 64 characters, a shorter
/// last line, matching labels, LF or CRLF, nothing else. ``Options`` allow the variants of older and other programs.
///
/// ```swift
/// let blocks = try PEM.decode(text)
/// let chain = try PEM.decode(text, options: .surroundingText).filter { $0.label == "CERTIFICATE" }
/// PEM.encode([try PEMBlock(label: "MESSAGE", bytes: [1, 2, 3])])
/// ```
///
/// Source: RFC 7468, sections 2 and 3; RFC 1421, section 4.6, for headers.
public enum PEM {
    /// Deviations from the strict form to accept.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as a bit mask.
        public let rawValue: UInt8

        /// Creates options from raw bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Headers before the Base64 text, followed by an empty line: old encrypted keys, PGP.
        public static let headers = Options(rawValue: 1)
        /// Text before, between and after blocks: certificate bundles.
        public static let surroundingText = Options(rawValue: 2)
        /// Lines of any length, empty lines, leading and trailing whitespace, empty data: OpenSSH keys, mail.
        public static let anyLines = Options(rawValue: 4)
        /// Missing `=` padding.
        public static let missingPadding = Options(rawValue: 8)

        /// All options.
        public static let lenient: Options = [.headers, .surroundingText, .anyLines, .missingPadding]
    }

    /// Decodes all blocks.
    ///
    /// - Returns: The blocks in order, one or more.
    /// - Throws: ``CodecError``: the errors of ``find(in:options:)`` and of Base64.
    public static func decode(
        _ text: borrowing some Bytes, options: Options = []
    ) throws(CodecError) -> [PEMBlock] {
        try text.withBytes { (span) throws(CodecError) in
            var blocks: [PEMBlock] = []
            for section in try find(in: span, options: options) { blocks.append(try section.block(from: span)) }
            return blocks
        }
    }

    /// Decodes all blocks.
    ///
    /// - Returns: The blocks in order, one or more.
    /// - Throws: ``CodecError``: the errors of ``find(in:options:)`` and of Base64.
    public static func decode(_ text: String, options: Options = []) throws(CodecError) -> [PEMBlock] {
        try decode(text.utf8, options: options)
    }

    /// Finds all blocks without decoding them.
    ///
    /// - Returns: The sections in order, one or more.
    /// - Throws: ``CodecError``: `.invalidSyntax` for unexpected lines, a mismatched end label or headers without the
    ///   option; `.truncated` if a block has no end, or if there is no block.
    public static func find(
        in text: borrowing some Bytes, options: Options = []
    ) throws(CodecError) -> [PEMSection] {
        try text.withBytes { (span) throws(CodecError) in
            var scanner = PEMScanner(options)
            return try scanner.sections(span)
        }
    }

    /// Encodes blocks, with LF line endings.
    public static func encode(_ blocks: [PEMBlock]) -> String {
        var text = ""
        for block in blocks {
            text += "-----BEGIN \(block.label)-----\n"
            for header in block.headers { text += "\(header.name): \(header.value)\n" }
            if !block.headers.isEmpty { text += "\n" }
            if !block.bytes.isEmpty { text += Base64.pem.encode(block.bytes) + "\n" }
            text += "-----END \(block.label)-----\n"
        }
        return text
    }

    /// Whether bytes are a valid label: visible characters with single spaces and hyphens between them (RFC 7468,
    /// section 3).
    static func isLabel(_ bytes: [UInt8]) -> Bool {
        var isAfterSeparator = true
        for byte in bytes {
            let isSeparator = byte == .space || byte == .hyphen
            guard byte.isPrintable, !(isSeparator && isAfterSeparator) else { return false }
            isAfterSeparator = isSeparator
        }
        return bytes.isEmpty || !isAfterSeparator
    }
}
