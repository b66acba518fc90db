internal import ArcaCore
internal import ArcaPatterns

struct PatternStrengthCommand: Command {
    static let name = "strength"
    static let summary = "measure the strength of a pattern"
    static let details = """
        Three published meters score the drawing: Andriotis (2014), Sun (2014) and Song (2015). They were made for 3x3. \
        The guess rank is the number of tries that an attacker who knows how people draw needs. It comes from a model of \
        start and end, moves, letters and symmetry, and is accurate to an order of magnitude.
        """
    static let examples = [
        Example("printf 123654789 | arca pattern strength --pattern-from stdin", "meters and guess rank"),
        Example("printf 1478 | arca pattern strength --pattern-from stdin --json", "as JSON"),
    ]

    var input = PatternInputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.input)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let pattern = try input.pattern(in: context)
        let strength = PatternStrength(of: pattern)
        let rank = try? GuessModel.rank(of: pattern)
        if context.wantsJSON { return try print(strength, rank) }
        var text = "dots: \(pattern.dotCount.description)\n"
        text += "andriotis 2014: \(strength.andriotis.description) of 13, \(strength.andriotisLevel.rawValue)\n"
        text += "sun 2014: \(Decimal.text(strength.sun, fractionDigits: 2)) of 46.81, \(strength.sunLevel.rawValue)\n"
        text += "song 2015: \(Decimal.text(strength.song, fractionDigits: 3)) of 1, \(strength.songLevel.rawValue)\n"
        if let rank {
            text += "guess rank: about \(rank.description) of 389112: \(Self.words(for: rank))\n"
        } else {
            text += "guess rank: only available for 3x3 and the rules android\n"
        }
        try Messages.print(text)
    }

    private static func words(for rank: Int) -> String {
        for limit in [20, 100, 1000, 10_000, 100_000] where rank <= limit { return "among the first \(limit) tries" }
        return "not among the first 100000 tries"
    }

    private func print(_ strength: PatternStrength, _ rank: Int?) throws {
        func meter(_ score: JSONValue, _ level: PatternStrength.Level) -> JSONValue {
            var object = JSONObject()
            object["score"] = score
            object["level"] = .string(level.rawValue)
            return .object(object)
        }
        func number(_ value: Double) -> JSONValue { JSONNumber(value).map(JSONValue.number) ?? .null }
        try JSONReport.print([
            ("dotCount", .integer(strength.features.segmentCount + 1)),
            ("andriotis", meter(.integer(strength.andriotis), strength.andriotisLevel)),
            ("sun", meter(number(strength.sun), strength.sunLevel)),
            ("song", meter(number(strength.song), strength.songLevel)),
            ("guessRank", rank.map { .integer($0) } ?? .null),
        ])
    }
}

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

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.space)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let counts = try PatternSpace(grid: space.grid, rules: space.rules).counts()
        let total = counts.reduce(UInt64(0)) { $0 + $1.patternCount }
        if context.wantsJSON {
            let list = counts.map { count -> JSONValue in
                var object = JSONObject()
                object["dotCount"] = .integer(count.dotCount)
                object["patternCount"] = .integer(count.patternCount)
                return .object(object)
            }
            return try JSONReport.print([("counts", .array(list)), ("total", .integer(total))])
        }
        var text = ""
        for count in counts { text += "\(Count.text(count.dotCount, "dot")): \(count.patternCount.description)\n" }
        try Messages.print(text + "all: \(total.description)\n")
    }
}
