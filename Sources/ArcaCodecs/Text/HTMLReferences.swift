/// Character references of HTML and XML: `&amp;`, `&eacute;`, `&#233;`, `&#xE9;`.
///
/// Encoding replaces the five special characters of markup (`& < > " '`) with references and keeps all others. Decoding
/// supports the 2,125 named references of HTML, and requires the semicolon. A bare ampersand is an error, because
/// encoding would have escaped it.
///
/// ```swift
/// HTMLReferences.encode("Tom & Jerry".utf8)             // Tom &amp; Jerry
/// try HTMLReferences.decode("caf&eacute; &#x4E2D;".utf8)  // café 中
/// ```
///
/// Source: HTML Living Standard, section 13.5; XML 1.0, sections 4.1 and 4.6.
public enum HTMLReferences {
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
    /// - Parameter bytes: Text in UTF-8.
    /// - Returns: Text in UTF-8, up to 6/5 as long: `&nGt;` decodes to two characters of three bytes.
    /// - Throws: `.invalidSyntax` at an ampersand that does not begin a known reference.
    public static func decode(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try bytes.withBytes { span throws(CodecError) in try decode(span: span) }
    }

    private static func decode(span bytes: Span<UInt8>) throws(CodecError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let start = index
            index += 1
            guard byte == .ampersand else {
                output.append(byte)
                continue
            }
            var name: [UInt8] = []
            while index < bytes.count, bytes[index] != .semicolon, name.count < longestReference {
                name.append(bytes[index])
                index += 1
            }
            guard index < bytes.count, bytes[index] == .semicolon, let characters = characters(name) else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: start, in: bytes), "'&' begins no known reference",
                    hint: "an ampersand itself is written &amp;")
            }
            output += characters
            index += 1
        }
        return output
    }

    private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] { Array(String(Character(scalar)).utf8) }

    private static func characters(_ name: [UInt8]) -> [UInt8]? {
        guard name.first == .numberSign else { return names[name] }
        let isHex = name.count > 1 && name[1] | 0x20 == UInt8(ascii: "x")
        let digits = name.dropFirst(isHex ? 2 : 1)
        // The integer parser would accept a sign.
        guard digits.allSatisfy({ isHex ? $0.hexDigitValue != nil : $0.isDigit }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
            .flatMap(Unicode.Scalar.init).map(utf8)
    }
}
