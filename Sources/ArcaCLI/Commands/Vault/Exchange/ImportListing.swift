internal import ArcaCore
internal import ArcaVault
internal import ArcaVaultExchange

/// A list of an import's items, with the changed and skipped parts of each.
struct ImportListing {
    struct Line {
        let name: String
        let outcome: Vault.ImportReport.Outcome
        let attachmentCount: Int
        let droppedVersionCount: Int
        let hasConflicts: Bool
        let notes: [ImportedItems.Note]

        var json: JSONValue {
            [
                "name": .string(name), "outcome": .string(outcome.rawValue), "attachments": .integer(attachmentCount),
                "droppedVersions": .integer(droppedVersionCount), "conflicts": .bool(hasConflicts),
                "notes": .array(
                    notes.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] }),
            ]
        }

        /// The outcome and the name, followed by a line for each note.
        var text: String {
            let word = VaultImportCommand.words[outcome] ?? outcome.rawValue
            var details = attachmentCount > 0 ? [Count.text(attachmentCount, "attachment")] : []
            if droppedVersionCount > 0 { details.append("\(Count.text(droppedVersionCount, "older version")) dropped") }
            if hasConflicts { details.append("with conflicts") }
            let head = "\(word): \(name)\(details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")"
            return ([head] + notes.map { "  \($0.kind.rawValue): \(String(printable: $0.text.utf8))" })
                .joined(separator: "\n")
        }
    }

    let lines: [Line]

    /// The report has one entry for each item, in the same order.
    init(_ found: ImportedItems, _ report: Vault.ImportReport) {
        var notes: [VaultItem.Name: [ImportedItems.Note]] = [:]
        for note in found.notes { if let item = note.item { notes[item, default: []].append(note) } }
        lines = zip(found.items, report.entries).map { item, entry in
            Line(
                name: entry.name.shown, outcome: entry.outcome, attachmentCount: entry.attachmentCount,
                droppedVersionCount: entry.droppedVersionCount, hasConflicts: entry.hasConflicts,
                notes: notes[item.draft.name] ?? [])
        }
    }
}
