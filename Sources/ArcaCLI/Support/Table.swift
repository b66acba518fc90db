internal import ArcaSystem

/// A table: aligned columns on a terminal, tab-separated elsewhere.
struct Table {
    enum Column {
        case text
        case number
        /// Left-aligned names, in bold if the terminal supports it.
        case name
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: Column...) { self.columns = columns }

    init(_ columns: [Column]) { self.columns = columns }

    /// Whether standard output is a terminal; then columns are aligned and times are local.
    static var isAligned: Bool { FileWriter(descriptor: 1, name: "standard output").isTerminal }

    /// Appends a row, one cell per column; control characters are escaped.
    mutating func add(_ cells: String...) { add(cells) }

    mutating func add(_ cells: [String]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells.map { String(printable: $0.utf8) })
    }

    /// Prints the table on standard output; an empty table prints nothing.
    func print() throws {
        if !rows.isEmpty { try Messages.print(text()) }
    }

    func text(isAligned: Bool = Self.isAligned) -> String {
        guard isAligned else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        let widths = columns.indices.map { column in rows.map { TerminalWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { cells in
            // The last nonempty cell ends the line.
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
