/// The evidence for a reading: its margin over other readings, and the kind of its result.
package struct LayerCertainty: Sendable {
    package enum Sense: Int, Sendable {
        /// Unrecognized bytes.
        case noise
        /// Characters that could be random: a digest, a password, text in an unknown code.
        case token
        /// Letters in no known language, but with spaces, capitals and punctuation distributed as in text.
        case gaps
        /// Letters in no known language among spaces and punctuation, as in code and logs, and sometimes in noise.
        case signs
        /// A few words.
        case words
        /// Text in a known language or script, or in a known format.
        case text
        /// A file with a magic number.
        case file
    }

    package let sense: Sense
    /// Bits by which the reading is cheaper than the next one with another result, including the unchanged input.
    package let margin: Double
    package let byteCount: Int
    /// Whether a checksum or a frame confirms the encoding.
    package let isFramed: Bool
    /// Whether the innermost step proves itself, so its content is right even if it is unrecognized.
    package let isProven: Bool
    package let hasCipher: Bool

    /// Readings below this confidence are only candidates.
    package static let threshold = 0.8

    /// The share of correct readings among similar ones, calibrated with the corpus of `scripts/decode-report`.
    ///
    /// For text in a language and known files, the margin decides: every few bits halve the doubt. Other results are
    /// capped, because an unknown layer may remain; less if the last frame proves itself.
    package var confidence: Double {
        switch sense {
        case .noise where isProven, .token where isProven: min(0.9, Self.share(margin, halving: 8))
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
        // Linear between whole steps.
        let part = abs(steps - whole)
        let doubt = 0.5 * Double(sign: .plus, exponent: -Int(abs(whole)), significand: 1) * (1 - part / 2)
        return steps < 0 ? doubt : min(1 - doubt, 0.9999)
    }
}
