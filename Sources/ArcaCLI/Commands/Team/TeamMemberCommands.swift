internal import ArcaCodecs
internal import ArcaPostgres
internal import ArcaSystem
internal import ArcaTeam
internal import ArcaVault

struct TeamListCommand: Command {
    static let name = "list"
    static let summary = "list members, their devices and roles"
    static let details = """
        Reads this vault's file; asks no server. --removed also lists removed members.
        """
    static let examples = [Example("arca team list --json", "for programs", isRun: false)]

    var showsRemoved = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--removed", set: \.showsRemoved, help: "list removed devices too")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let status = try context.teamVault.open(isReadOnly: true).teamStatus()
        let devices = status.devices.filter { showsRemoved || $0.device.role != .removed }
        if context.wantsJSON {
            return try JSONReport.print([("devices", .array(devices.map(TeamStatusCommand.object)))])
        }
        var table = Table(.name, .text, .text, .text, .text)
        for entry in devices {
            let device = entry.device
            table.add(
                device.memberName, device.name, device.role.description, "since log entry \(device.roleSince)",
                entry.isOwn ? "this device" : device.isOnPaper ? "code on paper" : "")
        }
        try table.print()
    }
}

struct TeamRoleCommand: Command {
    static let name = "role"
    static let summary = "give a member another role"
    static let details = """
        Asks for a credential of the vault, even while it is unlocked. An admin manages members, a writer changes items, a reader reads.
        """
    static let examples = [Example("arca team role bob reader", "bob can only read from now on", isRun: false)]

    var member = ""
    var role = TeamInviteCommand.Role(.reader)

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.member, help: "the member")
        Parameter.operand("ROLE", set: \.role, help: "reader, writer or admin")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        try opened.setRole(role.role, of: member, in: TeamServer.store(of: opened))
        let generation = try opened.teamStatus().generation
        try TeamServer.report(
            .changed, opened, "\(String(printable: member.utf8)) has the role \(role.role) (log entry \(generation))",
            asJSON: context.wantsJSON, [("member", .string(member)), ("role", .string(role.role.description))])
    }
}

struct TeamRemoveCommand: Command {
    static let name = "remove"
    static let summary = "remove a member, or a lost machine, from the team"
    static let details = """
        The team gets a new key, so that what is written from then on cannot be read with the old one, and the server \
        login is shut out. What the member could read he may have kept: 'arca team exposure NAME' lists the secrets \
        until each has changed. Asks for a credential of the vault, even while it is unlocked.
        """
    static let examples = [
        Example("arca team remove bob", "bob, with all machines", isRun: false),
        Example("arca team remove bob/laptop", "a machine that was lost", isRun: false),
    ]

    var name = ""

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME[/DEVICE]", set: \.name, help: "the member, or one of the member's machines")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        let (member, device) = Self.parts(name)
        let shown = String(printable: name.utf8)
        let before = try opened.teamStatus().devices.map(\.device).filter {
            $0.memberName == member && (device == nil || $0.name == device)
        }
        // Also of a removed member, to repeat what failed on the server.
        let exposed = try opened.removeMember(member, device: device, in: TeamServer.store(of: opened))
        if let last = before.map(\.roleSince).max(), before.allSatisfy({ $0.role == .removed }) {
            throw VaultError(
                .notFound, "\(shown) was removed already (log \(last))",
                hint: "'arca team list --removed' lists removed members")
        }
        let status = try opened.teamStatus()
        try TeamServer.report(
            .removed, opened,
            "removed \(shown) (log entry \(status.generation)); the team has a new key (number \(status.epoch))",
            asJSON: context.wantsJSON,
            [
                ("member", .string(member)), ("device", device.map { .string($0) } ?? .null),
                ("exposed", .integer(exposed.count)),
            ])
        guard !exposed.isEmpty, !context.wantsJSON else { return }
        Messages.warning(
            "\(Count.text(exposed.count, "secret")) that \(shown) could read \(exposed.count == 1 ? "has" : "have") not changed since"
        )
        Messages.hint(
            "'arca team exposure \(shown)' lists \(exposed.count == 1 ? "it until it has" : "them until they have")")
    }

    static func parts(_ name: String) -> (member: String, device: String?) {
        guard let slash = name.firstIndex(of: "/") else { return (name, nil) }
        return (String(name[..<slash]), String(name[name.index(after: slash)...]))
    }
}

struct TeamExposureCommand: Command {
    static let name = "exposure"
    static let summary = "list secrets that a member could read and that have not changed since"
    static let details = """
        For a removed member: the items whose secrets were last changed before the removal. For a member: all items. \
        Ends with status 1 if there are any, for scripts.
        """
    static let examples = [Example("arca team exposure bob", "what to change after bob has left", isRun: false)]

    var name = ""

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME[/DEVICE]", set: \.name, help: "the member, or one of the member's machines")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.open(isReadOnly: true)
        let (member, device) = TeamRemoveCommand.parts(name)
        let names = try opened.exposure(of: member, device: device)
        if context.wantsJSON {
            try JSONReport.print([("items", .array(names.map { .string($0.text) }))])
        } else {
            try Messages.print(names.map { "\($0.shown)\n" }.joined())
        }
        if !names.isEmpty { throw ExitStatus.mismatch }
    }
}

struct TeamRotateCommand: Command {
    static let name = "rotate"
    static let summary = "give the team a new key, with the same members"
    static let details = """
        For example after someone else had access to an unlocked machine. Asks for a credential of the vault, even \
        while it is unlocked. Every member's next sync asks for the passphrase once, because an unlocked session \
        cannot open the new key.
        """
    static let examples = [Example("arca team rotate", "start a new key", isRun: false)]

    static var parameters: [Parameter<Self>] {
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        try opened.renewTeamKey(in: TeamServer.store(of: opened))
        let status = try opened.teamStatus()
        try TeamServer.report(
            .rotated, opened, "the team has key number \(status.epoch) (log entry \(status.generation))",
            asJSON: context.wantsJSON)
    }
}

struct TeamRecoveryCodeCommand: Command {
    static let name = "recovery-code"
    static let summary = "print a new recovery code; the previous one stops working"
    static let details = """
        For when the code on paper was lost, or seen by someone. The team gets a new key. Asks for a credential of the \
        vault, even while it is unlocked.
        """
    static let examples = [Example("arca team recovery-code", "write it down", isRun: false)]

    static var parameters: [Parameter<Self>] {
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        let code = try opened.renewTeamRecoveryCode(in: TeamServer.store(of: opened))
        if context.wantsJSON {
            return try TeamServer.report(
                .changed, opened, asJSON: true, [("recoveryCode", .string(code.secretText))])
        }
        try TeamInviteCommand.print(code)
        Messages.note(
            "this is the recovery code: write it down now, it is not shown again; the previous one no longer works")
    }
}

struct TeamStatusCommand: Command {
    static let name = "status"
    static let summary = "show the state of the log, and what each device has confirmed"
    static let details = """
        Asks the server how far each device has followed the log. Nobody can prove that the server shows the newest \
        log: the last confirmation of another device shows how old it can be, and 'arca team check' compares two \
        devices.
        """
    static let examples = [Example("arca team status", "log, server, devices", isRun: false)]

    static var parameters: [Parameter<Self>] {
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.open(isReadOnly: true)
        let status = try opened.teamStatus(asking: TeamServer.store(of: opened))
        if context.wantsJSON {
            return try JSONReport.print([
                ("server", .string(status.place)), ("generation", .integer(Int(status.generation))),
                ("role", .string(status.role.description)), ("key", .integer(Int(status.epoch))),
                ("waiting", .integer(status.waitingCount)), ("isWaitingForAdmission", .bool(status.isWaiting)),
                ("devices", .array(status.devices.filter { $0.device.role != .removed }.map(Self.object))),
            ])
        }
        var table = Table(.text, .text)
        table.add("server", status.place)
        if status.isWaiting {
            table.add("state", "waits for an admin to admit this device")
        } else {
            table.add("log", "\(status.generation)")
            table.add("role", "\(status.role)")
            table.add("key", "number \(status.epoch)")
            table.add("unsent", Count.text(status.waitingCount, "change"))
        }
        for entry in status.devices where entry.device.role != .removed && !entry.device.isOnPaper {
            let seen =
                entry.seen.map { "has confirmed log entry \($0.generation) at \(DateText.shown($0.time))" }
                ?? "has confirmed nothing yet"
            table.add(entry.device.fullName, (entry.isOwn ? "this device; " : "") + seen)
        }
        try table.print()
    }

    static func object(_ entry: Vault.TeamStatus.Device) -> JSONValue {
        var object = JSONObject()
        object["member"] = .string(entry.device.memberName)
        object["device"] = .string(entry.device.name)
        object["role"] = .string(entry.device.role.description)
        object["roleSince"] = .integer(Int(entry.device.roleSince))
        object["added"] = .string(entry.device.added.description)
        object["login"] = .string(entry.device.login)
        object["isOwn"] = .bool(entry.isOwn)
        object["isOnPaper"] = .bool(entry.device.isOnPaper)
        if let seen = entry.seen {
            object["confirmed"] = .integer(Int(seen.generation))
            object["confirmedAt"] = .string(seen.time.description)
        }
        return .object(object)
    }
}

struct TeamLogCommand: Command {
    static let name = "log"
    static let summary = "show who changed what and when"
    static let details = """
        The last 10,000 changes that were sent, with the device that signed each and the time by its clock. Reading \
        leaves no trace. Deleted items are shown by their identifier.
        """
    static let examples = [Example("arca team log --after 1200", "changes after log 1200", isRun: false)]

    var after = 0

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--after", value: "LOG", set: \.after, in: 0...Int.max, help: "only changes after this number"
        )
        .defaulting(to: "0")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let entries = try context.teamVault.open(isReadOnly: true).teamLog(after: UInt64(after))
        if context.wantsJSON {
            return try JSONReport.print([("commits", .array(entries.map(Self.object)))])
        }
        var table = Table(.number, .text, .name, .text)
        for entry in entries {
            let what =
                entry.items.map { "\($0.act.rawValue) \(Self.name($0))" }
                + entry.members.map { "\($0.device) is \($0.role)" } + (entry.beginsEpoch ? ["began a new key"] : [])
            table.add("\(entry.generation)", DateText.shown(entry.time), entry.author, what.joined(separator: ", "))
        }
        try table.print()
    }

    private static func name(_ item: (identifier: [UInt8], name: VaultItem.Name?, act: Vault.TeamLogEntry.Act))
        -> String
    {
        item.name?.shown ?? Base16.standard.encode(item.identifier)
    }

    private static func object(_ entry: Vault.TeamLogEntry) -> JSONValue {
        [
            "generation": .integer(Int(entry.generation)), "time": .string(entry.time.description),
            "author": .string(entry.author), "beginsKey": .bool(entry.beginsEpoch),
            "items": .array(
                entry.items.map { item in
                    [
                        "identifier": .string(Base16.standard.encode(item.identifier)),
                        "name": item.name.map { .string($0.text) } ?? .null, "act": .string(item.act.rawValue),
                    ]
                }),
            "members": .array(
                entry.members.map { ["device": .string($0.device), "role": .string($0.role.description)] }),
        ]
    }
}

struct TeamCheckCommand: Command {
    static let name = "check"
    static let summary = "compare the log with another member by voice"
    static let details = """
        Prints a code for the log as this device has it. With the CODE that another member reads aloud it says whether \
        both have the same log: status 0, 1 if they differ, 7 if this device has not reached that place yet. Only this \
        detects a server that shows two groups different logs.
        """
    static let examples = [
        Example("arca team check", "the code to read aloud", isRun: false),
        Example("arca team check 1206-8KQ2M-C0X7Z-5WNTE-H4R1D", "the code of another member", isRun: false),
    ]

    var code: String?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("CODE", set: \.code, help: "the code that another device shows")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.open(isReadOnly: true)
        try opened.verifyTeamLog()
        guard let code else {
            let own = try opened.teamCheckCode()
            guard !context.wantsJSON else {
                return try TeamServer.report(.compared, opened, asJSON: true, [("code", .string("\(own)"))])
            }
            return try Messages.print("\(own)\n")
        }
        switch try opened.compareTeamLog(with: code) {
        case .same:
            try TeamServer.report(
                .compared, opened, "both have the same log up to there", asJSON: context.wantsJSON,
                [("same", .bool(true))])
        case .different:
            if context.wantsJSON {
                try TeamServer.report(.compared, opened, asJSON: true, [("same", .bool(false))])
            }
            Messages.error("the logs differ: the server shows you different ones, or the code is mistyped")
            throw ExitStatus.mismatch
        case .unknown:
            Messages.error("this device does not have that place of the log")
            Messages.hint("run 'arca vault sync' on both, and compare again")
            throw ExitStatus.notFound
        }
    }
}

struct TeamRepairCommand: Command {
    static let name = "repair"
    static let summary = "return to a restored database what it has lost"
    static let details = """
        After a database was restored from a backup, every sync refuses it. A writer or an admin whose file has the \
        whole log sends the missing commits, as they were signed; then everyone can continue. Refused if someone has \
        already written to the restored database.

        When a member's login has sent a commit that every device refuses, an admin takes it back with this command: \
        the log ends before it, and the login can only read. Nothing is lost, because no device has taken anything \
        from there on. Then remove the member, or repeat the command to let the login write again.
        """
    static let examples = [Example("arca team repair", "once, by one member", isRun: false)]

    static var parameters: [Parameter<Self>] {
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.open()
        let repair = try opened.repairTeamLog(in: TeamServer.store(of: opened))
        let count = repair.commitCount
        if repair.cutCount > 0, !context.wantsJSON {
            let logins = repair.senders.map { String(printable: $0.utf8) }.joined(separator: ", ")
            Messages.warning(
                "took back \(Count.text(repair.cutCount, "commit")) that no device accepts, sent by "
                    + (logins.isEmpty ? "a login that the server did not note" : "the login \(logins)"))
            Messages.hint(
                "another login than yours can only read now; 'arca team remove NAME' removes the member whose it is")
        }
        try TeamServer.report(
            .repaired, opened,
            count == 0 ? "nothing is missing from the server" : "the server has \(Count.text(count, "commit")) again",
            asJSON: context.wantsJSON,
            [
                ("commits", .integer(count)), ("cut", .integer(repair.cutCount)),
                ("senders", .array(repair.senders.map { .string($0) })),
            ])
    }
}

struct TeamLoginCommand: Command {
    static let name = "login"
    static let summary = "change the address of the server, or the password"
    static let examples = [
        Example("arca team login --server postgresql://alice@new.example.org/arca", "after a move", isRun: false)
    ]

    var server = TeamServerOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.server)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.open()
        let (address, password, store) = try server.store(in: context)
        // Verify the connection before storing it.
        _ = try opened.teamStatus(asking: store)
        try opened.setTeamPlace(address.description, password: password)
        try TeamServer.report(
            .changed, opened, "the team's server is \(address)", asJSON: context.wantsJSON,
            [("server", .string(address.description))])
    }
}

struct TeamLeaveCommand: Command {
    static let name = "leave"
    static let summary = "leave the team and keep the vault's content"
    static let details = """
        Nothing is sent or fetched from then on, and the file's keys for the team are deleted. The team still lists \
        the device until an admin removes it. Asks for a credential of the vault, even while it is unlocked.
        """
    static let examples = [Example("arca team leave", "make it a vault of your own", isRun: false)]

    static var parameters: [Parameter<Self>] {
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        let waiting = try opened.teamStatus().waitingCount
        try opened.leaveTeam()
        try ItemAction.left.report(
            ["the vault belongs to no team any more; its items stay"], asJSON: context.wantsJSON,
            [("unsent", .integer(waiting))])
        if waiting > 0, !context.wantsJSON {
            Messages.warning("\(Count.text(waiting, "change")) \(waiting == 1 ? "was" : "were") never sent to the team")
        }
    }
}
