internal import ArcaCodecCatalog
internal import ArcaCodecs

/// Letter ciphers that may encrypt a text, with the keys that yield readable text.
///
/// They are tried if the letters are in no known language. For prose, letter frequencies select among the 312 keys of
/// the affine cipher, which include Caesar and Atbash. For short texts, all shifts are evaluated in full. For encoded
/// text, a key is accepted if the beginning then decodes to text. If a longer text is still unreadable, the index of
/// coincidence distinguishes Vigenère from a mixed alphabet.
enum LayerCiphers {
    /// Maximum length of encoded text that is searched, in bytes.
    private static let tokenLimit = 64 << 10
    /// Maximum length, in bytes, up to which all shifts are evaluated in full.
    private static let shortLimit = 160
    static let sampleByteCount = 2048

    /// The steps that may apply, each in a separate group.
    static func groups(for bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[DecodingStep]] {
        let census = plausibility.census
        let letters = census.letterCount
        let visible = (0x21...0xff).reduce(0) { $0 + census.counts[$1] }
        guard visible >= 8, !plausibility.hasShape, bytes.count <= 4 << 20 else { return [] }
        // Text in a known language is not encrypted.
        guard plausibility.bitsPerLetter > 3.6 || letters * 2 < visible else { return [] }
        let sample = bytes.extracting(0..<min(bytes.count, sampleByteCount))
        let bits = Plausibility(span: sample).bits
        var steps: [DecodingStep] = []
        if census.present.intersection(.visible).isSubset(of: base64) {
            if bytes.count >= 12, bytes.count <= tokenLimit, !looksEncoded(sample) { steps += overEncoding(sample) }
        } else if let step = visibleRotation(sample, bits) {
            steps.append(step)
        }
        // In other scripts, neighboring characters reveal too little.
        if letters * 2 > visible, let step = railFence(bytes, bits) { steps.append(step) }
        if let step = shiftedUnits(sample, bits) { steps.append(step) }
        if let step = reversed(bytes, sample, bits) { steps.append(step) }
        steps = bounded(steps, sample)
        guard letters >= 6, letters * 5 > visible * 2, census.distinctLetterCount > 3 else { return steps.map { [$0] } }
        let shifts = bytes.count <= shortLimit ? short(sample, bits) : long(sample)
        steps += shifts.isEmpty ? keyed(sample, letters) : bounded(shifts, sample)
        var seen: Set<Codec.Step> = []
        return steps.filter { seen.insert(Codec.Step($0.codec, $0.options)).inserted }.map { [$0] }
    }

    /// The steps supported by the distinct words of a text, with their margin limited to what those words support:
    /// repetition in logs and tables would multiply the little evidence of a few words.
    private static func bounded(_ steps: [DecodingStep], _ sample: Span<UInt8>) -> [DecodingStep] {
        let text = [UInt8](bytes: sample)
        var seen: Set<ArraySlice<UInt8>> = []
        let words = text.split { $0 <= 0x20 }.filter { seen.insert($0).inserted }
        let once = Array(words.joined(separator: [0x20]))
        guard once.count * 4 < text.count * 3 else { return steps }
        let bits = Plausibility(once).bits
        return steps.compactMap { step in
            guard let decoded = try? step.codec.run(.decoding, once, step.options) else { return nil }
            let margin = bits - Plausibility(decoded).bits - step.bits
            guard margin > 0 else { return nil }
            var step = step
            step.margin = margin / keyMarginWeight
            return step
        }
    }

    private static func step(_ multiplier: Int, _ offset: Int) -> DecodingStep? {
        guard (multiplier, offset) != (1, 0) else { return nil }
        return DecodingStep(cipher: Codec.Step(affineMultiplier: multiplier, offset: offset))
    }

    // MARK: Text

    /// The most likely shifts, and Atbash, for a text short enough to evaluate each in full.
    private static func short(_ bytes: Span<UInt8>, _ bits: Double) -> [DecodingStep] {
        let text = [UInt8](bytes: bytes)
        var found: [(step: DecodingStep, bits: Double)] = []
        func weigh(_ decoded: [UInt8], _ step: DecodingStep?) {
            guard let step else { return }
            let plausibility = Plausibility(decoded)
            if plausibility.bits + step.bits < bits + 2 { found.append((step, plausibility.bits + step.bits)) }
        }
        for shift in 1..<26 { weigh(Caesar(shift: shift).decode(text), step(1, shift)) }
        weigh(Atbash().decode(text), step(25, 25))
        found.sort { $0.bits < $1.bits }
        let keys = LanguageModel.Language.allCases.isEmpty ? [] : long(bytes)
        return found.prefix(2).map { $0.step } + keys
    }

    /// The most likely affine key: letter frequencies select candidates, trigrams the best of them.
    private static func long(_ bytes: Span<UInt8>) -> [DecodingStep] {
        var counts = [Int](repeating: 0, count: 26)
        for index in 0..<bytes.count where bytes[index] | 0x20 &- 0x61 < 26 {
            counts[Int(bytes[index] | 0x20) - 0x61] += 1
        }
        guard counts.reduce(0, +) >= 12 else { return [] }
        let likeliest = ShiftCracker.likelyKeys(counts: counts, limit: 10)
        let text = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 600)))
        let best = likeliest.map { cipher in (cipher, Plausibility(cipher.decode(text)).bitsPerLetter) }.min {
            $0.1 < $1.1
        }
        guard let (cipher, bitsPerLetter) = best, bitsPerLetter < 4.1 else { return [] }
        return step(cipher.multiplier, cipher.offset).map { [$0] } ?? []
    }

    /// The rotation of all visible characters, if it makes sense of the text.
    private static func visibleRotation(_ bytes: Span<UInt8>, _ bits: Double) -> DecodingStep? {
        let step = DecodingStep(cipher: Codec.Step(.rot47))
        guard let decoded = try? step.codec.run(.decoding, bytes, [:]) else { return nil }
        return looksEncoded(decoded.span) || Plausibility(decoded).bits + step.bits < bits ? step : nil
    }

    /// Cost of a shift of all characters, in bits, with the number of places.
    private static let unitShiftBits = 20.0
    /// Minimum number of characters that shifted text must have for a shift to be found.
    private static let shortestUnits = 12

    /// The shift of all characters, also of digits and spaces, that makes the text cheapest; the most common characters
    /// are spaces or `e`.
    private static func shiftedUnits(_ bytes: Span<UInt8>, _ bits: Double) -> DecodingStep? {
        let census = ByteCensus(bytes)
        guard bytes.count >= shortestUnits, !census.hasHighBytes else { return nil }
        let common = (0x20...0x7e).filter { census.counts[$0] > 0 }.sorted { census.counts[$0] > census.counts[$1] }
        let text = [UInt8](bytes: bytes)
        let string = String(decoding: text, as: UTF8.self)
        let step = DecodingStep(cipher: Codec.Step(.caesar, [.form: "utf16"]), bits: unitShiftBits)
        var best: (shift: Int, bits: Double)?
        var shifts: [Int] = []
        for place in common.prefix(3) { shifts += [place - 0x20, place - 0x65] }
        for shift in Set(shifts).sorted() where shift != 0 {
            let decoded = Array(CaesarUTF16(shift: shift).decode(string).utf8)
            // A final line feed does not move in practice, and characters beyond ASCII show a wrong shift.
            guard decoded.allSatisfy({ $0 >= 0x20 && $0 < 0x7f || $0 == .newline }) else { continue }
            let cost = Plausibility(decoded).bits + step.bits
            if cost < best?.bits ?? bits { best = (shift, cost) }
        }
        return best.map { step.with(.shift, .number($0.shift)) }
    }

    /// Cost of reversing text that begins with a closing bracket and ends with the opening one; nothing is written that
    /// step.
    private static let mirroredBits = 3.0

    /// The reversal, if the text looks reversed.
    private static func reversed(_ bytes: Span<UInt8>, _ sample: Span<UInt8>, _ bits: Double) -> DecodingStep? {
        let step = DecodingStep(cipher: Codec.Step(.reverse), bits: isMirrored(bytes) ? mirroredBits : nil)
        let tail = bytes.extracting(max(0, bytes.count - sampleByteCount)..<bytes.count)
        let decoded = ReversedText.reverse([UInt8](bytes: tail))
        let isEncoding = tail.count == bytes.count && looksEncoded(decoded.span) && !looksEncoded(sample)
        return isEncoding || Plausibility(decoded).bits + step.bits < bits ? step : nil
    }

    /// Whether the text is a URL or a flag such as `flag{…}` backwards, or starts with a closing bracket and ends with the
    /// matching opening one.
    private static func isMirrored(_ bytes: Span<UInt8>) -> Bool {
        guard let ends = TextForm.ends(bytes) else { return false }
        let tail = ReversedText.reverse([UInt8](bytes: bytes.extracting(max(0, bytes.count - 64)..<bytes.count)))
        let head = tail.drop { $0 <= 0x20 }
        if ["http://", "https://", "ftp://", "ssh://", "www."].contains(where: { head.starts(with: $0.utf8) }) {
            return true
        }
        let word = head.prefix { $0.isAlphanumeric || $0 == .underscore }
        if ends.first == .rightBrace, (2...12).contains(word.count), head.dropFirst(word.count).first == .leftBrace {
            return true
        }
        switch (ends.first, ends.last) {
        case (UInt8.rightBrace, .leftBrace), (UInt8.rightBracket, .leftBracket),
            (UInt8.greaterThan, .lessThan), (UInt8.rightParenthesis, .leftParenthesis):
            return true
        default: return false
        }
    }

    // MARK: Places of characters

    /// Maximum number of rails that is tried; puzzles have fewer.
    private static let railLimit = 10
    /// Minimum size of a text whose rails are found, in bytes: each rail then has a few characters.
    private static let shortestRails = 20

    /// The number of rails that makes the text cheapest, or nil if none is cheaper than the unchanged text.
    ///
    /// A transposition keeps the letter frequencies of the language, so only neighboring letters count.
    private static func railFence(_ bytes: Span<UInt8>, _ bits: Double) -> DecodingStep? {
        guard bytes.count >= shortestRails, bytes.count <= sampleByteCount else { return nil }
        let text = [UInt8](bytes: bytes)
        let step = DecodingStep(cipher: Codec.Step(.railFence))
        var best: (rails: Int, bits: Double)?
        for rails in 2...railLimit {
            guard let fence = try? RailFence(rails: rails) else { continue }
            let cost = Plausibility(fence.decode(text)).bits + step.bits
            if cost < best?.bits ?? bits { best = (rails, cost) }
        }
        return best.map { step.with(.key, .text("\($0.rails)")) }
    }

    // MARK: Encodings

    private static let base64 = ByteSet.alphanumeric + ByteSet("+/=-_")
    private static let base32 = ByteSet.upper + ByteSet("234567=")

    private static func overEncoding(_ bytes: Span<UInt8>) -> [DecodingStep] {
        let head = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 96)))
        var steps: [DecodingStep] = []
        for shift in 1..<26 where looksEncoded(Caesar(shift: shift).decode(head).span) {
            if let step = step(1, shift) { steps.append(step) }
        }
        if looksEncoded(Atbash().decode(head).span), let step = step(25, 25) { steps.append(step) }
        return Array(steps.prefix(3))
    }

    /// Whether the beginning of a word decodes to text or a known format.
    private static func looksEncoded(_ bytes: Span<UInt8>) -> Bool {
        var head: [UInt8] = []
        for index in 0..<min(bytes.count, 96) where bytes[index] > 0x20 { head.append(bytes[index]) }
        let present = ByteCensus(head.span).present
        func isSense(_ decoded: [UInt8]?) -> Bool {
            guard let decoded, decoded.count >= 8 else { return false }
            let text = decoded.dropLast(3)
            if text.allSatisfy({ $0 >= 0x20 && $0 < 0x7f || $0 == .newline || $0 == .carriageReturn || $0 == .tab }) {
                return true
            }
            return decoded[0] == 0x1f && decoded[1] == 0x8b && decoded[2] == 8
                || (ForeignKinds.look(at: decoded.span)?.evidenceBits ?? 0) >= 32
        }
        if present.isSubset(of: .hexadecimal),
            isSense(try? Base16.standard.allowing(.lenient).decode(head.prefix(head.count & ~1)))
        {
            return true
        }
        if present.isSubset(of: base32),
            isSense(try? Base32.standard.allowing(.lenient).decode(head.prefix(head.count & ~7)))
        {
            return true
        }
        return present.isSubset(of: base64)
            && isSense(try? Base64.standard.allowing(.lenient).decode(head.prefix(head.count & ~3)))
    }
}
