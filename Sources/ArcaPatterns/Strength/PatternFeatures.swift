/// What the published meters look at: lengths, directions, crossings of a pattern's segments.
///
/// Units are the distance between neighboring dots.
public struct PatternFeatures: Sendable, Hashable {
    /// Segments between dots that are joined one after the other.
    public let segmentCount: Int
    /// Sum of the segments' lengths.
    public let euclideanLength: Double
    /// Sum of the segments' longer sides, horizontal or vertical.
    public let maximumNormLength: Int
    /// Different directions of segments, steep and flat ones told apart, forth and back too.
    public let directionCount: Int
    /// How often the direction changes.
    public let turnCount: Int
    /// Segments like a knight's move in chess.
    public let knightMoveCount: Int
    /// Dots that are passed over although they were joined before.
    public let revisitedDotCount: Int
    /// Pairs of segments that cross inside both.
    public let crossingCount: Int
    /// Pairs of segments, not neighbors, that meet at the end of one or both, and are not parallel.
    public let touchCount: Int
    /// Pairs of segments that lie on each other.
    public let overlapCount: Int

    /// Looks at a pattern.
    ///
    /// - Parameter pattern: The pattern; the features tell much about it.
    public init(of pattern: Pattern) {
        let grid = pattern.grid
        let dots = pattern.dots
        let segments = zip(dots, dots.dropFirst()).map { Segment($0, $1, grid) }
        segmentCount = segments.count
        euclideanLength = segments.reduce(0) { $0 + Double($1.down * $1.down + $1.right * $1.right).squareRoot() }
        maximumNormLength = segments.reduce(0) { $0 + max(abs($1.down), abs($1.right)) }
        directionCount = Set(segments.map { [$0.down, $0.right] }).count
        turnCount = zip(segments, segments.dropFirst()).filter { $0.heading != $1.heading }.count
        knightMoveCount =
            segments.filter { min(abs($0.down), abs($0.right)) == 1 && max(abs($0.down), abs($0.right)) == 2 }
            .count
        revisitedDotCount = zip(dots, dots.dropFirst()).reduce(0) { $0 + grid.dots(between: $1.0, $1.1).count }
        var counts = (crossing: 0, touch: 0, overlap: 0)
        for (index, first) in segments.enumerated() {
            for (other, second) in segments.enumerated().dropFirst(index + 1) {
                switch first.meeting(second) {
                case .crossing: counts.crossing += 1
                case .overlap: counts.overlap += 1
                case .touch where other > index + 1: counts.touch += 1
                case .touch, .none: break
                }
            }
        }
        (crossingCount, touchCount, overlapCount) = counts
    }
}

/// A straight line between two dots.
private struct Segment {
    enum Meeting { case crossing, touch, overlap, none }

    let row: Int
    let column: Int
    let down: Int
    let right: Int

    init(_ first: Int, _ second: Int, _ grid: Pattern.Grid) {
        row = grid.row(of: first)
        column = grid.column(of: first)
        down = grid.row(of: second) - row
        right = grid.column(of: second) - column
    }

    /// The direction alone, whatever the length.
    var heading: [Int] {
        let divisor = max(1, Pattern.Grid.commonDivisor(abs(down), abs(right)))
        return [down / divisor, right / divisor]
    }

    /// On which side of this line a point lies: left, right, or 0 on it.
    private func side(_ row: Int, _ column: Int) -> Int {
        (down * (column - self.column) - right * (row - self.row)).signum()
    }

    func meeting(_ other: Segment) -> Meeting {
        let sides = (side(other.row, other.column), side(other.row + other.down, other.column + other.right))
        if down * other.right == right * other.down { return sides.0 == 0 && overlaps(other) ? .overlap : .none }
        let own = (other.side(row, column), other.side(row + down, column + right))
        if sides.0 * sides.1 < 0, own.0 * own.1 < 0 { return .crossing }
        return sides.0 * sides.1 <= 0 && own.0 * own.1 <= 0 ? .touch : .none
    }

    /// Whether two segments of one line share more than a point.
    private func overlaps(_ other: Segment) -> Bool {
        let own = down != 0 ? (row, row + down) : (column, column + right)
        let theirs = down != 0 ? (other.row, other.row + other.down) : (other.column, other.column + other.right)
        return max(min(own.0, own.1), min(theirs.0, theirs.1)) < min(max(own.0, own.1), max(theirs.0, theirs.1))
    }
}
