internal import ArcaCore
internal import ArcaSystem

/// Rows of cells: in columns on a terminal, with tabs between them into a pipe.
struct Table {
    /// How a column is laid out on a terminal.
    enum Column {
        /// Text, at the left side.
        case text
        /// Numbers, at the right side.
        case number
        /// Names of what the table is about: text in bold, where the terminal has that.
        case name
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    /// Makes a table without rows.
    init(_ columns: Column...) { self.columns = columns }

    /// Makes a table without rows.
    init(_ columns: [Column]) { self.columns = columns }

    /// Whether tables have columns, and times are those of this place: standard output is a terminal.
    static var isAligned: Bool { FileWriter(descriptor: 1, name: "standard output").isTerminal }

    /// Appends a row, one cell for each column; what steers terminals is escaped.
    mutating func add(_ cells: String...) { add(cells) }

    /// Appends a row.
    mutating func add(_ cells: [String]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells.map { String(printable: $0.utf8) })
    }

    /// Prints the table on standard output, nothing for one without rows.
    func print() throws {
        if !rows.isEmpty { try Messages.print(text()) }
    }

    /// The lines; unless told otherwise, as standard output wants them.
    func text(isAligned: Bool = Self.isAligned) -> String {
        guard isAligned else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        let widths = columns.indices.map { column in rows.map { TerminalWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { cells in
            // The last cell that is not empty ends the line.
            let end = cells.lastIndex { !$0.isEmpty } ?? 0
            return (0...end).map { index -> String in
                let cell = cells[index]
                let gap = String(repeating: " ", count: widths[index] - TerminalWidth.of(cell))
                let shown = columns[index] == .name ? Color.bold(cell, on: 1) : cell
                return columns[index] == .number ? gap + shown : index == end ? shown : shown + gap
            }.joined(separator: "  ") + "\n"
        }.joined()
    }
}
