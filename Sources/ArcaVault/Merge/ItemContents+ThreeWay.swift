package import ArcaCrypto
internal import ArcaOTP

/// Items without their past, merged by three states: ours, theirs, and the last common one.
extension ItemContents {
    // MARK: Fields

    /// The fields of the attributes and the secret, without stamps and older versions.
    package func fields() throws -> (attributes: SecretBytes, secret: SecretBytes) {
        let (record, secret) = try normalized.record(shownAs: nil, at: 2, ItemRecord.History(), MergeHistory())
        return (record.fields().unpadded(), secret.fields().unpadded())
    }

    /// Reads the result of ``fields()``; throws `.tampered` for fields that do not belong together.
    package init(identifier: [UInt8], attributes: Span<UInt8>, secret: Span<UInt8>) throws {
        let key = SealedRow.Key(
            tag: LookupTag(value: 0), identifier: identifier.bigEndianNumber(), version: 2, epoch: 0)
        let row = SealedRow(key: key, attributes: [], secretHead: [], secret: [])
        let (record, secret) = (try ItemRecord(attributes, of: row), try SecretRecord(secret))
        guard secret.belongs(to: record.item), record.history.rows.count == 0 else {
            throw TLVReader.missing("fields", in: "an item")
        }
        try self.init(record, secret, place: { $0 }, history: { [] })
    }

    /// The visible values of a cell, the displayed one first; for contents with a single version.
    func values(of cell: ItemCell) -> [CellValue] { view(of: cell, MergeHistory()).map(\.value) }

    /// The contents with stamps that encode only the display order.
    private var normalized: ItemContents {
        let whole = Stamp(generation: 1 << 32, stretch: 0)
        var contents = self
        contents.versions = [MergeMarks.Version(stamp: whole, isRemoved: isRemoved)]
        contents.cells = [:]
        for cell in cells.keys {
            let view = view(of: cell, MergeHistory())
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
    package func agrees(with other: ItemContents) -> Bool {
        guard isRemoved == other.isRemoved else { return false }
        return Set(cells.keys).union(other.cells.keys).allSatisfy { values(of: $0) == other.values(of: $0) }
    }

    /// Whether the secrets are equal, so a reader of one knows the other's.
    package func hasSecrets(of other: ItemContents) -> Bool {
        let secret = Set(cells.keys).union(other.cells.keys).filter { cell in
            (values(of: cell) + other.values(of: cell)).contains(where: \.isSecret)
        }
        return secret.allSatisfy { cell in
            let (mine, theirs) = (values(of: cell), other.values(of: cell))
            return mine.allSatisfy { value in theirs.contains { $0.agrees(with: value) } }
        }
    }

    /// Merges these contents with others; the others' displayed values stay displayed.
    ///
    /// `base` has the contents when both were last equal; nil if they never were.
    package func merged(with theirs: ItemContents, base: ItemContents?, at generation: UInt64, _ past: MergeHistory)
        -> ItemContents
    {
        let ours = edited(to: nil, at: generation, isRemoved: isRemoved, time: modified, past)
        var merged = ours
        merged.cells = [:]
        var isEdited = (ours: base == nil, theirs: base == nil)
        for cell in Set(ours.cells.keys).union(theirs.cells.keys).union(base.map { Set($0.cells.keys) } ?? []) {
            let mine = ours.view(of: cell, MergeHistory())
            let other = theirs.view(of: cell, MergeHistory())
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

    /// Contents without any value of this file yet.
    package static func nothing(_ other: ItemContents, at generation: UInt64) -> ItemContents {
        var contents = other
        contents.versions = [
            MergeMarks.Version(stamp: Stamp(generation: generation, stretch: 0), isRemoved: other.isRemoved)
        ]
        contents.cells = [:]
        return contents
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
