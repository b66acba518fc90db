internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
public import ArcaVault

/// Items in the Credential Exchange Format 1.0, which password managers of the FIDO Alliance read.
///
/// The text contains unencrypted secrets. Writing keeps no copy of them.
///
/// Source: FIDO Alliance, Credential Exchange Format 1.0, Proposed Standard of 2025-08-14.
public enum ItemsCXF {
    /// Writes the items that match a query.
    ///
    /// - Parameters:
    ///   - contents: The source of the items.
    ///   - query: The items to write.
    ///   - time: The time of the export.
    ///   - writer: Receives the text, one item at a time.
    /// - Returns: A description per item of what the format cannot hold: attachments, older versions, expiry, or a
    ///   secret that is not UTF-8.
    /// - Throws: Errors of `contents` and `writer`.
    public static func write<Contents: VaultContents, Writer: ByteWriter & ~Copyable>(
        _ contents: Contents, matching query: VaultQuery = .all, at time: Vault.Timestamp = .now(),
        to writer: inout Writer
    ) throws -> [String] {
        var left: [String] = []
        var json = JSONWriter(.pretty)
        try contents.withSnapshot { contents in
            let items = try contents.items(matching: query)
            let account = contents.identifier.isEmpty ? try SecureRandom.bytes(16) : contents.identifier
            var groups = GroupTree<String>()
            try json.beginObject()
            try json.write("version", ["major": 1, "minor": 0])
            // Required, and for an app without a website a reserved name (RFC 2606).
            try json.write("exporterRpId", "arca.invalid")
            try json.write("exporterDisplayName", "Arca")
            try json.write("timestamp", .integer(time.seconds))
            try json.name("accounts")
            try json.beginArray()
            try json.beginObject()
            try json.write("id", .string(Base64.urlUnpadded.encode(account)))
            try json.write("username", "")
            try json.write("email", "")
            try json.name("items")
            try json.beginArray()
            for item in items {
                let secret = try contents.secret(of: item.name)
                let bytes = item.identifier.isEmpty ? try SecureRandom.bytes(16) : item.identifier
                let identifier = Base64.urlUnpadded.encode(bytes)
                groups.add(identifier, to: item.attributes.group)
                try write(item, secret, identifier, to: &json)
                try json.drain(into: &writer)
                let losses = ItemJSON.losses(
                    item, secret, versions: "\(item.historyCount) older version\(item.historyCount == 1 ? "" : "s")")
                if !losses.isEmpty { left.append("\(item.name.text): \(losses.joined(separator: ", "))") }
            }
            try json.endArray()
            try json.name("collections")
            try groups.write(to: &json)
            try json.endObject()
            try json.endArray()
            try json.endObject()
            try json.drain(into: &writer)
            try writer.write([UInt8.newline])
        }
        return left
    }

    private static func write(
        _ item: VaultItem, _ secret: ItemSecret, _ identifier: String, to json: inout JSONWriter
    ) throws {
        let isLogin = item.name.itemClass == .genericPassword || item.name.itemClass == .internetPassword
        let attributes = item.attributes
        let special: Set = ["tags", "favorite"]
        try json.beginObject()
        try json.write("id", .string(identifier))
        try json.write("creationAt", .integer(max(0, item.created.seconds)))
        try json.write("modifiedAt", .integer(max(0, item.modified.seconds)))
        try json.write("title", .string(attributes.label.isEmpty ? item.name.service : attributes.label))
        try json.write("favorite", .bool(attributes.fields.contains { $0.name == "favorite" && $0.value == "true" }))
        if let tags = attributes.fields.first(where: { $0.name == "tags" })?.value {
            try json.write("tags", .array(tags.split(separator: ",").map { .string(String($0.drop { $0 == " " })) }))
        }
        let addresses = attributes.fields.filter(\.isAddress).map(\.value)
        let urls = addresses.isEmpty && item.name.itemClass == .internetPassword ? [item.name.address] : addresses
        try json.write("scope", ["urls": .array(urls.map { .string($0) }), "androidApps": []])
        try json.name("credentials")
        try json.beginArray()
        if isLogin {
            try json.beginObject()
            try json.write("type", "basic-auth")
            try json.write("username", ["fieldType": "string", "value": .string(item.name.account)])
            try json.name("password")
            try concealed(secret.value, label: nil, to: &json)
            try json.endObject()
        }
        if let password = secret.oneTimePassword, password.kind == .time { try write(password, to: &json) }
        let notes = item.name.itemClass == .note ? secret.value : secret.fields.first { $0.name == "notes" }?.value
        if let notes, notes.isText, !notes.isEmpty {
            try json.beginObject()
            try json.write("type", "note")
            try json.name("content")
            try json.beginObject()
            try json.write("fieldType", "string")
            try json.name("value")
            try json.write(secret: notes)
            try json.endObject()
            try json.endObject()
        }
        try json.beginObject()
        try json.write("type", "custom-fields")
        try json.name("fields")
        try json.beginArray()
        let plain =
            attributes.fields.filter { !$0.isAddress && !special.contains($0.name) }
            + [.init("comment", attributes.comment)] + (isLogin ? [] : [.init("account", item.name.account)])
        for field in plain where !field.value.isEmpty {
            try json.write([
                "fieldType": "string", "value": .string(field.value), "label": .string(field.name),
            ])
        }
        let isOther = !isLogin && item.name.itemClass != .note
        if isOther { try concealed(secret.value, label: "secret", to: &json) }
        let skipsNotes = item.name.itemClass != .note
        for field in secret.fields where !(skipsNotes && field.name == "notes") {
            try concealed(field.value, label: field.name, to: &json)
        }
        if let password = secret.oneTimePassword, password.kind != .time {
            try concealed(password.uri, label: "otp", to: &json)
        }
        try json.endArray()
        try json.endObject()
        try json.endArray()
        try json.endObject()
    }

    private static func concealed(_ value: SecretBytes, label: String?, to json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("fieldType", "concealed-string")
        try json.name("value")
        if value.isText { try json.write(secret: value) } else { try json.write("") }
        if let label { try json.write("label", .string(label)) }
        try json.endObject()
    }

    private static func write(_ password: OTPGenerator, to json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("type", "totp")
        try json.name("secret")
        try json.write(secret: ItemJSON.text(of: password.key, in: Base32.standard))
        try json.write("period", .integer(password.period))
        try json.write("digits", .integer(password.digits))
        try json.write("username", .string(password.account))
        try json.write("algorithm", .string(ItemJSON.name(of: password.algorithm)))
        try json.write("issuer", .string(password.issuer))
        try json.endObject()
    }
}

extension GroupTree<String> {
    /// Writes the groups below this one as collections.
    fileprivate func write(to json: inout JSONWriter) throws {
        try json.beginArray()
        for (name, group) in groups {
            try json.beginObject()
            try json.write("id", .string(Base64.urlUnpadded.encode(try SecureRandom.bytes(16))))
            try json.write("title", .string(name))
            try json.write("items", .array(group.items.map { ["item": .string($0)] }))
            try json.name("subCollections")
            try group.write(to: &json)
            try json.endObject()
        }
        try json.endArray()
    }
}
