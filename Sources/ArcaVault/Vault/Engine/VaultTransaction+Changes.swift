internal import ArcaCodecs
internal import ArcaCrypto

/// Changes of items, inside a transaction that writes.
extension VaultTransaction {
    /// Adds an item whose name is free.
    func add(_ draft: ItemDraft) throws(VaultError) -> VaultItem {
        try draft.check()
        guard try find(draft.name) == nil else {
            throw VaultError(.duplicate, "the vault has an item \(draft.name.text) already")
        }
        let identifier = try translating { () throws(CryptoError) in try SecureRandom.bytes(16) }
        let item = VaultItem(
            identifier: identifier, version: state.generation, name: draft.name, attributes: draft.attributes,
            created: draft.created ?? now, modified: draft.modified ?? now, secretChanged: draft.secretChanged ?? now,
            protectedFields: draft.secret.fields.map(\.name), oneTimePassword: draft.secret.oneTimePassword?.kind,
            attachments: [], historyCount: 0)
        try insert(ItemRecord(item, ItemRecord.History()), SecretRecord(draft.secret))
        return item
    }

    /// Writes a new version of an item, and moves the one before into the history unless `keepsOld` is false.
    ///
    /// `old` is the item as this transaction found it; another name renames it; it has `attachments` from now on, with
    /// their keys, or those that it has now.
    func change(
        _ old: OpenedItem, to draft: ItemDraft,
        attachments: (list: [VaultItem.Attachment], keys: [SecretRecord.AttachmentKey])? = nil, keepsOld: Bool = true
    ) throws(VaultError) -> VaultItem {
        try draft.check()
        let old = try inCurrentEpoch(old)
        let item = old.record.item
        if keys.lookupTag(draft.name) != old.row.key.tag, let other = try find(draft.name),
            other.row.key.identifier != old.row.key.identifier
        {
            throw VaultError(.duplicate, "the vault has an item \(draft.name.text) already")
        }
        let oldSecret = try secret(of: old)
        let attachments = attachments ?? (item.attachments, oldSecret.attachmentKeys)
        var history = old.record.history
        if keepsOld { history = try moveIntoHistory(old) } else { try delete(old) }
        let isSameSecret = draft.secret == oldSecret.secret
        let changed = VaultItem(
            identifier: item.identifier, version: state.generation, name: draft.name, attributes: draft.attributes,
            created: draft.created ?? item.created, modified: draft.modified ?? now,
            secretChanged: draft.secretChanged ?? (isSameSecret ? item.secretChanged : now),
            protectedFields: draft.secret.fields.map(\.name), oneTimePassword: draft.secret.oneTimePassword?.kind,
            attachments: attachments.list, historyCount: Int(history.rows.count))
        try insert(ItemRecord(changed, history), SecretRecord(draft.secret, attachmentKeys: attachments.keys))
        return changed
    }

    /// Removes an item, its older versions and its attachments.
    func remove(_ item: OpenedItem) throws(VaultError) {
        // They must be those that the item knows, or what is put back could hide behind the removal.
        for row in try history(of: item) { try deleteHistory(row) }
        for attachment in item.record.item.attachments { try deletePieces(of: attachment.identifier) }
        try delete(item)
    }

    /// Removes an attachment's pieces.
    func deletePieces(of attachment: [UInt8]) throws(VaultError) {
        try database.statement("DELETE FROM piece WHERE att = ?").run(.blob(attachment))
    }

    // MARK: Rows

    /// Seals an item and puts its row into the file.
    private func insert(_ record: ItemRecord, _ secret: SecretRecord) throws(VaultError) {
        let (fields, secretFields) = (record.fields(), secret.fields())
        let name = record.item.name
        try ItemDraft.check(name, attributes: fields, secret: secretFields)
        let tag = keys.lookupTag(name)
        try checkGroup(tag.group)
        let row = try keys.seal(
            attributes: fields.padded(), secret: secretFields.padded(), tag: tag,
            identifier: record.item.identifier.bigEndianNumber(), version: record.item.version)
        try database.statement(
            "INSERT INTO item(tag, epoch, id, version, attrs, sn, secret) VALUES(?, ?, ?, ?, ?, ?, ?)"
        ).run(
            .blob(tag.value.bigEndianBytes), .count(row.key.epoch), .blob(record.item.identifier),
            .count(row.key.version), .blob(row.attributes), .blob(row.secretHead), .blob(row.secret))
        try countIn(row)
        noteName(name, tag)
    }

    /// Takes an item's row out of the file.
    private func delete(_ item: OpenedItem) throws(VaultError) {
        let count = try database.statement("DELETE FROM item WHERE tag = ? AND id = ? AND version = ?").run(
            .blob(item.row.key.tag.value.bigEndianBytes), .blob(item.row.key.identifier.bigEndianBytes),
            .count(item.row.key.version))
        guard count == 1 else { throw VaultTransaction.changedGroup }
        try countOut(item.row)
        forgetName(item.record.item.name)
    }

    /// Moves an item's row into the history as it is, and drops the oldest rows beyond the limit.
    private func moveIntoHistory(_ item: OpenedItem) throws(VaultError) -> ItemRecord.History {
        let rows = try history(of: item)
        var history = item.record.history
        let key = item.row.key
        try database.statement(
            "INSERT INTO history(id, version, epoch, tag, attrs, sn, secret) "
                + "SELECT id, version, epoch, tag, attrs, sn, secret FROM item WHERE tag = ?"
        ).run(.blob(key.tag.value.bigEndianBytes))
        history.rows.add(try keys(of: key).leaf(item.row, .history))
        try delete(item)
        let all = rows + [item.row]
        let surplus = max(0, all.count - Int(state.historyLimit))
        for row in all[..<surplus] {
            try deleteHistory(row)
            history.rows.subtract(try keys(of: row.key).leaf(row, .history))
        }
        history.oldest = surplus < all.count ? all[surplus].key.version : 0
        return history
    }

    private func deleteHistory(_ row: SealedRow) throws(VaultError) {
        let count = try database.statement("DELETE FROM history WHERE id = ? AND version = ?")
            .run(.blob(row.key.identifier.bigEndianBytes), .count(row.key.version))
        guard count == 1 else { throw VaultTransaction.changedGroup }
    }

    // MARK: Epochs

    /// An item under the keys of the state's epoch, where it is moved first if it is not there yet, with its history.
    ///
    /// Identifiers and versions stay; all is sealed anew, and counts in the new sums.
    func inCurrentEpoch(_ item: OpenedItem) throws(VaultError) -> OpenedItem {
        guard item.row.key.epoch != keys.epoch else { return item }
        var history = ItemRecord.History(oldest: item.record.history.oldest)
        for row in try self.history(of: item) {
            let opened = try OpenedItem(row, keys(of: row.key))
            let moved = try reseal(opened, opened.record, in: .history)
            try database.statement(
                "UPDATE history SET epoch = ?, tag = ?, attrs = ?, sn = ?, secret = ? WHERE id = ? AND version = ?"
            ).run(
                .count(keys.epoch), .blob(moved.key.tag.value.bigEndianBytes), .blob(moved.attributes),
                .blob(moved.secretHead), .blob(moved.secret), .blob(moved.key.identifier.bigEndianBytes),
                .count(moved.key.version))
            history.rows.add(keys.leaf(moved, .history))
        }
        let record = ItemRecord(item.record.item, history)
        let moved = try reseal(item, record, in: .item)
        try checkGroup(moved.key.tag.group)
        try database.statement("DELETE FROM item WHERE tag = ?").run(.blob(item.row.key.tag.value.bigEndianBytes))
        try countOut(item.row)
        try database.statement(
            "INSERT INTO item(tag, epoch, id, version, attrs, sn, secret) VALUES(?, ?, ?, ?, ?, ?, ?)"
        ).run(
            .blob(moved.key.tag.value.bigEndianBytes), .count(keys.epoch), .blob(moved.key.identifier.bigEndianBytes),
            .count(moved.key.version), .blob(moved.attributes), .blob(moved.secretHead), .blob(moved.secret))
        try countIn(moved)
        noteName(record.item.name, moved.key.tag)
        return OpenedItem(row: moved, record: record)
    }

    private func reseal(
        _ item: OpenedItem, _ record: ItemRecord, in table: SealedRow.Table
    ) throws(VaultError) -> SealedRow {
        try keys.seal(
            attributes: record.fields().padded(), secret: secret(of: item, in: table).fields().padded(),
            tag: keys.lookupTag(record.item.name), identifier: item.row.key.identifier,
            version: item.row.key.version)
    }
}
