internal import ArcaCodecs
internal import ArcaCrypto

/// What an import writes, once it is compared with one state of the vault.
struct ImportPlan {
    /// What is to be imported.
    struct Request {
        var items: [ImportedItems.Item]
        /// The identifier of the vault that they are from; empty for none.
        var vault: [UInt8] = []
        /// What the attachments are whose contents come later, by item and name.
        var archived: [VaultItem.Name: [String: AttachmentContent]] = [:]
        let existing: Vault.ExistingItems
        /// Whether items that were removed here are added again.
        let withRemoved: Bool

        /// Throws unless a vault can take all items.
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

    /// Which attachment of which item.
    struct Place: Hashable {
        let item: VaultItem.Name
        let attachment: String
    }

    /// What is written of one item.
    private struct Step {
        let item: ImportedItems.Item
        /// What the item is called in the vault.
        let name: VaultItem.Name
        let outcome: Vault.ImportReport.Outcome
        /// The versions of a new item, the oldest first; the new version of one that is there; else nothing.
        var versions: [ItemDraft] = []
        /// Names of the attachments that are written.
        var attachments: Set<String> = []
        var droppedVersionCount = 0
    }

    private let steps: [Step]
    /// The attachments to be written whose contents come later.
    private(set) var archived: [Place: (item: VaultItem.Name, content: AttachmentContent)] = [:]

    /// Compares items with those of the vault.
    init(_ request: Request, in transaction: VaultTransaction) throws {
        let names = Set(request.items.lazy.flatMap { item in [item.draft.name] + item.history.map(\.name) })
        let identifiers = Set(request.items.lazy.map(\.identifier).filter { !$0.isEmpty })
        let found = try transaction.all { names.contains($0.name) || identifiers.contains($0.identifier) }
        let (known, trash) = (found.filter { $0.item.removed == nil }, found.map(\.item).filter { $0.removed != nil })
        // The names of a vault differ, but anyone who has a public key can make one whose names do not.
        let byName = Dictionary(known.map { ($0.item.name, $0) }, uniquingKeysWith: { first, _ in first })
        let byIdentifier = Dictionary(known.map { ($0.item.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        let isOwn = request.vault == transaction.keys.vault
        let generation = transaction.state.generation
        func isRemoved(_ item: ImportedItems.Item) -> Bool {
            // Items of this vault that it has no more; others by their name, when they were last changed before the removal.
            if isOwn, (1...generation).contains(item.version), byIdentifier[item.identifier] == nil { return true }
            return trash.contains { removed in
                (removed.identifier == item.identifier || removed.name == item.draft.name)
                    && (item.draft.modified ?? .now()) < (removed.removed ?? .now())
            }
        }
        var taken = Set(byName.keys).union(request.items.map(\.draft.name))
        let limit = Int(transaction.state.historyLimit)
        steps = try request.items.map { item in
            let later = request.archived[item.draft.name] ?? [:]
            if let same = byIdentifier[item.identifier] {
                return try Self.step(item, same, isSame: true, isOwn, later, request.existing, transaction)
            }
            if let other = byName[item.draft.name] {
                // Another item of the file may be the one that has this name now.
                guard !identifiers.contains(other.item.identifier) else {
                    return Step(item: item, name: item.draft.name, outcome: .kept)
                }
                return try Self.step(item, other, isSame: false, isOwn, later, request.existing, transaction)
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

    /// Compares an item with one that the vault has: the same, or another of its name.
    private static func step(
        _ item: ImportedItems.Item, _ found: OpenedItem, isSame isSameItem: Bool, _ isOwn: Bool,
        _ later: [String: AttachmentContent], _ existing: Vault.ExistingItems, _ transaction: VaultTransaction
    ) throws -> Step {
        let name = found.item.name
        var contents = later
        for attachment in item.attachments { contents[attachment.name] = AttachmentContent(attachment) }
        let secret = try transaction.secret(of: found).secret
        var draft = item.draft
        draft.name = name
        draft.secret = draft.secret.keepingCounter(of: secret)
        let isSame = found.item.attributes == draft.attributes && secret == draft.secret
        let different = try contents.filter { name, content in
            try AttachmentContent(name, of: found, in: transaction) != content
        }
        if isSame && different.isEmpty { return Step(item: item, name: name, outcome: .unchanged) }
        guard existing == .replace else { return Step(item: item, name: name, outcome: .kept) }
        let isOlder =
            isOwn && item.version < found.item.version
            || item.draft.modified.map { $0 < found.item.modified } ?? false
        if isSameItem, isOlder { return Step(item: item, name: name, outcome: .newer) }
        return Step(
            item: item, name: name, outcome: .replaced, versions: isSame ? [] : [draft],
            attachments: Set(different.keys))
    }

    /// The versions of a new item, the oldest first.
    ///
    /// A version keeps an older name of the item unless another item has that name.
    private static func versions(
        of item: ImportedItems.Item, dropping count: Int, taken: inout Set<VaultItem.Name>
    ) -> [ItemDraft] {
        var versions = Array((item.history + [item.draft])[count...])
        // The item was made when its oldest version was.
        let created = item.history[..<count].last { $0.created != nil }?.created
        versions[0].created = versions[0].created ?? created
        let own = Set(versions.map(\.name)).filter { $0 == item.draft.name || taken.insert($0).inserted }
        for index in versions.indices where !own.contains(versions[index].name) {
            versions[index].name = item.draft.name
        }
        return versions
    }

    /// Whether there is nothing to write.
    var isEmpty: Bool { steps.allSatisfy { $0.outcome != .added && $0.outcome != .replaced } }

    /// What becomes of each item.
    var report: Vault.ImportReport {
        Vault.ImportReport(
            entries: steps.map { step in
                .init(
                    name: step.name, outcome: step.outcome, attachmentCount: step.attachments.count,
                    droppedVersionCount: step.droppedVersionCount)
            })
    }

    // MARK: Writing

    /// Writes all but the attachments whose contents come later.
    ///
    /// Each version of an item has a generation of its own; all items come to their end in the last one.
    func write(to transaction: VaultTransaction) throws {
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
            for attachment in step.item.attachments where step.attachments.contains(attachment.name) {
                try transaction.attach(
                    attachment.name, attachment.mediaType, from: SecretReader(attachment.content),
                    to: step.name)
            }
        }
    }
}

extension AttachmentContent {
    /// Of an attachment that came along.
    fileprivate init(_ attachment: ImportedItems.Item.Attachment) {
        self.init(
            mediaType: attachment.mediaType, byteCount: UInt64(attachment.content.count),
            digest: SHA256.hash(attachment.content))
    }

    /// Of an attachment as the vault has it; nil when it has none of that name.
    fileprivate init?(_ attachment: String, of item: OpenedItem, in transaction: VaultTransaction) throws {
        guard let found = item.item.attachments.first(where: { $0.name == attachment }) else { return nil }
        let writer = try transaction.extract(attachment, of: item, to: HashingWriter(stream: SHA256()))
        self.init(mediaType: found.mediaType, byteCount: found.byteCount, digest: writer.stream.finalize().bytes)
    }

    /// Makes a digest of what is written.
    private struct HashingWriter: ByteWriter {
        var stream: SHA256

        mutating func write(_ bytes: borrowing some Bytes) { stream.update(bytes) }
    }
}

/// Reads a secret's bytes.
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
