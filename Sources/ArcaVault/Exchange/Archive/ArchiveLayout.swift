internal import ArcaCodecs

/// What an archive is made of: names of entries and the members of its head.
enum ArchiveLayout {
    /// The first entry, which says what follows.
    static let head = "vault.json"
    static let marker = "arca-vault-archive"
    static let version = 1
    static let itemsFolder = "items/"
    static let attachmentsFolder = "attachments/"
    /// A file of items is ended after the item with which it reaches this, in bytes.
    static let itemsByteCount = 1 << 20
    static let largestHeadByteCount = 64 << 10

    /// What the first entry says.
    struct Head {
        let exported: Timestamp
        let itemCount: Int
        let attachmentCount: Int

        init(exported: Timestamp, itemCount: Int, attachmentCount: Int) {
            self.exported = exported
            self.itemCount = itemCount
            self.attachmentCount = attachmentCount
        }

        init(reading bytes: [UInt8]) throws(CodecError) {
            let root = JSONField(try JSONReader.read(bytes))
            let version = try root[marker].int
            guard version == ArchiveLayout.version else {
                throw CodecError(
                    .unsupported, "the archive is of version \(version); this program reads \(ArchiveLayout.version)")
            }
            try root.allowOnly([marker, "exported", "items", "attachments"])
            let time = try root["exported"].string
            guard let exported = try? Timestamp(text: time) else { throw root["exported"].error("is no time") }
            self.init(
                exported: exported, itemCount: try root["items"].int, attachmentCount: try root["attachments"].int)
        }

        var text: String {
            let value: JSONValue = [
                ArchiveLayout.marker: .integer(ArchiveLayout.version), "exported": .string(exported.description),
                "items": .integer(itemCount), "attachments": .integer(attachmentCount),
            ]
            return value.text() + "\n"
        }
    }

    /// The name of the file of this number in a folder: `items/00000001.json`.
    static func path(_ folder: String, _ number: Int, _ suffix: String = "") -> String {
        let digits = String(number)
        return folder + String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits + suffix
    }
}
