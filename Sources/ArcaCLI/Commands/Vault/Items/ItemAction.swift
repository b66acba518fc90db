internal import ArcaCore
internal import ArcaVault

/// What a command did to a vault, or to an item of it, by the word that its report has for it.
enum ItemAction: String {
    case added, changed, renamed, removed, restored, attached, detached, resolved, reverted
    case created, unlocked, locked, purged, copied, rotated
    case shared, invited, joined, repaired, left, compared

    /// Says what was done to the vault: as JSON on standard output, else as notes on standard error.
    func report(_ notes: [String], asJSON: Bool, _ members: [(String, JSONValue)]) throws {
        guard asJSON else { return notes.forEach(Messages.note) }
        try JSONOptions.print(schema: 1, [("action", .string(rawValue))] + members)
    }

    /// Says what was done to an item: as JSON on standard output, else as a note on standard error.
    func report(
        _ name: VaultItem.Name, _ note: String, asJSON: Bool, _ members: [(String, JSONValue)] = []
    ) throws {
        try report([note], asJSON: asJSON, [("item", .object(ItemReport.json(name)))] + members)
    }
}
