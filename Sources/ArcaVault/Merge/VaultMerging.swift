internal import ArcaCodecs
internal import ArcaCrypto

/// Takes what another copy of a vault has into the vault: nothing that either side wrote is lost.
///
/// Keys, slots, epoch and settings stay the vault's.
///
/// Source: Documentation/VAULT-MERGE.md, section 3.
struct VaultMerging {
    /// The other copy, which was found sound.
    private let other: VaultTransaction
    /// The vault, in a transaction that writes.
    private let vault: VaultTransaction
    /// What both know together.
    private let pasts: JoinedPast
    /// What becomes of the items.
    private(set) var report: Vault.MergeReport

    /// An item that is to be written.
    private struct Pending {
        var contents: ItemContents
        var history: ItemRecord.History
        /// What it was shown under.
        var name: VaultItem.Name?
    }

    /// Compares the pasts of two copies.
    ///
    /// - Parameters:
    ///   - other: The other copy.
    ///   - vault: The vault, whose state is still the one that was read.
    /// - Throws: ``VaultError`` as reading the logs does.
    init(of other: VaultTransaction, into vault: VaultTransaction) throws {
        (self.other, self.vault) = (other, vault)
        func closed(_ copy: VaultTransaction) throws -> JoinedPast.Side {
            var names = try copy.pastNames(copy.keys)
            let (generation, name) = copy.newest
            names[generation] = name
            var past = copy.state.past
            past.close(at: generation, names)
            return JoinedPast.Side(past: past, names: names)
        }
        let (here, there) = (try closed(vault), try closed(other))
        pasts = JoinedPast(of: here, and: there)
        report = Vault.MergeReport(hasCommonPast: pasts.haveMet, isKnown: pasts.isTheirsKnown)
    }

    /// Does all of it, in the generation that the vault's state has now.
    mutating func run() throws {
        let here = Self.byIdentifier(try vault.all { _ in true })
        let there = Self.byIdentifier(try other.all { _ in true })
        vault.state.past = pasts.past
        vault.state.past.trim()
        // Rows go before others come, because names may be exchanged.
        var pending: [Pending] = []
        var untouched: [OpenedItem] = []
        for (identifier, item) in here.sorted(by: { $0.key < $1.key }) {
            // The same bytes are the same version.
            if let same = there[identifier], same.row == item.row {
                untouched.append(item)
                continue
            }
            switch try merge(item, there[identifier]) {
            case .untouched: untouched.append(item)
            case .removed: break
            case .changed(let change): pending.append(change)
            }
        }
        for (identifier, item) in there.sorted(by: { $0.key < $1.key }) where here[identifier] == nil {
            if let new = try add(item) { pending.append(new) }
        }
        for change in try name(pending, besides: untouched) {
            let (record, secret) = try change.contents.record(
                shownAs: change.name, at: vault.state.generation, change.history, vault.state.past)
            try vault.insert(record, secret)
            if !record.item.conflicts.isEmpty { report.conflicts.append(record.item.name) }
        }
    }

    private static func byIdentifier(_ items: [OpenedItem]) -> [UInt128: OpenedItem] {
        Dictionary(items.map { ($0.row.key.identifier, $0) }) { first, _ in first }
    }

    // MARK: One item

    private func contents(_ item: OpenedItem, _ secret: SecretRecord) throws -> ItemContents {
        try vault.contents(of: item, secret) { pasts.place($0) }
    }

    private func otherContents(_ item: OpenedItem) throws -> ItemContents {
        try other.contents(of: item, other.secret(of: item)) { pasts.placeTheirs($0) }
    }

    private enum Outcome {
        case untouched, removed
        case changed(Pending)
    }

    /// Joins an item of the vault with that of the other copy, if it is there, and takes its row away when it changes.
    private mutating func merge(_ item: OpenedItem, _ counterpart: OpenedItem?) throws -> Outcome {
        let secret = try vault.secret(of: item)
        let before = try contents(item, secret)
        var joined = before
        joined.join(
            try counterpart.map(otherContents) ?? before.without, isKnownHere: pasts.isKnownHere,
            isKnownThere: pasts.isKnownThere)
        guard !joined.versions.isEmpty else {
            // The other copy removed it for good, after it had seen all that is here.
            try vault.remove(item)
            report.note(item.item.name, .removed)
            return .removed
        }
        guard !joined.isSame(as: before) else { return .untouched }
        if joined.versions.count > MergeMarks.largestCount { joined = oneVersion(of: joined) }
        let had = item.item.attachments
        let has = joined.attachments(pasts.past)
        let isShownAlike = try Self.isShownAlike(joined, item, secret, had, has, pasts.past)
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
        try vault.copyPieces(of: has.filter { !known.contains($0.identifier) }, from: other)
        if joined.isRemoved != (item.item.removed != nil) {
            report.note(item.item.name, joined.isRemoved ? .removed : .added)
        } else if !isShownAlike {
            report.note(item.item.name, .changed)
        }
        return .changed(
            Pending(contents: joined, history: history, name: item.record.marks?.trueName == nil ? nil : item.item.name)
        )
    }

    /// Takes an item that the vault does not have, unless it was removed here.
    private mutating func add(_ item: OpenedItem) throws -> Pending? {
        var contents = try otherContents(item)
        contents.join(contents.without, isKnownHere: { _ in true }, isKnownThere: pasts.isKnownHere)
        guard !contents.versions.isEmpty else { return nil }
        let history = try vault.addHistory(of: item, from: other)
        try vault.copyPieces(of: contents.attachments(pasts.past), from: other)
        if !contents.isRemoved { report.note(item.item.name, .added) }
        return Pending(contents: contents, history: history)
    }

    /// Makes one version of too many.
    private func oneVersion(of contents: ItemContents) -> ItemContents {
        contents.edited(
            to: nil, at: vault.state.generation, isRemoved: contents.isRemoved, time: vault.now, pasts.past)
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
            guard let name = change.contents.name(pasts.past) else { continue }
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
            for (index, item) in sorted.enumerated() {
                var given = name
                if index > 0 {
                    var number = 2
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
                let contents = try self.contents(row, vault.secret(of: row))
                try vault.removeRow(row)
                pending.append(
                    Pending(contents: contents, history: row.record.history, name: index > 0 ? given : nil))
            }
        }
        return pending
    }
}
