internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultMergeCommand: Command {
    static let name = "merge"
    static let summary = "bring the changes of another copy into the vault"
    static let details = """
        Takes from OTHER, a copy or backup of the vault, what was changed there since the two diverged. Nothing is \
        lost: items are merged by field; where both sides changed a field, both values stay, and 'arca vault \
        conflicts' lists them. A change wins over a removal that did not know of it, attachments of both stay, \
        counters take the higher value. Clocks are not used. Two items of the same name are both kept, one with a \
        number. What is replaced goes to the history.

        OTHER is not changed, and must be intact. The vault keeps its passphrases, keys and settings. Merging again \
        changes nothing, and the order of several copies does not matter. If a program that syncs folders has replaced \
        one copy by another, merge the one that it moved aside.

        OTHER opens with what opens the vault, or with what --other-passphrase-from, --other-key-file or --other-identity name.
        """
    static let examples = [
        Example(
            "arca vault merge vault.sync-conflict-20261122.arca", "a copy that a sync program moved aside", isRun: false
        ),
        Example("arca vault merge --dry-run /media/stick/vault.arca", "what would be taken", isRun: false),
    ]

    var file = BytePath([])
    var isTrial = false
    var acceptsOlderKey = false
    var other = OtherCopyOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("OTHER", set: \.file, help: "the other copy")
        Parameter.flag("--dry-run", set: \.isTrial, help: "list what would be done, and change nothing")
        Parameter.flag(
            "--accept-older-key", set: \.acceptsOlderKey,
            help: "also accept a copy from before the vault got a new key")
        Parameter.group(\.other)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let path = try context.vaultOptions.path()
        guard try FileInfo(file).identity != (try? FileInfo(path))?.identity else {
            throw UsageError(.conflict, "\(file) is the vault itself", hint: "name another copy of it")
        }
        let (opened, copy) = try context.vault.openWithCopy(file, other)
        guard opened.identifier == copy.identifier else {
            throw UsageError(
                .conflict, "\(file) is another vault: only copies of one can be merged",
                hint: "'arca vault export' and 'arca vault import' bring its items")
        }
        let report = try Self.merge(copy, into: opened, acceptsOlderKey: acceptsOlderKey, isTrial: isTrial)
        if context.wantsJSON { return try JSONReport.print(Self.json(report, isTrial)) }
        if isTrial { try Self.table(report).print() }
        tell(report)
    }

    private static func merge(
        _ other: Vault, into vault: Vault, acceptsOlderKey: Bool, isTrial: Bool
    ) throws -> Vault.MergeReport {
        do {
            return try vault.merge(other, acceptsOlderKey: acceptsOlderKey, isTrial: isTrial)
        } catch {
            switch error.code {
            case .rotated: throw error.withHint("give the other file as --vault, and this one as OTHER")
            case .olderFile where !acceptsOlderKey: throw error.withHint("give --accept-older-key if you trust it")
            case .forked: throw error.withHint("neither copy is what this machine has seen")
            case .tampered: throw error.withHint("run 'arca vault verify', or 'arca vault repair', on it")
            default: throw error
            }
        }
    }

    private func tell(_ report: Vault.MergeReport) {
        if report.isKnown { return Messages.note("nothing to merge: the vault has all that \(file) has") }
        if !report.hasCommonPast {
            Messages.warning(
                "the copies diverged too long ago to know what each has removed: nothing counts as removed, and all values that "
                    + "differ are kept")
        }
        let verb = isTrial ? "would be" : "were"
        Messages.note("\(isTrial ? "would merge" : "merged"): \(Self.summary(report)); \(file) is unchanged")
        for name in report.numbered { Messages.note("two items of one name \(verb) kept: one is '\(name.shown)' now") }
        if !report.conflicts.isEmpty, !isTrial {
            Messages.hint("'arca vault conflicts' shows the values to choose from")
        }
    }

    static func summary(_ report: Vault.MergeReport) -> String {
        [
            "\(report.added.count) added", "\(report.changed.count) changed", "\(report.removed.count) removed",
            Count.text(report.conflicts.count, "conflict"),
        ].joined(separator: ", ")
    }

    private static func kinds(_ report: Vault.MergeReport) -> [(name: String, items: [VaultItem.Name])] {
        [
            ("added", report.added), ("changed", report.changed), ("removed", report.removed),
            ("conflicts", report.conflicts), ("numbered", report.numbered),
        ]
    }

    private static func table(_ report: Vault.MergeReport) -> Table {
        var table = Table(.text, .name)
        for (kind, items) in kinds(report) {
            for item in items { table.add(kind == "conflicts" ? "conflict" : kind, item.shown) }
        }
        return table
    }

    private static func json(_ report: Vault.MergeReport, _ isTrial: Bool) -> [(name: String, value: JSONValue)] {
        [("isKnown", .bool(report.isKnown)), ("isDryRun", .bool(isTrial))] + members(report)
    }

    static func members(_ report: Vault.MergeReport) -> [(name: String, value: JSONValue)] {
        [("hasCommonPast", .bool(report.hasCommonPast))]
            + kinds(report).map { kind, items in (kind, .array(items.map { .string($0.text) })) }
    }
}
