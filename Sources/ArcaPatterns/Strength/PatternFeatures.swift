/// Features used by published strength meters: lengths, directions and crossings of segments.
///
/// The unit of length is the distance between neighboring dots.
public struct PatternFeatures: Sendable, Hashable {
    /// Number of segments, each between two consecutive dots.
    public let segmentCount: Int
    /// Sum of the Euclidean lengths of the segments.
    public let euclideanLength: Double
    /// Sum of the maximum norms of the segments (the longer side, horizontal or vertical).
    public let maximumNormLength: Int
    /// Number of distinct direction vectors, where slopes and opposite directions differ.
    public let directionCount: Int
    /// Number of changes of direction.
    public let turnCount: Int
    /// Number of segments that are a knight's move in chess.
    public let knightMoveCount: Int
    /// Number of already connected dots that segments pass over.
    public let revisitedDotCount: Int
    /// Number of pairs of segments that cross in the interior of both.
    public let crossingCount: Int
    /// Number of pairs of nonadjacent, nonparallel segments that touch at an endpoint.
    public let touchCount: Int
    /// Number of pairs of segments that overlap.
    public let overlapCount: Int

    /// Computes the features of a pattern, which reveal much about it.
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

    /// The direction, independent of the length.
    var heading: [Int] {
        let divisor = max(1, Pattern.Grid.commonDivisor(abs(down), abs(right)))
        return [down / divisor, right / divisor]
    }

    /// The side of this line on which a point is: the sign of a cross product, 0 on the line.
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

    /// Whether two collinear segments share more than one point.
    private func overlaps(_ other: Segment) -> Bool {
        let own = down != 0 ? (row, row + down) : (column, column + right)
        let theirs = down != 0 ? (other.row, other.row + other.down) : (other.column, other.column + other.right)
        return max(min(own.0, own.1), min(theirs.0, theirs.1)) < min(max(own.0, own.1), max(theirs.0, theirs.1))
    }
}
