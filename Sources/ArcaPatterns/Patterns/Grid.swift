public import ArcaCore

extension Pattern {
    /// The dots that a pattern is drawn over, numbered row by row from 0 at the top left.
    public struct Grid: Sendable, Hashable, CustomStringConvertible {
        /// Rows of dots, 2 to 6.
        public let rows: Int
        /// Dots in a row, 2 to 6.
        public let columns: Int

        /// Three rows of three dots, as on Android.
        public static let standard = Grid(unchecked: 3, 3)

        /// Makes a grid.
        ///
        /// - Parameters:
        ///   - rows: Rows of dots, 2 to 6.
        ///   - columns: Dots in a row, 2 to 6.
        /// - Throws: ``PatternError`` with code `.invalidGrid` for other numbers.
        public init(rows: Int, columns: Int) throws(PatternError) {
            guard (2...6).contains(rows), (2...6).contains(columns) else {
                throw PatternError(.invalidGrid, "a grid has 2 to 6 rows and columns, not \(rows)x\(columns)")
            }
            self.init(unchecked: rows, columns)
        }

        /// Reads a grid as it is written: `3x3`.
        ///
        /// - Parameter text: Rows, `x`, columns.
        /// - Throws: ``PatternError`` with code `.invalidGrid`.
        public init(_ text: String) throws(PatternError) {
            let bytes = Array(text.utf8)
            guard bytes.count == 3, bytes[1] == UInt8(ascii: "x"), (0x30...0x39).contains(bytes[0]),
                (0x30...0x39).contains(bytes[2])
            else { throw PatternError(.invalidGrid, "a grid is written as 3x3, with 2 to 6 rows and columns") }
            try self.init(rows: Int(bytes[0] - 0x30), columns: Int(bytes[2] - 0x30))
        }

        private init(unchecked rows: Int, _ columns: Int) {
            self.rows = rows
            self.columns = columns
        }

        /// How many dots there are.
        public var dotCount: Int { rows * columns }

        /// Rows and columns, as in `3x3`.
        public var description: String { "\(rows)x\(columns)" }

        /// The row of a dot, from 0.
        func row(of dot: Int) -> Int { dot / columns }

        /// The column of a dot, from 0.
        func column(of dot: Int) -> Int { dot % columns }

        /// The dots that a straight line between two dots passes over, in order.
        func dots(between first: Int, _ second: Int) -> [Int] {
            let (down, right) = (row(of: second) - row(of: first), column(of: second) - column(of: first))
            let steps = Self.commonDivisor(abs(down), abs(right))
            guard steps > 1 else { return [] }
            return (1..<steps).map { first + $0 * (down / steps * columns + right / steps) }
        }

        static func commonDivisor(_ left: Int, _ right: Int) -> Int {
            right == 0 ? left : commonDivisor(right, left % right)
        }
    }
}
