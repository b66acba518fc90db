internal import ArcaCodecs
internal import ArcaCrypto

/// One state of the vault and the rows that belong to it, for as long as the file does not change under them.
///
/// It decides what may be read and what is to be written; the tables of the store do so. Nothing of it outlives the
/// transaction of the database: a state is never carried over.
final class VaultTransaction {
    let database: Database
    var keys: RecordKeys
    /// The keys of the previous epoch, until the rotation has re-encrypted its rows.
    var previous: RecordKeys?
    /// The state; in a transaction that writes, the one that will be.
    var state: StateRecord
    /// One time for all that a transaction writes.
    let now: Vault.Timestamp
    /// Groups whose sums were found right, and all changes to which were counted since.
    private var checkedGroups: Set<Int> = []
    /// Of these groups, the one row in each that is not as the state knows it.
    private(set) var faults: [Int: GroupFault] = [:]
    /// Groups whose rows may be others than the state knows; only where such rows are read anyway.
    private(set) var unprovenGroups: Set<Int> = []
    /// Whether rows are read that may be others than the state knows; never in a transaction that writes.
    var isSalvaging = false
    /// Where each item is, by names that are canonically equivalent; made when a name needs it.
    private var names: [VaultItem.Name: LookupTag]?
    /// Whether the file is still of format 1, which ends with the next state that is written.
    private var isFormat1: Bool
    /// Whether ``names`` lacks items that cannot be read.
    private var lacksNames = false

    /// Reads and opens the state.
    ///
    /// - Throws: ``VaultError``: `.locked` when the vault was rotated since its key was read; `.olderFile` for an epoch
    ///   before it; `.tampered`.
    init(_ database: Database, _ keys: RecordKeys, previous known: RecordKeys?) throws {
        self.database = database
        self.keys = keys
        now = .now()
        state = try database.state.row().open(keys)
        isFormat1 = state.window == nil
        guard
            try Schema.version(of: database)
                == (isFormat1 ? 1 : state.team == nil ? Schema.version : Schema.teamVersion)
        else {
            throw VaultError(.tampered, "the number of the vault's format was changed by another program than Arca")
        }
        previous = try state.previous.map { previous in
            if let known, known.epoch == previous.epoch, known.subkeys.bytes == previous.keyBytes { return known }
            return try RecordKeys(previous.subkeys(of: keys.vault))
        }
    }

    /// Starts the vault that a new file will hold, and writes its first generation.
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

    /// The state as machines remember it.
    var position: Anchor {
        Anchor(
            vault: keys.vault, epoch: state.epoch, generation: state.generation, chain: state.chain,
            slotDigest: state.slotDigest)
    }

    /// The keys of a row's epoch; a row is of the state's epoch, or of the previous one during a rotation.
    func keys(of key: SealedRow.Key) throws -> RecordKeys {
        if key.epoch == keys.epoch { return keys }
        guard let previous, previous.epoch == key.epoch else {
            throw VaultError(.tampered, "the vault was changed: a record is of an epoch that the vault is not in")
        }
        return previous
    }

    // MARK: State and log

    /// Writes the state that the transaction has come to, with its link of the chain and its row of the log.
    func writeState() throws { try database.state.replace(sealState()) }

    /// Ends the generation that is being written, and begins the next one in the same transaction.
    ///
    /// An item changes at most once in a generation: its older versions are told apart by them.
    func beginNextGeneration() throws {
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

    /// Drops the row that is one too many with the new one, and keeps its link of the chain.
    private func moveWindow() throws {
        guard state.generation > LogTable.largestCount, let window = state.window else { return }
        let oldest = state.generation - LogTable.largestCount
        guard oldest >= state.logStart else { return }
        guard let digest = try database.log.digest(oldest) else { throw VaultTransaction.changedLog }
        state.window = keys.link(after: window, generation: oldest, digest: digest)
        try database.log.removeAll(through: oldest)
    }

    /// Empties the log: it begins again with this generation.
    ///
    /// Copies that parted before are still recognized, by the names of the generations whose rows go.
    ///
    /// - Parameter old: The keys of the log that goes, where it is of the epoch before.
    /// - Throws: ``VaultError`` as reading the log does.
    func restartLog(ofEpoch old: RecordKeys? = nil) throws {
        let names = try pastNames(old ?? keys)
        if let last = names.keys.max() {
            var first = last
            while first > 1, last - first < LogTable.largestCount - 1, names[first - 1] != nil { first -= 1 }
            state.past.earlier = VaultPast.Earlier(first: first, names: (first...last).compactMap { names[$0] })
        }
        state.logStart = state.generation
        state.window = state.chain
        try database.log.removeAll()
    }

    /// Makes a file of format 1 one of format 2, with the state that is about to be written.
    private func upgrade() throws {
        if state.window == nil {
            // Where rows were dropped already, nobody knows the chain's value before the first that is left.
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

    /// The log's digests from a generation to the state's; nil when it does not reach back so far.
    func digests(from first: UInt64) throws -> [[UInt8]]? {
        let rows = try database.log.rows(from: first)
        guard first <= state.generation, rows.map(\.generation).elementsEqual(first...state.generation) else {
            return nil
        }
        return rows.map(\.digest)
    }

    /// The names of the generations that lead to the state, as far as the log reaches back or the state remembers.
    ///
    /// - Parameter keys: Those that the log's digests are under.
    /// - Returns: The names by generation.
    /// - Throws: ``VaultError`` as reading the log does.
    func pastNames(_ keys: RecordKeys) throws -> [UInt64: UInt64] {
        var names: [UInt64: UInt64] = [:]
        if let earlier = state.past.earlier {
            for (offset, name) in earlier.names.enumerated() { names[earlier.first + UInt64(offset)] = name }
        }
        let rows = try database.log.rows(from: state.logStart)
        guard let first = rows.first?.generation else { return names }
        // In format 1 only a log that never lost a row tells where its chain began.
        if let start = state.window ?? (first == 1 ? StateRecord.chainStart : nil) {
            var chain = start
            for row in rows {
                chain = keys.link(after: chain, generation: row.generation, digest: row.digest)
                names[row.generation] = VaultPast.name(of: keys.vault, row.generation, chain)
            }
        }
        return names
    }

    /// Whether the log has the digest of each generation that it must have and of no other, and the chain follows from it.
    func isLogSound() throws -> Bool {
        let kept = LogTable.largestCount
        let first = max(state.logStart, state.generation < kept ? 1 : state.generation - kept + 1)
        do {
            guard let digests = try digests(from: first), let last = digests.last,
                constantTimeEqual(last, state.digest(keys)), try database.log.count() == digests.count
            else { return false }
            // In format 1 only a log that never lost a row tells where its chain began.
            guard let start = state.window ?? (first == 1 ? StateRecord.chainStart : nil) else { return true }
            return constantTimeEqual(keys.chain(from: start, after: first - 1, digests), state.chain)
        } catch let error as VaultError where error.code == .tampered {
            return false
        }
    }

    /// What to say when the log is not the one that the state follows from.
    static let changedLog = VaultError(
        .tampered, "the vault's log was changed by another program than Arca: rows were removed, added or replaced")

    // MARK: Groups

    /// Makes sure that a group's rows are those that the state knows: none missing, added, moved or put back.
    ///
    /// One row that alone is to blame for a difference does not hinder the others (section 6.1).
    ///
    /// - Parameters:
    ///   - group: The first byte of the tags.
    ///   - tag: A row to give back, if it is there.
    /// - Returns: The row without its secret.
    /// - Throws: ``VaultError`` with code `.tampered`.
    @discardableResult
    func checkGroup(_ group: Int, finding tag: LookupTag? = nil) throws -> SealedRow? {
        if !checkedGroups.contains(group) {
            var (sum, previousSum) = (SetSums.Group(), SetSums.Group())
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
                if sum == state.sums[group], previousSum == state.previous?.sums[group] ?? SetSums.Group() {
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

    /// More rows than this beyond those that the state knows are not read, so that nobody can make reading endless.
    static let largestExtraCount = 1024

    /// The maximum of rows that are read of a group.
    func rowLimit(of group: Int) -> Int {
        Int(state.sums[group].count) + Int(state.previous?.sums[group].count ?? 0) + Self.largestExtraCount
    }

    /// The maximum of rows that are read of all items.
    var rowLimit: Int { state.sums.rowCount + (state.previous?.sums.rowCount ?? 0) + Self.largestExtraCount }

    /// Makes sure that the rows of all groups are those that the state knows.
    func checkAllGroups() throws { for group in 0..<SetSums.groupCount { try checkGroup(group) } }

    /// Takes the rows that stand in a group for those that the vault has: its sums are theirs from now on.
    func acceptRows(_ rows: [SealedRow], of group: Int) throws {
        state.sums[group] = .init()
        state.previous?.sums[group] = .init()
        for row in rows { state[groupOf: row.key].add(try keys(of: row.key).leaf(row, .item)) }
        forgetChecks()
    }

    /// Notes that rows were changed without being counted: what was found about groups holds no more.
    func forgetChecks() {
        checkedGroups = []
        faults = [:]
        names = nil
    }

    /// Notes that all groups were found right.
    func noteAllChecked() { checkedGroups = Set(0..<SetSums.groupCount) }

    /// What to say when rows are not those that the state knows.
    static let changedGroup = VaultError(
        .tampered,
        "the vault was changed by another program than Arca: items were removed, added, moved or put back")

    /// What to say of a record that does not open, whose row is given as far as it is known.
    static func damagedRow(_ row: SealedRow) -> VaultError {
        VaultError(
            .tampered,
            "the record of item \(row.key.identifier.hexadecimal) in group \(row.key.tag.group) is damaged: "
                + "the file was damaged or changed")
    }

    /// Puts a row into the table and counts it into its group.
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

    /// Takes a row out of the table and counts it out of its group.
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

    /// Where an item is whose name is canonically equivalent to one; for many names in one transaction.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - skipsDamage: Whether items that cannot be read count as having other names.
    /// - Returns: The tag; nil when no item has such a name.
    /// - Throws: ``VaultError`` with code `.tampered` when no readable item has the name, and some items cannot be read.
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
    /// Opens the state, and makes sure that it is what the row says unencrypted.
    func open(_ keys: RecordKeys) throws -> StateRecord {
        guard vault == keys.vault else {
            throw VaultError(.tampered, "another vault was put in this one's place")
        }
        guard epoch == keys.epoch else {
            // It is sealed with its epoch: what opens under another one stands beside a number that was changed.
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
    /// The sum that an item's row counts in: of this epoch, or of the previous one.
    fileprivate subscript(groupOf key: SealedRow.Key) -> SetSums.Group {
        get { key.epoch == epoch ? sums[key.tag.group] : previous?.sums[key.tag.group] ?? SetSums.Group() }
        set {
            if key.epoch == epoch { sums[key.tag.group] = newValue } else { previous?.sums[key.tag.group] = newValue }
        }
    }

    /// What the log keeps of the state.
    func digest(_ keys: RecordKeys) -> [UInt8] {
        fields(withChain: false).unpadded().withBytes { keys.digest(ofState: $0) }
    }
}
