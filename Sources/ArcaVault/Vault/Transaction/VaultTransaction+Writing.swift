package import ArcaCore
package import ArcaCrypto
internal import ArcaOTP

extension VaultTransaction {
    package func add(_ draft: ItemDraft) throws -> VaultItem {
        try draft.check()
        guard try find(draft.name, toAdd: true) == nil else { throw Self.duplicate(draft.name) }
        let item = VaultItem(
            identifier: try SecureRandom.bytes(16), version: state.generation, name: draft.name,
            attributes: draft.attributes, created: draft.created ?? now, modified: draft.modified ?? now,
            secretChanged: draft.secretChanged ?? now, protectedFields: draft.secret.fields.map(\.name),
            oneTimePassword: draft.secret.oneTimePassword?.kind, attachments: [], historyCount: 0)
        try insert(ItemRecord(item, ItemRecord.History()), SecretRecord(draft.secret))
        return item
    }

    /// Writes a new version of an item, and moves the previous one to the history unless `keepsOld` is false.
    ///
    /// `old` is the item as found in this transaction; a different name renames it. It gets `attachments` with their
    /// keys, or keeps its own.
    @discardableResult
    package func change(
        _ old: OpenedItem, to draft: ItemDraft,
        attachments: (list: [VaultItem.Attachment], keys: [SecretRecord.AttachmentKey])? = nil, keepsOld: Bool = true
    ) throws -> VaultItem {
        try draft.check()
        let old = try inCurrentEpoch(old)
        let item = old.item
        if keys.lookupTag(draft.name) != old.row.key.tag, let other = try find(draft.name, toAdd: true),
            other.row.key.identifier != old.row.key.identifier
        {
            throw Self.duplicate(draft.name)
        }
        let oldSecret = try secret(of: old)
        let attachments = attachments ?? (item.attachments, oldSecret.attachmentKeys)
        let history = keepsOld ? try moveIntoHistory(old) : old.record.history
        if !keepsOld { try removeRow(old) }
        let isSameSecret = draft.secret == oldSecret.secret
        let marks = try marks(of: old, oldSecret, changedTo: draft, attachments)
        let changed = VaultItem(
            identifier: item.identifier, version: state.generation, name: draft.name, attributes: draft.attributes,
            created: draft.created ?? item.created, modified: draft.modified ?? now,
            secretChanged: draft.secretChanged ?? (isSameSecret ? item.secretChanged : now),
            protectedFields: draft.secret.fields.map(\.name), oneTimePassword: draft.secret.oneTimePassword?.kind,
            attachments: attachments.list, historyCount: Int(history.rows.count))
        try insert(
            ItemRecord(changed, history, marks?.marks),
            SecretRecord(draft.secret, attachmentKeys: attachments.keys, others: marks?.others ?? [:]))
        return changed
    }

    package func remove(_ item: OpenedItem) throws {
        // Verify the history, or rolled-back rows could be hidden by the removal.
        for row in try historyRows(of: item) { try removeVersion(row) }
        for attachment in item.item.attachments { try removePieces(of: attachment) }
        try removeRow(item)
    }

    func removeHistory(of old: OpenedItem) throws -> Int {
        let old = try inCurrentEpoch(old)
        let rows = try historyRows(of: old)
        guard !rows.isEmpty else { return 0 }
        for row in rows { try removeVersion(row) }
        let secret = try secret(of: old)
        try removeRow(old)
        var item = old.item
        item.version = state.generation
        try insert(ItemRecord(item, ItemRecord.History(), old.record.marks), secret)
        return rows.count
    }

    /// Milliseconds.
    private static let trashLimit: Int64 = 30 * 86_400_000

    /// Moves an item to the trash or restores it, with history and attachments, and adds no version to the history.
    @discardableResult
    func setRemoved(_ time: Vault.Timestamp?, of old: OpenedItem) throws -> VaultItem {
        if time == nil, try find(old.item.name) != nil { throw Self.duplicate(old.item.name) }
        let old = try inCurrentEpoch(old)
        let secret = try secret(of: old)
        try removeRow(old)
        var item = old.item
        (item.version, item.removed) = (state.generation, time)
        guard old.record.marks != nil else {
            try insert(ItemRecord(item, old.record.history), secret)
            return item
        }
        var contents = try contents(of: old, secret).edited(
            to: nil, at: state.generation, isRemoved: time != nil, time: now, state.past)
        contents.removed = time
        let (record, sealed) = try contents.record(
            shownAs: item.name, at: state.generation, old.record.history, state.past)
        try insert(record, sealed)
        return record.item
    }

    func removeStaleTrash() throws {
        let limit = now.advanced(byMilliseconds: -Self.trashLimit)
        guard let trash = state.trash, trash.oldest < limit else { return }
        var oldest: Vault.Timestamp?
        // Damage defers this: it must not make an unrelated change fail.
        guard let items = try? all(where: { $0.removed != nil }) else { return }
        for item in items {
            guard let removed = item.item.removed else { continue }
            if removed < limit, (try? historyRows(of: item)) != nil {
                try remove(item)
            } else {
                oldest = min(oldest ?? removed, removed)
            }
        }
        if let oldest { state.trash?.oldest = oldest }
    }

    private static func duplicate(_ name: VaultItem.Name) -> VaultError {
        VaultError(.duplicate, "the vault has an item \(name.text) already")
    }

    func insert(_ record: ItemRecord, _ secret: SecretRecord) throws {
        let (fields, secretFields) = (record.fields(), secret.fields())
        try ItemDraft.check(record.item.name, attributes: fields, secret: secretFields)
        let row = try keys.seal(
            attributes: fields.padded(), secret: secretFields.padded(), tag: keys.tag(of: record.item),
            identifier: record.item.identifier.bigEndianNumber(), version: record.item.version)
        try insertRow(row, of: record.item)
    }

    /// Moves an item's row to the history unchanged, and removes the oldest rows beyond the limit.
    func moveIntoHistory(_ item: OpenedItem) throws -> ItemRecord.History {
        // An item changes at most once per generation, or two versions would have the same number.
        guard item.row.key.version < state.generation else {
            throw VaultError(.tampered, "an item's version is above the vault's generation")
        }
        var history = item.record.history
        let rows = try historyRows(of: item) + [item.row]
        try database.history.insertCopy(ofItem: item.row.key.tag)
        history.rows.add(try keys(of: item.row.key).leaf(item.row, .history))
        try removeRow(item)
        let surplus = max(0, rows.count - Int(state.historyLimit))
        for row in rows[..<surplus] {
            try removeVersion(row)
            history.rows.subtract(try keys(of: row.key).leaf(row, .history))
        }
        history.oldest = surplus < rows.count ? rows[surplus].key.version : 0
        return history
    }

    private func removeVersion(_ row: SealedRow) throws {
        guard try database.history.remove(row.key) else { throw VaultTransaction.changedGroup }
    }

    // MARK: Attachments

    /// An attachment with stored pieces, and its key.
    package typealias SealedAttachment = (attachment: VaultItem.Attachment, key: SecretBytes)

    /// Seals content as pieces that do not belong to an item yet.
    package func seal<Input: ByteReader & ~Copyable>(
        _ attachment: String, _ mediaType: String, from input: consuming Input
    ) throws -> SealedAttachment {
        let new = try NewAttachment()
        let (byteCount, last) = try new.seal(input, for: keys.vault) { pieces, first in
            try self.insertPieces(pieces, from: first, of: new)
        }
        try insertPieces(last.pieces, from: last.number, of: new)
        return (new.attachment(attachment, mediaType, byteCount, at: now), new.key)
    }

    func insertPieces(_ pieces: [[UInt8]], from first: Int, of attachment: NewAttachment) throws {
        for (index, piece) in pieces.enumerated() {
            try database.pieces.insert(piece, first + index, of: attachment.number)
        }
    }

    /// Adds attachments with stored pieces to an item, all at once, because each call seals the item again.
    ///
    /// A new version of the item must not have these names yet. Without a new version, attachments with these names are
    /// renamed.
    package func link(_ new: [SealedAttachment], to name: VaultItem.Name, asNewVersion: Bool) throws {
        guard !new.isEmpty else { return }
        let item = try item(name)
        let secret = try secret(of: item)
        var (list, keys) = (item.item.attachments, secret.attachmentKeys)
        var draft = ItemDraft(item.item, secret.secret)
        if asNewVersion {
            for (attachment, _) in new { try item.item.checkIsFree(attachment.name) }
        } else {
            draft.modified = item.item.modified
            let places = Dictionary(list.indices.map { (list[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
            var names = UniqueNames(taken: list.map(\.name) + new.map(\.attachment.name))
            for (attachment, _) in new {
                if let old = places[attachment.name] { list[old] = list[old].named(names.unique(attachment.name)) }
            }
        }
        for (attachment, key) in new {
            list.append(attachment)
            keys.append(SecretRecord.AttachmentKey(attachment: attachment.identifier, key: key))
        }
        try change(item, to: draft, attachments: (list, keys), keepsOld: asNewVersion)
    }

    /// Removes an attachment and its content; older versions lack the content too.
    func unlink(_ attachment: String, from name: VaultItem.Name) throws {
        let item = try item(name)
        let (found, _) = try self.attachment(attachment, of: item)
        let secret = try secret(of: item)
        let attachments = item.item.attachments.filter { $0 != found }
        let keys = secret.attachmentKeys.filter { $0.attachment != found.identifier }
        try change(item, to: ItemDraft(item.item, secret.secret), attachments: (attachments, keys))
        try removePieces(of: found)
    }

    func removePieces(of attachment: VaultItem.Attachment) throws {
        try database.pieces.removeAll(of: attachment.identifier.bigEndianNumber())
    }

    // MARK: Attachments that are being written, and that no item has yet

    /// Milliseconds.
    private static let stagingLimit: Int64 = 24 * 60 * 60 * 1000

    func stage(_ attachment: UInt128) {
        state.staged.append(StateRecord.Staged(attachment: attachment, begun: now))
        state.staged.sort { $0.attachment < $1.attachment }
    }

    func unstage(_ attachment: UInt128) throws {
        try requireStaged(attachment)
        state.staged.removeAll { $0.attachment == attachment }
    }

    func requireStaged(_ attachment: UInt128) throws {
        guard state.staged.contains(where: { $0.attachment == attachment }) else {
            throw VaultError(.notFound, "writing the attachment took more than a day, so another process removed it")
        }
    }

    func removeStaleStaging() throws {
        let limit = now.advanced(byMilliseconds: -Self.stagingLimit)
        for entry in state.staged where entry.begun < limit { try database.pieces.removeAll(of: entry.attachment) }
        state.staged.removeAll { $0.begun < limit }
    }

    // MARK: Epochs

    /// Returns an item under the keys of the current epoch, re-encrypting it with its history if necessary.
    ///
    /// Identifiers and versions are unchanged, and all rows count in the new sums.
    func inCurrentEpoch(_ item: OpenedItem) throws -> OpenedItem {
        guard item.row.key.epoch != keys.epoch else { return item }
        var history = ItemRecord.History(oldest: item.record.history.oldest)
        for row in try historyRows(of: item) {
            let opened = try OpenedItem(row, keys(of: row.key))
            let moved = try reseal(opened, opened.record, in: .history)
            try database.history.replace(moved)
            history.rows.add(keys.leaf(moved, .history))
        }
        let record = ItemRecord(item.item, history, item.record.marks)
        let moved = try reseal(item, record, in: .item)
        try checkGroup(moved.key.tag.group)
        try removeRow(item)
        try insertRow(moved, of: record.item)
        return OpenedItem(moved, record)
    }

    private func reseal(_ item: OpenedItem, _ record: ItemRecord, in table: SealedRow.Table) throws -> SealedRow {
        try keys.seal(
            attributes: record.fields().padded(), secret: secret(of: item, in: table).fields().padded(),
            tag: keys.tag(of: record.item), identifier: item.row.key.identifier,
            version: item.row.key.version)
    }
}

extension VaultItem.Attachment {
    /// A copy with another name.
    func named(_ name: String) -> VaultItem.Attachment {
        VaultItem.Attachment(
            identifier: identifier, name: name, mediaType: mediaType, byteCount: byteCount, created: created)
    }
}

extension VaultItem {
    func checkIsFree(_ attachment: String) throws {
        guard !attachment.isEmpty else { throw VaultError(.invalidArgument, "an attachment needs a name") }
        guard !attachments.contains(where: { $0.name == attachment }) else {
            throw VaultError(.duplicate, "\(name.text) has an attachment \(attachment) already; detach it first")
        }
    }
}

extension ItemDraft {
    init(_ item: VaultItem, _ secret: ItemSecret) { self.init(item.name, item.attributes, secret: secret) }

    package func checkWhole() throws {
        try check()
        let item = VaultItem(
            identifier: [UInt8](repeating: 0, count: 16), version: 1, name: name, attributes: attributes,
            created: created ?? .now(), modified: modified ?? .now(), secretChanged: secretChanged ?? .now(),
            protectedFields: secret.fields.map(\.name), oneTimePassword: secret.oneTimePassword?.kind,
            attachments: [], historyCount: 0)
        try Self.check(
            name, attributes: ItemRecord(item, ItemRecord.History()).fields(), secret: SecretRecord(secret).fields())
    }

    fileprivate static func check(
        _ name: VaultItem.Name, attributes: borrowing TLVWriter, secret: borrowing TLVWriter
    ) throws {
        for (what, count, limit) in [
            ("attributes", attributes.byteCount, ItemRecord.largestByteCount),
            ("secrets and their names", secret.byteCount, SecretRecord.largestByteCount),
        ] where count > limit {
            throw VaultError(
                .invalidArgument, "the \(what) of \(name.text.shortened) have \(count) bytes; the maximum is \(limit)")
        }
    }

    fileprivate func check() throws {
        guard !name.service.isEmpty else { throw VaultError(.invalidArgument, "an item needs a service in its name") }
        guard name.isConsistent else {
            throw VaultError(.invalidArgument, "only internet passwords have protocol, port and path")
        }
        let names = attributes.fields.map(\.name) + secret.fields.map(\.name)
        guard names.areDistinct else {
            throw VaultError(.invalidArgument, "the custom fields of \(name.text.shortened) need names that all differ")
        }
        let byteCount =
            secret.value.count + secret.fields.reduce(0) { $0 + $1.value.count }
            + (secret.oneTimePassword?.key.count ?? 0)
        guard byteCount <= ItemSecret.largestByteCount else {
            throw VaultError(
                .invalidArgument,
                "the secret of \(name.text.shortened) has \(byteCount) bytes; the maximum is \(ItemSecret.largestByteCount), "
                    + "attach it instead")
        }
    }
}
