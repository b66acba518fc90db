internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads Proton Pass's JSON, alone or in the ZIP archive of an export.
///
/// Vaults and their folders become groups. Items of the trash are only counted; passkeys are not imported. Attachments
/// are in the archive's folder `files`, if the user exported them.
///
/// Source: Proton's clients (`ProtonMail/WebClients`, `packages/pass/lib/export`), exports of 2024 to 2026.
struct ProtonPassItems {
    static let file = "Proton Pass/data.json"
    private static let folder = "Proton Pass/files/"
    /// Files of 2025 are named by an identifier of this length, a hyphen and the file's own name.
    private static let identifierByteCount = 16
    private static let largestDepth = 16

    private var files: ExportFiles
    private var documents: [String: String] = [:]
    /// The name and the parent of each folder.
    private var folders: [String: (name: String, parent: String)] = [:]
    private var trashed = 0

    private init(_ files: ExportFiles) {
        self.files = files
        for path in files.names where path.hasPrefix(Self.folder) {
            let name = path.utf8.dropFirst(Self.folder.utf8.count)
            documents[String(name) ?? ""] = path
            let (identifier, rest) = (name.prefix(Self.identifierByteCount), name.dropFirst(Self.identifierByteCount))
            if rest.first == .hyphen { documents[String(identifier) ?? ""] = path }
        }
    }

    /// Reads the items; `bytes` is the archive that contains the files.
    static func read(
        _ root: JSONField, _ files: ExportFiles, in bytes: Span<UInt8>, into gatherer: inout ItemGatherer
    ) throws {
        guard try root["encrypted"].ifNotNull?.bool != true else {
            throw CodecError(
                .unsupported, "the export is encrypted with PGP",
                hint: "decrypt it with gpg first, or export again from Proton Pass without encryption")
        }
        var reader = ProtonPassItems(files)
        for (_, vault) in try root["vaults"].members {
            let group = try vault["name"].ifNotNull?.string ?? ""
            for folder in try vault["folders"].ifNotNull?.array ?? [] {
                reader.folders[try Self.text(folder["folderId"])] = (
                    try Self.text(folder["name"]), try Self.text(folder["parentFolderId"])
                )
            }
            for item in try vault["items"].ifNotNull?.array ?? [] {
                let path = reader.path(try Self.text(item["folderId"]))
                try reader.read(
                    item, ItemGatherer.path(([group] + path).joined(separator: "/")), bytes, into: &gatherer)
            }
        }
        let count = reader.trashed
        if count > 0 {
            gatherer.note(.skipped, 0, "\(count) item\(count == 1 ? "" : "s") of the trash", isOfItem: false)
        }
    }

    /// The names of a folder and its parents.
    private func path(_ folder: String) -> [String] {
        var (names, next): ([String], String) = ([], folder)
        // Parents may form a circle.
        while let found = folders[next], names.count < Self.largestDepth {
            names.append(found.name)
            next = found.parent
        }
        return names.reversed()
    }

    private mutating func read(
        _ field: JSONField, _ group: String, _ bytes: Span<UInt8>, into gatherer: inout ItemGatherer
    ) throws {
        guard field["state"].value?.int != 2 else {
            trashed += 1
            return
        }
        let data = field["data"]
        let content = data["content"]
        var item = ForeignItem(line: 0)
        item.group = group
        item.title = try Self.text(data["metadata"]["name"])
        item.notes = try Self.secret(data["metadata"]["note"])
        item.created = OnePasswordItems.time(field["createTime"])
        item.modified = OnePasswordItems.time(field["modifyTime"])
        if try field["pinned"].ifNotNull?.bool == true { item.fields.append(.init("favorite", "true")) }
        let type = try data["type"].string
        switch type {
        case "login": try login(content, &item, &gatherer)
        case "note": note(&item)
        case "alias":
            item.kind = "alias"
            item.account = try Self.text(field["aliasEmail"])
        case "sshKey":
            item.itemClass = .key
            item.kind = "SSH key"
            item.password = try Self.secret(content["privateKey"])
            try add("publicKey", content["publicKey"], &item)
            try sections(content, &item)
        case "wifi":
            item.kind = "Wi-Fi"
            item.account = try Self.text(content["ssid"])
            item.password = try Self.secret(content["password"])
            try sections(content, &item)
        default:
            note(&item)
            item.kind = ["creditCard": "credit card"][type] ?? type
            if !["creditCard", "identity", "custom"].contains(type) {
                gatherer.note(
                    .warning, 0, "'\(item.title.shortened)' is of a kind that is not known; it becomes a note")
            }
            try all(content, isKnown: ["creditCard", "identity"].contains(type), &item)
            try sections(content, &item)
        }
        for extra in try data["extraFields"].ifNotNull?.array ?? [] { try self.extra(extra, "", &item) }
        for file in try field["files"].ifNotNull?.array ?? [] {
            let name = try Self.text(file)
            let path = documents[name] ?? documents[String(name.map { "/\\".contains($0) ? "_" : $0 })] ?? ""
            let isNamed = path.hasPrefix("\(Self.folder)\(name)-")
            let own = isNamed ? String(path.dropFirst(Self.folder.count + name.count + 1)) : name
            try files.attach(path, as: own, to: &item, in: bytes, &gatherer)
        }
        try gatherer.add(item)
    }

    private func login(_ content: JSONField, _ item: inout ForeignItem, _ gatherer: inout ItemGatherer) throws {
        let email = try Self.text(content["itemEmail"])
        // Before 2024 the only name was `username`.
        let name = try Self.text(content["itemUsername"].ifNotNull ?? content["username"])
        item.account = name.isEmpty ? email : name
        if !name.isEmpty, !email.isEmpty { item.fields.append(.init("email", email)) }
        item.password = try Self.secret(content["password"])
        item.urls = try content["urls"].ifNotNull?.array.map { try $0.string } ?? []
        // Since 2026 `urls` has only those that are filled in on subdomains too.
        for url in try content["autofillUrls"].ifNotNull?.array.map({ try Self.text($0["url"]) }) ?? []
        where !url.isEmpty && !item.urls.contains(url) { item.urls.append(url) }
        let seed = try Self.secret(content["totpUri"])
        if !seed.isEmpty { item.oneTimePassword = seed }
        if try content["passkeys"].ifNotNull?.array.isEmpty == false {
            gatherer.note(.warning, 0, "a passkey of '\(item.title.shortened)' is not imported")
        }
    }

    private func note(_ item: inout ForeignItem) {
        item.itemClass = .note
        (item.password, item.notes) = (item.notes, SecretBytes(copying: [UInt8]()))
    }

    /// Adds the texts of a card or an identity; those of an unknown kind are all protected.
    private func all(_ content: JSONField, isKnown: Bool, _ item: inout ForeignItem) throws {
        let secret: Set = [
            "number", "verificationNumber", "pin", "socialSecurityNumber", "passportNumber", "licenseNumber",
        ]
        for (name, member) in try content.ifNotNull?.members ?? [] where member.value?.string != nil {
            if isKnown, !secret.contains(name) {
                try add(name, member, &item)
            } else if try !Self.text(member).isEmpty {
                item.protected.append(.init(name, try Self.secret(member)))
            }
        }
        for (name, list) in try content.ifNotNull?.members ?? []
        where name.hasPrefix("extra") && name != "extraSections" {
            for field in list.value?.array == nil ? [] : try list.array { try extra(field, "", &item) }
        }
    }

    private func sections(_ content: JSONField, _ item: inout ForeignItem) throws {
        for list in [content["sections"], content["extraSections"]] {
            for section in try list.ifNotNull?.array ?? [] {
                let name = try Self.text(section["sectionName"])
                for field in try section["sectionFields"].ifNotNull?.array ?? [] { try extra(field, name, &item) }
            }
        }
    }

    /// A field of the user: text, hidden or a one-time password.
    private func extra(_ field: JSONField, _ section: String, _ item: inout ForeignItem) throws {
        let own = try Self.text(field["fieldName"])
        let name = section.isEmpty ? own : "\(section): \(own)"
        let data = field["data"]
        switch try Self.text(field["type"]) {
        case "totp":
            let seed = try Self.secret(data["totpUri"])
            if item.oneTimePassword == nil, !seed.isEmpty {
                item.oneTimePassword = seed
            } else if !seed.isEmpty {
                item.protected.append(.init(name, seed))
            }
        case "text": try add(name, data["content"], &item)
        case "timestamp": try add(name, data["timestamp"].ifPresent ?? data["content"], &item)
        default:
            let secret = try Self.secret(data["content"])
            if !secret.isEmpty { item.protected.append(.init(name, secret)) }
        }
    }

    private func add(_ name: String, _ field: JSONField, _ item: inout ForeignItem) throws {
        let text = try Self.text(field)
        guard !text.isEmpty else { return }
        if ForeignURL.mayHoldPassword(text) {
            item.protected.append(.init(name, SecretBytes(copying: text.utf8)))
        } else {
            item.fields.append(.init(name, text))
        }
    }

    private static func text(_ field: JSONField) throws -> String { try OnePasswordItems.text(field) }

    private static func secret(_ field: JSONField) throws -> SecretBytes { try OnePasswordItems.secret(field) }
}
