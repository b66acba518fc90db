internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaSystem

/// Reads the tar archive inside an archive.
struct ArchiveReading {
    private let entries: ArchiveEntries
    private var result = ImportedItems()
    /// Attachments that are still to come, by their paths.
    private var missing: [String: VaultArchive.Attachment] = [:]
    private var attachmentCount = 0

    init(_ input: ByteHandover.Reader) { entries = ArchiveEntries(input) }

    mutating func read(
        _ take: (VaultArchive.Attachment, inout ArchiveContent) throws -> Void
    ) throws -> (items: ImportedItems, summary: VaultArchive.Summary) {
        do {
            let head = try readHead()
            while let entry = try entries.next() { try read(entry, take) }
            guard missing.isEmpty, result.items.count == head.itemCount, attachmentCount == head.attachmentCount else {
                throw VaultError(.malformed, "the archive holds fewer or more items or attachments than it says")
            }
            try ItemsJSON.checkNames(result.items)
            let summary = VaultArchive.Summary(
                exported: head.exported, itemCount: head.itemCount, attachmentCount: head.attachmentCount)
            return (result, summary)
        } catch let error as CodecError {
            throw VaultError(error.code == .unsupported ? .unsupported : .malformed, "\(error)")
        }
    }

    private func readHead() throws -> ArchiveLayout.Head {
        guard let entry = try entries.next(), entry.kind == .file, "\(entry.path)" == ArchiveLayout.head,
            entry.byteCount <= ArchiveLayout.largestHeadByteCount
        else { throw VaultError(.malformed, "the file is no archive of items: it does not begin with vault.json") }
        return try ArchiveLayout.Head(reading: readAll(entry))
    }

    private mutating func read(
        _ entry: TarEntry, _ take: (VaultArchive.Attachment, inout ArchiveContent) throws -> Void
    ) throws {
        let path = "\(entry.path)"
        guard entry.kind == .file else { throw VaultError(.malformed, "the archive has something that is no file") }
        if path.hasPrefix(ArchiveLayout.itemsFolder) {
            guard entry.byteCount <= ImportedItems.largestByteCount else {
                throw VaultError(.malformed, "a file of items in the archive is too long")
            }
            let root = JSONField(try JSONReader.read(readAll(entry)))
            for (item, attachments) in try ItemsJSON.items(root) {
                result.items.append(item)
                for attachment in attachments {
                    guard let path = attachment.path, let byteCount = Int(exactly: attachment.byteCount) else {
                        throw VaultError(.malformed, "an attachment has no path or no length")
                    }
                    let known = VaultArchive.Attachment(
                        item: item.draft.name, name: attachment.name, mediaType: attachment.mediaType,
                        byteCount: byteCount)
                    guard missing.updateValue(known, forKey: path) == nil else {
                        throw VaultError(.malformed, "two attachments have one path")
                    }
                }
            }
            return
        }
        guard let attachment = missing.removeValue(forKey: path), attachment.byteCount == entry.byteCount else {
            throw VaultError(.malformed, "the archive has a file that no item names, or of another length")
        }
        attachmentCount += 1
        var content = ArchiveContent(entries: entries)
        try take(attachment, &content)
    }

    private func readAll(_ entry: TarEntry) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < entry.byteCount {
            let more = try [UInt8](capacity: min(entry.byteCount - bytes.count, 64 * 1024)) { output in
                try entries.read(into: &output)
            }
            guard !more.isEmpty else { break }
            bytes += more
        }
        return bytes
    }
}
