internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Replaces references to fields of other entries, as `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}`.
///
/// The letters name the wanted field and the one to search: title, user name, password, address (A), notes,
/// identifier, or other fields (O). What cannot be replaced stays as it is, and is reported.
///
/// Source: keepass.info, "Field References".
struct KeePassReferences {
    private let entries: [ForeignItem]
    private let places: [String: Int]
    /// Number of other fields, which the search `O` compares.
    private let fieldCount: Int
    /// The bytes and comparisons that may follow, because references to references could grow without end.
    private var budget = 16 << 20

    private static let largestDepth = 8

    init(_ entries: [ForeignItem]) {
        self.entries = entries
        fieldCount = entries.reduce(0) { $0 + $1.fields.count + $1.protected.count }
        places = Dictionary(entries.enumerated().map { ($1.identifier, $0) }) { first, _ in first }
    }

    /// Replaces the references of an item and its older versions; returns notes on the item.
    mutating func resolve(_ item: inout ForeignItem) -> KeePassItems.Notes {
        var outcome = Outcome()
        resolveParts(&item, &outcome)
        for index in item.history.indices {
            var ignored = Outcome()
            resolveParts(&item.history[index], &ignored)
        }
        var notes: KeePassItems.Notes = []
        if !outcome.replaced.isEmpty {
            let parts = outcome.replaced.joined(separator: ", ")
            notes.append(
                (
                    .warning, item.line,
                    "'\(item.shownTitle)' holds values of other entries now, not references: \(parts)"
                ))
        }
        if !outcome.kept.isEmpty {
            let parts = outcome.kept.joined(separator: ", ")
            notes.append(
                (
                    .warning, item.line,
                    "'\(item.shownTitle)' holds references that could not be replaced by values: \(parts)"
                ))
        }
        return notes
    }

    private struct Outcome {
        var replaced: [String] = []
        var kept: [String] = []
    }

    private mutating func resolveParts(_ item: inout ForeignItem, _ outcome: inout Outcome) {
        for (name, part) in [("title", \ForeignItem.title), ("user name", \.account)] {
            if let text = resolve(item[keyPath: part], name, &outcome) { item[keyPath: part] = text }
        }
        for index in item.urls.indices {
            if let text = resolve(item.urls[index], "url", &outcome) { item.urls[index] = text }
        }
        for (name, part) in [("password", \ForeignItem.password), ("notes", \.notes)] {
            if let value = resolve(item[keyPath: part], name, &outcome) { item[keyPath: part] = value }
        }
        for index in item.fields.indices {
            let field = item.fields[index]
            if let text = resolve(field.value, field.name.shortened, &outcome) { item.fields[index].value = text }
        }
        for index in item.protected.indices {
            let field = item.protected[index]
            if let value = resolve(field.value, field.name.shortened, &outcome) {
                item.protected[index].value = value
            }
        }
    }

    /// Resolves a text that is shown; it keeps a reference to a secret.
    private mutating func resolve(_ text: String, _ name: String, _ outcome: inout Outcome) -> String? {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return nil }
        return resolve(SecretBytes(copying: text.utf8), name, showing: true, &outcome).map { String($0) }
    }

    private mutating func resolve(
        _ value: SecretBytes, _ name: String, showing: Bool = false, _ outcome: inout Outcome
    ) -> SecretBytes? {
        var isComplete = true
        let resolved = resolve(value, showing: showing, depth: 0, &isComplete)
        if !isComplete { outcome.kept.append(name) }
        if resolved != nil { outcome.replaced.append(name) }
        return resolved
    }

    /// Replaces what can be replaced; nil if nothing was.
    private mutating func resolve(
        _ value: SecretBytes, showing: Bool, depth: Int, _ isComplete: inout Bool
    ) -> SecretBytes? {
        let found = value.withBytes { Self.references(in: $0) }
        guard !found.isEmpty else { return nil }
        var result = WipingBytes()
        defer { result.wipe() }
        var end = 0
        for reference in found {
            budget -= 64
            guard depth < Self.largestDepth, budget > 0, let entry = entry(for: reference),
                var content = content(reference.wanted, of: entry, showing: showing)
            else {
                isComplete = false
                continue
            }
            content = resolve(content, showing: showing, depth: depth + 1, &isComplete) ?? content
            budget -= content.count
            guard result.bytes.count + content.count + value.count <= ItemSecret.largestByteCount else {
                isComplete = false
                break
            }
            value.withBytes { result.append(contentsOf: $0.extracting(end..<reference.range.lowerBound)) }
            content.withBytes { result.append(contentsOf: $0) }
            end = reference.range.upperBound
        }
        guard end > 0 else { return nil }
        value.withBytes { result.append(contentsOf: $0.extracting(end...)) }
        return SecretBytes(copying: result.bytes)
    }

    private func content(_ wanted: UInt8, of entry: ForeignItem, showing: Bool) -> SecretBytes? {
        switch wanted {
        case UInt8(ascii: "T"): SecretBytes(copying: entry.title.utf8)
        case UInt8(ascii: "U"): SecretBytes(copying: entry.account.utf8)
        case UInt8(ascii: "A"): SecretBytes(copying: (entry.urls.first ?? "").utf8)
        case UInt8(ascii: "I"): SecretBytes(copying: entry.identifier.utf8)
        case UInt8(ascii: "P") where !showing: entry.password
        case UInt8(ascii: "N") where !showing: entry.notes
        default: nil
        }
    }

    private mutating func entry(for reference: Reference) -> ForeignItem? {
        let text = reference.text
        if reference.search == UInt8(ascii: "I") {
            return places[text.uppercased()].map { entries[$0] }
        }
        budget -= reference.search == UInt8(ascii: "O") ? max(entries.count, fieldCount) : entries.count
        guard budget > 0 else { return nil }
        let secret = SecretBytes(copying: text.utf8)
        return entries.first { entry in
            switch reference.search {
            case UInt8(ascii: "T"): entry.title == text
            case UInt8(ascii: "U"): entry.account == text
            case UInt8(ascii: "A"): entry.urls.first == text
            case UInt8(ascii: "P"): entry.password == secret
            case UInt8(ascii: "N"): entry.notes == secret
            case UInt8(ascii: "O"):
                entry.fields.contains { $0.value == text } || entry.protected.contains { $0.value == secret }
            default: false
            }
        }
    }

    private struct Reference {
        let range: Range<Int>
        /// Letters in upper case.
        let wanted: UInt8
        let search: UInt8
        let text: String
    }

    private static func references(in bytes: Span<UInt8>) -> [Reference] {
        var found: [Reference] = []
        var index = 0
        while index + 10 <= bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "{"), upper(bytes[index + 1]) == UInt8(ascii: "R"),
                upper(bytes[index + 2]) == UInt8(ascii: "E"), upper(bytes[index + 3]) == UInt8(ascii: "F"),
                bytes[index + 4] == UInt8(ascii: ":"), bytes[index + 6] == UInt8(ascii: "@"),
                bytes[index + 8] == UInt8(ascii: ":")
            else { continue }
            let start = index + 9
            // The text of a reference is short, and a missing end must not cost the rest of the value each time.
            guard let end = (start..<min(bytes.count, start + 256)).first(where: { bytes[$0] == UInt8(ascii: "}") })
            else { continue }
            found.append(
                Reference(
                    range: index..<end + 1, wanted: upper(bytes[index + 5]), search: upper(bytes[index + 7]),
                    text: String(decoding: Array(bytes: bytes.extracting(start..<end)), as: UTF8.self)))
            index = end
        }
        return found
    }

    private static func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7a).contains(byte) ? byte - 0x20 : byte }
}
