internal import ArcaPlatform

/// How strong a pattern looks to the published meters, and after how many guesses it would fall.
///
/// The meters were made for 3×3. They look at the drawing alone; Golla and others (2019) found that they say little about
/// what is guessed early. The guess rank comes from a model of how people draw (``GuessModel``).
public struct PatternStrength: Sendable, Hashable {
    /// A word for a score, in the words of the meters' authors or close to them.
    public enum Level: String, Sendable, Hashable, Comparable {
        /// Below the first threshold.
        case weak
        /// Between both.
        case medium
        /// Above the second one.
        case strong

        /// Whether the left level is the weaker one.
        public static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: Int { self == .weak ? 0 : self == .medium ? 1 : 2 }
    }

    /// What the pattern looks like.
    public let features: PatternFeatures
    /// Andriotis, Tryfonas, Oikonomou (2014): 0 to 13 on 3×3.
    public let andriotis: Int
    /// Sun, Wang, Zheng (2014): 6.34 to 46.81 on 3×3.
    public let sun: Double
    /// Song, Cho, Oh, Kim, Huh (2015): 0.175 to 1 on 3×3.
    public let song: Double

    /// Looks at a pattern.
    ///
    /// - Parameter pattern: The pattern; scores tell much about it.
    public init(of pattern: Pattern) {
        let features = PatternFeatures(of: pattern)
        self.features = features
        let dotCount = pattern.dotCount
        // One point each for another start than the corner, dots beyond the fifth, two turns, knight's moves, overlaps.
        andriotis =
            (pattern.dots.first == 0 ? 0 : 1) + max(0, dotCount - 5) + (features.turnCount >= 2 ? 1 : 0)
            + features.knightMoveCount + features.revisitedDotCount
        let drawing =
            features.euclideanLength + Double(features.crossingCount + features.touchCount + features.overlapCount)
        // Too short a pattern of other rules has no lines, and a logarithm of 0 would be no score.
        sun = drawing > 1 ? Double(dotCount) * log2(drawing) : 0
        let segments = Double(max(1, features.segmentCount))
        song =
            0.81 * Double(features.maximumNormLength) / 15 + 0.04 * Double(features.directionCount) / segments
            + 0.15 * Double(min(features.crossingCount, 5)) / 5
    }

    /// Andriotis's levels: weak to 1, medium 2, strong above.
    public var andriotisLevel: Level { andriotis <= 1 ? .weak : andriotis == 2 ? .medium : .strong }

    /// Sun's five steps of equal width between the least and the greatest score, as three levels.
    public var sunLevel: Level {
        let share = (sun - 6.339850002884625) / (46.80738907682584 - 6.339850002884625)
        return share <= 0.4 ? .weak : share <= 0.6 ? .medium : .strong
    }

    /// Song's levels: weak to 0.40, medium to 0.56, strong above.
    public var songLevel: Level { song <= 0.40 ? .weak : song <= 0.56 ? .medium : .strong }
}
