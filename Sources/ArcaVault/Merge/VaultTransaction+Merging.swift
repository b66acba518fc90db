internal import ArcaOTP

/// Keeps merge marks when items change.
extension VaultTransaction {
    /// An item's contents, with stamps from the file's own chain.
    package func contents(of item: OpenedItem, _ secret: SecretRecord) throws -> ItemContents {
        try contents(of: item, secret) { [past = state.past] in past.place($0, onChainOf: past.own) }
    }

    func contents(
        of item: OpenedItem, _ secret: SecretRecord, place: (Stamp) -> Stamp
    ) throws -> ItemContents {
        try ItemContents(item.record, secret, place: place) {
            var versions: [(version: UInt64, modified: Vault.Timestamp, values: [ItemCell: CellValue])] = []
            for row in try historyRows(of: item).reversed() {
                let version = try OpenedItem(row, keys(of: row.key))
                // A merged row does not show who wrote what on this chain.
                guard version.record.marks == nil else { break }
                let secret = try self.secret(of: version, in: .history)
                versions.append(
                    (version.item.version, version.item.modified, ItemContents.values(of: version.record, secret)))
            }
            return versions
        }
    }

    /// The marks after an edit; nil for an item that was never merged.
    func marks(
        of item: OpenedItem, _ secret: SecretRecord, changedTo draft: ItemDraft,
        _ attachments: (list: [VaultItem.Attachment], keys: [SecretRecord.AttachmentKey])
    ) throws -> (marks: MergeMarks, others: [Int: CellValue])? {
        guard let old = item.record.marks else { return nil }
        // A numbered item keeps its own name until it is renamed.
        let name = draft.name == item.item.name ? old.trueName ?? draft.name : draft.name
        var named = draft
        named.name = name
        let edited = try contents(of: item, secret, changedTo: named, attachments)
        let (record, sealed) = try edited.record(
            shownAs: name == draft.name ? nil : draft.name, at: state.generation, ItemRecord.History(), state.past)
        return record.marks.map { ($0, sealed.others) }
    }

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

    /// Marks of an item written completely by this generation.
    var marksOfNew: MergeMarks {
        MergeMarks(versions: [MergeMarks.Version(stamp: Stamp(generation: state.generation, stretch: 0))])
    }

    /// Whether a seen state was merged into this one, or is on this chain before the log was restarted.
    func includes(_ seen: Anchor) -> Bool {
        includes(MergeHistory.name(of: keys.vault, seen.generation, seen.chain), at: seen.generation)
    }

    /// Whether a generation was merged into this state, or is on this chain before the log was restarted.
    func includes(_ name: UInt64, at generation: UInt64) -> Bool {
        if state.past.stretches[name]?.end == generation { return true }
        guard let earlier = state.past.earlier, generation >= earlier.first,
            generation - earlier.first < UInt64(earlier.names.count)
        else { return false }
        return earlier.names[Int(generation - earlier.first)] == name
    }

    /// The newest generation that wrote items; a backup's own generation only marks it as a backup.
    var newest: (generation: UInt64, name: UInt64) {
        if state.kind == .backup, let earlier = state.past.earlier, let name = earlier.names.last {
            return (earlier.first + UInt64(earlier.names.count) - 1, name)
        }
        return (state.generation, MergeHistory.name(of: keys.vault, state.generation, state.chain))
    }
}
