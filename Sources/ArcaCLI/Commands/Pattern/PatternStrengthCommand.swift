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
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.input)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        let pattern = try input.pattern()
        let strength = PatternStrength(of: pattern)
        let rank = try? GuessModel.rank(of: pattern)
        if json.isWanted { return try print(strength, rank) }
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
        try JSONOptions.print(
            schema: 1,
            [
                ("dotCount", .integer(strength.features.segmentCount + 1)),
                ("andriotis", meter(.integer(strength.andriotis), strength.andriotisLevel)),
                ("sun", meter(number(strength.sun), strength.sunLevel)),
                ("song", meter(number(strength.song), strength.songLevel)),
                ("guessRank", rank.map { .integer($0) } ?? .null),
            ])
    }
}
