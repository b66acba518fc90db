internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

extension VaultTransaction {
    // MARK: One item

    /// Finds an item by name; nil when it is certain that there is none.
    func find(_ name: VaultItem.Name) throws(VaultError) -> OpenedItem? {
        for keys in [keys, previous].compactMap(\.self) {
            let tag = keys.lookupTag(name)
            guard let row = try checkGroup(tag.group, finding: tag) else { continue }
            return try OpenedItem(row, self.keys(of: row.key))
        }
        // The tag is of the bytes as given; the same name may have been written in another of Unicode's forms.
        guard !name.isASCII, let tag = try tag(equivalentTo: name), let row = try checkGroup(tag.group, finding: tag)
        else { return nil }
        return try OpenedItem(row, keys(of: row.key))
    }

    /// Finds an item that must be there.
    func item(_ name: VaultItem.Name) throws(VaultError) -> OpenedItem {
        guard let item = try find(name) else { throw VaultTransaction.notFound(name) }
        return item
    }

    /// Opens the secret of an item.
    func secret(of item: OpenedItem, in table: SealedRow.Table = .item) throws(VaultError) -> SecretRecord {
        let key = item.row.key
        func read(_ row: borrowing Row) throws(VaultError) -> [UInt8] {
            try row.blob(0, count: SealedRow.secretByteCounts)
        }
        let ciphertext =
            table == .item
            ? try database.statement("SELECT secret FROM item WHERE tag = ?")
                .first(.blob(key.tag.value.bigEndianBytes), row: read)
            : try database.statement("SELECT secret FROM history WHERE id = ? AND version = ?")
                .first(.blob(key.identifier.bigEndianBytes), .count(key.version), row: read)
        guard let ciphertext else { throw VaultTransaction.changedGroup }
        var row = item.row
        row.secret = ciphertext
        return try SecretRecord(keys(of: key).openSecret(row), of: item.record.item)
    }

    /// The older versions of an item, oldest first, which are those that the item knows.
    func history(of item: OpenedItem) throws(VaultError) -> [SealedRow] {
        var rows: [SealedRow] = []
        var sum = SetSums.Group()
        let identifier = item.row.key.identifier.bigEndianBytes
        try database.statement(SealedRow.select(from: .history, "WHERE id = ? ORDER BY version"))
            .forEach(.blob(identifier)) { (row) throws(VaultError) in
                let row = try SealedRow(row)
                guard row.key.epoch == item.row.key.epoch else { throw VaultTransaction.changedHistory }
                sum.add(try keys(of: row.key).leaf(row, .history))
                rows.append(row)
            }
        guard sum == item.record.history.rows, rows.first?.key.version ?? 0 == item.record.history.oldest else {
            throw VaultTransaction.changedHistory
        }
        return rows
    }

    /// What to say of a name that is not there.
    static func notFound(_ name: VaultItem.Name) -> VaultError {
        VaultError(.notFound, "the vault has no item \(name.text)")
    }

    private static let changedHistory = VaultError(
        .tampered,
        "the vault was changed by something else than arca: older versions of an item were removed, added or put back; "
            + "`arca vault verify` says which")

    // MARK: All items

    /// All items that a condition holds for, once every row was found to be one that the state knows.
    func all(where matches: @Sendable (VaultItem) -> Bool) throws(VaultError) -> [OpenedItem] {
        try collect { matches($0.record.item) ? $0 : nil }.flatMap(\.self)
    }

    /// What is kept of all items, in pieces, once every row was found to be one that the state knows.
    ///
    /// `arrange` puts each piece in order, on all cores.
    func collect<Kept: Sendable>(
        _ keep: @Sendable (OpenedItem) -> Kept?, arrange: @Sendable (inout [Kept]) -> Void = { _ in }
    ) throws(VaultError) -> [[Kept]] {
        var (sums, previousSums) = (SetSums(), SetSums())
        var found: [[Kept]] = []
        try forEachBatch { (rows) throws(VaultError) in
            let opened = try open(rows, keep, arrange)
            for (row, leaf) in zip(rows, opened.lazy.flatMap(\.leaves)) {
                if row.key.epoch == keys.epoch {
                    sums[row.key.tag.group].add(leaf)
                } else {
                    previousSums[row.key.tag.group].add(leaf)
                }
            }
            found += opened.map(\.kept)
        }
        guard sums == state.sums, previousSums == state.previous?.sums ?? SetSums() else {
            throw VaultTransaction.changedGroup
        }
        noteAllChecked()
        return found
    }

    /// All rows of `item`, without their secrets, so many at once as keep memory and cores well used.
    private func forEachBatch(_ body: ([SealedRow]) throws(VaultError) -> Void) throws(VaultError) {
        var rows: [SealedRow] = []
        rows.reserveCapacity(8192)
        try database.statement(SealedRow.select(from: .item, "")).forEach { (row) throws(VaultError) in
            rows.append(try SealedRow(row))
            guard rows.count == 8192 else { return }
            try body(rows)
            rows.removeAll(keepingCapacity: true)
        }
        try body(rows)
    }

    /// Rows that one core has opened: the leaf of each, and what is kept of them.
    private typealias Share<Kept> = (leaves: [UInt128], kept: [Kept])

    /// Opens rows on all cores, in shares that follow the rows' order.
    private func open<Kept: Sendable>(
        _ rows: [SealedRow], _ keep: @Sendable (OpenedItem) -> Kept?, _ arrange: @Sendable (inout [Kept]) -> Void
    ) throws(VaultError) -> [Share<Kept>] {
        let share = 1024
        let (keys, previous) = (keys, previous)
        let count = (rows.count + share - 1) / share
        let results = Mutex([Share<Kept>](repeating: ([], []), count: count))
        try Workers.forEach(count) { (_, index) throws(VaultError) in
            var leaves: [UInt128] = []
            var kept: [Kept] = []
            for row in rows[index * share..<min(rows.count, (index + 1) * share)] {
                let rowKeys = row.key.epoch == keys.epoch ? keys : previous
                guard let rowKeys, rowKeys.epoch == row.key.epoch else { throw VaultTransaction.changedGroup }
                leaves.append(rowKeys.leaf(row, .item))
                if let part = keep(try OpenedItem(row, rowKeys)) { kept.append(part) }
            }
            arrange(&kept)
            results.withLock { $0[index] = (leaves, kept) }
        }
        return results.withLock { $0 }
    }
}

extension VaultItem.Name {
    /// Whether all texts that the lookup tag is made of are ASCII, so that no other bytes can mean the same.
    var isASCII: Bool {
        [service, account, scheme, path].allSatisfy { text in text.utf8.allSatisfy { $0 < 0x80 } }
    }

    /// `service/account`, as people write it.
    var text: String { account.isEmpty ? service : "\(service)/\(account)" }
}
