internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaVault

enum ItemJSON {
    struct Attachment {
        let name: String
        let mediaType: String
        let byteCount: UInt64
        let path: String?
    }

    private static let classes: [(VaultItem.Class, String)] = [
        (.genericPassword, "genericPassword"), (.internetPassword, "internetPassword"), (.key, "key"),
        (.certificate, "certificate"), (.note, "note"), (.file, "file"),
    ]
    private static let algorithms: [(OTPGenerator.Algorithm, String)] = [
        (.sha1, "sha1"), (.sha256, "sha256"), (.sha512, "sha512"),
    ]

    // MARK: Writing

    /// Writes identifier and version of an item; nothing for an item without a vault.
    static func writePlace(of item: VaultItem, to json: inout JSONWriter) throws {
        guard !item.identifier.isEmpty else { return }
        try json.write("identifier", .string(Base16.standard.encode(item.identifier)))
        try json.write("version", .integer(item.version))
    }

    /// Writes an item's members, except history and attachments, into the open object; keeps no copy of a secret.
    static func write(_ item: VaultItem, _ secret: ItemSecret, to json: inout JSONWriter) throws {
        try json.write("class", .string(classes.first { $0.0 == item.name.itemClass }?.1 ?? ""))
        try json.write("service", .string(item.name.service))
        try json.write("account", .string(item.name.account))
        try json.writeUnlessEmpty("scheme", item.name.scheme)
        if item.name.port != 0 { try json.write("port", .integer(item.name.port)) }
        try json.writeUnlessEmpty("path", item.name.path)
        try json.writeUnlessEmpty("label", item.attributes.label)
        try json.writeUnlessEmpty("kind", item.attributes.kind)
        try json.writeUnlessEmpty("comment", item.attributes.comment)
        try json.writeUnlessEmpty("group", item.attributes.group)
        if let expires = item.attributes.expires { try json.write("expires", .string(expires.description)) }
        try json.write("created", .string(item.created.description))
        try json.write("modified", .string(item.modified.description))
        try json.write("secretChanged", .string(item.secretChanged.description))
        let fields = item.attributes.fields.map { ["name": .string($0.name), "value": .string($0.value)] as JSONValue }
        if !fields.isEmpty { try json.write("fields", .array(fields)) }
        try json.name("secret")
        try write(secret.value, to: &json)
        if !secret.fields.isEmpty {
            try json.name("protectedFields")
            try json.beginArray()
            for field in secret.fields {
                try json.beginObject()
                try json.write("name", .string(field.name))
                try json.name("value")
                try write(field.value, to: &json)
                try json.endObject()
            }
            try json.endArray()
        }
        if let password = secret.oneTimePassword {
            try json.name("oneTimePassword")
            try write(password, to: &json)
        }
    }

    private static func write(_ password: OTPGenerator, to json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("kind", .string(password.kind == .time ? "time" : "counter"))
        try json.write("algorithm", .string(name(of: password.algorithm)))
        try json.write("digits", .integer(password.digits))
        try json.write("period", .integer(password.period))
        try json.write("counter", .integer(password.counter))
        try json.name("key")
        try json.write(secret: text(of: password.key, in: Base32.standard))
        try json.write("issuer", .string(password.issuer))
        try json.write("account", .string(password.account))
        try json.endObject()
    }

    static func object(_ attachment: VaultItem.Attachment, path: String?) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(attachment.name)
        object["mediaType"] = .string(attachment.mediaType)
        object["byteCount"] = .integer(attachment.byteCount)
        object["path"] = path.map { .string($0) }
        return .object(object)
    }

    /// Writes text as a string and other bytes in Base64.
    private static func write(_ secret: SecretBytes, to json: inout JSONWriter) throws {
        if secret.isText { return try json.write(secret: secret) }
        try json.beginObject()
        try json.name("base64")
        try json.write(secret: text(of: secret, in: Base64.standard))
        try json.endObject()
    }

    static func name(of algorithm: OTPGenerator.Algorithm) -> String {
        algorithms.first { $0.0 == algorithm }?.1 ?? ""
    }

    static func text<Codec: TextCodec>(
        of secret: SecretBytes, in codec: Codec
    ) -> SecretBytes where Codec.EncodingFailure == Never {
        SecretBytes(byteCount: codec.maximumEncodedCount(for: secret.count)) { output in
            secret.withBytes { codec.encode($0, into: &output) }
        }
    }

    // MARK: Reading

    static func item(_ field: JSONField) throws -> (item: ImportedItems.Item, attachments: [Attachment]) {
        var history: [ItemDraft] = []
        for version in try field["history"].ifPresent?.array ?? [] {
            for name in ["history", "attachments", "identifier", "version"] where version[name].ifPresent != nil {
                throw version[name].error("is not a member of an older version")
            }
            history.append(try draft(version))
        }
        var attachments: [Attachment] = []
        var names: Set<String> = []
        for attachment in try field["attachments"].ifPresent?.array ?? [] {
            try attachment.allowOnly(["name", "mediaType", "byteCount", "path"])
            guard let byteCount = try attachment["byteCount"].number.uint64 else {
                throw attachment["byteCount"].error("is not a count")
            }
            let name = try attachment["name"].string
            guard names.insert(name).inserted else { throw attachment.error("repeats a name") }
            attachments.append(
                Attachment(
                    name: name, mediaType: try attachment["mediaType"].string, byteCount: byteCount,
                    path: try attachment["path"].ifPresent?.string))
        }
        var item = ImportedItems.Item(draft: try draft(field), history: history, attachments: [], line: 0)
        item.identifier = try identifier(field["identifier"])
        item.version = try field["version"].ifPresent?.number.uint64 ?? 0
        return (item, attachments)
    }

    private static let members: Set<String> = [
        "class", "service", "account", "scheme", "port", "path", "label", "kind", "comment", "group", "expires",
        "created", "modified", "secretChanged", "fields", "secret", "protectedFields", "oneTimePassword",
        "attachments", "history", "identifier", "version",
    ]

    /// An identifier of 16 bytes in hexadecimal; empty if missing.
    static func identifier(_ field: JSONField) throws -> [UInt8] {
        guard let text = try field.ifPresent?.string else { return [] }
        guard let bytes = try? Base16.standard.decode(text.utf8), bytes.count == 16 else {
            throw field.error("is not 16 bytes in hexadecimal")
        }
        return bytes
    }

    private static func draft(_ field: JSONField) throws -> ItemDraft {
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
        secret.oneTimePassword = try field["oneTimePassword"].ifPresent.map { value in
            try password(value)
        }
        var draft = ItemDraft(try name(field), attributes, secret: secret)
        draft.created = try time(field["created"])
        draft.modified = try time(field["modified"])
        draft.secretChanged = try time(field["secretChanged"])
        return draft
    }

    private static func name(_ field: JSONField) throws -> VaultItem.Name {
        let word = try field["class"].string
        guard let itemClass = classes.first(where: { $0.1 == word })?.0 else {
            throw field["class"].error("is not a class of items")
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
            throw field["port"].error("is not a port")
        }
        return VaultItem.Name(
            server: service, account: account, scheme: try text(field["scheme"]), port: port,
            path: try text(field["path"]))
    }

    private static func password(_ field: JSONField) throws -> OTPGenerator {
        try field.allowOnly(["kind", "algorithm", "digits", "period", "counter", "key", "issuer", "account"])
        let kind = try field["kind"].string
        guard kind == "time" || kind == "counter" else { throw field["kind"].error("is neither time nor counter") }
        let word = try field["algorithm"].string
        guard let algorithm = algorithms.first(where: { $0.1 == word })?.0 else {
            throw field["algorithm"].error("is not an algorithm of one-time passwords")
        }
        guard let counter = try field["counter"].number.uint64 else { throw field["counter"].error("is not a counter") }
        let text = try field["key"].string
        do {
            return try OTPGenerator(
                kind == "time" ? .time : .counter, key: OTPGenerator.key(base32: text.utf8), algorithm: algorithm,
                digits: try field["digits"].int, period: try field["period"].int, counter: counter,
                issuer: try field["issuer"].string, account: try field["account"].string)
        } catch let error as CodecError {
            throw error
        } catch {
            throw field.error("makes no one-time password: \(error)")
        }
    }

    static func text(_ field: JSONField) throws -> String { try field.ifPresent?.string ?? "" }

    private static func time(_ field: JSONField) throws -> Vault.Timestamp? {
        guard let text = try field.ifPresent?.string else { return nil }
        guard let time = try? Vault.Timestamp(text: text) else {
            throw field.error("is not a time such as 2026-11-21T22:00:50Z")
        }
        return time
    }

    private static func secret(_ field: JSONField) throws -> SecretBytes {
        if let text = field.value?.string { return SecretBytes(copying: text.utf8) }
        try field.allowOnly(["base64"])
        let text = try field["base64"].string
        do {
            return try SecretBytes(byteCount: Base64.standard.maximumDecodedCount(for: text.utf8.count)) { output in
                try Base64.standard.decode(text.utf8.span, into: &output)
            }
        } catch {
            throw field["base64"].error("is not Base64: \(CodecError(wrapping: error).reason)")
        }
    }

    /// The parts of an item that another program's format cannot hold; `versions` describes lost older versions.
    static func losses(_ item: VaultItem, _ secret: ItemSecret, versions: String) -> [String] {
        var losses = item.attachments.map { "attachment \($0.name)" }
        if item.attributes.expires != nil { losses.append("expiry") }
        if item.historyCount > 0 { losses.append(versions) }
        return losses + self.losses(item, secret)
    }

    /// What formats with attachments, expiry and older versions cannot hold either.
    static func losses(_ item: VaultItem, _ secret: ItemSecret) -> [String] {
        var losses: [String] = []
        let name = item.name
        if ![.genericPassword, .internetPassword, .note].contains(name.itemClass) { losses.append("class") }
        if name.itemClass != .internetPassword, !item.attributes.label.isEmpty, item.attributes.label != name.service {
            losses.append("service")
        }
        if !item.attributes.kind.isEmpty { losses.append("kind") }
        let values = [("secret", secret.value)] + secret.fields.map { ("field \($0.name)", $0.value) }
        return losses + values.filter { !$0.1.isText }.map { "\($0.0), which is not text" }
    }
}

extension JSONWriter {
    mutating func write(_ name: String, _ value: JSONValue) throws {
        try self.name(name)
        try write(value)
    }

    fileprivate mutating func writeUnlessEmpty(_ name: String, _ text: String) throws {
        if !text.isEmpty { try write(name, .string(text)) }
    }
}

extension SecretBytes {
    /// Whether the bytes are UTF-8; makes no copy.
    var isText: Bool { withBytes { (try? UTF8Span(validating: $0)) != nil } }
}
