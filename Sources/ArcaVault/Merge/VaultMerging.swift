internal import ArcaCore
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
    /// Writes what comes of it.
    private var placing: ItemPlacing

    /// What becomes of the items.
    var report: Vault.MergeReport { placing.report }

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
        let pasts = JoinedPast(of: here, and: there)
        self.pasts = pasts
        placing = ItemPlacing(
            in: vault, past: pasts.past,
            report: Vault.MergeReport(hasCommonPast: pasts.haveMet, isKnown: pasts.isTheirsKnown)
        ) {
            pasts.place($0)
        } bring: { attachments in
            try vault.copyPieces(of: attachments, from: other)
        }
    }

    /// Does all of it, in the generation that the vault's state has now.
    mutating func run() throws {
        let here = Self.byIdentifier(try vault.all { _ in true })
        let there = Self.byIdentifier(try other.all { _ in true })
        vault.state.past = pasts.past
        vault.state.past.trim()
        // Rows go before others come, because names may be exchanged.
        var pending: [ItemPlacing.Pending] = []
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
        case changed(ItemPlacing.Pending)
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
            placing.report.note(item.item.name, .removed)
            return .removed
        }
        guard !joined.isSame(as: before) else { return .untouched }
        if joined.versions.count > MergeMarks.largestCount { joined = oneVersion(of: joined) }
        return .changed(try placing.replace(item, secret, by: joined))
    }

    /// Takes an item that the vault does not have, unless it was removed here.
    private mutating func add(_ item: OpenedItem) throws -> ItemPlacing.Pending? {
        var contents = try otherContents(item)
        contents.join(contents.without, isKnownHere: { _ in true }, isKnownThere: pasts.isKnownHere)
        guard !contents.versions.isEmpty else { return nil }
        let history = try vault.addHistory(of: item, from: other)
        try vault.copyPieces(of: contents.attachments(pasts.past), from: other)
        if !contents.isRemoved { placing.report.note(item.item.name, .added) }
        return ItemPlacing.Pending(contents: contents, history: history)
    }

    /// Makes one version of too many.
    private func oneVersion(of contents: ItemContents) -> ItemContents {
        contents.edited(
            to: nil, at: vault.state.generation, isRemoved: contents.isRemoved, time: vault.now, pasts.past)
    }
}
