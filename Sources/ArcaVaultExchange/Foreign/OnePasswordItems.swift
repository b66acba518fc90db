internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads 1Password's `.1pux`: a ZIP archive with items in `export.data` (JSON) and documents in `files/`.
///
/// Reads all categories with their sections, tags, older passwords and files. Unknown members are ignored; a field of
/// an unknown kind is kept as protected JSON. Archived items go to the group `Archive` of their vault, and items of the
/// trash are only counted.
///
/// Source: 1Password Support, "About the 1Password Unencrypted Export format", and exports of 2021 to 2026.
struct OnePasswordItems {
    static let file = "export.data"

    /// The names of the categories that are not logins, and whether an item is a secret with an account.
    private static let categories: [String: (kind: String, isLogin: Bool)] = [
        "001": ("", true), "002": ("credit card", false), "003": ("", false), "004": ("identity", false),
        "005": ("", true), "006": ("document", false), "100": ("software license", false),
        "101": ("bank account", false), "102": ("database", true), "103": ("driver license", false),
        "104": ("outdoor license", false), "105": ("membership", false), "106": ("passport", false),
        "107": ("reward program", false), "108": ("social security number", false), "109": ("wireless router", true),
        "110": ("server", true), "111": ("email account", true), "112": ("API credential", true),
        "113": ("medical record", false), "114": ("SSH key", false), "115": ("crypto wallet", false),
    ]

    private var files: ExportFiles
    /// The names of the files by identifier.
    private var documents: [String: String] = [:]
    private var (archived, trashed) = (0, 0)

    init(_ archive: ZIPArchive) {
        files = ExportFiles(archive)
        for path in files.names where path.hasPrefix("files/") {
            let name = path.utf8.dropFirst("files/".utf8.count)
            // The name is the identifier, two underscores and the file's own name.
            let end = name.indices.first { name[$0...].starts(with: "__".utf8) } ?? name.endIndex
            documents[String(name[..<end]) ?? ""] = path
        }
    }

    mutating func read(_ bytes: Span<UInt8>, into gatherer: inout ItemGatherer) throws {
        guard let data = try files.content(Self.file, in: bytes) else {
            throw VaultError(.malformed, "the ZIP archive is not an export of 1Password: it has no \(Self.file)")
        }
        do {
            let root = JSONField(try JSONReader.read(data))
            let accounts = try root["accounts"].array
            for account in accounts {
                let prefix = accounts.count > 1 ? try Self.text(account["attrs"]["accountName"]) + "/" : ""
                for vault in try account["vaults"].ifNotNull?.array ?? [] {
                    let group = prefix + (try Self.text(vault["attrs"]["name"]))
                    for item in try vault["items"].ifNotNull?.array ?? [] {
                        // Early versions wrap each item.
                        try read(item["item"].ifNotNull ?? item, group, bytes, into: &gatherer)
                    }
                }
            }
        } catch {
            let error = VaultError(json: error)
            throw VaultError(error.code, at: error.offset, "\(Self.file): \(error.reason)", hint: error.hint)
        }
        if archived > 0 {
            gatherer.note(.warning, 0, "\(Self.count(archived)) of the archive: imported into the group Archive")
        }
        if trashed > 0 { gatherer.note(.skipped, 0, "\(Self.count(trashed)) of the trash") }
    }

    private static func count(_ number: Int) -> String { "\(number) item\(number == 1 ? "" : "s")" }

    private mutating func read(
        _ field: JSONField, _ group: String, _ bytes: Span<UInt8>, into gatherer: inout ItemGatherer
    ) throws {
        let state = try Self.text(field["state"])
        guard try field["trashed"].ifNotNull?.bool != true, state != "trashed", state != "deleted" else {
            trashed += 1
            return
        }
        var reading = Reading(field, group: group)
        let isArchived = state == "archived"
        if isArchived {
            archived += 1
            reading.item.group += group.isEmpty ? "Archive" : "/Archive"
        }
        try reading.overview(field)
        let category = try Self.text(field["categoryUuid"])
        let known = Self.categories[category]
        try reading.details(field["details"], category: category, isLogin: known?.isLogin ?? true)
        reading.item.kind = known?.kind ?? ""
        if known == nil {
            reading.warnings.append("is of a category that is not known (\(category.shortened))")
        }
        for (name, document) in reading.files {
            try files.attach(documents[document] ?? "", as: name, to: &reading.item, in: bytes, &gatherer)
        }
        let title = reading.item.title.shortened
        for text in reading.warnings { gatherer.note(.warning, 0, "'\(title)' \(text)") }
        try gatherer.add(reading.item)
    }

    static func text(_ field: JSONField) throws -> String {
        guard let field = field.ifNotNull else { return "" }
        if let number = field.value?.number { return number.description }
        if let value = field.value?.bool { return value ? "true" : "false" }
        return try field.string
    }

    static func secret(_ field: JSONField) throws -> SecretBytes { SecretBytes(copying: try text(field).utf8) }

    static func time(_ field: JSONField) -> Vault.Timestamp? {
        field.ifNotNull?.value?.number.flatMap { ForeignTime.number($0.description) }
    }
}
