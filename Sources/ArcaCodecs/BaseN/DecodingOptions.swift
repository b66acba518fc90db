/// Deviations from the canonical text that decoding accepts; none by default.
///
/// A codec ignores options that do not apply to it.
public struct DecodingOptions: OptionSet, Sendable, Hashable {
    /// The options as a bit mask.
    public let rawValue: UInt16

    /// Creates options from raw bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Skips space, tab, line feed, vertical tab, form feed and carriage return anywhere.
    public static let whitespace = DecodingOptions(rawValue: 1)
    /// Accepts letters of either or mixed case if case has no meaning.
    public static let letterCase = DecodingOptions(rawValue: 2)
    /// Accepts text without padding.
    public static let missingPadding = DecodingOptions(rawValue: 4)
    /// Also accepts the symbols of variant alphabets: `+/`, `-_` and IMAP's `,` in Base64.
    public static let mixedAlphabets = DecodingOptions(rawValue: 8)
    /// Accepts and drops unused bits that are not zero; not part of ``lenient``, because data is lost.
    public static let trailingBits = DecodingOptions(rawValue: 16)
    /// Accepts lines longer than the standard allows, in quoted-printable.
    public static let longLines = DecodingOptions(rawValue: 32)
    /// Accepts unescaped control characters and bytes from 0x80, in quoted-printable.
    public static let rawBytes = DecodingOptions(rawValue: 64)
    /// Keeps an `=` without two hexadecimal digits unchanged, in quoted-printable (RFC 2045, section 6.7, note 2).
    public static let invalidEscapes = DecodingOptions(rawValue: 128)
    /// Accepts the expanded form of groups that have a single letter: `!!!!!` for `z` in Ascii85.
    public static let expandedGroups = DecodingOptions(rawValue: 256)
    /// Accepts several padded texts in a row: `SQ==QU0=`, as coreutils does.
    public static let concatenation = DecodingOptions(rawValue: 512)

    /// All options that lose no data: everything except ``trailingBits``.
    public static let lenient: DecodingOptions = [
        .whitespace, .letterCase, .missingPadding, .mixedAlphabets, .longLines, .rawBytes, .invalidEscapes,
        .expandedGroups, .concatenation,
    ]
}

/// Whether encoded text is padded (RFC 4648, section 3.2).
public enum PaddingRule: Sendable, Hashable {
    /// Padding is written, and required in decoding.
    case required
    /// No padding is written, and padding is rejected in decoding.
    case absent
    /// Padding is written, and optional in decoding: the text must have all of it or none.
    case either
}
