internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultImportCommand: Command {
    static let name = "import"
    static let summary = "import what another password manager exported, or an archive"
    static let details = """
        The kind of FILE is detected from its content: CSV of Chrome, Firefox, Safari, LastPass or KeePassXC, .1pux of \
        1Password, JSON or ZIP of Bitwarden (also JSON protected with a password), Proton Pass and the FIDO exchange \
        format (CXF), KeePass databases (KDBX) and XML, a list of otpauth URIs, the folder of pass or gopass (gpg \
        decrypts .gpg files, --archive-identity .age files), and what 'arca vault export' writes. --from sets it \
        instead. Other CSV needs --map, which names the columns: title, service, account, \
        password, url, notes, otp, group, created, modified, changed, expires.

        A login with an address becomes an internet password, and notes become the secret field notes; duplicates are \
        imported once, and different items of the same name are numbered. All of this is reported, with --list for each \
        item. Existing items are left unchanged; with --replace they get a new version if something has changed, and the previous one goes to the history.

        An archive of this same vault is merged, as with 'arca vault merge': changes of either side are taken, and \
        'arca vault conflicts' lists values that both changed. It never replaces a newer version, and does not bring \
        back what was removed since, unless it was changed in the archive or --with-removed is given. --dry-run only \
        reports what would happen.

        Shred an unencrypted export afterwards: anyone who finds it has all the passwords.
        """
    static let examples = [
        Example("arca vault import --dry-run passwords.csv", "what would be imported", needsVault: true),
        Example(
            "arca vault import --map service=Site,account=Login,password=Pass list.csv", "CSV of any other program",
            needsVault: true),
        Example("arca vault import --replace backup.age", "an archive, replacing existing items", isRun: false),
    ]

    var file: BytePath?
    var source: VaultImportSource?
    var columns: String?
    var isDry = false
    var lists = false
    var replaces = false
    var bringsBackRemoved = false
    var archive = VaultArchiveOpeningOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to import; standard input if - or omitted")
        Parameter.option(
            "--from", value: "KIND", set: \.source, help: "format of FILE, if it cannot be detected")
        Parameter.option(
            "--map", value: "MEANING=COLUMN,…", set: \.columns, help: "names of the columns of a CSV file"
        ).requires("--from=csv")
        Parameter.flag("--dry-run", set: \.isDry, help: "change nothing; only report what would be imported")
        Parameter.flag("--list", set: \.lists, help: "list every item: what was done with it, and what was changed")
        Parameter.flag("--replace", set: \.replaces, help: "give existing items a new version")
        Parameter.flag(
            "--with-removed", set: \.bringsBackRemoved, help: "add items again that were removed from the vault")
        Parameter.group(\.archive)
        Parameter.vault
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let columns = try columns.map { text throws(UsageError) in
            do throws(VaultError) { return try ImportedItems.Columns(text) } catch {
                throw UsageError(.invalidValue, "--map: \(error.reason)", hint: "as in service=Site,password=Pass")
            }
        }
        let readsStandardInput = file?.isDash ?? true
        // A dry run needs the vault too, to report which items it already has.
        switch try ImportInput(file, source, columns, archive, in: context) {
        case .items(let found):
            let vault = try context.vault.open(isReadOnly: isDry, readsStandardInput: readsStandardInput)
            let report = try vault.importItems(
                found, existing: replaces ? .replace : .merge, withRemoved: bringsBackRemoved, isDryRun: isDry)
            try show(found, report, in: context)
            // As after a salvage: what could be read was taken.
            if found.unreadableCount > 0 { throw ExitStatus.tampered }
        case .archive(let path):
            let format = try archive.format(path, in: context)
            let vault = try context.vault.open(isReadOnly: isDry)
            let (found, report) = try vault.importArchive(
                opening: format, existing: replaces ? .replace : .merge, withRemoved: bringsBackRemoved, isDryRun: isDry
            ) { try InputFile.open(path) }
            try show(found, report, in: context)
        }
    }

    static let words: [Vault.ImportReport.Outcome: String] = [
        .kept: "skipped", .newer: "newer in the vault", .removed: "removed before",
    ]

    private func show(_ found: ImportedItems, _ report: Vault.ImportReport, in context: CommandContext) throws {
        let kept = report.names(.kept).map(\.shown)
        let newer = report.names(.newer).map(\.shown)
        let removed = report.names(.removed).map(\.shown)
        let conflicts = report.entries.filter(\.hasConflicts).map(\.name.shown)
        let counts = Vault.ImportReport.Outcome.allCases.map { ($0, report.names($0).count) }
        if context.wantsJSON {
            let notes = found.notes.map { note -> JSONValue in
                ["kind": .string(note.kind.rawValue), "line": .integer(note.line), "text": .string(note.text)]
            }
            return try JSONReport.print(
                [("dryRun", .bool(isDry)), ("found", .integer(found.items.count))]
                    + [.added, .replaced, .merged, .unchanged].map { outcome in
                        (outcome.rawValue, .integer(report.names(outcome).count))
                    }
                    + [
                        ("conflicts", .array(conflicts.map { .string($0) })),
                        ("existing", .array(kept.map { .string($0) })),
                        ("newer", .array(newer.map { .string($0) })), ("removed", .array(removed.map { .string($0) })),
                        ("attachments", .integer(report.attachmentCount)), ("notes", .array(notes)),
                        ("unreadable", .integer(found.unreadableCount)),
                        ("items", .array(ImportListing(found, report).lines.map(\.json))),
                    ])
        }
        for note in found.notes {
            // Names come from the file and may contain control characters.
            let text = String(printable: note.description.utf8)
            note.kind == .warning ? Messages.warning(text) : Messages.note(text)
        }
        if lists {
            for line in ImportListing(found, report).lines { try Messages.print("\(line.text)\n") }
        }
        for entry in report.entries where entry.droppedVersionCount > 0 {
            Messages.warning(
                "skipped \(Count.text(entry.droppedVersionCount, "older version")) of \(entry.name.shown): more than the vault keeps"
            )
        }
        for name in kept { Messages.note("skipped \(name): it exists in another form") }
        if !kept.isEmpty { Messages.hint("--replace gives such items a new version") }
        for name in conflicts { Messages.note("\(name) was changed on both sides: both values are kept") }
        if !conflicts.isEmpty { Messages.hint("'arca vault conflicts' lists them, 'arca vault resolve' chooses") }
        for name in newer { Messages.note("skipped \(name): it is newer in the vault") }
        for name in removed { Messages.note("skipped \(name): it was removed from the vault") }
        if !removed.isEmpty { Messages.hint("--with-removed adds such items again") }
        let parts = counts.filter { $1 > 0 || $0 == .added }.map { outcome, count in
            "\(count) \(Self.words[outcome] ?? outcome.rawValue)"
        }
        let count = found.items.count
        let head = "\(count) item\(count == 1 ? "" : "s")"
        try Messages.print("\(head): \(parts.joined(separator: ", "))\(isDry ? " (dry run)" : "")\n")
    }
}
