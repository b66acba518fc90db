internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP

/// An item split for merging into its live versions and the values that each cell has in them.
///
/// A merge is the union of both copies' live versions, minus those that the other copy has seen replaced. It is
/// commutative, associative and idempotent. The displayed values follow from the versions alone, so copies that merged
/// the same changes agree.
///
/// Source: Documentation/VAULT-MERGE.md, sections 1 and 2.
package struct ItemContents {
    struct Entry {
        var source: MergeMarks.Source
        var value: CellValue
    }

    package let identifier: [UInt8]
    var created: Vault.Timestamp
    package var modified: Vault.Timestamp
    var secretChanged: Vault.Timestamp
    /// The time when it was moved to the trash, if a version did so.
    package var removed: Vault.Timestamp?
    var versions: [MergeMarks.Version]
    var cells: [ItemCell: [Entry]]
    /// Custom fields and attachments in display order.
    var order: [ItemCell]
}

extension ItemContents {
    // MARK: From the vault

    /// Splits an item; throws `.tampered` for marks that contradict it.
    ///
    /// `history` returns older versions, newest first, and is requested only for an item that was never merged.
    init(
        _ record: ItemRecord, _ secret: SecretRecord, place: (Stamp) -> Stamp,
        history: () throws -> [(version: UInt64, modified: Vault.Timestamp, values: [ItemCell: CellValue])]
    ) throws {
        let item = record.item
        (identifier, created, modified) = (item.identifier, item.created, item.modified)
        (secretChanged, removed) = (item.secretChanged, item.removed)
        var values = Self.values(of: record, secret)
        order = Self.order(of: item)
        cells = [:]
        guard let marks = record.marks else {
            versions = [
                MergeMarks.Version(
                    stamp: place(Stamp(generation: item.version, stretch: 0)), isRemoved: item.removed != nil)
            ]
            var written = values.mapValues { _ in (version: item.version, time: item.modified) }
            var open = Set(values.keys)
            for older in try history() {
                open = open.filter { cell in older.values[cell].map { values[cell]?.agrees(with: $0) ?? false } ?? false
                }
                for cell in open { written[cell] = (older.version, older.modified) }
                if open.isEmpty { break }
            }
            for (cell, value) in values {
                let (version, time) = written[cell] ?? (item.version, item.modified)
                let stamp = place(Stamp(generation: version, stretch: 0))
                cells[cell] = [Entry(source: MergeMarks.Source(stamp: stamp, time: time), value: value)]
            }
            return
        }
        versions = marks.versions.map { version in
            var version = version
            version.stamp = place(version.stamp)
            version.seen = version.seen.map(place)
            return version
        }
        for (cell, source) in marks.shown {
            guard let value = values.removeValue(forKey: cell) else { throw Self.contradiction }
            var source = source
            source.stamp = place(source.stamp)
            cells[cell] = [Entry(source: source, value: value)]
        }
        for (cell, value) in values {
            // Only a single version can have written everything.
            guard versions.count == 1 else { throw Self.contradiction }
            let source = MergeMarks.Source(stamp: versions[0].stamp, time: modified)
            cells[cell] = [Entry(source: source, value: value)]
        }
        for (index, other) in marks.others.enumerated() {
            var source = other.source
            source.stamp = place(source.stamp)
            let value: CellValue
            if other.isSecret {
                guard let secret = secret.others[index] else { throw Self.contradiction }
                value = secret
            } else {
                value = try other.bytes.span.withField { field, bytes in try CellValue(other.cell, &field, bytes) }
            }
            cells[other.cell, default: []].append(Entry(source: source, value: value))
        }
    }

    /// The displayed values; the name is the item's own.
    static func values(of record: ItemRecord, _ secret: SecretRecord) -> [ItemCell: CellValue] {
        let (item, attributes) = (record.item, record.item.attributes)
        var values: [ItemCell: CellValue] = [.itemName: .name(record.marks?.trueName ?? item.name)]
        for (kind, text) in [
            (ItemCell.Kind.label, attributes.label), (.kind, attributes.kind), (.comment, attributes.comment),
            (.group, attributes.group),
        ] where !text.isEmpty { values[ItemCell(kind: kind)] = .text(text) }
        if let expires = attributes.expires { values[ItemCell(kind: .expires)] = .time(expires) }
        for field in attributes.fields { values[ItemCell(kind: .field, name: field.name)] = .text(field.value) }
        for field in secret.secret.fields { values[ItemCell(kind: .field, name: field.name)] = .secret(field.value) }
        if !secret.secret.value.isEmpty { values[.value] = .secret(secret.secret.value) }
        if let password = secret.secret.oneTimePassword { values[.password] = .password(password) }
        for (attachment, key) in zip(item.attachments, secret.attachmentKeys) {
            values[attachment.cell] = .attachment(attachment, key.key)
        }
        return values
    }

    private static func order(of item: VaultItem) -> [ItemCell] {
        (item.attributes.fields.map(\.name) + item.protectedFields).map { ItemCell(kind: .field, name: $0) }
            + item.attachments.map(\.cell)
    }

    private static let contradiction = VaultError(.tampered, "an item's attributes contradict themselves")

    // MARK: Joining

    /// The item as seen by a copy that has no version of it.
    var without: ItemContents {
        var contents = self
        (contents.versions, contents.cells) = ([], [:])
        return contents
    }

    /// Merges the versions of another copy; the functions report whether a copy has ever had a version.
    mutating func join(
        _ other: ItemContents, isKnownHere: (Stamp) -> Bool, isKnownThere: (Stamp) -> Bool
    ) {
        let (mine, theirs) = (Set(versions.map(\.stamp)), Set(other.versions.map(\.stamp)))
        var joined = versions.filter { theirs.contains($0.stamp) || !isKnownThere($0.stamp) }
        joined += other.versions.filter { !mine.contains($0.stamp) && !isKnownHere($0.stamp) }
        joined.sort { $0.stamp < $1.stamp }
        let places = Dictionary(joined.enumerated().map { ($1.stamp, UInt32(1) << UInt32($0)) }) { first, _ in first }
        func moved(_ carriers: UInt32, _ list: [MergeMarks.Version]) -> UInt32 {
            list.enumerated().reduce(0) { bits, version in
                carriers & 1 << UInt32(version.offset) == 0 ? bits : bits | places[version.element.stamp, default: 0]
            }
        }
        var merged: [ItemCell: [Entry]] = [:]
        for (contents, list) in [(cells, versions), (other.cells, other.versions)] {
            for (cell, entries) in contents {
                for var entry in entries {
                    entry.source.carriers = moved(entry.source.carriers, list)
                    guard entry.source.carriers != 0 else { continue }
                    // Copies may know different times for the value of one version; the earliest is used.
                    let same = merged[cell]?.firstIndex {
                        $0.value.agrees(with: entry.value)
                            && (cell.kind == .attachment || $0.source.stamp == entry.source.stamp
                                || $0.source.carriers & entry.source.carriers != 0)
                    }
                    if let same {
                        merged[cell]?[same].add(entry)
                    } else {
                        merged[cell, default: []].append(entry)
                    }
                }
            }
        }
        let isTheirsNewer =
            (versions.last?.stamp).map { mine in other.versions.last.map { mine < $0.stamp } ?? false } ?? true
        let (first, second) = isTheirsNewer ? (other.order, order) : (order, other.order)
        order = first + Set(second).subtracting(first).sorted { $0.name < $1.name }
        (versions, cells) = (joined, merged)
        created = min(created, other.created)
        modified = max(modified, other.modified)
        secretChanged = max(secretChanged, other.secretChanged)
        removed = isRemoved ? [removed, other.removed].compactMap(\.self).max() : nil
        shareCounters()
    }

    /// Gives a one-time password the highest counter of all copies; a lower one would repeat codes.
    private mutating func shareCounters() {
        guard var entries = cells[.password] else { return }
        for index in entries.indices {
            for other in entries {
                guard case .password(var mine) = entries[index].value, case .password(let theirs) = other.value,
                    mine.key == theirs.key, mine.kind == theirs.kind
                else { continue }
                mine.counter = max(mine.counter, theirs.counter)
                entries[index].value = .password(mine)
            }
        }
        cells[.password] = entries
    }

    // MARK: What is shown

    /// The values of a cell that no later writer has seen and replaced or removed, newest first.
    func view(of cell: ItemCell, _ past: MergeHistory) -> [Entry] {
        guard let entries = cells[cell] else { return [] }
        func isReplaced(_ entry: Entry) -> Bool {
            versions.enumerated().contains { index, version in
                let bit = UInt32(1) << UInt32(index)
                guard entry.source.carriers & bit == 0, version.hasSeen(entry.source.stamp, past) else { return false }
                return !entries.contains { $0.source.carriers & bit != 0 && $0.value.agrees(with: entry.value) }
            }
        }
        var left = entries.filter { !isReplaced($0) }
        let all: UInt32 = entries.reduce(0) { $0 | $1.source.carriers }
        if left.isEmpty, Int(all) == 1 << versions.count - 1 { left = entries }
        return left.sorted { first, second in
            let generations = (first.source.stamp.generation, second.source.stamp.generation)
            guard generations.0 == generations.1 else { return generations.0 > generations.1 }
            // Copies may cut stretches differently, so their names cannot decide.
            return first.value.rank.lexicographicallyPrecedes(second.value.rank)
        }
    }

    /// Whether all versions are in the trash; an edit wins over a removal that had not seen it.
    package var isRemoved: Bool { versions.allSatisfy(\.isRemoved) }

    /// Whether another copy's item is equal, including its versions.
    func isSame(as other: ItemContents) -> Bool {
        guard versions == other.versions, cells.count == other.cells.count, removed == other.removed else {
            return false
        }
        return cells.allSatisfy { cell, entries in
            guard let others = other.cells[cell], others.count == entries.count else { return false }
            return entries.allSatisfy { entry in
                others.contains { other in
                    guard entry.source.carriers == other.source.carriers, entry.source.stamp == other.source.stamp,
                        entry.value.agrees(with: other.value)
                    else { return false }
                    return cell.kind != .password || entry.value == other.value
                }
            }
        }
    }

    // MARK: Edits

    /// Replaces all versions with one, as an edit in this generation does; values shown before keep their source.
    package func edited(
        to values: [ItemCell: CellValue]?, at generation: UInt64, isRemoved: Bool, time: Vault.Timestamp,
        _ past: MergeHistory
    ) -> ItemContents {
        let stamp = Stamp(generation: generation, stretch: 0)
        var seen: [Stamp] = []
        for candidate in versions.flatMap({ [$0.stamp] + $0.seen }).sorted(by: >)
        where !past.reaches(from: stamp, to: candidate)
            && !seen.contains(where: { past.reaches(from: $0, to: candidate) })
        {
            seen.append(candidate)
        }
        var contents = self
        contents.versions = [MergeMarks.Version(stamp: stamp, isRemoved: isRemoved, seen: seen.sorted())]
        contents.cells = [:]
        for cell in Set(cells.keys).union(values?.keys ?? [:].keys) {
            var kept = view(of: cell, past)
            if let values {
                guard let value = values[cell] else { continue }
                if kept.first?.value.agrees(with: value) ?? false {
                    // The counter of a one-time password or an attachment's name may differ.
                    kept[0].value = value
                } else {
                    kept = [Entry(source: MergeMarks.Source(stamp: stamp, time: time), value: value)]
                }
            }
            for index in kept.indices { kept[index].source.carriers = 1 }
            if !kept.isEmpty { contents.cells[cell] = kept }
        }
        return contents
    }
}

extension ItemContents.Entry {
    fileprivate mutating func add(_ other: Self) {
        source.carriers |= other.source.carriers
        if other.source.stamp < source.stamp { (source.stamp, source.time) = (other.source.stamp, other.source.time) }
    }
}

extension MergeMarks.Version {
    fileprivate func hasSeen(_ other: Stamp, _ past: MergeHistory) -> Bool {
        past.reaches(from: stamp, to: other) || seen.contains { past.reaches(from: $0, to: other) }
    }
}

extension VaultItem.Attachment {
    var cell: ItemCell { ItemCell(kind: .attachment, name: Base16.standard.encode(identifier)) }
}

extension Span<UInt8> {
    /// Reads a value to its end.
    fileprivate func withField<Result>(_ body: (inout FieldReader, Span<UInt8>) throws -> Result) throws -> Result {
        var field = FieldReader(0, count)
        let result = try body(&field, self)
        try field.finish()
        return result
    }
}
