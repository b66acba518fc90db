package import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

package struct OpenedItem: Sendable {
    package let row: SealedRow
    private(set) var record: ItemRecord
    var isProven: Bool {
        get { record.item.isProven }
        set { record.item.isProven = newValue }
    }

    package init(_ row: SealedRow, _ keys: RecordKeys) throws {
        self.init(row, try ItemRecord(keys.openAttributes(row), of: row))
    }

    init(_ row: SealedRow, _ record: ItemRecord) { (self.row, self.record) = (row, record) }

    package var item: VaultItem { record.item }
}

/// Reading in a transaction: each row is verified against the state before use.
extension VaultTransaction {
    // MARK: One item

    /// Finds an item by name; returns nil only if its absence is proven.
    ///
    /// When adding, an unreadable item counts as having another name, unless its tag is that of these bytes.
    package func find(_ name: VaultItem.Name, toAdd: Bool = false) throws -> OpenedItem? {
        for keys in [keys, previous].compactMap(\.self) {
            let tag = keys.lookupTag(name)
            guard let row = try checkGroup(tag.group, finding: tag) else { continue }
            return try open(row)
        }
        // The tag depends on the exact bytes; look for another Unicode form of the name.
        guard !name.isASCII, let tag = try tag(equivalentTo: name, skipsDamage: toAdd),
            let row = try checkGroup(tag.group, finding: tag)
        else {
            guard unprovenGroups.isEmpty else { throw VaultTransaction.changedGroup }
            return nil
        }
        return try open(row)
    }

    private func open(_ row: SealedRow) throws -> OpenedItem {
        do {
            var item = try OpenedItem(row, keys(of: row.key))
            item.isProven = !unprovenGroups.contains(row.key.tag.group)
            return item
        } catch let error as VaultError where error.code == .tampered {
            throw VaultTransaction.damagedRow(row)
        }
    }

    package func item(_ name: VaultItem.Name) throws -> OpenedItem {
        guard let item = try find(name) else { throw VaultError(.notFound, "the vault has no item \(name.text)") }
        return item
    }

    /// Finds an item in the trash by name; among several, the last one removed.
    func removedItem(_ name: VaultItem.Name) throws -> OpenedItem {
        let found = state.trash == nil ? [] : try all { $0.removed != nil && $0.name == name }
        guard
            let item = found.max(by: {
                ($0.item.removed ?? now, $0.item.version) < ($1.item.removed ?? now, $1.item.version)
            })
        else {
            throw VaultError(.notFound, "the trash has no item \(name.text)")
        }
        return item
    }

    package func secret(of item: OpenedItem, in table: SealedRow.Table = .item) throws -> SecretRecord {
        let key = item.row.key
        let sealed = try table == .item ? database.items.secret(key.tag) : database.history.secret(key)
        guard let sealed else { throw VaultTransaction.changedGroup }
        var row = item.row
        row.secret = sealed
        return try SecretRecord(keys(of: key).openSecret(row), of: item.item)
    }

    func attachment(_ attachment: String, of item: OpenedItem) throws -> (VaultItem.Attachment, SecretBytes) {
        guard let found = item.item.attachments.first(where: { $0.name == attachment }) else {
            throw VaultError(.notFound, "\(item.item.name.text) has no attachment \(attachment)")
        }
        let keys = try secret(of: item).attachmentKeys
        guard let key = keys.first(where: { $0.attachment == found.identifier }) else {
            throw VaultError(.tampered, "the key of an attachment is missing")
        }
        return (found, key.key)
    }

    package func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of item: OpenedItem, to output: consuming Output
    ) throws -> Output {
        let (found, key) = try self.attachment(attachment, of: item)
        return try found.open(key, of: keys.vault, to: output) { index, number in
            try self.database.pieces.piece(index, of: number)
        }
    }

    // MARK: History

    /// The rows of an item's older versions, oldest first, verified against the item.
    func historyRows(of item: OpenedItem) throws -> [SealedRow] {
        let rows = try database.history.rows(of: item.row.key.identifier)
        var sum = GroupChecksums.Group()
        for row in rows {
            guard row.key.epoch == item.row.key.epoch else { throw VaultTransaction.changedHistory }
            sum.add(try keys(of: row.key).leaf(row, .history))
        }
        guard sum == item.record.history.rows, rows.first?.key.version ?? 0 == item.record.history.oldest else {
            throw VaultTransaction.changedHistory
        }
        return rows
    }

    func versions(of item: OpenedItem) throws -> [VaultItem] {
        try historyRows(of: item).reversed().map { row in try OpenedItem(row, keys(of: row.key)).item }
    }

    package func version(_ version: UInt64, of item: OpenedItem) throws -> (item: VaultItem, secret: ItemSecret) {
        if version == item.row.key.version { return (item.item, try secret(of: item).secret) }
        guard let row = try historyRows(of: item).first(where: { $0.key.version == version }) else {
            throw VaultError(.notFound, "\(item.item.name.text) has no version \(version)")
        }
        let opened = try OpenedItem(row, keys(of: row.key))
        return (opened.item, try secret(of: opened, in: .history).secret)
    }

    /// All versions with their secrets, newest first.
    package func allVersions(of item: OpenedItem) throws -> [(item: VaultItem, secret: ItemSecret)] {
        try [(item.item, secret(of: item).secret)]
            + historyRows(of: item).reversed().map { row in
                let version = try OpenedItem(row, keys(of: row.key))
                return (version.item, try secret(of: version, in: .history).secret)
            }
    }

    private static let changedHistory = VaultError(
        .tampered,
        "the vault was changed by another program than Arca: older versions of an item were removed, added or put back")

    // MARK: All items

    func listing(matching query: VaultQuery) throws -> Vault.Listing {
        do {
            return Vault.Listing(items: try provenItems(matching: query), findings: [])
        } catch let error as VaultError where error.code == .tampered {
            let (items, findings) = try readable { query.matches($0) }
            return Vault.Listing(items: items.map(\.item).sorted { $0.name < $1.name }, findings: findings)
        }
    }

    func items(matching query: VaultQuery) throws -> [VaultItem] {
        try isSalvaging ? listing(matching: query).items : provenItems(matching: query)
    }

    private func provenItems(matching query: VaultQuery) throws -> [VaultItem] {
        let found = try collect {
            query.matches($0.item) ? $0.item : nil
        } arrange: {
            $0.sort { $0.name < $1.name }
        }
        // Sort indices, because items are large; the presorted shares only need a merge.
        var places: [(share: Int32, index: Int32)] = []
        places.reserveCapacity(found.reduce(0) { $0 + $1.count })
        for (share, items) in found.enumerated() {
            for index in items.indices { places.append((Int32(share), Int32(index))) }
        }
        func item(_ place: (share: Int32, index: Int32)) -> VaultItem { found[Int(place.share)][Int(place.index)] }
        places.sort { item($0).name < item($1).name }
        return places.map(item)
    }

    package func all(where matches: @Sendable (VaultItem) -> Bool) throws -> [OpenedItem] {
        try collect { matches($0.item) ? $0 : nil }.flatMap(\.self)
    }

    /// The kept parts of all items, in shares that `arrange` sorts in parallel, after verifying every row.
    private func collect<Kept: Sendable>(
        _ keep: @Sendable (OpenedItem) -> Kept?, arrange: @Sendable (inout [Kept]) -> Void = { _ in }
    ) throws -> [[Kept]] {
        var (sums, previousSums) = (GroupChecksums(), GroupChecksums())
        var found: [[Kept]] = []
        func take(_ rows: [SealedRow]) throws {
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
        // The batch size balances memory and parallelism.
        var rows: [SealedRow] = []
        rows.reserveCapacity(8192)
        try database.items.forEach(atMost: rowLimit) { row in
            rows.append(try SealedRow(row))
            guard rows.count == 8192 else { return }
            try take(rows)
            rows.removeAll(keepingCapacity: true)
        }
        try take(rows)
        guard sums == state.sums, previousSums == state.previous?.sums ?? GroupChecksums() else {
            throw VaultTransaction.changedGroup
        }
        noteAllChecked()
        return found
    }

    private typealias Share<Kept> = (leaves: [UInt128], kept: [Kept])

    /// Decrypts rows on all cores, in shares that preserve the order of the rows.
    private func open<Kept: Sendable>(
        _ rows: [SealedRow], _ keep: @Sendable (OpenedItem) -> Kept?, _ arrange: @Sendable (inout [Kept]) -> Void
    ) throws -> [Share<Kept>] {
        let share = 1024
        let (keys, previous) = (keys, previous)
        let count = (rows.count + share - 1) / share
        let results = Mutex([Share<Kept>](repeating: ([], []), count: count))
        try Workers.forEach(count) { _, index in
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
    /// Whether all parts of the lookup tag are ASCII, so the name has no other Unicode form.
    var isASCII: Bool {
        [service, account, scheme, path].allSatisfy { text in text.utf8.allSatisfy { $0 < 0x80 } }
    }
}
