internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaSystem
internal import ArcaVault

/// `arca vault export`: items as a file for other programs, or as an archive.
struct VaultExportCommand: Command {
    static let name = "export"
    static let summary = "write items as an encrypted archive, or unencrypted for other programs"
    static let details = """
        An archive is an age file with everything: secrets, histories, attachments. It is encrypted to recipients (-r, -R) or \
        with a passphrase, and 'arca vault import' reads it again without loss.

        json and csv are UNENCRYPTED: anyone who reads the file has the secrets. csv has the columns of KeePassXC, which \
        most programs read; json has all but the contents of attachments. What they leave out is named.

        The vault is always opened with a credential of its own, however recently it was unlocked. An existing file is \
        replaced only with --force.
        """
    static let examples = [
        Example("arca vault export -o vault.age", "an archive with a passphrase", isRun: false),
        Example(
            "arca vault export -r age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj -o vault.age",
            "an archive to a recipient", needsVault: true),
        Example(
            "arca vault export --format csv --group Work -o work.csv", "some items, unencrypted", needsVault: true),
    ]

    /// What is written.
    enum Format: String, CaseIterable, ArgumentValue {
        case archive
        case json
        case csv
    }

    var format = Format.archive
    var group: String?
    var service: String?
    var archive = VaultArchiveSealingOptions()
    var vault = VaultOptions()
    var output = NewOutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "what is written")
        Parameter.option("--group", value: "GROUP", set: \.group, help: "only items of a group, or of one below it")
        Parameter.option("--service", value: "SERVICE", set: \.service, help: "only items of a service or server")
        Parameter.group(\.archive).requires("--format=archive")
        Parameter.group(\.vault)
        Parameter.group(\.output)
    }

    consuming func run() throws {
        let query = VaultQuery(service: service, group: group)
        if format != .archive {
            Messages.warning("the file will hold every secret unencrypted, readable by anyone who gets it")
        }
        var output = try output.open(format == .archive ? .binary : .secret, inputs: vault.inputs())
        guard format == .archive || !output.isTerminal || self.output.file != nil else {
            throw UsageError(.conflict, "every secret would be shown on the terminal", hint: "use -o FILE, or -o -")
        }
        let vault = try vault.openWithCredential(isReadOnly: true)
        if service != nil || group != nil, try vault.items(matching: query).isEmpty {
            let wanted = [service.map { "of the service '\($0)'" }, group.map { "in the group '\($0)'" }]
            throw VaultError(.notFound, "there is no item \(wanted.compactMap(\.self).joined(separator: " and "))")
        }
        switch format {
        case .archive:
            let sealing = try archive.format()
            let summary = try VaultArchive.write(vault, matching: query, sealing: sealing, into: &output)
            try output.commit()
            let (items, attachments) = (summary.itemCount, summary.attachmentCount)
            Messages.note(
                "\(items) item\(items == 1 ? "" : "s") and \(attachments) attachment\(attachments == 1 ? "" : "s")")
        case .json:
            let left = try ItemsJSON.write(vault, matching: query, to: &output)
            try output.commit()
            for name in left { Messages.warning("left out: the attachment \(String(printable: name.utf8))") }
        case .csv:
            let left = try ItemsCSV.write(vault, matching: query, to: &output)
            try output.commit()
            for what in left { Messages.warning("left out: \(String(printable: what.utf8))") }
        }
        if format != .archive {
            Messages.hint("shred the file after use; 'arca vault export' writes it encrypted")
        }
    }
}
