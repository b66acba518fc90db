internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// The changes of an import, computed from one state of the vault.
struct ImportPlan {
    struct Request {
        var items: [ImportedItems.Item]
        /// The identifier of the source vault; empty for other sources.
        var vault: [UInt8] = []
        /// Attachments that are read later, by item and name.
        var archived: [VaultItem.Name: [String: AttachmentContent]] = [:]
        let existing: Vault.ExistingItems
        /// Whether to add items that were removed here.
        let withRemoved: Bool

        /// Throws unless a vault can store all items.
        func check() throws {
            for item in items {
                for draft in item.history + [item.draft] {
                    do { try draft.checkWhole() } catch {
                        let place = item.line > 0 ? "line \(item.line): " : ""
                        throw VaultError(.malformed, place + VaultError(wrapping: error).reason)
                    }
                }
            }
        }
    }

    struct Place: Hashable {
        let item: VaultItem.Name
        let attachment: String
    }

    private struct Step {
        let item: ImportedItems.Item
        let name: VaultItem.Name
        let outcome: Vault.ImportReport.Outcome
        /// The versions of a new item, oldest first; the new version of an existing item; otherwise empty.
        var versions: [ItemDraft] = []
        var attachments: Set<String> = []
        var droppedVersionCount = 0
        /// Set if both this vault and the archive changed the item.
        var merging: ItemMerging?
    }

    private let steps: [Step]
    /// Attachments to write that are read later.
    private(set) var archived: [Place: (item: VaultItem.Name, content: AttachmentContent)] = [:]

    init(_ request: Request, in transaction: VaultTransaction) throws {
        let names = Set(request.items.lazy.flatMap { item in [item.draft.name] + item.history.map(\.name) })
        let identifiers = Set(request.items.lazy.map(\.identifier).filter { !$0.isEmpty })
        let found = try transaction.all { names.contains($0.name) || identifiers.contains($0.identifier) }
        let (known, trash) = (found.filter { $0.item.removed == nil }, found.map(\.item).filter { $0.removed != nil })
        // Names in a vault are unique, but anyone with a public key can forge one where they are not.
        let byName = Dictionary(known.map { ($0.item.name, $0) }, uniquingKeysWith: { first, _ in first })
        let byIdentifier = Dictionary(known.map { ($0.item.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        let isOwn = request.vault == transaction.vault
        let generation = transaction.generation
        let isMerging = isOwn && request.existing == .merge
        let removed = Dictionary(
            found.lazy.filter { $0.item.removed != nil }.map { ($0.item.identifier, $0) },
            uniquingKeysWith: { first, _ in first })
        // The latest removal time for each identifier and name.
        var removals: (byIdentifier: [[UInt8]: Vault.Timestamp], byName: [VaultItem.Name: Vault.Timestamp]) = ([:], [:])
        for item in trash {
            guard let time = item.removed else { continue }
            removals.byIdentifier[item.identifier] = max(removals.byIdentifier[item.identifier] ?? time, time)
            removals.byName[item.name] = max(removals.byName[item.name] ?? time, time)
        }
        func isRemoved(_ item: ImportedItems.Item) -> Bool {
            // Items that this vault no longer has. Items of other sources match by name if last changed before the
            // removal.
            if isOwn, (1...generation).contains(item.version), byIdentifier[item.identifier] == nil { return true }
            let times = [removals.byIdentifier[item.identifier], removals.byName[item.draft.name]].compactMap(\.self)
            return times.max().map { (item.draft.modified ?? .now()) < $0 } ?? false
        }
        var taken = Set(byName.keys).union(request.items.map(\.draft.name))
        let limit = transaction.historyLimit
        steps = try request.items.map { item in
            let later = request.archived[item.draft.name] ?? [:]
            if isMerging, let same = byIdentifier[item.identifier] ?? removed[item.identifier] {
                return try Self.merging(
                    item, same, later: later, withRemoved: request.withRemoved, transaction: transaction)
            }
            if let same = byIdentifier[item.identifier] {
                return try Self.step(
                    item, same, isSame: true, isOwn: isOwn, later: later, existing: request.existing,
                    transaction: transaction)
            }
            if let other = byName[item.draft.name] {
                // Another item of the file may own this name now.
                guard !identifiers.contains(other.item.identifier) else {
                    return Step(item: item, name: item.draft.name, outcome: .kept)
                }
                return try Self.step(
                    item, other, isSame: false, isOwn: isOwn, later: later, existing: request.existing,
                    transaction: transaction)
            }
            guard request.withRemoved || !isRemoved(item) else {
                return Step(item: item, name: item.draft.name, outcome: .removed)
            }
            let dropped = max(0, item.history.count - limit)
            return Step(
                item: item, name: item.draft.name, outcome: .added,
                versions: Self.versions(of: item, dropping: dropped, taken: &taken),
                attachments: Set(item.attachments.map(\.name)).union(later.keys), droppedVersionCount: dropped)
        }
        for step in steps {
            for (name, content) in request.archived[step.item.draft.name] ?? [:] where step.attachments.contains(name) {
                archived[Place(item: step.item.draft.name, attachment: name)] = (step.name, content)
            }
        }
    }

    /// Compares an item with the vault's item of the same identifier or name.
    private static func step(
        _ item: ImportedItems.Item, _ found: OpenedItem, isSame isSameItem: Bool, isOwn: Bool,
        later: [String: AttachmentContent], existing: Vault.ExistingItems, transaction: VaultTransaction
    ) throws -> Step {
        let name = found.item.name
        let secret = try transaction.version(found.item.version, of: found).secret
        var draft = item.draft
        draft.name = name
        draft.secret = draft.secret.keepingCounter(of: secret)
        let isSame = found.item.attributes == draft.attributes && secret == draft.secret
        let different = try different(item, found, later, transaction)
        if isSame && different.isEmpty { return Step(item: item, name: name, outcome: .unchanged) }
        guard existing == .replace else { return Step(item: item, name: name, outcome: .kept) }
        let isOlder =
            isOwn && item.version < found.item.version
            || item.draft.modified.map { $0 < found.item.modified } ?? false
        if isSameItem, isOlder { return Step(item: item, name: name, outcome: .newer) }
        return Step(
            item: item, name: name, outcome: .replaced, versions: isSame ? [] : [draft],
            attachments: different)
    }

    /// Names of attachments that differ from the vault's.
    private static func different(
        _ item: ImportedItems.Item, _ found: OpenedItem, _ later: [String: AttachmentContent],
        _ transaction: VaultTransaction
    ) throws -> Set<String> {
        var contents = later
        for attachment in item.attachments { contents[attachment.name] = AttachmentContent(attachment) }
        let known = Dictionary(found.item.attachments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return try Set(
            contents.filter { name, content in
                guard let attachment = known[name] else { return true }
                return try AttachmentContent(attachment, of: found, in: transaction) != content
            }.keys)
    }

    /// Merges an item from an archive of this vault with the vault's, based on the newest common version.
    ///
    /// A change on one side is taken, and changes on both sides conflict. A change made without knowledge of the
    /// removal restores an item from the trash.
    private static func merging(
        _ item: ImportedItems.Item, _ found: OpenedItem, later: [String: AttachmentContent], withRemoved: Bool,
        transaction: VaultTransaction
    ) throws -> Step {
        let name = found.item.name
        let isRemoved = found.item.removed != nil
        // Newest first.
        let ours = try transaction.allVersions(of: found)
        let theirs = [item.draft] + item.history.reversed()
        func isSame(_ draft: ItemDraft, _ version: (item: VaultItem, secret: ItemSecret)) -> Bool {
            draft.attributes == version.item.attributes && draft.modified == version.item.modified
                && draft.secret.keepingCounter(of: version.secret) == version.secret.keepingCounter(of: draft.secret)
        }
        let base = theirs.indices.lazy.compactMap { place in
            ours.firstIndex { isSame(theirs[place], $0) }.map { (theirs: place, ours: $0) }
        }.first
        let different = try different(item, found, later, transaction)
        if let base, base.theirs == 0, !isRemoved || !withRemoved {
            if isRemoved { return Step(item: item, name: name, outcome: .removed) }
            if base.ours > 0 { return Step(item: item, name: name, outcome: .newer) }
            return Step(
                item: item, name: name, outcome: different.isEmpty ? .unchanged : .replaced, attachments: different)
        }
        if let base, base.ours == 0, !isRemoved, item.draft.name == name {
            let versions = theirs[..<base.theirs].reversed().map { draft in
                var draft = draft
                draft.name = name
                draft.secret = draft.secret.keepingCounter(of: ours[0].secret)
                return draft
            }
            return Step(item: item, name: name, outcome: .replaced, versions: versions, attachments: different)
        }
        // A request for removed items implies knowledge of the removal.
        let merging = try transaction.merge(
            item.draft, into: found, base: base.map { theirs[$0.theirs] }, knowsRemoval: withRemoved && isRemoved)
        let attached = merging.isRemoved ? [] : different
        if attached.isEmpty && merging.changesNothing {
            return Step(item: item, name: name, outcome: isRemoved ? .removed : .newer)
        }
        return Step(
            item: item, name: merging.name, outcome: isRemoved && withRemoved ? .added : .merged,
            attachments: attached, merging: merging)
    }

    /// The versions of a new item, oldest first.
    ///
    /// A version keeps an older name unless another item has it.
    private static func versions(
        of item: ImportedItems.Item, dropping count: Int, taken: inout Set<VaultItem.Name>
    ) -> [ItemDraft] {
        var versions = Array((item.history + [item.draft])[count...])
        // The creation time is that of the oldest version.
        let created = item.history[..<count].last { $0.created != nil }?.created
        versions[0].created = versions[0].created ?? created
        let own = Set(versions.map(\.name)).filter { $0 == item.draft.name || taken.insert($0).inserted }
        for index in versions.indices where !own.contains(versions[index].name) {
            versions[index].name = item.draft.name
        }
        return versions
    }

    var isEmpty: Bool { steps.allSatisfy { ![.added, .replaced, .merged].contains($0.outcome) } }

    var report: Vault.ImportReport {
        Vault.ImportReport(
            entries: steps.map { step in
                .init(
                    name: step.name, outcome: step.outcome, attachmentCount: step.attachments.count,
                    droppedVersionCount: step.droppedVersionCount,
                    hasConflicts: step.merging.map { $0.hasConflicts } ?? false)
            })
    }

    // MARK: Writing

    /// Writes everything except attachments that are read later.
    ///
    /// Each version of an item takes a separate generation; all items finish in the last one.
    func write(to transaction: VaultTransaction) throws {
        try transaction.write(steps.compactMap(\.merging))
        let generationCount = steps.lazy.map(\.versions.count).max() ?? 1
        for generation in 0..<max(generationCount, 1) {
            if generation > 0 { try transaction.beginNextGeneration() }
            for step in steps {
                let index = step.versions.count - generationCount + generation
                guard step.versions.indices.contains(index) else { continue }
                let version = step.versions[index]
                if index > 0 {
                    try transaction.change(transaction.item(step.versions[index - 1].name), to: version)
                } else if step.outcome == .replaced {
                    try transaction.change(transaction.item(version.name), to: version)
                } else {
                    _ = try transaction.add(version)
                }
            }
        }
        for step in steps {
            let attachments = step.item.attachments.filter { step.attachments.contains($0.name) }
            try transaction.link(
                attachments.map {
                    try transaction.seal($0.name, $0.mediaType, from: SecretReader($0.content))
                }, to: step.name, asNewVersion: false)
        }
    }
}

extension AttachmentContent {
    fileprivate init(_ attachment: ImportedItems.Item.Attachment) {
        self.init(
            mediaType: attachment.mediaType, byteCount: UInt64(attachment.content.count),
            digest: SHA256.hash(attachment.content))
    }

    fileprivate init(
        _ attachment: VaultItem.Attachment, of item: OpenedItem, in transaction: VaultTransaction
    ) throws {
        let writer = try transaction.extract(attachment.name, of: item, to: HashingWriter())
        self.init(
            mediaType: attachment.mediaType, byteCount: attachment.byteCount, digest: writer.stream.finalize().bytes)
    }
}

/// Hashes what is written, and keeps none of it.
struct HashingWriter: ByteWriter {
    private(set) var stream = SHA256()

    mutating func write(_ bytes: borrowing some Bytes) { stream.update(bytes) }
}

private struct SecretReader: ByteReader {
    private let secret: SecretBytes
    private var offset = 0

    init(_ secret: SecretBytes) { self.secret = secret }

    mutating func read(into output: inout OutputSpan<UInt8>) {
        let count = min(output.freeCapacity, secret.count - offset)
        secret.withBytes { output.append(contentsOf: $0.extracting(offset..<offset + count)) }
        offset += count
    }
}
