internal import ArcaCodecs
internal import ArcaCrypto

/// One item in Arca's JSON, both ways.
enum ItemJSON {
    /// What is said about an attachment; its content is elsewhere.
    struct Attachment {
        let name: String
        let mediaType: String
        let byteCount: UInt64
        /// Where in an archive the content is.
        let path: String?
    }

    private static let classes: [(VaultItem.Class, String)] = [
        (.genericPassword, "genericPassword"), (.internetPassword, "internetPassword"), (.key, "key"),
        (.certificate, "certificate"), (.note, "note"), (.file, "file"),
    ]
    private static let algorithms: [(OneTimePassword.Algorithm, String)] = [
        (.sha1, "sha1"), (.sha256, "sha256"), (.sha512, "sha512"),
    ]

    // MARK: Writing

    static func object(_ item: VaultItem, _ secret: ItemSecret) -> JSONObject {
        var object = JSONObject()
        object["class"] = .string(classes.first { $0.0 == item.name.itemClass }?.1 ?? "")
        object["service"] = .string(item.name.service)
        object["account"] = .string(item.name.account)
        set("scheme", item.name.scheme, &object)
        if item.name.port != 0 { object["port"] = .integer(item.name.port) }
        set("path", item.name.path, &object)
        set("label", item.attributes.label, &object)
        set("kind", item.attributes.kind, &object)
        set("comment", item.attributes.comment, &object)
        set("group", item.attributes.group, &object)
        object["expires"] = item.attributes.expires.map { .string($0.description) }
        object["created"] = .string(item.created.description)
        object["modified"] = .string(item.modified.description)
        object["secretChanged"] = .string(item.secretChanged.description)
        let fields = item.attributes.fields.map { ["name": .string($0.name), "value": .string($0.value)] as JSONValue }
        if !fields.isEmpty { object["fields"] = .array(fields) }
        object["secret"] = value(secret.value)
        let protected = secret.fields.map { ["name": .string($0.name), "value": value($0.value)] as JSONValue }
        if !protected.isEmpty { object["protectedFields"] = .array(protected) }
        object["oneTimePassword"] = secret.oneTimePassword.map { self.object($0) }
        return object
    }

    private static func object(_ password: OneTimePassword) -> JSONValue {
        [
            "kind": .string(password.kind == .time ? "time" : "counter"),
            "algorithm": .string(algorithms.first { $0.0 == password.algorithm }?.1 ?? ""),
            "digits": .integer(password.digits), "period": .integer(password.period),
            "counter": .integer(password.counter), "key": .string(Base32.standard.encode(password.key)),
            "issuer": .string(password.issuer), "account": .string(password.account),
        ]
    }

    static func object(_ attachment: VaultItem.Attachment, path: String?) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(attachment.name)
        object["mediaType"] = .string(attachment.mediaType)
        object["byteCount"] = .integer(attachment.byteCount)
        object["path"] = path.map { .string($0) }
        return .object(object)
    }

    private static func set(_ name: String, _ text: String, _ object: inout JSONObject) {
        if !text.isEmpty { object[name] = .string(text) }
    }

    /// Text as such, other bytes in Base64.
    private static func value(_ secret: SecretBytes) -> JSONValue {
        guard let text = String(validating: Array(bytes: secret), as: UTF8.self) else {
            return ["base64": .string(Base64.encode(secret))]
        }
        return .string(text)
    }

    // MARK: Reading

    static func item(_ field: JSONField) throws(CodecError) -> (item: ImportedItem, attachments: [Attachment]) {
        var history: [ItemDraft] = []
        for version in try field["history"].ifPresent?.array ?? [] {
            for name in ["history", "attachments"] where version[name].ifPresent != nil {
                throw version[name].error("is none of an older version's members")
            }
            history.append(try draft(version))
        }
        var attachments: [Attachment] = []
        for attachment in try field["attachments"].ifPresent?.array ?? [] {
            try attachment.allowOnly(["name", "mediaType", "byteCount", "path"])
            guard let byteCount = try attachment["byteCount"].number.uint64 else {
                throw attachment["byteCount"].error("is no count")
            }
            let name = try attachment["name"].string
            guard !attachments.contains(where: { $0.name == name }) else { throw attachment.error("repeats a name") }
            attachments.append(
                Attachment(
                    name: name, mediaType: try attachment["mediaType"].string, byteCount: byteCount,
                    path: try attachment["path"].ifPresent?.string))
        }
        let item = ImportedItem(draft: try draft(field), history: history, attachments: [], line: 0)
        return (item, attachments)
    }

    private static let members: Set<String> = [
        "class", "service", "account", "scheme", "port", "path", "label", "kind", "comment", "group", "expires",
        "created", "modified", "secretChanged", "fields", "secret", "protectedFields", "oneTimePassword",
        "attachments", "history",
    ]

    private static func draft(_ field: JSONField) throws(CodecError) -> ItemDraft {
        try field.allowOnly(members)
        var attributes = VaultItem.Attributes()
        attributes.label = try text(field["label"])
        attributes.kind = try text(field["kind"])
        attributes.comment = try text(field["comment"])
        attributes.group = try text(field["group"])
        attributes.expires = try time(field["expires"])
        for plain in try field["fields"].ifPresent?.array ?? [] {
            try plain.allowOnly(["name", "value"])
            attributes.fields.append(.init(try plain["name"].string, try plain["value"].string))
        }
        var secret = ItemSecret(try self.secret(field["secret"]))
        for protected in try field["protectedFields"].ifPresent?.array ?? [] {
            try protected.allowOnly(["name", "value"])
            secret.fields.append(.init(try protected["name"].string, try self.secret(protected["value"])))
        }
        guard (attributes.fields.map(\.name) + secret.fields.map(\.name)).areDistinct else {
            throw field.error("has two fields of one name, or one without")
        }
        secret.oneTimePassword = try field["oneTimePassword"].ifPresent.map { value throws(CodecError) in
            try password(value)
        }
        var draft = ItemDraft(try name(field), attributes, secret: secret)
        draft.created = try time(field["created"])
        draft.modified = try time(field["modified"])
        draft.secretChanged = try time(field["secretChanged"])
        return draft
    }

    private static func name(_ field: JSONField) throws(CodecError) -> VaultItem.Name {
        let word = try field["class"].string
        guard let itemClass = classes.first(where: { $0.1 == word })?.0 else {
            throw field["class"].error("is no class of items")
        }
        let service = try field["service"].string
        guard !service.isEmpty else { throw field["service"].error("is empty") }
        let account = try text(field["account"])
        guard itemClass == .internetPassword else {
            for name in ["scheme", "port", "path"] where field[name].ifPresent != nil {
                throw field[name].error("is for internet passwords alone")
            }
            return VaultItem.Name(service, account, class: itemClass)
        }
        guard let port = UInt16(exactly: try field["port"].ifPresent?.int ?? 0) else {
            throw field["port"].error("is no port")
        }
        return VaultItem.Name(
            server: service, account: account, scheme: try text(field["scheme"]), port: port,
            path: try text(field["path"]))
    }

    private static func password(_ field: JSONField) throws(CodecError) -> OneTimePassword {
        try field.allowOnly(["kind", "algorithm", "digits", "period", "counter", "key", "issuer", "account"])
        let kind = try field["kind"].string
        guard kind == "time" || kind == "counter" else { throw field["kind"].error("is neither time nor counter") }
        let word = try field["algorithm"].string
        guard let algorithm = algorithms.first(where: { $0.1 == word })?.0 else {
            throw field["algorithm"].error("is no algorithm of one-time passwords")
        }
        guard let counter = try field["counter"].number.uint64 else { throw field["counter"].error("is no counter") }
        let text = try field["key"].string
        do {
            return try OneTimePassword(
                kind == "time" ? .time : .counter, key: OneTimePassword.key(base32: text.utf8), algorithm: algorithm,
                digits: try field["digits"].int, period: try field["period"].int, counter: counter,
                issuer: try field["issuer"].string, account: try field["account"].string)
        } catch let error as CodecError {
            throw error
        } catch {
            throw field.error("makes no one-time password: \(error)")
        }
    }

    private static func text(_ field: JSONField) throws(CodecError) -> String { try field.ifPresent?.string ?? "" }

    private static func time(_ field: JSONField) throws(CodecError) -> Timestamp? {
        guard let text = try field.ifPresent?.string else { return nil }
        guard let time = try? Timestamp(text: text) else { throw field.error("is no time as in 2026-11-21T22:00:50Z") }
        return time
    }

    private static func secret(_ field: JSONField) throws(CodecError) -> SecretBytes {
        if let text = field.value?.string { return SecretBytes(copying: text.utf8) }
        try field.allowOnly(["base64"])
        return try field["base64"].decoded { text throws(CodecError) in
            try SecretBytes(byteCount: Base64.standard.maximumDecodedCount(for: text.utf8.count)) {
                output throws(CodecError) in
                try Base64.standard.decode(text.utf8.span, into: &output)
            }
        }
    }
}
