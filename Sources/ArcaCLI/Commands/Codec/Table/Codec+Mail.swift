internal import ArcaCodecs
internal import ArcaSystem

// What mail uses.
extension Codec {
    static let mail: [Codec] = [quotedPrintable, encodedWord, mime, imap]

    private static let quotedPrintable = Codec(
        "qp", ["quoted-printable", "quopri"], "quoted-printable: text that stays readable (RFC 2045, 6.7)",
        encode: [.binary, .crlf],
        { settings in
            stream(
                QuotedPrintable(
                    mode: settings.isBinary ? .binary : .text,
                    lineBreaks: settings.hasCRLF ? .crlf : settings.isBinary ? .lf : .asFound
                ).makeEncoder())
        },
        decode: [.lenient],
        { settings in stream(QuotedPrintable(options: options(settings)).makeDecoder()) })

    private static let encodedWord = Codec(
        "mime-word", ["encoded-word", "rfc2047", "mime-header"],
        "=?utf-8?q?…?= in header fields (--form b, q, or the shorter one)",
        encode: [.form, .crlf, .limit],
        { settings in
            let encoding = try settings.form(
                ["automatic": EncodedWord.Encoding.automatic, "b": .b, "q": .q], of: "mime-word")
            return whole("mime-word", settings, limit: 1 << 20) { bytes in
                Array(
                    try EncodedWord.encode(
                        try text(bytes), encoding: encoding, lineEnding: settings.hasCRLF ? .crlf : .lf
                    ).utf8)
            }
        },
        decode: [.lenient, .limit],
        { settings in
            whole("mime-word", settings, limit: 1 << 20) { bytes in
                let strictness: Strictness = settings.isLenient ? .lenient : .strict
                return Array(
                    try EncodedWord.decode(line(bytes), strictness: strictness, charsets: SystemCharsets()).utf8)
            }
        })

    private static let mime = Codec(
        "mime", ["base64-mime", "rfc2045"], "Base64 in lines of 76 characters with CRLF (RFC 2045, 6.8)",
        encode: [], { _ in stream(Base64.mime.makeEncoder()) },
        decode: [.lenient], { settings in stream(Base64.mime.allowing(options(settings)).makeDecoder()) })

    private static let imap = Codec(
        "imap", ["imap-utf7", "utf7-imap"], "mailbox names of IMAP (RFC 3501, section 5.1.3)",
        encode: [.limit],
        { settings in
            whole("imap", settings, limit: 1 << 20) { try IMAPMailboxName.standard.encodeToBytes($0) }
        },
        decode: [.limit],
        { settings in
            whole("imap", settings, limit: 1 << 20) { try IMAPMailboxName.standard.decode(line($0)) }
        })
}
