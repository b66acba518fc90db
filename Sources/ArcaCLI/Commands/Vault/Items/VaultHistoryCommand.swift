internal import ArcaCore
internal import ArcaVault

struct VaultHistoryCommand: Command {
    static let name = "history"
    static let summary = "list older versions of an item, or bring one back"
    static let details = """
        The newest comes first; it is the current one. 'arca vault get --version N' shows one; --revert N makes a new \
        version of it, so that nothing is lost. Attachments stay as they are now.
        """
    static let examples = [
        Example("arca vault history github.com/alice", "when it was changed", needsVault: true),
        Example("arca vault history github.com/alice --revert 12", "bring version 12 back", needsVault: true),
    ]

    var item = ItemOptions()
    var reverted: UInt64?

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.option("--revert", value: "N", set: \.reverted, help: "bring this version back")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open(isReadOnly: reverted == nil)
        let current = try item.find(in: opened)
        if let reverted {
            let item = try opened.revert(current.name, to: reverted)
            return try ItemAction.reverted.report(
                item.name, "\(item.name.shown) is again as in version \(reverted), as version \(item.version)",
                asJSON: context.wantsJSON, [("version", .integer(Int(item.version)))])
        }
        let versions = [current] + (try opened.history(of: current.name))
        if context.wantsJSON {
            return try JSONReport.print([("versions", .array(versions.map { ItemReport.json($0) }))])
        }
        var table = Table(.number, .text, .name, .text)
        for version in versions {
            let isNew = version.secretChanged == version.modified
            table.add(
                "\(version.version)", DateText.shown(version.modified), version.name.shown, isNew ? "new password" : "")
        }
        try table.print()
    }
}
