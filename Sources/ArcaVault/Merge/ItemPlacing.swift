internal import ArcaCodecs
internal import ArcaCrypto

/// Writes items that came of merging: what they replace goes to the history, and each gets a name of its own.
///
/// Source: Documentation/VAULT-MERGE.md, section 2.
struct ItemPlacing {
    /// An item that is to be written.
    struct Pending {
        var contents: ItemContents
        var history: ItemRecord.History
        /// What it was shown under.
        var name: VaultItem.Name?
    }

    /// The vault, in a transaction that writes.
    private let vault: VaultTransaction
    /// What it knows once all is written.
    private let past: VaultPast
    /// Finds the stretch of a stamp that the vault had before.
    private let place: (Stamp) -> Stamp
    /// Brings the pieces of attachments that the vault does not have.
    private let bring: ([VaultItem.Attachment]) throws -> Void
    /// What becomes of the items.
    var report: Vault.MergeReport

    init(
        in vault: VaultTransaction, past: VaultPast, report: Vault.MergeReport, place: @escaping (Stamp) -> Stamp,
        bring: @escaping ([VaultItem.Attachment]) throws -> Void
    ) {
        (self.vault, self.past, self.report, self.place, self.bring) = (vault, past, report, place, bring)
    }

    /// Takes an item's row away, of which something else comes.
    mutating func replace(
        _ item: OpenedItem, _ secret: SecretRecord, by joined: ItemContents
    ) throws -> Pending {
        let had = item.item.attachments
        let has = joined.attachments(past)
        let isShownAlike = try Self.isShownAlike(joined, item, secret, had, has, past)
        let history: ItemRecord.History
        if item.item.removed != nil {
            history = try vault.moveOutOfTrash(item, secret, keepingVersion: !isShownAlike && !joined.isRemoved)
        } else if isShownAlike {
            try vault.removeRow(item)
            history = item.record.history
        } else {
            history = try vault.moveIntoHistory(item)
        }
        let (kept, known) = (Set(has.map(\.identifier)), Set(had.map(\.identifier)))
        for attachment in had where !kept.contains(attachment.identifier) { try vault.removePieces(of: attachment) }
        try bring(has.filter { !known.contains($0.identifier) })
        if joined.isRemoved != (item.item.removed != nil) {
            report.note(item.item.name, joined.isRemoved ? .removed : .added)
        } else if !isShownAlike {
            report.note(item.item.name, .changed)
        }
        return Pending(
            contents: joined, history: history, name: item.record.marks?.trueName == nil ? nil : item.item.name)
    }

    /// Brings the attachments of an item that the vault did not have.
    func bringAll(_ attachments: [VaultItem.Attachment]) throws { try bring(attachments) }

    /// Writes all at the end, because names may be exchanged.
    ///
    /// - Parameters:
    ///   - pending: What is to be written; rows of these items are gone.
    ///   - untouched: All other items, or none where no name is another's.
    /// - Throws: ``VaultError`` as writing does.
    mutating func write(_ pending: [Pending], besides untouched: [OpenedItem]) throws {
        for change in try name(pending, besides: untouched) {
            let (record, secret) = try change.contents.record(
                shownAs: change.name, at: vault.state.generation, change.history, vault.state.past)
            try vault.insert(record, secret)
            if !record.item.conflicts.isEmpty { report.conflicts.append(record.item.name) }
        }
    }

    /// Whether people see the same item as before.
    private static func isShownAlike(
        _ contents: ItemContents, _ item: OpenedItem, _ secret: SecretRecord, _ had: [VaultItem.Attachment],
        _ has: [VaultItem.Attachment], _ past: VaultPast
    ) throws -> Bool {
        let (record, merged) = try contents.record(
            shownAs: item.record.marks?.trueName == nil ? nil : item.item.name, at: item.item.version,
            item.record.history, past)
        return Set(had.map(\.identifier)) == Set(has.map(\.identifier)) && record.item.conflicts == item.item.conflicts
            && ItemDraft(record.item, merged.secret.keepingCounter(of: secret.secret))
                == ItemDraft(item.item, secret.secret.keepingCounter(of: merged.secret))
    }

    // MARK: Names

    /// Gives each item a name of its own: of several with one name the oldest keeps it, the others are shown under numbers.
    ///
    /// - Returns: All that is to be written, with items that get another name.
    private mutating func name(_ changes: [Pending], besides untouched: [OpenedItem]) throws -> [Pending] {
        var pending = changes
        struct Named {
            let identifier: [UInt8]
            let created: Vault.Timestamp
            let shown: VaultItem.Name?
            /// Of an item that nothing else is changed of.
            let item: OpenedItem?
            let place: Int
        }
        var named: [VaultItem.Name: [Named]] = [:]
        for item in untouched where item.item.removed == nil {
            named[item.record.marks?.trueName ?? item.item.name, default: []].append(
                Named(
                    identifier: item.item.identifier, created: item.item.created, shown: item.item.name, item: item,
                    place: 0))
        }
        for (place, change) in pending.enumerated() where !change.contents.isRemoved {
            guard let name = change.contents.name(past) else { continue }
            named[name, default: []].append(
                Named(
                    identifier: change.contents.identifier, created: change.contents.created, shown: change.name,
                    item: nil, place: place))
        }
        var taken = Set(named.keys)
        for (name, items) in named.sorted(by: { $0.key < $1.key }) {
            let sorted = items.sorted {
                $0.created != $1.created
                    ? $0.created < $1.created : $0.identifier.lexicographicallyPrecedes($1.identifier)
            }
            var number = 2
            for (index, item) in sorted.enumerated() {
                var given = name
                if index > 0 {
                    repeat {
                        given = name.numbered(number)
                        number += 1
                    } while !taken.insert(given).inserted
                    if item.shown != given { report.numbered.append(given) }
                }
                guard let row = item.item else {
                    pending[item.place].name = index > 0 ? given : nil
                    continue
                }
                guard item.shown != given else { continue }
                let contents = try vault.contents(of: row, vault.secret(of: row), place: place)
                try vault.removeRow(row)
                pending.append(
                    Pending(contents: contents, history: row.record.history, name: index > 0 ? given : nil))
            }
        }
        return pending
    }
}
