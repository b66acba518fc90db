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

    /// Writes which item of its vault it is, and of which generation; nothing for what is of no vault.
    static func writePlace(of item: VaultItem, to json: inout JSONWriter) {
        guard !item.identifier.isEmpty else { return }
        json.write("identifier", .string(Base16.standard.encode(item.identifier)))
        json.write("version", .integer(item.version))
    }

    /// Writes the members of an item, but for history and attachments, into the object that is open; no copy of a
    /// secret is left.
    static func write(_ item: VaultItem, _ secret: ItemSecret, to json: inout JSONWriter) {
        json.write("class", .string(classes.first { $0.0 == item.name.itemClass }?.1 ?? ""))
        json.write("service", .string(item.name.service))
        json.write("account", .string(item.name.account))
        json.writeUnlessEmpty("scheme", item.name.scheme)
        if item.name.port != 0 { json.write("port", .integer(item.name.port)) }
        json.writeUnlessEmpty("path", item.name.path)
        json.writeUnlessEmpty("label", item.attributes.label)
        json.writeUnlessEmpty("kind", item.attributes.kind)
        json.writeUnlessEmpty("comment", item.attributes.comment)
        json.writeUnlessEmpty("group", item.attributes.group)
        if let expires = item.attributes.expires { json.write("expires", .string(expires.description)) }
        json.write("created", .string(item.created.description))
        json.write("modified", .string(item.modified.description))
        json.write("secretChanged", .string(item.secretChanged.description))
        let fields = item.attributes.fields.map { ["name": .string($0.name), "value": .string($0.value)] as JSONValue }
        if !fields.isEmpty { json.write("fields", .array(fields)) }
        json.name("secret")
        write(secret.value, to: &json)
        if !secret.fields.isEmpty {
            json.name("protectedFields")
            json.beginArray()
            for field in secret.fields {
                json.beginObject()
                json.write("name", .string(field.name))
                json.name("value")
                write(field.value, to: &json)
                json.endObject()
            }
            json.endArray()
        }
        if let password = secret.oneTimePassword {
            json.name("oneTimePassword")
            write(password, to: &json)
        }
    }

    private static func write(_ password: OneTimePassword, to json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", .string(password.kind == .time ? "time" : "counter"))
        json.write("algorithm", .string(algorithms.first { $0.0 == password.algorithm }?.1 ?? ""))
        json.write("digits", .integer(password.digits))
        json.write("period", .integer(password.period))
        json.write("counter", .integer(password.counter))
        json.name("key")
        json.write(secret: text(of: password.key, in: Base32.standard))
        json.write("issuer", .string(password.issuer))
        json.write("account", .string(password.account))
        json.endObject()
    }

    static func object(_ attachment: VaultItem.Attachment, path: String?) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(attachment.name)
        object["mediaType"] = .string(attachment.mediaType)
        object["byteCount"] = .integer(attachment.byteCount)
        object["path"] = path.map { .string($0) }
        return .object(object)
    }

    /// Text as such, other bytes in Base64.
    private static func write(_ secret: SecretBytes, to json: inout JSONWriter) {
        if secret.isText { return json.write(secret: secret) }
        json.beginObject()
        json.name("base64")
        json.write(secret: text(of: secret, in: Base64.standard))
        json.endObject()
    }

    private static func text<Codec: TextCodec>(
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

    /// An identifier of 16 bytes in hexadecimal; empty when it is missing.
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

    private static func password(_ field: JSONField) throws -> OneTimePassword {
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

    private static func text(_ field: JSONField) throws -> String { try field.ifPresent?.string ?? "" }

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
}

extension JSONWriter {
    /// Writes a member.
    fileprivate mutating func write(_ name: String, _ value: JSONValue) {
        self.name(name)
        write(value)
    }

    /// Writes a member, unless it is empty.
    fileprivate mutating func writeUnlessEmpty(_ name: String, _ text: String) {
        if !text.isEmpty { write(name, .string(text)) }
    }
}

extension SecretBytes {
    /// Whether the bytes are UTF-8; no copy of them is made.
    var isText: Bool { withBytes { (try? UTF8Span(validating: $0)) != nil } }
}
