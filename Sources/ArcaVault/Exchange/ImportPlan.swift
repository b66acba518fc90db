internal import ArcaCodecs
internal import ArcaCrypto

/// What an import writes, once it is compared with one state of the vault.
struct ImportPlan {
    /// What is to be imported.
    struct Request {
        var items: [ImportedItems.Item]
        /// What the attachments are whose contents come later, by item and name.
        var archived: [VaultItem.Name: [String: AttachmentContent]] = [:]
        let existing: Vault.ExistingItems

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
        let outcome: Vault.ImportReport.Outcome
        /// The versions of a new item, the oldest first; the new version of one that is there; else nothing.
        var versions: [ItemDraft] = []
        /// Names of the attachments that are written.
        var attachments: Set<String> = []
        var droppedVersionCount = 0
    }

    private let steps: [Step]
    /// The attachments to be written whose contents come later.
    private(set) var archived: [Place: AttachmentContent] = [:]

    /// Compares items with those of the vault.
    init(_ request: Request, in transaction: VaultTransaction) throws {
        let names = Set(request.items.lazy.flatMap { item in [item.draft.name] + item.history.map(\.name) })
        // The names of a vault differ, but anyone who has a public key can make one whose names do not.
        let known = Dictionary(
            try transaction.all { $0.removed == nil && names.contains($0.name) }.map { ($0.item.name, $0) },
            uniquingKeysWith: { first, _ in first })
        var taken = Set(known.keys).union(request.items.map(\.draft.name))
        let limit = Int(transaction.state.historyLimit)
        steps = try request.items.map { item in
            let later = request.archived[item.draft.name] ?? [:]
            guard let found = known[item.draft.name] else {
                let dropped = max(0, item.history.count - limit)
                return Step(
                    item: item, outcome: .added, versions: Self.versions(of: item, dropping: dropped, taken: &taken),
                    attachments: Set(item.attachments.map(\.name)).union(later.keys), droppedVersionCount: dropped)
            }
            return try Self.step(item, found, later, request.existing, transaction)
        }
        for step in steps {
            for (name, content) in request.archived[step.item.draft.name] ?? [:] where step.attachments.contains(name) {
                archived[Place(item: step.item.draft.name, attachment: name)] = content
            }
        }
    }

    /// Compares an item with the one that the vault has.
    private static func step(
        _ item: ImportedItems.Item, _ found: OpenedItem, _ later: [String: AttachmentContent],
        _ existing: Vault.ExistingItems, _ transaction: VaultTransaction
    ) throws -> Step {
        var contents = later
        for attachment in item.attachments { contents[attachment.name] = AttachmentContent(attachment) }
        let secret = try transaction.secret(of: found).secret
        var draft = item.draft
        draft.secret = draft.secret.keepingCounter(of: secret)
        let isSame = found.item.attributes == draft.attributes && secret == draft.secret
        let different = try contents.filter { name, content in
            try AttachmentContent(name, of: found, in: transaction) != content
        }
        if isSame && different.isEmpty { return Step(item: item, outcome: .unchanged) }
        guard existing == .replace else { return Step(item: item, outcome: .kept) }
        return Step(
            item: item, outcome: .replaced, versions: isSame ? [] : [draft], attachments: Set(different.keys))
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
    var isEmpty: Bool { steps.allSatisfy { $0.outcome == .unchanged || $0.outcome == .kept } }

    /// What becomes of each item.
    var report: Vault.ImportReport {
        Vault.ImportReport(
            entries: steps.map { step in
                .init(
                    name: step.item.draft.name, outcome: step.outcome, attachmentCount: step.attachments.count,
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
                    to: step.item.draft.name)
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
        self.init(mediaType: found.mediaType, byteCount: found.byteCount, digest: writer.stream.finalize())
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
