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
    public init(at path: FilePath) throws(VaultError) {
        let database = try Database(path, .readOnly)
        var header: (vault: [UInt8], epoch: UInt32)?
        var rows: [(identifier: [UInt8], body: [UInt8])] = []
        try database.read { () throws(VaultError) in
            header = try database.statement("SELECT vault, epoch FROM state").first { (row) throws(VaultError) in
                (try row.blob(0, count: VaultKey.identifierByteCount), try row.count(1, as: UInt32.self))
            }
            try database.statement("SELECT id, body FROM slot").forEach { (row) throws(VaultError) in
                rows.append(
                    (try row.blob(0, count: Slot.identifierByteCount), try row.blob(1, count: ...Slot.largestByteCount))
                )
            }
        }
        guard let header else { throw VaultError(.tampered, "\(database.name) was changed: it has no state") }
        let slots = try SlotTable(rows: rows, vault: header.vault, epoch: header.epoch).slots
        identifier = header.vault
        slotKinds = Set(slots.map(\.kind))
        var spaces: [(grid: Grid, rules: PatternRules)] = []
        for case .gesture(_, let grid, let rules) in slots.map(\.parameters)
        where !spaces.contains(where: { $0 == (grid, rules) }) {
            spaces.append((grid, rules))
        }
        patternSpaces = spaces
    }
}
