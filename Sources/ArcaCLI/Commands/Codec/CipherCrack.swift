internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaDetect
internal import ArcaSystem

/// `arca decode … --crack`: ranks the likeliest keys of a classical cipher.
struct CipherCrack {
    static let codecs: [Codec] = [.caesar, .affine, .vigenere, .substitution, .xor]
    /// Number of bytes examined, far more than the ranking needs.
    private static let byteCount = 64 * 1024

    /// The codecs and the input; the last codec is the cipher.
    let source: CodecRun
    let count: Int
    let isJSON: Bool

    private struct Row {
        let key: String
        let option: String
        let confidence: Double
        /// Nil for xor, which scores single bytes.
        let language: LanguageModel.Language?
        let bitsPerLetter: Double
        let text: String
    }

    func report() throws {
        try source.checkOptions()
        guard let cipher = source.layers.last?.step.codec, Self.codecs.contains(cipher) else {
            throw UsageError(
                .conflict,
                "--crack is for the last codec, and \(source.layers.last?.step.codec.name ?? "") has no key to find",
                hint: "put caesar, affine, vigenere, substitution or xor last")
        }
        let bytes = try source.headBeforeLast(byteCount: Self.byteCount)
        let rows = Array(ranking(cipher, bytes).prefix(count))
        guard let best = rows.first else {
            Messages.error("there are too few letters A to Z to compare")
            throw ExitStatus.malformed
        }
        if isJSON { return try printJSON(cipher, rows) }
        try Messages.print(table(rows))
        Messages.hint("arca decode \(source.name) \(best.option) decodes with the first key")
    }

    private func ranking(_ cipher: Codec, _ bytes: [UInt8]) -> [Row] {
        switch cipher {
        case .caesar:
            ShiftCracker.caesar(bytes).map { row($0, "\($0.cipher.shift)", option: "--shift", bytes: bytes) }
        case .affine:
            ShiftCracker.affine(bytes).map {
                row($0, "\($0.cipher.multiplier),\($0.cipher.offset)", option: "--key", bytes: bytes)
            }
        case .xor:
            RepeatingXOR.crack(bytes, count: count).map { candidate in
                let key = candidate.cipher.keyText
                return Row(
                    key: key, option: "--key '\(key)'", confidence: candidate.confidence, language: nil,
                    bitsPerLetter: candidate.bitsPerByte,
                    text: String(decoding: candidate.cipher.transform(bytes).prefix(isJSON ? 400 : 60), as: UTF8.self))
            }
        case .substitution:
            SubstitutionCracker.crack(bytes).map { row($0, $0.cipher.alphabet, option: "--key", bytes: bytes) }
        default:
            VigenereCracker.crack(bytes).map { row($0, $0.cipher.key, option: "--key", bytes: bytes) }
        }
    }

    private func row(_ candidate: CipherCandidate<some LetterCipher>, _ key: String, option: String, bytes: [UInt8])
        -> Row
    {
        // Do not cut inside a UTF-8 sequence.
        var head = bytes.prefix(isJSON ? 400 : 60)
        for _ in 0..<3 where head.count < bytes.count && bytes[head.count] & 0xc0 == 0x80 { head.removeLast() }
        return Row(
            key: key, option: "\(option) \(key)", confidence: candidate.confidence, language: candidate.language,
            bitsPerLetter: candidate.bitsPerLetter, text: String(decoding: candidate.cipher.decode(head), as: UTF8.self)
        )
    }

    private func table(_ rows: [Row]) -> String {
        let width = max(3, rows.map { $0.key.utf8.count }.max() ?? 0)
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.utf8.count))
        }
        var text = padded("key", width) + "  confidence  language  text\n"
        for row in rows {
            let percent = Decimal.text(row.confidence * 100, fractionDigits: 1) + " %"
            let words = String(
                printable: row.text.utf8.map { $0 == .newline || $0 == .carriageReturn || $0 == .tab ? .space : $0 })
            text += padded(row.key, width) + "  " + String(repeating: " ", count: max(0, 10 - percent.utf8.count))
            text += "\(percent)  \(padded(row.language?.rawValue ?? "-", 8))  \(words)\n"
        }
        return text
    }

    private func printJSON(_ cipher: Codec, _ rows: [Row]) throws {
        let candidates = rows.map { row -> JSONValue in
            var object = JSONObject()
            object["key"] = .string(row.key)
            object["option"] = .string(row.option)
            object["confidence"] = JSONNumber(row.confidence).map(JSONValue.number) ?? .null
            object["language"] = row.language.map { .string($0.rawValue) } ?? .null
            object["bitsPerLetter"] = JSONNumber(row.bitsPerLetter).map(JSONValue.number) ?? .null
            object["text"] = .string(row.text)
            return .object(object)
        }
        try JSONReport.print([("cipher", .string(cipher.name)), ("candidates", .array(candidates))])
    }
}
