/// Restores a vault's items from its backup, as edits: replaced versions go to the history.
///
/// Keys, slots and settings stay unchanged. Items are matched by identifier. Items missing from the backup, or in its
/// trash, go to the vault's trash.
struct Restoration {
    /// The backup, already verified.
    let backup: VaultTransaction
    let vault: VaultTransaction

    private(set) var (added, changed, removed) = (0, 0, 0)

    private struct Pending {
        let item: OpenedItem
        let secret: SecretRecord
        let history: ItemRecord.History
        var marks: (marks: MergeMarks, others: [Int: CellValue])?
        var isNew = false
    }

    init(of backup: VaultTransaction, to vault: VaultTransaction) { (self.backup, self.vault) = (backup, vault) }

    mutating func run() throws {
        if vault.state.generation <= backup.state.generation {
            // Restored rows have versions that the vault has not reached yet.
            vault.state.generation = backup.state.generation + 1
            try vault.restartLog()
        }
        let present = Self.byIdentifier(try vault.all { _ in true })
        let wanted = Self.byIdentifier(try backup.all { $0.removed == nil })
        for (identifier, item) in present where wanted[identifier] == nil && item.item.removed == nil {
            try vault.setRemoved(vault.now, of: item)
            removed += 1
        }
        // Remove rows before adding others, because two items may have exchanged names.
        var pending: [Pending] = []
        for (identifier, item) in wanted {
            let secret = try backup.secret(of: item)
            if let old = present[identifier] {
                if let change = try replace(old, by: item, secret) { pending.append(change) }
            } else {
                pending.append(
                    Pending(
                        item: item, secret: secret, history: try vault.addHistory(of: item, from: backup), isNew: true))
                try vault.copyPieces(of: item.item.attachments, from: backup)
                added += 1
            }
        }
        for pending in pending { try insert(pending) }
    }

    private static func byIdentifier(_ items: [OpenedItem]) -> [UInt128: OpenedItem] {
        Dictionary(items.map { ($0.row.key.identifier, $0) }) { first, _ in first }
    }

    /// Moves an item into its history, or out of the trash, unless it equals the backup's.
    private mutating func replace(_ old: OpenedItem, by item: OpenedItem, _ secret: SecretRecord) throws -> Pending? {
        let oldSecret = try vault.secret(of: old)
        var secret = secret
        secret.secret = secret.secret.keepingCounter(of: oldSecret.secret)
        let (had, has) = (old.item.attachments, item.item.attachments)
        let isSame = ItemDraft(old.item, oldSecret.secret) == ItemDraft(item.item, secret.secret) && had == has
        let isRemoved = old.item.removed != nil
        guard !isSame || isRemoved else { return nil }
        let current = try vault.inCurrentEpoch(old)
        let marks = try vault.marks(
            of: current, oldSecret, changedTo: ItemDraft(item.item, secret.secret), (has, secret.attachmentKeys))
        let history =
            isRemoved
            ? try vault.moveOutOfTrash(current, oldSecret, keepingVersion: !isSame) : try vault.moveIntoHistory(current)
        let (identifiers, known) = (Set(has.map(\.identifier)), Set(had.map(\.identifier)))
        for attachment in had where !identifiers.contains(attachment.identifier) {
            try vault.removePieces(of: attachment)
        }
        try vault.copyPieces(of: has.filter { !known.contains($0.identifier) }, from: backup)
        if isRemoved { added += 1 } else { changed += 1 }
        return Pending(item: item, secret: secret, history: history, marks: marks)
    }

    private func insert(_ pending: Pending) throws {
        let item = pending.item.item
        let restored = VaultItem(
            identifier: item.identifier, version: vault.state.generation, name: item.name, attributes: item.attributes,
            created: item.created, modified: item.modified, secretChanged: item.secretChanged,
            protectedFields: item.protectedFields, oneTimePassword: item.oneTimePassword,
            attachments: item.attachments, historyCount: Int(pending.history.rows.count))
        // A returning item's history has versions of another chain, which do not show who wrote them.
        let marks = pending.marks?.marks ?? (pending.isNew ? vault.marksOfNew : nil)
        let secret = SecretRecord(
            pending.secret.secret, attachmentKeys: pending.secret.attachmentKeys, others: pending.marks?.others ?? [:])
        try vault.insert(ItemRecord(restored, pending.history, marks), secret)
    }
}
