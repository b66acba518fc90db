/// International Morse code with dots, dashes, a space between letters and ` / ` between words.
///
/// Case is ignored, and decoding returns upper-case letters. Strict decoding accepts only the encoder's output. Lenient
/// decoding also accepts `·`, `•`, `_`, `–`, `—` and `−`, a bar or several spaces between words, and line ends.
///
/// Source: ITU-R M.1677-1.
public enum Morse {
    private static let table: [(UInt8, String)] = {
        let words = """
            A .- B -... C -.-. D -.. E . F ..-. G --. H .... I .. J .--- K -.- L .-.. M -- N -. O --- P .--. Q --.- R .-. \
            S ... T - U ..- V ...- W .-- X -..- Y -.-- Z --.. 0 ----- 1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... \
            7 --... 8 ---.. 9 ----. . .-.-.- , --..-- : ---... ? ..--.. ' .----. - -....- / -..-. ( -.--. ) -.--.- \
            " .-..-. = -...- + .-.-. @ .--.-. ! -.-.-- & .-... ; -.-.-. _ ..--.- $ ...-..-
            """.split(separator: " ").map { String($0) }
        return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
            words[index].utf8.first.map { ($0, words[index + 1]) }
        }
    }()
    private static let codes: [UInt8: String] = table.reduce(into: [:]) { $0[$1.0] = $0[$1.0] ?? $1.1 }
    private static let characters: [String: UInt8] = table.reduce(into: [:]) { $0[$1.1] = $0[$1.1] ?? $1.0 }

    /// Encodes text as Morse code.
    ///
    /// - Parameter bytes: Letters A to Z in either case, digits, common punctuation, and whitespace between words.
    /// - Returns: The code.
    /// - Throws: `.unencodable` for a character without a Morse code.
    public static func encode(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try bytes.withBytes { (span) throws(CodecError) in
            var text = ""
            var isNewWord = false
            for index in 0..<span.count {
                let byte = span[index]
                if byte == .space || byte == .newline || byte == .carriageReturn || byte == .tab {
                    isNewWord = !text.isEmpty
                    continue
                }
                let upper = byte.uppercased
                guard let code = codes[upper] else {
                    throw CodecError(
                        .unencodable, at: TextPosition(offset: index, in: span), "a character without Morse code",
                        hint: "letters A to Z, digits and common punctuation have one")
                }
                if !text.isEmpty { text += isNewWord ? " / " : " " }
                text += code
                isNewWord = false
            }
            return Array(text.utf8)
        }
    }

    /// Decodes Morse code.
    ///
    /// - Returns: The text in upper case.
    /// - Throws: `.invalidCharacter`, and `.invalidSyntax` for an unknown code, with their positions.
    public static func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError)
        -> [UInt8]
    {
        try text.withBytes { (span) throws(CodecError) in
            var output: [UInt8] = []
            var sign = ""
            var signStart = 0
            var spaces = 0
            var hasBar = false
            var index = 0
            func flush() throws(CodecError) {
                guard !sign.isEmpty else { return }
                guard let character = characters[sign] else {
                    throw CodecError(
                        .invalidSyntax, at: TextPosition(offset: signStart, in: span),
                        "'\(sign)' is not a Morse code")
                }
                output.append(character)
                sign = ""
            }
            while index < span.count {
                let (mark, length) = mark(span, index, strictness)
                switch mark {
                case .period, .hyphen:
                    if sign.isEmpty {
                        signStart = index
                        if hasBar || spaces > 2, !output.isEmpty { output.append(.space) }
                        (spaces, hasBar) = (0, false)
                    }
                    sign.unicodeScalars.append(Unicode.Scalar(mark))
                case .space:
                    try flush()
                    spaces += 1
                    if strictness == .strict, spaces > (hasBar ? 2 : 1) || output.isEmpty {
                        throw error(span, index, "an extra space")
                    }
                case .slash where strictness == .lenient || !hasBar && spaces == 1:
                    try flush()
                    hasBar = true
                default: throw error(span, index, "not a dot, a dash, a space or a slash")
                }
                index += length
            }
            try flush()
            if strictness == .strict, spaces > 0 { throw error(span, span.count - 1, "a trailing space") }
            return output
        }
    }

    private static func error(_ text: Span<UInt8>, _ place: Int, _ reason: String) -> CodecError {
        CodecError(
            .invalidCharacter, at: TextPosition(offset: place, in: text), reason,
            hint: .otherSigns)
    }

    /// The mark at an offset, one of `.`, `-`, space, `/` or 0, and its length.
    private static func mark(_ text: Span<UInt8>, _ index: Int, _ strictness: Strictness) -> (UInt8, Int) {
        let byte = text[index]
        guard strictness == .lenient else { return (byte, 1) }
        switch byte {
        case .newline, .carriageReturn, .tab: return (.space, 1)
        case .underscore: return (.hyphen, 1)
        case .verticalBar: return (.slash, 1)
        case 0xc2 where index + 1 < text.count && text[index + 1] == 0xb7: return (.period, 2)
        case 0xe2 where index + 2 < text.count:
            switch (text[index + 1], text[index + 2]) {
            case (0x80, 0xa2): return (.period, 3)
            case (0x80, 0x93), (0x80, 0x94), (0x88, 0x92): return (.hyphen, 3)
            default: return (0, 1)
            }
        default: return (byte, 1)
        }
    }
}
