/// Merges another copy of a vault into the vault without losing any change.
///
/// Keys, slots, epoch and settings of the vault do not change.
///
/// Source: Documentation/VAULT-MERGE.md, section 3.
struct VaultMerging {
    /// The other copy, already verified.
    private let other: VaultTransaction
    private let vault: VaultTransaction
    private let pasts: JoinedPast
    private var placing: MergeWriter

    var report: Vault.MergeReport { placing.report }

    /// Compares the merge histories of two copies, before the vault's state changes.
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
        let pasts = JoinedPast(of: here, and: there)
        self.pasts = pasts
        placing = MergeWriter(
            in: vault, past: pasts.past,
            report: Vault.MergeReport(hasCommonPast: pasts.haveMet, isKnown: pasts.isTheirsKnown)
        ) {
            pasts.place($0)
        } bring: { attachments in
            try vault.copyPieces(of: attachments, from: other)
        }
    }

    /// Merges all items in the generation of the vault's current state.
    mutating func run() throws {
        let here = Self.byIdentifier(try vault.all { _ in true })
        let there = Self.byIdentifier(try other.all { _ in true })
        vault.state.past = pasts.past
        vault.state.past.trim()
        // Rows are removed before others are added, because names may have been swapped.
        var pending: [MergeWriter.Pending] = []
        var untouched: [OpenedItem] = []
        for (identifier, item) in here.sorted(by: { $0.key < $1.key }) {
            // Equal bytes mean the same version.
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
        try placing.write(pending, besides: untouched)
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
        case changed(MergeWriter.Pending)
    }

    /// Merges an item with the other copy's, if present, and removes its row if it changes.
    private mutating func merge(_ item: OpenedItem, _ counterpart: OpenedItem?) throws -> Outcome {
        let secret = try vault.secret(of: item)
        let before = try contents(item, secret)
        var joined = before
        joined.join(
            try counterpart.map(otherContents) ?? before.without, isKnownHere: pasts.isKnownHere,
            isKnownThere: pasts.isKnownThere)
        guard !joined.versions.isEmpty else {
            // The other copy removed it permanently after seeing every version here.
            try vault.remove(item)
            placing.report.note(item.item.name, .removed)
            return .removed
        }
        guard !joined.isSame(as: before) else { return .untouched }
        if joined.versions.count > MergeMarks.largestCount { joined = oneVersion(of: joined) }
        return .changed(try placing.replace(item, secret, by: joined))
    }

    /// Adds an item that the vault lacks, unless it was removed here.
    private mutating func add(_ item: OpenedItem) throws -> MergeWriter.Pending? {
        var contents = try otherContents(item)
        contents.join(contents.without, isKnownHere: { _ in true }, isKnownThere: pasts.isKnownHere)
        guard !contents.versions.isEmpty else { return nil }
        let history = try vault.addHistory(of: item, from: other)
        try vault.copyPieces(of: contents.attachments(pasts.past), from: other)
        if !contents.isRemoved { placing.report.note(item.item.name, .added) }
        return MergeWriter.Pending(contents: contents, history: history)
    }

    private func oneVersion(of contents: ItemContents) -> ItemContents {
        contents.edited(
            to: nil, at: vault.state.generation, isRemoved: contents.isRemoved, time: vault.now, pasts.past)
    }
}
