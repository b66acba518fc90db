internal import ArcaCodecs

extension CyberChefOperation {
    /// All operations that Arca supports; if several rows have the same name or codec, the first match wins.
    package static let all: [CyberChefOperation] = bases + numbers + texts + ciphers + compressions

    // MARK: Bases

    /// Rows without an alphabet option come first, because they accept only their own alphabet.
    private static let bases: [CyberChefOperation] =
        [
            alphabets("Base64", .base64url, "A-Za-z0-9-_", usual: base64, more: [false]),
            alphabets("Base64", .base64, base64, usual: base64, more: [false]),
            alphabets("Base32", .base32hex, "0-9A-V=", usual: base32),
            alphabets("Base32", .base32, base32, usual: base32), alphabets("Base58", .base58, base58, usual: base58),
            otherBases,
        ].flatMap { (rows: [CyberChefOperation]) in rows }

    private static let base64 = "A-Za-z0-9+/="
    private static let base32 = "A-Z2-7="
    private static let base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

    private static let otherBases: [CyberChefOperation] = [
        Self("From Base45", .base45, .decoding, ["0-9A-Z $%*+\\-./:", true], isLenient: true),
        Self("To Base45", .base45, .encoding, ["0-9A-Z $%*+\\-./:"]),
        Self("From Base62", .base62, .decoding, ["0-9A-Za-z"], isLenient: true),
        Self("To Base62", .base62, .encoding, ["0-9A-Za-z"]),
        Self("From Base85", .ascii85, .decoding, ["!-u", true, "z"], isLenient: true),
        Self("From Base85", .z85, .decoding, [.string(z85), true], needs: 1, isLenient: true),
        Self("From Base85", .base85, .decoding, [.string(ipv6), true], needs: 1, isLenient: true),
        Self("To Base85", .ascii85, .encoding, ["!-u", false]),
        Self(
            "To Base85", .ascii85, .encoding,
            write: { options in options == [.adobe: true] ? ["!-u", true] : nil }
        ) { (list) throws(CodecError) in
            list.match(["!-u", true], needs: 2) ? [.adobe: true] : nil
        },
        Self("To Base85", .z85, .encoding, [.string(z85), false], needs: 1),
        Self("To Base85", .base85, .encoding, [.string(ipv6), false], needs: 1),
    ]

    private static let z85 = "0-9a-zA-Z.\\-:+=^!/*?&<>()[]{}@%$#"
    private static let ipv6 = "0-9A-Za-z!#$%&()*+\\-;<=>?@^_`{|}~"

    /// Both directions of a base with an alphabet; another alphabet becomes an option of the codec if it has one.
    private static func alphabets(
        _ base: String, _ codec: Codec, _ standard: String, usual: String, more: [JSONValue] = []
    ) -> [CyberChefOperation] {
        @Sendable func options(_ list: CyberChefArguments) throws(CodecError) -> Codec.Options? {
            let (symbols, own) = (try list.alphabet(0, usual), try CyberChefArguments([]).alphabet(0, standard))
            var options: Codec.Options = [:]
            let hasPadding = symbols.last == "="
            let plain = hasPadding ? String(symbols.dropLast()) : symbols
            let takesPadding = codec.options(for: .encoding).contains(.noPadding)
            let ownPlain = own.last == "=" ? String(own.dropLast()) : own
            if plain != ownPlain {
                guard codec.options(for: .encoding).contains(.alphabet) else { return nil }
                options[.alphabet] = .text(plain)
            }
            if takesPadding, !hasPadding { options[flag: .noPadding] = true }
            return options
        }
        @Sendable func arguments(_ options: Codec.Options) -> [JSONValue]? {
            guard options.given.allSatisfy({ $0 == .alphabet || $0 == .noPadding }) else { return nil }
            var text = standard
            if let symbols = options[text: .alphabet] {
                // The name of an alphabet is not a list of symbols.
                guard symbols.utf8.count > 31 else { return nil }
                text = symbols.replacingEach("-", with: "\\-") + (standard.hasSuffix("=") ? "=" : "")
            } else if codec == .base64url {
                // With this alphabet CyberChef writes no padding and requires none.
                text += options[flag: .noPadding] ? "" : "="
            }
            if options[flag: .noPadding], text.hasSuffix("=") { text.removeLast() }
            return [.string(text)]
        }
        let read: @Sendable (CyberChefArguments) throws(CodecError) -> Codec.Options? = { list throws(CodecError) in
            try options(list)
        }
        return [
            Self("From \(base)", codec, write: { options in arguments(options).map { $0 + [true] + more } }) {
                (list) throws(CodecError) in
                guard var options = try read(list) else { return nil }
                if try list.flag(1, true) {
                    options[flag: .lenient] = true
                    // Lenient decoding does not require padding.
                    options[.noPadding] = nil
                }
                return options
            },
            Self("To \(base)", codec, .encoding, write: arguments, read: read),
        ]
    }

    // MARK: Numbers

    private static let separators = [
        "Auto", "Space", "Comma", "Semi-colon", "Colon", "Line feed", "CRLF", "0x", "0x with comma", "\\x", "None",
    ]

    /// A list of numbers; lenient decoding detects the separator.
    private static func list(
        _ name: String, _ codec: Codec, _ separator: String, _ more: [JSONValue] = []
    ) -> CyberChefOperation {
        Self(name, codec, write: { $0.given.isEmpty ? [.string(separator)] + more : nil }) {
            (list) throws(CodecError) in
            let given = try list.text(0, separator)
            return separators.contains(given) && list.match([.string(given)] + more) ? [.lenient: true] : nil
        }
    }

    private static let numbers: [CyberChefOperation] = [
        list("From Hex", .base16, "Auto"), Self("To Hex", .base16, .encoding, ["None", 0], needs: 1),
        list("From Binary", .binary, "Space", [8]), Self("To Binary", .binary, .encoding, ["Space", 8]),
        list("From Octal", .octal, "Space"), list("From Decimal", .decimal, "Space", [false]),
        Self("To Decimal", .decimal, .encoding, ["Space", false]),
        Self("From Hexdump", .hexdump, isLenient: true),
        Self("From Modhex", .modhex, .decoding, ["Auto"]), Self("From Modhex", .modhex, .decoding, ["None"]),
        Self("To Modhex", .modhex, .encoding, ["None", 0], needs: 1),
        Self("A1Z26 Cipher Decode", .letterNumbers, write: { $0.given.isEmpty ? ["Space"] : nil }) {
            (list) throws(CodecError) in separators.contains(try list.text(0, "Space")) ? [.lenient: true] : nil
        },
    ]

    // MARK: Texts

    private static let texts = escapes + charsets

    private static let escapes: [CyberChefOperation] = [
        Self("From Quoted Printable", .quotedPrintable, isLenient: true),
        Self("URL Decode", .percent, write: { options in options == [.form: "form"] ? [true] : nil }) {
            (list) throws(CodecError) in
            try list.flag(0, true) ? [.lenient: true, .form: "form"] : nil
        },
        Self("URL Decode", .percent, .decoding, [false], needs: 1, isLenient: true),
        Self("From HTML Entity", .html),
        Self("Unescape Unicode Characters", .unicode, .decoding, ["\\u"], isLenient: true),
        Self("Unescape Unicode Characters", .unicode, .decoding, ["U+"], needs: 1, isLenient: true),
        Self("Unescape Unicode Characters", .scriptEscape, .decoding, ["%u"], needs: 1, isLenient: true),
        Self("Unescape string", .stringLiteral, isLenient: true),
        punycode("From Punycode", .decoding), punycode("To Punycode", .encoding),
        Self("From Morse Code", .morse, .decoding, ["Space", "Forward slash"], needs: 2, isLenient: true),
        Self("Reverse", .reverse, .decoding, ["Character"]), Self("Reverse", .reverse, .encoding, ["Character"]),
    ]

    private static let charsets: [CyberChefOperation] =
        [
            charset("UTF-16LE (1200)", .utf16le), charset("UTF-16BE (1201)", .utf16be),
            charset("UTF-32LE (12000)", .utf32le), charset("UTF-32BE (12001)", .utf32be),
        ]
        + [
            ("Simplified Chinese GBK (936)", "gbk"), ("Simplified Chinese GB18030 (54936)", "gb18030"),
            ("Traditional Chinese Big5 (950)", "big5"), ("Japanese Shift-JIS (932)", "shift_jis"),
            ("EUC Japanese (51932)", "euc-jp"), ("EUC Korean (51949)", "euc-kr"), ("Korean (949)", "cp949"),
            ("KOI8-R Russian Cyrillic (20866)", "koi8-r"), ("KOI8-U Ukrainian Cyrillic (21866)", "koi8-u"),
            ("Windows-874 Thai (874)", "windows-874"), ("Windows-1250 Central European (1250)", "windows-1250"),
            ("Windows-1251 Cyrillic (1251)", "windows-1251"), ("Windows-1252 Latin (1252)", "windows-1252"),
            ("Windows-1253 Greek (1253)", "windows-1253"), ("Windows-1254 Turkish (1254)", "windows-1254"),
            ("Windows-1255 Hebrew (1255)", "windows-1255"), ("Windows-1256 Arabic (1256)", "windows-1256"),
            ("Windows-1257 Baltic (1257)", "windows-1257"), ("Windows-1258 Vietnam (1258)", "windows-1258"),
            ("ISO-8859-1 Latin 1 Western European (28591)", "iso-8859-1"),
            ("ISO-8859-2 Latin 2 Central European (28592)", "iso-8859-2"),
            ("ISO-8859-5 Latin/Cyrillic (28595)", "iso-8859-5"), ("ISO-8859-7 Latin/Greek (28597)", "iso-8859-7"),
            ("ISO-8859-15 Latin 9 (28605)", "iso-8859-15"),
        ].flatMap { (name: String, charset: String) -> [CyberChefOperation] in
            [("Decode text", Codec.Direction.decoding), ("Encode text", .encoding)].map {
                (title: String, direction: Codec.Direction) -> CyberChefOperation in
                let options: Codec.Options = [.form: .text(charset)]
                return Self(title, .charset, direction, write: { $0 == options ? [.string(name)] : nil }) {
                    (list) throws(CodecError) in list.match([.string(name)], needs: 1) ? options : nil
                }
            }
        }

    private static func charset(_ name: String, _ codec: Codec) -> CyberChefOperation {
        Self("Decode text", codec, .decoding, [.string(name)], needs: 1)
    }

    private static func punycode(_ name: String, _ direction: Codec.Direction) -> CyberChefOperation {
        Self(
            name, .punycode, direction,
            write: { options in
                switch options[text: .form] {
                case nil, "domain": [true]
                default: [false]
                }
            }
        ) { (list) throws(CodecError) in [.form: try list.flag(0, false) ? "domain" : "label"] }
    }

    // MARK: Ciphers

    private static let ciphers: [CyberChefOperation] = [
        Self("ROT13", .rot13, .decoding, [true, true, false, 13]),
        Self("ROT13", .rot13, .encoding, [true, true, false, 13]),
        rotation(.decoding), rotation(.encoding), Self("ROT47", .rot47, .decoding, [47]),
        Self("ROT47", .rot47, .encoding, [47]), Self("Atbash Cipher", .atbash),
        Self("Atbash Cipher", .atbash, .encoding),
        affine("Affine Cipher Decode", .decoding), affine("Affine Cipher Encode", .encoding),
        vigenere("Vigenère Decode", .decoding), vigenere("Vigenère Encode", .encoding),
        railFence("Rail Fence Cipher Decode", .decoding), railFence("Rail Fence Cipher Encode", .encoding),
        bacon("Complete", "letters26"), bacon("Standard (I=J and U=V)", "letters24"),
        xor(.decoding), xor(.encoding),
    ]

    /// `ROT13` with another amount, which is Caesar's cipher; a forward shift is treated as decoding.
    private static func rotation(_ direction: Codec.Direction) -> CyberChefOperation {
        Self(
            "ROT13", .caesar, direction,
            write: { options in
                guard options.given == [.shift], let shift = options[number: .shift] else { return nil }
                let places = (direction == .encoding ? shift : -shift) % 26
                return [true, true, false, .integer((places + 26) % 26)]
            }
        ) { (list) throws(CodecError) in
            guard try list.flag(0, true), try list.flag(1, true), try !list.flag(2, false) else { return nil }
            let places = try list.number(3, 13) % 26
            return [.shift: .number((26 - places) % 26)]
        }
    }

    private static func affine(_ name: String, _ direction: Codec.Direction) -> CyberChefOperation {
        Self(
            name, .affine, direction,
            write: { options in
                let numbers = (options[text: .key] ?? "").split(separator: ",").compactMap { Int($0) }
                return numbers.count == 2 ? numbers.map { JSONValue.integer($0) } : nil
            }
        ) { (list) throws(CodecError) in
            [.key: .text("\(try list.number(0, 1)),\(try list.number(1, 0))")]
        }
    }

    private static func vigenere(_ name: String, _ direction: Codec.Direction) -> CyberChefOperation {
        Self(name, .vigenere, direction, write: { options in options[text: .key].map { [.string($0)] } }) {
            (list) throws(CodecError) in [.key: .text(try list.text(0, ""))]
        }
    }

    private static func railFence(_ name: String, _ direction: Codec.Direction) -> CyberChefOperation {
        Self(
            name, .railFence, direction,
            write: { options in options[text: .key].flatMap { Int($0) }.map { [.integer($0), 0] } }
        ) { (list) throws(CodecError) in
            try list.number(1, 0) == 0 ? [.key: .text("\(try list.number(0, 2))")] : nil
        }
    }

    private static func bacon(_ alphabet: String, _ form: String) -> CyberChefOperation {
        Self(
            "Bacon Cipher Decode", .bacon,
            write: { ($0[text: .form] ?? "letters26") == form ? [.string(alphabet), "A/B", false] : nil }
        ) { (list) throws(CodecError) in
            guard try list.text(0, "Standard (I=J and U=V)") == alphabet, try !list.flag(2, false),
                try ["0/1", "A/B"].contains(list.text(1, "0/1"))
            else { return nil }
            return [.form: .text(form), .lenient: true]
        }
    }

    private static func xor(_ direction: Codec.Direction) -> CyberChefOperation {
        Self(
            "XOR", .xor, direction,
            write: { options in
                guard let cipher = try? RepeatingXOR(key: options[text: .key] ?? "") else { return nil }
                return [["option": "Hex", "string": .string(Base16.standard.encode(cipher.key))], "Standard", false]
            }
        ) { (list) throws(CodecError) in
            guard try list.text(1, "Standard") == "Standard", try !list.flag(2, false) else { return nil }
            return [.key: .text(try RepeatingXOR(key: list.key(0)).keyText)]
        }
    }

    // MARK: Compressions

    private static let compressions: [CyberChefOperation] = [
        Self("Gunzip", .gunzip), Self("Bzip2 Decompress", .bunzip2, .decoding, [false]), inflate("Zlib Inflate"),
        inflate("Raw Inflate"),
    ]

    /// Buffer sizes do not affect the output.
    private static func inflate(_ name: String) -> CyberChefOperation {
        Self(name, .inflate, write: { $0.given.isEmpty ? [0, 0, "Adaptive", false, false] : nil }) {
            (list) throws(CodecError) in try list.number(0, 0) == 0 ? [:] : nil
        }
    }
}
