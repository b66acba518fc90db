internal import ArcaCore
internal import ArcaCrypto

/// Repairs damaged rows in a write transaction.
///
/// Source: Documentation/VAULT-FORMAT.md, section 6.2.
final class VaultRepair {
    private let transaction: VaultTransaction
    private let backup: VaultTransaction?
    private let isLossy: Bool
    private var steps: [Vault.RepairStep] = []
    private var lost: Set<UInt128> = []
    private var triedCount = 0

    /// Limits on the rows, and on the bytes of a blob, in which a flipped bit is searched for.
    private static let largestTriedCount = 64
    private static let largestTriedByteCount = 8192
    private static let largestChoiceCount = 12

    /// A possible original of a damaged row.
    private struct Candidate {
        let row: SealedRow
        /// The damaged row, if a flipped bit was corrected; nil for a row of the backup.
        let damaged: SealedRow.Key?
    }

    init(_ transaction: VaultTransaction, _ backup: VaultTransaction?, isLossy: Bool) {
        (self.transaction, self.backup, self.isLossy) = (transaction, backup, isLossy)
    }

    private var database: Database { transaction.database }

    func run() throws -> [Vault.RepairStep] {
        try repairItems()
        if isLossy {
            try database.items.removeUnreadable()
            try database.history.removeUnreadable()
            try database.pieces.removeUnreadable()
            for group in 0..<GroupChecksums.groupCount { try removeRest(of: group) }
            try countTrash()
            try revertLost()
        }
        for item in try transaction.readable(where: { _ in true }).items { try repairParts(of: item) }
        if isLossy { try removeUnreferenced() }
        return steps
    }

    private func note(_ code: Vault.RepairStep.Code, _ name: VaultItem.Name?, _ detail: String) {
        steps.append(Vault.RepairStep(code: code, item: name, detail: detail))
    }

    private static func text(_ key: SealedRow.Key) -> String {
        "item \(key.identifier.hexadecimal), row \(key.tag.value.hexadecimal), group \(key.tag.group)"
    }

    // MARK: Rows

    /// The item's name, or nil unless the row decrypts completely and has the right tag.
    private func name(in row: SealedRow) throws -> VaultItem.Name? {
        do {
            let rowKeys = try transaction.keys(of: row.key)
            let item = try OpenedItem(row, rowKeys)
            _ = try SecretRecord(rowKeys.openSecret(row), of: item.item)
            let isInPlace = rowKeys.tag(of: item.item) == row.key.tag
            return isInPlace && row.key.version <= transaction.state.generation ? item.item.name : nil
        } catch let error as VaultError where error.code == .tampered {
            return nil
        }
    }

    /// The row with the one flipped bit corrected, or nil if no flip makes it decrypt.
    private func corrected(_ row: SealedRow) throws -> SealedRow? {
        triedCount += 1
        guard triedCount <= Self.largestTriedCount else { return nil }
        let attributesOpen = (try? transaction.keys(of: row.key).openAttributes(row)) != nil
        if !attributesOpen {
            let found = row.withOneBitFlipped { changed in
                guard let rowKeys = try? transaction.keys(of: changed.key) else { return false }
                return (try? rowKeys.openAttributes(changed)) != nil
            }
            if let found { return try name(in: found) == nil ? nil : found }
        }
        let blob: WritableKeyPath<SealedRow, [UInt8]> = attributesOpen ? \.secret : \.attributes
        let first = attributesOpen ? 0 : SealedRow.headByteCount
        var changed = row
        guard row[keyPath: blob].count <= Self.largestTriedByteCount, let rowKeys = try? transaction.keys(of: row.key)
        else { return nil }
        for place in first..<row[keyPath: blob].count {
            for bit in 0..<8 {
                changed[keyPath: blob][place] ^= 1 << UInt8(bit)
                let opens =
                    attributesOpen
                    ? (try? rowKeys.openSecret(changed)) != nil : (try? rowKeys.openAttributes(changed)) != nil
                if opens { return try name(in: changed) == nil ? nil : changed }
                changed[keyPath: blob][place] = row[keyPath: blob][place]
            }
        }
        return nil
    }

    /// The combination with the most candidates that matches the sums, or nil.
    private func solve(
        _ found: [SealedRow], sound: [SealedRow], _ candidates: [Candidate],
        areOfOnePlace: (SealedRow.Key, SealedRow.Key) -> Bool, isRight: ([SealedRow]) -> Bool
    ) -> (kept: [SealedRow], added: [Candidate])? {
        let candidates = candidates.prefix(Self.largestChoiceCount)
        let choices = (1..<(1 << candidates.count)).sorted { $0.nonzeroBitCount > $1.nonzeroBitCount }
        for choice in choices {
            let added = candidates.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
            // Unreadable rows may be damaged outside the sums' coverage, or be foreign.
            for base in [found, sound] {
                let kept = base.filter { row in
                    !added.contains { $0.damaged == row.key || areOfOnePlace($0.row.key, row.key) }
                }
                if isRight(kept + added.map(\.row)) { return (kept, added) }
            }
        }
        return nil
    }

    // MARK: Items

    private func rows(in group: Int, of transaction: VaultTransaction) throws -> [SealedRow] {
        var rows: [SealedRow] = []
        do {
            let limit = transaction.rowLimit(of: group)
            try transaction.database.items.forEach(in: group, atMost: limit, withSecrets: true) { row in
                do {
                    rows.append(try SealedRow(row, withSecret: true))
                } catch let error as VaultError where error.code == .tampered {}
            }
        } catch let error as VaultError where error.code == .tampered {}
        return rows
    }

    private func repairItems() throws {
        var damaged: [(group: Int, found: [SealedRow], sound: [SealedRow])] = []
        var corrections: [Candidate] = []
        for group in 0..<GroupChecksums.groupCount {
            let found = try rows(in: group, of: transaction)
            let sound = try found.filter { try name(in: $0) != nil }
            guard sound.count < found.count || transaction.residue(of: group, without: found) != .none else { continue }
            damaged.append((group, found, sound))
            for row in found where !sound.contains(row) {
                if let right = try corrected(row) { corrections.append(Candidate(row: right, damaged: row.key)) }
            }
        }
        for (group, found, sound) in damaged {
            var candidates = corrections.filter { $0.row.key.tag.group == group }
            for row in try backup.map({ try rows(in: group, of: $0) }) ?? [] {
                // For an existing item, only a newer version is a candidate.
                let isOlder = sound.contains {
                    $0.key.identifier == row.key.identifier && $0.key.version >= row.key.version
                }
                guard !isOlder, try name(in: row) != nil, !candidates.contains(where: { $0.row == row }) else {
                    continue
                }
                candidates.append(Candidate(row: row, damaged: nil))
            }
            // First the candidates that would replace an existing row.
            let places = Set(found.map(\.key.identifier)), tags = Set(found.map(\.key.tag))
            candidates =
                candidates.filter { places.contains($0.row.key.identifier) || tags.contains($0.row.key.tag) }
                + candidates.filter { !places.contains($0.row.key.identifier) && !tags.contains($0.row.key.tag) }
            guard
                let solution = solve(
                    found, sound: sound, candidates,
                    areOfOnePlace: { $0.identifier == $1.identifier || $0.tag == $1.tag },
                    isRight: { transaction.residue(of: group, without: $0) == .none })
            else { continue }
            for row in found where !solution.kept.contains(row) { try database.items.remove(row.key.tag) }
            for candidate in solution.added {
                if let damaged = candidate.damaged { try database.items.remove(damaged.tag) }
                try database.items.remove(candidate.row.key.tag)
                try database.items.insert(candidate.row)
                note(
                    candidate.damaged == nil ? .restored : .corrected, try name(in: candidate.row),
                    Self.text(candidate.row.key))
            }
        }
        transaction.forgetChecks()
    }

    private func removeRest(of group: Int) throws {
        let found = try rows(in: group, of: transaction)
        var sound = try found.filter { try name(in: $0) != nil }
        let isWhole = transaction.residue(of: group, without: found) == .none
        guard !isWhole || sound.count < found.count else { return }
        let fault = isWhole ? nil : try transaction.fault(in: group)
        if let fault {
            sound.removeAll { $0.key == fault.standing.key }
            if let original = fault.original { lost.insert(original.key.identifier) }
        }
        for row in found where !sound.contains(row) {
            try database.items.remove(row.key.tag)
            // Unknown rows are not items to restore: the vault never had them, or had removed them.
            if fault?.standing.key == row.key {
                if fault?.original == nil {
                    note(.removed, try name(in: row), "\(Self.text(row.key)): not of this vault")
                }
            } else {
                lost.insert(row.key.identifier)
            }
        }
        try transaction.acceptRows(sound, of: group)
        guard !isWhole, fault == nil else { return }
        for row in sound {
            note(.accepted, try name(in: row), "\(Self.text(row.key)): it may be an older version")
        }
    }

    private func countTrash() throws {
        let times = try transaction.readable { $0.removed != nil }.items.compactMap(\.item.removed)
        transaction.state.trash = times.min().map { StateRecord.Trash(count: UInt32(times.count), oldest: $0) }
    }

    private func revertLost() throws {
        let orphans = try database.history.identifiers()
        let lost = lost.union(orphans).subtracting(try database.items.identifiers()).sorted()
        guard !lost.isEmpty else { return }
        var copies: [UInt128: OpenedItem] = [:]
        for item in try backup?.readable(where: { _ in true }).items ?? [] { copies[item.row.key.identifier] = item }
        for identifier in lost {
            var versions = try database.history.rows(of: identifier, withSecrets: true)
            for row in versions where try row.key.epoch != transaction.keys.epoch || name(in: row) == nil {
                _ = try database.history.remove(row.key)
            }
            versions = try database.history.rows(of: identifier, withSecrets: true)
            var source: (item: OpenedItem, secret: SecretRecord)?
            if let newest = versions.last {
                let item = try OpenedItem(newest, transaction.keys)
                source = (item, try SecretRecord(transaction.keys.openSecret(newest), of: item.item))
            }
            if let backup, let copy = copies[identifier], copy.row.key.version > versions.last?.key.version ?? 0,
                let secret = try? backup.secret(of: copy)
            {
                source = (copy, secret)
            }
            let isFree = try source.map {
                try $0.item.item.removed != nil || transaction.find($0.item.item.name, toAdd: true) == nil
            }
            guard let source, isFree == true else {
                for row in versions { _ = try database.history.remove(row.key) }
                let name = source?.item.item.name
                let why = name == nil ? "no version of it opens" : "its name is taken"
                note(.removed, name, "item \(identifier.hexadecimal): \(why)")
                continue
            }
            let (item, secret) = (source.item.item, source.secret)
            try insert(
                item, secret, history: try history(versions), attachments: item.attachments, keys: secret.attachmentKeys
            )
            note(.reverted, item.name, "item \(identifier.hexadecimal): to what it was at \(item.modified)")
        }
    }

    private func history(_ rows: [SealedRow]) throws -> ItemRecord.History {
        var history = ItemRecord.History(oldest: rows.first?.key.version ?? 0)
        for row in rows { history.rows.add(try transaction.keys(of: row.key).leaf(row, .history)) }
        return history
    }

    private func insert(
        _ item: VaultItem, _ secret: SecretRecord, history: ItemRecord.History, attachments: [VaultItem.Attachment],
        keys: [SecretRecord.AttachmentKey]
    ) throws {
        let new = VaultItem(
            identifier: item.identifier, version: transaction.state.generation, name: item.name,
            attributes: item.attributes, created: item.created, modified: item.modified,
            secretChanged: item.secretChanged, protectedFields: item.protectedFields,
            oneTimePassword: item.oneTimePassword, attachments: attachments, historyCount: Int(history.rows.count),
            removed: item.removed)
        try transaction.insert(ItemRecord(new, history), SecretRecord(secret.secret, attachmentKeys: keys))
    }

    // MARK: History and attachments

    private func repairParts(of item: OpenedItem) throws {
        guard let secret = try? transaction.secret(of: item) else { return }
        let rest = try repairHistory(of: item)
        let broken = try zip(item.item.attachments, secret.attachmentKeys).filter { attachment, key in
            try !repair(attachment, key, of: item.item.name)
        }.map(\.0)
        guard isLossy, rest != nil || !broken.isEmpty else { return }
        var versions = item.record.history
        if let rest {
            // If a rotation has not re-encrypted the item, its history must be re-encrypted with it.
            let isOld = item.row.key.epoch != transaction.keys.epoch
            for row in rest.removed + (isOld ? rest.kept : []) { _ = try database.history.remove(row.key) }
            versions = try history(isOld ? [] : rest.kept)
            note(.trimmed, item.item.name, "older versions left: \(versions.rows.count)")
        }
        for attachment in broken {
            try database.pieces.removeAll(of: attachment.identifier.bigEndianNumber())
            note(.detached, item.item.name, "the attachment \(attachment.name)")
        }
        try transaction.checkGroup(item.row.key.tag.group)
        try transaction.removeRow(item)
        try insert(
            item.item, secret, history: versions, attachments: item.item.attachments.filter { !broken.contains($0) },
            keys: secret.attachmentKeys.filter { key in !broken.contains { $0.identifier == key.attachment } })
    }

    /// Restores older versions exactly as they were; returns the readable rows and the others, or nil if the history is
    /// correct.
    private func repairHistory(of item: OpenedItem) throws -> (kept: [SealedRow], removed: [SealedRow])? {
        let identifier = item.row.key.identifier
        guard let found = try? database.history.rows(of: identifier, withSecrets: true) else {
            return ([], [])
        }
        let sound = try found.filter { try $0.key.epoch == item.row.key.epoch && name(in: $0) != nil }
        func isRight(_ rows: [SealedRow]) -> Bool {
            (try? history(rows.sorted { $0.key.version < $1.key.version })) == item.record.history
        }
        if sound.count == found.count, isRight(found) { return nil }
        var candidates: [Candidate] = []
        for row in found where !sound.contains(row) {
            if let right = try corrected(row) { candidates.append(Candidate(row: right, damaged: row.key)) }
        }
        var copies = (try? backup?.database.history.rows(of: identifier, withSecrets: true)) ?? []
        if let tag = try? backup?.readable(where: { $0.identifier == item.item.identifier }).items.first?.row.key.tag,
            let row = try backup.flatMap({ try self.rows(in: tag.group, of: $0).first { $0.key.tag == tag } })
        {
            copies.append(row)
        }
        for row in copies where try !sound.contains(row) && name(in: row) != nil {
            candidates.append(Candidate(row: row, damaged: nil))
        }
        let solution = solve(
            found, sound: sound, candidates, areOfOnePlace: { $0.version == $1.version }, isRight: isRight)
        guard let solution else { return (sound, found.filter { !sound.contains($0) }) }
        for row in found where !solution.kept.contains(row) { _ = try database.history.remove(row.key) }
        for candidate in solution.added {
            try database.history.insert(candidate.row)
            note(
                candidate.damaged == nil ? .restored : .corrected, item.item.name,
                "the older version \(candidate.row.key.version)")
        }
        let rows = try database.history.rows(of: identifier, withSecrets: true)
        let opening = try rows.filter { try name(in: $0) != nil }
        return opening.count == rows.count ? nil : (opening, rows.filter { !opening.contains($0) })
    }

    /// Restores an unreadable attachment from the backup; returns whether it is readable now.
    private func repair(
        _ attachment: VaultItem.Attachment, _ key: SecretRecord.AttachmentKey, of name: VaultItem.Name
    ) throws -> Bool {
        let number: UInt128 = attachment.identifier.bigEndianNumber()
        func isDamaged(in transaction: VaultTransaction) throws -> Bool {
            let count = try transaction.database.pieces.count(of: number)
            return try transaction.damage(of: attachment, key, pieceCount: count) != nil
        }
        guard try isDamaged(in: transaction) else { return true }
        guard let backup, try !isDamaged(in: backup) else { return false }
        try database.pieces.removeAll(of: number)
        for index in 0..<(try backup.database.pieces.count(of: number)) {
            if let piece = try backup.database.pieces.piece(index, of: number) {
                try database.pieces.insert(piece, index, of: number)
            }
        }
        note(.restored, name, "the attachment \(attachment.name)")
        return true
    }

    private func removeUnreferenced() throws {
        let items = try transaction.readable { _ in true }.items
        let identifiers = Set(items.map(\.row.key.identifier))
        for identifier in try database.history.identifiers() where !identifiers.contains(identifier) {
            for row in try database.history.rows(of: identifier) { _ = try database.history.remove(row.key) }
        }
        var attachments = Set(items.flatMap(\.item.attachments).map { $0.identifier.bigEndianNumber() as UInt128 })
        attachments.formUnion(transaction.state.staged.map(\.attachment))
        for attachment in try database.pieces.counts().keys where !attachments.contains(attachment) {
            try database.pieces.removeAll(of: attachment)
        }
    }
}
