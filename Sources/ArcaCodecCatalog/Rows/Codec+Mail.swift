internal import ArcaCodecs
internal import ArcaSystem

// The encodings used in mail.
extension Codec {
    static let mail: [Codec] = [quotedPrintable, encodedWord, mime, imap]

    private static let fieldLimit = 1 << 20

    package static let quotedPrintable = text(
        "qp", ["quoted-printable", "quopri"], "quoted-printable: text that stays readable (RFC 2045, 6.7)", .free,
        clue: .quotedPrintable,
        encode: [.binary, .crlf], decode: [.lenient]
    ) { (options) throws(StreamFailure) in
        QuotedPrintable(
            mode: options[flag: .binary] ? .binary : .text,
            lineBreaks: options[flag: .crlf] ? .crlf : options[flag: .binary] ? .lf : .asFound)
    }

    package static let encodedWord = Codec(
        "mime-word", ["encoded-word", "rfc2047", "mime-header"],
        "=?utf-8?q?…?= in header fields (forms: automatic, the shorter one; b, q)", clue: .encodedWord,
        encode: Way([.form, .crlf, .limit]) { (options) throws(StreamFailure) in
            let encoding = try options.choice(
                .form, ["automatic": EncodedWord.Encoding.automatic, "b": .b, "q": .q], of: "mime-word")
            return whole("mime-word", options, limit: fieldLimit) { (bytes, _) throws(StreamFailure) in
                let ending: LineWrapping.Ending = options[flag: .crlf] ? .crlf : .lf
                return Array(try EncodedWord.encode(try text(bytes), encoding: encoding, lineEnding: ending).utf8)
            }
        },
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("mime-word", options, limit: fieldLimit, cut: CutText.encodedWord) {
                (bytes, _) throws(StreamFailure) in
                let strictness: Strictness = options[flag: .lenient] ? .lenient : .strict
                return Array(
                    try EncodedWord.decode(line(bytes), strictness: strictness, charsets: SystemCharsets()).utf8)
            }
        })

    package static let mime = text(
        "mime", ["base64-mime", "rfc2045"], "Base64 in lines of 76 characters with CRLF (RFC 2045, 6.8)", .free,
        clue: .mime
    ) { _ in Base64.mime }

    // Its escapes are those of UTF-7 with another mark, and names of mailboxes are seldom pasted.
    package static let imap = whole(
        "imap", ["imap-utf7", "utf7-imap"], "mailbox names of IMAP (RFC 3501, section 5.1.3)", clue: .unsearched,
        limit: fieldLimit
    ) { _ in IMAPMailboxName.standard }
}
