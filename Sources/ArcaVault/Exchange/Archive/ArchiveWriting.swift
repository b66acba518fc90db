internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaSystem

/// Writes the tar archive inside an archive.
enum ArchiveWriting {
    static func write<Contents: VaultContents, Output: ByteWriter>(
        _ contents: Contents, _ items: [VaultItem], _ head: ArchiveLayout.Head, to output: inout Output
    ) throws {
        let modified = Int(head.exported.seconds)
        let text = Array(head.text.utf8)
        try output.write(try header(ArchiveLayout.head, text.count, modified) + text)
        try output.write(TarWriter.padding(behind: text.count))
        var attachments: [(item: VaultItem.Name, attachment: VaultItem.Attachment)] = []
        var next = 0
        var number = 0
        while next < items.count {
            number += 1
            var json = JSONWriter()
            json.beginObject()
            json.name(ItemsJSON.marker)
            json.write(.integer(ItemsJSON.version))
            json.name("items")
            json.beginArray()
            while next < items.count, json.byteCount < ArchiveLayout.itemsByteCount {
                let item = items[next]
                let first = attachments.count
                attachments += item.attachments.map { (item.name, $0) }
                try ItemsJSON.write(item, contents, to: &json) { index in
                    ArchiveLayout.path(ArchiveLayout.attachmentsFolder, first + index + 1)
                }
                next += 1
            }
            json.endArray()
            json.endObject()
            let byteCount = json.byteCount
            try output.write(
                try header(ArchiveLayout.path(ArchiveLayout.itemsFolder, number, ".json"), byteCount, modified))
            try json.drain(into: &output)
            try output.write(TarWriter.padding(behind: byteCount))
        }
        for (index, entry) in attachments.enumerated() {
            let path = ArchiveLayout.path(ArchiveLayout.attachmentsFolder, index + 1)
            let byteCount = Int(entry.attachment.byteCount)
            try output.write(try header(path, byteCount, modified))
            let content = try contents.extract(
                entry.attachment.name, of: entry.item, to: ExactWriter(base: output, left: byteCount))
            guard content.left == 0 else { throw ExactWriter<Output>.wrongLength }
            try output.write(TarWriter.padding(behind: byteCount))
        }
        try output.write(TarWriter.end)
    }

    private static func header(_ path: String, _ byteCount: Int, _ modified: Int) throws -> [UInt8] {
        try TarWriter.header(
            of: TarEntry(path: BytePath(path), kind: .file, mode: 0o600, modified: modified, byteCount: byteCount))
    }

    /// Takes as many bytes as a header has promised, and no more.
    private struct ExactWriter<Base: ByteWriter>: ByteWriter {
        var base: Base
        var left: Int

        static var wrongLength: VaultError {
            VaultError(.tampered, "an attachment is longer or shorter than its item says")
        }

        mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
            let count = bytes.withBytes { $0.count }
            guard count <= left else { throw Self.wrongLength }
            left -= count
            try base.write(bytes)
        }
    }
}
