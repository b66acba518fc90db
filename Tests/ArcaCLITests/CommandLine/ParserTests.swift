import Testing

@testable import ArcaCLI
internal import ArcaCore
internal import ArcaTestSupport

@Suite struct ParserTests {
    private func put(_ words: Argument...) throws(UsageError) -> SamplePut {
        try SamplePut.parse(words[...], as: "strong put", in: CommandContext())
    }

    @Test("keeps every default if only the required operand is given")
    func defaultsHold() throws {
        let command = try put("coin")
        #expect(command.thing == "coin")
        #expect(command.others.isEmpty)
        #expect(command.count == 1)
        #expect(command.limit == nil)
        #expect(command.shift == 0)
        #expect(command.metal == .silver)
        #expect(command.metals.isEmpty)
        #expect(command.tags.isEmpty)
        #expect(!command.isRound)
        #expect(!command.isZigzag)
        #expect(command.isPadded)
        #expect(!command.secretly)
        #expect(command.wrapping.paper == "plain")
        #expect(command.owner == nil)
    }

    @Test(
        "reads attached and separate values, and values after an equals sign",
        arguments: [
            ["-n", "3"], ["-n3"], ["-n=3"], ["--count", "3"], ["--count=3"], ["-rn3"], ["-zrn", "3"], ["-rn=3"],
        ] as [[Argument]])
    func valueShapes(_ words: [Argument]) throws {
        #expect(try SamplePut.parse((words + ["coin"])[...], as: "p", in: CommandContext()).count == 3)
        #expect(try SamplePut.parse((["coin"] + words)[...], as: "p", in: CommandContext()).count == 3)
    }

    @Test("reads joined flags")
    func joinedFlags() throws {
        let command = try put("-rz", "coin")
        #expect(command.isRound && command.isZigzag)
    }

    @Test("accepts a negative number as a value")
    func negativeValues() throws {
        #expect(try put("-s", "-3", "coin").shift == -3)
        #expect(try put("-s-3", "coin").shift == -3)
        #expect(try put("--shift=-3", "coin").shift == -3)
        #expect(try put("--shift", "-3", "coin").shift == -3)
    }

    @Test("accepts a negative number as an operand if no option is a digit")
    func negativeOperand() throws {
        #expect(try put("-3").thing == "-3")
        #expect(try put("coin", "-1.5").others == ["-1.5"])
    }

    @Test("takes words after -- as operands, and a single - anywhere")
    func endOfOptions() throws {
        let command = try put("-r", "--", "-z", "--", "--count")
        #expect(command.isRound && !command.isZigzag)
        #expect(command.thing == "-z")
        #expect(command.others == ["--", "--count"])
        #expect(try put("-", "-r").thing == "-")
        #expect(try put("--owner", "-", "coin").owner == "-")
    }

    @Test("assigns operands in order, wherever options are given")
    func operandPlaces() throws {
        let command = try put("a", "-r", "b", "--count", "2", "c")
        #expect(command.thing == "a")
        #expect(command.others == ["b", "c"])
    }

    @Test("keeps bytes that are not UTF-8 in operands")
    func bytesStay() throws {
        let name = Argument([0x66, 0xFF, 0xFE])
        #expect(try put("coin", name).others == [name])
    }

    @Test("accepts an empty word as an operand and as a value")
    func emptyWords() throws {
        #expect(try put("").thing == "")
        #expect(try put("--owner", "", "coin").owner == "")
        #expect(try put("--owner=", "coin").owner == "")
    }

    @Test("splits lists at commas and appends repeated ones")
    func lists() throws {
        #expect(try put("-a", "gold,copper", "--alloy=silver", "coin").metals == [.gold, .copper, .silver])
        #expect(try put("-t", "x,y", "--tag", "z", "coin").tags == ["x,y", "z"])
    }

    @Test("clears a property with a no- flag")
    func clearing() throws {
        #expect(try put("coin").isPadded)
        #expect(try !put("--no-padding", "coin").isPadded)
    }

    @Test("fills the properties of a group, of a section and of hidden options")
    func groups() throws {
        let command = try put("--paper", "gift", "--owner", "Ann", "--secretly", "coin")
        #expect(command.wrapping.paper == "gift")
        #expect(command.owner == "Ann")
        #expect(command.secretly)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let words: [Argument]
        let code: UsageError.Code
        let position: Int?
        let reason: String
        let hint: String
        var testDescription: String { words.map(\.shown).joined(separator: " ") }

        init(_ words: [Argument], _ code: UsageError.Code, _ position: Int?, _ reason: String, _ hint: String) {
            (self.words, self.code, self.position, self.reason, self.hint) = (words, code, position, reason, hint)
        }
    }

    static let usage = "usage: strong put [OPTION…] THING [OTHER…]"
    static let wrongs = [
        Wrong([], .missingArgument, nil, "missing THING", usage),
        Wrong(["-r"], .missingArgument, nil, "missing THING", usage),
        Wrong(["x", "--cuont", "3"], .unknownOption, 2, "unknown option --cuont", "did you mean --count?"),
        Wrong(["--metall=gold"], .unknownOption, 1, "unknown option --metall", "did you mean --metal?"),
        Wrong(["--ow"], .unknownOption, 1, "unknown option --ow", "did you mean --owner?"),
        Wrong(["--own=x"], .unknownOption, 1, "unknown option --own", "did you mean --owner?"),
        Wrong(
            ["--secretl"], .unknownOption, 1, "unknown option --secretl", "'strong put --help=all' lists the options"),
        Wrong(["--hlep"], .unknownOption, 1, "unknown option --hlep", "did you mean --help?"),
        Wrong(["-q"], .unknownOption, 1, "unknown option -q", "'strong put --help=all' lists the options"),
        Wrong(["-."], .unknownOption, 1, "unknown option -.", "'strong put --help=all' lists the options"),
        Wrong(["--padding", "x"], .unknownOption, 1, "unknown option --padding", "did you mean --no-padding?"),
        Wrong(["-rq"], .unknownOption, 1, "unknown option -q in -rq", "'strong put --help=all' lists the options"),
        Wrong(["-limit", "3"], .unknownOption, 1, "unknown option -l in -limit", "did you mean --limit?"),
        Wrong(["-ü"], .unknownOption, 1, "unknown option -ü", "'strong put --help=all' lists the options"),
        Wrong(["-n"], .missingValue, 1, "-n needs a value", "write -n N"),
        Wrong(["x", "--count"], .missingValue, 2, "--count needs a value", "write --count N"),
        Wrong(
            ["--owner", "--"], .missingValue, 1, "--owner needs a value, but an option follows: --",
            "write --owner NAME, or --owner=-- if that is the value"),
        Wrong(
            ["--owner", "-r", "x"], .missingValue, 1, "--owner needs a value, but an option follows: -r",
            "write --owner NAME, or --owner=-r if that is the value"),
        Wrong(
            ["-t", "--count=2"], .missingValue, 1, "-t needs a value, but an option follows: --count=2",
            "write -t TEXT, or -t--count=2 if that is the value"),
        Wrong(["--round=yes"], .surplusValue, 1, "--round takes no value", "write --round alone"),
        Wrong(
            ["-n1", "x", "--count", "2"], .repeatedOption, 3, "--count is given twice",
            "give it once, it holds a single value"),
        Wrong(["-n", "many"], .invalidValue, 2, "-n: 'many' is not a whole number", "give a whole number, 1 to 64"),
        Wrong(["-n", ""], .invalidValue, 2, "-n: '' is not a whole number", "give a whole number, 1 to 64"),
        Wrong(["-n", "+1"], .invalidValue, 2, "-n: '+1' is not a whole number", "give a whole number, 1 to 64"),
        Wrong(["-n", "0"], .outOfRange, 2, "-n: 0 is out of range", "give a whole number, 1 to 64"),
        Wrong(["-n65"], .outOfRange, 1, "-n: 65 is out of range", "give a whole number, 1 to 64"),
        Wrong(
            ["-n", "99999999999999999999"], .outOfRange, 2, "-n: 99999999999999999999 is out of range",
            "give a whole number, 1 to 64"),
        Wrong(["--limit=-1"], .outOfRange, 1, "--limit: -1 is out of range", "give a whole number, 0 or more"),
        Wrong(["--metal", "gild"], .invalidValue, 2, "--metal: unknown value 'gild'", "did you mean gold?"),
        Wrong(
            ["--metal", "lead"], .invalidValue, 2, "--metal: unknown value 'lead'",
            "choose from gold, silver, copper"),
        Wrong(
            ["-a", "gold,,copper"], .invalidValue, 2, "-a: 'gold,,copper' has an empty element",
            "separate the values by single commas"),
        Wrong(["-a", "gold,coper"], .invalidValue, 2, "-a: unknown value 'coper'", "did you mean copper?"),
    ]

    @Test("reports the error, its position and a hint", arguments: wrongs)
    func wrongUse(_ wrong: Wrong) {
        let error = #expect(throws: UsageError.self) {
            try SamplePut.parse(wrong.words[...], as: "strong put", in: CommandContext())
        }
        #expect(error == UsageError(wrong.code, at: wrong.position, ""))
        #expect(error?.reason == wrong.reason)
        #expect(error?.hint == wrong.hint)
    }

    @Test("rejects text that is not UTF-8, and shows its bytes")
    func textMustBeUTF8() {
        let error = #expect(throws: UsageError.code(.invalidValue, at: .index(2))) {
            try put("--owner", Argument([0x41, 0xFF, 0x0A]), "x")
        }
        #expect(error?.reason == "--owner: 'A\\xff\\n' is not UTF-8 text")
    }

    @Test("names all missing parameters, and counts surplus operands")
    func requiredOptions() throws {
        func make(_ words: Argument...) throws(UsageError) -> SampleKeyMake {
            try SampleKeyMake.parse(words[...], as: "strong key make", in: CommandContext())
        }
        let all = #expect(throws: UsageError.code(.missingArgument)) { try make() }
        #expect(all?.reason == "missing --from SRC and BITS")
        #expect(all?.hint == "usage: strong key make --from SRC BITS")
        let one = #expect(throws: UsageError.code(.missingArgument)) { try make("128") }
        #expect(one?.reason == "missing --from SRC")
        let many = #expect(throws: UsageError.code(.surplusArgument, at: .index(3))) {
            try make("--from=x", "128", "129")
        }
        #expect(many?.reason == "unexpected argument '129'")
        #expect(many?.hint == "strong key make takes one argument; usage: strong key make --from SRC BITS")
        #expect(try make("--from", "x", "256").bits == 256)
        let negative = #expect(throws: UsageError.code(.outOfRange, at: .index(2))) { try make("--from=x", "-5") }
        #expect(negative?.reason == "BITS: -5 is out of range")
    }

    @Test("parses or rejects arbitrary words")
    func anyWords() {
        var random = Repeatable(211)
        let pieces: [[UInt8]] =
            ["-", "--", "=", ",", "n", "count", "metal", "gold", "3", ".", "", "r", "a", "label"]
            .map { Array($0.utf8) } + [[0xFF], [0xC3, 0xBC], [0x0A]]
        var parsed = 0
        for _ in 0..<20_000 {
            let words = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                Argument(
                    (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
                        pieces.randomElement(using: &random) ?? []
                    })
            }
            do throws(UsageError) {
                _ = try SamplePut.parse(words[...], as: "strong put", in: CommandContext())
                parsed += 1
            } catch {
                let isPlaced = error.position.map { (1...words.count).contains($0) } ?? true
                #expect(isPlaced, "\(words.map(\.shown))")
                #expect(!error.reason.isEmpty, "\(words.map(\.shown))")
                #expect(error.hint != nil, "\(words.map(\.shown))")
            }
        }
        #expect(parsed > 0)
    }
}
