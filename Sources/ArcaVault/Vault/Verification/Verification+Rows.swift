internal import ArcaCore
internal import ArcaContainers
internal import ArcaSystem
internal import Synchronization

extension Verification {
    fileprivate struct Checked: Sendable {
        let leaf: UInt128?
        let record: ItemRecord?
        let keys: [SecretRecord.AttachmentKey]
        /// The reason for a missing record; nil for a row of an unknown epoch.
        let failure: VaultError?
    }

    /// Maximum number of damaged rows to try in each other's place; more would take too long and were not moved by
    /// hand.
    private static let largestTriedCount = 256

    // MARK: Items

    func checkItems() throws {
        var (sums, previousSums) = (GroupChecksums(), GroupChecksums())
        var twice: Set<UInt128> = []
        try forEachBatch(.item) { rows, checked in
            for (row, checked) in zip(rows, checked) {
                if let leaf = checked.leaf {
                    if row.key.epoch == transaction.keys.epoch {
                        sums[row.key.tag.group].add(leaf)
                    } else {
                        previousSums[row.key.tag.group].add(leaf)
                    }
                }
                guard let record = checked.record else {
                    damaged.append(row)
                    continue
                }
                report.itemCount += 1
                if record.item.removed != nil { trashCount += 1 }
                if items[row.key.identifier] != nil { twice.insert(row.key.identifier) }
                let attachments = zip(record.item.attachments, checked.keys).map { ($0, $1) }
                items[row.key.identifier] = Item(
                    name: record.item.name, epoch: row.key.epoch, history: record.history, attachments: attachments)
            }
        }
        for identifier in twice {
            note(.recordExtra, items[identifier]?.name, "an item is there twice")
        }
        for row in damaged { try noteDamage(row) }
        let expectedCount = Int(transaction.state.trash?.count ?? 0)
        if trashCount != expectedCount, damaged.isEmpty, !hasUnreadable {
            note(.stateDamaged, nil, "\(expectedCount) items should be in the trash, and \(trashCount) are")
        }
        for group in 0..<GroupChecksums.groupCount {
            try compare(group, transaction.state.sums[group], sums[group])
            try compare(group, transaction.state.previous?.sums[group] ?? .init(), previousSums[group])
        }
    }

    private func compare(
        _ group: Int, _ expected: GroupChecksums.Group, _ found: GroupChecksums.Group
    ) throws {
        guard expected != found else { return }
        if found.count < expected.count {
            let count = expected.count - found.count
            report.findings.append(
                VaultFinding(.recordMissing, group: group, detail: "\(count) items of group \(group) are missing"))
        } else if found.count > expected.count {
            let names = try names(in: group).joined(separator: ", ")
            note(.recordExtra, nil, "\(found.count - expected.count) items too many are among \(names)")
        } else if !damaged.contains(where: { $0.key.tag.group == group }) {
            for name in try namesOfItems(in: group) {
                note(.recordReplayed, name, "one of the items of group \(group) is an older version put back")
            }
        }
    }

    private func fault(in group: Int) throws -> GroupFault? {
        if let known = faults[group] { return known }
        let fault = try transaction.fault(in: group)
        faults[group] = .some(fault)
        return fault
    }

    private func noteDamage(_ row: SealedRow) throws {
        let isTried = damaged.count <= Self.largestTriedCount
        let candidates = isTried ? try rows(in: row.key.tag.group).map(\.key) + damaged.map(\.key) : []
        for candidate in candidates {
            // Another row's content, or this row under another tag.
            var tagged = row.key
            tagged.tag = candidate.tag
            for key in [candidate, tagged] where key != row.key {
                var other = row
                other.key = key
                if let keys = try? transaction.keys(of: key), let item = try? OpenedItem(other, keys) {
                    let name = item.item.name
                    return report.findings.append(
                        VaultFinding(.recordMoved, row, item: name, "it is the record of another row"))
                }
            }
        }
        var name: VaultItem.Name?
        var what = "the attributes do not open"
        if let keys = try? transaction.keys(of: row.key), let item = try? OpenedItem(row, keys) {
            name = item.item.name
            what = "the secret does not open"
        } else if let fault = try self.fault(in: row.key.tag.group), fault.standing.key == row.key {
            // A flipped bit of the tag may have moved it here.
            let origin = try (0..<8).lazy.map { row.key.tag.group ^ 1 << $0 }.first { group in
                try fault.original == nil && isTried && self.fault(in: group)?.standing.key == row.key
            }
            let home = origin ?? row.key.tag.group
            return report.findings.append(
                transaction.finding(of: try self.fault(in: home) ?? fault, in: home))
        }
        report.findings.append(VaultFinding(.recordDamaged, row, item: name, what))
    }

    private func names(in group: Int) throws -> [String] { try namesOfItems(in: group).map(\.text) }

    private func namesOfItems(in group: Int) throws -> [VaultItem.Name] {
        try rows(in: group).compactMap { row in
            guard let keys = try? transaction.keys(of: row.key) else { return nil }
            return try? OpenedItem(row, keys).item.name
        }
    }

    private func rows(in group: Int) throws -> [SealedRow] {
        var rows: [SealedRow] = []
        try transaction.database.items.forEach(in: group, atMost: transaction.rowLimit(of: group)) { row in
            do { rows.append(try SealedRow(row)) } catch let error as VaultError where error.code == .tampered {}
        }
        return rows
    }

    // MARK: History

    func checkHistory() throws {
        var sums: [UInt128: ItemRecord.History] = [:]
        var orphans = 0
        try forEachBatch(.history) { rows, checked in
            for (row, checked) in zip(rows, checked) {
                guard let item = items[row.key.identifier] else {
                    orphans += 1
                    continue
                }
                if checked.record == nil || row.key.epoch != item.epoch {
                    note(.recordDamaged, item.name, "an older version does not open")
                } else {
                    report.versionCount += 1
                }
                var history = sums[row.key.identifier] ?? ItemRecord.History(oldest: row.key.version)
                // A row of an unknown epoch has no leaf and is not counted.
                if let leaf = checked.leaf { history.rows.add(leaf) }
                sums[row.key.identifier] = history
            }
        }
        for (identifier, item) in items {
            let found = sums[identifier] ?? ItemRecord.History()
            guard found != item.history else { continue }
            let (expected, count) = (item.history.rows.count, found.rows.count)
            if count < expected {
                note(.historyMissing, item.name, "\(expected - count) older versions are missing")
            } else if count > expected {
                note(.historyExtra, item.name, "there are \(count - expected) older versions too many")
            } else {
                note(.historyReplayed, item.name, "the older versions are not those that the item had")
            }
        }
        // Versions of unreadable items cannot be assigned.
        if orphans > 0, damaged.isEmpty, !hasUnreadable {
            note(.unreferencedData, nil, "\(orphans) older versions belong to no item")
        }
    }

    // MARK: Rows

    fileprivate func forEachBatch(
        _ table: SealedRow.Table, _ body: ([SealedRow], [Checked]) throws -> Void
    ) throws {
        var rows: [SealedRow] = []
        var byteCount = 0
        func flush() throws {
            let checked = check(rows, table)
            // Only damage is a finding; unsupported formats and system failures are thrown.
            for case let failure? in checked.lazy.map(\.failure) where failure.code != .tampered { throw failure }
            try body(rows, checked)
            advance(by: rows.count)
            rows.removeAll(keepingCapacity: true)
            byteCount = 0
        }
        let database = transaction.database
        func take(_ row: borrowing Row) throws {
            do {
                rows.append(try SealedRow(row, withSecret: true))
            } catch let error as VaultError where error.code == .tampered {
                hasUnreadable = true
                return note(.recordDamaged, nil, error.reason)
            }
            byteCount += rows[rows.count - 1].secret.count
            if rows.count == 8192 || byteCount > 8 << 20 { try flush() }
        }
        if table == .item {
            try database.items.forEach(atMost: transaction.rowLimit, withSecrets: true, take)
        } else {
            let known = items.values.reduce(0) { $0 + Int($1.history.rows.count) }
            // Missing or unreadable items may have had as many versions as the vault keeps.
            let lost = transaction.rowLimit * (1 + min(Int(transaction.state.historyLimit), 1 << 16))
            try database.history.forEach(atMost: known + lost, withSecrets: true, take)
        }
        try flush()
    }

    private func check(_ rows: [SealedRow], _ table: SealedRow.Table) -> [Checked] {
        let share = 128
        let (keys, previous, generation) = (transaction.keys, transaction.previous, transaction.state.generation)
        let results = Mutex<[Int: [Checked]]>([:])
        let count = (rows.count + share - 1) / share
        Workers.forEach(count) { _, index in
            var checked: [Checked] = []
            for row in rows[index * share..<min(rows.count, (index + 1) * share)] {
                let rowKeys = row.key.epoch == keys.epoch ? keys : previous
                if let rowKeys, rowKeys.epoch == row.key.epoch {
                    checked.append(Checked(row, table, rowKeys, generation))
                } else {
                    checked.append(Checked(leaf: nil, record: nil, keys: [], failure: nil))
                }
            }
            results.withLock { $0[index] = checked }
        }
        let found = results.withLock { $0 }
        return (0..<count).flatMap { found[$0] ?? [] }
    }
}

extension Verification.Checked {
    /// Decrypts a row completely, and compares it with the name in it.
    fileprivate init(_ row: SealedRow, _ table: SealedRow.Table, _ keys: RecordKeys, _ generation: UInt64) {
        leaf = keys.leaf(row, table)
        do {
            let record = try ItemRecord(keys.openAttributes(row), of: row)
            let secret = try SecretRecord(keys.openSecret(row), of: record.item)
            guard row.key.version <= generation, keys.tag(of: record.item) == row.key.tag else {
                throw VaultError(.tampered, "a record is in the place of another")
            }
            (self.record, self.keys, failure) = (record, secret.attachmentKeys, nil)
        } catch {
            (record, self.keys, failure) = (nil, [], VaultError(wrapping: error))
        }
    }
}

extension Verification {
    func checkAttachments() throws {
        var counts = try transaction.database.pieces.counts()
        for item in items.values {
            for (attachment, key) in item.attachments {
                let count = counts.removeValue(forKey: attachment.identifier.bigEndianNumber())
                if let finding = try transaction.damage(of: attachment, key, pieceCount: count ?? 0) {
                    note(finding, item.name, "the attachment \(attachment.name) is not as it was written")
                } else {
                    report.attachmentCount += 1
                }
                advance(by: count ?? 0)
            }
        }
        for entry in transaction.state.staged { counts[entry.attachment] = nil }
        // Attachments of unreadable items cannot be assigned.
        if !counts.isEmpty, damaged.isEmpty, !hasUnreadable {
            note(.unreferencedData, nil, "the pieces of \(counts.count) attachments belong to no item")
        }
    }
}

extension VaultTransaction {
    /// Verifies every chunk of an attachment; returns the kind of damage, or nil.
    func damage(
        of attachment: VaultItem.Attachment, _ key: SecretRecord.AttachmentKey, pieceCount: Int
    ) throws -> VaultFinding.Code? {
        guard pieceCount > 0 else { return .attachmentMissing }
        let number: UInt128 = attachment.identifier.bigEndianNumber()
        let database = database
        var readCount = 0
        var pieces = PieceReader { index in
            let piece = try database.pieces.piece(index, of: number)
            if piece != nil { readCount += 1 }
            return piece
        }
        var unpadded = UnpaddingWriter(CountingWriter(), byteCount: attachment.byteCount)
        do {
            try AttachmentFormat.stream(
                key: key.key, vault: keys.vault, attachment: number
            ).open(&pieces, into: &unpadded)
        } catch let error as ContainerError {
            return error.code == .truncated ? .attachmentTruncated : .attachmentDamaged
        } catch let error as VaultError {
            guard error.code == .tampered else { throw error }
            return .attachmentDamaged
        } catch {
            return .attachmentDamaged
        }
        guard unpadded.isComplete else { return .attachmentTruncated }
        return readCount == pieceCount ? nil : .attachmentExtra
    }
}
