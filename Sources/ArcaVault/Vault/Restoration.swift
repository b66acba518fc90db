internal import ArcaCodecs
internal import ArcaCrypto

/// Makes the items of a vault those of a backup of it, as edits: what is replaced goes to the history.
///
/// Keys, slots and settings stay the vault's. Items are the same when their identifiers are. Those that the backup does not have, or
/// has in its trash, go to the trash of the vault.
struct Restoration {
    /// The backup, which was found sound.
    let backup: VaultTransaction
    /// The vault, in a transaction that writes.
    let vault: VaultTransaction

    /// What became of the vault's items.
    private(set) var (added, changed, removed) = (0, 0, 0)

    /// An item of the backup that is to be written.
    private struct Pending {
        let item: OpenedItem
        let secret: SecretRecord
        let history: ItemRecord.History
    }

    init(of backup: VaultTransaction, to vault: VaultTransaction) { (self.backup, self.vault) = (backup, vault) }

    /// Does all of it.
    mutating func run() throws {
        if vault.state.generation <= backup.state.generation {
            // The rows that come back have versions that the vault has not reached.
            vault.state.generation = backup.state.generation + 1
            try vault.restartLog()
        }
        let present = Self.byIdentifier(try vault.all { _ in true })
        let wanted = Self.byIdentifier(try backup.all { $0.removed == nil })
        for (identifier, item) in present where wanted[identifier] == nil && item.item.removed == nil {
            try vault.setRemoved(vault.now, of: item)
            removed += 1
        }
        // Rows go before others come, because two items may have exchanged their names.
        var pending: [Pending] = []
        for (identifier, item) in wanted {
            let secret = try backup.secret(of: item)
            if let old = present[identifier] {
                if let change = try replace(old, by: item, secret) { pending.append(change) }
            } else {
                pending.append(Pending(item: item, secret: secret, history: try addHistory(of: item)))
                try addPieces(item.item.attachments, except: [])
                added += 1
            }
        }
        for pending in pending { try insert(pending) }
    }

    private static func byIdentifier(_ items: [OpenedItem]) -> [UInt128: OpenedItem] {
        Dictionary(items.map { ($0.row.key.identifier, $0) }) { first, _ in first }
    }

    /// Moves an item into its history, or out of the trash, unless it is as the backup has it.
    private mutating func replace(_ old: OpenedItem, by item: OpenedItem, _ secret: SecretRecord) throws -> Pending? {
        let oldSecret = try vault.secret(of: old)
        var secret = secret
        secret.secret = secret.secret.keepingCounter(of: oldSecret.secret)
        let (had, has) = (old.item.attachments, item.item.attachments)
        let isSame = ItemDraft(old.item, oldSecret.secret) == ItemDraft(item.item, secret.secret) && had == has
        let isRemoved = old.item.removed != nil
        guard !isSame || isRemoved else { return nil }
        let current = try vault.inCurrentEpoch(old)
        let history =
            isRemoved
            ? try moveOutOfTrash(current, oldSecret, keepingVersion: !isSame) : try vault.moveIntoHistory(current)
        let identifiers = Set(has.map(\.identifier))
        for attachment in had where !identifiers.contains(attachment.identifier) {
            try vault.removePieces(of: attachment)
        }
        try addPieces(has, except: Set(had.map(\.identifier)))
        if isRemoved { added += 1 } else { changed += 1 }
        return Pending(item: item, secret: secret, history: history)
    }

    /// Takes the row of an item out of the trash; a history row does not tell that it was there.
    private func moveOutOfTrash(
        _ old: OpenedItem, _ secret: SecretRecord, keepingVersion: Bool
    ) throws -> ItemRecord.History {
        try vault.removeRow(old)
        var history = old.record.history
        guard keepingVersion else { return history }
        var item = old.item
        item.removed = nil
        try addVersion(ItemRecord(item, history), secret, to: &history)
        return history
    }

    /// Writes an item of the backup as a version of this generation.
    private func insert(_ pending: Pending) throws {
        let item = pending.item.item
        let restored = VaultItem(
            identifier: item.identifier, version: vault.state.generation, name: item.name, attributes: item.attributes,
            created: item.created, modified: item.modified, secretChanged: item.secretChanged,
            protectedFields: item.protectedFields, oneTimePassword: item.oneTimePassword,
            attachments: item.attachments, historyCount: Int(pending.history.rows.count))
        try vault.insert(ItemRecord(restored, pending.history), pending.secret)
    }

    /// Brings the newest older versions of an item that the vault does not have.
    private func addHistory(of item: OpenedItem) throws -> ItemRecord.History {
        var history = ItemRecord.History()
        for row in try backup.historyRows(of: item).suffix(Int(vault.state.historyLimit)) {
            let version = try OpenedItem(row, backup.keys(of: row.key))
            try addVersion(version.record, backup.secret(of: version, in: .history), to: &history)
        }
        return history
    }

    /// Seals an older version of an item, the newest of its history.
    private func addVersion(
        _ record: ItemRecord, _ secret: SecretRecord, to history: inout ItemRecord.History
    ) throws {
        let item = record.item
        let sealed = try vault.keys.seal(
            attributes: record.fields().padded(), secret: secret.fields().padded(),
            tag: vault.keys.lookupTag(item.name),
            identifier: item.identifier.bigEndianNumber(), version: item.version)
        try vault.database.history.insert(sealed)
        history.rows.add(vault.keys.leaf(sealed, .history))
        if history.oldest == 0 { history.oldest = item.version }
    }

    /// Copies sealed attachments: their keys come with the secret, and are bound to the vault alone.
    private func addPieces(_ attachments: [VaultItem.Attachment], except known: Set<[UInt8]>) throws {
        for attachment in attachments where !known.contains(attachment.identifier) {
            let number: UInt128 = attachment.identifier.bigEndianNumber()
            var index = 0
            while let piece = try backup.database.pieces.piece(index, of: number) {
                try vault.database.pieces.insert(piece, index, of: number)
                index += 1
            }
        }
    }
}
