internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultAuditCommand: Command {
    static let name = "audit"
    static let summary = "find weak, reused, old and expired passwords"
    static let details = """
        Works offline; no secret is printed. A password is weak if it is easy to guess from words, names, repetitions, \
        sequences, keyboard patterns and dates, or from the item's own service, account, label and fields. This is an \
        estimate, which knows no other languages, rare names or leaked passwords. The exit status is 1 when there is a \
        finding.
        """
    static let examples = [
        Example("arca vault audit", "all findings", needsVault: true),
        Example("arca vault audit --older-than 90d --json", "for a program", needsVault: true),
        Example(
            "arca vault audit --older-than never --min-bits 60", "ignore age, require more strength", needsVault: true),
    ]

    var olderThan = AuditAge.days(365)
    var expiringWithin = AuditAge.days(30)
    var minimumBits = 50
    var group: String?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--older-than", value: "TIME", set: \.olderThan,
            help: "report passwords that have not changed for this long: 90d, 26w, 2y, never")
        Parameter.option(
            "--expiring-within", value: "TIME", set: \.expiringWithin, help: "report items that expire within this time"
        )
        Parameter.option(
            "--min-bits", value: "BITS", set: \.minimumBits, in: 1...500, help: "report passwords of fewer bits as weak"
        )
        Parameter.option("--group", value: "GROUP", set: \.group, help: "only items of a group and its subgroups")
        Parameter.vault
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        var options = VaultAudit.Options()
        options.minimumBits = Double(minimumBits)
        options.oldAfter = olderThan.milliseconds
        options.expiringWithin = expiringWithin.milliseconds ?? 0
        let vault = try context.vault.open(isReadOnly: true)
        let audit = try VaultAudit(vault, matching: VaultQuery(group: group), options: options)
        if context.wantsJSON {
            try Messages.print(String(printableJSON: audit.json.text(.pretty)) + "\n")
        } else {
            var table = Table(.text, .name, .text)
            for finding in audit.findings {
                let others = finding.others.map(\.shown).joined(separator: ", ")
                table.add(
                    finding.code.rawValue, finding.item.shown, finding.text + (others.isEmpty ? "" : ": \(others)"))
            }
            try table.print()
            Messages.note(
                "\(Count.text(audit.findings.count, "finding")) in \(Count.text(audit.passwordCount, "password")) of "
                    + Count.text(audit.itemCount, "item"))
        }
        try DamageReport.end(audit.damage)
        if !audit.findings.isEmpty { throw ExitStatus.mismatch }
    }
}

enum AuditAge: ArgumentValue, Hashable {
    case days(Int)
    case never

    init(argument: Argument) throws(UsageError) {
        if argument == "never" {
            self = .never
            return
        }
        let text = argument.shown
        let factors: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
        guard let unit = text.last, let factor = factors[unit], let number = Int(text.dropLast()),
            (0...36_500).contains(number)
        else {
            throw UsageError(
                .invalidValue, "'\(text)' is not a length of time", hint: "write 90d, 26w, 6m, 2y or never")
        }
        self = .days(number * factor)
    }

    var argumentText: String? {
        switch self {
        case .days(let days): "\(days)d"
        case .never: "never"
        }
    }

    /// Nil for `never`.
    var milliseconds: Int64? {
        switch self {
        case .days(let days): Int64(days) * 86_400_000
        case .never: nil
        }
    }
}
