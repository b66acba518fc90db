public import ArcaCore

extension Pattern {
    /// The grid of dots for a pattern, numbered row by row from 0 at the top left.
    public struct Grid: Sendable, Hashable, CustomStringConvertible {
        /// Number of rows, 2 to 6.
        public let rows: Int
        /// Number of columns, 2 to 6.
        public let columns: Int

        /// The 3×3 grid used by Android.
        public static let standard = Grid(unchecked: 3, 3)

        /// Creates a grid of 2 to 6 rows and columns.
        ///
        /// - Throws: ``PatternError`` with code `.invalidGrid` for other numbers.
        public init(rows: Int, columns: Int) throws(PatternError) {
            guard (2...6).contains(rows), (2...6).contains(columns) else {
                throw PatternError(.invalidGrid, "a grid has 2 to 6 rows and columns, not \(rows)x\(columns)")
            }
            self.init(unchecked: rows, columns)
        }

        /// Parses a grid size: rows, `x`, columns, such as `3x3`.
        ///
        /// - Throws: ``PatternError`` with code `.invalidGrid`.
        public init(_ text: String) throws(PatternError) {
            let bytes = Array(text.utf8)
            guard bytes.count == 3, bytes[1] == UInt8(ascii: "x"), bytes[0].isDigit,
                bytes[2].isDigit
            else { throw PatternError(.invalidGrid, "a grid is written as 3x3, with 2 to 6 rows and columns") }
            try self.init(rows: Int(bytes[0] - 0x30), columns: Int(bytes[2] - 0x30))
        }

        private init(unchecked rows: Int, _ columns: Int) {
            self.rows = rows
            self.columns = columns
        }

        /// Number of dots.
        public var dotCount: Int { rows * columns }

        /// Rows and columns, as in `3x3`.
        public var description: String { "\(rows)x\(columns)" }

        func row(of dot: Int) -> Int { dot / columns }

        func column(of dot: Int) -> Int { dot % columns }

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

#if !hasFeature(Embedded)
/// Encoded as `3x3`.
extension Pattern.Grid: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text) }
}
#endif
