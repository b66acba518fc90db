/// PEM: bytes in Base64 between `-----BEGIN LABEL-----` and `-----END LABEL-----` (RFC 7468).
///
/// Strict reading takes what the RFC's strict grammar allows, any number of blocks one after the other: lines of 64
/// characters, a shorter last one, the same label twice, line ends LF or CRLF, nothing else. What older or other
/// programs write is named by ``Options``.
///
/// ```swift
/// let blocks = try PEM.decode(text)
/// let chain = try PEM.decode(text, options: .surroundingText).filter { $0.label == "CERTIFICATE" }
/// PEM.encode([try PEMBlock(label: "MESSAGE", bytes: [1, 2, 3])])
/// ```
///
/// Source: RFC 7468, sections 2 and 3; RFC 1421, section 4.6, for headers.
public enum PEM {
    /// What is read besides the strict form.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: UInt8

        /// Creates options from raw bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Headers before the Base64 text, ended by an empty line: old encrypted keys, PGP.
        public static let headers = Options(rawValue: 1)
        /// Text before, between and after the blocks: bundles of certificates.
        public static let surroundingText = Options(rawValue: 2)
        /// Lines of any length, empty ones, whitespace at either end of a line, no data at all: OpenSSH keys, mail.
        public static let anyLines = Options(rawValue: 4)
        /// Data without the `=` at the end.
        public static let missingPadding = Options(rawValue: 8)

        /// All of these.
        public static let lenient: Options = [.headers, .surroundingText, .anyLines, .missingPadding]
    }

    /// Reads all blocks.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - options: Deviations from the strict form to accept.
    /// - Returns: The blocks in order, one or more.
    /// - Throws: ``CodecError`` as ``find(in:options:)``, and what Base64 throws.
    public static func decode(
        _ text: borrowing some Bytes, options: Options = []
    ) throws(CodecError) -> [PEMBlock] {
        try text.withBytes { (span) throws(CodecError) in
            var blocks: [PEMBlock] = []
            for section in try find(in: span, options: options) { blocks.append(try section.block(from: span)) }
            return blocks
        }
    }

    /// Reads all blocks.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - options: Deviations from the strict form to accept.
    /// - Returns: The blocks in order, one or more.
    /// - Throws: ``CodecError`` as ``find(in:options:)``, and what Base64 throws.
    public static func decode(_ text: String, options: Options = []) throws(CodecError) -> [PEMBlock] {
        try decode(text.utf8, options: options)
    }

    /// Finds all blocks without decoding them.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - options: Deviations from the strict form to accept.
    /// - Returns: The sections in order, one or more.
    /// - Throws: ``CodecError`` `.invalidSyntax` for lines that do not fit, a label that differs at the end or headers
    ///   that are not asked for; `.truncated` when a block does not end, or there is none.
    public static func find(
        in text: borrowing some Bytes, options: Options = []
    ) throws(CodecError) -> [PEMSection] {
        try text.withBytes { (span) throws(CodecError) in
            var scanner = PEMScanner(options)
            return try scanner.sections(span)
        }
    }

    /// Writes blocks, one after the other, lines ended by LF.
    ///
    /// - Parameter blocks: Any number.
    /// - Returns: The text.
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

    /// Whether bytes are a label: visible characters, single spaces and hyphens between them (RFC 7468, section 3).
    static func isLabel(_ bytes: [UInt8]) -> Bool {
        var isAfterSeparator = true
        for byte in bytes {
            let isSeparator = byte == 0x20 || byte == UInt8(ascii: "-")
            guard (0x20...0x7e).contains(byte), !(isSeparator && isAfterSeparator) else { return false }
            isAfterSeparator = isSeparator
        }
        return bytes.isEmpty || !isAfterSeparator
    }
}
