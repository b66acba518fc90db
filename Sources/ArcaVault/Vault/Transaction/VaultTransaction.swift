internal import ArcaCore
internal import ArcaCrypto

/// A single state of the vault and its rows, in one database transaction.
///
/// It verifies every row it reads and decides which ones to write; the store's tables do the input and output. Nothing
/// is carried over to the next transaction.
package final class VaultTransaction {
    package let database: Database
    package var keys: RecordKeys
    var previous: RecordKeys?
    /// The state; in a write transaction, the next one.
    package var state: StateRecord
    package let now: Vault.Timestamp
    /// Groups with verified sums; later changes were all counted.
    private var checkedGroups: Set<Int> = []
    private(set) var faults: [Int: GroupFault] = [:]
    /// Groups with unproven rows; used only when salvaging.
    private(set) var unprovenGroups: Set<Int> = []
    /// Whether to read unproven rows; never in a write transaction.
    var isSalvaging = false
    /// Tags by canonically equivalent names, created on demand.
    private var names: [VaultItem.Name: LookupTag]?
    /// Whether the file has format 1; the next state written upgrades it.
    private var isFormat1: Bool
    private var lacksNames = false

    /// Reads and decrypts the state; throws `.olderFile` for an earlier epoch than that of the keys, and `.rotated` for
    /// a later one.
    init(_ database: Database, _ keys: RecordKeys, previous known: RecordKeys?) throws {
        self.database = database
        self.keys = keys
        now = .now()
        state = try database.state.row().open(keys)
        isFormat1 = state.window == nil
        guard
            try Schema.version(of: database)
                == (isFormat1 ? 1 : state.extensionState == nil ? Schema.version : Schema.extendedVersion)
        else {
            throw VaultError(.tampered, "the number of the vault's format was changed by another program than Arca")
        }
        previous = try state.previous.map { previous in
            if let known, known.epoch == previous.epoch, known.subkeys.bytes == previous.keyBytes { return known }
            return try RecordKeys(previous.subkeys(of: keys.vault))
        }
    }

    init(new database: Database, _ keys: RecordKeys, _ slots: SlotSet, _ entries: [StateRecord.Slot]) throws {
        self.database = database
        self.keys = keys
        now = .now()
        state = StateRecord(created: now)
        isFormat1 = false
        state.slots = entries
        state.slotDigest = try slots.digest(under: keys.subkeys)
        for slot in slots.slots { try database.slots.insert(slot) }
        try database.state.insert(sealState())
    }

    var position: Anchor {
        Anchor(
            vault: keys.vault, epoch: state.epoch, generation: state.generation, chain: state.chain,
            slotDigest: state.slotDigest)
    }

    package var vault: [UInt8] { keys.vault }
    package var generation: UInt64 { state.generation }
    package var historyLimit: Int { Int(state.historyLimit) }

    /// The keys for a row: the state's epoch, or the previous one during a rotation.
    package func keys(of key: SealedRow.Key) throws -> RecordKeys {
        if key.epoch == keys.epoch { return keys }
        guard let previous, previous.epoch == key.epoch else {
            throw VaultError(.tampered, "the vault was changed: a record is of an epoch that the vault is not in")
        }
        return previous
    }

    // MARK: State and log

    package func writeState() throws { try database.state.replace(sealState()) }

    /// Ends the current generation and begins the next one; an item changes at most once in each, as they number its
    /// versions.
    package func beginNextGeneration() throws {
        try writeState()
        state.generation += 1
    }

    private func sealState() throws -> StateRow {
        guard state.generation <= StateRecord.largestGeneration else {
            throw VaultError(.invalidArgument, "the vault has used up its generations")
        }
        if isFormat1 { try upgrade() }
        try moveWindow()
        try state.checkByteCount()
        state.modified = now
        let digest = state.digest(keys)
        state.chain = keys.link(after: state.chain, generation: state.generation, digest: digest)
        try database.log.insert(state.generation, digest)
        let sealed = try keys.sealState(state.fields(withChain: true).padded(), generation: state.generation)
        return StateRow(
            vault: keys.vault, epoch: state.epoch, generation: state.generation, sealed: sealed)
    }

    private func moveWindow() throws {
        guard state.generation > LogTable.largestCount, let window = state.window else { return }
        let oldest = state.generation - LogTable.largestCount
        guard oldest >= state.logStart else { return }
        guard let digest = try database.log.digest(oldest) else { throw VaultTransaction.changedLog }
        state.window = keys.link(after: window, generation: oldest, digest: digest)
        try database.log.removeAll(through: oldest)
    }

    /// Empties the log, which restarts with this generation; `old` are the keys of a log of the previous epoch.
    ///
    /// Copies that diverged before are still recognized by the names of the removed generations.
    func restartLog(ofEpoch old: RecordKeys? = nil) throws {
        let names = try pastNames(old ?? keys)
        if let last = names.keys.max() {
            var first = last
            while first > 1, last - first < LogTable.largestCount - 1, names[first - 1] != nil { first -= 1 }
            state.past.earlier = MergeHistory.Earlier(first: first, names: (first...last).compactMap { names[$0] })
        }
        state.logStart = state.generation
        state.window = state.chain
        try database.log.removeAll()
    }

    private func upgrade() throws {
        if state.window == nil {
            // If rows were already removed, the chain value before the first remaining one is unknown.
            if state.logStart == 1, state.generation <= LogTable.largestCount + 1 {
                state.window = StateRecord.chainStart
            } else {
                try restartLog()
            }
        }
        if let previous { state.previous?.keyBytes = previous.subkeys.bytes }
        try Schema.setVersion(in: database)
        isFormat1 = false
    }

    /// The log's digests from a generation to the state's, or nil if the log does not reach back.
    func digests(from first: UInt64) throws -> [[UInt8]]? {
        let rows = try database.log.rows(from: first)
        guard first <= state.generation, rows.map(\.generation).elementsEqual(first...state.generation) else {
            return nil
        }
        return rows.map(\.digest)
    }

    /// The names of the generations before the state, as far as the log reaches back or the state records them.
    func pastNames(_ keys: RecordKeys) throws -> [UInt64: UInt64] {
        var names: [UInt64: UInt64] = [:]
        if let earlier = state.past.earlier {
            for (offset, name) in earlier.names.enumerated() { names[earlier.first + UInt64(offset)] = name }
        }
        let rows = try database.log.rows(from: state.logStart)
        guard let first = rows.first?.generation else { return names }
        // In format 1, only a complete log has a known start of the chain.
        if let start = state.window ?? (first == 1 ? StateRecord.chainStart : nil) {
            var chain = start
            for row in rows {
                chain = keys.link(after: chain, generation: row.generation, digest: row.digest)
                names[row.generation] = MergeHistory.name(of: keys.vault, row.generation, chain)
            }
        }
        return names
    }

    /// Whether the log has exactly the required digests, and they lead to the state's chain value.
    func isLogSound() throws -> Bool {
        let kept = LogTable.largestCount
        let first = max(state.logStart, state.generation < kept ? 1 : state.generation - kept + 1)
        do {
            guard let digests = try digests(from: first), let last = digests.last,
                constantTimeEqual(last, state.digest(keys)), try database.log.count() == digests.count
            else { return false }
            // In format 1, only a complete log has a known start of the chain.
            guard let start = state.window ?? (first == 1 ? StateRecord.chainStart : nil) else { return true }
            return constantTimeEqual(keys.chain(from: start, after: first - 1, digests), state.chain)
        } catch let error as VaultError where error.code == .tampered {
            return false
        }
    }

    static let changedLog = VaultError(
        .tampered, "the vault's log was changed by another program than Arca: rows were removed, added or replaced")

    // MARK: Groups

    /// Verifies a group's rows against the state: none missing, added, moved or rolled back.
    ///
    /// Returns the row of `tag` without its secret. A single bad row does not block the others (section 6.1).
    @discardableResult
    package func checkGroup(_ group: Int, finding tag: LookupTag? = nil) throws -> SealedRow? {
        if !checkedGroups.contains(group) {
            var (sum, previousSum) = (GroupChecksums.Group(), GroupChecksums.Group())
            var found: SealedRow?
            var failure = VaultTransaction.changedGroup
            do {
                try database.items.forEach(in: group, atMost: rowLimit(of: group)) { row in
                    let key = try SealedRow.Key(row)
                    let rowKeys = try keys(of: key)
                    let leaf = try SealedRow.withBlobs(of: row) { attributes, secretHead in
                        rowKeys.leaf(key, .item, attributes: attributes, secretHead: secretHead)
                    }
                    if key.epoch == keys.epoch { sum.add(leaf) } else { previousSum.add(leaf) }
                    if key.tag == tag { found = try SealedRow(row) }
                }
                if sum == state.sums[group], previousSum == state.previous?.sums[group] ?? GroupChecksums.Group() {
                    checkedGroups.insert(group)
                    return found
                }
            } catch let error as VaultError where error.code == .tampered {
                failure = error
            }
            if let fault = try fault(in: group) {
                faults[group] = fault
            } else {
                guard isSalvaging else { throw failure }
                unprovenGroups.insert(group)
            }
            checkedGroups.insert(group)
        }
        guard let tag else { return nil }
        if let fault = faults[group], fault.concerns(tag) { throw VaultTransaction.damagedRow(fault.known) }
        return try database.items.row(tag)
    }

    /// Maximum number of rows read beyond those counted in the state, so reading always ends.
    static let largestExtraCount = 1024

    /// Maximum number of rows to read for a group.
    func rowLimit(of group: Int) -> Int {
        Int(state.sums[group].count) + Int(state.previous?.sums[group].count ?? 0) + Self.largestExtraCount
    }

    /// Maximum number of rows to read for all items.
    var rowLimit: Int { state.sums.rowCount + (state.previous?.sums.rowCount ?? 0) + Self.largestExtraCount }

    package func checkAllGroups() throws { for group in 0..<GroupChecksums.groupCount { try checkGroup(group) } }

    /// Accepts the rows found in a group: the sums are recomputed from them.
    func acceptRows(_ rows: [SealedRow], of group: Int) throws {
        state.sums[group] = .init()
        state.previous?.sums[group] = .init()
        for row in rows { state[groupOf: row.key].add(try keys(of: row.key).leaf(row, .item)) }
        forgetChecks()
    }

    /// Discards the verification of groups, after rows were changed without being counted.
    func forgetChecks() {
        checkedGroups = []
        faults = [:]
        names = nil
    }

    func noteAllChecked() { checkedGroups = Set(0..<GroupChecksums.groupCount) }

    package static let changedGroup = VaultError(
        .tampered,
        "the vault was changed by another program than Arca: items were removed, added, moved or put back")

    static func damagedRow(_ row: SealedRow) -> VaultError {
        VaultError(
            .tampered,
            "the record of item \(row.key.identifier.hexadecimal) in group \(row.key.tag.group) is damaged: "
                + "the file was damaged or changed")
    }

    func insertRow(_ row: SealedRow, of item: VaultItem) throws {
        try checkGroup(row.key.tag.group)
        try database.items.insert(row)
        state[groupOf: row.key].add(try keys(of: row.key).leaf(row, .item))
        guard let removed = item.removed else {
            names?[item.name] = row.key.tag
            return
        }
        let trash = state.trash ?? StateRecord.Trash(count: 0, oldest: removed)
        state.trash = StateRecord.Trash(count: trash.count + 1, oldest: min(trash.oldest, removed))
    }

    func removeRow(_ item: OpenedItem) throws {
        guard try database.items.remove(item.row.key) else { throw VaultTransaction.changedGroup }
        state[groupOf: item.row.key].subtract(try keys(of: item.row.key).leaf(item.row, .item))
        guard item.item.removed != nil else {
            names?[item.item.name] = nil
            return
        }
        guard let trash = state.trash else { throw VaultTransaction.changedGroup }
        state.trash = trash.count > 1 ? StateRecord.Trash(count: trash.count - 1, oldest: trash.oldest) : nil
    }

    /// The tag of an item by canonically equivalent name; efficient for many names in one transaction.
    ///
    /// Unreadable items may have the name, so it throws unless `skipsDamage`.
    func tag(equivalentTo name: VaultItem.Name, skipsDamage: Bool) throws -> LookupTag? {
        if names == nil {
            let all = try readable { $0.removed == nil }
            lacksNames = !all.findings.isEmpty
            names = Dictionary(all.items.map { ($0.record.item.name, $0.row.key.tag) }) { $1 }
        }
        if let tag = names?[name] { return tag }
        guard skipsDamage || !lacksNames else { throw VaultTransaction.changedGroup }
        return nil
    }
}

extension StateRow {
    /// Decrypts the state, and verifies that it matches the row's unencrypted columns.
    func open(_ keys: RecordKeys) throws -> StateRecord {
        guard vault == keys.vault else {
            throw VaultError(.tampered, "another vault was put in this one's place")
        }
        guard epoch == keys.epoch else {
            // The state is bound to its epoch: if it decrypts under another one, the column was changed.
            guard (try? keys.openState(sealed, generation: generation)) == nil else {
                throw VaultError(.tampered, "the vault's epoch was changed by another program than Arca")
            }
            throw epoch < keys.epoch
                ? VaultError(.olderFile, "an older file was put in the vault's place: it is from before a rotation")
                : VaultError.rotated
        }
        let state = try StateRecord(keys.openState(sealed, generation: generation))
        guard state.generation == generation, state.epoch == epoch else {
            throw VaultError(.tampered, "the vault's state contradicts itself")
        }
        return state
    }
}

extension StateRecord {
    fileprivate subscript(groupOf key: SealedRow.Key) -> GroupChecksums.Group {
        get { key.epoch == epoch ? sums[key.tag.group] : previous?.sums[key.tag.group] ?? GroupChecksums.Group() }
        set {
            if key.epoch == epoch { sums[key.tag.group] = newValue } else { previous?.sums[key.tag.group] = newValue }
        }
    }

    func digest(_ keys: RecordKeys) -> [UInt8] {
        fields(withChain: false).unpadded().withBytes { keys.digest(ofState: $0) }
    }
}
