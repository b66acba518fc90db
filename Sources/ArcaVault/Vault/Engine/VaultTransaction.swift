internal import ArcaCodecs
internal import ArcaCrypto

/// One state of the vault and the rows that belong to it, for as long as the file does not change under them.
///
/// Nothing of it outlives the transaction of the database: a state is never carried over.
final class VaultTransaction {
    let database: Database
    var keys: RecordKeys
    /// The keys of the epoch before, while its rows are sealed anew.
    var previous: RecordKeys?
    /// The state; in a transaction that writes, the one that will be.
    var state: StateRecord
    /// One time for all that a transaction writes.
    let now: Timestamp
    /// Groups whose sums were found right, and all changes to which were counted since.
    private var checkedGroups: Set<Int> = []
    /// Where each item is, by names that are equal to Unicode; made when a name needs it.
    private var names: [VaultItem.Name: LookupTag]?

    /// Reads and opens the state.
    ///
    /// - Throws: ``VaultError``: `.locked` when the vault was rotated since its key was had; `.olderFile` for an epoch
    ///   before it; `.tampered`.
    init(_ database: Database, _ keys: RecordKeys, previous known: RecordKeys?) throws(VaultError) {
        self.database = database
        self.keys = keys
        now = .now()
        state = try StateRow(in: database).open(keys)
        previous = try state.previous.map { (previous) throws(VaultError) in
            if let known, known.epoch == previous.epoch, known.vaultKey.bytes == previous.vaultKey { return known }
            return try RecordKeys(
                VaultKey(previous.vaultKey, vault: keys.vaultKey.vault, epoch: previous.epoch))
        }
    }

    /// The keys of a row's epoch; a row is of the state's epoch, or of the one before while rotating.
    func keys(of key: SealedRow.Key) throws(VaultError) -> RecordKeys {
        if key.epoch == keys.epoch { return keys }
        guard let previous, previous.epoch == key.epoch else {
            throw VaultError(.tampered, "the vault was changed: a record is of an epoch that the vault is not in")
        }
        return previous
    }

    // MARK: Slots and log

    /// The slots, which are those that the state knows.
    func slots() throws(VaultError) -> SlotTable {
        let table = try SlotTable(rows: StateRow.slots(in: database), vault: keys.vaultKey.vault, epoch: state.epoch)
        guard constantTimeEqual(try table.digest(under: keys.vaultKey), state.slotDigest),
            table.rows.map(\.identifier) == state.slots.map(\.identifier)
        else {
            throw VaultError(
                .tampered, "the vault's slots were changed by something else than arca: do not trust this file")
        }
        return table
    }

    /// The log's digests from a generation to the state's; nil when it does not reach back so far.
    func digests(from first: UInt64) throws(VaultError) -> [[UInt8]]? {
        var digests: [[UInt8]] = []
        var next = first
        try database.statement("SELECT generation, digest FROM log WHERE generation >= ? ORDER BY generation")
            .forEach(.count(first)) { (row) throws(VaultError) in
                guard try row.count(0) == next else { return }
                digests.append(try row.blob(1, count: 32))
                next += 1
            }
        return next == state.generation + 1 ? digests : nil
    }

    /// Makes sure that the log has the digest of each generation that it must have, and of no other.
    func checkLog() throws(VaultError) {
        let first = max(state.logStart, state.generation < 256 ? 1 : state.generation - 255)
        let digests = try digests(from: first)
        let newest = state.fields(withChain: false).unpadded().withBytes { keys.digest(ofState: $0) }
        let count = try database.integer("SELECT count(*) FROM log")
        guard let digests, let last = digests.last, constantTimeEqual(last, newest), count == digests.count else {
            throw VaultError(
                .forked, "the vault's log was changed, so its past cannot be told: as bad as a second copy")
        }
    }

    // MARK: Groups

    /// Makes sure that a group's rows are those that the state knows: none missing, added, moved or put back.
    ///
    /// - Parameters:
    ///   - group: The first byte of the tags.
    ///   - tag: A row to give back, if it is there.
    /// - Returns: The row without its secret.
    /// - Throws: ``VaultError`` with code `.tampered`.
    @discardableResult
    func checkGroup(_ group: Int, finding tag: LookupTag? = nil) throws(VaultError) -> SealedRow? {
        guard !checkedGroups.contains(group) else {
            guard let tag else { return nil }
            return try database.statement(SealedRow.select(from: .item, "WHERE tag = ?"))
                .first(.blob(tag.value.bigEndianBytes)) { (row) throws(VaultError) in try SealedRow(row) }
        }
        var (sum, previousSum) = (SetSums.Group(), SetSums.Group())
        var found: SealedRow?
        try forEachRow(in: group) { (row) throws(VaultError) in
            let key = try SealedRow.Key(row)
            let leaf = try SealedRow.leaf(row, key, .item, keys(of: key))
            if key.epoch == keys.epoch { sum.add(leaf) } else { previousSum.add(leaf) }
            if key.tag == tag { found = try SealedRow(row) }
        }
        guard sum == state.sums[group], previousSum == state.previous?.sums[group] ?? SetSums.Group() else {
            throw VaultTransaction.changedGroup
        }
        checkedGroups.insert(group)
        return found
    }

    /// Goes through the rows of a group, in the order of their tags and without their secrets.
    func forEachRow(
        in group: Int, _ body: (borrowing Row) throws(VaultError) -> Void
    ) throws(VaultError) {
        // No tag has 17 bytes, so this is above the last one.
        let end = group == 255 ? [UInt8](repeating: 0xff, count: 17) : [UInt8(group + 1)]
        try database.statement(SealedRow.select(from: .item, "WHERE tag >= ? AND tag < ?"))
            .forEach(.blob([UInt8(group)]), .blob(end), row: body)
    }

    /// Where an item is whose name is canonically equivalent to one; for many names in one transaction.
    func tag(equivalentTo name: VaultItem.Name) throws(VaultError) -> LookupTag? {
        if names == nil {
            var found: [VaultItem.Name: LookupTag] = [:]
            for item in try all(where: { _ in true }) { found[item.record.item.name] = item.row.key.tag }
            names = found
        }
        return names?[name]
    }

    /// Notes where an item is from now on.
    func noteName(_ name: VaultItem.Name, _ tag: LookupTag) { names?[name] = tag }

    /// Notes that an item is gone.
    func forgetName(_ name: VaultItem.Name) { names?[name] = nil }

    /// Says that all groups were found right.
    func noteAllChecked() { checkedGroups = Set(0..<SetSums.groupCount) }

    /// What to say when rows are not those that the state knows.
    static let changedGroup = VaultError(
        .tampered,
        "the vault was changed by something else than arca: items were removed, added, moved or put back; "
            + "`arca vault verify` says which")

    // MARK: Writing

    /// Counts a row into its group.
    func countIn(_ row: SealedRow) throws(VaultError) {
        let (group, leaf) = (row.key.tag.group, try keys(of: row.key).leaf(row, .item))
        if row.key.epoch == keys.epoch {
            state.sums[group].add(leaf)
        } else {
            state.previous?.sums[group].add(leaf)
        }
    }

    /// Counts a row out of its group.
    func countOut(_ row: SealedRow) throws(VaultError) {
        let (group, leaf) = (row.key.tag.group, try keys(of: row.key).leaf(row, .item))
        if row.key.epoch == keys.epoch {
            state.sums[group].subtract(leaf)
        } else {
            state.previous?.sums[group].subtract(leaf)
        }
    }

    /// Writes the state that the transaction has come to, with its link of the chain and its row of the log.
    func writeState(isFirst: Bool = false) throws(VaultError) {
        guard state.generation <= StateRecord.largestGeneration else {
            throw VaultError(.invalidArgument, "the vault's generations are used up")
        }
        try state.checkByteCount()
        state.modified = now
        let digest = state.fields(withChain: false).unpadded().withBytes { keys.digest(ofState: $0) }
        state.chain = keys.link(after: state.chain, generation: state.generation, digest: digest)
        try database.statement("INSERT INTO log(generation, digest) VALUES(?, ?)")
            .run(.count(state.generation), .blob(digest))
        if state.generation > 256 {
            try database.statement("DELETE FROM log WHERE generation <= ?").run(.count(state.generation - 256))
        }
        let sealed = try keys.sealState(state.fields(withChain: true).padded(), generation: state.generation)
        let sql =
            isFirst
            ? "INSERT INTO state(vault, epoch, generation, sealed, one) VALUES(?, ?, ?, ?, 1)"
            : "UPDATE state SET vault = ?, epoch = ?, generation = ?, sealed = ? WHERE one = 1"
        let count = try database.statement(sql).run(
            .blob(keys.vaultKey.vault), .count(state.epoch), .count(state.generation), .blob(sealed))
        guard count == 1 else { throw VaultError(.tampered, "the vault's state is gone") }
    }

    /// Starts the vault that a new file will hold.
    init(new database: Database, _ keys: RecordKeys, _ state: StateRecord) {
        self.database = database
        self.keys = keys
        self.state = state
        previous = nil
        now = state.created
    }
}
