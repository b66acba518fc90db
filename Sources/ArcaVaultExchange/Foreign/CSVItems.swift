internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Reads items from CSV with the columns of a known program or those named by the user.
struct CSVItems {
    private enum Column: Equatable {
        case meaning(ImportedItems.Columns.Meaning)
        /// The kind of item: `login`, `note`, or another one.
        case type
        /// The account if the item has no user name; otherwise a plain field.
        case email
        case plain(String)
        /// A protected field with this name, because an unknown column may hold secrets.
        case protected(String)
        case none
    }

    private var reader: CSVReader
    private var columns: [Column] = []
    private let format: ImportedItems.Format
    private var passedOver: [String] = []
    private var names: [String] = []

    init(_ bytes: Span<UInt8>, preset: CSVPreset?, columns map: ImportedItems.Columns?) throws {
        reader = try CSVReader(bytes, delimiter: nil)
        guard let header = try reader.next(bytes) else { throw VaultError(.malformed, at: 0, "the file is empty") }
        for field in header.fields {
            guard let name = field.text(bytes) else {
                throw VaultError(.malformed, at: field.range.lowerBound, "the name of a column is not UTF-8")
            }
            names.append(name)
        }
        let folded = names.map { $0.lowercased() }
        guard Set(folded).count == folded.count else {
            throw VaultError(.malformed, at: 0, "two columns have one name in line \(header.line)")
        }
        // Also with columns named by the user: the escapes are those of the program.
        reader.escapesWithBackslash = CSVPreset(.keepass1).map { Set($0.required) == Set(folded) } ?? false
        if let map {
            format = .csv
            columns = try Self.columns(names, folded, map)
            passedOver = zip(names, columns).filter { if case .none = $0.1 { true } else { false } }.map(\.0)
            return
        }
        guard let preset = preset ?? CSVPreset.all.first(where: { Set(folded).isSuperset(of: $0.required) }) else {
            throw VaultError(
                .malformed, at: 0,
                "the columns are those of no known program; name them as in "
                    + "service=COLUMN,account=COLUMN,password=COLUMN; there are: \(names.joined(separator: ", "))")
        }
        for name in preset.required where !folded.contains(name) {
            throw VaultError(
                .malformed, at: 0,
                "the column \(name) is missing, which \(preset.format.rawValue) writes; there are: "
                    + names.joined(separator: ", "))
        }
        format = preset.format
        columns = zip(names, folded).map { name, folded in
            if preset.plain.contains(folded) { return .plain(name) }
            if preset.typed, folded == "type" { return .type }
            if preset.typed, folded == "email" { return .email }
            guard let meaning = preset.meanings[folded] else { return .protected(name) }
            return meaning.map { .meaning($0) } ?? .none
        }
    }

    private static func columns(
        _ names: [String], _ folded: [String], _ map: ImportedItems.Columns
    ) throws -> [Column] {
        var columns = [Column](repeating: .none, count: names.count)
        // In a fixed order, so the same fault always gives the same error.
        for meaning in ImportedItems.Columns.Meaning.allCases {
            guard let name = map.names[meaning] else { continue }
            guard let place = folded.firstIndex(of: name.lowercased()) else {
                throw VaultError(
                    .invalidArgument, "there is no column '\(name)'; there are: \(names.joined(separator: ", "))")
            }
            guard case .none = columns[place] else {
                throw VaultError(.invalidArgument, "the column '\(name)' is given two meanings")
            }
            columns[place] = .meaning(meaning)
        }
        return columns
    }

    mutating func read(_ bytes: Span<UInt8>, into gatherer: inout ItemGatherer) throws {
        if !passedOver.isEmpty {
            gatherer.note(
                .skipped, 1, "columns that were given no meaning: \(passedOver.joined(separator: ", "))",
                isOfItem: false)
        }
        while let record = try reader.next(bytes) {
            guard record.fields.count == columns.count else {
                throw VaultError(
                    .malformed, at: record.fields[0].range.lowerBound,
                    "line \(record.line) has \(record.fields.count) \(record.fields.count == 1 ? "field" : "fields"), the first line \(columns.count)"
                )
            }
            var item = ForeignItem(line: record.line)
            var encoded: [String] = []
            for (index, field) in record.fields.enumerated() where !field.range.isEmpty {
                try read(field, bytes, as: columns[index], into: &item, &gatherer)
                if format == .lastpass, Self.hasEntity(bytes.extracting(field.range)) { encoded.append(names[index]) }
            }
            if !encoded.isEmpty {
                gatherer.note(
                    .warning, item.line,
                    "\(encoded.joined(separator: ", ")): kept as it is, but LastPass may have written &amp;, &lt;, &gt; "
                        + "or &quot; in place of &, <, > or a quote; compare it with the website")
            }
            finish(&item)
            try gatherer.add(item)
        }
    }

    private func read(
        _ field: CSVReader.Field, _ bytes: Span<UInt8>, as column: Column, into item: inout ForeignItem,
        _ gatherer: inout ItemGatherer
    ) throws {
        switch column {
        case .none: return
        // Secrets never become strings.
        case .protected(let name): return item.protected.append(.init(name, field.secret(bytes)))
        case .meaning(.password): return item.password = field.secret(bytes)
        case .meaning(.otp): return item.oneTimePassword = field.secret(bytes)
        case .meaning(.notes): return item.notes = field.secret(bytes)
        case .plain, .meaning, .type, .email: break
        }
        guard let text = field.text(bytes) else {
            throw VaultError(.malformed, at: field.range.lowerBound, "line \(item.line): a field is not UTF-8")
        }
        switch column {
        case .plain(let name): item.fields.append(.init(name, text))
        case .type: item.kind = text
        case .email: item.fields.insert(.init("email", text), at: 0)
        case .meaning(let meaning): try set(meaning, text, of: &item, &gatherer)
        case .protected, .none: break
        }
    }

    private func set(
        _ meaning: ImportedItems.Columns.Meaning, _ text: String, of item: inout ForeignItem,
        _ gatherer: inout ItemGatherer
    ) throws {
        switch meaning {
        case .title: item.title = text
        case .service: item.service = text
        case .account: item.account = text
        case .url: item.urls.append(text)
        case .group: item.group = group(text)
        case .created: item.created = time(text, item, &gatherer)
        case .modified: item.modified = time(text, item, &gatherer)
        case .changed: item.secretChanged = time(text, item, &gatherer)
        case .expires: item.expires = time(text, item, &gatherer)
        case .password, .otp, .notes: break
        }
    }

    /// The group without the program's additions.
    private func group(_ text: String) -> String {
        switch format {
        // The first part is the database.
        case .keepassxc: text.split(separator: "/").dropFirst().joined(separator: "/")
        case .lastpass: text.split(separator: "\\").joined(separator: "/")
        default: text
        }
    }

    /// ISO 8601, or seconds or milliseconds since 1970.
    private func time(_ text: String, _ item: ForeignItem, _ gatherer: inout ItemGatherer) -> Vault.Timestamp? {
        if let time = ForeignTime.number(text) ?? ForeignTime.iso(text) { return time }
        gatherer.note(.warning, item.line, ForeignTime.wrong)
        return nil
    }

    /// Whether a field contains a character reference of HTML, such as `&amp;` or `&#39;`.
    private static func hasEntity(_ field: Span<UInt8>) -> Bool {
        field.indices.contains { start in
            guard field[start] == .ampersand else { return false }
            let end = min(start + 8, field.count)
            guard let semicolon = (start..<end).first(where: { field[$0] == .semicolon }) else { return false }
            let name = String(decoding: Array(bytes: field.extracting(start + 1..<semicolon)), as: UTF8.self)
            return ["amp", "lt", "gt", "quot", "apos"].contains(name) || name.hasPrefix("#")
        }
    }

    private func finish(_ item: inout ForeignItem) {
        if item.account.isEmpty, let email = item.fields.first, email.name == "email", columns.contains(.email) {
            item.account = email.value
            item.fields.removeFirst()
        }
        if item.kind == "login" { item.kind = "" }
        if columns.contains(.type), !item.kind.isEmpty, item.password.isEmpty, item.urls.isEmpty {
            // A note, or another kind that this format writes into the notes.
            item.itemClass = .note
            if item.kind == "note" { item.kind = "" }
            item.password = item.notes
            item.notes = SecretBytes(copying: [UInt8]())
        }
        // LastPass stores notes as logins of a server called sn.
        guard format == .lastpass, item.urls == ["http://sn"] else { return }
        item.urls = []
        item.itemClass = .note
        item.password = item.notes
        item.notes = SecretBytes(copying: [UInt8]())
        item.kind = item.password.withBytes { bytes in
            let marker = Array("NoteType:".utf8)
            let end = bytes.indices.first { bytes[$0] == .newline || bytes[$0] == .carriageReturn } ?? bytes.count
            guard end >= marker.count, marker.indices.allSatisfy({ bytes[$0] == marker[$0] }) else { return "" }
            return String(decoding: Array(bytes: bytes.extracting(marker.count..<end)), as: UTF8.self)
        }
    }
}

struct CSVPreset {
    let format: ImportedItems.Format
    /// Columns that identify the program, in lower case.
    let required: [String]
    /// Meanings by lower-case column name; nil for ignored columns.
    let meanings: [String: ImportedItems.Columns.Meaning?]
    /// Columns that become plain fields with their own names.
    var plain: [String] = []
    /// Whether the columns `type` and `email` have their meanings of a program with several kinds of items.
    var typed = false

    /// Detectable presets, the most specific first.
    static let all = [
        CSVPreset(
            format: .keepass1, required: ["account", "login name", "password", "web site", "comments"],
            meanings: [
                "account": .title, "login name": .account, "password": .password, "web site": .url, "comments": .notes,
            ]),
        CSVPreset(
            format: .bitwardenCSV, required: ["type", "name", "login_uri", "login_username", "login_password"],
            meanings: [
                "folder": .group, "collections": .group, "favorite": nil, "reprompt": nil, "name": .title,
                "notes": .notes, "login_uri": .url, "login_username": .account, "login_password": .password,
                "login_totp": .otp,
            ], typed: true),
        CSVPreset(
            format: .protonPass, required: ["type", "name", "url", "username", "password", "note", "totp"],
            meanings: [
                "name": .title, "url": .url, "username": .account, "password": .password, "note": .notes,
                "totp": .otp, "createtime": .created, "modifytime": .modified, "vault": .group,
            ], typed: true),
        CSVPreset(
            format: .dashlane, required: ["username", "username2", "title", "password", "note", "url", "category"],
            meanings: [
                "username": .account, "title": .title, "password": .password, "note": .notes, "url": .url,
                "category": .group, "otpsecret": .otp, "otpurl": .otp,
            ], plain: ["username2", "username3"]),
        CSVPreset(
            format: .firefox, required: ["url", "username", "password", "httprealm", "formactionorigin"],
            meanings: [
                "url": .url, "username": .account, "password": .password, "formactionorigin": nil, "guid": nil,
                "timecreated": .created, "timelastused": nil, "timepasswordchanged": .changed,
            ], plain: ["httprealm"]),
        CSVPreset(
            format: .lastpass, required: ["url", "username", "password", "extra", "name", "grouping"],
            meanings: [
                "url": .url, "username": .account, "password": .password, "totp": .otp, "extra": .notes,
                "name": .title, "grouping": .group, "fav": nil,
            ]),
        CSVPreset(
            format: .keepassxc, required: ["group", "title", "username", "password", "url", "notes"],
            meanings: [
                "group": .group, "title": .title, "username": .account, "password": .password, "url": .url,
                "notes": .notes, "totp": .otp, "icon": nil, "last modified": .modified, "created": .created,
            ]),
        CSVPreset(
            format: .safari, required: ["title", "url", "username", "password", "otpauth"],
            meanings: [
                "title": .title, "url": .url, "username": .account, "password": .password, "notes": .notes,
                "otpauth": .otp,
            ]),
        CSVPreset(
            format: .chrome, required: ["name", "url", "username", "password"],
            meanings: [
                "name": .title, "url": .url, "username": .account, "password": .password, "note": .notes,
            ]),
    ]

    init?(_ format: ImportedItems.Format) {
        guard let preset = Self.all.first(where: { $0.format == format }) else { return nil }
        self = preset
    }

    private init(
        format: ImportedItems.Format, required: [String], meanings: [String: ImportedItems.Columns.Meaning?],
        plain: [String] = [], typed: Bool = false
    ) {
        self.format = format
        self.required = required
        self.meanings = meanings
        self.plain = plain
        self.typed = typed
    }
}
