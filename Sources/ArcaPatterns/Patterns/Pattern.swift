public import ArcaCore
public import ArcaCrypto

/// A gesture pattern: dots of a grid in the order in which they are joined.
///
/// It is a secret, and shows its length only.
///
/// ```swift
/// let pattern = try Pattern(dots: [0, 1, 2, 5, 8], rules: .android)
/// ```
public struct Pattern: Sendable {
    /// The grid that it is drawn on.
    public let grid: Pattern.Grid
    /// The rules that it follows.
    public let rules: PatternRules
    /// A byte a dot, from 0, as Android stores them.
    public let cells: SecretBytes

    /// Makes a pattern of the dots that a finger touches.
    ///
    /// - Parameters:
    ///   - dots: Secret; numbers of dots, row by row from 0.
    ///   - grid: The grid.
    ///   - rules: With ``PatternRules/android``, free dots that are passed over join in.
    /// - Throws: ``PatternError`` with code `.outsideGrid`, `.repeatedDot` or `.tooShort`, and the number of the dot.
    public init(dots: [Int], grid: Pattern.Grid = .standard, rules: PatternRules = .android) throws(PatternError) {
        let joined = try Self.joined(dots, grid, rules)
        self.init(unchecked: joined, grid, rules)
    }

    /// Makes a pattern of dots that are known to follow the rules.
    init(unchecked dots: [Int], _ grid: Pattern.Grid, _ rules: PatternRules) {
        self.grid = grid
        self.rules = rules
        cells = SecretBytes(copying: dots.map { UInt8($0) })
    }

    /// How many dots it has.
    public var dotCount: Int { cells.count }

    /// The numbers of the dots, in memory that is not wiped.
    public var dots: [Int] { cells.withBytes { cells in (0..<cells.count).map { Int(cells[$0]) } } }

    /// What is hashed: the domain, grid, rules, count and cells.
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

    /// Checks dots and lets those that are passed over join.
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

extension Pattern: Equatable, CustomStringConvertible, CustomReflectable {
    /// Whether grid, rules and dots are equal, in constant time for patterns of one length.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.grid == right.grid && left.rules == right.rules && left.cells == right.cells
    }

    /// The number of dots, and nothing else.
    public var description: String { "Pattern(\(dotCount) dots)" }

    /// No children: `dump` shows nothing of the dots.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
