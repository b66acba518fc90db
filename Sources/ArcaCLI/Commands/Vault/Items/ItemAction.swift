internal import ArcaCore
internal import ArcaVault

/// An action on a vault or an item, by its word in reports.
enum ItemAction: String {
    case added, changed, renamed, removed, restored, attached, detached, resolved, reverted
    case created, unlocked, locked, purged, copied, rotated
    case shared, invited, joined, repaired, left, compared

    func report(_ notes: [String], asJSON: Bool, _ members: [(String, JSONValue)]) throws {
        guard asJSON else { return notes.forEach(Messages.note) }
        try JSONOptions.print(schema: 1, [("action", .string(rawValue))] + members)
    }

    func report(
        _ name: VaultItem.Name, _ note: String, asJSON: Bool, _ members: [(String, JSONValue)] = []
    ) throws {
        try report([note], asJSON: asJSON, [("item", .object(ItemReport.json(name)))] + members)
    }
}
