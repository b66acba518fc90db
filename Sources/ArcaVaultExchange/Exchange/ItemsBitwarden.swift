internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
internal import ArcaOTP
public import ArcaVault

/// Items as Bitwarden's JSON, protected with a passphrase.
///
/// Bitwarden and many other programs read it as `.json (Encrypted)`. Memory holds the whole text, which is wiped.
public enum ItemsBitwarden {
    /// Writes the items that match a query, encrypted.
    ///
    /// The key is derived from the passphrase by PBKDF2 with HMAC-SHA-256 and 600,000 iterations; the items are
    /// encrypted with AES-256-CBC and authenticated with HMAC-SHA-256.
    ///
    /// - Parameters:
    ///   - contents: The source of the items.
    ///   - query: The items to write.
    ///   - passphrase: The passphrase; secret, not empty.
    ///   - writer: Receives the text.
    /// - Returns: A description per item of what the format cannot hold: attachments, expiry, other values of older
    ///   versions, or a secret that is not UTF-8.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for an empty passphrase; errors of `contents` and `writer`.
    public static func write<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, passphrase: SecretBytes, to writer: inout Writer
    ) throws -> [String] {
        guard !passphrase.isEmpty else { throw VaultError(.invalidArgument, "the passphrase is empty") }
        var plain = WipingWriter()
        defer { plain.text.wipe() }
        let left = try writePlain(contents, matching: query, to: &plain)
        let salt = Base64.standard.encode(try SecureRandom.bytes(16))
        let iterations = BitwardenEncryption.iterations
        let keys = try BitwardenEncryption(passphrase, salt: salt, .pbkdf2(iterations: iterations))
        var json = JSONWriter(.pretty)
        try json.write([
            "encrypted": true, "passwordProtected": true, "salt": .string(salt), "kdfType": 0,
            "kdfIterations": .integer(iterations), "kdfMemory": nil, "kdfParallelism": nil,
            "encKeyValidation_DO_NOT_EDIT": .string(try keys.seal(try Self.identifier().utf8)),
            "data": .string(try keys.seal(plain.text.bytes)),
        ])
        try json.drain(into: &writer)
        try writer.write([UInt8.newline])
        return left
    }

    /// Writes the text to encrypt.
    static func writePlain<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery, to writer: inout Writer
    ) throws -> [String] {
        var left: [String] = []
        var json = JSONWriter()
        try contents.withSnapshot { contents in
            let items = try contents.items(matching: query)
            var folders: [String: String] = [:]
            try json.beginObject()
            try json.write("encrypted", false)
            try json.name("folders")
            try json.beginArray()
            for item in items where !item.attributes.group.isEmpty && folders[item.attributes.group] == nil {
                let identifier = try Self.identifier()
                folders[item.attributes.group] = identifier
                try json.write(["id": .string(identifier), "name": .string(item.attributes.group)])
            }
            try json.endArray()
            try json.name("items")
            try json.beginArray()
            for item in items {
                let secret = try contents.secret(of: item.name)
                let versions = item.historyCount > 0 ? try contents.history(of: item.name) : []
                let older = try versions.map { try contents.secret(of: item.name, version: $0.version).value }
                try write(item, secret, zip(versions, older), folder: folders[item.attributes.group], to: &json)
                try json.drain(into: &writer)
                let losses = ItemJSON.losses(item, secret, versions: "older versions except passwords")
                if !losses.isEmpty { left.append("\(item.name.text): \(losses.joined(separator: ", "))") }
            }
            try json.endArray()
            try json.endObject()
            try json.drain(into: &writer)
        }
        return left
    }

    private static func write(
        _ item: VaultItem, _ secret: ItemSecret, _ older: some Sequence<(VaultItem, SecretBytes)>, folder: String?,
        to json: inout JSONWriter
    ) throws {
        let isNote = item.name.itemClass != .genericPassword && item.name.itemClass != .internetPassword
        let notes = isNote ? secret.value : secret.fields.first { $0.name == "notes" }?.value
        let comment = item.attributes.comment
        let isFavorite = item.attributes.fields.contains { $0.name == "favorite" && $0.value == "true" }
        try json.beginObject()
        try json.write("id", .string(try identifier()))
        try json.write("folderId", folder.map { .string($0) } ?? nil)
        try json.write("type", isNote ? 2 : 1)
        try json.write("name", .string(item.attributes.label.isEmpty ? item.name.service : item.attributes.label))
        try json.write("favorite", .bool(isFavorite))
        if let notes {
            try json.write("notes", notes)
        } else {
            try json.write("notes", comment.isEmpty ? nil : .string(comment))
        }
        try json.write("creationDate", .string(item.created.description))
        try json.write("revisionDate", .string(item.modified.description))
        try json.name("fields")
        try json.beginArray()
        if notes != nil, !comment.isEmpty { try write("comment", comment, to: &json) }
        if isNote, !item.name.account.isEmpty { try write("account", item.name.account, to: &json) }
        for field in item.attributes.fields where field.name != "favorite" && (isNote || !field.isAddress) {
            try write(field.name, field.value, to: &json)
        }
        for field in secret.fields where isNote || field.name != "notes" {
            try write(secret: field.name, field.value, to: &json)
        }
        if isNote, let password = secret.oneTimePassword { try write(secret: "totp", password.uri, to: &json) }
        try json.endArray()
        if isNote {
            try json.write("secureNote", ["type": 0])
        } else {
            try login(item, secret, older, to: &json)
        }
        try json.endObject()
    }

    private static func login(
        _ item: VaultItem, _ secret: ItemSecret, _ older: some Sequence<(VaultItem, SecretBytes)>,
        to json: inout JSONWriter
    ) throws {
        let addresses = item.attributes.fields.filter(\.isAddress).map(\.value)
        let uris = addresses.isEmpty && item.name.itemClass == .internetPassword ? [item.name.address] : addresses
        try json.name("login")
        try json.beginObject()
        try json.write("uris", .array(uris.map { ["match": nil, "uri": .string($0)] }))
        try json.write("username", .string(item.name.account))
        try json.write("password", secret.value)
        if let password = secret.oneTimePassword { try json.write("totp", password.uri) }
        try json.write("passwordRevisionDate", .string(item.secretChanged.description))
        try json.endObject()
        // Newest first, each with the time it was replaced.
        try json.name("passwordHistory")
        try json.beginArray()
        var (last, replaced) = (secret.value, item.secretChanged)
        for (version, value) in older {
            defer { replaced = version.secretChanged }
            guard value != last, value.isText else { continue }
            last = value
            try json.beginObject()
            try json.write("lastUsedDate", .string(replaced.description))
            try json.write("password", value)
            try json.endObject()
        }
        try json.endArray()
    }

    private static func write(_ name: String, _ value: String, to json: inout JSONWriter) throws {
        try json.write(["name": .string(name), "value": .string(value), "type": 0])
    }

    private static func write(secret name: String, _ value: SecretBytes, to json: inout JSONWriter) throws {
        guard value.isText else { return }
        try json.beginObject()
        try json.write("name", .string(name))
        try json.write("type", 1)
        try json.write("value", value)
        try json.endObject()
    }

    /// A random UUID, version 4, as Bitwarden's identifiers are.
    private static func identifier() throws -> String {
        var bytes = try SecureRandom.bytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        var text = Base16.standard.encode(bytes)
        for offset in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: offset)) }
        return text
    }
}

/// Collects a text that is wiped.
struct WipingWriter: ByteWriter {
    typealias Failure = Never
    var text = WipingBytes()

    mutating func write(_ bytes: borrowing some Bytes) {
        bytes.withBytes { text.append(contentsOf: $0) }
    }
}

extension VaultItem.Field {
    /// Whether it is an address from an import: `url`, `url (2)`.
    var isAddress: Bool { name == "url" || name.hasPrefix("url (") }
}

extension VaultItem.Name {
    /// The address of an internet password.
    var address: String {
        let scheme = scheme.isEmpty ? "" : "\(scheme)://"
        return scheme + service + (port == 0 ? "" : ":\(port)") + path
    }
}

extension JSONWriter {
    /// A secret; empty text if it is not UTF-8.
    fileprivate mutating func write(_ name: String, _ value: SecretBytes) throws {
        try self.name(name)
        guard value.isText else { return try write("") }
        try write(secret: value)
    }
}
