internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaVault

/// Puts imported items into a vault and keeps account of what became of them.
struct VaultImportJob {
    let vault: Vault
    let replaces: Bool
    let isDry: Bool

    private(set) var added = 0
    private(set) var replaced = 0
    private(set) var unchanged = 0
    /// Items that were there already and stay as they are.
    private(set) var existing: [String] = []
    /// Items that this import has written, whose attachments are wanted.
    private var written: Set<VaultItem.Name> = []

    init(vault: Vault, replaces: Bool, isDry: Bool) {
        self.vault = vault
        self.replaces = replaces
        self.isDry = isDry
    }

    /// Takes all items in: those without history or attachments at once, in one transaction.
    mutating func run(_ items: [ImportedItem]) throws {
        let names = Dictionary(uniqueKeysWithValues: try vault.items().map { ($0.name, $0) })
        var plain: [ItemDraft] = []
        let wanted = Set(items.map(\.draft.name)).union(names.keys)
        for item in items {
            let name = item.draft.name
            if let known = names[name] {
                guard replaces else {
                    existing.append(name.shown)
                    continue
                }
                // The same once more would only make the history longer.
                let isSame =
                    try known.attributes == item.draft.attributes && vault.secret(of: name) == item.draft.secret
                    && known.attachments.map(\.name) == item.attachments.map(\.name)
                if isSame { unchanged += 1 } else { replaced += 1 }
                if isSame || isDry { continue }
                try vault.set(item.draft)
                try attachAll(item)
            } else {
                added += 1
                if isDry { continue }
                if item.history.isEmpty, item.attachments.isEmpty {
                    plain.append(item.draft)
                } else {
                    try addWithHistory(item, wanted)
                    try attachAll(item)
                }
            }
            written.insert(name)
        }
        if !plain.isEmpty { try vault.add(plain) }
    }

    /// Adds the oldest version and makes each of the next ones of the one before.
    ///
    /// A version that had another name gets it back, unless another item has or gets that name.
    private func addWithHistory(_ item: ImportedItem, _ wanted: Set<VaultItem.Name>) throws {
        var versions = item.history + [item.draft]
        for index in item.history.indices where wanted.contains(versions[index].name) {
            versions[index].name = item.draft.name
        }
        var last = versions.removeFirst()
        try vault.add(last)
        for version in versions {
            try vault.update(last.name) { $0 = version }
            last = version
        }
    }

    private func attachAll(_ item: ImportedItem) throws {
        for attachment in item.attachments {
            try replace(attachment.name, of: item.draft.name)
            try vault.attach(
                attachment.name, mediaType: attachment.mediaType, from: SecretReader(attachment.content),
                to: item.draft.name)
        }
    }

    /// Attaches a file of an archive, if its item was written.
    func attach(_ attachment: VaultArchive.Attachment, _ content: ArchiveContent) throws {
        guard written.contains(attachment.item) else { return }
        try replace(attachment.name, of: attachment.item)
        try vault.attach(
            attachment.name, mediaType: attachment.mediaType, from: content, to: attachment.item)
    }

    /// Takes an attachment of that name away, if there is one.
    private func replace(_ attachment: String, of name: VaultItem.Name) throws {
        guard try vault.item(name)?.attachments.contains(where: { $0.name == attachment }) ?? false else { return }
        try vault.detach(attachment, from: name)
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
