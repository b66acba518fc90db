internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// Converts another program's items and makes their names unique.
struct ItemGatherer {
    private var found: [ForeignItem] = []
    private var result = ImportedItems()
    /// Total size of the items, with repeated content counted each time.
    private var byteCount = 0
    /// Number of addresses that may still be separated from others in one text: each takes much more memory than its
    /// characters.
    private var addressesLeft = 100_000
    /// The index of the item of each note; one that was never added means none.
    private var subjects: [Int] = []
    /// The item that is converted now.
    private var current: Int?

    var count: Int { found.count }

    /// Adds an item.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` if the items exceed the total size limit: many items may repeat
    ///   content that the source stores once.
    mutating func add(_ item: ForeignItem) throws {
        byteCount += item.byteCount(upTo: ImportedItems.largestByteCount)
        guard byteCount <= ImportedItems.largestByteCount else {
            throw VaultError(
                .malformed,
                (item.line > 0 ? "line \(item.line): " : "")
                    + "the items with their attachments and older versions take more than "
                    + "\(ImportedItems.largestByteCount >> 20) MiB")
        }
        var item = item
        item.urls = item.urls.flatMap { addresses(in: $0) }
        for index in item.history.indices {
            item.history[index].urls = item.history[index].urls.flatMap { addresses(in: $0) }
        }
        found.append(item)
    }

    private mutating func addresses(in text: String) -> [String] {
        // The parts of a seed would no longer look like one.
        guard text.utf8.count <= min(addressesLeft, 64 << 10), !ForeignItem.isSeedURI(text) else { return [text] }
        let list = ForeignURL.list(text)
        addressesLeft -= list.count - 1
        return list
    }

    /// The path of a group, unless it is too long: each of many groups inside another repeats its path.
    static func path(_ text: String) throws(VaultError) -> String {
        guard text.utf8.count <= 64 << 10 else {
            throw VaultError(.malformed, "the path of the group '\(text.shortened)' has more than 64 KiB")
        }
        return text
    }

    /// Adds a note about the item that is added next, or about the whole file.
    mutating func note(_ kind: ImportedItems.Note.Kind, _ line: Int, _ text: String, isOfItem: Bool = true) {
        subjects.append(current ?? (isOfItem ? found.count : .max))
        result.notes.append(ImportedItems.Note(kind: kind, line: line, text: text))
    }

    mutating func finish() throws -> ImportedItems {
        var items: [ImportedItems.Item] = []
        for (index, item) in found.enumerated() {
            current = index
            items.append(makeItem(item))
        }
        let isKept = try notingDuplicates(items)
        var counts: [VaultItem.Name: Int] = [:]
        for (item, keeps) in zip(items, isKept) where keeps { counts[item.draft.name, default: 0] += 1 }
        var taken: Set<VaultItem.Name> = []
        var numbers: [VaultItem.Name: Int] = [:]
        for index in items.indices where isKept[index] {
            current = index
            var name = items[index].draft.name
            // The path is used only if the names are otherwise equal.
            if name.itemClass == .internetPassword, counts[name, default: 0] > 1, let url = found[index].urls.first {
                name.path = ForeignURL(url)?.path ?? ""
            }
            let wanted = name
            while !taken.insert(name).inserted {
                let number = numbers[wanted, default: 1] + 1
                numbers[wanted] = number
                name.account = wanted.account.isEmpty ? "(\(number))" : "\(wanted.account) (\(number))"
            }
            if name != wanted {
                note(
                    .renamed, found[index].line,
                    "another \(wanted.text.shortened) is there already; this one is called \(name.text.shortened)")
            }
            items[index].rename(name)
            result.items.append(items[index])
        }
        for (index, subject) in subjects.enumerated() where items.indices.contains(subject) {
            result.notes[index].item = items[subject].draft.name
        }
        result.notes.sort { $0.line < $1.line }
        return result
    }

    /// Marks the items to keep: the first of several that differ only in their times.
    private mutating func notingDuplicates(_ items: [ImportedItems.Item]) throws -> [Bool] {
        struct Content: Hashable {
            let name: VaultItem.Name
            let attributes: VaultItem.Attributes
            let digest: [UInt8]
        }
        let fingerprint = try SecretFingerprint()
        var lines: [Content: Int] = [:]
        var isKept: [Bool] = []
        for (index, item) in items.enumerated() {
            current = index
            // An item with attachments or a history is never a duplicate.
            guard item.attachments.isEmpty, item.history.isEmpty else {
                isKept.append(true)
                continue
            }
            let draft = item.draft
            let content = Content(
                name: draft.name, attributes: draft.attributes, digest: try fingerprint.digest(of: draft.secret))
            if let line = lines[content] {
                let place = line > 0 ? "in line \(line)" : "before"
                note(.duplicate, item.line, "\(draft.name.text.shortened) stood \(place) already, and is left out")
                isKept.append(false)
            } else {
                lines[content] = item.line
                isKept.append(true)
            }
        }
        return isKept
    }

    private mutating func makeItem(_ item: ForeignItem) -> ImportedItems.Item {
        ImportedItems.Item(
            draft: makeDraft(item), history: item.history.map { makeDraft($0) },
            attachments: item.attachments, line: item.line)
    }

    private mutating func makeDraft(_ item: ForeignItem) -> ItemDraft {
        var item = item
        let seeds = item.protectSeeds()
        let name = Self.name(of: item)
        var attributes = VaultItem.Attributes()
        attributes.label = item.title == name.service ? "" : item.title
        attributes.kind = item.kind
        attributes.group = item.group
        attributes.expires = item.expires
        var secret = ItemSecret(item.password)
        var names = UniqueNames()
        for url in item.urls {
            // An address may contain a password: `https://alice:secret@example.com`.
            if ForeignURL(url)?.hasPassword ?? ForeignURL.mayHoldPassword(url) {
                secret.fields.append(.init(names.unique("url"), SecretBytes(copying: url.utf8)))
            } else {
                attributes.fields.append(.init(names.unique("url"), url))
            }
        }
        // Notes often hold recovery codes and security answers, and comments are shown unprotected.
        if !item.notes.isEmpty { secret.fields.append(.init(names.unique("notes"), item.notes)) }
        for field in item.fields { attributes.fields.append(.init(names.unique(Self.named(field.name)), field.value)) }
        for field in item.protected { secret.fields.append(.init(names.unique(Self.named(field.name)), field.value)) }
        if !seeds.isEmpty {
            note(
                .warning, item.line,
                "protected, because it may be the seed of a one-time password: \(seeds.joined(separator: ", ")) of "
                    + name.text.shortened)
        }
        if let text = item.oneTimePassword {
            do {
                secret.oneTimePassword = try ForeignOneTimePassword.read(
                    text, issuer: item.title.isEmpty ? name.service : item.title, account: item.account)
            } catch {
                // Kept because another program may understand it.
                secret.fields.append(.init(names.unique("otp"), text))
                note(
                    .warning, item.line,
                    "the one-time password of \(name.text.shortened) is kept as the protected field otp: "
                        + VaultError(wrapping: error).reason)
            }
        }
        var draft = ItemDraft(name, attributes, secret: secret)
        draft.created = item.created
        draft.modified = item.modified
        draft.secretChanged = item.secretChanged
        return draft
    }

    /// The preferred name of an item, without the path.
    private static func name(of item: ForeignItem) -> VaultItem.Name {
        if let itemClass = item.itemClass {
            let service = item.service.isEmpty ? item.title : item.service
            return VaultItem.Name(service.isEmpty ? "untitled" : service, item.account, class: itemClass)
        }
        if item.service.isEmpty, let url = item.urls.first, let parts = ForeignURL(url) {
            return VaultItem.Name(server: parts.host, account: item.account, scheme: parts.scheme, port: parts.port)
        }
        // An address that cannot be parsed may contain a password, but names are not secret.
        let url = item.urls.first.map { ForeignURL.mayHoldPassword($0) ? "" : $0 } ?? ""
        let service = [item.service, item.title, url].first { !$0.isEmpty }
        return VaultItem.Name(service ?? "untitled", item.account)
    }

    private static func named(_ name: String) -> String { name.isEmpty ? "field" : name }
}

extension ImportedItems.Item {
    fileprivate mutating func rename(_ name: VaultItem.Name) {
        draft.name = name
        for index in history.indices { history[index].name = name }
    }
}
