public import ArcaCodecs
public import ArcaPatterns
public import ArcaSystem

/// What a vault's file says to everybody: which vault it is, and what opens it.
///
/// Nothing of it is authenticated before the vault is opened: it serves to ask for the right thing, and to find the session.
public struct LockedVault: Sendable {
    /// The vault's identifier, 16 bytes.
    public let identifier: [UInt8]
    /// The kinds of slot that can be read, without repetition.
    public let slotKinds: Set<VaultSlotKind>
    /// Where the patterns of its gesture slots are drawn, without repetition.
    public let patternSpaces: [(grid: Grid, rules: PatternRules)]

    /// Reads a file.
    ///
    /// - Parameter path: The vault.
    /// - Throws: ``VaultError``: `.notFound`, `.malformed` for a file that is no vault, `.tampered`, `.busy`,
    ///   `.systemFailed`.
    public init(at path: BytePath) throws(VaultError) {
        let database = try Database(path, .readOnly)
        let (state, rows) = try database.read { () throws(VaultError) in
            (try StateRow(in: database), try StateRow.slots(in: database))
        }
        let slots = try SlotTable(rows: rows, vault: state.vault, epoch: state.epoch).slots
        identifier = state.vault
        slotKinds = Set(slots.map(\.kind))
        var spaces: [(grid: Grid, rules: PatternRules)] = []
        for case .gesture(_, let grid, let rules) in slots.map(\.parameters)
        where !spaces.contains(where: { $0 == (grid, rules) }) {
            spaces.append((grid, rules))
        }
        patternSpaces = spaces
    }
}
