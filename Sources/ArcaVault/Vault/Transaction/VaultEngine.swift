internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// The connection of a vault, its keys, and what was seen of it: all that the vault's lock guards.
final class VaultEngine: @unchecked Sendable {  // Used under the vault's lock only.
    let database: Database
    let options: Vault.OpenOptions
    /// The slot that gave the key; nil for a session, and for a vault that was just made.
    let openingSlot: SealedSlot?
    /// Whether the key came out of a slot that anyone could have made.
    private var isUnproven: Bool { openingSlot?.kind.isForPublicKey ?? false }
    private(set) var keys: RecordKeys?
    private var previousKeys: RecordKeys?
    /// The newest state that this value saw and did not find to be an older one's.
    private var seen: Anchor?
    private let session: VaultSession?

    init(_ database: Database, _ keys: RecordKeys, _ options: Vault.OpenOptions, openedBy slot: SealedSlot? = nil) {
        self.database = database
        self.keys = keys
        self.options = options
        openingSlot = slot
        session = options.stateFolder.map { VaultSession(of: keys.vaultKey.vault, folder: $0) }
    }

    /// Forgets the keys.
    func lock() {
        keys = nil
        previousKeys = nil
    }

    /// Takes other keys, after a rotation by this value.
    func replaceKeys(_ keys: RecordKeys) {
        self.keys = keys
        previousKeys = nil
    }

    // MARK: Transactions

    /// Runs `body` on one state of the vault.
    func read<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        let keys = try unlockedKeys()
        var newest: Anchor?
        let result = try database.read {
            let transaction = try VaultTransaction(database, keys, previous: previousKeys)
            newest = try admit(transaction, forWriting: false)
            return try body(transaction)
        }
        if let newest { remember(newest) }
        return result
    }

    /// Runs `body` while nobody else writes, and makes its changes durable as one generation; on a throw nothing changed.
    func write<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        let keys = try unlockedKeys()
        try refuseReadOnly()
        var newest: Anchor?
        let result = try database.write {
            let transaction = try VaultTransaction(database, keys, previous: previousKeys)
            _ = try admit(transaction, forWriting: true)
            transaction.state.generation += 1
            try transaction.removeStaleStaging()
            try transaction.removeStaleTrash()
            let result = try body(transaction)
            try transaction.writeState()
            newest = transaction.position
            return result
        }
        if let newest { remember(newest) }
        return result
    }

    /// Goes on from this file whatever was seen of others: its next generation is above all of them, and above `others`.
    ///
    /// The state that it gives has to be remembered once the file is in its place.
    func jump(to kind: StateRecord.Kind, above others: UInt64 = 0) throws -> Anchor {
        let keys = try unlockedKeys()
        try refuseReadOnly()
        let anchored = try readAnchor()?.generation ?? 0
        let known = max(others, anchored, floor?.generation ?? 0, seen?.generation ?? 0)
        return try database.write {
            let transaction = try VaultTransaction(database, keys, previous: previousKeys)
            _ = try transaction.slots()
            transaction.state.kind = kind
            transaction.state.generation = max(transaction.state.generation, known) + 1
            try transaction.restartLog()
            try transaction.writeState()
            return transaction.position
        }
    }

    func unlockedKeys() throws -> RecordKeys {
        guard let keys else { throw VaultError(.locked, "the vault was locked; open it again") }
        return keys
    }

    private func refuseReadOnly() throws {
        guard !options.isReadOnly, !options.isBackup else {
            throw VaultError(.readOnly, "the vault is open for reading only")
        }
    }

    // MARK: What was seen

    /// Makes sure that a state may be used: the right kind of file, no older one, no fork.
    ///
    /// - Returns: The state to remember, when it is newer than what was seen.
    private func admit(_ transaction: VaultTransaction, forWriting: Bool) throws -> Anchor? {
        let state = transaction.state
        previousKeys = transaction.previous
        guard (state.kind == .backup) == options.isBackup else {
            throw state.kind == .backup
                ? VaultError(.tampered, "a backup was put in the vault's place; restore it to use it as the vault")
                : VaultEngine.noBackup
        }
        let isFirst = seen == nil
        if isFirst || forWriting { _ = try transaction.slots() }
        let accepts = options.acceptsOlder && !forWriting
        guard !options.isBackup else { return nil }
        do {
            if isFirst { try transaction.checkLog() }
            guard let past = try past(of: transaction, forWriting: forWriting) else {
                if !accepts { options.notes(isUnproven ? .unseenAndUnproven : .unseen) }
                return accepts ? nil : transaction.position
            }
            switch past.freshness {
            case .same:
                seen = past.known ?? seen
                return nil
            case .newer: break
            case .untraceable:
                // Log rows that were deleted must not silence the check.
                try transaction.checkLog()
                options.notes(.untraceable)
            case .older: throw VaultEngine.older
            case .forked: throw VaultEngine.fork
            }
            return accepts ? nil : transaction.position
        } catch let error as VaultError where accepts && (error.code == .olderFile || error.code == .forked) {
            return nil
        }
    }

    /// How a state stands to the newest that was seen, and that; nil when none was.
    func past(
        of transaction: VaultTransaction, forWriting: Bool
    ) throws -> (freshness: Freshness, known: Anchor?)? {
        let state = transaction.state
        if let floor, (state.epoch, state.generation) < floor { return (.older, nil) }
        guard let known = try newestSeen(forWriting: forWriting) else { return nil }
        let freshness = try Freshness(of: state, since: known, transaction.keys) { first in
            try transaction.digests(from: first)
        }
        // Anyone who knows the public key of a slot can make a whole vault that it opens.
        return (freshness == .untraceable && isUnproven ? .forked : freshness, known)
    }

    /// The newest state that the unlocked session has seen.
    private var floor: (epoch: UInt32, generation: UInt64)? {
        guard seen == nil, let session, let found = try? session.read() else { return nil }
        return (found.epoch, found.generationFloor)
    }

    /// The newest state that this value or this machine has seen.
    ///
    /// A writer asks the machine again each time: while it holds the file no honest state is newer, and an older file that
    /// was put back since another process wrote is not built upon.
    private func newestSeen(forWriting: Bool) throws -> Anchor? {
        guard let seen else { return try readAnchor(notingDamage: true) }
        guard forWriting, let anchor = try readAnchor(), seen.isOlder(than: anchor) else { return seen }
        return anchor
    }

    /// The newest state that this machine has seen.
    private func readAnchor(notingDamage: Bool = false) throws -> Anchor? {
        guard let folder = options.stateFolder, let keys else { return nil }
        do {
            let reading = try Anchor.read(of: keys.vaultKey.vault, in: folder)
            if notingDamage, reading == .damaged { options.notes(.damagedAnchor) }
            guard let anchor = reading.anchor, anchor.generation <= StateRecord.largestGeneration else { return nil }
            return anchor
        } catch {
            throw VaultError(.systemFailed, "cannot read what this machine remembers of the vault: \(error)")
        }
    }

    /// Remembers a state, here, in the state folder and in the session; the vault is good without them.
    func remember(_ newest: Anchor, acceptingOlder: Bool = false) {
        seen = newest
        guard let folder = options.stateFolder, let keys else { return }
        do {
            try newest.write(in: folder, acceptingOlder: acceptingOlder)
        } catch {
            options.notes(.anchorNotKept("\(error)"))
        }
        // Without a session there is nothing to note, and without a keyring there is no session.
        try? session?.update(keys.vaultKey, generation: newest.generation, acceptingOlder: acceptingOlder)
    }

    static let noBackup = VaultError(.invalidArgument, "the file is a vault, not a backup")

    private static let older = VaultError(
        .olderFile,
        "an older file was put in the vault's place: this machine has seen a newer state of it")

    private static let fork = VaultError(
        .forked,
        "two copies of the vault were written to: this file's past differs from the one that this machine has seen")
}
