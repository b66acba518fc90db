internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads the Credential Exchange Format, JSON with accounts of items that hold credentials of one or more types.
///
/// Concealed fields stay protected, and so do members that are secret by their name. Collections become groups. Unknown
/// types of credentials are kept as protected JSON. Files are in the folder `documents` of a ZIP archive, named by their
/// identifiers; each must have the size and SHA-256 that its credential gives.
///
/// Source: FIDO Alliance, Credential Exchange Format 1.0, Proposed Standard of 2025-08-14, errata of 2026-03-09.
struct CXFItems {
    /// The member that only this format has.
    static let marker = "exporterRpId"

    /// Members that the format shows, although they identify a person.
    private static let secretMembers: Set = [
        "licenseNumber", "documentNumber", "identificationNumber", "passportNumber", "nationalIdentificationNumber",
    ]
    /// The kinds of items with one of these credentials and no login.
    private static let kinds = [
        "address": "address", "api-key": "API key", "credit-card": "credit card", "drivers-license": "driver license",
        "identity-document": "identity document", "passport": "passport", "person-name": "identity", "wifi": "Wi-Fi",
    ]

    private var groups: [String: String] = [:]
    private var files: ExportFiles
    private var documents: [String: String] = [:]

    private init(_ files: ExportFiles) {
        self.files = files
        for path in files.names {
            let parts = path.split(separator: "/")
            if parts.dropLast().last == "documents", let name = parts.last { documents[String(name)] = path }
        }
    }

    /// Reads the items; `bytes` is the archive that contains the files.
    static func read(
        _ root: JSONField, _ files: ExportFiles, in bytes: Span<UInt8>, into gatherer: inout ItemGatherer
    ) throws {
        let major = try root["version"]["major"].int
        guard major == 1 else {
            throw CodecError(.unsupported, "the file is of version \(major) of the format; expected 1")
        }
        var reader = CXFItems(files)
        for account in try root["accounts"].array {
            reader.groups = [:]
            for collection in try account["collections"].ifNotNull?.array ?? [] {
                try reader.collection(collection, path: "")
            }
            for item in try account["items"].array { try gatherer.add(reader.item(item, bytes, &gatherer)) }
        }
    }

    private mutating func collection(_ field: JSONField, path: String) throws {
        let title = try field["title"].string
        let path = try ItemGatherer.path(path.isEmpty ? title : "\(path)/\(title)")
        for item in try field["items"].ifNotNull?.array ?? [] { groups[try item["item"].string] = path }
        for inner in try field["subCollections"].ifNotNull?.array ?? [] { try collection(inner, path: path) }
    }

    private mutating func item(
        _ field: JSONField, _ bytes: Span<UInt8>, _ gatherer: inout ItemGatherer
    ) throws -> ForeignItem {
        var item = ForeignItem(line: 0)
        item.title = try field["title"].string
        item.group = groups[try field["id"].string] ?? ""
        item.created = OnePasswordItems.time(field["creationAt"])
        item.modified = OnePasswordItems.time(field["modifiedAt"])
        let tags = try field["tags"].ifNotNull?.array.map { try $0.string } ?? []
        if !tags.isEmpty { item.fields.append(.init("tags", tags.joined(separator: ", "))) }
        if try field["favorite"].ifNotNull?.bool == true { item.fields.append(.init("favorite", "true")) }
        let subtitle = try field["subtitle"].ifNotNull?.string ?? ""
        if !subtitle.isEmpty { item.fields.append(.init("subtitle", subtitle)) }
        item.urls = try field["scope"]["urls"].ifNotNull?.array.map { try $0.string } ?? []
        for app in try field["scope"]["androidApps"].ifNotNull?.array ?? [] {
            item.urls.append("androidapp://\(try app["bundleId"].string)")
        }
        var types: [String] = []
        for credential in try field["credentials"].array {
            let type = try credential["type"].string
            types.append(type)
            if type == "file" {
                try file(credential, bytes, &item, &gatherer)
            } else {
                try take(credential, type, &item, &gatherer)
            }
        }
        let isLogin = types.contains { ["basic-auth", "generated-password", "totp", "api-key", "wifi"].contains($0) }
        if !isLogin, item.itemClass == nil {
            item.itemClass = .note
            (item.password, item.notes) = (item.notes, SecretBytes(copying: [UInt8]()))
        }
        if !types.contains("basic-auth"), let kind = types.lazy.compactMap({ Self.kinds[$0] }).first {
            item.kind = kind
        }
        return item
    }

    private func take(
        _ field: JSONField, _ type: String, _ item: inout ForeignItem, _ gatherer: inout ItemGatherer
    ) throws {
        let title = item.title.shortened
        switch type {
        case "basic-auth", "api-key", "wifi":
            var known: Set = ["type"]
            let names = type == "wifi" ? ("ssid", "passphrase") : ("username", type == "api-key" ? "key" : "password")
            let account = try field[names.0]["value"].ifNotNull?.string ?? ""
            if item.account.isEmpty, !account.isEmpty {
                item.account = account
                known.insert(names.0)
            }
            if item.password.isEmpty, let password = try field[names.1]["value"].ifNotNull?.string {
                item.password = SecretBytes(copying: password.utf8)
                known.insert(names.1)
            }
            if type == "api-key", let url = try field["url"]["value"].ifNotNull?.string {
                item.urls.append(url)
                known.insert("url")
            }
            try members(field, except: known, &item)
        case "generated-password":
            let password = SecretBytes(copying: try field["password"].string.utf8)
            if item.password.isEmpty {
                item.password = password
            } else {
                item.protected.append(.init("generated password", password))
            }
        case "totp": try oneTimePassword(field, &item)
        case "note":
            let content = field["content"]
            let text = try content["value"].ifPresent.map { try $0.string } ?? content.string
            item.notes = SecretBytes(
                copying: ((item.notes.isEmpty ? [] : Array(bytes: item.notes) + [.newline]) + text.utf8))
        case "ssh-key":
            item.itemClass = .key
            item.kind = "SSH key"
            item.password = try Self.pem(field["privateKey"])
            try members(field, except: ["type", "privateKey"], &item)
        case "custom-fields":
            let label = try field["label"].ifNotNull?.string ?? ""
            for (index, field) in try field["fields"].array.enumerated() {
                let own = try field["label"].ifNotNull?.string ?? ""
                let name = own.isEmpty ? "field \(index + 1)" : own
                try add(field, label.isEmpty ? name : "\(label): \(name)", &item)
            }
        case "passkey": gatherer.note(.warning, 0, "a passkey of '\(title)' is not imported")
        case "item-reference": gatherer.note(.skipped, 0, "a reference of '\(title)' to another item")
        case _ where Self.kinds[type] != nil: try members(field, except: ["type"], &item)
        default:
            item.protected.append(.init(type, SecretBytes(copying: (field.value?.text() ?? "").utf8)))
            gatherer.note(.warning, 0, "'\(title)' has a credential of an unknown type: it is kept as protected JSON")
        }
    }

    private mutating func file(
        _ field: JSONField, _ bytes: Span<UInt8>, _ item: inout ForeignItem, _ gatherer: inout ItemGatherer
    ) throws {
        let (name, hash) = (try field["name"].string, try field["integrityHash"].string)
        let path = documents[try field["id"].string] ?? ""
        if let content = try files.content(path, in: bytes),
            try content.count != field["decryptedSize"].int || Base64.urlUnpadded.encode(SHA256.hash(content)) != hash
        {
            return gatherer.note(
                .warning, 0,
                "the file '\(name.shortened)' of '\(item.title.shortened)' differs from its size or hash, and is left out"
            )
        }
        try files.attach(path, as: name, to: &item, in: bytes, &gatherer)
    }

    /// Adds the editable fields and texts of a credential under their members' names.
    private func members(_ field: JSONField, except known: Set<String>, _ item: inout ForeignItem) throws {
        for (name, member) in try field.members where !known.contains(name) && name != "extensions" {
            guard member.ifNotNull != nil else { continue }
            if Self.secretMembers.contains(name) {
                let text = try member["value"].ifPresent.map { try $0.string } ?? member.string
                item.protected.append(.init(name, SecretBytes(copying: text.utf8)))
            } else {
                try add(member, name, &item)
            }
        }
    }

    private func add(_ field: JSONField, _ name: String, _ item: inout ForeignItem) throws {
        if let text = field.value?.string { return item.fields.append(.init(name, text)) }
        let type = try field["fieldType"].string
        let text = try field["value"].ifNotNull?.string ?? ""
        guard !text.isEmpty else { return }
        let shown: Set = [
            "string", "email", "number", "boolean", "date", "year-month", "wifi-network-security-type",
            "subdivision-code", "country-code",
        ]
        // An unknown type may be concealed.
        if shown.contains(type), !ForeignURL.mayHoldPassword(text) {
            item.fields.append(.init(name, text))
        } else {
            item.protected.append(.init(name, SecretBytes(copying: text.utf8)))
        }
    }

    private func oneTimePassword(_ field: JSONField, _ item: inout ForeignItem) throws {
        let issuer = try field["issuer"].ifNotNull?.string ?? item.title
        let account = try field["username"].ifNotNull?.string ?? item.account
        let algorithm = try field["algorithm"].ifNotNull?.string ?? "sha1"
        let label = [issuer, account].map(Self.escaped).joined(separator: ":")
        let text =
            "otpauth://totp/\(label)?secret=\(try field["secret"].string)&issuer=\(Self.escaped(issuer))"
            + "&algorithm=\(Self.escaped(algorithm.uppercased()))&digits=\(try field["digits"].ifNotNull?.int ?? 6)"
            + "&period=\(try field["period"].ifNotNull?.int ?? 30)"
        let seed = SecretBytes(copying: text.utf8)
        if item.oneTimePassword == nil {
            item.oneTimePassword = seed
        } else {
            item.protected.append(.init("otp", seed))
        }
    }

    /// Percent-encodes all but letters, digits, hyphen and period.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if byte.isAlphanumeric || byte == .hyphen || byte == .period {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + Base16.standard.encode([byte]).uppercased()
            }
        }
    }

    /// A PKCS#8 key as PEM.
    private static func pem(_ field: JSONField) throws -> SecretBytes {
        let text = try field.string
        guard let key = try? Base64.urlUnpadded.decode(text) else {
            throw field.error("is not Base64url without padding")
        }
        let lines = "-----BEGIN PRIVATE KEY-----\n" + Base64.pem.encode(key) + "\n"
        return SecretBytes(copying: (lines + "-----END PRIVATE KEY-----\n").utf8)
    }
}
