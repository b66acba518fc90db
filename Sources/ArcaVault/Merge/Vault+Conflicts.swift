public import ArcaCore
public import ArcaCrypto
internal import ArcaOTP

extension Vault {
    /// Conflicting values of one part of an item after a merge.
    public struct Conflict: Sendable {
        /// One of the values.
        public struct Choice: Sendable {
            /// The value of a choice.
            public enum Value: Sendable {
                /// A text that is not secret; names as ``VaultItem/Name/text``, times as text.
                case text(String)
                /// A secret: a password, a protected field, or the key of a one-time password.
                case secret(SecretBytes)
            }

            /// When it was written, by the writer's clock.
            public let written: Timestamp
            /// The value.
            public let value: Value
        }

        /// The item.
        public let item: VaultItem
        /// The part: `password`, `name`, `label`, `kind`, `comment`, `group`, `expires`, `otp`, or the name of a custom
        /// field, prefixed with `field:` if it is one of these or of ``VaultItem/FieldName/builtIn``.
        public let field: String
        /// The values; the first is shown until one is chosen.
        public let choices: [Choice]
    }

    /// Lists the conflicts that merges left.
    ///
    /// - Parameter name: An item; nil for all.
    /// - Returns: The conflicts, in the order of the items' names.
    /// - Throws: ``VaultError`` with code `.notFound` for a missing item, or as ``items(matching:)``.
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

    /// Chooses one of the conflicting values as a new version; the previous version moves to the history.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - field: The part, as in ``Conflict/field``.
    ///   - choice: The index of the value, from 0.
    /// - Returns: The resulting item.
    /// - Throws: ``VaultError`` with code `.notFound` for a missing item, conflict or choice, `.duplicate` for a name
    ///   that another item has, or as ``add(_:)-(ItemDraft)``.
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
    /// The cells of an item with several values, without repeats; the displayed value is first.
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
