internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultRepairCommand: Command {
    static let name = "repair"
    static let summary = "repair a damaged vault, exactly where possible"
    static let details = """
        First it restores what can be restored exactly: records with a flipped bit, and with --from the records and \
        attachments of a backup that are exactly those that the vault lacks. Nothing else changes without -o.

        With -o a copy of the damaged vault is written to REST (a backup, sealed as all are). Then lost items get \
        their newest older version, from the history or the backup, and what cannot be repaired is removed. Items that \
        an attacker could have replaced by older versions are named: check them.

        Each item is named, and the vault is verified at the end; exit status 4 means that damage is left. Always asks \
        for a credential, even while the vault is unlocked; it also opens the backup.
        """
    static let examples = [
        Example("arca vault repair", "repair what can be repaired exactly", needsVault: true),
        Example("arca vault repair --from vault-2026-11.arca -o rest.arca", "all of it", isRun: false),
    ]

    var backup: BytePath?
    var rest: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.option("--from", value: "FILE", set: \.backup, help: "take records from this backup")
        Parameter.option(
            "-o", "--output", value: "REST", set: \.rest,
            help: "write the damaged vault to this new file, then replace or remove what cannot be repaired exactly")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let (opened, credential) = try context.vault.openedByCredential()
        let source = try backup.map { file in
            var options = Vault.OpenOptions()
            options.isBackup = true
            return try naming(file.description) { try Vault.open(at: file, with: credential, options: options) }
        }
        if let rest, (try? FileInfo(rest, followingLinks: false)) != nil {
            throw UsageError(.conflict, "\(rest) exists already", hint: "give another file name")
        }
        let report = try opened.repair(from: source, keepingRestIn: rest)
        if context.wantsJSON {
            let steps = report.steps.map { step -> JSONValue in
                let item = step.item.map { JSONValue.string("\($0.service)/\($0.account)") }
                return ["code": .string(step.code.rawValue), "item": item ?? .null, "detail": .string(step.detail)]
            }
            try JSONReport.print([
                ("isSound", .bool(report.verification.isSound)), ("steps", .array(steps)),
                ("findings", .array(report.verification.findings.map(\.json))),
            ])
        } else {
            var table = Table(.text, .text)
            for step in report.steps {
                table.add(step.code.rawValue, (step.item.map { "\($0.shown): " } ?? "") + step.detail)
            }
            try table.print()
            DamageReport.print(report.verification.findings)
        }
        guard report.verification.isSound else {
            Messages.hint(
                rest == nil
                    ? "give -o REST to keep a copy and remove what cannot be repaired" : "restore a backup of the vault"
            )
            throw ExitStatus.tampered
        }
        Messages.note(report.steps.isEmpty ? "nothing is wrong" : "the vault is intact")
    }
}
