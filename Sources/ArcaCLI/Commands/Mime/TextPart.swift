internal import ArcaCore
internal import ArcaSystem

/// A charset that the system knows.
struct CharsetName: ArgumentValue {
    let name: String

    init(argument: Argument) throws(UsageError) {
        name = argument.text ?? ""
        guard SystemCharsets().knows(name) else {
            throw UsageError(
                .invalidValue, "charset '\(argument.shown)' is not known",
                hint: "give a name such as utf-8, gbk, big5, shift_jis, iso-8859-1 or windows-1252")
        }
    }

    static var completion: Completion {
        .words([
            "utf-8", "gb18030", "gbk", "big5", "shift_jis", "euc-jp", "euc-kr", "iso-8859-1", "iso-8859-15",
            "windows-1250", "windows-1251", "windows-1252", "koi8-r",
        ])
    }

    /// The charset of the locale; UTF-8 if the locale names none.
    static var ofTerminal: String {
        // An empty variable counts as unset (POSIX, XBD 8.2).
        var locale: [UInt8] = []
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] where locale.isEmpty {
            locale = Environment.value(of: name) ?? []
        }
        let text = String(decoding: locale, as: UTF8.self)
        let charset = text.prefix { $0 != "@" }.drop { $0 != "." }.dropFirst()
        guard !charset.isEmpty, SystemCharsets().knows(String(charset)) else { return "utf-8" }
        return String(charset)
    }
}

/// The text of a part, collected to convert it to another charset.
struct TextPart {
    /// The charset, as the message names it.
    let charset: String
    /// The charset to write.
    let target: String
    private var bytes: [UInt8] = []

    private static let largestByteCount = 64 << 20

    init(charset: String, target: String) { (self.charset, self.target) = (charset, target) }

    mutating func append(_ piece: [UInt8]) throws(UsageError) {
        guard piece.count <= Self.largestByteCount - bytes.count else {
            throw UsageError(
                .conflict, "text of more than 64 MiB is not converted to another charset",
                hint: "give -o FILE without --charset to write it unchanged")
        }
        bytes += piece
    }

    /// The text in UTF-8 and in the target charset; both unchanged with a warning if the charset is not known.
    ///
    /// Invalid bytes, and characters that the target lacks, are replaced with a warning.
    func converted() throws -> (shown: [UInt8], converted: [UInt8]) {
        guard let text = try text() else { return (bytes, bytes) }
        let shown = Array(text.utf8)
        guard !["utf-8", "utf8"].contains(target.lowercased()) else { return (shown, shown) }
        do throws(CodecError) {
            return (shown, try SystemCharsets().encode(text, charset: target))
        } catch {
            guard error.code == .unencodable else { throw error }
            Messages.warning("\(error.message); such characters are replaced by ?")
            return (shown, try SystemCharsets().encode(text, charset: target, replacement: [.questionMark]))
        }
    }

    private func text() throws(CodecError) -> String? {
        let name = String(printable: charset.utf8)
        do throws(CodecError) {
            return try SystemCharsets().decode(bytes, charset: charset)
        } catch {
            if error.code == .unsupported {
                Messages.warning("charset \(name) is not known; the text is written unchanged")
                return nil
            }
            // Mail without a charset often has UTF-8 anyway.
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            Messages.warning("the text is not valid \(name): \(error.message); such bytes are replaced")
            return try SystemCharsets().decode(bytes.span, charset: charset, replacingInvalid: true)
        }
    }
}
