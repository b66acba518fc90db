internal import ArcaCrypto
internal import ArcaSystem

/// Slots as a whole: how a vault gets them, and how they open one.
enum VaultSlots {
    /// Wraps a key in new slots; gives their rows, what the state says of them, and their digest.
    static func make(
        _ new: [NewVaultSlot], for key: VaultKey, _ folder: StateFolder?
    ) throws(VaultError) -> (rows: [Slot], entries: [StateRecord.Slot], digest: [UInt8]) {
        var rows: [Slot] = []
        var entries: [StateRecord.Slot] = []
        for new in new {
            let slot = try wrap(key, in: new, folder)
            rows.append(slot)
            entries.append(try entry(of: slot, new, label: ""))
        }
        entries.sort { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        return (rows, entries, try SlotTable(rows).digest(under: key))
    }

    /// Wraps a key in one slot; a gesture slot is bound to this machine by its device secret.
    static func wrap(_ key: VaultKey, in new: NewVaultSlot, _ folder: StateFolder?) throws(VaultError) -> Slot {
        guard new.kind == .gesture else { return try Slot.wrap(key, in: new) }
        guard let folder else {
            throw VaultError(.invalidArgument, "a pattern needs a state folder, where the machine keeps its secret")
        }
        return try Slot.wrap(key, in: new, deviceSecret: try DeviceFolder(of: key.vault, in: folder).makeSecret())
    }

    /// What the state says of a slot.
    static func entry(of slot: Slot, _ new: NewVaultSlot, label: String) throws(VaultError) -> StateRecord.Slot {
        StateRecord.Slot(
            identifier: slot.identifier, kind: slot.kind.rawValue, created: .now(), label: label,
            recipient: try new.recipient)
    }

    /// Writes a slot's row.
    static func insert(_ slot: Slot, into database: Database) throws(VaultError) {
        try database.statement("INSERT INTO slot(id, body) VALUES(?, ?)").run(.blob(slot.identifier), .blob(slot.body))
    }

    // MARK: Opening

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
        guard case .pattern = credential else {
            let (key, slot) = try table.unlock(with: credential)
            // Who can open the vault otherwise need not wait for the patterns' lockout; that it goes on is no harm.
            try? options.stateFolder.map { DeviceFolder(of: state.vault, in: $0) }?.resetLockout()
            return (key, slot.kind.isForPublicKey)
        }
        guard let folder = options.stateFolder,
            let key = try DeviceFolder(of: state.vault, in: folder).attempt({ secret throws(VaultError) in
                try unlock(table, with: credential, secret)
            })
        else {
            throw VaultError(
                .wrongCredential, "the pattern opens no slot of this vault, or was set on another machine")
        }
        return (key, false)
    }

    /// The key, or nil where the pattern is wrong: that counts, and what is damaged is said.
    private static func unlock(
        _ table: SlotTable, with credential: VaultCredential, _ deviceSecret: SecretBytes
    ) throws(VaultError) -> VaultKey? {
        do throws(VaultError) {
            return try table.unlock(with: credential, deviceSecret: deviceSecret).key
        } catch {
            if error.code == .wrongCredential { return nil }
            throw error
        }
    }

    /// The session, if there is one; where there is no keyring there is none.
    private static func session(
        of vault: [UInt8], _ options: Vault.OpenOptions
    ) throws(VaultError) -> SessionCache.Session? {
        do throws(SystemError) {
            return try SessionCache(of: vault, folder: options.stateFolder).read()
        } catch {
            if error.code == .unsupported { return nil }
            throw VaultError(error)
        }
    }
}
