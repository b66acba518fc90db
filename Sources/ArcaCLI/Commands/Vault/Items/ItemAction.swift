internal import ArcaCodecs
internal import ArcaVault

/// What a command did to an item, by the word that its report has for it.
enum ItemAction: String {
    case added, changed, renamed, removed, restored, attached, detached

    /// Says what was done: as JSON on standard output, else as a note on standard error.
    func report(
        _ name: VaultItem.Name, _ note: String, asJSON: Bool, _ members: [(String, JSONValue)] = []
    ) throws {
        guard asJSON else { return Messages.note(note) }
        let own: [(String, JSONValue)] = [("action", .string(rawValue)), ("item", .object(ItemReport.json(name)))]
        try JSONOptions.print(schema: 1, own + members)
    }
}
