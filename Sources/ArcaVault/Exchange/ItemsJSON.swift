public import ArcaCodecs

/// Arca's own JSON of items: everything but attachments' contents, versioned, read strictly.
///
/// The text holds unencrypted secrets. Writing leaves no copy of them in memory; reading does, in strings that are not
/// wiped. ``VaultArchive`` keeps the same text encrypted, with attachments.
/// Documentation/VAULT-EXCHANGE.md describes the members.
public enum ItemsJSON {
    /// The member whose number is the version, and by which the format is known.
    static let marker = "arca-vault-items"
    static let version = 2
    /// What is read: version 1 says neither which vault an item is from nor which of its items it is.
    static let versions = 1...2

    /// Writes the items that a query means, with their secrets and histories.
    ///
    /// - Parameters:
    ///   - contents: Where the items are.
    ///   - query: Which items.
    ///   - time: The time of the export.
    ///   - writer: Receives the text, indented, one item after the other.
    /// - Returns: Names of attachments whose contents the text does not have, as `service/account: name`.
    /// - Throws: What `contents` and `writer` throw.
    public static func write<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, at time: Vault.Timestamp = .now(),
        to writer: inout Writer
    ) throws -> [String] {
        var left: [String] = []
        var json = JSONWriter(.pretty)
        json.beginObject()
        json.name(marker)
        json.write(.integer(version))
        json.name("exported")
        json.write(.string(time.description))
        if !contents.identifier.isEmpty {
            json.name("vault")
            json.write(.string(Base16.standard.encode(contents.identifier)))
        }
        json.name("items")
        json.beginArray()
        try contents.withSnapshot { contents in
            for item in try contents.items(matching: query) {
                try write(item, contents, to: &json)
                try json.drain(into: &writer)
                left += item.attachments.map { "\(item.name.text): \($0.name)" }
            }
        }
        json.endArray()
        json.endObject()
        try json.drain(into: &writer)
        try writer.write([UInt8(ascii: "\n")])
        return left
    }

    /// Writes an item with its secret and history.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - contents: Where its secrets are.
    ///   - json: Receives the object.
    ///   - path: Where the content of the attachment of a number, from 0, will be; nil to leave it out.
    /// - Throws: What `contents` throws.
    static func write<Contents: VaultContents>(
        _ item: VaultItem, _ contents: Contents, to json: inout JSONWriter, path: ((Int) -> String)? = nil
    ) throws {
        let secret = try contents.secret(of: item.name)
        // The oldest first, so that adding them in this order makes the same history.
        let versions = item.historyCount > 0 ? try contents.history(of: item.name).reversed() : []
        json.beginObject()
        ItemJSON.writePlace(of: item, to: &json)
        ItemJSON.write(item, secret, to: &json)
        let attachments = item.attachments.enumerated().map { index, attachment in
            ItemJSON.object(attachment, path: path?(index))
        }
        if !attachments.isEmpty {
            json.name("attachments")
            json.write(.array(attachments))
        }
        if !versions.isEmpty {
            json.name("history")
            json.beginArray()
            for version in versions {
                let secret = try contents.secret(of: item.name, version: version.version)
                json.beginObject()
                ItemJSON.write(version, secret, to: &json)
                json.endObject()
            }
            json.endArray()
        }
        json.endObject()
    }

    /// Reads a document, strictly: an unknown member is an error.
    static func read(_ bytes: Span<UInt8>) throws -> ImportedItems {
        do {
            var result = ImportedItems()
            let root = JSONField(try JSONReader.read(bytes))
            result.vault = try ItemJSON.identifier(root["vault"])
            for (item, attachments) in try items(root) {
                result.items.append(item)
                for attachment in attachments {
                    let text =
                        "the attachment '\(attachment.name.shortened)' of \(item.draft.name.text.shortened) is not in the file"
                    result.notes.append(ImportedItems.Note(kind: .warning, line: 0, text: text))
                }
            }
            try checkNames(result.items)
            return result
        } catch {
            throw VaultError(json: error)
        }
    }

    /// The items of a document, with what is said about their attachments.
    static func items(
        _ root: JSONField
    ) throws -> [(item: ImportedItems.Item, attachments: [ItemJSON.Attachment])] {
        let found = try root[marker].int
        guard versions.contains(found) else {
            throw CodecError(.unsupported, "the items are of version \(found); this program reads up to \(version)")
        }
        try root.allowOnly([marker, "exported", "vault", "items"])
        return try root["items"].array.map { field in try ItemJSON.item(field) }
    }

    /// Refuses two items of one name.
    static func checkNames(_ items: [ImportedItems.Item]) throws {
        var names: Set<VaultItem.Name> = []
        for item in items where !names.insert(item.draft.name).inserted {
            throw CodecError(
                .invalidSyntax, "two items are called \(item.draft.name.text)")
        }
    }
}

extension VaultError {
    /// A failure of reading JSON: `.unsupported` for what another version wrote, else `.malformed`.
    init(json error: any Error) {
        let error = CodecError(wrapping: error)
        self.init(
            error.code == .unsupported ? .unsupported : .malformed, at: error.place, error.reason, hint: error.hint)
    }
}
