/// Writes merged items: moves replaced versions to the history and makes names unique.
///
/// Source: Documentation/VAULT-MERGE.md, section 2.
package struct MergeWriter {
    package struct Pending {
        package var contents: ItemContents
        var history: ItemRecord.History
        package var name: VaultItem.Name?

        init(contents: ItemContents, history: ItemRecord.History, name: VaultItem.Name? = nil) {
            (self.contents, self.history, self.name) = (contents, history, name)
        }

        /// An item that the vault does not have yet.
        package init(_ contents: ItemContents) { self.init(contents: contents, history: ItemRecord.History()) }
    }

    private let vault: VaultTransaction
    private let past: MergeHistory
    /// Finds the stretch of a stamp from before the merge.
    private let place: (Stamp) -> Stamp
    /// Copies the pieces of attachments the vault lacks.
    private let bring: ([VaultItem.Attachment]) throws -> Void
    package var report: Vault.MergeReport

    init(
        in vault: VaultTransaction, past: MergeHistory, report: Vault.MergeReport, place: @escaping (Stamp) -> Stamp,
        bring: @escaping ([VaultItem.Attachment]) throws -> Void
    ) {
        (self.vault, self.past, self.report, self.place, self.bring) = (vault, past, report, place, bring)
    }

    /// Merges changes that are not from another copy of the file; its own past suffices.
    package init(in vault: VaultTransaction, bring: @escaping ([VaultItem.Attachment]) throws -> Void) {
        self.init(
            in: vault, past: vault.state.past, report: Vault.MergeReport(hasCommonPast: true, isKnown: true),
            place: { [past = vault.state.past] in past.place($0, onChainOf: past.own) }, bring: bring)
    }

    /// Removes the row of an item that the merge rewrites.
    package mutating func replace(
        _ item: OpenedItem, _ secret: SecretRecord, by joined: ItemContents
    ) throws -> Pending {
        let had = item.item.attachments
        let has = joined.attachments(past)
        let isShownAlike = try Self.isShownAlike(joined, item, secret: secret, had: had, has: has, past: past)
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

    package func bringAll(_ attachments: [VaultItem.Attachment]) throws { try bring(attachments) }

    /// Writes all items at the end, because names may have been swapped; their old rows were removed.
    ///
    /// `untouched` has all other items, or none if names cannot collide.
    package mutating func write(_ pending: [Pending], besides untouched: [OpenedItem]) throws {
        for change in try name(pending, besides: untouched) {
            let (record, secret) = try change.contents.record(
                shownAs: change.name, at: vault.state.generation, change.history, vault.state.past)
            try vault.insert(record, secret)
            if !record.item.conflicts.isEmpty { report.conflicts.append(record.item.name) }
        }
    }

    /// Whether the item looks the same to users.
    private static func isShownAlike(
        _ contents: ItemContents, _ item: OpenedItem, secret: SecretRecord, had: [VaultItem.Attachment],
        has: [VaultItem.Attachment], past: MergeHistory
    ) throws -> Bool {
        let (record, merged) = try contents.record(
            shownAs: item.record.marks?.trueName == nil ? nil : item.item.name, at: item.item.version,
            item.record.history, past)
        return Set(had.map(\.identifier)) == Set(has.map(\.identifier)) && record.item.conflicts == item.item.conflicts
            && ItemDraft(record.item, merged.secret.keepingCounter(of: secret.secret))
                == ItemDraft(item.item, secret.secret.keepingCounter(of: merged.secret))
    }

    // MARK: Names

    /// Makes names unique: the oldest of several items with one name keeps it, and the others are numbered.
    private mutating func name(_ changes: [Pending], besides untouched: [OpenedItem]) throws -> [Pending] {
        var pending = changes
        struct Named {
            let identifier: [UInt8]
            let created: Vault.Timestamp
            let shown: VaultItem.Name?
            /// Set for an item that only gets a new name.
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
