internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

struct PatternAuditCommand: Command {
    static let name = "audit"
    static let summary = "find the pattern of an unsalted digest"
    static let details = """
        Android before 6 stored the SHA-1 of a pattern in gesture.key; many apps store an MD5 or SHA-256 of its digits. \
        FILE contains the digest as bytes or hexadecimal text. All 389,112 patterns of 3x3 are tried in a fraction of a \
        second, so such files must be replaced: --migrate prints the text to store instead.
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

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the digest; standard input if omitted")
        Parameter.group(\.space)
        Parameter.flag("--migrate", set: \.isMigrated, help: "print the text to store instead of the pattern")
        Parameter.group(\.pepper).requires("--migrate")
        Parameter.json.excludes("--migrate")
    }

    consuming func run(in context: CommandContext) throws {
        let pepper = try pepper.pepper(readsStandardInput: file?.isDash ?? true, in: context)
        var reader = try InputFile.open(file)
        let digest = Self.digest(try reader.readAll(limit: 200))
        guard let finding = try PatternAudit.find(digest, grid: space.grid, rules: space.rules) else {
            Messages.error("no pattern of \(space.grid) has this digest")
            Messages.hint("try another --grid or other --rules; a salted digest cannot be searched")
            throw ExitStatus.notFound
        }
        if isMigrated {
            PepperOptions.warn(without: pepper)
            return try Messages.print(try PatternHash(hashing: finding.pattern, pepper: pepper).text + "\n")
        }
        let text = try PatternNotation.digits.text(of: finding.pattern)
        if context.wantsJSON {
            return try JSONReport.print([
                ("pattern", .string(text)), ("function", .string(finding.function.name)),
                ("encoding", .string(finding.encoding.rawValue)), ("triedCount", .integer(finding.triedCount)),
            ])
        }
        try Messages.print(text + "\n")
        Messages.note(
            "\(finding.function.name) of \(finding.encoding.rawValue), found after \(Count.text(finding.triedCount, "try", "tries"))"
        )
    }

    /// Decodes hexadecimal text, also if a line end or a name follows as in the output of `sha1sum`; anything else is
    /// unchanged.
    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        let text = bytes.prefix { ![.space, .tab, .newline, .carriageReturn].contains($0) }
        guard [32, 40, 64].contains(text.count) else { return bytes }
        return (try? Base16.standard.allowing(.letterCase).decode(text)) ?? bytes
    }
}
