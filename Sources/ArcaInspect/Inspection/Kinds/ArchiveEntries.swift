internal import ArcaContainers
internal import ArcaSystem

struct ArchiveEntries: Sendable {
    private(set) var lines: [String] = []
    /// The number of entries, including those not in `lines`.
    private(set) var count = 0

    static let maximumCount = 100

    private init() {}

    mutating func append(_ name: String, _ byteCount: Int) {
        count += 1
        guard lines.count < Self.maximumCount else { return }
        lines.append(
            byteCount == 0 && name.hasSuffix("/") ? name : "\(name) (\(byteCount) \(byteCount == 1 ? "byte" : "bytes"))"
        )
    }

    /// Reads the central directory of a complete ZIP archive, or returns nil if it has none.
    ///
    /// Source: PKWARE APPNOTE.TXT, sections 4.3.12 and 4.3.16.
    init?(zip bytes: [UInt8]) {
        // The last record may be followed by a comment of at most 65,535 bytes.
        let ends = stride(from: bytes.count - 22, through: max(0, bytes.count - 22 - 65_535), by: -1)
        guard let end = ends.first(where: { bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4b, 0x05, 0x06]) }) else {
            return nil
        }
        var record = ByteCursor(bytes, at: end + 10)
        guard let total = record.little(2), record.take(4) != nil, let start = record.little(4), start <= end else {
            return nil
        }
        var cursor = ByteCursor(bytes, at: start)
        for _ in 0..<total {
            guard cursor.little(4) == 0x0201_4b50, cursor.take(20) != nil, let size = cursor.little(4),
                let nameCount = cursor.little(2), let extraCount = cursor.little(2),
                let commentCount = cursor.little(2), cursor.take(12) != nil, let name = cursor.take(nameCount),
                cursor.take(extraCount + commentCount) != nil
            else { return nil }
            append(String(printable: name), size)
        }
    }

    /// Reads the entries of a tar archive whose headers are among its first bytes.
    init(tar bytes: [UInt8]) {
        let list = List()
        var reader = TarReader(Collector(list: list))
        // Keep the entries read before an error or the end of the data.
        try? reader.write(bytes)
        self = list.entries
    }

    private final class List {
        var entries = ArchiveEntries()
    }

    private struct Collector: TarHandler {
        let list: List

        mutating func begin(_ entry: TarEntry) {
            let name = String(printable: Array(entry.path.bytes))
            let isFolder = entry.kind == .folder && !name.hasSuffix("/")
            list.entries.append(isFolder ? name + "/" : name, entry.byteCount)
        }
        mutating func take(_ content: Span<UInt8>) {}
        mutating func end() {}
    }
}
