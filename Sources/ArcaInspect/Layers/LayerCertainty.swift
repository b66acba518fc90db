/// How sure a reading is, made of how much it is likelier than its rivals and of what it leads to.
package struct LayerCertainty: Sendable {
    /// What a reading leads to.
    package enum Sense: Int, Sendable {
        /// Bytes of no known form.
        case noise
        /// Characters that could be random: a digest, a password, text in a code that is not known.
        case token
        /// Letters in no known language, but with gaps, capitals and signs where a text has them.
        case gaps
        /// Letters in no known language among gaps and signs, as code and logs have them, but noise may too.
        case signs
        /// Words, but few of them.
        case words
        /// Text in a known language or script, or of a known form.
        case text
        /// A file by its magic number.
        case file
    }

    /// What the reading leads to.
    package let sense: Sense
    /// Bits by which the reading is cheaper than the next one that leads elsewhere; the input as it is counts as one.
    package let margin: Double
    /// Bytes that come out.
    package let byteCount: Int
    /// Whether a checksum or a frame around the data shows that the encoding was meant.
    package let isFramed: Bool
    /// Whether a letter cipher was undone.
    package let hasCipher: Bool

    /// Readings below this are no answer, but candidates.
    package static let threshold = 0.8

    /// The share of right readings among those that are alike, as the corpus of `scripts/decode-report` has them.
    ///
    /// What leads to text in a language or to a known file is right when its margin is; each few bits halve the doubt. What leads
    /// to characters or bytes without a sense of their own is at best a part of the way: something is left that is not known.
    package var confidence: Double {
        switch sense {
        case .noise: isFramed ? 0.5 : 0.3
        case .token: min(isFramed ? 0.75 : 0.7, Self.share(margin, halving: 12))
        case .gaps: min(0.85, Self.share(margin, halving: 8))
        case .signs: min(0.95, Self.share(margin, halving: 8))
        case .words: Self.share(margin, halving: 8)
        case .text, .file: Self.share(margin, halving: 6)
        }
    }

    private static func share(_ margin: Double, halving: Double) -> Double {
        let steps = max(-40, min(40, margin / halving))
        let whole = steps.rounded(.towardZero)
        // Between whole steps the doubt falls in a straight line, near enough.
        let part = abs(steps - whole)
        let doubt = 0.5 * Double(sign: .plus, exponent: -Int(abs(whole)), significand: 1) * (1 - part / 2)
        return steps < 0 ? doubt : min(1 - doubt, 0.9999)
    }
}
