internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultExportCommand: Command {
    static let name = "export"
    static let summary = "write items as an encrypted archive, or for other programs"
    static let details = """
        An archive is an age file with everything: secrets, histories, attachments. It is encrypted to recipients (-r, -R) or \
        with a passphrase, and 'arca vault import' reads it again without loss.

        kdbx is a KeePass database, bitwarden is Bitwarden's JSON; both are encrypted with a passphrase, and what they \
        cannot hold, such as attachments in Bitwarden's, is reported.

        json, csv and cxf are UNENCRYPTED: anyone who reads the file has the secrets. csv has the columns of KeePassXC, \
        which most programs read; json has all but the contents of attachments; cxf is the FIDO exchange format. What \
        they omit is reported.

        A damaged vault is exported only with --salvage: everything that can be read, with each loss reported and exit \
        status 4.

        Always asks for a credential, even while the vault is unlocked. An existing file is replaced only with --force.
        """
    static let examples = [
        Example("arca vault export -o vault.age", "an archive with a passphrase", isRun: false),
        Example(
            "arca vault export -r age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj -o vault.age",
            "an archive to a recipient", needsVault: true),
        Example("arca vault export --format kdbx -o vault.kdbx", "for KeePass, with a passphrase", isRun: false),
        Example(
            "arca vault export --format bitwarden -o vault.json", "for Bitwarden, with a passphrase", isRun: false),
        Example(
            "arca vault export --format csv --group Work -o work.csv", "some items, unencrypted", needsVault: true),
    ]

    enum Format: String, CaseIterable, ArgumentValue {
        case archive
        case json
        case csv
        case kdbx
        case bitwarden
        case cxf

        var isEncrypted: Bool { self == .archive || needsPassphrase }
        /// Whether the format has a passphrase, but no recipients.
        var needsPassphrase: Bool { self == .kdbx || self == .bitwarden }
    }

    var format = Format.archive
    var group: String?
    var service: String?
    var salvages = false
    var archive = VaultArchiveSealingOptions()
    var output = NewOutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "what is written")
        Parameter.option("--group", value: "GROUP", set: \.group, help: "only items of a group and its subgroups")
        Parameter.option("--service", value: "SERVICE", set: \.service, help: "only items of a service or server")
        Parameter.flag(
            "--salvage", set: \.salvages, help: "write what can be read of a damaged vault, and name what is missing")
        Parameter.group(\.archive)
        Parameter.vault
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        let query = VaultQuery(service: service, group: group)
        if !format.isEncrypted {
            Messages.warning("the file will hold every secret unencrypted, readable by anyone who gets it")
        }
        var target = try output.open(format.isEncrypted ? .binary : .secret, inputs: context.vaultOptions.inputs())
        guard format.isEncrypted || !target.isTerminal || output.file != nil else {
            throw UsageError(.conflict, "every secret would be shown on the terminal", hint: "use -o FILE, or -o -")
        }
        let vault = try context.vault.openWithCredential(isReadOnly: true, salvages: salvages)
        let sealing = format == .archive ? try archive.format(in: context) : nil
        let passphrase = format.needsPassphrase ? try archive.passphrase(in: context) : nil
        let (findings, report) = try vault.withSnapshot { snapshot -> ([VaultFinding], Written) in
            guard salvages else { return ([], try write(snapshot, query, sealing, passphrase, into: &target)) }
            let salvage = try VaultSalvage(snapshot, matching: query)
            return (salvage.findings, try write(salvage, query, sealing, passphrase, into: &target))
        }
        try target.commit()
        if context.wantsJSON {
            try JSONReport.print(
                written: output.file,
                [
                    ("format", .string(format.rawValue)), ("items", .integer(report.items)),
                    ("attachments", .integer(report.attachments)),
                    ("leftOut", .array(report.leftOut.map { .string($0) })),
                ])
        } else {
            report.tell()
        }
        if !format.isEncrypted {
            Messages.hint("shred the file after use; 'arca vault export' writes it encrypted")
        }
        try DamageReport.end(findings)
    }

    private struct Written {
        let items: Int
        var attachments = 0
        var leftOut: [String] = []

        func tell() {
            for what in leftOut { Messages.warning("left out: \(String(printable: what.utf8))") }
            let attached = attachments == 0 ? "" : " and \(Count.text(attachments, "attachment"))"
            Messages.note("\(Count.text(items, "item"))\(attached)")
        }
    }

    private func write(
        _ contents: some VaultContents, _ query: VaultQuery, _ sealing: Age?, _ passphrase: SecretBytes?,
        into output: inout AtomicFile
    ) throws -> Written {
        let items = try contents.items(matching: query)
        if service != nil || group != nil, items.isEmpty {
            let wanted = [service.map { "of the service '\($0)'" }, group.map { "in the group '\($0)'" }]
            throw VaultError(.notFound, "there is no item \(wanted.compactMap(\.self).joined(separator: " and "))")
        }
        if let sealing {
            let summary = try VaultArchive.write(contents, matching: query, sealing: sealing, into: &output)
            return Written(items: summary.itemCount, attachments: summary.attachmentCount)
        }
        if let passphrase {
            guard format == .kdbx else {
                let leftOut = try ItemsBitwarden.write(contents, matching: query, passphrase: passphrase, to: &output)
                return Written(items: items.count, leftOut: leftOut)
            }
            let leftOut = try ItemsKDBX.write(contents, matching: query, passphrase: passphrase, to: &output)
            return Written(
                items: items.count, attachments: items.reduce(0) { $0 + $1.attachments.count }, leftOut: leftOut)
        }
        let leftOut =
            switch format {
            case .json: try ItemsJSON.write(contents, matching: query, to: &output).map { "the attachment \($0)" }
            case .cxf: try ItemsCXF.write(contents, matching: query, to: &output)
            default: try ItemsCSV.write(contents, matching: query, to: &output)
            }
        return Written(items: items.count, leftOut: leftOut)
    }
}
