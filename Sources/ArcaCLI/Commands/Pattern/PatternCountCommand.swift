internal import ArcaCore
internal import ArcaPatterns

struct PatternCountCommand: Command {
    static let name = "count"
    static let summary = "count the patterns of a grid by length"
    static let details = """
        With the rules android, grids of at most 16 dots are counted; with others, all whose counts fit into 64 bits.
        """
    static let examples = [
        Example("arca pattern count", "3x3 on Android: 389112"),
        Example("arca pattern count --rules ios", "without joining: 985824"),
        Example("arca pattern count --grid 4x4 --json", "as JSON"),
    ]

    var space = PatternSpaceOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.space)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        let counts = try PatternSpace(grid: space.grid, rules: space.rules).counts()
        let total = counts.reduce(UInt64(0)) { $0 + $1.patternCount }
        if json.isWanted {
            let list = counts.map { count -> JSONValue in
                var object = JSONObject()
                object["dotCount"] = .integer(count.dotCount)
                object["patternCount"] = .integer(count.patternCount)
                return .object(object)
            }
            return try JSONOptions.print(
                schema: 1, [("counts", .array(list)), ("total", .integer(total))])
        }
        var text = ""
        for count in counts { text += "\(Count.text(count.dotCount, "dot")): \(count.patternCount.description)\n" }
        try Messages.print(text + "all: \(total.description)\n")
    }
}
