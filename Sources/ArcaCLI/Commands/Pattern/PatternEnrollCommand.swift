internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

struct PatternEnrollCommand: Command {
    static let name = "enroll"
    static let summary = "draw a new pattern on the terminal and print the text to store"
    static let details = """
        Arrow keys move the cursor, space adds the dot under it, backspace removes the last dot, return ends; or draw with \
        the mouse, button down. Escape cancels. The pattern is drawn twice. A file that exists is not replaced without \
        --force. With --lockout, the file that counts wrong patterns is created too.
        """
    static let examples = [
        Example(
            "arca pattern enroll --pepper-from file:key.bin -o pattern.txt", "draw and store a pattern", isRun: false),
        Example(
            "arca pattern enroll --pepper-from file:key.bin --lockout tries -o pattern.txt",
            "also count wrong ones", isRun: false),
    ]

    var space = PatternSpaceOptions()
    var pepper = PepperOptions()
    var cost = 17
    var output = NewOutputOptions()
    var lockout = NewLockoutOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.space)
        Parameter.group(\.pepper)
        Parameter.option("--cost", value: "N", set: \.cost, in: 10...20, help: "cost: 2^N rounds of scrypt")
        Parameter.group(\.lockout)
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        guard TerminalType.hasSequences else {
            throw UsageError(
                .conflict, "this terminal cannot show a drawing (TERM is dumb or not set)",
                hint: "write the pattern with 'arca pattern hash'")
        }
        var file = try output.open(.secret)
        let pepper = try pepper.pepper(readsStandardInput: false, in: context)
        let pattern = try PatternBoard.drawn(.create, grid: space.grid, rules: space.rules)
        let hash = try PatternHash(hashing: pattern, pepper: pepper, cost: try Scrypt.Cost(logN: cost))
        PepperOptions.warn(without: pepper)
        if let rank = try? GuessModel.rank(of: pattern), rank <= 1000 {
            Messages.warning("the pattern is easy to guess: about try \(rank.description)")
        }
        try lockout.create(for: hash, pepper: pepper, isForced: output.isForced)
        try file.write((hash.text + "\n").utf8)
        try file.commit()
    }
}

struct PatternBoard {
    private static let top = 2
    private static let left = 2

    private var enrollment: Pattern.Enrollment
    private var cursor = 0
    private var dots: [Int] = []
    private var isDragging = false

    init(_ enrollment: Pattern.Enrollment) { self.enrollment = enrollment }

    /// Whether the terminal can draw.
    static var isPossible: Bool { Environment.value(of: "TERM") != Array("dumb".utf8) }

    /// The pattern that the user draws: a new one twice, the one to verify once.
    ///
    /// - Throws: ``UsageError`` without a terminal that can draw; ``SystemError`` with code `.interrupted` if the user
    ///   cancels.
    static func drawn(
        _ purpose: Pattern.Enrollment.Purpose, grid: Pattern.Grid, rules: PatternRules
    ) throws -> Pattern {
        var board = PatternBoard(Pattern.Enrollment(purpose, grid: grid, rules: rules))
        do {
            guard isPossible else { throw SystemError(.noTerminal, "") }
            try Terminal.readKeys(screen: { board.screen }) { key in try board.take(key) }
        } catch let error as SystemError where error.code == .noTerminal {
            throw UsageError(
                .missingArgument, "there is no terminal to draw the pattern on",
                hint: "\(purpose == .create ? "use 'arca pattern hash' and " : "")give --pattern-from SOURCE")
        }
        guard let pattern = board.result else { throw SystemError(.interrupted, "no pattern was drawn") }
        return pattern
    }

    /// The pattern, once it has been drawn, twice if it is new.
    var result: Pattern? { enrollment.result }

    /// The screen's text; lines end with CRLF, as a raw terminal requires.
    var screen: String {
        let grid = enrollment.grid
        var lines = [title, ""]
        for row in 0..<grid.rows {
            var line = String(repeating: " ", count: Self.left)
            for column in 0..<grid.columns {
                let dot = row * grid.columns + column
                let mark = dots.firstIndex(of: dot).map { String($0 + 1, radix: 36) } ?? "·"
                line += dot == cursor ? "[\(mark)]" : " \(mark) "
                line += " "
            }
            lines += [line, ""]
        }
        lines.append("arrows, space, return, or the mouse; escape cancels")
        return lines.joined(separator: "\r\n")
    }

    private var title: String {
        let question =
            switch enrollment.step {
            case .repeat: "Draw the pattern again"
            case .confirmOld: "Draw the pattern"
            default: "Draw a new pattern"
            }
        switch enrollment.remark {
        case .refused(let error): return "\(question) (\(error.reason))"
        case .differs: return "\(question) (the two differ)"
        default: return question
        }
    }

    /// Handles a key; returns false at the end.
    mutating func take(_ key: KeyPress) throws -> Bool {
        let grid = enrollment.grid
        switch key {
        case .up: if cursor >= grid.columns { cursor -= grid.columns }
        case .down: if cursor + grid.columns < grid.dotCount { cursor += grid.columns }
        case .left: if cursor % grid.columns > 0 { cursor -= 1 }
        case .right: if cursor % grid.columns + 1 < grid.columns { cursor += 1 }
        case .space: join(cursor)
        case .backspace: _ = dots.popLast()
        case .enter: return try finish()
        case .cancel: return false
        case .character: break
        case .press(let row, let column):
            isDragging = true
            if let dot = dot(row, column) {
                cursor = dot
                join(dot)
            }
        case .release:
            guard isDragging else { break }
            isDragging = false
            return try finish()
        }
        return true
    }

    private mutating func join(_ dot: Int) { if !dots.contains(dot) { dots.append(dot) } }

    private mutating func finish() throws -> Bool {
        // The caller compares it with the stored text.
        let step = try enrollment.draw(dots) { _ in true }
        dots = []
        cursor = 0
        return step != .done
    }

    private func dot(_ row: Int, _ column: Int) -> Int? {
        let (down, right) = (row - Self.top, column - Self.left)
        guard down >= 0, right >= 0, down % 2 == 0, right % 4 < 3 else { return nil }
        let grid = enrollment.grid
        guard down / 2 < grid.rows, right / 4 < grid.columns else { return nil }
        return down / 2 * grid.columns + right / 4
    }
}
