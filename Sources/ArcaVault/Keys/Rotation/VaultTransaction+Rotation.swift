internal import ArcaCrypto

/// The transactions of a rotation; Documentation/VAULT-FORMAT.md, section 10.
extension VaultTransaction {
    /// The most bytes that one transaction seals anew: others wait that long at most.
    private static let largestByteCount = 4 << 20

    /// Begins an epoch: new key, new slots, no sums yet; all rows are of the epoch before.
    func beginEpoch(
        _ newKeys: RecordKeys, _ table: SlotTable, _ entries: [StateRecord.Slot]
    ) throws(VaultError) {
        state.previous = StateRecord.Previous(epoch: state.epoch, vaultKey: keys.vaultKey.bytes, sums: state.sums)
        state.sums = SetSums()
        state.epoch = newKeys.epoch
        (previous, keys) = (keys, newKeys)
        // The log's digests are under the old key.
        try database.statement("DELETE FROM log").run()
        state.logStart = state.generation
        try database.statement("DELETE FROM slot").run()
        for slot in table.slots { try VaultSlots.insert(slot, into: database) }
        state.slots = entries.sorted { $0.identifier.lexicographicallyPrecedes($1.identifier) }
        state.slotDigest = try table.digest(under: keys.vaultKey)
    }

    /// Seals some items of the epoch before under the keys of this one; ends the rotation when none is left.
    ///
    /// - Parameter place: The tag behind which old items are looked for, so that the table is not searched from its
    ///   beginning each time.
    /// - Returns: The tag to go on behind; nil to begin at the beginning.
    /// - Throws: ``VaultError`` with code `.tampered` when rows are not those that the state knows.
    @discardableResult
    func sealBatchAnew(after place: LookupTag? = nil) throws(VaultError) -> LookupTag? {
        guard let old = state.previous else { return nil }
        guard old.sums.rowCount > 0 else {
            guard old.sums == SetSums() else { throw VaultTransaction.changedGroup }
            state.previous = nil
            return nil
        }
        // Each transaction checks nearly all groups, so many small ones would take time with the square of the items.
        let count = max(256, old.sums.rowCount / 16)
        var tags: [LookupTag] = []
        try database.statement("SELECT tag FROM item WHERE tag > ? AND epoch = ? ORDER BY tag LIMIT ?").forEach(
            .blob(place?.value.bigEndianBytes ?? []), .count(old.epoch), .count(UInt64(count))
        ) { (row) throws(VaultError) in
            tags.append(LookupTag(value: try row.blob(0, count: 16).bigEndianNumber()))
        }
        // Behind the place there is none, but the state knows of some: the next search begins at the beginning.
        guard place != nil || !tags.isEmpty else { throw VaultTransaction.changedGroup }
        var byteCount = 0
        for tag in tags {
            guard let row = try checkGroup(tag.group, finding: tag) else { throw VaultTransaction.changedGroup }
            let item = try OpenedItem(row, keys(of: row.key))
            byteCount += try self.byteCount(of: item)
            // One item at least, however large.
            if byteCount > Self.largestByteCount, tag != tags.first { return tags.last { $0.value < tag.value } }
            _ = try inCurrentEpoch(item)
        }
        return tags.last
    }

    /// What an item and its history take in the file, without its attachments.
    private func byteCount(of item: OpenedItem) throws(VaultError) -> Int {
        var sum = 0
        for (table, column, value) in [
            ("item", "tag", item.row.key.tag.value), ("history", "id", item.row.key.identifier),
        ] {
            let sql = "SELECT coalesce(sum(length(attrs) + length(secret)), 0) FROM \(table) WHERE \(column) = ?"
            sum +=
                try database.statement(sql).first(.blob(value.bigEndianBytes)) { (row) throws(VaultError) in
                    Int(clamping: try row.count(0))
                } ?? 0
        }
        return sum
    }
}
