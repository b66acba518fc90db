internal import ArcaCodecs
public import ArcaCore
internal import ArcaCompression

/// Splits a salted string into numbered parts that fit in a QR code or message, and joins them in any order.
///
///     arca:2/5:9f8a1c04:5d3b22e7:YXJjYWltZwEAAAAA…
///
/// A part consists of `arca:`, its number, the number of parts, a name (a prefix of the SHA-256 of the string), a
/// CRC-32 of the number, count, name and text, and a piece of the text. The checksums detect accidents, such as a
/// letter lost in a chat. Tampering is detected when the string itself is decoded.
public enum SaltedStringParts {
    /// Minimum characters per part: the prefix and some text.
    public static let smallestLimit = 64
    /// Maximum number of parts.
    public static let largestCount = 9_999

    private static let scheme = "arca"

    private struct Part {
        let number: Int
        let count: Int
        let name: String
        let text: Substring
    }

    /// Splits a salted string in one line into parts of at most `characterLimit` characters, at least 64.
    ///
    /// - Throws: ``ImageError`` with code `.invalidOption` for a limit that is too small, a string with line breaks, or
    ///   one that needs more than 9,999 parts.
    public static func split(_ text: String, characterLimit: Int) throws(ImageError) -> [String] {
        guard characterLimit >= smallestLimit else {
            throw ImageError(.invalidOption, "a part has \(smallestLimit) characters or more, not \(characterLimit)")
        }
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7f }) else {
            throw ImageError(.invalidOption, "only a string in one line is split: choose another form of text")
        }
        // The maximum size of the prefix, with two numbers of four digits.
        let room = characterLimit - 34
        let count = text.isEmpty ? 1 : (text.utf8.count - 1) / room + 1
        guard count <= largestCount else {
            throw ImageError(.invalidOption, "the string would take \(count) parts, more than \(largestCount)")
        }
        let name = try name(of: text)
        var rest = Substring(text)
        return (1...count).map { number in
            let piece = rest.prefix(room)
            rest = rest.dropFirst(room)
            return "\(scheme):\(number)/\(count):\(name):\(checksum(number, count, name: name, text: piece)):\(piece)"
        }
    }

    /// Whether a line begins like a part of a split string.
    public static func recognizes(_ text: String) -> Bool { text.hasPrefix(scheme + ":") }

    /// Joins all parts of a split string, in any order; duplicates are ignored.
    ///
    /// - Throws: ``ImageError`` with code `.malformed` for a line that is not a part, `.tampered` for a damaged part,
    ///   `.invalidOption` for parts of different strings, `.missingPart` with the missing numbers.
    public static func join(_ parts: [String]) throws(ImageError) -> String {
        var found: [Int: Part] = [:]
        var first: Part?
        for text in parts {
            let part = try read(text)
            if let first, first.name != part.name || first.count != part.count {
                throw ImageError(
                    .invalidOption, "part \(part.number)/\(part.count) is of another string, \(part.name)")
            }
            first = first ?? part
            found[part.number] = part
        }
        guard let first else { throw ImageError(.malformed, "there is no part") }
        let missing = (1...first.count).filter { found[$0] == nil }
        guard missing.isEmpty else {
            let shown = missing.prefix(20).map(String.init).joined(separator: ", ")
            throw ImageError(
                .missingPart,
                "of \(first.count) parts \(missing.count) are missing: \(shown)\(missing.count > 20 ? ", …" : "")")
        }
        let text = (1...first.count).reduce(into: "") { $0 += found[$1]?.text ?? "" }
        guard try name(of: text) == first.name else {
            throw ImageError(.tampered, "the parts do not make up the string that they were cut from")
        }
        return text
    }

    private static func read(_ text: String) throws(ImageError) -> Part {
        let fields = text.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count == 5, fields[0] == scheme else {
            throw ImageError(.malformed, "a part begins with arca:NUMBER/COUNT:")
        }
        let numbers = fields[1].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], (1...largestCount).contains(count),
            (1...count).contains(number)
        else { throw ImageError(.malformed, "a part begins with arca:NUMBER/COUNT:") }
        let name = String(fields[2])
        // The name is checked because errors show it, and parts are untrusted.
        guard name.utf8.count == 8,
            name.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) })
        else { throw ImageError(.malformed, "a part's name has eight hexadecimal digits in lower case") }
        guard fields[3] == checksum(number, count, name: name, text: fields[4]) else {
            throw ImageError(.tampered, "part \(number) is damaged: its checksum does not match")
        }
        return Part(number: number, count: count, name: name, text: fields[4])
    }

    private static func name(of text: String) throws(ImageError) -> String {
        Base16.standard.encode(sha256(Array(text.utf8)[...]).prefix(4))
    }

    private static func checksum(_ number: Int, _ count: Int, name: String, text: Substring) -> String {
        var checksum = Checksum(.crc32)
        checksum.update("\(number)/\(count):\(name):".utf8)
        checksum.update(text.utf8)
        return Base16.standard.encode(checksum.bytes)
    }
}
