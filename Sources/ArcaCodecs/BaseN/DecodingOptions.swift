/// What decoding accepts besides the one canonical text; nothing by default.
///
/// A codec ignores options that mean nothing to it.
public struct DecodingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt16

    /// Makes options of bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Skips space, tab, line feed, vertical tab, form feed and carriage return anywhere.
    public static let whitespace = DecodingOptions(rawValue: 1)
    /// Takes letters of either case, mixed, where case carries nothing.
    public static let letterCase = DecodingOptions(rawValue: 2)
    /// Takes text whose padding is left out.
    public static let missingPadding = DecodingOptions(rawValue: 4)
    /// Takes the symbols of variant alphabets too: `+/`, `-_` and IMAP's `,` in Base64.
    public static let mixedAlphabets = DecodingOptions(rawValue: 8)
    /// Takes unused bits that are not zero and drops them; not part of ``lenient``, because data is lost.
    public static let trailingBits = DecodingOptions(rawValue: 16)
    /// Takes lines longer than the standard allows, in quoted-printable.
    public static let longLines = DecodingOptions(rawValue: 32)
    /// Takes control characters and bytes from 0x80 as they are, in quoted-printable.
    public static let rawBytes = DecodingOptions(rawValue: 64)
    /// Keeps an `=` without two hexadecimal digits as it is, in quoted-printable (RFC 2045, section 6.7, note 2).
    public static let invalidEscapes = DecodingOptions(rawValue: 128)
    /// Takes groups written out for which the encoding has a single letter: `!!!!!` for `z` in Ascii85.
    public static let expandedGroups = DecodingOptions(rawValue: 256)

    /// All that loses no data: everything but ``trailingBits``.
    public static let lenient: DecodingOptions = [
        .whitespace, .letterCase, .missingPadding, .mixedAlphabets, .longLines, .rawBytes, .invalidEscapes,
        .expandedGroups,
    ]
}

/// Whether encoded text ends in padding characters (RFC 4648, section 3.2).
public enum PaddingRule: Sendable, Hashable {
    /// Written, and required in decoding.
    case required
    /// Not written, and refused in decoding.
    case absent
    /// Written; text with all of its padding or none is decoded.
    case either
}
