internal import ArcaCore
internal import ArcaCrypto
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

/// Draws patterns at random.
public enum PatternSuggestion {
    /// How often a pattern is drawn again until it is strong enough.
    private static let patience = 10_000

    /// Draws a pattern from all that have so many dots or more, each as likely as any other.
    ///
    /// - Parameters:
    ///   - grid: The grid.
    ///   - rules: The rules.
    ///   - dotCount: The fewest dots; nil for what the rules ask for.
    ///   - minimumRank: The earliest guess that may hit it, by ``GuessModel``; 3×3 and Android's rules only.
    /// - Returns: The pattern.
    /// - Throws: ``PatternError`` with code `.tooLarge` for a rank on other grids, when hardly any pattern has it, or for
    ///   more dots than there are; ``CryptoError`` when there are no random bytes.
    public static func pattern(
        grid: Pattern.Grid = .standard, rules: PatternRules = .android, dotCount: Int? = nil, minimumRank: Int = 1
    ) throws -> Pattern {
        let least = max(dotCount ?? 0, rules.minimumDotCount)
        guard least <= grid.dotCount else {
            throw PatternError(.tooLarge, "a \(grid) grid has \(grid.dotCount) dots, not \(least)")
        }
        for _ in 0..<patience {
            guard let pattern = try draw(grid, rules, least) else { continue }
            if minimumRank <= 1 { return pattern }
            if try GuessModel.rank(of: pattern) >= minimumRank { return pattern }
        }
        throw PatternError(.tooLarge, "hardly any pattern has a rank of \(minimumRank)")
    }

    /// Draws an order of all dots and a length; nil when the rules would change it.
    ///
    /// Lengths are weighted by their numbers of orders, so that every order of every length is equally likely.
    private static func draw(_ grid: Pattern.Grid, _ rules: PatternRules, _ least: Int) throws -> Pattern? {
        var dots = Array(0..<grid.dotCount)
        for place in 0..<dots.count - 1 {
            dots.swapAt(place, try SecureRandom.number(in: place..<dots.count))
        }
        // There are 1/j! times as many orders with j dots less; beyond twelve less it hardly ever happens.
        let most = min(12, dots.count - least)
        var weights = [1]
        for less in stride(from: most, to: 0, by: -1) { weights.insert(weights[0] * less, at: 0) }
        var choice = try SecureRandom.number(in: 0..<weights.reduce(0, +))
        var less = 0
        while choice >= weights[less] {
            choice -= weights[less]
            less += 1
        }
        let drawn = Array(dots.dropLast(less))
        guard let pattern = try? Pattern(dots: drawn, grid: grid, rules: rules), pattern.dots == drawn else {
            return nil
        }
        return pattern
    }
}
