internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

/// The connection, the keys and the newest state seen of a vault, guarded by the vault's lock.
package final class VaultEngine: @unchecked Sendable {  // Used under the vault's lock only.
    package let database: Database
    package let options: Vault.OpenOptions
    let openingSlot: SealedSlot?
    /// Whether the key came from a slot that anyone could have made.
    private var isUnproven: Bool { openingSlot?.kind.isForPublicKey ?? false }
    private(set) var keys: RecordKeys?
    private var vaultKey: VaultKey?
    private var previousKeys: RecordKeys?
    /// The newest state that this value saw and accepted.
    private var seen: Anchor?
    private let session: VaultSession?
    /// The rules for vaults with an extension; the extension's own calls set it too.
    package var rules: VaultExtension?

    init(
        _ database: Database, _ keys: RecordKeys, _ vaultKey: VaultKey?, _ options: Vault.OpenOptions,
        openedBy slot: SealedSlot? = nil
    ) {
        self.database = database
        self.keys = keys
        self.vaultKey = vaultKey
        self.options = options
        openingSlot = slot
        rules = options.extension
        session = options.stateFolder.map { VaultSession(of: keys.vault, folder: $0) }
    }

    convenience init(_ database: Database, _ unlocked: VaultSlots.Unlocked, _ options: Vault.OpenOptions) throws {
        self.init(database, try RecordKeys(unlocked.subkeys), unlocked.vaultKey, options, openedBy: unlocked.slot)
    }

    func lock() {
        (keys, vaultKey, previousKeys) = (nil, nil, nil)
    }

    func replaceKeys(_ keys: RecordKeys, _ vaultKey: VaultKey) {
        (self.keys, self.vaultKey, previousKeys) = (keys, vaultKey, nil)
    }

    // MARK: Transactions

    package func read<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        let keys = try unlockedKeys()
        var newest: Anchor?
        let result = try database.read {
            let transaction = try VaultTransaction(database, keys, previous: previousKeys)
            transaction.isSalvaging = options.salvages
            newest = try admit(transaction, forWriting: false)
            return try body(transaction)
        }
        if let newest { remember(newest) }
        return result
    }

    /// Runs `body` while holding the write lock, and commits its changes durably as one generation; an error discards
    /// them.
    ///
    /// A user's changes of items are rejected if the rules of the vault's extension do not allow them.
    package func write<Result>(
        as author: VaultExtension.Author = .user, _ body: (VaultTransaction) throws -> Result
    ) throws -> Result {
        if case .module(let module) = author { rules = module }
        let keys = try unlockedKeys()
        try refuseReadOnly()
        var newest: Anchor?
        var isRotating = false
        let result = try database.write {
            let transaction = try VaultTransaction(database, keys, previous: previousKeys)
            _ = try admit(transaction, forWriting: true)
            transaction.state.generation += 1
            try transaction.removeStaleStaging()
            let refusal = try author.isModule ? nil : refusal(for: transaction.state)
            if refusal == nil { try transaction.removeStaleTrash() }
            let before = transaction.state
            let result = try body(transaction)
            if let refusal, author.isUser, !transaction.state.hasItems(of: before) { throw refusal }
            try transaction.writeState()
            newest = transaction.position
            isRotating = transaction.state.previous != nil
            return result
        }
        if let newest { remember(newest) }
        // Continue an interrupted rotation; the change itself is already durable.
        if isRotating, author.isUser { _ = try? write(as: .rotation) { try $0.reencryptBatch() } }
        return result
    }

    /// Makes this file the current one by giving it a generation above all generations seen.
    func jump(to kind: StateRecord.Kind) throws -> Anchor {
        let known = try highestSeen().generation
        return try writeUnseen { transaction in
            transaction.state.kind = kind
            transaction.state.generation = max(transaction.state.generation, known) + 1
            try transaction.restartLog()
        }
    }

    /// Makes this file the current one under a new key, because its keys and slots may have been replaced since.
    ///
    /// Only one credential opens the result. Its epoch and generation exceed all seen on this machine, and `others`.
    ///
    /// - Returns: The state, to remember once the file is in place, and the removed slots.
    func renew(
        opening credential: VaultCredential, above others: UInt64 = 0
    ) throws -> (position: Anchor, leftOut: [VaultSlot]) {
        let known = try highestSeen()
        let keys = try unlockedKeys()
        let (table, entries, epoch) = try database.read {
            let transaction = try VaultTransaction(database, keys, previous: nil)
            return (try transaction.slots(), transaction.state.slots, transaction.state.epoch)
        }
        guard max(known.epoch, epoch) < .max else {
            throw VaultError(.invalidArgument, "the vault has used up its epochs")
        }
        let new = try VaultKey(randomFor: keys.vault, epoch: max(known.epoch, epoch) + 1)
        let (oldKey, opened) = try VaultSlots.unlock(table, of: keys.vault, with: credential, options.stateFolder)
        let made = try VaultSlots.rewrap(opened, of: entries, with: credential, for: new, options.stateFolder)
        let newKeys = try RecordKeys(new.subkeys)
        let position = try writeUnseen { transaction in
            guard try transaction.slots().rows.elementsEqual(table.rows, by: ==) else {
                throw VaultError(.busy, "the vault's slots were changed meanwhile; look at them again")
            }
            // Do not re-encrypt anything that an attacker put into the file.
            _ = try transaction.all { _ in false }
            try transaction.reencryptAll()
            transaction.state.kind = .live
            transaction.state.generation = max(transaction.state.generation, known.generation, others) + 1
            try moveExtension(of: transaction, from: oldKey, to: new)
            try transaction.beginEpoch(newKeys, SlotSet([made.slot]), [made.entry])
            try transaction.reencryptAll()
        }
        replaceKeys(newKeys, new)
        return (position, entries.filter { $0.identifier != opened.identifier }.compactMap { VaultSlot($0, cost: nil) })
    }

    /// Whether continuing from this file would restore keys or slots that this machine has seen replaced.
    func bringsBackKeys() throws -> Bool {
        let keys = try unlockedKeys()
        let state = try database.read { try VaultTransaction(database, keys, previous: nil).state }
        guard let known = try newestSeen(forWriting: true) else {
            // The session does not record the slots.
            return floor != nil
        }
        guard let digest = known.slotDigest else { return true }
        return known.epoch != state.epoch || !constantTimeEqual(digest, state.slotDigest)
    }

    func highestSeen() throws -> (epoch: UInt32, generation: UInt64) {
        let (anchor, floor) = (try readAnchor(), floor)
        return (
            max(anchor?.epoch ?? 0, floor?.epoch ?? 0, seen?.epoch ?? 0),
            max(anchor?.generation ?? 0, floor?.generation ?? 0, seen?.generation ?? 0)
        )
    }

    /// Makes a change without comparing with the newest state seen.
    private func writeUnseen(_ change: (VaultTransaction) throws -> Void) throws -> Anchor {
        let keys = try unlockedKeys()
        try refuseReadOnly()
        return try database.write {
            let transaction = try VaultTransaction(database, keys, previous: previousKeys)
            _ = try transaction.slots()
            try change(transaction)
            try transaction.writeState()
            return transaction.position
        }
    }

    /// The error for a user's change of items, or nil if it is allowed.
    func refusal(for state: StateRecord) throws -> VaultError? {
        guard let found = state.extensionState else { return nil }
        guard let rules else { return VaultExtension.missing }
        return try rules.refusal(found)
    }

    /// Moves what the vault's extension has sealed under the vault key to a new one.
    func moveExtension(of transaction: VaultTransaction, from old: VaultKey, to new: VaultKey) throws {
        guard let found = transaction.state.extensionState else { return }
        guard let rules else { throw VaultExtension.missing }
        transaction.state.extensionState = try rules.move(found, old, new)
    }

    /// Throws if the state of the vault's extension is invalid, as far as this program can read it.
    func checkExtension(of state: StateRecord) throws {
        if let found = state.extensionState { try rules?.check(found) }
    }

    /// Releases the pages wiped by a rotation, if no other process holds the lock.
    func compact() {
        let limit = database.busyLimit
        database.busyLimit = min(limit, 2000)
        defer { database.busyLimit = limit }
        try? database.vacuum()
    }

    package func unlockedKeys() throws -> RecordKeys {
        guard let keys else { throw VaultError(.locked, "the vault was locked; open it again") }
        return keys
    }

    package func unlockedVaultKey() throws -> VaultKey {
        _ = try unlockedKeys()
        guard let vaultKey else {
            throw VaultError(
                .locked,
                "the unlocked session cannot change what opens the vault; open it with a passphrase or a key for that")
        }
        return vaultKey
    }

    func refuseReadOnly() throws {
        guard !options.isReadOnly, !options.isBackup, !options.salvages else {
            throw VaultError(.readOnly, "the vault is open for reading only")
        }
    }

    // MARK: What was seen

    /// Verifies that a state may be used: the right kind of file, not rolled back, not a fork.
    ///
    /// - Returns: The state to remember if it is newer than the one seen.
    private func admit(_ transaction: VaultTransaction, forWriting: Bool) throws -> Anchor? {
        let state = transaction.state
        previousKeys = transaction.previous
        guard (state.kind == .backup) == options.isBackup else {
            throw state.kind == .backup
                ? VaultError(.tampered, "a backup was put in the vault's place; restore it to use it as the vault")
                : VaultEngine.noBackup
        }
        try checkExtension(of: state)
        let isFirst = seen == nil
        if isFirst || forWriting { _ = try transaction.slots() }
        let accepts = options.acceptsOlder && !forWriting
        if isFirst || forWriting, try !transaction.isLogSound() {
            guard accepts else { throw VaultTransaction.changedLog }
            return nil
        }
        guard !options.isBackup else { return nil }
        do {
            guard let past = try past(of: transaction, forWriting: forWriting) else {
                if !accepts { options.notes(isUnproven ? .unseenAndUnproven : .unseen) }
                return accepts ? nil : transaction.position
            }
            switch past.freshness {
            case .same:
                seen = past.known ?? seen
                return past.known.map { $0.slotDigest == nil } ?? false ? transaction.position : nil
            case .newer: break
            case .untraceable:
                // Deleted log rows must not disable the check.
                guard try transaction.isLogSound() else { throw VaultTransaction.changedLog }
                options.notes(.untraceable)
            // The connection still has the file that was replaced; this is not a rollback.
            case .older where database.isReplaced, .forked where database.isReplaced: throw VaultEngine.replaced
            case .older: throw olderThanOther ?? VaultEngine.older
            case .forked:
                // A changed log in this file is not a fork.
                guard try transaction.isLogSound() else { throw VaultTransaction.changedLog }
                throw forkedFromOther ?? VaultEngine.fork
            }
            return accepts ? nil : transaction.position
        } catch let error as VaultError where accepts && (error.code == .olderFile || error.code == .forked) {
            return nil
        }
    }

    /// Compares a state with the newest one seen; nil if none was seen.
    func past(
        of transaction: VaultTransaction, forWriting: Bool
    ) throws -> (freshness: Freshness, known: Anchor?)? {
        let state = transaction.state
        if let floor, (state.epoch, state.generation) < floor { return (.older, nil) }
        guard let known = try newestSeen(forWriting: forWriting) else { return nil }
        // The state seen may be on the chain of a copy that was merged into this one.
        if (state.epoch, state.generation) > (known.epoch, known.generation), transaction.includes(known) {
            return (.newer, known)
        }
        let freshness = try Freshness(of: state, since: known, transaction.keys) { first in
            try transaction.digests(from: first)
        }
        // Anyone who knows a slot's public key can make a whole vault that it opens.
        return (freshness == .untraceable && isUnproven ? .forked : freshness, known)
    }

    private var floor: (epoch: UInt32, generation: UInt64)? {
        guard seen == nil, let session, let found = try? session.read() else { return nil }
        return (found.epoch, found.generationFloor)
    }

    /// The newest state seen by this value or this machine.
    ///
    /// A writer reads the anchor again each time. While it holds the lock, no honest state is newer, and it must not
    /// build on an older file that was put in place after another process wrote.
    private func newestSeen(forWriting: Bool) throws -> Anchor? {
        guard let seen else { return try readAnchor(notingDamage: true) }
        guard forWriting, let anchor = try readAnchor(), seen.isOlder(than: anchor) else { return seen }
        return anchor
    }

    private func readAnchor(notingDamage: Bool = false) throws -> Anchor? {
        guard let folder = options.stateFolder, let keys else { return nil }
        do {
            let reading = try Anchor.read(of: keys.vault, in: folder)
            if notingDamage, reading == .damaged { options.notes(.damagedAnchor(folder.anchor(of: keys.vault))) }
            return reading.anchor
        } catch {
            throw VaultError(
                .systemFailed,
                "cannot read what this machine remembers of the vault in \(folder.anchor(of: keys.vault)): \(error)",
                hint: "make the file readable, or remove it: the vault is then seen as if for the first time")
        }
    }

    /// Remembers a state in this value, the state folder and the session; a failure is noted, not thrown.
    func remember(_ newest: Anchor) {
        seen = newest
        guard let folder = options.stateFolder, let keys else { return }
        do {
            if try newest.write(in: folder), let path = database.path {
                try? folder.setPlace(SymbolicLink.resolve(path), of: keys.vault)
            }
        } catch {
            options.notes(.anchorNotKept("\(error)"))
        }
        // An error means that no session exists or can be updated.
        try? session?.update(keys.epoch, generation: newest.generation)
    }

    // MARK: Another copy

    /// Another copy of the vault, which has the newest state seen: then this file need not have been replaced.
    private var otherCopy: BytePath? {
        guard let keys, let path = database.path, let other = options.stateFolder?.place(of: keys.vault),
            let own = try? FileInfo(path).identity, let its = try? FileInfo(other).identity, own != its,
            let copy = try? Database(other, .readOnly, busyLimit: 0),
            (try? copy.read { try copy.state.row().vault }) == keys.vault
        else { return nil }
        return other
    }

    private var olderThanOther: VaultError? {
        otherCopy.map { other in
            VaultError(
                .olderFile, "this file is older than \(other), another copy of the vault on this machine",
                hint: "use that one, or put the two together with 'arca vault merge \(other)'")
        }
    }

    private var forkedFromOther: VaultError? {
        otherCopy.map { other in
            VaultError(
                .forked, "this file and \(other), another copy of the vault on this machine, were both changed",
                hint: "put the two together with 'arca vault merge \(other)'")
        }
    }

    static let noBackup = VaultError(.invalidArgument, "the file is a vault, not a backup")

    private static let replaced = VaultError(
        .busy, "another file was put in the vault's place while it was open, as 'restore' does; open it again")

    static let older = VaultError(
        .olderFile,
        "an older file was put in the vault's place: this machine has seen a newer state of it")

    static let fork = VaultError(
        .forked,
        "two copies of the vault were written to: this file's past differs from the one that this machine has seen")
}
