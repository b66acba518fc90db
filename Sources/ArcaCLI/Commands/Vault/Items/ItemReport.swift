internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaVault

enum ItemReport {
    static func json(_ item: VaultItem, _ secret: ItemSecret? = nil, owner: VaultOwner? = nil) -> JSONValue {
        var object = json(item.name)
        if let owner { object["vault"] = .string(owner.rawValue) }
        let attributes = item.attributes
        for (key, text) in [
            ("label", attributes.label), ("kind", attributes.kind), ("comment", attributes.comment),
            ("group", attributes.group),
        ] where !text.isEmpty { object[key] = .string(text) }
        object["created"] = .string(item.created.description)
        object["modified"] = .string(item.modified.description)
        object["secretChanged"] = .string(item.secretChanged.description)
        if let expires = attributes.expires { object["expires"] = .string(expires.description) }
        if let removed = item.removed { object["removed"] = .string(removed.description) }
        object["version"] = .integer(Int(item.version))
        if !item.isProven { object["isProven"] = .bool(false) }
        if !item.conflicts.isEmpty { object["conflicts"] = .array(item.conflicts.map { .string($0) }) }
        object["olderVersions"] = .integer(item.historyCount)
        object["oneTimePassword"] = .bool(item.oneTimePassword != nil)
        object["fields"] = .array(
            attributes.fields.map { field in
                ["name": .string(field.name), "value": .string(field.value)]
            }
                + item.protectedFields.map { name in
                    let value = secret?.fields.first { $0.name == name }?.value
                    return ["name": .string(name), "value": value.map(Self.text) ?? .null, "isSecret": .bool(true)]
                })
        object["attachments"] = .array(
            item.attachments.map { attachment in
                [
                    "name": .string(attachment.name), "mediaType": .string(attachment.mediaType),
                    "byteCount": .integer(Int(attachment.byteCount)),
                    "created": .string(attachment.created.description),
                ]
            })
        if let secret { object["password"] = text(secret.value) }
        return .object(object)
    }

    static func json(_ name: VaultItem.Name) -> JSONObject {
        var object = JSONObject()
        object["class"] = .string(ItemClassName(name.itemClass).rawValue)
        object["service"] = .string(name.service)
        object["account"] = .string(name.account)
        if name.itemClass == .internetPassword {
            object["protocol"] = .string(name.scheme)
            object["port"] = .integer(Int(name.port))
            object["path"] = .string(name.path)
        }
        return object
    }

    static func text(_ secret: SecretBytes) -> JSONValue {
        secret.withBytes { bytes in
            let bytes = Array(bytes: bytes)
            return String(validating: bytes, as: UTF8.self).map { .string($0) }
                ?? ["base64": .string(Base64.standard.encode(bytes))]
        }
    }

    /// Lines of `name: value`, with secrets only if `secret` is given.
    static func lines(
        _ item: VaultItem, _ secret: ItemSecret?, owner: VaultOwner? = nil
    ) -> [(name: String, value: Line)] {
        let name = item.name
        let attributes = item.attributes
        var lines: [(String, Line)] = owner.map { [("vault", .text($0.rawValue))] } ?? []
        lines += [
            ("class", .text(ItemClassName(name.itemClass).rawValue)), ("service", .text(name.service)),
        ]
        func add(_ key: String, _ text: String) { if !text.isEmpty { lines.append((key, .text(text))) } }
        add("account", name.account)
        add("protocol", name.scheme)
        add("port", name.port == 0 ? "" : String(name.port))
        add("path", name.path)
        lines.append(("password", secret.map { .secret($0.value) } ?? .hidden))
        add("label", attributes.label)
        add("kind", attributes.kind)
        add("group", attributes.group)
        for field in attributes.fields { lines.append((field.name, .text(field.value))) }
        for field in item.protectedFields {
            let value = secret?.fields.first { $0.name == field }?.value
            lines.append((field, value.map { .secret($0) } ?? .hidden))
        }
        if let kind = item.oneTimePassword { add("one-time password", kind == .time ? "by time" : "by counter") }
        for attachment in item.attachments {
            add("attachment", "\(attachment.name) (\(ByteCount.text(Int(attachment.byteCount))))")
        }
        if let expires = attributes.expires {
            add("expires", DateText.shown(expires) + (item.isExpired() ? " (expired)" : ""))
        }
        add("created", DateText.shown(item.created))
        add("modified", DateText.shown(item.modified))
        add("older versions", item.historyCount == 0 ? "" : String(item.historyCount))
        add("comment", attributes.comment)
        return lines
    }

    enum Line {
        case text(String)
        case secret(SecretBytes)
        case hidden
    }
}

/// An action on a vault or an item, by its word in reports.
enum ItemAction: String {
    case added, changed, renamed, removed, restored, attached, detached, resolved, reverted
    case created, unlocked, locked, purged, copied, rotated
    case shared, invited, joined, repaired, left, compared

    func report(_ notes: [String], asJSON: Bool, _ members: [(String, JSONValue)]) throws {
        guard asJSON else { return notes.forEach(Messages.note) }
        try JSONReport.print([("action", .string(rawValue))] + members)
    }

    func report(
        _ name: VaultItem.Name, _ note: String, asJSON: Bool, _ members: [(String, JSONValue)] = []
    ) throws {
        try report([note], asJSON: asJSON, [("item", .object(ItemReport.json(name)))] + members)
    }
}
