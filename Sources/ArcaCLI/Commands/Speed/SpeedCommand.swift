internal import ArcaCore
internal import ArcaCrypto

struct SpeedCommand: Command {
    static let name = "speed"
    static let summary = "measure how fast this machine is"
    static let section = "Helpers"
    static let details = """
        Measures the functions of the other commands on one core, with messages of three lengths. Everything takes about \
        five seconds. Run it on an idle machine.

        The last line is the cost of scrypt that fits into a given time.
        """
    static let examples = [
        Example("arca speed sha256 aes-256-gcm", "two algorithms"),
        Example("arca speed digests", "one group"),
        Example("arca speed --json > speed.json", "everything, as JSON", isRun: false),
    ]

    struct Selection: ArgumentValue {
        let name: String

        init(argument: Argument) throws(UsageError) {
            guard let name = argument.text, Selection.names.contains(name) else {
                throw .unknownChoice(argument, of: Selection.names)
            }
            self.name = name
        }

        static var completion: Completion { .words(names) }

        static var names: [String] {
            let subjects = (try? SpeedSubject.all()) ?? []
            var names = SpeedSubject.Group.allCases.map(\.rawValue)
            for subject in subjects where names.last != subject.name { names.append(subject.name) }
            return names
        }
    }

    var selections: [Selection] = []
    var milliseconds = 500

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--calibrate", value: "MS", set: \.milliseconds, in: 1...60_000,
            help: "time for a key derivation with scrypt, in milliseconds")
        Parameter.json
        Parameter.operands(
            "NAME", append: \.selections, help: "an algorithm or a group; everything if omitted")
    }

    consuming func run(in context: CommandContext) throws {
        let names = Set(selections.map(\.name))
        let subjects = try SpeedSubject.all().filter {
            names.isEmpty || names.contains($0.name) || names.contains($0.group.rawValue)
        }
        let labelWidth = subjects.reduce(0) { max($0, TextLayout.width($1.label)) }
        var results: [SpeedResult] = []
        var group: SpeedSubject.Group?
        for subject in subjects {
            let result = try SpeedResult(subject)
            results.append(result)
            guard !context.wantsJSON else { continue }
            if subject.group != group {
                let gap = group == nil ? "" : "\n"
                try Messages.print(gap + SpeedReport.title(subject.group, labelWidth: labelWidth))
                group = subject.group
            }
            try Messages.print(SpeedReport.line(result, labelWidth: labelWidth))
        }
        let isCalibrated = subjects.contains { $0.name == "scrypt" }
        let cost = isCalibrated ? try Scrypt.Cost.calibrated(milliseconds: milliseconds, least: .interactive) : nil
        if context.wantsJSON {
            try JSONReport.print([("results", .array(results.map(\.json))), ("scryptCalibration", calibration(cost))])
        } else if let cost {
            let memory = ByteCount.text(cost.tableByteCount)
            try Messages.print(
                "  scrypt within \(milliseconds) ms: N = 2^\(cost.logN), r = \(cost.r), p = \(cost.p), \(memory)\n")
        }
    }

    private func calibration(_ cost: Scrypt.Cost?) -> JSONValue {
        guard let cost else { return .null }
        return [
            "milliseconds": .integer(milliseconds), "logN": .integer(cost.logN), "r": .integer(cost.r),
            "p": .integer(cost.p), "memoryByteCount": .integer(cost.memoryByteCount),
        ]
    }
}
