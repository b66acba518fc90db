internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVault

struct VaultRemoveCommand: Command {
    static let name = "rm"
    static let summary = "move items to the trash"
    static let details = """
        Asks for confirmation if standard input is a terminal. For 30 days 'arca vault undo' brings the item back, \
        with its history and attachments; then the next change of the vault removes it for good. 'arca vault purge' \
        does so at once, and 'arca vault list --trash' shows what is there.

        Earlier copies of the file, such as backups and snapshots, still have the item: change a password that must no \
        longer be known.
        """
    static let examples = [
        Example("arca vault rm github.com/alice", "move it to the trash", needsVault: true),
        Example("arca vault rm github.com/alice db/admin", "two items", needsVault: true),
    ]

    var item = ItemOptions()
    var others: [ItemNameText] = []
    var question = ConfirmationOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operands("MORE", append: \.others, help: "more items")
        Parameter.group(\.question)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open()
        let items = try item.find(in: opened, others)
        let shown = items.map { item in
            let versions = item.historyCount == 0 ? "" : ", \(Count.text(item.historyCount, "older version"))"
            let attachments = item.attachments.isEmpty ? "" : ", \(Count.text(item.attachments.count, "attachment"))"
            return "'\(item.name.shown)'\(versions)\(attachments)"
        }
        guard try question.isConfirmed("Move \(shown.joined(separator: "; ")) to the trash?") else {
            throw ConfirmationOptions.refusal
        }
        for item in items { try opened.moveToTrash(item.name) }
        let reports = items.map { JSONValue.object(ItemReport.json($0.name)) }
        try ItemAction.removed.report(
            items.map { "moved \($0.name.shown) to the trash; 'arca vault undo' brings it back within 30 days" },
            asJSON: context.wantsJSON, [items.count == 1 ? ("item", reports[0]) : ("items", .array(reports))])
    }
}

struct VaultUndoCommand: Command {
    static let name = "undo"
    static let summary = "bring a removed item back from the trash"
    static let details = """
        The item comes back with its history and attachments. If several had that name, the one removed last is \
        restored. If another item has the name now, rename that one first ('arca vault mv').
        """
    static let examples = [
        Example(
            "arca vault rm github.com/alice && arca vault undo github.com/alice", "remove an item and restore it",
            needsVault: true)
    ]

    var item = ItemOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open()
        let item = try opened.takeFromTrash(item.removed(in: opened)[0].name)
        try ItemAction.restored.report(item.name, "\(item.name.shown) is back", asJSON: context.wantsJSON)
    }
}

struct VaultPurgeCommand: Command {
    static let name = "purge"
    static let summary = "remove the trash, or the history of an item, for good"
    static let details = """
        Removes NAME from the trash, with --trash all of it, with --history the older versions of an item that is not \
        in the trash. The space is overwritten; only an earlier copy of the file can bring it back. Asks for \
        confirmation, and needs --yes if there is no terminal.
        """
    static let examples = [
        Example("arca vault purge --trash --yes", "empty the trash", needsVault: true),
        Example("arca vault purge --history github.com/alice --yes", "its older versions", needsVault: true),
    ]

    var item = ItemOptions()
    var isForAll = false
    var isForHistory = false
    var question = ConfirmationOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.flag("--trash", set: \.isForAll, help: "empty the trash")
            .excludes("--service", "--class", "--protocol", "--port", "--path", "--history")
        Parameter.flag("--history", set: \.isForHistory, help: "remove older versions of an item instead")
        Parameter.group(\.question)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open()
        if isForHistory {
            let item = try item.find(in: opened, amongAll: true)
            try confirm("Remove \(Count.text(item.historyCount, "older version")) of '\(item.name.shown)' for good?")
            let count = try opened.removeHistory(of: item.name)
            return try ItemAction.purged.report(
                item.name, "removed \(Count.text(count, "older version")) of \(item.name.shown) for good",
                asJSON: context.wantsJSON, [("olderVersions", .integer(count))])
        }
        let items = try isForAll ? opened.items(matching: VaultQuery(isInTrash: true)) : item.removed(in: opened)
        let names = Set(items.map(\.name))
        let shown = names.count == 1 ? "'\(items[0].name.shown)'" : Count.text(items.count, "item")
        if !items.isEmpty { try confirm("Remove \(shown) from the trash for good?") }
        let count = try opened.emptyTrash(of: isForAll ? nil : names).count
        try ItemAction.purged.report(
            ["removed \(Count.text(count, "item")) from the trash for good"], asJSON: context.wantsJSON,
            [("items", .array(items.map { .object(ItemReport.json($0.name)) }))])
    }

    private func confirm(_ text: String) throws {
        guard try question.isConfirmed(text, isNeeded: true) else { throw ConfirmationOptions.refusal }
    }
}

struct ConfirmationOptions: OptionGroup {
    var isGiven = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("-y", "--yes", set: \.isGiven, help: "do not ask")
    }

    /// Without a terminal, the answer is yes unless confirmation is required.
    func isConfirmed(_ question: String, isNeeded: Bool = false) throws -> Bool {
        if isGiven { return true }
        guard isNeeded || isatty(0) == 1 else { return true }
        do {
            return try Terminal.confirm(question)
        } catch {
            guard error.code == .noTerminal else { throw error }
            throw UsageError(.missingArgument, "there is no terminal to ask on", hint: "give --yes")
        }
    }

    static let refusal = UsageError(.conflict, "nothing was changed", hint: "answer y, or give --yes")
}
