internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform

/// Scores of a pattern by published strength meters.
///
/// The meters were designed for 3×3 and evaluate only the drawing. Golla et al. (2019) found that they are poor
/// predictors of early guesses. For a guess rank based on human choice, see ``GuessModel``.
public struct PatternStrength: Sendable, Hashable {
    /// A strength level, in the terms of the meters' authors or similar.
    public enum Level: String, Sendable, Hashable, Comparable {
        /// Below the first threshold.
        case weak
        /// Between the two thresholds.
        case medium
        /// Above the second threshold.
        case strong

        /// Orders levels from weak to strong.
        public static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: Int { self == .weak ? 0 : self == .medium ? 1 : 2 }
    }

    /// The features the scores are based on.
    public let features: PatternFeatures
    /// Andriotis, Tryfonas, Oikonomou (2014): 0 to 13 on 3×3.
    public let andriotis: Int
    /// Sun, Wang, Zheng (2014): 6.34 to 46.81 on 3×3.
    public let sun: Double
    /// Song, Cho, Oh, Kim, Huh (2015): 0.175 to 1 on 3×3.
    public let song: Double

    /// Scores a pattern; the scores reveal much about it.
    public init(of pattern: Pattern) {
        let features = PatternFeatures(of: pattern)
        self.features = features
        let dotCount = pattern.dotCount
        // One point each for a start other than the corner, dots after the fifth, two turns, knight's moves, overlaps.
        andriotis =
            (pattern.dots.first == 0 ? 0 : 1) + max(0, dotCount - 5) + (features.turnCount >= 2 ? 1 : 0)
            + features.knightMoveCount + features.revisitedDotCount
        let drawing =
            features.euclideanLength + Double(features.crossingCount + features.touchCount + features.overlapCount)
        // A single dot has no segments, and the logarithm of 0 is undefined.
        sun = drawing > 1 ? Double(dotCount) * log2(drawing) : 0
        let segments = Double(max(1, features.segmentCount))
        song =
            0.81 * Double(features.maximumNormLength) / 15 + 0.04 * Double(features.directionCount) / segments
            + 0.15 * Double(min(features.crossingCount, 5)) / 5
    }

    /// Andriotis's level: weak up to 1, medium 2, strong above.
    public var andriotisLevel: Level { andriotis <= 1 ? .weak : andriotis == 2 ? .medium : .strong }

    /// Sun's level: five equal steps between the minimum and maximum score, mapped to three levels.
    public var sunLevel: Level {
        let share = (sun - 6.339850002884625) / (46.80738907682584 - 6.339850002884625)
        return share <= 0.4 ? .weak : share <= 0.6 ? .medium : .strong
    }

    /// Song's level: weak up to 0.40, medium up to 0.56, strong above.
    public var songLevel: Level { song <= 0.40 ? .weak : song <= 0.56 ? .medium : .strong }
}

/// Generates random patterns.
public enum PatternSuggestion {
    private static let patience = 10_000

    /// Generates a uniformly random pattern with at least `dotCount` dots.
    ///
    /// - Parameters:
    ///   - grid: The grid.
    ///   - rules: The rules.
    ///   - dotCount: Minimum number of dots, or nil for the minimum of the rules.
    ///   - minimumRank: Minimum guess rank by ``GuessModel``; only for 3×3 with Android's rules.
    /// - Returns: The pattern.
    /// - Throws: ``PatternError`` with code `.tooLarge` for more dots than the grid has, a rank on other grids, or a
    ///   rank that almost no pattern has; ``CryptoError`` if the random number generator fails.
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

    /// Generates an order of all dots and a length; nil if the rules would change the pattern.
    ///
    /// Lengths are weighted by their number of orders, so every order of every length is equally likely.
    private static func draw(_ grid: Pattern.Grid, _ rules: PatternRules, _ least: Int) throws -> Pattern? {
        var dots = Array(0..<grid.dotCount)
        for place in 0..<dots.count - 1 {
            dots.swapAt(place, try SecureRandom.number(in: place..<dots.count))
        }
        // There are 1/j! as many orders with j fewer dots; with more than twelve fewer the probability is negligible.
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
