public import ArcaCodecs
public import ArcaContainers
internal import ArcaCrypto

extension Vault {
    /// What happens to an item that the vault has already in another form.
    public enum ExistingItems: String, Sendable, Hashable, CaseIterable {
        /// It stays as it is, unless it is the same item in an archive of this very vault: that is merged, as
        /// ``Vault/merge(_:acceptsOlderKey:isTrial:)`` does it. What was changed on one side since the newest version
        /// that both have is taken, what both changed is a conflict, and a change brings back what was moved to the trash.
        case merge
        /// It stays as it is.
        case keep
        /// It gets a new version; the present one goes to the history, and an attachment with another content stays under a
        /// name with a number. A newer version of the same item, by its identifier, stays as it is.
        case replace
    }

    /// What an import did, or a dry run would do.
    public struct ImportReport: Sendable, Hashable {
        /// What became of an item.
        public enum Outcome: String, Sendable, Hashable, CaseIterable {
            /// The vault did not have it.
            case added
            /// It got a new version, or attachments that it did not have in this form.
            case replaced
            /// It was changed here and in an archive of this vault, and has both changes now.
            case merged
            /// The vault had it in the same form.
            case unchanged
            /// The vault has it in another form, and kept that.
            case kept
            /// The vault has a newer version of the same item, and kept that.
            case newer
            /// It was removed from the vault since, and stays so.
            case removed
        }

        /// One item.
        public struct Entry: Sendable, Hashable {
            /// The item's name.
            public let name: VaultItem.Name
            /// What became of it.
            public let outcome: Outcome
            /// How many attachments were written.
            public let attachmentCount: Int
            /// How many older versions were left out, because the vault keeps fewer.
            public let droppedVersionCount: Int
            /// Whether merging left values to choose from, which ``Vault/conflicts(of:)`` lists.
            public let hasConflicts: Bool
        }

        /// The items, in the order of the source.
        public let entries: [Entry]

        /// The names of the items with an outcome, in the order of the source.
        ///
        /// - Parameter outcome: What became of them.
        /// - Returns: Their names.
        public func names(_ outcome: Outcome) -> [VaultItem.Name] {
            entries.lazy.filter { $0.outcome == outcome }.map(\.name)
        }

        /// How many attachments were written.
        public var attachmentCount: Int { entries.reduce(0) { $0 + $1.attachmentCount } }
    }

    /// Adds what another program's file holds, with histories and attachments: all of it or nothing.
    ///
    /// Items that the vault has in the same form are left alone, so that the same import once more changes nothing.
    ///
    /// ```swift
    /// let found = try ImportedItems(reading: bytes)
    /// let report = try vault.importItems(found, existing: .replace)
    /// print("\(report.names(.added).count) added")
    /// ```
    ///
    /// - Parameters:
    ///   - found: The items.
    ///   - existing: What happens to items that the vault has already in another form.
    ///   - withRemoved: Whether items that were removed from this vault, into the trash or for good, since the file was
    ///     written, are added again.
    ///   - isDryRun: Whether nothing is written; the vault may be open for reading only then.
    /// - Returns: What became of each item.
    /// - Throws: ``VaultError`` with code `.malformed` for an item that no vault takes, or as ``add(_:)-(ItemDraft)``.
    public func importItems(
        _ found: ImportedItems, existing: ExistingItems = .merge, withRemoved: Bool = false, isDryRun: Bool = false
    ) throws(VaultError) -> ImportReport {
        try VaultError.wrap {
            let request = ImportPlan.Request(
                items: found.items, vault: found.vault, existing: existing, withRemoved: withRemoved)
            return try importAll(request, isDryRun: isDryRun) { _, _ in }
        }
    }

    /// Adds what an archive holds, with histories and attachments: all of it or nothing, in constant memory.
    ///
    /// - Parameters:
    ///   - format: What opens the archive.
    ///   - existing: What happens to items that the vault has already in another form.
    ///   - withRemoved: Whether items that were removed from this vault, into the trash or for good, since the file was
    ///     written, are added again.
    ///   - isDryRun: Whether nothing is written; the vault may be open for reading only then.
    ///   - open: Opens the file from its beginning. It is called twice: the end of an archive tells whether it is
    ///     complete, so all of it is read before anything is written.
    /// - Returns: What the archive holds, and what became of each item.
    /// - Throws: ``VaultError`` as ``importItems(_:existing:withRemoved:isDryRun:)``, and with code `.tampered` for a file that
    ///   changes between the two times; `ContainerError` as reading an archive; what `open` and reading throw.
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

    /// Stops a transaction that has nothing to write.
    private struct NothingToImport: Error { let report: ImportReport }

    private func importAll(
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

/// What tells attachments apart without keeping their content.
struct AttachmentContent: Equatable {
    let mediaType: String
    let byteCount: UInt64
    /// SHA-256 of the content.
    let digest: [UInt8]

    /// The digest of all that a reader gives.
    static func digest(of reader: inout some ByteReader) throws -> [UInt8] {
        var stream = SHA256()
        while true {
            let piece = try [UInt8](capacity: 64 << 10) { output in try reader.read(into: &output) }
            if piece.isEmpty { return stream.finalize().bytes }
            stream.update(piece)
        }
    }
}

/// Passes on what another reader gives, and hashes it.
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
