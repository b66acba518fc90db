internal import ArcaCodecs
internal import ArcaPatterns

/// `arca pattern suggest`: a random pattern.
struct PatternSuggestCommand: Command {
    static let name = "suggest"
    static let summary = "draw a pattern at random that is not guessed early"
    static let details = """
        Every pattern of the grid and rules is equally likely, as far as it has enough dots and is not among the first \
        guesses (--min-rank, for 3x3 and the rules android).
        """
    static let examples = [
        Example("arca pattern suggest", "nine random dots at most"),
        Example("arca pattern suggest --min-rank 100000 --dots 7 --draw", "with a drawing"),
    ]

    var space = PatternSpaceOptions()
    var dots: Int?
    var minimumRank: Int?
    var notation: PatternNotation?
    var isDrawn = false

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.space)
        Parameter.option("--dots", value: "N", set: \.dots, in: 1...36, help: "fewest dots")
        Parameter.option(
            "--min-rank", value: "N", set: \.minimumRank, in: 1...380_000, help: "not among the first N guesses")
        Parameter.option(
            "--notation", value: "NAME", set: \.notation, help: "how to write it; digits, on large grids dotted")
        Parameter.flag("--draw", set: \.isDrawn, help: "draw it as well")
    }

    consuming func run() throws {
        let pattern = try PatternSuggestion.pattern(
            grid: space.grid, rules: space.rules, dotCount: dots, minimumRank: minimumRank ?? 1)
        let notation = notation ?? (space.grid.dotCount > 9 ? .dotted : .digits)
        var text = try notation.text(of: pattern) + "\n"
        if isDrawn { text += "\n" + PatternRendering.text(pattern) }
        try Messages.print(text)
    }
}
