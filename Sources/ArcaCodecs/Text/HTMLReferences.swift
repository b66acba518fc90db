/// Character references of HTML and XML: `&amp;`, `&eacute;`, `&#233;`, `&#xE9;`.
///
/// Encoding replaces the five special characters of markup (`& < > " '`) with references and keeps all others. Decoding
/// supports the 2,125 named references of HTML, and follows its rules for text: a bare ampersand is text, the numbers
/// 128 to 159 mean Windows-1252, and old names need no semicolon.
///
/// ```swift
/// HTMLReferences.encode("Tom & Jerry".utf8)             // Tom &amp; Jerry
/// try HTMLReferences.decode("caf&eacute; &#x4E2D;".utf8)  // café 中
/// ```
///
/// XML (``Standard/xml``) has five names, and a number always means the character of that number.
///
/// Source: HTML Living Standard, section 13.5; XML 1.0, sections 2.2, 4.1 and 4.6.
public enum HTMLReferences {
    /// The standard that references are read by.
    public enum Standard: Sendable, Hashable, CaseIterable {
        /// All named references, bare ampersands, and Windows-1252 for 128 to 159.
        case html
        /// Five names, no bare ampersand, and every number as it is.
        case xml
    }

    /// The characters of each name, in UTF-8.
    private static let names: [[UInt8]: [UInt8]] = nameTable.withUTF8Buffer { table in
        var names: [[UInt8]: [UInt8]] = [:]
        var name: [UInt8]?
        for word in table.split(whereSeparator: { $0 == .space || $0 == .newline }) {
            guard let known = name else {
                name = Array(word)
                continue
            }
            names[known] = word.split(separator: .comma).flatMap { digits in
                UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init).map(utf8) ?? []
            }
            name = nil
        }
        return names
    }

    /// The length of the longest name, `CounterClockwiseContourIntegral`; numeric references are shorter.
    private static let longestReference = 31

    /// Replaces the special characters of markup with references.
    ///
    /// - Parameter bytes: Text in UTF-8 or any ASCII-compatible charset.
    /// - Returns: The text, up to six times as long.
    public static func encode(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in
            var output: [UInt8] = []
            output.reserveCapacity(span.count)
            for index in span.indices {
                switch span[index] {
                case .ampersand: output.append(contentsOf: "&amp;".utf8)
                case .lessThan: output.append(contentsOf: "&lt;".utf8)
                case .greaterThan: output.append(contentsOf: "&gt;".utf8)
                case .quotationMark: output.append(contentsOf: "&quot;".utf8)
                // HTML 4 has no name for the apostrophe.
                case .apostrophe: output.append(contentsOf: "&#39;".utf8)
                case let byte: output.append(byte)
                }
            }
            return output
        }
    }

    /// Replaces all references with their characters.
    ///
    /// In HTML, as browsers do for text, an ampersand that begins no reference is text, and the numbers 128 to 159 are
    /// read as Windows-1252. In XML, both hold only if decoding is lenient and the number is not a character of XML.
    ///
    /// - Parameters:
    ///   - bytes: Text in UTF-8.
    ///   - standard: The standard of the text.
    ///   - strictness: Whether to accept more. In HTML, unknown names with a semicolon are then text, and the number of
    ///     no character is U+FFFD. In XML, the names of HTML are then known, and all other ampersands are text.
    /// - Returns: Text in UTF-8, up to 6/5 as long: `&nGt;` decodes to two characters of three bytes.
    /// - Throws: `.invalidSyntax` at an ampersand with an unknown name and a semicolon, or the number of no character;
    ///   in XML, at every ampersand that begins no reference.
    public static func decode(
        _ bytes: borrowing some Bytes, as standard: Standard = .html, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        try bytes.withBytes { span throws(CodecError) in
            try decode(span: span, standard, isStrict: strictness == .strict)
        }
    }

    private static func decode(
        span bytes: Span<UInt8>, _ standard: Standard, isStrict: Bool
    ) throws(CodecError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let start = index
            index += 1
            guard bytes[start] == .ampersand, standard == .xml || index < bytes.count else {
                output.append(bytes[start])
                continue
            }
            let reference = reference(bytes, index, standard, isStrict: isStrict)
            guard reference.characters == nil, reference.isClosed else {
                output += reference.characters ?? [.ampersand]
                index = reference.characters == nil ? index : reference.end
                continue
            }
            guard !isStrict else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: start, in: bytes), "'&' begins no known reference",
                    hint: standard == .html ? .unknownReferences : .unknownXMLReferences)
            }
            let isNumber = standard == .html && bytes[index] == .numberSign
            output += isNumber ? utf8("\u{fffd}") : [.ampersand]
            index = isNumber ? reference.end : index
        }
        return output
    }

    private static func reference(
        _ bytes: Span<UInt8>, _ start: Int, _ standard: Standard, isStrict: Bool
    ) -> Reference {
        guard start < bytes.count else { return (nil, start, true) }
        let isNumber = bytes[start] == .numberSign
        let found = isNumber ? number(bytes, start, standard) : name(bytes, start)
        guard standard == .xml else { return found }
        let isClosed = found.characters != nil && bytes[found.end - 1] == .semicolon
        let text = [UInt8](bytes: bytes.extracting(start..<max(start, found.end - 1)))
        let isKnown =
            isNumber || !isStrict || ["amp", "lt", "gt", "quot", "apos"].contains { text.elementsEqual($0.utf8) }
        // Without a reference, the ampersand is an error, or text if lenient.
        return isClosed && isKnown ? found : (nil, start, true)
    }

    private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] { Array(String(Character(scalar)).utf8) }

    /// A reference: its characters, nil if it has none; its end; whether it looks like one to the end.
    private typealias Reference = (characters: [UInt8]?, end: Int, isClosed: Bool)

    /// Named character reference state (HTML, section 13.2.5.73).
    private static func name(_ bytes: Span<UInt8>, _ start: Int) -> Reference {
        var name: [UInt8] = []
        var end = start
        while end < bytes.count, bytes[end].isAlphanumeric {
            if name.count < longestReference { name.append(bytes[end]) }
            end += 1
        }
        let isClosed = end > start && end < bytes.count && bytes[end] == .semicolon
        if isClosed, end - start == name.count, let known = names[name] { return (known, end + 1, true) }
        while !name.isEmpty {
            if openNames.contains(name), let known = names[name] { return (known, start + name.count, false) }
            name.removeLast()
        }
        return (nil, start, isClosed)
    }

    /// Numeric character reference state and the following ones (HTML, sections 13.2.5.75 to 13.2.5.80), or `CharRef` of
    /// XML.
    private static func number(_ bytes: Span<UInt8>, _ start: Int, _ standard: Standard) -> Reference {
        var end = start + 1
        let isHex =
            end < bytes.count
            && (bytes[end] == UInt8(ascii: "x") || standard == .html && bytes[end] == UInt8(ascii: "X"))
        if isHex { end += 1 }
        let first = end
        var value: UInt32 = 0
        while end < bytes.count, isHex || bytes[end].isDigit, let digit = bytes[end].hexDigitValue {
            value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x110000)
            end += 1
        }
        guard end > first else { return (nil, start, false) }
        if end < bytes.count, bytes[end] == .semicolon { end += 1 }
        if standard == .xml, !isXML(value) { return (nil, start, true) }
        if standard == .html, (0x80...0x9f).contains(value) { value = windows1252[Int(value) - 0x80] }
        return (value == 0 ? nil : Unicode.Scalar(value).map(utf8), end, true)
    }

    /// Whether XML allows the character (XML 1.0, section 2.2).
    private static func isXML(_ value: UInt32) -> Bool {
        [0x9, 0xa, 0xd].contains(value) || value >= 0x20 && value != 0xfffe && value != 0xffff
    }

    /// The characters of the numbers 128 to 159 (HTML, section 13.2.5.80).
    private static let windows1252: [UInt32] = [
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
        0x17e, 0x178,
    ]

    /// The names that need no semicolon (HTML, section 13.5).
    private static let openNames = Set(
        """
        AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc \
        Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute \
        aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute \
        ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro \
        middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg \
        sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
        """.split(separator: " ").map { Array($0.utf8) })
}
