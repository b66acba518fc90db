internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaCore

/// Letter ciphers that may encrypt a text, with the keys that yield readable text.
///
/// They are tried if the letters are in no known language. For prose, letter frequencies select among the 312 keys of
/// the affine cipher, which include Caesar and Atbash. For short texts, all shifts are evaluated in full. For encoded
/// text, a key is accepted if the beginning then decodes to text. If a longer text is still unreadable, the index of
/// coincidence distinguishes Vigenère from a mixed alphabet.
enum LayerCiphers {
    /// Cost of each cipher with its key, in bits.
    private static let rot13Bits = 13.0
    private static let shiftBits = 18.0
    private static let affineBits = 24.0
    private static let rot47Bits = 17.0
    /// Maximum length of encoded text that is searched, in bytes.
    private static let tokenLimit = 64 << 10
    /// Maximum length, in bytes, up to which all shifts are evaluated in full.
    private static let shortLimit = 160
    static let sampleByteCount = 2048

    /// The steps that may apply, each in a separate group.
    static func groups(for bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[LayerWay]] {
        let census = plausibility.census
        let letters = census.letterCount
        let visible = (0x21...0xff).reduce(0) { $0 + census.counts[$1] }
        guard visible >= 8, !plausibility.hasShape, bytes.count <= 4 << 20 else { return [] }
        // Text in a known language is not encrypted.
        guard plausibility.bitsPerLetter > 3.6 || letters * 2 < visible else { return [] }
        let sample = bytes.extracting(0..<min(bytes.count, sampleByteCount))
        let bits = Plausibility(span: sample).bits
        var ways: [LayerWay] = []
        if census.present.intersection(.visible).isSubset(of: base64) {
            if bytes.count >= 12, bytes.count <= tokenLimit, !looksEncoded(sample) { ways += overEncoding(sample) }
        } else if rot47(sample, bits) {
            ways.append(LayerWay(.rot47, rot47Bits))
        }
        // In other scripts, neighboring characters reveal too little.
        if letters * 2 > visible, let way = railFence(bytes, bits) { ways.append(way) }
        if let bits = reversed(bytes, sample, bits) { ways.append(LayerWay(.reverse, bits)) }
        ways = bounded(ways, sample)
        guard letters >= 6, letters * 5 > visible * 2, census.distinctLetterCount > 3 else { return ways.map { [$0] } }
        let shifts = bytes.count <= shortLimit ? short(sample, bits) : long(sample)
        ways += shifts.isEmpty ? keyed(sample, letters) : bounded(shifts, sample)
        var seen: Set<Codec.Step> = []
        return ways.filter { seen.insert(Codec.Step($0.codec, $0.options)).inserted }.map { [$0] }
    }

    /// The steps supported by the distinct words of a text, with their margin limited to what those words support:
    /// repetition in logs and tables would multiply the little evidence of a few words.
    private static func bounded(_ ways: [LayerWay], _ sample: Span<UInt8>) -> [LayerWay] {
        let text = [UInt8](bytes: sample)
        var seen: Set<ArraySlice<UInt8>> = []
        let words = text.split { $0 <= 0x20 }.filter { seen.insert($0).inserted }
        let once = Array(words.joined(separator: [.space]))
        guard once.count * 4 < text.count * 3 else { return ways }
        let bits = Plausibility(once).bits
        return ways.compactMap { way in
            guard let decoded = try? way.codec.run(.decoding, once, way.options) else { return nil }
            let margin = bits - Plausibility(decoded).bits - way.bits
            guard margin > 0 else { return nil }
            var way = way
            way.margin = margin / keyMarginWeight
            return way
        }
    }

    private static func way(_ multiplier: Int, _ offset: Int) -> LayerWay? {
        switch (multiplier, offset) {
        case (1, 0): nil
        case (1, 13): LayerWay(.rot13, rot13Bits)
        case (1, _): LayerWay(.caesar, shiftBits).with(.shift, .number(offset))
        case (25, 25): LayerWay(.atbash, shiftBits)
        default: LayerWay(.affine, affineBits).with(.key, .text("\(multiplier),\(offset)"))
        }
    }

    // MARK: Text

    /// The most likely shifts, and Atbash, for a text short enough to evaluate each in full.
    private static func short(_ bytes: Span<UInt8>, _ bits: Double) -> [LayerWay] {
        let text = [UInt8](bytes: bytes)
        var found: [(way: LayerWay, bits: Double)] = []
        func weigh(_ decoded: [UInt8], _ way: LayerWay?) {
            guard let way else { return }
            let plausibility = Plausibility(decoded)
            if plausibility.bits + way.bits < bits + 2 { found.append((way, plausibility.bits + way.bits)) }
        }
        for shift in 1..<26 { weigh(Caesar(shift: shift).decode(text), way(1, shift)) }
        weigh(Atbash().decode(text), way(25, 25))
        found.sort { $0.bits < $1.bits }
        let keys = LanguageModel.Language.allCases.isEmpty ? [] : long(bytes)
        return found.prefix(2).map(\.way) + keys
    }

    /// The most likely affine key: letter frequencies select candidates, trigrams the best of them.
    private static func long(_ bytes: Span<UInt8>) -> [LayerWay] {
        var counts = [Int](repeating: 0, count: 26)
        for index in 0..<bytes.count where bytes[index] | 0x20 &- 0x61 < 26 {
            counts[Int(bytes[index] | 0x20) - 0x61] += 1
        }
        guard counts.reduce(0, +) >= 12 else { return [] }
        let likeliest = ShiftCracker.affine(counts: counts, limit: 10)
        let text = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 600)))
        let best = likeliest.map { cipher in (cipher, Plausibility(cipher.decode(text)).bitsPerLetter) }.min {
            $0.1 < $1.1
        }
        guard let (cipher, bitsPerLetter) = best, bitsPerLetter < 4.1 else { return [] }
        return way(cipher.multiplier, cipher.offset).map { [$0] } ?? []
    }

    private static func rot47(_ bytes: Span<UInt8>, _ bits: Double) -> Bool {
        let decoded = Rot.rot47.decode([UInt8](bytes: bytes))
        if looksEncoded(decoded.span) { return true }
        return Plausibility(decoded).bits + rot47Bits < bits
    }

    private static let reverseBits = 17.0
    /// Cost of reversing text that begins with a closing bracket and ends with the opening one; nothing is written that
    /// way.
    private static let mirroredBits = 3.0

    /// Cost of reversing, or nil if the text does not look reversed.
    private static func reversed(_ bytes: Span<UInt8>, _ sample: Span<UInt8>, _ bits: Double) -> Double? {
        let price = isMirrored(bytes) ? mirroredBits : reverseBits
        if bytes.count <= sampleByteCount {
            let decoded = ReversedText.reverse([UInt8](bytes: bytes))
            let isBetter =
                looksEncoded(decoded.span) && !looksEncoded(sample) || Plausibility(decoded).bits + price < bits
            return isBetter ? price : nil
        }
        let tail = ReversedText.reverse([UInt8](bytes: bytes.extracting(bytes.count - sampleByteCount..<bytes.count)))
        return Plausibility(tail).bits + price < bits ? price : nil
    }

    /// Whether the text starts with a closing bracket and ends with the matching opening one.
    private static func isMirrored(_ bytes: Span<UInt8>) -> Bool {
        guard let ends = TextKinds.ends(bytes) else { return false }
        switch (ends.first, ends.last) {
        case (UInt8.rightBrace, .leftBrace), (UInt8.rightBracket, .leftBracket),
            (UInt8.greaterThan, .lessThan), (UInt8.rightParenthesis, .leftParenthesis):
            return true
        default: return false
        }
    }

    // MARK: Places of characters

    private static let railFenceBits = 22.0
    private static let railLimit = 10

    /// The number of rails that makes the text cheapest, or nil if none is cheaper than the unchanged text.
    ///
    /// A transposition keeps the letter frequencies of the language, so only neighboring letters count.
    private static func railFence(_ bytes: Span<UInt8>, _ bits: Double) -> LayerWay? {
        guard bytes.count >= 20, bytes.count <= sampleByteCount else { return nil }
        let text = [UInt8](bytes: bytes)
        var best: (rails: Int, bits: Double)?
        for rails in 2...railLimit {
            guard let fence = try? RailFence(rails: rails) else { continue }
            let cost = Plausibility(fence.decode(text)).bits + railFenceBits
            if cost < best?.bits ?? bits { best = (rails, cost) }
        }
        return best.map { LayerWay(.railFence, railFenceBits).with(.key, .text("\($0.rails)")) }
    }

    // MARK: Encodings

    private static let base64 = ByteSet.alphanumeric + ByteSet("+/=-_")
    private static let base32 = ByteSet.upper + ByteSet("234567=")
    private static let base16 = ByteSet("0123456789abcdefABCDEF")

    private static func overEncoding(_ bytes: Span<UInt8>) -> [LayerWay] {
        let head = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 96)))
        var ways: [LayerWay] = []
        for shift in 1..<26 where looksEncoded(Caesar(shift: shift).decode(head).span) {
            if let way = way(1, shift) { ways.append(way) }
        }
        if looksEncoded(Atbash().decode(head).span), let way = way(25, 25) { ways.append(way) }
        return Array(ways.prefix(3))
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
        if present.isSubset(of: base16),
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
