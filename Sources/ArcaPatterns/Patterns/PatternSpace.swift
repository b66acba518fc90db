public import ArcaCore

/// All patterns of a grid under given rules, for counting and for enumerating small grids.
public struct PatternSpace: Sendable, Hashable {
    /// The grid.
    public let grid: Pattern.Grid
    /// The rules.
    public let rules: PatternRules
    /// Maximum number of dots for counting patterns where lines include dots.
    private static let largestCountedGrid = 16
    /// Maximum number of dots for enumerating patterns.
    private static let largestListedGrid = 9

    /// Creates a pattern space.
    public init(grid: Pattern.Grid = .standard, rules: PatternRules = .android) {
        self.grid = grid
        self.rules = rules
    }

    /// Counts the patterns of each length, from the minimum length.
    ///
    /// - Throws: ``PatternError`` with code `.tooLarge` if lines include dots and the grid has more than 16, or if a
    ///   count exceeds 2^64.
    public func counts() throws(PatternError) -> [(dotCount: Int, patternCount: UInt64)] {
        let all = rules.joinsPassedDots ? try joinedCounts() : try freeCounts()
        return all.enumerated().filter { $0.offset >= rules.minimumDotCount }
            .map { (dotCount: $0.offset, patternCount: $0.element) }
    }

    /// n!/(n−k)! sequences of k out of n dots.
    private func freeCounts() throws(PatternError) -> [UInt64] {
        var counts: [UInt64] = [1]
        for taken in 0..<grid.dotCount {
            let (product, isTooLarge) = counts[taken].multipliedReportingOverflow(by: UInt64(grid.dotCount - taken))
            guard !isTooLarge else {
                throw PatternError(.tooLarge, "a \(grid) grid has more than 2^64 patterns of \(taken + 1) dots")
            }
            counts.append(product)
        }
        return counts
    }

    /// Counts the valid orders for each set of dots and last dot, by dynamic programming.
    private func joinedCounts() throws(PatternError) -> [UInt64] {
        guard grid.dotCount <= Self.largestCountedGrid else {
            throw PatternError(.tooLarge, "patterns with joined dots are counted up to 16 dots, such as 4x4")
        }
        let dotCount = grid.dotCount
        let between = betweenMasks()
        var orders = [UInt64](repeating: 0, count: dotCount << dotCount)
        for dot in 0..<dotCount { orders[(1 << dot) * dotCount + dot] = 1 }
        var counts = [UInt64](repeating: 0, count: dotCount + 1)
        for set in 1..<(1 << dotCount) {
            for last in 0..<dotCount where orders[set * dotCount + last] > 0 {
                let number = orders[set * dotCount + last]
                counts[set.nonzeroBitCount] += number
                for next in 0..<dotCount where set >> next & 1 == 0 && between[last * dotCount + next] & ~set == 0 {
                    orders[(set | 1 << next) * dotCount + next] += number
                }
            }
        }
        return counts
    }

    private func betweenMasks() -> [Int] {
        (0..<grid.dotCount * grid.dotCount).map { pair in
            grid.dots(between: pair / grid.dotCount, pair % grid.dotCount).reduce(0) { $0 | 1 << $1 }
        }
    }

    /// Enumerates all patterns of a grid of at most 9 dots; shorter patterns come before their extensions.
    ///
    /// `body` receives the dots as bytes from 0 and returns whether to continue.
    ///
    /// - Throws: ``PatternError`` with code `.tooLarge` for larger grids.
    public func forEach(_ body: (Span<UInt8>) -> Bool) throws(PatternError) {
        guard grid.dotCount <= Self.largestListedGrid else {
            throw PatternError(.tooLarge, "a \(grid) grid has too many patterns to look at all of them")
        }
        let between = rules.joinsPassedDots ? betweenMasks() : [Int](repeating: 0, count: grid.dotCount * grid.dotCount)
        var cells = [UInt8](repeating: 0, count: grid.dotCount)
        for first in 0..<grid.dotCount {
            cells[0] = UInt8(first)
            guard extend(&cells, 1, set: 1 << first, between: between, body) else { return }
        }
    }

    private func extend(
        _ cells: inout [UInt8], _ count: Int, set: Int, between: [Int], _ body: (Span<UInt8>) -> Bool
    ) -> Bool {
        if count >= rules.minimumDotCount, !body(cells.span.extracting(0..<count)) { return false }
        let last = Int(cells[count - 1])
        for next in 0..<grid.dotCount where set >> next & 1 == 0 && between[last * grid.dotCount + next] & ~set == 0 {
            cells[count] = UInt8(next)
            guard extend(&cells, count + 1, set: set | 1 << next, between: between, body) else { return false }
        }
        return true
    }
}
