public import ArcaCore
internal import ArcaContainers
internal import ArcaSystem
internal import ArcaVault

struct ArchiveReading {
    private let entries: ArchiveEntries
    private var result = ImportedItems()
    /// Attachments not read yet, by path.
    private var missing: [String: VaultArchive.Attachment] = [:]
    private var attachmentCount = 0

    init(_ input: ByteHandover.Reader) { entries = ArchiveEntries(input) }

    mutating func read(
        _ take: (VaultArchive.Attachment, inout ArchiveContent) throws -> Void
    ) throws -> (items: ImportedItems, summary: VaultArchive.Summary) {
        do {
            let head = try readHead()
            result.vault = head.vault
            while let entry = try entries.next() { try read(entry, take) }
            guard missing.isEmpty, result.items.count == head.itemCount, attachmentCount == head.attachmentCount else {
                throw VaultError(.malformed, "the archive holds fewer or more items or attachments than it says")
            }
            try ItemsJSON.checkNames(result.items)
            let summary = VaultArchive.Summary(
                exported: head.exported, itemCount: head.itemCount, attachmentCount: head.attachmentCount)
            return (result, summary)
        } catch let error as CodecError {
            throw VaultError(json: error)
        }
    }

    private func readHead() throws -> ArchiveLayout.Head {
        guard let entry = try entries.next(), entry.kind == .file, "\(entry.path)" == ArchiveLayout.head,
            entry.byteCount <= ArchiveLayout.largestHeadByteCount
        else { throw VaultError(.malformed, "the file is not an archive of items: it does not begin with vault.json") }
        return try ArchiveLayout.Head(reading: readAll(entry))
    }

    private mutating func read(
        _ entry: TarEntry, _ take: (VaultArchive.Attachment, inout ArchiveContent) throws -> Void
    ) throws {
        let path = "\(entry.path)"
        guard entry.kind == .file else { throw VaultError(.malformed, "the archive has an entry that is not a file") }
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

/// The content of an attachment in an archive, read as a stream.
public struct ArchiveContent: ByteReader {
    /// Errors of the archive.
    public typealias Failure = any Error

    let entries: ArchiveEntries

    /// Appends the next bytes to `output`, at most its free capacity.
    ///
    /// - Parameter output: Receives at least one byte unless the content ends or it is full.
    /// - Throws: `ContainerError` for a damaged file or one that is not a tar archive.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) {
        try entries.read(into: &output)
    }
}

final class ArchiveEntries {
    private enum Event {
        case begin(TarEntry)
        case content([UInt8])
        case end
    }

    private final class Found { var events: [Event] = [] }

    private struct Handler: TarHandler {
        let found: Found

        mutating func begin(_ entry: TarEntry) { found.events.append(.begin(entry)) }
        mutating func take(_ content: Span<UInt8>) { found.events.append(.content(Array(bytes: content))) }
        mutating func end() { found.events.append(.end) }
    }

    private var input: ByteHandover.Reader
    private let found = Found()
    private var tar: TarReader<Handler>?
    /// Pending events, the next one last.
    private var waiting: [Event] = []
    private var content: ArraySlice<UInt8> = []

    init(_ input: ByteHandover.Reader) {
        self.input = input
        tar = TarReader(Handler(found: found))
    }

    /// Skips the rest of the current entry and returns the next one; nil at the end.
    func next() throws -> TarEntry? {
        content = []
        while let event = try nextEvent() {
            if case .begin(let entry) = event { return entry }
        }
        return nil
    }

    func read(into output: inout OutputSpan<UInt8>) throws {
        while content.isEmpty, !output.isFull {
            guard let event = try nextEvent() else { return }
            guard case .content(let bytes) = event else {
                // Keeps the event, so further reads return nothing.
                waiting.append(event)
                return
            }
            content = bytes[...]
        }
        let count = min(content.count, output.freeCapacity)
        content.withBytes { span in output.append(contentsOf: span.extracting(..<count)) }
        content.removeFirst(count)
    }

    private func nextEvent() throws -> Event? {
        while waiting.isEmpty {
            let bytes = try [UInt8](capacity: 64 * 1024) { output in try input.read(into: &output) }
            guard !bytes.isEmpty else {
                _ = try tar.take()?.finish()
                return nil
            }
            try tar?.write(bytes)
            waiting = found.events.reversed()
            found.events = []
        }
        return waiting.removeLast()
    }
}
