internal import ArcaCore
internal import ArcaCrypto

/// What the transaction keeps of merges when items change.
extension VaultTransaction {
    /// An item taken apart, with stamps as the file has them.
    func contents(of item: OpenedItem, _ secret: SecretRecord) throws -> ItemContents {
        try contents(of: item, secret) { [past = state.past] in past.place($0, onChainOf: past.own) }
    }

    /// An item taken apart.
    func contents(
        of item: OpenedItem, _ secret: SecretRecord, place: (Stamp) -> Stamp
    ) throws -> ItemContents {
        try ItemContents(item.record, secret, place: place) {
            var versions: [(version: UInt64, modified: Vault.Timestamp, values: [ItemCell: CellValue])] = []
            for row in try historyRows(of: item).reversed() {
                let version = try OpenedItem(row, keys(of: row.key))
                // What a merge wrote does not tell who wrote what on this chain.
                guard version.record.marks == nil else { break }
                let secret = try self.secret(of: version, in: .history)
                versions.append(
                    (version.item.version, version.item.modified, ItemContents.values(of: version.record, secret)))
            }
            return versions
        }
    }

    /// What an edit leaves of a merge; nil for an item that was never merged.
    func marks(
        of item: OpenedItem, _ secret: SecretRecord, changedTo draft: ItemDraft,
        _ attachments: (list: [VaultItem.Attachment], keys: [SecretRecord.AttachmentKey])
    ) throws -> (marks: MergeMarks, others: [Int: CellValue])? {
        guard let old = item.record.marks else { return nil }
        // An item that is shown under a number keeps its own name until it gets another one.
        let name = draft.name == item.item.name ? old.trueName ?? draft.name : draft.name
        var named = draft
        named.name = name
        let edited = try contents(of: item, secret, changedTo: named, attachments)
        let (record, sealed) = try edited.record(
            shownAs: name == draft.name ? nil : draft.name, at: state.generation, ItemRecord.History(), state.past)
        return record.marks.map { ($0, sealed.others) }
    }

    /// An item as an edit of this generation leaves it.
    func contents(
        of item: OpenedItem, _ secret: SecretRecord, changedTo draft: ItemDraft,
        _ attachments: (list: [VaultItem.Attachment], keys: [SecretRecord.AttachmentKey])
    ) throws -> ItemContents {
        let drafted = VaultItem(
            identifier: item.item.identifier, version: state.generation, name: draft.name, attributes: draft.attributes,
            created: item.item.created, modified: now, secretChanged: now,
            protectedFields: draft.secret.fields.map(\.name), oneTimePassword: draft.secret.oneTimePassword?.kind,
            attachments: attachments.list, historyCount: 0)
        let values = ItemContents.values(
            of: ItemRecord(drafted, ItemRecord.History()),
            SecretRecord(draft.secret, attachmentKeys: attachments.keys))
        return try contents(of: item, secret).edited(
            to: values, at: state.generation, isRemoved: false, time: now, state.past)
    }

    /// Marks of an item all of which this generation writes.
    var marksOfNew: MergeMarks {
        MergeMarks(versions: [MergeMarks.Version(stamp: Stamp(generation: state.generation, stretch: 0))])
    }

    /// Whether a state that was seen is one that was merged into this one, or one of this chain from before the log began again.
    func includes(_ seen: Anchor) -> Bool {
        includes(VaultPast.name(of: keys.vault, seen.generation, seen.chain), at: seen.generation)
    }

    /// Whether a generation was merged into this state, or is one of this chain from before the log began again.
    func includes(_ name: UInt64, at generation: UInt64) -> Bool {
        if state.past.stretches[name]?.end == generation { return true }
        guard let earlier = state.past.earlier, generation >= earlier.first,
            generation - earlier.first < UInt64(earlier.names.count)
        else { return false }
        return earlier.names[Int(generation - earlier.first)] == name
    }

    /// The newest generation that wrote items: a backup's own has only marked it as one.
    var newest: (generation: UInt64, name: UInt64) {
        if state.kind == .backup, let earlier = state.past.earlier, let name = earlier.names.last {
            return (earlier.first + UInt64(earlier.names.count) - 1, name)
        }
        return (state.generation, VaultPast.name(of: keys.vault, state.generation, state.chain))
    }
}
