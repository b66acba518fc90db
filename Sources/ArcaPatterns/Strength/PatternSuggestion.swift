internal import ArcaCodecs
internal import ArcaCrypto

/// Draws patterns at random.
public enum PatternSuggestion {
    /// How often a pattern is drawn anew until it is strong enough.
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
        grid: Grid = .standard, rules: PatternRules = .android, dotCount: Int? = nil, minimumRank: Int = 1
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
    private static func draw(_ grid: Grid, _ rules: PatternRules, _ least: Int) throws -> Pattern? {
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
