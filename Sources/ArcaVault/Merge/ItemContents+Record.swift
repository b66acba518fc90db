internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP

extension ItemContents {
    /// Assembles attributes and secret as a version of a generation; throws `.tampered` for an item without a name.
    func record(
        shownAs name: VaultItem.Name?, at generation: UInt64, _ history: ItemRecord.History, _ past: MergeHistory
    ) throws -> (ItemRecord, SecretRecord) {
        var parts = Parts()
        var marks = MergeMarks(versions: versions)
        let sorted = cells.keys.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
        let fields =
            order.filter { cells[$0] != nil }
            + sorted.filter { [.field, .attachment].contains($0.kind) && !order.contains($0) }
        var others: [Int: CellValue] = [:]
        for cell in sorted.filter({ ![.field, .attachment].contains($0.kind) }) + fields {
            let view = view(of: cell, past)
            guard let first = view.first else {
                // Detached content is dropped; other values are kept because one version may outlive the rest.
                if cell.kind != .attachment { marks.keep(cells[cell] ?? [], of: cell, besides: nil, &others) }
                continue
            }
            try parts.add(first.value, cell)
            let isDefault = versions.count == 1 && first.source.carriers == 1 && first.source.stamp == versions[0].stamp
            if !isDefault { marks.shown[cell] = first.source }
            guard cell.kind != .attachment else { continue }
            marks.keep(view.dropFirst().map(\.self), of: cell, besides: first.value, &others)
            let stamps = Set(view.map(\.source.stamp))
            let rest = (cells[cell] ?? []).filter { !stamps.contains($0.source.stamp) }
            marks.keep(rest, of: cell, besides: nil, &others)
        }
        guard let own = parts.name else { throw VaultError(.tampered, "an item of the other copy has no name") }
        if let name, name != own { marks.trueName = own }
        var item = VaultItem(
            identifier: identifier, version: generation, name: name ?? own, attributes: parts.attributes,
            created: created,
            modified: modified, secretChanged: secretChanged, protectedFields: parts.secret.fields.map(\.name),
            oneTimePassword: parts.secret.oneTimePassword?.kind, attachments: parts.attachments.map(\.0),
            historyCount: Int(history.rows.count), removed: isRemoved ? removed ?? modified : nil)
        item.conflicts = marks.conflicts
        let keys = parts.attachments.map { SecretRecord.AttachmentKey(attachment: $0.0.identifier, key: $0.1) }
        return (ItemRecord(item, history, marks), SecretRecord(parts.secret, attachmentKeys: keys, others: others))
    }

    package func name(_ past: MergeHistory) -> VaultItem.Name? {
        guard case .name(let name) = view(of: .itemName, past).first?.value else { return nil }
        return name
    }

    package func attachments(_ past: MergeHistory) -> [VaultItem.Attachment] {
        cells.keys.compactMap { cell in
            guard cell.kind == .attachment, case .attachment(let attachment, _) = view(of: cell, past).first?.value
            else { return nil }
            return attachment
        }
    }

    private struct Parts {
        var name: VaultItem.Name?
        var attributes = VaultItem.Attributes()
        var secret = ItemSecret(SecretBytes(byteCount: 0) { _ in })
        var attachments: [(VaultItem.Attachment, SecretBytes)] = []
        var attachmentNames = UniqueNames()

        mutating func add(_ value: CellValue, _ cell: ItemCell) throws {
            switch (cell.kind, value) {
            case (.name, .name(let name)): self.name = name
            case (.label, .text(let text)): attributes.label = text
            case (.kind, .text(let text)): attributes.kind = text
            case (.comment, .text(let text)): attributes.comment = text
            case (.group, .text(let text)): attributes.group = text
            case (.expires, .time(let time)): attributes.expires = time
            case (.field, .text(let text)): attributes.fields.append(VaultItem.Field(cell.name, text))
            case (.field, .secret(let bytes)): secret.fields.append(ItemSecret.Field(cell.name, bytes))
            case (.value, .secret(let bytes)): secret.value = bytes
            case (.password, .password(let password)): secret.oneTimePassword = password
            case (.attachment, .attachment(let attachment, let key)):
                // Two copies may have attached different contents under one name.
                attachments.append((attachment.named(attachmentNames.unique(attachment.name)), key))
            default: throw VaultError(.tampered, "an item's attributes contradict themselves")
            }
        }
    }
}

extension MergeMarks {
    /// Keeps values other than the one shown; those that differ from it conflict.
    fileprivate mutating func keep(
        _ entries: [ItemContents.Entry], of cell: ItemCell, besides shown: CellValue?, _ secrets: inout [Int: CellValue]
    ) {
        for entry in entries {
            let isConflict = shown.map { !$0.agrees(with: entry.value) } ?? false
            if entry.value.isSecret { secrets[others.count] = entry.value }
            others.append(
                Other(
                    cell: cell, source: entry.source, isConflict: isConflict, isSecret: entry.value.isSecret,
                    bytes: entry.value.bytes))
        }
    }
}
