internal import ArcaCodecCatalog
internal import ArcaCodecs

extension LayerCiphers {
    /// Weight of a key's margin over neighboring keys, relative to a margin between readings: neighbors are compared on
    /// the same letters, so less of it is chance.
    static let keyMarginWeight = 2.0
    /// Minimum number of letters for cracking Vigenère and mixed alphabets.
    private static let (vigenereCount, substitutionCount) = (60, 150)
    /// Maximum number of letters that a mixed alphabet may map to themselves; a random one has about one.
    private static let mostFixedLetters = 8
    /// Minimum index of coincidence of text in one alphabet; random letters have 0.038.
    private static let leastCoincidence = 0.056
    /// Maximum cost of a letter in a solved text; a wrong key rarely makes other text look this cheap.
    private static let solvedBitsPerLetter = 3.55

    /// Finds the key of Vigenère's cipher or of a mixed alphabet that yields text in a known language.
    static func keyed(_ bytes: Span<UInt8>, _ letters: Int) -> [DecodingStep] {
        guard letters >= vigenereCount else { return [] }
        let text = [UInt8](bytes: bytes)
        let lengths = VigenereCracker.keyLengths(text)
        let plain = lengths.first { $0.length == 1 }?.coincidence ?? 0
        guard plain < leastCoincidence else { return letters < substitutionCount ? [] : substitution(text) }
        guard let best = lengths.first, best.coincidence >= leastCoincidence,
            let found = VigenereCracker.crack(text).first, found.bitsPerLetter < solvedBitsPerLetter
        else { return [] }
        let (cipher, margin) = refined(found.cipher, text) { cipher in
            cipher.shifts.indices.flatMap { place in (1..<26).map { cipher.moving(place, by: $0) } }
        } decode: {
            $0.decode(text)
        }
        var step = DecodingStep(cipher: Codec.Step(cipher), keyLength: cipher.shifts.count)
        step.margin = margin
        return [step]
    }

    private static func substitution(_ text: [UInt8]) -> [DecodingStep] {
        // Repeated words reveal nothing more about the key.
        let words = Set(text.map { $0 | 0x20 }.split { !$0.isLowercase })
        guard words.reduce(0, { $0 + $1.count }) >= substitutionCount else { return [] }
        guard let found = SubstitutionCracker.crack(text, effort: .quick).first,
            found.bitsPerLetter < solvedBitsPerLetter
        else { return [] }
        let (cipher, margin) = refined(found.cipher, text) { cipher in
            (0..<25).flatMap { left in (left + 1..<26).map { cipher.exchanging(left, $0) } }
        } decode: {
            $0.decode(text)
        }
        // A key that moves few letters only distorts existing text.
        let fixedCount = zip(cipher.alphabet.utf8, 0x41...).count { $0.0 & 0xdf == $0.1 }
        guard fixedCount <= mostFixedLetters else { return [] }
        var step = DecodingStep(cipher: Codec.Step(cipher))
        step.margin = margin
        return [step]
    }

    /// Hill-climbs to better neighboring keys, and returns the best key's margin over its neighbors in bits.
    ///
    /// If few positions of the text determine a letter of the key, another letter fits nearly as well and the margin is
    /// small.
    private static func refined<Cipher>(
        _ cipher: Cipher, _ text: [UInt8], neighbors: (Cipher) -> [Cipher], decode: (Cipher) -> [UInt8]
    ) -> (Cipher, margin: Double) {
        let decoded = decode(cipher)
        var best = (cipher: cipher, bits: Plausibility(decoded).bits, text: decoded)
        var margin = 0.0
        for _ in 0..<4 {
            var next: (cipher: Cipher, bits: Double, text: [UInt8])?
            for neighbor in neighbors(best.cipher) {
                let text = decode(neighbor)
                guard text != best.text else { continue }
                let bits = Plausibility(text).bits
                if bits < next?.bits ?? .infinity { next = (neighbor, bits, text) }
            }
            guard let next else { return (best.cipher, .infinity) }
            margin = next.bits - best.bits
            if margin >= 0 { break }
            best = next
        }
        return (best.cipher, max(0, margin))
    }

    // MARK: Exclusive or

    /// The XOR keys that make the bytes cheaper, as ASCII text, than they are unchanged.
    ///
    /// The most common characters select two keys of one byte, and coincidences select a longer key. These are then
    /// evaluated in full.
    static func exclusiveOr(_ bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[DecodingStep]] {
        guard bytes.count >= 12, bytes.count <= 4 << 20, plausibility.format == nil, !plausibility.hasShape,
            plausibility.sense.rawValue <= LayerCertainty.Sense.token.rawValue
        else { return [] }
        let sample = bytes.extracting(0..<min(bytes.count, sampleByteCount))
        let census = ByteCensus(sample)
        let bits = Plausibility(span: sample).bits
        let text = [UInt8](bytes: sample)
        func step(_ cipher: RepeatingXOR, _ margin: Double? = nil) -> DecodingStep? {
            var step = DecodingStep(cipher: Codec.Step(cipher), keyLength: cipher.key.count)
            guard Plausibility(cipher.transform(text)).bits + step.bits < bits else { return nil }
            step.margin = margin
            return step
        }
        var steps = singleXOR(census).compactMap { step($0) }
        // Neighboring keys help only if the result is already nearly text.
        if let periodic = RepeatingXOR.periodic(text), step(periodic) != nil,
            Plausibility(periodic.transform(text)).isPresentable
        {
            let head = Array(text.prefix(512))
            let (cipher, margin) = refined(periodic, head) {
                $0.neighbors(head)
            } decode: {
                $0.transform(head)
            }
            if let step = step(cipher, margin) { steps.append(step) }
        }
        return steps.map { [$0] }
    }

    private static func singleXOR(_ census: ByteCensus) -> [RepeatingXOR] {
        let counts = census.counts
        let values = (0..<256).filter { counts[$0] > 0 }
        // Text has no more distinct values.
        guard values.count <= 128 else { return [] }
        var found: [(key: Int, score: Int)] = []
        for key in 1..<256 {
            let score = values.reduce(0) { $0 + counts[$1] * xorScores[$1 ^ key] }
            if score > 0 { found.append((key, score)) }
        }
        return found.sorted { $0.score > $1.score }.prefix(2).compactMap { try? RepeatingXOR(key: [UInt8($0.key)]) }
    }

    private static let xorScores: [Int] = {
        var scores = [Int](repeating: -8, count: 256)
        for value in 0x21...0x7e { scores[value] = 0 }
        for letter in 0..<26 {
            scores[0x41 + letter] = 1
            scores[0x61 + letter] = 3
        }
        for letter in "etaoinshr".utf8 { scores[Int(letter)] = 4 }
        for digit in 0x30...0x39 { scores[digit] = 1 }
        for (value, score) in [(0x20, 4), (0x0a, 0), (0x09, -1), (0x0d, -1), (0x2e, 1), (0x2c, 1)] {
            scores[value] = score
        }
        return scores
    }()
}
