public import ArcaCore

/// Draws patterns as text, SVG or PNG; the output is as secret as the pattern.
public enum PatternRendering {
    /// Draws with characters: connected dots show their position from 1 in base 36, free dots a point.
    ///
    /// - Returns: Lines that end in LF. Connections are drawn only between neighboring dots.
    public static func text(_ pattern: Pattern) -> String {
        let grid = pattern.grid
        var canvas = [[Character]](
            repeating: [Character](repeating: " ", count: 4 * grid.columns - 3), count: 2 * grid.rows - 1)
        for dot in 0..<grid.dotCount { canvas[2 * grid.row(of: dot)][4 * grid.column(of: dot)] = "·" }
        let dots = pattern.dots
        for (first, second) in zip(dots, dots.dropFirst()) { join(first, second, grid: grid, on: &canvas) }
        for (place, dot) in dots.enumerated() {
            let label = String(place + 1, radix: 36).last ?? "?"
            canvas[2 * grid.row(of: dot)][4 * grid.column(of: dot)] = label
        }
        return canvas.map { row in
            var line = String(row)
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Draws a connection between neighboring dots; others cannot be drawn with characters.
    private static func join(_ first: Int, _ second: Int, grid: Pattern.Grid, on canvas: inout [[Character]]) {
        let (down, right) = (
            grid.row(of: second) - grid.row(of: first), grid.column(of: second) - grid.column(of: first)
        )
        let (row, column) = (2 * grid.row(of: first), 4 * grid.column(of: first))
        guard abs(down) <= 1, abs(right) <= 1 else { return }
        if down == 0 {
            for step in 1...3 { canvas[row][column + step * right] = "─" }
        } else if right == 0 {
            canvas[row + down][column] = "│"
        } else {
            let place = (row: row + down, column: column + 2 * right)
            let line: Character = down == right ? "╲" : "╱"
            canvas[place.row][place.column] = canvas[place.row][place.column] == " " ? line : "╳"
        }
    }

    private static func check(_ size: Int) throws(PatternError) {
        guard (8...1000).contains(size) else {
            throw PatternError(.tooLarge, "dots are 8 to 1,000 pixels apart, not \(size)")
        }
    }

    /// Draws as SVG: dots, connections, a ring around the first dot, and numbers.
    ///
    /// `size` is the distance between neighboring dots in pixels, 8 to 1,000.
    ///
    /// - Throws: ``PatternError`` with code `.tooLarge` if the size is out of range.
    public static func svg(_ pattern: Pattern, size: Int = 60) throws(PatternError) -> String {
        try check(size)
        let grid = pattern.grid
        func x(_ dot: Int) -> Int { grid.column(of: dot) * size + size / 2 }
        func y(_ dot: Int) -> Int { grid.row(of: dot) * size + size / 2 }
        let (width, height) = (grid.columns * size, grid.rows * size)
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        text += "viewBox=\"0 0 \(width) \(height)\">\n"
        text += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>\n"
        let dots = pattern.dots
        let points = dots.map { "\(x($0)),\(y($0))" }.joined(separator: " ")
        text += "<polyline points=\"\(points)\" fill=\"none\" stroke=\"#1a73e8\" stroke-width=\"\(max(1, size / 12))\" "
        text += "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
        for dot in 0..<grid.dotCount {
            let color = dots.contains(dot) ? "#1a73e8" : "#9aa0a6"
            text += "<circle cx=\"\(x(dot))\" cy=\"\(y(dot))\" r=\"\(max(1, size / 8))\" fill=\"\(color)\"/>\n"
        }
        if let first = dots.first {
            text += "<circle cx=\"\(x(first))\" cy=\"\(y(first))\" r=\"\(max(2, size / 5))\" fill=\"none\" "
            text += "stroke=\"#34a853\" stroke-width=\"\(max(1, size / 20))\"/>\n"
        }
        for (place, dot) in dots.enumerated() {
            text +=
                "<text x=\"\(x(dot))\" y=\"\(y(dot))\" font-family=\"sans-serif\" font-size=\"\(max(4, size / 6))\" "
            text += "fill=\"#fff\" text-anchor=\"middle\" dominant-baseline=\"central\">\(place + 1)</text>\n"
        }
        return text + "</svg>\n"
    }

    /// Draws as PNG in four colors: dots, connections, and a ring around the first dot.
    ///
    /// `size` is the distance between neighboring dots in pixels, 8 to 1,000.
    ///
    /// - Throws: ``PatternError`` with code `.tooLarge` if the size is out of range, or if there is not enough memory.
    public static func png(_ pattern: Pattern, size: Int = 60) throws(PatternError) -> [UInt8] {
        try check(size)
        var canvas = PixelCanvas(width: pattern.grid.columns * size, height: pattern.grid.rows * size)
        let grid = pattern.grid
        let dots = pattern.dots
        func center(_ dot: Int) -> (x: Double, y: Double) {
            (
                Double(grid.column(of: dot) * size) + Double(size) / 2,
                Double(grid.row(of: dot) * size) + Double(size) / 2
            )
        }
        for (first, second) in zip(dots, dots.dropFirst()) {
            canvas.line(center(first), center(second), thickness: max(1, Double(size) / 12), .line)
        }
        for dot in 0..<grid.dotCount {
            canvas.disc(center(dot), radius: max(1, Double(size) / 8), dots.contains(dot) ? .line : .dot)
        }
        if let first = dots.first {
            canvas.ring(center(first), radius: max(2, Double(size) / 5), thickness: max(1, Double(size) / 20), .start)
        }
        do {
            return try canvas.png()
        } catch { throw PatternError(.tooLarge, error.reason) }
    }
}
