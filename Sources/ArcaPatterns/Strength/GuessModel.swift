public import ArcaCore
internal import ArcaCrypto

/// A model of human choice on 3×3, which ranks all patterns by how early an informed attacker would guess them.
///
/// It combines the common findings of published studies. Most people start in the top left corner and end in the bottom
/// right. Most patterns have four to six dots, or all nine. Lines connect neighboring dots, run straight or at right
/// angles, from left to right and from top to bottom. Letters and symmetric figures are common. The weights were set by
/// hand after published frequencies (Uellenbeck et al. 2013; Løge 2015; Aviv 2015), so a rank is an estimate within an
/// order of magnitude.
public struct GuessModel: Sendable {
    /// The space of the ranks: Android's rules on 3×3.
    public static let space = PatternSpace(grid: .standard, rules: .android)

    /// The sorted scores of all patterns, computed on first use in about 50 milliseconds.
    private static let scores: [Float] = {
        var scores: [Float] = []
        scores.reserveCapacity(389_112)
        try? space.forEach { cells in
            scores.append(likelihood(of: cells))
            return true
        }
        return scores.sorted()
    }()

    // Logarithms in bits for the first dot (43% top left), the last dot, and the length.
    private static let starts: [Float] = [-1.2, -3.9, -3.0, -4.2, -5.6, -5.9, -3.0, -5.2, -4.6]
    private static let ends: [Float] = [-0.9, -0.8, -0.4, -0.9, -0.8, -0.6, -0.5, -0.5, 0]
    private static let lengths: [Float] = [0, 0, 0, 0, -1.6, -1.9, -2.6, -2.6, -3.6, -2.8]

    /// Common letters and figures, as digits from 1 of four bits each, in both directions.
    private static let figures: Set<UInt64> = {
        let texts = [
            "14789", "1235789", "7415963", "741258963", "123578", "32147896", "1478963", "14753", "1596", "3214789",
            "74123",
            "123698745", "1236987", "14569", "147852369", "12369", "1258", "4521", "2589", "1254", "1478", "7894",
            "3698",
            "1236", "7896", "4789", "2357", "1357", "1593", "75369", "74269", "321456987", "123456789", "147258369",
            "321478965", "1254896", "78523", "741523", "14523", "415263", "25814", "1475369", "1452369", "12457",
            "159874123",
        ]
        var figures: Set<UInt64> = []
        for text in texts {
            let dots = text.utf8.map { UInt64($0 - 0x30) }
            figures.insert(dots.reduce(0) { $0 << 4 | $1 })
            figures.insert(dots.reversed().reduce(0) { $0 << 4 | $1 })
        }
        return figures
    }()

    /// The rank of a pattern in guessing order.
    ///
    /// - Parameter pattern: A pattern on 3×3 with Android's rules.
    /// - Returns: 1 for the first guess, 389,112 for the last. Patterns with equal scores get the middle of their
    ///   ranks.
    /// - Throws: ``PatternError`` with code `.tooLarge` for another grid or other rules.
    public static func rank(of pattern: Pattern) throws(PatternError) -> Int {
        guard pattern.grid == space.grid, pattern.rules == space.rules else {
            throw PatternError(.tooLarge, "guess ranks are for 3x3 and the rules android")
        }
        let score = pattern.cells.withBytes { cells in likelihood(of: cells) }
        let scores = scores
        let below = partition(scores) { $0 < score }
        let notAbove = partition(scores) { $0 <= score }
        return scores.count - notAbove + (notAbove - below + 1) / 2
    }

    /// The number of leading scores that satisfy a condition, by binary search.
    private static func partition(_ scores: [Float], _ isBefore: (Float) -> Bool) -> Int {
        var range = 0..<scores.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = isBefore(scores[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// The log-likelihood of a pattern, not normalized.
    private static func likelihood(of cells: Span<UInt8>) -> Float {
        var score = starts[Int(cells[0])] + ends[Int(cells[cells.count - 1])] + lengths[cells.count]
        var before: (Int, Int)?
        for index in 1..<cells.count {
            let (first, second) = (Int(cells[index - 1]), Int(cells[index]))
            let move = (second / 3 - first / 3, second % 3 - first % 3)
            score += weight(of: move, after: before)
            before = move
        }
        var digits: UInt64 = 0
        for index in 0..<cells.count { digits = digits << 4 | UInt64(cells[index] + 1) }
        if figures.contains(digits) { score += 6 }
        return score + symmetry(cells)
    }

    private static func weight(of move: (Int, Int), after before: (Int, Int)?) -> Float {
        let (down, right) = (abs(move.0), abs(move.1))
        var weight: Float =
            switch (min(down, right), max(down, right)) {
            case (0, 1): -1.3
            case (1, 1): -2.4
            case (0, 2), (2, 2): -4.5
            default: -5.2
            }
        // To the right and down, as in writing.
        if move.1 > 0 { weight += 0.3 }
        if move.0 > 0 { weight += 0.25 }
        guard let before else { return weight }
        if before == move { return weight + 0.9 }
        let product = before.0 * move.0 + before.1 * move.1
        return weight + (product == 0 ? 0.3 : product < 0 ? -0.6 : 0)
    }

    /// A bonus for figures with symmetric moves.
    private static func symmetry(_ cells: Span<UInt8>) -> Float {
        var (isAlike, isOpposite) = (true, true)
        var (left, right) = (1, cells.count - 1)
        while left <= right, isAlike || isOpposite {
            let first = Int(cells[left]) - Int(cells[left - 1])
            let second = Int(cells[right]) - Int(cells[right - 1])
            if first != second { isAlike = false }
            if first != -second { isOpposite = false }
            left += 1
            right -= 1
        }
        return isAlike ? 1.2 : isOpposite ? 0.9 : 0
    }
}
