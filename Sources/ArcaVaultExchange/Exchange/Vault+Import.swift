public import ArcaCore
public import ArcaContainers
internal import ArcaCrypto
public import ArcaVault

extension Vault {
    /// The treatment of an item that the vault has in another form.
    public enum ExistingItems: String, Sendable, Hashable, CaseIterable {
        /// Keeps the vault's item. An item from an archive of the same vault is merged instead, as in
        /// ``Vault/merge(_:acceptsOlderKey:isTrial:)``, based on the newest common version: a change on one side is
        /// taken, changes on both sides conflict, and a change restores an item from the trash.
        case merge
        /// Keeps the vault's item.
        case keep
        /// Adds a new version and moves the present one to the history. An existing attachment with other content is
        /// renamed with a number. The vault's item is kept if it is a newer version of the same item, by its
        /// identifier.
        case replace
    }

    /// The result of an import or a dry run.
    public struct ImportReport: Sendable, Hashable {
        /// The outcome for one item.
        public enum Outcome: String, Sendable, Hashable, CaseIterable {
            /// New in the vault.
            case added
            /// Got a new version, or new or different attachments.
            case replaced
            /// Changed both here and in an archive of this vault; both changes are kept.
            case merged
            /// Already present and equal.
            case unchanged
            /// Present in another form, which was kept.
            case kept
            /// Present in a newer version, which was kept.
            case newer
            /// Removed from the vault earlier; not added.
            case removed
        }

        /// The outcome for one item with its details.
        public struct Entry: Sendable, Hashable {
            /// The item's name.
            public let name: VaultItem.Name
            /// The outcome.
            public let outcome: Outcome
            /// The number of attachments written.
            public let attachmentCount: Int
            /// The number of older versions beyond the vault's history limit, which were dropped.
            public let droppedVersionCount: Int
            /// Whether the merge left conflicts, listed by ``Vault/conflicts(of:)``.
            public let hasConflicts: Bool
        }

        /// The items in source order.
        public let entries: [Entry]

        /// The names of the items with an outcome, in source order.
        public func names(_ outcome: Outcome) -> [VaultItem.Name] {
            entries.lazy.filter { $0.outcome == outcome }.map(\.name)
        }

        /// The total number of attachments written.
        public var attachmentCount: Int { entries.reduce(0) { $0 + $1.attachmentCount } }
    }

    /// Adds the items of another program's file with histories and attachments, all or none.
    ///
    /// Items that are already equal are skipped, so a repeated import changes nothing.
    ///
    /// ```swift
    /// let found = try ImportedItems(reading: bytes)
    /// let report = try vault.importItems(found, existing: .replace)
    /// print("\(report.names(.added).count) added")
    /// ```
    ///
    /// - Parameters:
    ///   - found: The items to import.
    ///   - existing: The treatment of items that the vault has in another form.
    ///   - withRemoved: Whether to add items that were removed from this vault, to the trash or permanently, after the
    ///     file was written.
    ///   - isDryRun: Whether to write nothing; then the vault may be read-only.
    /// - Returns: The outcome for each item.
    /// - Throws: ``VaultError`` with code `.malformed` for an item that a vault cannot store, or as
    ///   ``add(_:)-(ItemDraft)``.
    public func importItems(
        _ found: ImportedItems, existing: ExistingItems = .merge, withRemoved: Bool = false, isDryRun: Bool = false
    ) throws(VaultError) -> ImportReport {
        try VaultError.wrap {
            let request = ImportPlan.Request(
                items: found.items, vault: found.vault, existing: existing, withRemoved: withRemoved)
            return try importAll(request, isDryRun: isDryRun) { _, _ in }
        }
    }

    /// Adds the items of an archive with histories and attachments, all or none, in constant memory.
    ///
    /// - Parameters:
    ///   - format: The identities or passphrase that open the archive.
    ///   - existing: The treatment of items that the vault has in another form.
    ///   - withRemoved: Whether to add items that were removed from this vault, to the trash or permanently, after the
    ///     file was written.
    ///   - isDryRun: Whether to write nothing; then the vault may be read-only.
    ///   - open: Opens the file from its start. Called twice, because only its end proves it complete and nothing is
    ///     written before.
    /// - Returns: The items of the archive and the outcome for each.
    /// - Throws: ``VaultError`` as ``importItems(_:existing:withRemoved:isDryRun:)``, or with code `.tampered` for a
    ///   file that changes between the two passes; `ContainerError` for an invalid archive; errors of `open` and of
    ///   reading.
    public func importArchive<Input: ByteReader & ~Copyable>(
        opening format: Age, existing: ExistingItems = .merge, withRemoved: Bool = false, isDryRun: Bool = false,
        from open: () throws -> Input
    ) throws -> (found: ImportedItems, report: ImportReport) {
        var request = ImportPlan.Request(items: [], existing: existing, withRemoved: withRemoved)
        var input = try open()
        let found = try VaultArchive.read(&input, opening: format) { attachment, content in
            let digest = try AttachmentContent.digest(of: &content)
            request.archived[attachment.item, default: [:]][attachment.name] = AttachmentContent(
                mediaType: attachment.mediaType, byteCount: UInt64(attachment.byteCount), digest: digest)
        }.items
        (request.items, request.vault) = (found.items, found.vault)
        let report = try importAll(request, isDryRun: isDryRun) { plan, transaction in
            guard !plan.archived.isEmpty else { return }
            var missing = plan.archived
            var sealed: [VaultItem.Name: [VaultTransaction.SealedAttachment]] = [:]
            var again = try open()
            _ = try VaultArchive.read(&again, opening: format) { attachment, content in
                let place = ImportPlan.Place(item: attachment.item, attachment: attachment.name)
                guard let expected = missing.removeValue(forKey: place) else { return }
                let reader = HashingReader(content)
                sealed[expected.item, default: []].append(
                    try transaction.seal(place.attachment, attachment.mediaType, from: reader))
                guard reader.stream.finalize() == expected.content.digest else { throw Self.changedArchive }
            }
            guard missing.isEmpty else { throw Self.changedArchive }
            for (item, attachments) in sealed { try transaction.link(attachments, to: item, asNewVersion: false) }
        }
        return (found, report)
    }

    private static let changedArchive = VaultError(.tampered, "the archive was changed while it was imported")

    /// Rolls back a transaction that has nothing to write.
    private struct NothingToImport: Error { let report: ImportReport }

    func importAll(
        _ request: ImportPlan.Request, isDryRun: Bool,
        archived write: (ImportPlan, VaultTransaction) throws -> Void
    ) throws -> ImportReport {
        try request.check()
        guard !isDryRun else { return try read { transaction in try ImportPlan(request, in: transaction).report } }
        do {
            return try writeAndRethrow { transaction in
                if request.existing == .merge { try transaction.reencryptAll() }
                let plan = try ImportPlan(request, in: transaction)
                guard !plan.isEmpty else { throw NothingToImport(report: plan.report) }
                try plan.write(to: transaction)
                try write(plan, transaction)
                return plan.report
            }
        } catch let nothing as NothingToImport {
            return nothing.report
        }
    }
}

/// Identifies the content of an attachment without keeping it.
struct AttachmentContent: Equatable {
    let mediaType: String
    let byteCount: UInt64
    /// SHA-256 of the content.
    let digest: [UInt8]

    static func digest(of reader: inout some ByteReader) throws -> [UInt8] {
        var stream = SHA256()
        while true {
            let piece = try [UInt8](capacity: 64 << 10) { output in try reader.read(into: &output) }
            if piece.isEmpty { return stream.finalize().bytes }
            stream.update(piece)
        }
    }
}

private final class HashingReader<Base: ByteReader>: ByteReader {
    typealias Failure = any Error

    private var base: Base
    var stream: SHA256

    init(_ base: Base) {
        self.base = base
        stream = SHA256()
    }

    func read(into output: inout OutputSpan<UInt8>) throws {
        let before = output.count
        try base.read(into: &output)
        stream.update(output.span.extracting(before..<output.count))
    }
}
