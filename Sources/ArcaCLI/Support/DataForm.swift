internal import ArcaCodecs
internal import ArcaCore

/// The form of bytes in a file or an argument: as they are, or as text.
enum DataForm: String, CaseIterable, ArgumentValue {
    case binary, base64, hex, text

    /// Detects Base64 and hexadecimal digits; other bytes are what they are.
    ///
    /// Eight random bytes look like Base64 once in 20,000 times, 16 once in four billion times.
    init(detecting bytes: [UInt8]) {
        let text = bytes.filter { !$0.isWhitespace }
        if text.count >= 8, text.span.isHexadecimal {
            self = .hex
        } else if text.count >= 8, (try? Self.base64Codec.decode(bytes)) != nil {
            self = .base64
        } else {
            self = .binary
        }
    }

    private static let base64Codec = Base64.standard.allowing([.whitespace, .missingPadding, .mixedAlphabets])

    /// Decodes bytes in this form; errors name the input.
    func decode(_ bytes: [UInt8], of name: String) throws -> [UInt8] {
        do throws(CodecError) {
            switch self {
            case .binary, .text: return bytes
            case .base64: return try Self.base64Codec.decode(bytes)
            case .hex: return try Base16.standard.allowing([.whitespace, .letterCase]).decode(bytes)
            }
        } catch {
            let place = error.offset.map { " at offset \($0)" } ?? ""
            let found = Self(detecting: bytes)
            throw UsageError(
                .invalidValue, "\(name) is not \(self == .hex ? "hexadecimal" : "Base64"): \(error.reason)\(place)",
                hint: "give --in \(found == self ? Self.binary : found)")
        }
    }

    /// Encodes bytes; text forms end with a line feed.
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .binary, .text: bytes
        case .base64: Array("\(Base64.standard.encode(bytes))\n".utf8)
        case .hex: Array("\(Base16.standard.encode(bytes))\n".utf8)
        }
    }

    var isText: Bool { self != .binary }
}

/// `--in` and `--out`: the forms of input and output.
struct DataFormOptions: OptionGroup {
    var input: DataForm?
    var output: DataForm?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--in", value: "FORM", set: \.input,
            help: "form of the input: binary, base64, hex or text; ciphertext in base64 and hex is detected"
        ).defaulting(to: "detected")
        Parameter.option(
            "--out", value: "FORM", set: \.output, help: "form of the output: binary, base64, hex or text"
        ).defaulting(to: "binary")
    }

    /// Decodes a ciphertext or signature in its form, which is detected by default.
    func decode(_ bytes: [UInt8], of name: String) throws -> [UInt8] {
        try (input ?? DataForm(detecting: bytes)).decode(bytes, of: name)
    }
}

/// Bytes as an argument: hexadecimal digits, Base64, or text after `text:`; for an IV, a salt, a tag, a MAC.
struct EncodedBytes: ArgumentValue, Hashable {
    let bytes: [UInt8]

    init(argument: Argument) throws(UsageError) {
        let words = argument.bytes.split(separator: .colon, maxSplits: 1, omittingEmptySubsequences: false)
        let kind = words.count == 2 ? String(decoding: words[0], as: UTF8.self) : ""
        let text = words.count == 2 ? Array(words[1]) : argument.bytes
        func decoded(_ codec: some TextCodec) -> [UInt8]? { try? codec.decode(text) }
        let hexadecimal = Base16.standard.allowing(.letterCase)
        let base64 = Base64.standard.allowing([.missingPadding, .mixedAlphabets])
        let found: [UInt8]? =
            switch kind {
            case "text": text
            case "hex": decoded(hexadecimal)
            case "base64": decoded(base64)
            // Digits that are also Base64 are hexadecimal, as everywhere.
            default: words.count == 2 ? nil : decoded(hexadecimal) ?? decoded(base64)
            }
        if kind.isEmpty, found?.isEmpty == false, Self.isDoubtful(text) {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not hexadecimal digits, and not clearly Base64",
                hint: "give two digits from 0 to 9 and a to f for each byte, or base64:TEXT if it is Base64")
        }
        guard let found else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is neither hexadecimal digits nor Base64",
                hint: "give two digits from 0 to 9 and a to f for each byte, Base64, or text:TEXT for characters")
        }
        bytes = found
    }

    /// Whether a text that is not hexadecimal digits may be meant as such: it is short, or most characters are digits.
    ///
    /// With padding it is clearly Base64. A third of the characters of random Base64 are hexadecimal digits; three
    /// quarters of 16 are once in 5,000 times.
    private static func isDoubtful(_ text: [UInt8]) -> Bool {
        let digits = text.count { $0.hexDigitValue != nil }
        return text.last != .equals && !text.span.isHexadecimal && (text.count < 8 || 4 * digits > 3 * text.count)
    }
}
