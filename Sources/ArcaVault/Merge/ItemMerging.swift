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
        var placing = MergeWriter(
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

extension ItemContents {
    /// Whether any value conflicts; for contents with a single version.
    fileprivate var hasConflicts: Bool {
        cells.keys.contains { $0.kind != .attachment && view(of: $0, MergeHistory()).count > 1 }
    }
}
