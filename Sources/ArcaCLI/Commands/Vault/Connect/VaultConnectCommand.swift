internal import ArcaCore
internal import ArcaSystem

struct VaultConnectCommand: Command {
    static let name = "connect"
    static let summary = "let git, Docker, Podman, ssh and age use the vault"
    static let details = """
        git      a credential helper in git's global settings, after those that are there
        docker   the store of passwords in Docker's config.json, and a link for it in PATH
        podman   a credential helper for Podman, Buildah and Skopeo, and the same link
        ssh      the vault's agent as the last entry of ~/.ssh/config
        age      a link called age-plugin-arca in PATH, which age runs

        Prints what it adds to which file; --dry-run changes nothing. --remove takes away exactly what was added. \
        Settings that it does not understand, such as another store of passwords for Docker, are refused.

        The programs use $ARCA_VAULT or the default vault while it is unlocked; if it is locked, git asks on the \
        terminal. Each access is recorded: see 'arca vault log'.
        """
    static let examples = [
        Example("arca vault connect git", "from now on git asks the vault", isRun: false),
        Example("arca vault connect --dry-run docker", "what would change?", isRun: false),
        Example("arca vault connect --remove git", "undo it", isRun: false),
    ]

    var program: ConnectionName?
    var removed: ConnectionName?
    var onlyShows = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PROGRAM", set: \.program, help: "what to connect; without it, the list")
        Parameter.flag("--list", help: "list what is connected, as without PROGRAM").excludes("PROGRAM", "--remove")
        Parameter.option("--remove", value: "PROGRAM", set: \.removed, help: "disconnect it").excludes("PROGRAM")
        Parameter.flag("--dry-run", set: \.onlyShows, help: "show the changes without making them").excludes("--list")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        guard let program = program ?? removed else { return try list(asJSON: context.wantsJSON) }
        let removes = removed != nil
        let connection = program.connection
        let steps = try removes ? connection.removals() : connection.additions()
        if context.wantsJSON {
            if !onlyShows { for step in steps { try step.run() } }
            return try JSONReport.print([
                ("program", .string(program.rawValue)),
                ("changes", .array(steps.map { Self.object($0, isRemoved: removes) })),
                ("isConnected", .bool(try connection.isConnected())),
            ])
        }
        for step in steps {
            let sign = removes ? "-" : "+"
            try Messages.print(
                String(printable: step.place.bytes) + "\n"
                    + step.lines.map { "\(sign) \(String(printable: $0.utf8))\n" }.joined())
            if !onlyShows { try step.run() }
        }
        if steps.isEmpty {
            Messages.note("\(program.rawValue) is \(removes ? "not connected" : "connected already")")
        } else if onlyShows {
            Messages.note("nothing was changed")
        }
        if !removes { try connection.hints().forEach(Messages.hint) }
    }

    private func list(asJSON: Bool) throws {
        var table = Table(.name, .text)
        var objects: [JSONValue] = []
        for program in ConnectionName.allCases {
            // A program that is not installed is not connected.
            let isConnected = (try? program.connection.isConnected()) ?? false
            table.add(program.rawValue, isConnected ? "connected" : "not connected")
            objects.append(["program": .string(program.rawValue), "isConnected": .bool(isConnected)])
        }
        try asJSON ? JSONReport.print([("programs", .array(objects))]) : table.print()
    }

    private static func object(_ step: ConnectionStep, isRemoved: Bool) -> JSONValue {
        [
            "file": .string(step.place.description), "action": .string(isRemoved ? "removed" : "added"),
            "lines": .array(step.lines.map { .string($0) }),
        ]
    }
}
