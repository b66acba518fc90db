internal import ArcaCodecs
public import ArcaCore
public import ArcaVault

/// Arca's JSON format for items: everything but the contents of attachments, versioned, parsed strictly.
///
/// The text contains unencrypted secrets. Writing keeps no copy of them; reading leaves strings in memory that are not
/// wiped. ``VaultArchive`` stores the same text encrypted, with attachments.
/// Documentation/VAULT-EXCHANGE.md describes the members.
public enum ItemsJSON {
    /// The member that identifies the format and holds its version.
    static let marker = "arca-vault-items"
    static let version = 2
    /// Readable versions; version 1 has neither vault nor item identifiers.
    static let versions = 1...2

    /// Writes the items that match a query, with their secrets and histories.
    ///
    /// - Parameters:
    ///   - contents: The source of the items.
    ///   - query: The items to write.
    ///   - time: The time of the export.
    ///   - writer: Receives the indented text, one item at a time.
    /// - Returns: Names of the omitted attachments, as `service/account: name`.
    /// - Throws: Errors of `contents` and `writer`.
    public static func write<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, at time: Vault.Timestamp = .now(),
        to writer: inout Writer
    ) throws -> [String] {
        var left: [String] = []
        var json = JSONWriter(.pretty)
        try json.beginObject()
        try json.name(marker)
        try json.write(.integer(version))
        try json.name("exported")
        try json.write(.string(time.description))
        if !contents.identifier.isEmpty {
            try json.name("vault")
            try json.write(.string(Base16.standard.encode(contents.identifier)))
        }
        try json.name("items")
        try json.beginArray()
        try contents.withSnapshot { contents in
            for item in try contents.items(matching: query) {
                try write(item, contents, to: &json)
                try json.drain(into: &writer)
                left += item.attachments.map { "\(item.name.text): \($0.name)" }
            }
        }
        try json.endArray()
        try json.endObject()
        try json.drain(into: &writer)
        try writer.write([UInt8.newline])
        return left
    }

    static func write<Contents: VaultContents>(
        _ item: VaultItem, _ contents: Contents, to json: inout JSONWriter, path: ((Int) -> String)? = nil
    ) throws {
        let secret = try contents.secret(of: item.name)
        // Oldest first, so adding them in order reproduces the history.
        let versions = item.historyCount > 0 ? try contents.history(of: item.name).reversed() : []
        try json.beginObject()
        try ItemJSON.writePlace(of: item, to: &json)
        try ItemJSON.write(item, secret, to: &json)
        let attachments = item.attachments.enumerated().map { index, attachment in
            ItemJSON.object(attachment, path: path?(index))
        }
        if !attachments.isEmpty {
            try json.name("attachments")
            try json.write(.array(attachments))
        }
        if !versions.isEmpty {
            try json.name("history")
            try json.beginArray()
            for version in versions {
                let secret = try contents.secret(of: item.name, version: version.version)
                try json.beginObject()
                try ItemJSON.write(version, secret, to: &json)
                try json.endObject()
            }
            try json.endArray()
        }
        try json.endObject()
    }

    /// Reads a document strictly: an unknown member is an error.
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
                    result.notes.append(ImportedItems.Note(kind: .warning, line: 0, text: text, item: item.draft.name))
                }
            }
            try checkNames(result.items)
            return result
        } catch {
            throw VaultError(json: error)
        }
    }

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

    static func checkNames(_ items: [ImportedItems.Item]) throws {
        var names: Set<VaultItem.Name> = []
        for item in items where !names.insert(item.draft.name).inserted {
            throw CodecError(
                .invalidSyntax, "two items are called \(item.draft.name.text)")
        }
    }
}

extension VaultError {
    /// Converts a JSON error: `.unsupported` for another version, otherwise `.malformed`.
    init(json error: any Error) {
        let error = CodecError(wrapping: error)
        self.init(
            error.code == .unsupported ? .unsupported : .malformed, at: error.place, error.reason, hint: error.hint)
    }
}
