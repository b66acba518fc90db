internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaVault

/// Puts imported items into a vault and keeps account of what became of them.
///
/// All items are checked before the first is written. What is there already in the same form is left alone, so that the same
/// import once more changes nothing.
struct VaultImportJob {
    /// Which attachment of which item.
    private struct Place: Hashable {
        let item: VaultItem.Name
        let attachment: String
    }

    /// What an attachment is to be.
    struct Content: Equatable {
        let mediaType: String
        let byteCount: UInt64
        /// SHA-256 of the content.
        let digest: [UInt8]
    }

    let vault: Vault
    let replaces: Bool
    let isDry: Bool

    private(set) var added = 0
    private(set) var replaced = 0
    private(set) var unchanged = 0
    private(set) var attached = 0
    /// Items that were there already, differ, and stay as they are.
    private(set) var existing: [String] = []
    /// Older versions that the vault's limit leaves no room for, by item.
    private(set) var dropped: [(item: String, count: Int)] = []
    private var known: [VaultItem.Name: VaultItem] = [:]
    /// Attachments that are to be written.
    private var wanted: Set<Place> = []

    init(vault: Vault, replaces: Bool, isDry: Bool) {
        self.vault = vault
        self.replaces = replaces
        self.isDry = isDry
    }

    /// Takes all items in: those without history or attachments at once, in one transaction.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - archived: What the attachments are whose contents come later, by item and name.
    /// - Throws: ``VaultError`` with code `.malformed` for an item that no vault takes, before anything is written; what
    ///   writing throws.
    mutating func run(
        _ items: [ImportedItem], archived: [VaultArchive.Attachment: Content] = [:]
    ) throws {
        for item in items { try Self.check(item) }
        var later: [VaultItem.Name: [String: Content]] = [:]
        for (attachment, content) in archived { later[attachment.item, default: [:]][attachment.name] = content }
        let differences = try compare(items, later)
        let limit = try vault.status.historyLimit
        var plain: [ItemDraft] = []
        for (item, difference) in zip(items, differences) {
            let name = item.draft.name
            switch difference {
            case .none: unchanged += 1
            case .some(let found) where found.isKnown && !replaces: existing.append(name.shown)
            case .some(let found):
                if found.isKnown { replaced += 1 } else { added += 1 }
                attached += found.attachments.count
                if !found.isKnown, item.history.count > limit {
                    dropped.append((name.shown, item.history.count - limit))
                }
                if isDry { continue }
                for attachment in found.attachments { wanted.insert(Place(item: name, attachment: attachment)) }
                if let draft = found.draft {
                    if found.isKnown {
                        try vault.set(draft)
                    } else if item.history.isEmpty, item.attachments.isEmpty {
                        plain.append(draft)
                        continue
                    } else {
                        try addWithHistory(item)
                    }
                }
                for attachment in item.attachments {
                    try attach(
                        Place(item: name, attachment: attachment.name), attachment.mediaType,
                        SecretReader(attachment.content))
                }
            }
        }
        if !plain.isEmpty { try vault.add(plain) }
    }

    /// Attaches a file of an archive, if its item lacks it.
    func attach(_ attachment: VaultArchive.Attachment, _ content: ArchiveContent) throws {
        try attach(Place(item: attachment.item, attachment: attachment.name), attachment.mediaType, content)
    }

    private func attach(_ place: Place, _ mediaType: String, _ content: some ByteReader) throws {
        guard wanted.contains(place) else { return }
        try vault.attachImported(place.attachment, mediaType: mediaType, from: content, to: place.item)
    }

    // MARK: Before anything is written

    private static func check(_ item: ImportedItem) throws(VaultError) {
        for draft in item.history + [item.draft] {
            do throws(VaultError) {
                try draft.checkWhole()
            } catch {
                throw VaultError(.malformed, (item.line > 0 ? "line \(item.line): " : "") + error.reason)
            }
        }
    }

    /// What is to be written of an item.
    private struct Difference {
        let isKnown: Bool
        /// Nil where attributes and secret are what they are in the vault.
        let draft: ItemDraft?
        let attachments: [String]
    }

    /// Compares items with those of one state of the vault; nil for an item that is there in the same form.
    private mutating func compare(
        _ items: [ImportedItem], _ later: [VaultItem.Name: [String: Content]]
    ) throws -> [Difference?] {
        let vault = vault
        let (known, differences) = try vault.withSnapshot { snapshot in
            // The names of a vault differ, but whoever has a public key can make one whose names do not.
            let known = Dictionary(
                try snapshot.items().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            let differences = try items.map { item -> Difference? in
                let name = item.draft.name
                var contents = later[name] ?? [:]
                for attachment in item.attachments { contents[attachment.name] = try Content(attachment) }
                guard let found = known[name] else {
                    return Difference(isKnown: false, draft: item.draft, attachments: Array(contents.keys))
                }
                let secret = try snapshot.secret(of: name)
                var draft = item.draft
                draft.secret = draft.secret.keepingCounter(of: secret)
                let isSame = found.attributes == draft.attributes && secret == draft.secret
                let attachments = try contents.filter { attachment, content in
                    try Content(attachment, of: found, in: snapshot) != content
                }
                guard !isSame || !attachments.isEmpty else { return nil }
                return Difference(isKnown: true, draft: isSame ? nil : draft, attachments: Array(attachments.keys))
            }
            return (known, differences)
        }
        self.known = known
        return differences
    }

    /// Adds the oldest version and makes each of the next ones of the one before.
    ///
    /// A version that had another name gets it back, unless another item has that name.
    private func addWithHistory(_ item: ImportedItem) throws {
        var versions = item.history + [item.draft]
        for index in item.history.indices where known[versions[index].name] != nil {
            versions[index].name = item.draft.name
        }
        var last = versions.removeFirst()
        try vault.add(last)
        for version in versions {
            try vault.update(last.name) { $0 = version }
            last = version
        }
    }

    /// Reads a secret's bytes.
    private struct SecretReader: ByteReader {
        private let secret: SecretBytes
        private var offset = 0

        init(_ secret: SecretBytes) { self.secret = secret }

        mutating func read(into output: inout OutputSpan<UInt8>) {
            let count = min(output.freeCapacity, secret.count - offset)
            secret.withBytes { output.append(contentsOf: $0.extracting(offset..<offset + count)) }
            offset += count
        }
    }
}

extension VaultImportJob.Content {
    /// Of an attachment that came along.
    fileprivate init(_ attachment: ImportedItem.Attachment) throws(CryptoError) {
        self.init(
            mediaType: attachment.mediaType, byteCount: UInt64(attachment.content.count),
            digest: try HashFunction.sha256.hash(attachment.content))
    }

    /// Of an attachment as the vault has it; nil when it has none of that name.
    fileprivate init?(_ attachment: String, of item: VaultItem, in snapshot: VaultSnapshot) throws {
        guard let found = item.attachments.first(where: { $0.name == attachment }) else { return nil }
        let writer = try snapshot.extract(attachment, of: item.name, to: try DigestWriter())
        self.init(mediaType: found.mediaType, byteCount: found.byteCount, digest: try writer.digest())
    }

    /// Of a file of an archive.
    init(_ attachment: VaultArchive.Attachment, _ content: inout ArchiveContent) throws {
        var stream = try HashStream(.sha256)
        while true {
            let piece = try [UInt8](capacity: 64 << 10) { output in try content.read(into: &output) }
            if piece.isEmpty { break }
            stream.update(piece)
        }
        self.init(
            mediaType: attachment.mediaType, byteCount: UInt64(attachment.byteCount), digest: try stream.finalize())
    }

    /// Makes a digest of what is written.
    private struct DigestWriter: ByteWriter {
        private var stream: HashStream

        init() throws(CryptoError) { stream = try HashStream(.sha256) }

        mutating func write(_ bytes: borrowing some Bytes) { stream.update(bytes) }

        func digest() throws(CryptoError) -> [UInt8] { try stream.finalize() }
    }
}
