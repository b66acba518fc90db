internal import ArcaSystem

/// Slots as a whole: how a new vault gets them, and how they open one.
enum VaultSlots {
    /// Wraps a key in new slots; gives their rows, what the state says of them, and their digest.
    static func make(
        _ new: [NewVaultSlot], for key: VaultKey
    ) throws(VaultError) -> (rows: [Slot], entries: [StateRecord.Slot], digest: [UInt8]) {
        var rows: [Slot] = []
        var entries: [StateRecord.Slot] = []
        for new in new {
            let slot = try Slot.wrap(key, in: new)
            rows.append(slot)
            entries.append(
                StateRecord.Slot(
                    identifier: slot.identifier, kind: slot.kind.rawValue, created: .now(), label: "",
                    recipient: try new.recipient))
        }
        entries.sort { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        return (rows, entries, try SlotTable(rows).digest(under: key))
    }

    /// Writes a slot's row.
    static func insert(_ slot: Slot, into database: Database) throws(VaultError) {
        try database.statement("INSERT INTO slot(id, body) VALUES(?, ?)").run(.blob(slot.identifier), .blob(slot.body))
    }

    /// The vault key that a credential gives, and whether anyone could have made the slot that it came out of.
    static func unlock(
        _ database: Database, with credential: VaultCredential, _ options: Vault.OpenOptions
    ) throws(VaultError) -> (key: VaultKey, isUnproven: Bool) {
        let (state, slots) = try database.read { () throws(VaultError) in
            (try StateRow(in: database), try StateRow.slots(in: database))
        }
        if case .session = credential {
            guard let session = try session(of: state.vault, options) else {
                throw VaultError(.locked, "the vault is locked; unlock it, or give a passphrase or a key")
            }
            return (try VaultKey(session.key, vault: state.vault, epoch: session.epoch), false)
        }
        let table = try SlotTable(rows: slots, vault: state.vault, epoch: state.epoch)
        let (key, slot) = try table.unlock(with: credential)
        return (key, slot.kind.isForPublicKey)
    }

    private static func session(
        of vault: [UInt8], _ options: Vault.OpenOptions
    ) throws(VaultError) -> SessionCache.Session? {
        try translating { () throws(SystemError) in
            try SessionCache(of: vault, folder: options.stateFolder).read()
        }
    }
}
