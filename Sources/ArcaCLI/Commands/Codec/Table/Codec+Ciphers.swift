internal import ArcaCodecs

// Ciphers of old, which hide nothing.
extension Codec {
    static let ciphers: [Codec] =
        [caesar] + Rot.allCases.map(rot) + [
            plain("atbash", [], "the alphabet reversed", Atbash()), affine, vigenere,
        ]

    private static let caesar = Codec(
        "caesar", ["shift"], "letters move by --shift places (--form utf16: any UTF-16 unit)",
        encode: [.shift, .form], { settings in try caesar(settings, isEncoding: true) },
        decode: [.shift, .form, .crack], { settings in try caesar(settings, isEncoding: false) })

    private static func caesar(_ settings: CodecSettings, isEncoding: Bool) throws -> [any CodecStage] {
        let hint = "--shift 3 is Caesar's own" + (isEncoding ? "" : "; --crack finds the likeliest ones")
        let isOfUnits = try settings.form(["letters": false, "utf16": true], of: "caesar")
        let shift = try CodecSettings.required(settings.shift, "--shift", "caesar", hint: hint)
        guard isOfUnits else { return letters(Caesar(shift: shift), isEncoding: isEncoding) }
        let cipher = CaesarUTF16(shift: shift)
        return stream(isEncoding ? cipher.makeEncoder() : cipher.makeDecoder())
    }

    private static let affine = Codec(
        "affine", [], "place x of the alphabet becomes A·x + B (--key A,B)",
        encode: [.key], { settings in letters(try affine(settings, ""), isEncoding: true) },
        decode: [.key, .crack],
        { settings in letters(try affine(settings, "; --crack finds the likeliest ones"), isEncoding: false) })

    private static func affine(_ settings: CodecSettings, _ remedy: String) throws -> Affine {
        let hint = "a key of two numbers, such as --key 5,8" + remedy
        let key = try CodecSettings.required(settings.key, "--key", "affine", hint: hint)
        let numbers = key.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
        guard numbers.count == 2, let multiplier = numbers[0], let offset = numbers[1] else {
            throw UsageError(.invalidValue, "--key: '\(key)' is not two numbers", hint: hint)
        }
        return try Affine(multiplier: Int(multiplier), offset: Int(offset))
    }

    private static let vigenere = Codec(
        "vigenere", [], "letters move by the places of the letters of --key in turn",
        encode: [.key], { settings in letters(try vigenere(settings, ""), isEncoding: true) },
        decode: [.key, .crack],
        { settings in letters(try vigenere(settings, "; --crack finds the likeliest ones"), isEncoding: false) })

    private static func vigenere(_ settings: CodecSettings, _ remedy: String) throws -> Vigenere {
        try Vigenere(
            key: try CodecSettings.required(
                settings.key, "--key", "vigenere", hint: "a key of letters, such as --key lemon" + remedy))
    }

    private static func rot(_ cipher: Rot) -> Codec {
        let summary =
            switch cipher {
            case .rot5: "digits move by 5 places"
            case .rot13: "letters move by 13 places"
            case .rot18: "letters move by 13 places, digits by 5"
            case .rot47: "visible ASCII characters move by 47 places"
            }
        return plain(cipher.rawValue, [], summary, cipher)
    }

    private static func plain(_ name: String, _ aliases: [String], _ summary: String, _ cipher: some LetterCipher)
        -> Codec
    {
        Codec(
            name, aliases, summary, encode: [], { _ in letters(cipher, isEncoding: true) }, decode: [],
            { _ in letters(cipher, isEncoding: false) })
    }

    private static func letters(_ cipher: some LetterCipher, isEncoding: Bool) -> [any CodecStage] {
        stream(isEncoding ? cipher.makeEncoder() : cipher.makeDecoder())
    }
}
