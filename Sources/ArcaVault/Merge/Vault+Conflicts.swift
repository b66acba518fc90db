public import ArcaCore
public import ArcaCrypto

extension Vault {
    /// Values of one part of an item that merged copies left to choose from.
    public struct Conflict: Sendable {
        /// One of them.
        public struct Choice: Sendable {
            /// What a choice has.
            public enum Value: Sendable {
                /// A text that is not secret; a name as ``VaultItem/Name/text``, a time as text.
                case text(String)
                /// A secret: a password, a protected field, or the key of a one-time password.
                case secret(SecretBytes)
            }

            /// When it was written, by the clock of the machine that wrote it.
            public let written: Timestamp
            /// The value.
            public let value: Value
        }

        /// The item.
        public let item: VaultItem
        /// The part: `password`, `name`, `label`, `kind`, `comment`, `group`, `expires`, `otp`, or the name of a custom field,
        /// behind `field:` where it is one of these or of ``VaultItem/FieldName/builtIn``.
        public let field: String
        /// The values; the first is the one that is shown until somebody chooses.
        public let choices: [Choice]
    }

    /// What merged copies left to choose from.
    ///
    /// - Parameter name: An item; nil for all.
    /// - Returns: The conflicts, in the order of the items' names.
    /// - Throws: ``VaultError`` with code `.notFound` for an item that is not there, or as ``items(matching:)``.
    public func conflicts(of name: VaultItem.Name? = nil) throws(VaultError) -> [Conflict] {
        try read { transaction in
            let items =
                try name.map { [try transaction.item($0)] }
                ?? transaction.all { !$0.conflicts.isEmpty && $0.removed == nil }
            return try items.sorted { $0.item.name < $1.item.name }.flatMap { item in
                try transaction.choices(of: item).map { cell, entries in
                    Conflict(
                        item: item.item, field: cell.text,
                        choices: entries.map { Conflict.Choice(written: $0.source.time, value: $0.value.choice) })
                }
            }
        }
    }

    /// Chooses one of the values that merged copies left, as a new version of the item; the version before goes to the history.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - field: The part, as ``Conflict/field`` tells it.
    ///   - choice: Which value, counted from 0.
    /// - Returns: The item as the vault has it.
    /// - Throws: ``VaultError`` with code `.notFound` when the item has no such conflict or choice; `.duplicate` for a name that
    ///   another item has; or as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func resolve(
        _ name: VaultItem.Name, field: String, taking choice: Int
    ) throws(VaultError) -> VaultItem {
        try write { transaction in
            let item = try transaction.inCurrentEpoch(transaction.item(name))
            guard let (cell, entries) = try transaction.choices(of: item).first(where: { $0.cell.text == field }) else {
                throw VaultError(.notFound, "\(name.text) has no values to choose from in \(field)")
            }
            guard entries.indices.contains(choice) else {
                throw VaultError(
                    .notFound, "\(field) of \(name.text) has \(entries.count) values to choose from, not \(choice + 1)")
            }
            return try transaction.resolve(item, cell, to: entries[choice].value)
        }
    }
}

extension VaultTransaction {
    /// The cells of an item that have several values, each value once; the one that is shown is the first.
    fileprivate func choices(of item: OpenedItem) throws -> [(cell: ItemCell, entries: [ItemContents.Entry])] {
        guard let marks = item.record.marks, !item.item.conflicts.isEmpty else { return [] }
        let contents = try contents(of: item, secret(of: item))
        let cells = Set(marks.others.lazy.filter(\.isConflict).map(\.cell)).sorted {
            ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name)
        }
        return cells.map { cell in
            var entries: [ItemContents.Entry] = []
            for entry in contents.view(of: cell, state.past)
            where !entries.contains(where: { $0.value.agrees(with: entry.value) }) {
                entries.append(entry)
            }
            return (cell, entries)
        }
    }

    /// Gives a cell one value.
    fileprivate func resolve(_ item: OpenedItem, _ cell: ItemCell, to value: CellValue) throws -> VaultItem {
        var contents = try contents(of: item, secret(of: item)).edited(
            to: nil, at: state.generation, isRemoved: false, time: now, state.past)
        let stamp = Stamp(generation: state.generation, stretch: 0)
        contents.cells[cell] = [ItemContents.Entry(source: MergeMarks.Source(stamp: stamp, time: now), value: value)]
        contents.modified = now
        if cell == .value { contents.secretChanged = now }
        var shown: VaultItem.Name? = item.record.marks?.trueName == nil ? nil : item.item.name
        if case .name(let name) = value {
            shown = nil
            if name != item.item.name, try find(name, toAdd: true) != nil {
                throw VaultError(.duplicate, "the vault has an item \(name.text) already")
            }
        }
        let history = try moveIntoHistory(item)
        let (record, secret) = try contents.record(shownAs: shown, at: state.generation, history, state.past)
        try insert(record, secret)
        return record.item
    }
}

extension CellValue {
    /// What people choose from.
    fileprivate var choice: Vault.Conflict.Choice.Value {
        switch self {
        case .text(let text): .text(text)
        case .time(let time): .text("\(time)")
        case .name(let name): .text(name.text)
        case .secret(let bytes): .secret(bytes)
        case .password(let password): .secret(password.key)
        case .attachment(let attachment, _): .text(attachment.name)
        }
    }
}
