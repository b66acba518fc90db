internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

struct PatternHashCommand: Command {
    static let name = "hash"
    static let summary = "hash a pattern for storage"
    static let details = """
        Prints $arca-pattern$…, made with scrypt, a random salt and, with --pepper-from, a pepper. Store the pepper \
        separately: anyone who has both can try all 389,112 patterns of 3x3 within a day or two.
        """
    static let examples = [
        Example("printf 14789 | arca pattern hash --pattern-from stdin --pepper-from file:key.bin", "with a pepper"),
        Example("printf 14789 | arca pattern hash --pattern-from stdin --cost 10", "fast and weak, for tests"),
    ]

    var input = PatternInputOptions()
    var pepper = PepperOptions()
    var cost = 17
    var lockout = NewLockoutOptions()
    var output = NewOutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.input)
        Parameter.group(\.pepper)
        Parameter.option(
            "--cost", value: "N", set: \.cost, in: 10...20,
            help: "cost: 2^N rounds of scrypt")
        Parameter.group(\.lockout)
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        var file = try output.open(.secret)
        let pepper = try pepper.pepper(readsStandardInput: input.source == .standardInput, in: context)
        let pattern = try input.pattern(isNew: true, in: context)
        let hash = try PatternHash(hashing: pattern, pepper: pepper, cost: try Scrypt.Cost(logN: cost))
        PepperOptions.warn(without: pepper)
        try lockout.create(for: hash, pepper: pepper, isForced: output.isForced)
        try file.write((hash.text + "\n").utf8)
        try file.commit()
    }
}

struct PatternVerifyCommand: Command {
    static let name = "verify"
    static let summary = "check a pattern against its stored text"
    static let details = """
        FILE contains the text that 'arca pattern enroll' or 'hash' printed, with grid and rules. The pattern is drawn on \
        the terminal, as with 'enroll', unless --pattern-from names a source. The exit status is 0 if the pattern is \
        right, 1 if it is wrong, 6 if the wait after wrong ones is not over, and 3 if the pepper is missing or wrong.

        --lockout counts wrong tries in a file: after five, the wait is 30 seconds and grows to a day. It needs the \
        pepper, which protects the count. 'arca pattern enroll --lockout' creates the file, and --new-lockout starts its \
        count at 0 again: a file that is missing or belongs to another pattern counts as 140 wrong tries. An older file \
        that is restored counts again after a restart, and for anyone who can start programs as you. --json reports how \
        long to wait.
        """
    static let examples = [
        Example(
            "printf 14789 | arca pattern hash --cost 10 --pattern-from stdin > p.txt && printf 14789 | "
                + "arca pattern verify --pattern-from stdin p.txt", "hash and check a pattern"),
        Example(
            "arca pattern verify --pepper-from file:key.bin --lockout tries pattern.txt", "draw it", isRun: false),
    ]

    var file = BytePath([])
    var source: SecretSource?
    var notation: PatternNotation?
    var grid: Pattern.Grid?
    var rules: PatternRules?
    var pepper = PepperOptions()
    var lockout: BytePath?
    var isNewLockout = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the stored text")
        Parameter.option(
            "--pattern-from", value: "SOURCE", set: \.source,
            help: PatternInputOptions.help
        ).defaulting(to: "drawn on the terminal")
        Parameter.option("--notation", value: "NAME", set: \.notation, help: "how it is written; detected if omitted")
        Parameter.option("--grid", value: "RxC", set: \.grid, help: "refuse a text for another grid")
        Parameter.option("--rules", value: "NAME", set: \.rules, help: "refuse a text for other rules")
        Parameter.group(\.pepper)
        Parameter.option(
            "--lockout", value: "FILE", set: \.lockout, help: "count failed tries in FILE, and delay further ones"
        )
        .requires("--pepper-from")
        Parameter.flag("--new-lockout", set: \.isNewLockout, help: "start the count at 0, for a new pattern")
            .requires("--lockout")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        var reader = try InputFile.open(file)
        var text = try reader.readAll(limit: 4096)
        while let last = text.last, [.space, .tab, .newline, .carriageReturn].contains(last) { text.removeLast() }
        let hash = try PatternHash(String(decoding: text, as: UTF8.self))
        guard grid ?? hash.grid == hash.grid, rules ?? hash.rules == hash.rules else {
            throw UsageError(
                .conflict, "\(file.inputName) is for a pattern of \(hash.grid) by the rules \(hash.rules)",
                hint: "remove --grid and --rules")
        }
        let usesInput = file.isDash
        let pepper = try pepper.pepper(readsStandardInput: usesInput || source == .standardInput, in: context)
        let lockout = try lockout.flatMap { path in
            try pepper.map { try Pattern.Lockout(at: path, of: hash, pepper: $0) }
        }
        // Check before touching the lockout file, which would be rewritten for another pepper.
        try hash.checkPepper(pepper)
        if isNewLockout { try lockout?.reset() }
        // Invalid text counts as a wrong pattern.
        let pattern: Pattern?
        if let source = source ?? (PatternBoard.isPossible ? nil : .prompt) {
            let secret = try source.passphrase("pattern", isNew: false, readsStandardInput: usesInput, in: context)
            let notation = notation ?? PatternNotation(guessing: Array(bytes: secret))
            let dots = try? notation.dots(in: Array(bytes: secret), grid: hash.grid)
            pattern = dots.flatMap { try? Pattern(dots: $0, grid: hash.grid, rules: hash.rules) }
        } else {
            pattern = try PatternBoard.drawn(.verify, grid: hash.grid, rules: hash.rules)
        }
        let check = { () throws -> Bool in try pattern.map { try hash.verify($0, pepper: pepper) } ?? false }
        let isRight: Bool
        do {
            isRight = try lockout?.attempt(check) ?? check()
        } catch let error as PatternError where error.code == .locked {
            if context.wantsJSON { try report(hash, isRight: false, wait: lockout?.status().waitMilliseconds ?? 0) }
            throw error
        }
        if context.wantsJSON { try report(hash, isRight: isRight, wait: 0) }
        guard isRight else {
            Messages.error("the pattern is wrong")
            throw ExitStatus.mismatch
        }
        if pepper == nil {
            Messages.note("the hash has no pepper: anyone who has it can find the pattern; make one with --pepper-from")
        } else if hash.needsRehash() {
            Messages.note("the hash costs an attacker less than new ones: run 'arca pattern hash' again")
        }
    }

    private borrowing func report(_ hash: PatternHash, isRight: Bool, wait: UInt64) throws {
        try JSONReport.print([
            ("isValid", .bool(isRight)), ("needsRehash", .bool(hash.needsRehash())),
            ("waitSeconds", .integer(Int((wait + 999) / 1000))),
        ])
    }
}
