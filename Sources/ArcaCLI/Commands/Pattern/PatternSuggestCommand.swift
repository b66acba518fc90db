internal import ArcaCore
internal import ArcaPatterns

struct PatternSuggestCommand: Command {
    static let name = "suggest"
    static let summary = "make a random pattern that is hard to guess"
    static let details = """
        All patterns of the grid and rules that have enough dots and are not among the first guesses (--min-rank, for 3x3 \
        and the rules android) are equally likely.
        """
    static let examples = [
        Example("arca pattern suggest", "at most nine dots"),
        Example("arca pattern suggest --min-rank 100000 --dots 7 --draw", "with a drawing"),
    ]

    var space = PatternSpaceOptions()
    var dots: Int?
    var minimumRank: Int?
    var notation: PatternNotation?
    var isDrawn = false

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.space)
        Parameter.option("--dots", value: "N", set: \.dots, in: 1...36, help: "minimum number of dots")
        Parameter.option(
            "--min-rank", value: "N", set: \.minimumRank, in: 1...380_000, help: "not among the first N guesses")
        Parameter.option(
            "--notation", value: "NAME", set: \.notation,
            help: "how to write it; default digits, or dotted for large grids")
        Parameter.flag("--draw", set: \.isDrawn, help: "draw it too").excludes("--json")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let pattern = try PatternSuggestion.pattern(
            grid: space.grid, rules: space.rules, dotCount: dots, minimumRank: minimumRank ?? 1)
        let notation = notation ?? (space.grid.dotCount > 9 ? .dotted : .digits)
        if context.wantsJSON {
            return try JSONReport.print([
                ("pattern", .string(try notation.text(of: pattern))), ("notation", .string(notation.rawValue)),
                ("dotCount", .integer(pattern.dotCount)),
            ])
        }
        var text = try notation.text(of: pattern) + "\n"
        if isDrawn { text += "\n" + PatternRendering.text(pattern) }
        try Messages.print(text)
    }
}
