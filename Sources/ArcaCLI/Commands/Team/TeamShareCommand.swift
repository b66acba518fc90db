internal import ArcaCore
internal import ArcaTeam
internal import ArcaVault
internal import ArcaVaultExchange

struct TeamShareCommand: Command {
    static let name = "share"
    static let summary = "copy items of your own vault into the team's"
    static let details = """
        Copies the items with all fields, one-time passwords and attachments, but without older versions, and sends \
        them to the team. Your own vault keeps them, and later changes of either are not copied; with --move they go to \
        its trash. All or none are copied: if the team has another item of a name, nothing changes unless --replace gives \
        that item a new version. Its history keeps what is replaced.

        The items are in --vault, and the team's vault is --team-vault. Everyone in the team can read what is shared, and \
        may keep it.
        """
    static let examples = [
        Example("arca team share github.com/deploy", "the team has it too", isRun: false),
        Example("arca team share --move db/admin db/reader", "only the team has them", isRun: false),
        Example("arca team share --dry-run db/admin", "what would be copied", isRun: false),
    ]

    var item = ItemOptions()
    var others: [ItemNameText] = []
    var replaces = false
    var moves = false
    var isDry = false
    var team = TeamVaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operands("MORE", append: \.others, help: "more items")
        Parameter.flag("--replace", set: \.replaces, help: "give items that the team has a new version")
        Parameter.flag("--move", set: \.moves, help: "move the items to the trash of your own vault afterwards")
        Parameter.flag("--dry-run", set: \.isDry, help: "change nothing; only report what would be copied")
        Parameter.group(\.team)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let own = try context.vault.open(isReadOnly: isDry || !moves)
        let items = try item.find(in: own, others)
        let shared = try context.vault(of: team).open(isReadOnly: isDry)
        try Self.check(shared, differsFrom: own)
        let report: Vault.ImportReport
        do throws(VaultError) {
            report = try shared.copyItems(items.map(\.name), from: own, replacing: replaces, isDryRun: isDry)
        } catch {
            guard error.code == .duplicate else { throw error }
            throw error.withHint(
                "give --replace to change it in the team's vault, or rename yours with 'arca vault mv'")
        }
        if moves, !isDry { for item in items { try own.moveToTrash(item.name) } }
        try tell(report, items, in: context)
    }

    private static func check(_ shared: Vault, differsFrom own: Vault) throws {
        guard try shared.teamPlace != nil else {
            throw VaultError(
                .notFound, "the second vault belongs to no team",
                hint: "'arca team init --team' shares it, or name the team's with --team-vault")
        }
        guard shared.identifier != own.identifier else {
            throw UsageError(
                .conflict, "both are the team's vault",
                hint: "name your own with --vault, or the team's with --team-vault")
        }
    }

    private func tell(_ report: Vault.ImportReport, _ items: [VaultItem], in context: CommandContext) throws {
        let notes = report.entries.map { entry in
            let attached = entry.attachmentCount == 0 ? "" : ", with \(Count.text(entry.attachmentCount, "attachment"))"
            let what =
                switch entry.outcome {
                case .unchanged: "the team's vault has \(entry.name.shown) already, in the same form"
                case .replaced:
                    "\(isDry ? "would change" : "changed") \(entry.name.shown) in the team's vault\(attached)"
                default: "\(isDry ? "would copy" : "copied") \(entry.name.shown) into the team's vault\(attached)"
                }
            return what + (moves && !isDry ? "; yours is in the trash" : "")
        }
        try ItemAction.shared.report(
            notes, asJSON: context.wantsJSON,
            [
                ("items", .array(report.entries.map(Self.json))), ("dryRun", .bool(isDry)),
                ("isMoved", .bool(moves && !isDry)),
            ])
        guard !context.wantsJSON else { return }
        for item in items where !item.conflicts.isEmpty {
            Messages.note(
                "'\(item.name.shown)' has several values of \(item.conflicts.joined(separator: ", ")); the one that is "
                    + "shown was copied")
        }
        for item in items where item.oneTimePassword == .counter && !moves {
            Messages.warning(
                "\(item.name.shown) gives codes by counter: use it in one of the vaults only, or a code is used twice")
        }
    }

    private static func json(_ entry: Vault.ImportReport.Entry) -> JSONValue {
        var object = ItemReport.json(entry.name)
        object["outcome"] = .string(entry.outcome.rawValue)
        object["attachments"] = .integer(entry.attachmentCount)
        return .object(object)
    }
}
