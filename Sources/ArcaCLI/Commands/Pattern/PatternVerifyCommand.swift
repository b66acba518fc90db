internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

/// `arca pattern verify`: whether a pattern is the stored one.
struct PatternVerifyCommand: Command {
    static let name = "verify"
    static let summary = "check a pattern against its stored text"
    static let details = """
        FILE holds the text that 'arca pattern hash' printed. Grid and rules are taken from it. Ends with 0 when the \
        pattern is right, 1 when it is wrong or a wait lasts, 3 when the pepper is missing or another one.

        --lockout counts wrong tries in a file: after five, 30 seconds to wait, growing to a day. It needs the pepper, \
        which protects the count. Give --new-lockout with the first try of a new pattern: a file that is missing or of \
        another pattern counts as 140 wrong tries. --json says how long to wait.
        """
    static let examples = [
        Example(
            "printf 14789 | arca pattern hash --cost 10 --pattern-from stdin > p.txt && printf 14789 | "
                + "arca pattern verify --pattern-from stdin p.txt", "make and check")
    ]

    var file = BytePath([])
    var source = SecretSource.prompt
    var notation: PatternNotation?
    var pepper = PepperOptions()
    var lockout: BytePath?
    var isNewLockout = false
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the stored text")
        Parameter.option(
            "--pattern-from", value: "SOURCE", set: \.source,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')")
        Parameter.option("--notation", value: "NAME", set: \.notation, help: "how it is written; guessed unless given")
        Parameter.group(\.pepper)
        Parameter.option("--lockout", value: "FILE", set: \.lockout, help: "count wrong tries here, and make them wait")
        Parameter.flag("--new-lockout", set: \.isNewLockout, help: "start the count at 0, when a pattern is new")
        Parameter.group(\.json)
    }

    consuming func run() throws {
        var reader = try InputFile.open(file)
        var text = try reader.readAll(limit: 4096)
        while let last = text.last, [0x20, 0x09, 0x0a, 0x0d].contains(last) { text.removeLast() }
        let hash = try PatternHash(String(decoding: text, as: UTF8.self))
        let usesInput = file.isDash
        let pepper = try pepper.pepper(readsStandardInput: usesInput || source == .standardInput)
        let lockout = try makeLockout(hash, pepper)
        // Before the lockout's file is touched, which is written anew under another pepper.
        try hash.checkPepper(pepper)
        if isNewLockout { try lockout?.reset() }
        let secret = try source.passphrase("pattern", isNew: false, readsStandardInput: usesInput)
        let check = {
            // A drawing that is no pattern is a wrong one, and counts.
            let notation = notation ?? PatternNotation(guessing: Array(bytes: secret))
            guard let dots = try? notation.dots(in: Array(bytes: secret), grid: hash.grid),
                let pattern = try? Pattern(dots: dots, grid: hash.grid, rules: hash.rules)
            else { return false }
            return try hash.verify(pattern, pepper: pepper)
        }
        let isRight: Bool
        do {
            isRight = try lockout?.attempt(check) ?? check()
        } catch let error as PatternError where error.code == .locked {
            if json.isWanted { try report(hash, isRight: false, wait: lockout?.status().waitMilliseconds ?? 0) }
            throw error
        }
        if json.isWanted { try report(hash, isRight: isRight, wait: 0) }
        guard isRight else {
            Messages.error("the pattern is wrong")
            throw ExitStatus.mismatch
        }
        if hash.needsRehash() {
            Messages.note("the hash is weaker than new ones: make it anew with 'arca pattern hash'")
        }
    }

    private borrowing func report(_ hash: PatternHash, isRight: Bool, wait: UInt64) throws {
        try JSONOptions.print(
            schema: 1,
            [
                ("isValid", .bool(isRight)), ("needsRehash", .bool(hash.needsRehash())),
                ("waitSeconds", .integer(Int((wait + 999) / 1000))),
            ])
    }

    private func makeLockout(_ hash: PatternHash, _ pepper: SymmetricKey?) throws -> Lockout? {
        guard let lockout else {
            if isNewLockout { throw UsageError(.conflict, "--new-lockout goes with --lockout", hint: "name the file") }
            return nil
        }
        guard let pepper else {
            throw UsageError(.missingArgument, "--lockout needs --pepper-from", hint: "the pepper protects the count")
        }
        return try Lockout(
            at: lockout, identifier: Array(SHA256.hash(hash.text.utf8).prefix(16)), key: pepper)
    }
}
