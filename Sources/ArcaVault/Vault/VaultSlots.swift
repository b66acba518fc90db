internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// Slots as a whole: how a vault gets them, and how they open one.
enum VaultSlots {
    private static let largestLabelByteCount = 1024

    /// Wraps a key in new slots; gives their rows, what the state says of them, and their digest.
    static func make(
        _ new: [NewVaultSlot], for key: VaultKey, _ folder: StateFolder?
    ) throws(VaultError) -> (rows: [Slot], entries: [StateRecord.Slot], digest: [UInt8]) {
        var rows: [Slot] = []
        var entries: [StateRecord.Slot] = []
        for new in new {
            let slot = try wrap(key, in: new, folder)
            rows.append(slot)
            entries.append(try entry(of: slot, new))
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

    /// What the state says of a slot; without a label it has that of the slot in whose place it comes.
    static func entry(
        of slot: Slot, _ new: NewVaultSlot, replacing old: StateRecord.Slot? = nil
    ) throws(VaultError) -> StateRecord.Slot {
        let label = new.label ?? old?.label ?? ""
        // All of them stand in the state, which has its limit.
        guard label.utf8.count <= largestLabelByteCount else {
            throw VaultError(
                .invalidArgument,
                "the slot's label has \(label.utf8.count) bytes, \(largestLabelByteCount) are the most")
        }
        return StateRecord.Slot(
            identifier: slot.identifier, kind: slot.kind.rawValue, created: .now(), label: label,
            recipient: try new.recipient)
    }

    /// Writes a slot's row.
    static func insert(_ slot: Slot, into database: Database) throws(VaultError) {
        try database.statement("INSERT INTO slot(id, body) VALUES(?, ?)").run(.blob(slot.identifier), .blob(slot.body))
    }

    // MARK: Opening

    /// The vault key that a credential gives, and the slot that it came out of; no slot for a session.
    static func unlock(
        _ database: Database, with credential: VaultCredential, _ options: Vault.OpenOptions
    ) throws(VaultError) -> (key: VaultKey, slot: Slot?) {
        let (state, slots) = try database.read { () throws(VaultError) in
            (try StateRow(in: database), try StateRow.slots(in: database))
        }
        if case .session = credential {
            guard let session = try session(of: state.vault, options) else {
                throw VaultError(.locked, "the vault is locked; unlock it, or give a passphrase or a key")
            }
            return (try VaultKey(session.key, vault: state.vault, epoch: session.epoch), nil)
        }
        let table = try SlotTable(rows: slots, vault: state.vault, epoch: state.epoch)
        let opened = try unlock(table, of: state.vault, with: credential, options.stateFolder)
        return (opened.key, opened.slot)
    }

    /// Opens the slot that a credential fits; a pattern is tried only as often as the lockout lets.
    static func unlock(
        _ table: SlotTable, of vault: [UInt8], with credential: VaultCredential, _ folder: StateFolder?
    ) throws(VaultError) -> (key: VaultKey, slot: Slot) {
        let device = folder.map { DeviceFolder(of: vault, in: $0) }
        guard case .pattern = credential else { return try table.unlock(with: credential) }
        let opened = try device?.attempt { (secret) throws(VaultError) in
            do throws(VaultError) {
                return try table.unlock(with: credential, deviceSecret: secret)
            } catch {
                // A wrong pattern counts, and what is damaged is said.
                guard error.code == .wrongCredential else { throw error }
                return nil
            }
        }
        guard let opened else {
            throw VaultError(
                .wrongCredential, "the pattern opens no slot of this vault, or was set on another machine")
        }
        return opened
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
