extension VaultTransaction {
    /// Moves the row of an item out of the trash; history rows do not record that it was there.
    func moveOutOfTrash(
        _ old: OpenedItem, _ secret: SecretRecord, keepingVersion: Bool
    ) throws -> ItemRecord.History {
        try removeRow(old)
        var history = old.record.history
        guard keepingVersion else { return history }
        var item = old.item
        item.removed = nil
        try addVersion(ItemRecord(item, history), secret, to: &history)
        return history
    }

    func addHistory(of item: OpenedItem, from other: VaultTransaction) throws -> ItemRecord.History {
        var history = ItemRecord.History()
        for row in try other.historyRows(of: item).suffix(Int(state.historyLimit)) {
            let version = try OpenedItem(row, other.keys(of: row.key))
            try addVersion(version.record, other.secret(of: version, in: .history), to: &history)
        }
        return history
    }

    /// Encrypts an older version as the newest of an item's history, without merge information.
    func addVersion(
        _ record: ItemRecord, _ secret: SecretRecord, to history: inout ItemRecord.History
    ) throws {
        let item = record.item
        let record = ItemRecord(item, record.history)
        let secret = SecretRecord(secret.secret, attachmentKeys: secret.attachmentKeys)
        let sealed = try keys.seal(
            attributes: record.fields().padded(), secret: secret.fields().padded(),
            tag: keys.lookupTag(item.name),
            identifier: item.identifier.bigEndianNumber(), version: item.version)
        try database.history.insert(sealed)
        history.rows.add(keys.leaf(sealed, .history))
        if history.oldest == 0 { history.oldest = item.version }
    }

    /// Copies encrypted attachments: their keys are in the secret, and bound only to the vault.
    func copyPieces(of attachments: [VaultItem.Attachment], from other: VaultTransaction) throws {
        for attachment in attachments {
            let number: UInt128 = attachment.identifier.bigEndianNumber()
            var index = 0
            while let piece = try other.database.pieces.piece(index, of: number) {
                try database.pieces.insert(piece, index, of: number)
                index += 1
            }
        }
    }
}
