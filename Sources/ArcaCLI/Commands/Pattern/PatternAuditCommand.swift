internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

/// `arca pattern audit`: the pattern behind an old digest.
struct PatternAuditCommand: Command {
    static let name = "audit"
    static let summary = "find the pattern behind an unsalted digest"
    static let details = """
        Android before 6 kept the SHA-1 of a pattern in gesture.key; many apps keep an MD5 or SHA-256 of its digits. FILE \
        holds the digest in bytes or as hexadecimal text. All 389,112 patterns of 3x3 are tried in a fraction of a \
        second, which is why such files must be replaced: --migrate prints the text to store instead.
        """
    static let examples = [
        Example(
            "printf c8c0b24a15dc8bbfd411427973574695230458f0 | arca pattern audit", "a gesture.key in hexadecimal"),
        Example(
            "printf c8c0b24a15dc8bbfd411427973574695230458f0 | arca pattern audit --migrate --pepper-from file:key.bin",
            "the text to store instead"),
    ]

    var file: BytePath?
    var space = PatternSpaceOptions()
    var isMigrated = false
    var pepper = PepperOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the digest; standard input when none")
        Parameter.group(\.space)
        Parameter.flag("--migrate", set: \.isMigrated, help: "print the text to store instead, not the pattern")
        Parameter.group(\.pepper)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        guard isMigrated || pepper.source == nil else {
            throw UsageError(.conflict, "--pepper-from goes with --migrate", hint: "add --migrate")
        }
        guard !(isMigrated && json.isWanted) else {
            throw UsageError(.conflict, "--json does not go with --migrate", hint: "the result is one line")
        }
        let pepper = try pepper.pepper(readsStandardInput: file?.isDash ?? true)
        var reader = try InputFile.open(file)
        let digest = Self.digest(try reader.readAll(limit: 200))
        guard let finding = try PatternAudit.find(digest, grid: space.grid, rules: space.rules) else {
            Messages.error("no pattern of \(space.grid) has this digest")
            Messages.hint("is it salted, or of another grid or other rules?")
            throw ExitStatus.notFound
        }
        if isMigrated {
            PepperOptions.warn(without: pepper)
            return try Messages.print(try PatternHash(hashing: finding.pattern, pepper: pepper).text + "\n")
        }
        let text = try PatternNotation.digits.text(of: finding.pattern)
        if json.isWanted {
            return try JSONOptions.print(
                schema: 1,
                [
                    ("pattern", .string(text)), ("function", .string(finding.function.name)),
                    ("encoding", .string(finding.encoding.rawValue)), ("triedCount", .integer(finding.triedCount)),
                ])
        }
        try Messages.print(text + "\n")
        Messages.note(
            "\(finding.function.name) of \(finding.encoding.rawValue), found after \(finding.triedCount.description) tries"
        )
    }

    /// Hexadecimal text as bytes, also where a line end or, as `sha1sum` writes it, a name follows; anything else as it
    /// is.
    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        let text = bytes.prefix { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard [32, 40, 64].contains(text.count) else { return bytes }
        return (try? Base16.standard.allowing(.letterCase).decode(text)) ?? bytes
    }
}
