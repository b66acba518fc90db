internal import ArcaCodecs
internal import ArcaCore
internal import ArcaContainers
internal import ArcaSystem
internal import ArcaVault

enum ArchiveLayout {
    /// The first entry, with version and counts.
    static let head = "vault.json"
    static let marker = "arca-vault-archive"
    static let version = 2
    /// Readable versions; version 1 does not name its vault.
    static let versions = 1...2
    static let itemsFolder = "items/"
    static let attachmentsFolder = "attachments/"
    /// Threshold in bytes: the item that reaches it is the last of its file.
    static let itemsByteCount = 1 << 20
    static let largestHeadByteCount = 64 << 10

    struct Head {
        /// The identifier of the vault; empty in version 1 and without a vault.
        let vault: [UInt8]
        let exported: Vault.Timestamp
        let itemCount: Int
        let attachmentCount: Int

        init(vault: [UInt8], exported: Vault.Timestamp, itemCount: Int, attachmentCount: Int) {
            self.vault = vault
            self.exported = exported
            self.itemCount = itemCount
            self.attachmentCount = attachmentCount
        }

        init(reading bytes: [UInt8]) throws {
            let root = JSONField(try JSONReader.read(bytes))
            let version = try root[marker].int
            guard versions.contains(version) else {
                throw CodecError(
                    .unsupported,
                    "the archive is of version \(version); this program reads up to \(ArchiveLayout.version)")
            }
            try root.allowOnly([marker, "exported", "vault", "items", "attachments"])
            let time = try root["exported"].string
            guard let exported = try? Vault.Timestamp(text: time) else { throw root["exported"].error("is not a time") }
            self.init(
                vault: try ItemJSON.identifier(root["vault"]), exported: exported, itemCount: try root["items"].int,
                attachmentCount: try root["attachments"].int)
        }

        var text: String {
            var object = JSONObject()
            object[ArchiveLayout.marker] = .integer(ArchiveLayout.version)
            object["exported"] = .string(exported.description)
            if !vault.isEmpty { object["vault"] = .string(Base16.standard.encode(vault)) }
            object["items"] = .integer(itemCount)
            object["attachments"] = .integer(attachmentCount)
            return JSONValue.object(object).text() + "\n"
        }
    }

    /// The path of a numbered file: `items/00000001.json`.
    static func path(_ folder: String, _ number: Int, _ suffix: String = "") -> String {
        let digits = String(number)
        return folder + String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits + suffix
    }
}

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
            try json.beginObject()
            try json.name(ItemsJSON.marker)
            try json.write(.integer(ItemsJSON.version))
            try json.name("items")
            try json.beginArray()
            while next < items.count, json.byteCount < ArchiveLayout.itemsByteCount {
                let item = items[next]
                let first = attachments.count
                attachments += item.attachments.map { (item.name, $0) }
                try ItemsJSON.write(item, contents, to: &json) { index in
                    ArchiveLayout.path(ArchiveLayout.attachmentsFolder, first + index + 1)
                }
                next += 1
            }
            try json.endArray()
            try json.endObject()
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
            guard content.left == 0 else { throw content.wrongLength }
            try output.write(TarWriter.padding(behind: byteCount))
        }
        try output.write(TarWriter.end)
    }

    private static func header(_ path: String, _ byteCount: Int, _ modified: Int) throws -> [UInt8] {
        try TarWriter.header(
            of: TarEntry(path: BytePath(path), kind: .file, mode: 0o600, modified: modified, byteCount: byteCount))
    }
}

/// Writes exactly the number of bytes that a header gives.
struct ExactWriter<Base: ByteWriter>: ByteWriter {
    var base: Base
    var left: Int

    var wrongLength: VaultError {
        VaultError(.tampered, "an attachment is longer or shorter than its item says")
    }

    mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
        let count = bytes.withBytes { $0.count }
        guard count <= left else { throw wrongLength }
        left -= count
        try base.write(bytes)
    }
}
