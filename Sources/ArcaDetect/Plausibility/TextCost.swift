internal import ArcaCore

/// The cost of text in bits in an ideal code: words by their letters in the most likely language; names, numbers and
/// random tokens by their alphabets; other scripts by their characters.
///
/// Use it to compare readings of the same data: the cheapest one is the most likely. Encoded text costs six bits per
/// character, plain text three.
struct TextCost {
    private var totals = SIMD8<Float>()
    private var letterTotals = SIMD8<Float>()
    private(set) var letterCount = 0
    /// Letters with unusual case: capitals after small letters, small letters after punctuation, any letter after a
    /// digit.
    private(set) var oddLetterCount = 0
    private(set) var scriptCounts = [Int](repeating: 0, count: Script.allCases.count)
    /// Bytes that are not part of a UTF-8 character.
    private(set) var strayByteCount = 0

    private let costs = LetterCosts.shared
    private var first: Int?
    private var second: Int?
    private var script = Script.latin
    private var last = Class.space

    private enum Class { case space, lower, capital, upper, digit, sign, beyond }

    init() {}

    /// The cost in the cheapest language, in bits.
    var bits: Double { Double(totals.min()) }

    /// The language with the cheapest letters, the mean cost of a letter, and its lead over the next language, in bits.
    var language: (language: LanguageModel.Language, bitsPerLetter: Double, lead: Double) {
        var ranked = LanguageModel.Language.allCases.indices.map { ($0, letterTotals[$0]) }
        ranked.sort { $0.1 < $1.1 }
        let letters = Float(max(letterCount, 1))
        return (
            LanguageModel.Language.allCases[ranked[0].0], Double(ranked[0].1 / letters),
            Double(ranked[1].1 - ranked[0].1)
        )
    }

    mutating func add(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte <= 0x20 || byte == 0x7f {
                addSpace(byte)
                index += 1
            } else {
                var token = Token()
                while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0x7f {
                    index += addPart(of: bytes, at: index, to: &token)
                }
                token.endAtom()
                totals += token.cost
            }
        }
    }

    // MARK: Characters

    private mutating func addSpace(_ byte: UInt8) {
        var bits: Float =
            switch last {
            case .space: 1
            case .sign: 0.7
            default: 2.1
            }
        switch byte {
        case .space: break
        case .newline: bits += 2.5
        case .carriageReturn: bits += 2.5
        case .tab: bits += 3
        case 0x1b, 0x0c: bits += 8
        default: bits += 13
        }
        totals += bits
        last = .space
    }

    private mutating func addPart(of bytes: Span<UInt8>, at index: Int, to token: inout Token) -> Int {
        let byte = bytes[index]
        switch byte {
        case 0x41...0x5a, 0x61...0x7a: addLetter(byte, to: &token)
        case 0x30...0x39:
            let bits: Float =
                switch last {
                case .digit: 0.5
                case .sign: 1.5
                default: 2.5
                }
            token.addDigit(bits + 3.32)
            last = .digit
        case 0x80...: return addBeyond(bytes, index, to: &token)
        default:
            token.addSign(byte, (last == .space ? 2.5 : 2) + Self.signBits(byte))
            last = .sign
        }
        return 1
    }

    private mutating func addLetter(_ byte: UInt8, to token: inout Token) {
        let isLower = byte >= 0x61
        let shape: Float =
            switch (last, isLower) {
            case (.lower, true): 0.25
            case (.lower, false): 3.5
            case (.capital, true): 0.3
            case (.capital, false): 2
            case (.upper, true): 3
            case (.upper, false): 0.35
            case (.space, true): 0.5
            case (.space, false): 1.8
            case (.digit, _): 3
            case (.sign, true): 1
            case (.sign, false): 2
            case (.beyond, _): 1
            }
        switch (last, isLower) {
        case (.lower, false), (.sign, true), (.digit, _): oddLetterCount += 1
        default: break
        }
        let letter = Int(byte | 0x20) - 0x61
        let costs = SIMD8<Float>(costs.cost(letter, after: second, first)) * 0.25
        (first, second) = (second, letter)
        letterTotals += costs
        letterCount += 1
        token.addLetter(byte, costs + shape)
        if isLower {
            last = .lower
        } else {
            switch last {
            case .capital, .upper: last = .upper
            default: last = .capital
            }
        }
    }

    private mutating func addBeyond(_ bytes: Span<UInt8>, _ index: Int, to token: inout Token) -> Int {
        let length = UTF8Check.characterLength(bytes, at: index)
        guard length > 1 else {
            // Most likely a letter of an 8-bit charset.
            token.addBeyond(bytes[index] >= 0xa0 ? 11 : 14)
            strayByteCount += 1
            last = .beyond
            return 1
        }
        var value = UInt32(bytes[index]) & (0x7f >> UInt32(length))
        for place in 1..<length { value = value << 6 | UInt32(bytes[index + place] & 0x3f) }
        let (script, bits) = Script.classify(value)
        scriptCounts[script.rawValue] += 1
        token.addBeyond(bits + script.change(from: self.script))
        self.script = script
        last = .beyond
        return length
    }

    private static func signBits(_ byte: UInt8) -> Float {
        switch byte {
        case .comma, .hyphen, .period, .slash, .colon, .underscore: 2.3
        case .exclamationMark, .quotationMark, .apostrophe, .leftParenthesis, .rightParenthesis, .semicolon, .equals,
            .questionMark:
            3.3
        case .leftBracket, .rightBracket, .leftBrace, .rightBrace, .lessThan, .greaterThan, .ampersand, .at,
            .numberSign:
            4.2
        default: 5.2
        }
    }
}

/// Cost of letters after the two preceding ones, for all languages of ``LanguageModel.Language`` at once.
struct LetterCosts: Sendable {
    /// One lane per language, in quarter bits; unused lanes repeat the first language.
    typealias Costs = SIMD8<UInt8>

    static let shared = LetterCosts()

    private let costs: [Costs]

    private init() {
        let tables = LanguageModel.Language.allCases.map { LanguageData.table($0) }
        let first = tables[0]
        costs = first.indices.map { index in
            var cost = Costs(repeating: first[index])
            for (lane, table) in tables.enumerated() where index < table.count { cost[lane] = table[index] }
            return cost
        }
    }

    /// The cost of a letter after two others, which are nil at the beginning of a text.
    func cost(_ letter: Int, after second: Int?, _ first: Int?) -> Costs {
        guard let second else { return costs[letter] }
        guard let first else { return costs[26 + second * 26 + letter] }
        return costs[702 + (first * 26 + second) * 26 + letter]
    }
}
