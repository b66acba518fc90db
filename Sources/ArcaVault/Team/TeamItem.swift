internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP

/// An item as in the team log: each cell with its values, the displayed one first.
///
/// The log is linear, so three states suffice for merging: the log's previous state, its current state, and the file's.
/// A value that either side removed or replaced is dropped, and a value that either side added is kept. Two values of a
/// cell therefore conflict only if their writers had not seen each other's.
///
/// Source: Documentation/TEAM-VAULT.md, section 6.
struct TeamItem {
    /// The log generation of the last change to the secret; earlier readers may know it.
    var secretGeneration: UInt64
    /// A single version with all values.
    var contents: ItemContents

    init(_ contents: ItemContents, secretGeneration: UInt64) {
        (self.contents, self.secretGeneration) = (contents, secretGeneration)
    }

    // MARK: As a record

    func padded() throws -> SecretBytes {
        let (record, secret) = try contents.normalized.record(
            shownAs: nil, at: 2, ItemRecord.History(), VaultPast())
        return TeamItemRecord(secretGeneration: secretGeneration, attributes: record, secret: secret).fields().padded()
    }

    init(_ padded: SecretBytes, identifier: [UInt8]) throws {
        var read = TeamItemRecord()
        read.row.key.identifier = identifier.bigEndianNumber()
        try TeamItemRecord.format.read(padded, into: &read)
        guard let attributes = read.attributes, let secret = read.secret, secret.belongs(to: attributes.item),
            attributes.history.rows.count == 0
        else { throw TeamItemRecord.format.incomplete }
        try self.init(
            ItemContents(attributes, secret, place: { $0 }, history: { [] }), secretGeneration: read.secretGeneration)
    }
}

private struct TeamItemRecord: FieldRecord {
    enum Field: UInt8, CaseIterable { case secretGeneration = 1, attributes, secret }

    var secretGeneration: UInt64 = 0
    var attributes: ItemRecord?
    var secret: SecretRecord?
    /// Supplies what the attributes leave to their row.
    var row = SealedRow(
        key: SealedRow.Key(tag: LookupTag(value: 0), identifier: 0, version: 2, epoch: 0), attributes: [],
        secretHead: [], secret: [])

    static let format = RecordFormat<TeamItemRecord>(
        "an item of the team's log",
        [
            .required(.secretGeneration, .number, \.secretGeneration),
            RecordField(
                .attributes, .required, .secret, values: { $0.attributes.map { $0.fields().unpadded() }.map($1) },
                add: { item, bytes in
                    item.attributes = try bytes.withBytes { try ItemRecord($0, of: item.row) }
                }),
            RecordField(
                .secret, .required, .secret, values: { $0.secret.map { $0.fields().unpadded() }.map($1) },
                add: { $0.secret = try $1.withBytes { try SecretRecord($0) } }),
        ])
}

extension ItemContents {
    /// The visible values of a cell, the displayed one first; for contents with a single version.
    func values(of cell: ItemCell) -> [CellValue] { view(of: cell, VaultPast()).map(\.value) }

    /// The contents with stamps that encode only the display order.
    fileprivate var normalized: ItemContents {
        let whole = Stamp(generation: 1 << 32, stretch: 0)
        var contents = self
        contents.versions = [MergeMarks.Version(stamp: whole, isRemoved: isRemoved)]
        contents.cells = [:]
        for cell in cells.keys {
            let view = view(of: cell, VaultPast())
            contents.cells[cell] = view.enumerated().map { place, entry in
                Entry(
                    source: MergeMarks.Source(
                        stamp: Stamp(generation: whole.generation - UInt64(place), stretch: 0),
                        time: view.count > 1 ? entry.source.time : modified),
                    value: entry.value)
            }
        }
        return contents
    }

    /// Whether both look the same: values, conflicts, and whether in the trash.
    func agrees(with other: ItemContents) -> Bool {
        guard isRemoved == other.isRemoved else { return false }
        return Set(cells.keys).union(other.cells.keys).allSatisfy { values(of: $0) == other.values(of: $0) }
    }

    /// Whether the secrets are equal, so a reader of one knows the other's.
    func hasSecrets(of other: ItemContents) -> Bool {
        let secret = Set(cells.keys).union(other.cells.keys).filter { cell in
            (values(of: cell) + other.values(of: cell)).contains(where: \.isSecret)
        }
        return secret.allSatisfy { cell in
            let (mine, theirs) = (values(of: cell), other.values(of: cell))
            return mine.allSatisfy { value in theirs.contains { $0.agrees(with: value) } }
        }
    }

    /// Merges the file's contents with the log's; the log's displayed values stay displayed.
    ///
    /// `base` has the log's contents when last equal to the file's; nil if they never were.
    func merged(with theirs: ItemContents, base: ItemContents?, at generation: UInt64, _ past: VaultPast)
        -> ItemContents
    {
        let ours = edited(to: nil, at: generation, isRemoved: isRemoved, time: modified, past)
        var merged = ours
        merged.cells = [:]
        var isEdited = (ours: base == nil, theirs: base == nil)
        for cell in Set(ours.cells.keys).union(theirs.cells.keys).union(base.map { Set($0.cells.keys) } ?? []) {
            let mine = ours.view(of: cell, VaultPast())
            let other = theirs.view(of: cell, VaultPast())
            let before = base?.values(of: cell) ?? []
            if mine.map(\.value) != before { isEdited.ours = true }
            if other.map(\.value) != before { isEdited.theirs = true }
            func has(_ values: [CellValue], _ value: CellValue) -> Bool { values.contains { $0.agrees(with: value) } }
            var entries = other.filter { has(mine.map(\.value), $0.value) || !has(before, $0.value) }
            for entry in mine {
                if let same = entries.firstIndex(where: { $0.value.agrees(with: entry.value) }) {
                    // The values may differ in a way that users do not see, such as an attachment's name.
                    if before.contains(entries[same].value) { entries[same].value = entry.value }
                    entries[same].source = entry.source
                } else if !has(before, entry.value) {
                    entries.append(entry)
                }
            }
            for place in entries.indices {
                entries[place].source.carriers = 1
                guard entries.count > 1 else { continue }
                entries[place].source.stamp = Stamp(generation: max(1, generation - UInt64(place)), stretch: 0)
            }
            if entries.count == 1, !mine.contains(where: { $0.value.agrees(with: entries[0].value) }) {
                entries[0].source.stamp = Stamp(generation: generation, stretch: 0)
            }
            if !entries.isEmpty { merged.cells[cell] = entries }
        }
        merged.shareCounters(with: [ours, theirs])
        merged.order = theirs.order + order.filter { !theirs.order.contains($0) }
        merged.created = min(created, theirs.created)
        merged.modified = isEdited.ours ? max(modified, theirs.modified) : theirs.modified
        merged.secretChanged = isEdited.ours ? max(secretChanged, theirs.secretChanged) : theirs.secretChanged
        let wasRemoved = base?.isRemoved ?? false
        // An edit wins over a removal that its writer had not seen.
        let isRemoved =
            switch (ours.isRemoved, theirs.isRemoved) {
            case (true, true): true
            case (false, false): false
            case (true, false): wasRemoved ? false : !isEdited.theirs
            case (false, true): wasRemoved ? false : !isEdited.ours
            }
        merged.versions[0].isRemoved = isRemoved
        merged.removed = isRemoved ? (theirs.removed ?? removed) : nil
        return merged
    }

    /// Gives a one-time password the highest of all counters.
    private mutating func shareCounters(with others: [ItemContents]) {
        guard var entries = cells[.password] else { return }
        let known = others.flatMap { $0.cells[.password] ?? [] }
        for index in entries.indices {
            guard case .password(var password) = entries[index].value else { continue }
            for case .password(let other) in known.map(\.value)
            where other.key == password.key && other.kind == password.kind {
                password.counter = max(password.counter, other.counter)
            }
            entries[index].value = .password(password)
        }
        cells[.password] = entries
    }
}
