internal import ArcaCore
internal import ArcaCrypto
public import ArcaVault

extension Vault {
    /// Maximum size of an attachment that is copied, in bytes; it is in memory in the meantime.
    static let largestCopiedByteCount: UInt64 = 1 << 30

    /// Copies items from another vault, all or none: attributes, secrets, one-time passwords and attachments.
    ///
    /// A copy is a new item without the older versions, which may have values that are not to be shared. It keeps the
    /// times when the item was created and its secret last changed. An item that this vault has already in the same form
    /// is left alone, so a repeated copy changes nothing.
    ///
    /// ```swift
    /// let report = try teamVault.copyItems([VaultItem.Name("db", "admin")], from: ownVault)
    /// ```
    ///
    /// - Parameters:
    ///   - names: The names of the items.
    ///   - source: The vault that has them; another one than this. It does not change.
    ///   - replacing: Whether an item that this vault has in another form gets a new version. Its attachments stay.
    ///   - isDryRun: Whether to write nothing; then the vault may be read-only.
    /// - Returns: The outcome for each item: `.added`, `.replaced` or `.unchanged`.
    /// - Throws: ``VaultError`` with code `.notFound` for an item; `.duplicate`, naming the items, if this vault has some
    ///   in another form and `replacing` is false; `.invalidArgument` if both are files of one vault; `.costTooHigh` for
    ///   an attachment of more than 1 GiB; or as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func copyItems(
        _ names: [VaultItem.Name], from source: Vault, replacing: Bool = false, isDryRun: Bool = false
    ) throws(VaultError) -> ImportReport {
        guard source.identifier != identifier else {
            throw VaultError(.invalidArgument, "both files are the same vault", hint: "give another vault")
        }
        return try VaultError.wrap {
            try source.withSnapshot { snapshot in
                let (request, places) = try Self.request(for: names, in: snapshot, replacing: replacing)
                let report = try importAll(request, isDryRun: isDryRun) { plan, transaction in
                    try Self.refuseOtherForms(plan.report)
                    for place in places {
                        guard let target = plan.archived[place] else { continue }
                        let content = try snapshot.extract(place.attachment, of: place.item, to: MemoryWriter()).bytes
                        let sealed = try transaction.seal(
                            place.attachment, target.content.mediaType, from: MemoryReader(content))
                        try transaction.link([sealed], to: target.item, asNewVersion: false)
                    }
                }
                try Self.refuseOtherForms(report)
                return report
            }
        }
    }

    /// The request, and the places of the attachments in their order.
    private static func request(
        for names: [VaultItem.Name], in source: VaultSnapshot, replacing: Bool
    ) throws -> (ImportPlan.Request, places: [ImportPlan.Place]) {
        let items = try source.items()
        var places: [ImportPlan.Place] = []
        var request = ImportPlan.Request(items: [], existing: replacing ? .replace : .keep, withRemoved: true)
        var seen: Set<VaultItem.Name> = []
        for name in names where seen.insert(name).inserted {
            guard let item = items.first(where: { $0.name == name }) else {
                throw VaultError(.notFound, "there is no item '\(name.text)'")
            }
            var draft = ItemDraft(item.name, item.attributes, secret: try source.secret(of: name))
            (draft.created, draft.secretChanged) = (item.created, item.secretChanged)
            request.items.append(ImportedItems.Item(draft: draft, history: [], attachments: [], line: 0))
            for attachment in item.attachments {
                guard attachment.byteCount <= largestCopiedByteCount else {
                    throw VaultError(
                        .costTooHigh,
                        "the attachment '\(attachment.name)' of '\(name.text)' has more than "
                            + "\(largestCopiedByteCount >> 20) MiB")
                }
                let digest = try source.extract(attachment.name, of: name, to: HashingWriter())
                request.archived[name, default: [:]][attachment.name] = AttachmentContent(
                    mediaType: attachment.mediaType, byteCount: attachment.byteCount,
                    digest: digest.stream.finalize().bytes)
                places.append(ImportPlan.Place(item: name, attachment: attachment.name))
            }
        }
        return (request, places)
    }

    private static func refuseOtherForms(_ report: ImportReport) throws(VaultError) {
        let names = report.names(.kept).map { "'\($0.text)'" }
        guard let first = names.first else { return }
        throw VaultError(
            .duplicate,
            names.count == 1
                ? "the other vault has another item \(first)"
                : "the other vault has other items \(names.joined(separator: ", "))")
    }
}
