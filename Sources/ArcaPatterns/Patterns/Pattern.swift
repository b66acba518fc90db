public import ArcaCore
public import ArcaCrypto

/// A gesture pattern: dots of a grid in the order they are connected.
///
/// The pattern is secret: its description shows only the length, and it is not `Codable`; store a ``PatternHash``.
///
/// ```swift
/// let pattern = try Pattern(dots: [0, 1, 2, 5, 8], rules: .android)
/// ```
public struct Pattern: Sendable {
    /// The grid of the pattern.
    public let grid: Pattern.Grid
    /// The rules the pattern follows.
    public let rules: PatternRules
    /// One byte per dot, from 0, as stored by Android.
    public let cells: SecretBytes

    /// Creates a pattern from the touched dots.
    ///
    /// - Parameters:
    ///   - dots: The dot numbers, row by row from 0; secret.
    ///   - grid: The grid.
    ///   - rules: The rules. With ``PatternRules/android``, free dots on a line are included automatically.
    /// - Throws: ``PatternError`` with code `.outsideGrid`, `.repeatedDot` or `.tooShort`, and the index of the dot.
    public init(dots: [Int], grid: Pattern.Grid = .standard, rules: PatternRules = .android) throws(PatternError) {
        let joined = try Self.joined(dots, grid, rules)
        self.init(unchecked: joined, grid, rules)
    }

    init(unchecked dots: [Int], _ grid: Pattern.Grid, _ rules: PatternRules) {
        self.grid = grid
        self.rules = rules
        cells = SecretBytes(copying: dots.map { UInt8($0) })
    }

    /// Number of dots.
    public var dotCount: Int { cells.count }

    /// The dot numbers, in memory that is not wiped.
    public var dots: [Int] { cells.withBytes { cells in (0..<cells.count).map { Int(cells[$0]) } } }

    /// The hash input: domain, grid, rules, count and cells.
    package var canonicalBytes: SecretBytes {
        let head =
            Array("arca.pattern.v1".utf8) + [0, UInt8(grid.rows), UInt8(grid.columns), rules.code, UInt8(dotCount)]
        return SecretBytes(byteCount: head.count + dotCount) { output in
            for byte in head { output.append(byte) }
            cells.withBytes { cells in
                for index in 0..<cells.count { output.append(cells[index]) }
            }
        }
    }

    /// Checks the dots and includes the free dots on each line.
    private static func joined(_ dots: [Int], _ grid: Pattern.Grid, _ rules: PatternRules) throws(PatternError) -> [Int]
    {
        var isUsed = [Bool](repeating: false, count: grid.dotCount)
        var result: [Int] = []
        for (index, dot) in dots.enumerated() {
            guard (0..<grid.dotCount).contains(dot) else {
                throw PatternError(.outsideGrid, at: index, "dot \(index + 1) lies outside the \(grid) grid")
            }
            if rules.joinsPassedDots, let last = result.last {
                for passed in grid.dots(between: last, dot) where !isUsed[passed] {
                    isUsed[passed] = true
                    result.append(passed)
                }
            }
            guard !isUsed[dot] else {
                throw PatternError(.repeatedDot, at: index, "dot \(index + 1) has been joined before")
            }
            isUsed[dot] = true
            result.append(dot)
        }
        guard result.count >= rules.minimumDotCount else {
            throw PatternError(
                .tooShort, at: result.count,
                "the pattern has \(result.count) \(result.count == 1 ? "dot" : "dots"), and the rules \(rules) ask for "
                    + "\(rules.minimumDotCount)")
        }
        return result
    }
}

extension Pattern: Equatable, Redacted {
    /// Compares grid, rules and dots, in constant time for patterns of equal length.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.grid == right.grid && left.rules == right.rules && left.cells == right.cells
    }

    /// The number of dots only.
    public var description: String { "Pattern(\(dotCount) dots)" }
}
