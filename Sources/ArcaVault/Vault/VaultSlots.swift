public import ArcaCore
internal import ArcaCrypto
public import ArcaPatterns
public import ArcaSystem

enum VaultSlots {
    private static let largestLabelByteCount = 1024

    static func make(
        _ new: [NewVaultSlot], for key: VaultKey, _ folder: Vault.StateFolder?
    ) throws -> (slots: SlotSet, entries: [StateRecord.Slot]) {
        var slots: [SealedSlot] = []
        var entries: [StateRecord.Slot] = []
        for new in new {
            let slot = try wrap(key, in: new, folder)
            slots.append(slot)
            entries.append(try entry(of: slot, new))
        }
        entries.sort { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        return (try SlotSet(slots), entries)
    }

    /// Wraps a key in one slot; a gesture slot also needs this machine's device secret.
    static func wrap(_ key: VaultKey, in new: NewVaultSlot, _ folder: Vault.StateFolder?) throws -> SealedSlot {
        guard new.kind == .gesture else { return try SealedSlot.wrap(key, in: new) }
        guard let folder else {
            throw VaultError(.invalidArgument, "a pattern needs a state folder, where the machine keeps its secret")
        }
        return try SealedSlot.wrap(key, in: new, deviceSecret: try DeviceFolder(of: key.vault, in: folder).makeSecret())
    }

    /// The state's entry for a slot; without a label it inherits that of the replaced slot.
    static func entry(
        of slot: SealedSlot, _ new: NewVaultSlot, replacing old: StateRecord.Slot? = nil
    ) throws -> StateRecord.Slot {
        let label = new.label ?? old?.label ?? ""
        // The state stores all labels and has a size limit.
        guard label.utf8.count <= largestLabelByteCount else {
            throw VaultError(
                .invalidArgument,
                "the slot's label has \(label.utf8.count) bytes; the maximum is \(largestLabelByteCount)")
        }
        return StateRecord.Slot(
            identifier: slot.identifier, kind: slot.kind.rawValue, created: .now(), label: label,
            recipient: try new.recipient)
    }

    // MARK: Opening

    struct Unlocked {
        let subkeys: EpochKeys
        let vaultKey: VaultKey?
        let slot: SealedSlot?
    }

    static func unlock(
        _ database: Database, with credential: VaultCredential, _ options: Vault.OpenOptions
    ) throws -> Unlocked {
        let (state, slots) = try database.read { (try database.state.row(), try database.slots.rows()) }
        if case .session = credential {
            guard let session = try session(of: state.vault, options) else {
                throw VaultError(.locked, "the vault is locked; unlock it, or give a passphrase or a key")
            }
            guard let subkeys = session.subkeys else { throw VaultError.rotated }
            return Unlocked(subkeys: subkeys, vaultKey: nil, slot: nil)
        }
        let table = try SlotSet(rows: slots, vault: state.vault, epoch: state.epoch)
        let opened = try unlock(table, of: state.vault, with: credential, options.stateFolder)
        return Unlocked(subkeys: opened.key.subkeys, vaultKey: opened.key, slot: opened.slot)
    }

    /// Opens the slot that matches a credential; the lockout limits attempts with a pattern.
    static func unlock(
        _ table: SlotSet, of vault: [UInt8], with credential: VaultCredential, _ folder: Vault.StateFolder?
    ) throws -> (key: VaultKey, slot: SealedSlot) {
        let device = folder.map { DeviceFolder(of: vault, in: $0) }
        guard case .pattern = credential else { return try table.unlock(with: credential) }
        let opened = try device?.attempt { secret in
            do {
                return try table.unlock(with: credential, deviceSecret: secret)
            } catch let error as VaultError where error.code == .wrongCredential {
                // Only a wrong pattern counts as an attempt; damage is reported.
                return nil
            }
        }
        guard let opened else {
            throw VaultError(
                .wrongCredential, "wrong pattern, or it was set on another machine")
        }
        return opened
    }

    private static func session(
        of vault: [UInt8], _ options: Vault.OpenOptions
    ) throws -> VaultSession.Session? {
        do {
            return try VaultSession(of: vault, folder: options.stateFolder).read()
        } catch  where error.code == .unsupported {
            return nil
        }
    }
}

/// The unauthenticated information in a vault's file: its identifier and kinds of slot.
///
/// Use it only to prompt for the right credential and to find the session, because nothing is authenticated before the
/// vault is opened.
public struct LockedVault: Sendable {
    /// The vault's identifier, 16 bytes.
    public let identifier: [UInt8]
    /// The distinct kinds of readable slots.
    public let slotKinds: Set<VaultSlot.Kind>
    /// The distinct grids and rules of the gesture slots' patterns.
    public let patternSpaces: [(grid: Pattern.Grid, rules: PatternRules)]
    /// Whether the file has the format of a vault with an extension, such as a team's.
    public let isExtended: Bool

    /// Reads a file without opening the vault.
    ///
    /// - Parameters:
    ///   - path: The vault.
    ///   - isCopy: Whether the file is a backup or another copy, which is never written; not even an interrupted write
    ///     is rolled back.
    /// - Throws: ``VaultError``: `.notFound`, `.malformed` for a file that is not a vault, `.tampered`, `.busy`,
    ///   `.systemFailed`.
    public init(at path: BytePath, isCopy: Bool = false) throws(VaultError) {
        let (vault, slots, version) = try VaultError.wrap {
            let database = try Database(path, isCopy ? .copy : .readOnly)
            let (state, rows, version) = try database.read {
                (try database.state.row(), try database.slots.rows(), try Schema.version(of: database))
            }
            return (state.vault, try SlotSet(rows: rows, vault: state.vault, epoch: state.epoch).slots, version)
        }
        identifier = vault
        isExtended = version == Schema.extendedVersion
        slotKinds = Set(slots.map(\.kind))
        var spaces: [(grid: Pattern.Grid, rules: PatternRules)] = []
        for case .gesture(_, let grid, let rules) in slots.map(\.parameters)
        where !spaces.contains(where: { $0 == (grid, rules) }) {
            spaces.append((grid, rules))
        }
        patternSpaces = spaces
    }
}
