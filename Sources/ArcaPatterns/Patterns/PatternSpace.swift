public import ArcaCore

/// All patterns of a grid under rules: their numbers, and the patterns themselves where they are not too many.
public struct PatternSpace: Sendable, Hashable {
    /// The grid.
    public let grid: Pattern.Grid
    /// The rules.
    public let rules: PatternRules
    /// Grids with more dots have too many patterns to count one by one.
    private static let largestCountedGrid = 16
    /// Grids with more dots have too many patterns to look at.
    private static let largestListedGrid = 9

    /// Names a space.
    ///
    /// - Parameters:
    ///   - grid: The grid.
    ///   - rules: The rules.
    public init(grid: Pattern.Grid = .standard, rules: PatternRules = .android) {
        self.grid = grid
        self.rules = rules
    }

    /// How many patterns there are of each length.
    ///
    /// - Returns: Length and number, from the shortest that the rules allow.
    /// - Throws: ``PatternError`` with code `.tooLarge`: with joining, beyond 16 dots; without, for numbers above 2^64.
    public func counts() throws(PatternError) -> [(dotCount: Int, patternCount: UInt64)] {
        let all = rules.joinsPassedDots ? try joinedCounts() : try freeCounts()
        return all.enumerated().filter { $0.offset >= rules.minimumDotCount }
            .map { (dotCount: $0.offset, patternCount: $0.element) }
    }

    /// n!/(n−k)! orders of k among n dots.
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

    /// For each set of dots and last dot, in how many orders they can be joined.
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

    /// For each pair of dots the set of those between them.
    private func betweenMasks() -> [Int] {
        (0..<grid.dotCount * grid.dotCount).map { pair in
            grid.dots(between: pair / grid.dotCount, pair % grid.dotCount).reduce(0) { $0 | 1 << $1 }
        }
    }

    /// Lends every pattern in turn, shorter ones before their continuations; for grids of at most 9 dots.
    ///
    /// - Parameter body: Gets the dots as bytes from 0, and returns whether to go on.
    /// - Throws: ``PatternError`` with code `.tooLarge` for larger grids.
    public func forEach(_ body: (Span<UInt8>) -> Bool) throws(PatternError) {
        guard grid.dotCount <= Self.largestListedGrid else {
            throw PatternError(.tooLarge, "a \(grid) grid has too many patterns to look at all of them")
        }
        let between = rules.joinsPassedDots ? betweenMasks() : [Int](repeating: 0, count: grid.dotCount * grid.dotCount)
        var cells = [UInt8](repeating: 0, count: grid.dotCount)
        for first in 0..<grid.dotCount {
            cells[0] = UInt8(first)
            guard extend(&cells, 1, 1 << first, between, body) else { return }
        }
    }

    private func extend(
        _ cells: inout [UInt8], _ count: Int, _ set: Int, _ between: [Int], _ body: (Span<UInt8>) -> Bool
    ) -> Bool {
        if count >= rules.minimumDotCount, !body(cells.span.extracting(0..<count)) { return false }
        let last = Int(cells[count - 1])
        for next in 0..<grid.dotCount where set >> next & 1 == 0 && between[last * grid.dotCount + next] & ~set == 0 {
            cells[count] = UInt8(next)
            guard extend(&cells, count + 1, set | 1 << next, between, body) else { return false }
        }
        return true
    }
}
