internal import ArcaOTP

/// Merging by the last common version, for contents with a single version.
extension ItemContents {
    /// The visible values of a cell, the displayed one first; for contents with a single version.
    func values(of cell: ItemCell) -> [CellValue] { view(of: cell, VaultPast()).map(\.value) }

    /// Whether both look the same: values, conflicts, and whether in the trash.
    func agrees(with other: ItemContents) -> Bool {
        guard isRemoved == other.isRemoved else { return false }
        return Set(cells.keys).union(other.cells.keys).allSatisfy { values(of: $0) == other.values(of: $0) }
    }

    /// Whether any value conflicts.
    var hasConflicts: Bool {
        cells.keys.contains { $0.kind != .attachment && values(of: $0).count > 1 }
    }

    /// Merges with another copy's contents; its displayed values stay displayed.
    ///
    /// `base` has the newest contents that both copies had; nil if they never were equal.
    func merged(with theirs: ItemContents, base: ItemContents?, at generation: UInt64, _ past: VaultPast)
        -> ItemContents
    {
        let ours = edited(to: nil, at: generation, isRemoved: isRemoved, time: modified, past)
        var merged = ours
        merged.cells = [:]
        var isEdited = (ours: base == nil, theirs: base == nil)
        for cell in Set(ours.cells.keys).union(theirs.cells.keys).union(base.map { Set($0.cells.keys) } ?? []) {
            let mine = ours.view(of: cell, VaultPast())
            let other = theirs.view(of: cell, VaultPast())
            let before = base?.values(of: cell) ?? []
            if mine.map(\.value) != before { isEdited.ours = true }
            if other.map(\.value) != before { isEdited.theirs = true }
            func has(_ values: [CellValue], _ value: CellValue) -> Bool { values.contains { $0.agrees(with: value) } }
            var entries = other.filter { has(mine.map(\.value), $0.value) || !has(before, $0.value) }
            for entry in mine {
                if let same = entries.firstIndex(where: { $0.value.agrees(with: entry.value) }) {
                    // The values may differ in a way that users do not see, such as an attachment's name.
                    if before.contains(entries[same].value) { entries[same].value = entry.value }
                    entries[same].source = entry.source
                } else if !has(before, entry.value) {
                    entries.append(entry)
                }
            }
            for place in entries.indices {
                entries[place].source.carriers = 1
                guard entries.count > 1 else { continue }
                entries[place].source.stamp = Stamp(generation: max(1, generation - UInt64(place)), stretch: 0)
            }
            if entries.count == 1, !mine.contains(where: { $0.value.agrees(with: entries[0].value) }) {
                entries[0].source.stamp = Stamp(generation: generation, stretch: 0)
            }
            if !entries.isEmpty { merged.cells[cell] = entries }
        }
        merged.shareCounters(with: [ours, theirs])
        merged.order = theirs.order + order.filter { !theirs.order.contains($0) }
        merged.created = min(created, theirs.created)
        merged.modified = isEdited.ours ? max(modified, theirs.modified) : theirs.modified
        merged.secretChanged = isEdited.ours ? max(secretChanged, theirs.secretChanged) : theirs.secretChanged
        let wasRemoved = base?.isRemoved ?? false
        // An edit wins over a removal that its writer had not seen.
        let isRemoved =
            switch (ours.isRemoved, theirs.isRemoved) {
            case (true, true): true
            case (false, false): false
            case (true, false): wasRemoved ? false : !isEdited.theirs
            case (false, true): wasRemoved ? false : !isEdited.ours
            }
        merged.versions[0].isRemoved = isRemoved
        merged.removed = isRemoved ? (theirs.removed ?? removed) : nil
        return merged
    }

    /// Gives a one-time password the highest of all counters.
    private mutating func shareCounters(with others: [ItemContents]) {
        guard var entries = cells[.password] else { return }
        let known = others.flatMap { $0.cells[.password] ?? [] }
        for index in entries.indices {
            guard case .password(var password) = entries[index].value else { continue }
            for case .password(let other) in known.map(\.value)
            where other.key == password.key && other.kind == password.kind {
                password.counter = max(password.counter, other.counter)
            }
            entries[index].value = .password(password)
        }
        cells[.password] = entries
    }
}

/// An item of the vault with its merged contents.
package struct ItemMerging {
    fileprivate let item: OpenedItem
    fileprivate let secret: SecretRecord
    fileprivate let contents: ItemContents
    /// The item's name after the merge.
    package let name: VaultItem.Name
    /// Whether the item already looks like this.
    package let changesNothing: Bool

    package var isRemoved: Bool { contents.isRemoved }
    package var hasConflicts: Bool { contents.hasConflicts }
}

extension VaultTransaction {
    /// Merges another copy's version with an item.
    ///
    /// `base` is the newest version that both copies had, and `knowsRemoval` whether the other copy knows that the item
    /// is in the trash.
    package func merge(
        _ draft: ItemDraft, into item: OpenedItem, base: ItemDraft?, knowsRemoval: Bool
    ) throws -> ItemMerging {
        let secret = try secret(of: item)
        let attachments = (list: item.item.attachments, keys: secret.attachmentKeys)
        func changed(to draft: ItemDraft) throws -> ItemContents {
            var contents = try contents(of: item, secret, changedTo: draft, attachments)
            contents.modified = draft.modified ?? contents.modified
            contents.secretChanged = draft.secretChanged ?? contents.secretChanged
            return contents
        }
        var known = try base.map(changed)
        if knowsRemoval { known?.versions[0].isRemoved = true }
        let ours = try contents(of: item, secret)
        let merged = try ours.merged(with: changed(to: draft), base: known, at: state.generation, state.past)
        return ItemMerging(
            item: item, secret: secret, contents: merged, name: merged.name(state.past) ?? item.item.name,
            changesNothing: merged.agrees(with: ours))
    }

    /// Writes merged items; if one is renamed, all others are checked for new names.
    package func write(_ mergings: [ItemMerging]) throws {
        guard !mergings.isEmpty else { return }
        let past = state.past
        var placing = ItemPlacing(
            in: self, past: past, report: Vault.MergeReport(hasCommonPast: true, isKnown: true),
            place: { past.place($0, onChainOf: past.own) }, bring: { _ in })
        let pending = try mergings.map { try placing.replace($0.item, $0.secret, by: $0.contents) }
        let isNamedAnew = mergings.contains { merging in
            merging.item.item.removed != nil || merging.contents.name(past) != merging.item.item.name
        }
        let merged = Set(mergings.map(\.item.item.identifier))
        try placing.write(pending, besides: isNamedAnew ? all { !merged.contains($0.identifier) } : [])
    }
}
