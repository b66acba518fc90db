internal import ArcaCore
internal import ArcaSystem
internal import ArcaTeam
internal import ArcaVault

struct VaultSyncCommand: Command {
    static let name = "sync"
    static let summary = "keep the vault in step with other machines over a shared folder"
    static let details = """
        DIR is a folder that all machines have: by Syncthing, a cloud drive, git, a network file system or a USB \
        stick. Each machine keeps one file in it, an encrypted copy of its vault, and merges those of the others \
        ('arca help vault merge'). No two machines write the same file, so there are no conflicts, and an incomplete \
        file changes nothing. The operator of the folder learns the vault's size and when it changes, but no names and \
        no secrets.

        Without DIR the vault of a team is kept in step over its server ('arca help team').

        DIR is remembered: from then on 'arca vault sync' is enough. A second machine starts with a copy of the \
        vault's file. After 'arca vault rotate' give the others the new file in the same way, and merge what they had: \
        'arca vault merge --accept-older-key OLD'.
        """
    static let examples = [
        Example("arca vault sync ~/Sync/vault", "the first time on a machine", isRun: false),
        Example("arca vault sync", "afterwards, for example from a timer", isRun: false),
    ]

    var folder: BytePath?
    var device: String?
    var forgets = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("DIR", set: \.folder, help: "the shared folder; the remembered one if omitted")
        Parameter.option(
            "--device", value: "NAME", set: \.device,
            help: "name of this machine, in its file's name; a new one renames the file"
        ).defaulting(to: "the host's name")
        Parameter.flag("--forget", set: \.forgets, help: "forget the folder; its files are kept").excludes(
            "--device", "--json")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open()
        let known = try opened.syncPlace
        if folder == nil, known == nil, !forgets, try opened.teamPlace != nil {
            return try Self.syncTeam(opened, in: context)
        }
        if forgets {
            try opened.setSyncPlace(nil)
            return Messages.note(known == nil ? "no folder was remembered" : "the folder is forgotten; its files stay")
        }
        let place = try place(known)
        let report = try opened.sync(in: place, insteadOf: known)
        if place != known { try opened.setSyncPlace(place) }
        if context.wantsJSON { try JSONReport.print(Self.json(report, place)) } else { Self.tell(report) }
    }

    /// A new team key needs a credential, not just the unlocked session.
    private static func syncTeam(_ opened: Vault, in context: CommandContext) throws {
        do {
            try TeamServer.sync(opened, asJSON: context.wantsJSON)
        } catch let error as VaultError where error.code == .locked {
            Messages.note("the team has a new key, which only the vault's passphrase or key opens")
            try TeamServer.sync(context.vault.openWithCredential(), asJSON: context.wantsJSON)
        }
    }

    private func place(_ known: Vault.SyncPlace?) throws -> Vault.SyncPlace {
        guard let folder else {
            guard let known else {
                throw UsageError(
                    .missingArgument, "no folder is remembered for this vault",
                    hint: "give it once: 'arca vault sync DIR'")
            }
            guard device == nil else { return try Vault.SyncPlace(known.folder, device: name) }
            return known
        }
        let whole = Host.absolute(folder)
        if let known, known.folder == whole, device == nil { return known }
        return try Vault.SyncPlace(whole, device: name)
    }

    private var name: String { device ?? Host.name }

    private static func tell(_ report: Vault.SyncReport) {
        for (name, reason) in report.skipped {
            switch reason {
            case .incomplete: Messages.note("waiting: \(shown(name)) is not complete yet, or is damaged")
            case .newerKey:
                Messages.warning(
                    "\(shown(name)) has a newer key: copy that machine's vault file here, and merge this one into it")
            case .olderKey:
                Messages.warning("\(shown(name)) is from before the vault got its key: sync on that machine")
            case .unreadable(let why): Messages.warning("\(shown(name)) cannot be read: \(why)")
            }
        }
        var conflicts = 0
        for (name, merged) in report.taken where !merged.isEmpty {
            conflicts += merged.conflicts.count
            Messages.note("took from \(shown(name)): \(VaultMergeCommand.summary(merged))")
        }
        let others = Count.text(report.copyCount, "other copy", "other copies")
        Messages.note(
            report.isSent ? "left this machine's copy for the others; \(others)" : "nothing new to send; \(others)")
        if conflicts > 0 { Messages.hint("'arca vault conflicts' shows the values to choose from") }
    }

    private static func shown(_ name: String) -> String { String(printable: name.utf8) }

    private static func json(
        _ report: Vault.SyncReport, _ place: Vault.SyncPlace
    ) -> [(name: String, value: JSONValue)] {
        [
            ("folder", .string("\(place.folder)")), ("name", .string(place.name)), ("isSent", .bool(report.isSent)),
            ("copies", .integer(report.copyCount)),
            (
                "taken",
                .array(
                    report.taken.map { name, merged in
                        var object = JSONObject()
                        object["name"] = .string(name)
                        for (key, value) in VaultMergeCommand.members(merged) { object[key] = value }
                        return .object(object)
                    })
            ),
            (
                "skipped",
                .array(
                    report.skipped.map { name, reason in
                        ["name": .string(name), "reason": .string(word(reason))]
                    })
            ),
        ]
    }

    private static func word(_ reason: Vault.SyncReport.Reason) -> String {
        switch reason {
        case .incomplete: "incomplete"
        case .newerKey: "newerKey"
        case .olderKey: "olderKey"
        case .unreadable: "unreadable"
        }
    }
}
