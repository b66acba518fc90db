internal import ArcaCodecs
internal import ArcaCompression

// Lists of numbers, letter codes, and string literals.
extension Codec {
    static let forms: [Codec] = [
        binary, octal, decimal, letterNumbers, morse, bacon, reverse, modhex, base91, uuencode, yenc,
        stringLiteral, scriptEscape, codePoints, utf7, punycode, idna,
    ]

    package static let binary = list(
        "binary", ["bits", "base2"], "binary numbers: 01101000 01101001", clue: .binary, NumberList.binary)
    package static let octal = list("octal", ["base8"], "octal numbers: 150 151", clue: .octal, NumberList.octal)
    package static let decimal = list(
        "decimal", ["charcode", "base10", "numbers"], "decimal numbers: 104 105", clue: .decimal, NumberList.decimal)

    private static func list(_ name: String, _ aliases: [String], _ summary: String, clue: Clue, _ value: NumberList)
        -> Codec
    {
        form(name, aliases, summary, clue: clue, { value.encode($0) }) { (text, strictness) throws(StreamFailure) in
            try value.decode(text, strictness: strictness)
        }
    }

    package static let letterNumbers = form(
        "a1z26", ["letter-numbers"], "letters as their numbers: 8-9", clue: .letterNumbers,
        { (bytes) throws(StreamFailure) in try LetterNumbers.encode(bytes) }
    ) { (text, strictness) throws(StreamFailure) in try LetterNumbers.decode(text, strictness: strictness) }

    package static let morse = form(
        "morse", [], "Morse code: .... .. (ITU-R M.1677)", clue: .morse,
        { (bytes) throws(StreamFailure) in try Morse.encode(bytes) }
    ) { (text, strictness) throws(StreamFailure) in try Morse.decode(text, strictness: strictness) }

    package static let base91 = form(
        "base91", ["basE91", "b91"], "91 symbols, 13 bits in two", clue: .base91, { Base91.encode($0) }
    ) { (text, strictness) throws(StreamFailure) in try Base91.decode(text, strictness: strictness) }

    package static let scriptEscape = form(
        "js-escape", ["escape", "percent-u"], "%u4E2D and %E9, as JavaScript's escape()", clue: .scriptEscape,
        { (bytes) throws(StreamFailure) in try ScriptEscape.encode(bytes) }
    ) { (text, strictness) throws(StreamFailure) in try ScriptEscape.decode(text, strictness: strictness) }

    package static let codePoints = form(
        "codepoints", ["code-points", "u+"], "a list of code points: U+4E2D U+6587", clue: .codePoints,
        { (bytes) throws(StreamFailure) in try CodePointList.encode(bytes) }
    ) { (text, strictness) throws(StreamFailure) in try CodePointList.decode(text, strictness: strictness) }

    // Line ends are plain characters here, so a final one is kept.
    package static let utf7 = Codec(
        "utf7", [], "Unicode in old mail: +Jjo- (RFC 2152)", clue: .utf7,
        encode: Way([.limit]) { whole("utf7", $0) { (bytes, _) throws(StreamFailure) in try UTF7.encode(bytes) } },
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("utf7", options) { (bytes, _) throws(StreamFailure) in
                try UTF7.decode(bytes, strictness: options[flag: .lenient] ? .lenient : .strict)
            }
        })

    package static let bacon = Codec(
        "bacon", ["baconian"], "five of A and B for a letter (forms: letters26, letters24)",
        clue: .bacon,
        encode: Way([.form, .limit]) { (options) throws(StreamFailure) in
            let cipher = try bacon(options)
            return whole("bacon", options) { (bytes, _) throws(StreamFailure) in try cipher.encode(bytes) }
        },
        decode: Way([.lenient, .form, .limit]) { (options) throws(StreamFailure) in
            let cipher = try bacon(options)
            return whole("bacon", options) { (bytes, _) throws(StreamFailure) in
                try cipher.decode(line(bytes), strictness: options[flag: .lenient] ? .lenient : .strict)
            }
        })

    private static func bacon(_ options: Options) throws(StreamFailure) -> Bacon {
        Bacon(isHistoric: try options.choice(.form, ["letters26": false, "letters24": true], of: "bacon"))
    }

    package static let punycode = Codec(
        "punycode", ["idn"], "Unicode in domains: xn--bcher-kva (RFC 3492; forms: domain, label)",
        clue: .punycode,
        encode: Way([.form, .limit]) { (options) throws(StreamFailure) in
            let isDomain = try isDomain(options)
            return whole("punycode", options) { (bytes, _) throws(StreamFailure) in
                isDomain ? try Punycode.encodeDomain(bytes) : try Punycode.encode(bytes)
            }
        },
        decode: Way([.form, .limit]) { (options) throws(StreamFailure) in
            let isDomain = try isDomain(options)
            return whole("punycode", options) { (bytes, _) throws(StreamFailure) in
                isDomain ? try Punycode.decodeDomain(line(bytes)) : try Punycode.decode(line(bytes))
            }
        })

    // The search undoes its Punycode; the mapping cannot be undone.
    package static let idna = Codec(
        "idna", ["uts46", "toascii"], "domains as browsers send them: mapped, checked, xn-- (UTS #46)",
        clue: .unsearched,
        encode: Way([.limit]) {
            whole("idna", $0, limit: IDNA.maximumCount) { (bytes, _) throws(StreamFailure) in
                try IDNA.encode(line(bytes))
            }
        },
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("idna", options, limit: IDNA.maximumCount) { (bytes, _) throws(StreamFailure) in
                try IDNA.decode(line(bytes), strictness: options[flag: .lenient] ? .lenient : .strict)
            }
        })

    private static func isDomain(_ options: Options) throws(StreamFailure) -> Bool {
        try options.choice(.form, ["domain": true, "label": false], of: "punycode")
    }

    private static func form(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue,
        _ encode: @escaping @Sendable ([UInt8]) throws(StreamFailure) -> [UInt8],
        _ decode: @escaping @Sendable ([UInt8], Strictness) throws(StreamFailure) -> [UInt8]
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue,
            encode: Way([.limit]) { whole(name, $0) { (bytes, _) throws(StreamFailure) in try encode(bytes) } },
            decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
                whole(name, options) { (bytes, _) throws(StreamFailure) in
                    try decode(line(bytes), options[flag: .lenient] ? .lenient : .strict)
                }
            })
    }

    // There is only one reversal of a text, so a few words confirm it.
    package static let reverse = Codec(
        "reverse", ["backwards"], "text backwards", clue: .cipher(17, acceptsWords: true),
        encode: Way([.limit]) {
            whole("reverse", $0) { (bytes, _) throws(StreamFailure) in ReversedText.reverse(bytes) }
        },
        decode: Way([.limit]) {
            whole("reverse", $0) { (bytes, _) throws(StreamFailure) in ReversedText.reverse(bytes) }
        })

    private static let modhexSymbols = Array("cbdefghijklnrtuv".utf8)

    package static let modhex = Codec(
        "modhex", [], "hexadecimal in the letters of YubiKey: hjhk", clue: .modhex,
        encode: Way([.limit]) {
            whole("modhex", $0) { (bytes, _) throws(StreamFailure) in
                bytes.flatMap { [modhexSymbols[Int($0 >> 4)], modhexSymbols[Int($0 & 15)]] }
            }
        },
        decode: Way([.limit]) {
            whole("modhex", $0) { (bytes, _) throws(StreamFailure) in
                let text = line(bytes)
                var digits: [UInt8] = []
                for (index, byte) in text.enumerated() {
                    guard let value = modhexSymbols.firstIndex(of: byte) else {
                        throw CodecError(
                            .invalidCharacter, at: TextPosition(offset: index, in: text), "not a letter of modhex",
                            hint: "the letters are cbdefghijklnrtuv")
                    }
                    digits.append(UInt8(value))
                }
                guard digits.count % 2 == 0 else {
                    throw CodecError(
                        .invalidLength, at: TextPosition(offset: text.count, in: text), "an odd number of letters")
                }
                return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            }
        })

    package static let uuencode = Codec(
        "uuencode", ["uu", "uudecode"], "lines of 45 bytes between begin and end; the label is the name (POSIX)",
        clue: .uuencode,
        encode: Way([.label, .limit]) { (options) throws(StreamFailure) in
            let name = options[text: .label] ?? "data"
            _ = try UUEncoding.encode([], name: name)
            return whole("uuencode", options) { (bytes, _) throws(StreamFailure) in
                try UUEncoding.encode(bytes, name: name)
            }
        },
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("uuencode", options) { (bytes, notes) throws(StreamFailure) in
                let file = try UUEncoding.decode(bytes, strictness: options[flag: .lenient] ? .lenient : .strict)
                notes.append(file.name.isEmpty ? "the line with begin is missing" : "the name is '\(file.name)'")
                if file.ignoredCount > 0 {
                    notes.append("\(file.ignoredCount) bytes of text around the file were ignored")
                }
                return file.bytes
            }
        })

    package static let yenc = Codec(
        "yenc", ["ydecode", "yencode"], "bytes moved by 42, with size and CRC-32; the label is the name (yEnc 1.3)",
        clue: .yenc,
        encode: Way([.wrap, .crlf, .partSize, .label, .limit]) { (options) throws(StreamFailure) in
            let encode: @Sendable ([UInt8]) throws(StreamFailure) -> [UInt8] = { (bytes) throws(StreamFailure) in
                try YEncoding.encode(
                    bytes, name: options[text: .label] ?? "data", lineCount: options[number: .wrap] ?? 128,
                    partByteCount: options[number: .partSize], ending: options[flag: .crlf] ? .crlf : .lf)
            }
            // Checking here makes a wrong name a usage error.
            _ = try encode([])
            return whole("yenc", options) { (bytes, _) throws(StreamFailure) in try encode(bytes) }
        },
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("yenc", options) { (bytes, notes) throws(StreamFailure) in
                let file = try YEncoding.decode(bytes, strictness: options[flag: .lenient] ? .lenient : .strict)
                notes.append("the name is '\(file.name)'")
                if file.isPart {
                    let range = file.range
                    notes.append("bytes \(range.lowerBound + 1) to \(range.upperBound) of \(file.byteCount)")
                }
                if !file.isChecked { notes.append("no checksum for all of the bytes") }
                return file.bytes
            }
        })

    package static let stringLiteral = Codec(
        "string", ["string-literal", "c-string", "backslash"],
        "a program's string with its escapes (forms: c, python, swift, shell, raw)", clue: .stringLiteral,
        encode: Way([.form, .limit]) { (options) throws(StreamFailure) in
            guard let literal = try literal(options) else {
                return whole("string", options) { (bytes, _) throws(StreamFailure) in
                    [.quotationMark] + bytes + [.quotationMark]
                }
            }
            return whole("string", options) { (bytes, _) throws(StreamFailure) in try literal.encode(bytes) }
        },
        decode: Way([.lenient, .form, .limit]) { (options) throws(StreamFailure) in
            let literal = try literal(options)
            let strictness: Strictness = options[flag: .lenient] ? .lenient : .strict
            let quote = literal == .python || literal == .shell ? "'" : "\""
            return whole("string", options, cut: CutText.closing(quote)) { (bytes, _) throws(StreamFailure) in
                if let literal { return try literal.decode(line(bytes), strictness: strictness) }
                return try unquoted(line(bytes), strictness)
            }
        })

    /// The literals of a language; nil for raw text in quotes.
    private static func literal(_ options: Options) throws(StreamFailure) -> StringLiteral? {
        try options.choice(
            .form, ["c": StringLiteral.c, "python": .python, "swift": .swift, "shell": .shell, "raw": nil],
            of: "string")
    }

    private static func unquoted(_ text: [UInt8], _ strictness: Strictness) throws(CodecError) -> [UInt8] {
        let quotes: [UInt8] = strictness == .strict ? [.quotationMark] : [.quotationMark, .apostrophe, .backtick]
        guard let first = text.first, quotes.contains(first) else {
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: 0, in: text), "a string that does not begin with a quote",
                hint: strictness == .strict ? CodecHint.otherQuotes.rawValue : nil)
        }
        guard text.count > 1, text.last == first else {
            throw CodecError(.truncated, at: TextPosition(offset: text.count, in: text), "the string is not closed")
        }
        return Array(text[1..<text.count - 1])
    }
}
