internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault

/// `arca vault import`: items from other password managers, or from an archive.
struct VaultImportCommand: Command {
    static let name = "import"
    static let summary = "import what another password manager exported, or an archive"
    static let details = """
        FILE is told by its content: CSV of Chrome, Firefox, Safari, LastPass or KeePassXC, JSON of Bitwarden (not \
        encrypted), XML of KeePass, a list of otpauth URIs, and what 'arca vault export' writes. --from insists on one. \
        Other CSV needs --map, which says what the columns are: \
        title, service, account, password, url, notes, otp, group, created, modified, changed, expires.

        A login with an address becomes an internet password; an item that stands twice is taken once, a different one \
        of the same name is numbered. All that is reported. Items that the vault has already are left as they are; with \
        --replace they get a new version, unless nothing has changed. --dry-run only tells what would happen.

        An export in the clear is best shredded afterwards: whoever finds it has all the passwords.
        """
    static let examples = [
        Example("arca vault import --dry-run passwords.csv", "what would be imported", needsVault: true),
        Example(
            "arca vault import --map service=Site,account=Login,password=Pass list.csv", "CSV of any other program",
            needsVault: true),
        Example("arca vault import --replace backup.age", "an archive, over what is there", isRun: false),
    ]

    var file: BytePath?
    var source: VaultImportSource?
    var columns: String?
    var isDry = false
    var replaces = false
    var archive = VaultArchiveOpeningOptions()
    var vault = VaultOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to import; - or none for standard input")
        Parameter.option(
            "--from", value: "KIND", set: \.source, help: "what FILE is, instead of telling by its content")
        Parameter.option(
            "--map", value: "MEANING=COLUMN,…", set: \.columns, help: "what the columns of a CSV file are")
        Parameter.flag("-n", "--dry-run", set: \.isDry, help: "change nothing, only say what would be imported")
        Parameter.flag("--replace", set: \.replaces, help: "give items that are there already a new version")
        Parameter.group(\.archive)
        Parameter.group(\.vault)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        let columns = try columns.map { text throws(UsageError) in
            do throws(VaultError) { return try CSVColumns(text) } catch {
                throw UsageError(.invalidValue, "--map: \(error.reason)", hint: "as in service=Site,password=Pass")
            }
        }
        guard columns == nil || source == nil || source == .format(.csv) else {
            throw UsageError(.conflict, "--map is for CSV of other programs", hint: "leave --from out")
        }
        let readsStandardInput = file?.isDash ?? true
        guard !(vault.readsStandardInput && archive.passphrase == .standardInput) else {
            throw UsageError(
                .conflict, "the vault's secret and the archive's cannot both come from standard input",
                hint: "use env:NAME, file:PATH or fd:N for one of them")
        }
        let opened = try ImportInput(file, source, columns)
        // A dry run of a file needs the vault too: what is there already is part of the answer.
        switch opened {
        case .items(let found):
            if let option = archive.givenOption {
                throw UsageError(.conflict, "\(option) is for archives, and the file is none")
            }
            let vault = try vault.open(isReadOnly: isDry, readsStandardInput: readsStandardInput)
            var job = VaultImportJob(vault: vault, replaces: replaces, isDry: isDry)
            try job.run(found.items)
            try report(found, job)
        case .archive(let path):
            let format = try archive.format(path)
            // Read to its end before anything is changed: only the end tells that nothing is missing.
            var reader = try InputFile.open(path)
            var contents: [VaultArchive.Attachment: VaultImportJob.Content] = [:]
            let read = try VaultArchive.read(&reader, opening: format) { attachment, content in
                contents[attachment] = try VaultImportJob.Content(attachment, &content)
            }
            let vault = try vault.open(isReadOnly: isDry)
            var job = VaultImportJob(vault: vault, replaces: replaces, isDry: isDry)
            try job.run(read.items.items, archived: contents)
            if !isDry, job.attached > 0 {
                var again = try InputFile.open(path)
                _ = try VaultArchive.read(&again, opening: format) { attachment, content in
                    try job.attach(attachment, content)
                }
            }
            try report(read.items, job)
        }
    }

    private func report(_ found: ImportedItems, _ job: VaultImportJob) throws {
        if json.isWanted {
            let notes = found.notes.map { note -> JSONValue in
                ["kind": .string(note.kind.rawValue), "line": .integer(note.line), "text": .string(note.text)]
            }
            return try JSONOptions.print(
                schema: 1,
                [
                    ("dryRun", .bool(isDry)), ("found", .integer(found.items.count)), ("added", .integer(job.added)),
                    ("replaced", .integer(job.replaced)), ("unchanged", .integer(job.unchanged)),
                    ("existing", .array(job.existing.map { .string($0) })),
                    ("attachments", .integer(job.attached)),
                    ("notes", .array(notes)),
                ])
        }
        for note in found.notes {
            // Names come from the file, and may hold what steers a terminal.
            let text = String(printable: note.description.utf8)
            note.kind == .warning ? Messages.warning(text) : Messages.note(text)
        }
        for (name, count) in job.dropped {
            Messages.warning("\(count) older versions of \(name) are more than the vault keeps, and are left out")
        }
        for name in job.existing { Messages.note("\(name) is there in another form, and is left as it is") }
        if !job.existing.isEmpty { Messages.hint("--replace gives such items a new version") }
        var parts = ["\(job.added) added"]
        if job.replaced > 0 { parts.append("\(job.replaced) replaced") }
        if job.unchanged > 0 { parts.append("\(job.unchanged) unchanged") }
        if !job.existing.isEmpty { parts.append("\(job.existing.count) left as they are") }
        let count = found.items.count
        let head = "\(count) item\(count == 1 ? "" : "s")"
        try Messages.print("\(head): \(parts.joined(separator: ", "))\(isDry ? " (dry run)" : "")\n")
    }
}
