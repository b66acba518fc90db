/// A mailbox in a mail: an address, and the name that mail programs display.
///
/// ```swift
/// let author = try MailAddress("Jörg Müller <jm@example.org>")    // author.name is "Jörg Müller"
/// ```
public struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The display name, decoded, or empty.
    public var name: String
    /// The address, such as `jm@example.org`; whether it exists is not known.
    public var address: String

    /// Creates a mailbox from its parts.
    ///
    /// - Parameters:
    ///   - name: The display name, any text without line ends; empty for none.
    ///   - address: The address, ASCII; checked when the mail is encoded.
    public init(name: String = "", address: String) {
        self.name = name
        self.address = address
    }

    /// Parses one mailbox, with or without a name.
    ///
    /// - Parameter text: `address`, or `name <address>`; a name with a comma or another special character is quoted.
    /// - Throws: The errors of ``list(_:)``; `.invalidSyntax` unless there is exactly one mailbox.
    public init(_ text: String) throws(CodecError) {
        let all = try Self.list(text)
        guard all.count == 1 else {
            throw CodecError(
                .invalidSyntax, "expected one mailbox, found \(all.count)",
                hint: "quote a name that contains a comma: \"Doe, Jane\" <jane@example.org>")
        }
        self = all[0]
    }

    /// Parses a list of mailboxes that are separated by commas (RFC 5322, section 3.4).
    ///
    /// - Parameter text: The list; encoded words (RFC 2047) in names are decoded.
    /// - Returns: The mailboxes, including those of groups.
    /// - Throws: `.invalidSyntax`, `.truncated`, and the errors of ``EncodedWord``, with their position.
    public static func list(_ text: String) throws(CodecError) -> [MailAddress] {
        try MailAddressParser.list([UInt8](bytes: text.utf8), .strict, BuiltInCharsets()).mailboxes
    }

    /// The mailbox as it is written in a header, without encoded words: `"Doe, Jane" <jane@example.org>`.
    public var description: String {
        guard !name.isEmpty else { return address }
        let isAtom = { (byte: UInt8) in HeaderBytes.isAtom(byte) || byte == .space || byte >= 0x80 }
        if name.utf8.allSatisfy(isAtom), name.first != " ", name.last != " ", !name.utf8.contains(.equals) {
            return "\(name) <\(address)>"
        }
        var quoted = ""
        for character in name.unicodeScalars {
            if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return "\"\(quoted)\" <\(address)>"
    }
}
