internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultVerifyCommand: Command {
    static let name = "verify"
    static let summary = "check every record of the vault, and report damage"
    static let details = """
        Opens everything: slots, state, log, items, history, attachments. Exits with 4 when anything is damaged, removed, \
        added, moved or put back from an older copy, and names it: the item, or its identifier, row and group. Leftovers of interrupted work are warnings.

        With --accept-older a whole older file, or one of two copies that were both written to, is accepted as the \
        valid one: until then nothing can be written to it. What was written later elsewhere is then lost here. It \
        asks for what opens the file, also while the vault is unlocked. A key or a slot that was replaced or removed \
        since does not come back: such a file gets a new key, and opens with what was given alone; the other slots are \
        named.
        """
    static let examples = [
        Example("arca vault verify", "check everything", needsVault: true),
        Example("arca vault verify --json", "the findings, for other programs", needsVault: true),
    ]

    var isBackup = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--backup", set: \.isBackup, help: "the file is a backup, which is always older")
            .excludes("--accept-older")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let report: Vault.VerificationReport
        if context.vaultOptions.acceptsOlder {
            let (vault, credential) = try context.vault.openedByCredential()
            report = try vault.verify(acceptsOlder: true, with: credential)
        } else {
            report = try context.vault.verify(isBackup: isBackup)
        }
        if context.wantsJSON {
            try JSONReport.print([
                ("isSound", .bool(report.isSound)), ("itemCount", .integer(report.itemCount)),
                ("versionCount", .integer(report.versionCount)),
                ("attachmentCount", .integer(report.attachmentCount)),
                ("findings", .array(report.findings.map(\.json))),
            ])
        } else {
            DamageReport.print(report.findings)
            if report.isSound { Messages.note("\(Count.text(report.itemCount, "item")), nothing is wrong") }
        }
        guard report.isSound else { throw ExitStatus.tampered }
    }
}

/// Reports damage that hides items: each finding on standard error, then exit status 4.
enum DamageReport {
    static func print(_ findings: [VaultFinding]) {
        for finding in findings {
            let item = finding.item.map { " (\($0.shown))" } ?? ""
            let text = "\(finding.code.rawValue): \(String(printable: finding.detail.utf8))\(item)"
            if finding.code.isWarning { Messages.warning(text) } else { Messages.error(text) }
        }
    }

    static func end(_ findings: [VaultFinding]) throws {
        guard !findings.isEmpty else { return }
        print(findings)
        Messages.hint("run 'arca vault repair', or restore a backup")
        throw ExitStatus.tampered
    }

    /// The `--salvage` flag, which includes unproven items.
    static func flag<Root>(_ path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>) -> Parameter<Root> {
        Parameter.flag(
            "--salvage", set: path(), help: "show items too of which damage leaves open that they are the newest")
    }
}
