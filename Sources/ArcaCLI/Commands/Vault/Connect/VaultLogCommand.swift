internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

/// The connectors that the log names.
enum ConnectorName: String, CaseIterable, ArgumentValue { case git, docker, ssh, age, inject }

struct VaultLogCommand: Command {
    static let name = "log"
    static let summary = "show which programs asked the vault for what"
    static let details = """
        Each line is a request that git, Docker, ssh, age or a template made of the vault on this machine: the time, \
        the connector, the request, the item or why it was refused, and the program and process that asked. Commands \
        that you type are not in it, and no secret is.

        The log is kept next to the vault's state, sealed, so that only the opened vault shows it; it has the last \
        256 KiB. A request that cannot be recorded is refused. The log shows you what happens and proves nothing: a \
        program that runs as you can remove it.
        """
    static let examples = [
        Example("arca vault log", "all that is kept, newest last", needsVault: true),
        Example("arca vault log --refused", "what was refused", needsVault: true),
        Example("arca vault log --json", "for programs", needsVault: true),
    ]

    var connector: ConnectorName?
    var onlyRefused = false
    var clears = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--access", help: "show accesses, as without it")
        Parameter.option("--by", value: "CONNECTOR", set: \.connector, help: "only requests by this one")
        Parameter.flag("--refused", set: \.onlyRefused, help: "only requests that were refused")
        Parameter.flag("--clear", set: \.clears, help: "forget all of it").excludes("--by", "--refused", "--json")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let vault = try context.vault.open(isReadOnly: true)
        if clears {
            try vault.removeAccesses()
            return Messages.note("removed the log of this machine")
        }
        let (all, unreadableCount) = try vault.accesses()
        let shown = all.filter { access in
            (connector == nil || connector?.rawValue == access.connector) && (!onlyRefused || access.answer != .given)
        }
        if context.wantsJSON {
            return try JSONReport.print([
                ("accesses", .array(shown.map(Self.object))), ("unreadableCount", .integer(unreadableCount)),
            ])
        }
        var table = Table(.text, .name, .text, .text, .text)
        for access in shown {
            let item = access.item ?? ""
            let answer =
                switch access.answer {
                case .given: item
                case .refused(let reason): (item.isEmpty ? "" : "\(item) ") + "refused: \(reason)"
                }
            table.add(
                DateText.shown(access.time), access.connector, access.request, answer,
                access.client.map(Self.text) ?? "")
        }
        try table.print()
        if unreadableCount > 0 { Messages.warning("\(Count.text(unreadableCount, "record")) cannot be opened") }
    }

    private static func text(_ client: PeerProcess) -> String {
        "\(client.program?.name.description ?? "process") \(client.identifier)"
    }

    private static func object(_ access: Access) -> JSONValue {
        var object = JSONObject()
        object["time"] = .string(access.time.description)
        object["connector"] = .string(access.connector)
        object["request"] = .string(access.request)
        object["item"] = access.item.map { .string($0) } ?? .null
        object["isGiven"] = .bool(access.answer == .given)
        if case .refused(let reason) = access.answer { object["reason"] = .string(reason) }
        object["process"] = access.client.map { .integer($0.identifier) } ?? .null
        object["user"] = access.client.map { .integer($0.user) } ?? .null
        object["program"] = access.client?.program.map { .string($0.description) } ?? .null
        return .object(object)
    }
}
