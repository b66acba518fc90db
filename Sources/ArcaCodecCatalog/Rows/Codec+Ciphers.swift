package import ArcaCodecs

// Classical ciphers, which give no protection.
extension Codec {
    static let ciphers: [Codec] = [
        caesar,
        // Digits look the same after it.
        letters("rot5", "digits move by 5 places", clue: .unsearched) { _ in Rot.rot5 },
        rot13,
        // ROT13 shows the letters, and the digits look the same.
        letters("rot18", "letters move by 13 places, digits by 5", clue: .unsearched) { _ in Rot.rot18 },
        rot47, atbash, affine, vigenere, substitution, railFence, xor,
    ]

    package static let rot13 = letters("rot13", "letters move by 13 places", clue: .cipher(13)) { _ in Rot.rot13 }

    // These two have one key, so a few words confirm it.
    package static let rot47 = letters(
        "rot47", "visible ASCII characters move by 47 places", clue: .cipher(17, acceptsWords: true)
    ) { _ in Rot.rot47 }

    package static let atbash = letters("atbash", "the alphabet reversed", clue: .cipher(18, acceptsWords: true)) { _ in
        Atbash()
    }

    package static let caesar = Codec(
        "caesar", ["shift"], "letters move by a number of places (forms: letters; utf16: all units)",
        clue: .cipher(18),
        encode: Way([.shift, .form], requires: Requirement(option: .shift, example: "3")) {
            (options) throws(StreamFailure) in
            try caesar(options, { TransformStream($0.makeEncoder()) }, { TransformStream($0.makeEncoder()) })
        },
        decode: Way([.shift, .form], requires: Requirement(option: .shift, example: "3")) {
            (options) throws(StreamFailure) in
            try caesar(options, { TransformStream($0.makeDecoder()) }, { TransformStream($0.makeDecoder()) })
        })

    private static func caesar(
        _ options: Options, _ letters: (Caesar) -> any CodecStream, _ units: (CaesarUTF16) -> any CodecStream
    ) throws(StreamFailure) -> any CodecStream {
        let shift = options[number: .shift] ?? 0
        let isOfUnits = try options.choice(.form, ["letters": false, "utf16": true], of: "caesar")
        return isOfUnits ? units(CaesarUTF16(shift: shift)) : letters(Caesar(shift: shift))
    }

    package static let affine = letters(
        "affine", "place x of the alphabet becomes A·x + B, the key being A,B", clue: .cipher(24), [.key],
        requires: Requirement(option: .key, example: "5,8")
    ) { (options) throws(StreamFailure) in
        let key = options[text: .key] ?? ""
        let numbers = key.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
        guard numbers.count == 2, let multiplier = numbers[0], let offset = numbers[1] else {
            throw CodecError(.invalidOption, "'\(key)' is not two numbers", hint: "give a key such as 5,8")
        }
        return try Affine(multiplier: Int(multiplier), offset: Int(offset))
    }

    package static let vigenere = letters(
        "vigenere", "letters move by the places of the letters of the key in turn",
        // A letter of the key is one of 26.
        clue: .cipher(24, bitsPerKeyUnit: 4.7), [.key],
        requires: Requirement(option: .key, example: "lemon")
    ) { (options) throws(StreamFailure) in try Vigenere(key: options[text: .key] ?? "") }

    package static let substitution = letters(
        "substitution", "letters become those of a mixed alphabet, the key: a word or 26 letters",
        // There are 26! alphabets, which take 88 bits.
        clue: .cipher(24 + 88), [.key],
        requires: Requirement(option: .key, example: "zebra")
    ) { (options) throws(StreamFailure) in try Substitution(key: options[text: .key] ?? "") }

    package static let railFence = Codec(
        "rail-fence", ["railfence", "zigzag"], "characters written down and up over N rails, the key",
        clue: .cipher(22),
        encode: Way([.key, .limit], requires: Requirement(option: .key, example: "3")) {
            (options) throws(StreamFailure) in
            let fence = try railFence(options)
            return whole("rail-fence", options) { (bytes, _) throws(StreamFailure) in fence.encode(bytes) }
        },
        decode: Way([.key, .limit], requires: Requirement(option: .key, example: "3")) {
            (options) throws(StreamFailure) in
            let fence = try railFence(options)
            return whole("rail-fence", options) { (bytes, _) throws(StreamFailure) in fence.decode(bytes) }
        })

    private static func railFence(_ options: Options) throws(StreamFailure) -> RailFence {
        let key = options[text: .key] ?? ""
        guard let rails = Int(key) else {
            throw CodecError(.invalidOption, "'\(key)' is not a number of rails", hint: "give a key such as 3")
        }
        return try RailFence(rails: rails)
    }

    package static let xor = Codec(
        "xor", [], "exclusive or with a repeated key: text, or 0x and hex digits",
        clue: .cipher(16, bitsPerKeyUnit: 8),
        encode: Way([.key, .limit], requires: Requirement(option: .key, example: "0x5a")) {
            (options) throws(StreamFailure) in try xor(options)
        },
        decode: Way([.key, .limit], requires: Requirement(option: .key, example: "0x5a")) {
            (options) throws(StreamFailure) in try xor(options)
        })

    private static func xor(_ options: Options) throws(StreamFailure) -> any CodecStream {
        let cipher = try RepeatingXOR(key: options[text: .key] ?? "")
        return whole("xor", options) { (bytes, _) throws(StreamFailure) in cipher.transform(bytes) }
    }
}

extension Codec.Step {
    /// The step for a key of the affine cipher, of the codec that people know it by.
    package init(affineMultiplier multiplier: Int, offset: Int) {
        switch (multiplier, offset) {
        case (1, 13): self.init(.rot13)
        case (1, _): self.init(.caesar, [.shift: .number(offset)])
        case (25, 25): self.init(.atbash)
        default: self.init(.affine, [.key: .text("\(multiplier),\(offset)")])
        }
    }

    package init(_ cipher: Vigenere) { self.init(.vigenere, [.key: .text(cipher.key)]) }

    package init(_ cipher: Substitution) { self.init(.substitution, [.key: .text(cipher.alphabet)]) }

    package init(_ cipher: RepeatingXOR) { self.init(.xor, [.key: .text(cipher.keyText)]) }
}
