import ArcaCore
import Testing

@testable import ArcaCLI

@Suite struct OptionRuleTests {
    private func parse(_ words: Argument...) throws(UsageError) -> SampleShip {
        try SampleShip.parse(words[...], as: "strong ship", in: CommandContext())
    }

    @Test("accepts valid combinations")
    func allowed() throws {
        #expect(try parse("--air", "box").isByAir)
        #expect(try parse("--sea", "--slow", "box").isSlow)
        #expect(try parse("--sea", "--label", "x", "--size", "large", "--crane", "box").hasCrane)
    }

    @Test(
        "rejects conflicting options in any order",
        arguments: [
            (["--air", "--sea", "box"], "--air cannot be combined with --sea", 2),
            (["--air", "--slow", "box"], "--slow cannot be combined with --air", 2),
            (["--slow", "--air", "box"], "--slow cannot be combined with --air", 2),
            (["--sea", "--empty", "box"], "--empty cannot be combined with THING", 3),
            (["--sea", "--size", "small", "--slow", "box"], "--slow cannot be combined with --size small", 4),
        ] as [([Argument], String, Int)])
    func exclusions(words: [Argument], reason: String, position: Int) {
        let error = #expect(throws: UsageError.code(.conflict, at: .index(position))) {
            try SampleShip.parse(words[...], as: "strong ship", in: CommandContext())
        }
        #expect(error?.reason == reason)
        #expect(error?.hint == "remove one of them")
    }

    @Test("requires other options, which may be satisfied by a default or a value")
    func requirements() {
        let label = #expect(throws: UsageError.code(.conflict, at: .index(2))) { try parse("--sea", "--stamp", "box") }
        #expect(label?.reason == "--stamp requires --label")
        #expect(label?.hint == "give --label TEXT, or remove --stamp")
        let crane = #expect(throws: UsageError.code(.conflict, at: .index(2))) { try parse("--sea", "--crane", "box") }
        #expect(crane?.reason == "--crane requires --size large or huge")
        #expect(crane?.hint == "give --size large or huge, or remove --crane")
    }

    @Test("requires one of several alternatives")
    func choice() {
        let error = #expect(throws: UsageError.code(.missingArgument)) { try parse("box") }
        #expect(error?.reason == "missing --air or --sea")
        #expect(error?.hint == "give exactly one of these")
    }

    @Test("checks a value that is detected later")
    func detection() throws {
        let given = try #require(try parse("--sea", "--port-fee", "box").given)
        try given.check("--port", is: "hamburg")
        #expect(throws: UsageError.code(.conflict, at: .index(2))) { try given.check("--port", is: "basel") }
        #expect(given.first(of: ["--air", "--port-fee"]) == "--port-fee")
    }

    @Test("shows rules in the help, the usage line and the zsh completions")
    func shown() {
        let node = CommandTree(SampleShip.self, after: ["strong"])
        let help = HelpText(width: 100).screen(node)
        #expect(help.contains("Usage: strong ship (--air | --sea) [OPTION…] [THING]\n"))
        #expect(help.contains("(requires --label)"))
        #expect(help.contains("(not with --air or --size small)"))
        #expect(node.excluded(by: node.parameters[0]) == ["--sea", "--slow"])
    }

    @Test("every name in a rule is an option or operand of the same command")
    func names() {
        for node in CommandTree(RootCommand.self).all {
            let known = Set(node.parameters.flatMap { $0.kind == .operand ? [$0.valueName] : $0.names })
            for info in node.parameters {
                for name in info.rules.flatMap(\.names) {
                    let option = String(name.prefix { $0 != "=" })
                    #expect(known.contains(option), "\(node.path) \(info.label): \(name)")
                }
            }
        }
    }
}

/// A command with every kind of rule between its options.
private struct SampleShip: Command {
    enum Size: String, CaseIterable, ArgumentValue { case small, medium, large, huge }

    static let name = "ship"
    static let summary = "send a box"

    var isByAir = false
    var isBySea = false
    var isSlow = false
    var isEmpty = false
    var label: String?
    var isStamped = false
    var size = Size.medium
    var hasCrane = false
    var port: String?
    var paysFee = false
    var thing: String?
    var given: GivenOptions?

    static var parameters: [Parameter<Self>] {
        Parameter.exactlyOne {
            Parameter.flag("--air", set: \.isByAir, help: "by air")
            Parameter.flag("--sea", set: \.isBySea, help: "by sea")
        }
        Parameter.flag("--slow", set: \.isSlow, help: "take time").excludes("--air", "--size=small")
        Parameter.flag("--empty", set: \.isEmpty, help: "nothing in it").excludes("THING")
        Parameter.option("--label", value: "TEXT", set: \.label, help: "what is on it")
        Parameter.flag("--stamp", set: \.isStamped, help: "stamp the label").requires("--label")
        Parameter.option("--size", value: "SIZE", set: \.size, help: "how large")
        Parameter.flag("--crane", set: \.hasCrane, help: "lift it").requires("--size=large", "--size=huge")
        Parameter.option("--port", value: "NAME", set: \.port, help: "where to")
        Parameter.flag("--port-fee", set: \.paysFee, help: "pay there").requires("--port=hamburg")
        Parameter.operand("THING", set: \.thing, help: "what is in it")
    }

    mutating func note(_ given: GivenOptions) { self.given = given }

    consuming func run(in context: CommandContext) throws {}
}
