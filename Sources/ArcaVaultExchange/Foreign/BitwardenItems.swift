internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads Bitwarden's JSON, plain or protected with a passphrase: logins, notes, cards, identities and SSH keys, with folders and old passwords.
///
/// Unknown members are ignored, because Bitwarden adds some with almost every version. Attachments are in the folder
/// `attachments` of a ZIP archive, in a folder for each item.
///
/// Source: Bitwarden's documentation, "Condition a Bitwarden .json", and its exports of 2024 to 2026.
struct BitwardenItems {
    private var folders: [String: String] = [:]
    private var isDeletedCount = 0
    private var files: ExportFiles
    /// The paths of the attachments by item.
    private var documents: [String: [String]] = [:]

    private init(_ files: ExportFiles) {
        self.files = files
        for path in files.names.sorted() {
            let parts = path.split(separator: "/")
            if parts.count == 3, parts[0] == "attachments" { documents[String(parts[1]), default: []].append(path) }
        }
    }

    /// Reads the items; `bytes` is the archive that contains the files.
    static func read(
        _ root: JSONField, _ files: ExportFiles, in bytes: Span<UInt8>, _ opening: ImportedItems.Opening,
        into gatherer: inout ItemGatherer
    ) throws {
        var reader = BitwardenItems(files)
        guard try root["encrypted"].ifNotNull?.bool ?? false else {
            return try reader.read(root, bytes, into: &gatherer)
        }
        let plain = try BitwardenEncryption.open(root, opening)
        let items = JSONField(try JSONReader.read(plain), name: "data")
        guard try items["encrypted"].ifNotNull?.bool != true else {
            throw VaultError(.malformed, "the encrypted items contain another encrypted export")
        }
        try reader.read(items, bytes, into: &gatherer)
    }

    private mutating func read(
        _ root: JSONField, _ bytes: Span<UInt8>, into gatherer: inout ItemGatherer
    ) throws {
        guard root["items"].ifPresent != nil else {
            throw CodecError(.invalidSyntax, "the document is not an export of Bitwarden: it has no items")
        }
        for list in ["folders", "collections"] {
            for folder in try root[list].ifNotNull?.array ?? [] {
                folders[try folder["id"].string] = try folder["name"].ifNotNull?.string ?? ""
            }
        }
        for item in try root["items"].array {
            guard item["deletedDate"].ifNotNull == nil else {
                isDeletedCount += 1
                continue
            }
            var new = try read(item, &gatherer)
            for path in documents[try Self.text(item["id"])] ?? [] {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try files.attach(path, as: name, to: &new, in: bytes, &gatherer)
            }
            try gatherer.add(new)
        }
        if isDeletedCount > 0 {
            gatherer.note(.skipped, 0, "\(isDeletedCount) \(isDeletedCount == 1 ? "item" : "items") of the trash")
        }
    }

    private func read(_ field: JSONField, _ gatherer: inout ItemGatherer) throws -> ForeignItem {
        var item = ForeignItem(line: 0)
        item.title = try Self.text(field["name"])
        item.notes = try Self.secret(field["notes"])
        item.created = try Self.time(field["creationDate"])
        item.modified = try Self.time(field["revisionDate"])
        let collections = try field["collectionIds"].ifNotNull?.array ?? []
        if let folder = field["folderId"].ifNotNull ?? collections.first {
            item.group = folders[try folder.string] ?? ""
        }
        switch try field["type"].int {
        case 1: try Self.login(field, &item, &gatherer)
        case 2: Self.note(&item)
        case 3: try Self.card(field["card"], "card", secret: ["number", "code"], &item)
        case 4: try Self.card(field["identity"], "identity", secret: ["ssn", "passportNumber", "licenseNumber"], &item)
        case 5:
            item.itemClass = .key
            item.kind = "SSH key"
            item.password = try Self.secret(field["sshKey"]["privateKey"])
            for name in ["publicKey", "keyFingerprint"] {
                let text = try Self.text(field["sshKey"][name])
                if !text.isEmpty { item.fields.append(.init(name, text)) }
            }
        case let other:
            gatherer.note(
                .warning, 0, "'\(item.title.shortened)' is of a kind (\(other)) that is not known; it becomes a note")
            Self.note(&item)
        }
        for custom in try field["fields"].ifNotNull?.array ?? [] { try Self.custom(custom, &item, &gatherer) }
        return item
    }

    private static func login(
        _ field: JSONField, _ item: inout ForeignItem, _ gatherer: inout ItemGatherer
    ) throws {
        guard let login = field["login"].ifNotNull else { return }
        item.account = try text(login["username"])
        item.password = try secret(login["password"])
        for uri in try login["uris"].ifNotNull?.array ?? [] {
            let text = try text(uri["uri"])
            if !text.isEmpty { item.urls.append(text) }
        }
        let totp = try secret(login["totp"])
        if !totp.isEmpty { item.oneTimePassword = totp }
        if try login["fido2Credentials"].ifNotNull?.array.isEmpty == false {
            gatherer.note(.warning, 0, "a passkey of '\(item.title.shortened)' is not imported")
        }
        // Newest first, each with the time it was replaced.
        var replaced = item.created
        for old in try field["passwordHistory"].ifNotNull?.array.reversed() ?? [] {
            var version = item
            version.history = []
            version.password = try secret(old["password"])
            version.modified = replaced
            version.secretChanged = replaced
            replaced = try time(old["lastUsedDate"])
            item.history.append(version)
        }
        item.secretChanged = try time(login["passwordRevisionDate"]) ?? (item.history.isEmpty ? nil : replaced)
    }

    private static func note(_ item: inout ForeignItem) {
        item.itemClass = .note
        item.password = item.notes
        item.notes = SecretBytes(copying: [UInt8]())
    }

    /// A card or an identity: a note with one field per member.
    private static func card(
        _ field: JSONField, _ kind: String, secret: [String], _ item: inout ForeignItem
    ) throws {
        note(&item)
        item.kind = kind
        for (name, member) in try field.ifNotNull?.members ?? [] {
            let text = try text(member)
            guard !text.isEmpty else { continue }
            if secret.contains(name) {
                item.protected.append(.init(name, SecretBytes(copying: text.utf8)))
            } else {
                item.fields.append(.init(name, text))
            }
        }
    }

    private static func custom(
        _ field: JSONField, _ item: inout ForeignItem, _ gatherer: inout ItemGatherer
    ) throws {
        let name = try text(field["name"])
        switch try field["type"].int {
        case 0, 2: item.fields.append(.init(name, try text(field["value"])))
        case 1: item.protected.append(.init(name, try secret(field["value"])))
        case 3:
            gatherer.note(
                .skipped, 0, "the field '\(name.shortened)' of '\(item.title.shortened)' only repeats another one")
        default:
            gatherer.note(
                .warning, 0,
                "the field '\(name.shortened)' of '\(item.title.shortened)' is of an unknown kind; it is protected")
            item.protected.append(.init(name, try secret(field["value"])))
        }
    }

    private static func text(_ field: JSONField) throws -> String {
        guard let field = field.ifNotNull else { return "" }
        // Some versions write months and years of cards as numbers, and boolean fields as booleans.
        if let number = field.value?.number { return number.description }
        if let value = field.value?.bool { return value ? "true" : "false" }
        return try field.string
    }

    private static func secret(_ field: JSONField) throws -> SecretBytes {
        SecretBytes(copying: try text(field).utf8)
    }

    private static func time(_ field: JSONField) throws -> Vault.Timestamp? {
        guard let field = field.ifNotNull else { return nil }
        let text = try field.string
        guard let time = try? Vault.Timestamp(text: text) else {
            throw field.error("is not a time such as 2026-11-21T22:00:50Z")
        }
        return time
    }
}
