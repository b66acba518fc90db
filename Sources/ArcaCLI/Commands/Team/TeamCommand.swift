internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaPostgres
internal import ArcaTeam
internal import ArcaVault

struct TeamCommand: Command {
    static let name = "team"
    static let summary = "share a vault with a team, through a server that learns nothing"
    static let section = "Secrets"
    static let details = """
        A PostgreSQL server carries signed, encrypted changes between the members' vault files. Its operator learns no \
        names, no secrets and nothing about reads, and cannot roll the vault back or omit, replace or forge changes \
        without the next sync detecting it. Every member has the whole vault in a file, so reading needs no server, \
        and writing works without it.

        'init' shares a vault; 'invite', 'join' and 'admit' add a member, with a code that is told outside the server, \
        such as by voice. Commands that change the vault send their changes automatically; 'arca vault sync' fetches \
        those of the others. Roles are reader, writer and admin. A removed member cannot read what is written later; \
        'exposure' lists what they knew.

        Your own vault and the team's are two files: 'join' makes the second if you have one already, or 'arca vault init \
        --team' for a new team. --team chooses it, 'share' copies items into it, and 'arca vault list --all-vaults' shows \
        both. These commands use the usual vault if it belongs to a team, else the team's.

        The database must be prepared once with what 'arca team server sql' prints. 'scripts/team-server' of the \
        source code starts a server for a trial, with the passwords in DIR/LOGIN.password.
        """
    static let examples = [
        Example("arca team init --server postgresql://alice@db.example.org/arca", "share your vault", isRun: false),
        Example("arca team invite bob --role writer --login bob", "prints the code for bob", isRun: false),
        Example("arca team server sql > team.sql", "run once by the database's owner"),
    ]
    static var overview: [(commands: String, text: String)] {
        [
            ("init, server", "share a vault; prepare the database"),
            ("invite, join, admit", "add a member, with a code"),
            ("share", "copy items of your own vault into the team's"),
            ("list, role, remove, exposure", "the members, their roles and what they know"),
            ("status, log, check, repair", "the state of the team, its log and its vault"),
            ("rotate", "give the team a new key"),
            ("recover, recovery-code", "become admin again with a code on paper"),
            ("login, leave", "change the server's address; leave the team"),
        ]
    }
    static let synonyms = ["add": "invite", "rm": "remove", "accept": "admit", "copy": "share"]
    static let aliases = ["ls": ["list"]]
    static var subcommands: [any Command.Type] {
        [
            TeamInitCommand.self,
            TeamInviteCommand.self,
            TeamJoinCommand.self,
            TeamAdmitCommand.self,
            TeamShareCommand.self,
            TeamListCommand.self,
            TeamRoleCommand.self,
            TeamRemoveCommand.self,
            TeamExposureCommand.self,
            TeamRotateCommand.self,
            TeamStatusCommand.self,
            TeamLogCommand.self,
            TeamCheckCommand.self,
            TeamRepairCommand.self,
            TeamRecoverCommand.self,
            TeamRecoveryCodeCommand.self,
            TeamLoginCommand.self,
            TeamLeaveCommand.self,
            TeamServerCommand.self,
        ]
    }
}

struct TeamServerOptions: OptionGroup {
    static let title = "Server"

    var address: String?
    var password: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--server", value: "ADDRESS", set: \.address,
            help: "postgresql://LOGIN@HOST[:PORT]/DATABASE, with '?sslrootcert=FILE' for an authority of your own"
        ).required()
        Parameter.option(
            "--server-password-from", value: "SOURCE", set: \.password,
            help: "the login's password: prompt, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt; none for a socket of this machine")
    }

    func store(in context: CommandContext) throws -> (
        address: ServerAddress, password: SecretBytes?, store: PostgresStore
    ) {
        guard let address else {
            throw UsageError(.missingArgument, "--server is missing", hint: "give --server ADDRESS")
        }
        let server = try ServerAddress(address)
        var password: SecretBytes?
        if let source = self.password ?? (server.isLocal ? nil : .prompt) {
            password = try source.passphrase(
                "password of \(server.login) at \(server.host)", isNew: false, readsStandardInput: false, in: context)
        }
        return (server, password, PostgresStore(server, password: password))
    }
}

enum TeamServer {
    /// Timeout of a call, in milliseconds.
    static let patience = 30_000
    /// Timeout for sending changes after a command, in milliseconds.
    static let shortPatience = 2_000

    static func store(of vault: Vault, timeout: Int = patience) throws -> PostgresStore {
        guard let (place, password) = try vault.teamPlace else {
            throw VaultError(
                .notFound, "the vault belongs to no team",
                hint: "'arca team init' shares it, 'arca team join' takes you into a team")
        }
        return PostgresStore(try ServerAddress(place), password: password, timeout: timeout)
    }

    @discardableResult
    static func sync(_ vault: Vault, asJSON: Bool) throws -> Vault.TeamReport {
        let report = try vault.syncTeam(with: store(of: vault))
        if asJSON {
            try JSONReport.print(
                [
                    ("generation", .integer(Int(report.generation))), ("commits", .integer(report.commitCount)),
                    ("sent", .integer(report.sentCount)), ("waiting", .integer(report.waitingCount)),
                    ("isWaitingForAdmission", .bool(report.isWaiting)),
                ] + VaultMergeCommand.members(report.taken).filter { $0.name != "hasCommonPast" })
        } else {
            tell(report)
        }
        return report
    }

    private static func tell(_ report: Vault.TeamReport) {
        guard !report.isWaiting else {
            Messages.note("asked to join; waiting for an admin to admit this device")
            return Messages.hint("an admin runs 'arca team admit'; then 'arca vault sync' fetches the vault")
        }
        Messages.note(
            "sent \(Count.text(report.sentCount, "change")), took \(Count.text(report.commitCount, "commit")): "
                + VaultMergeCommand.summary(report.taken) + "; log entry \(report.generation)")
        if report.waitingCount > 0 {
            Messages.note(
                "\(Count.text(report.waitingCount, "change")) of this file \(report.waitingCount == 1 ? "waits" : "wait"): this device may not send"
            )
        }
        for name in report.taken.numbered {
            Messages.note("two items of one name were kept: one is '\(name.shown)' now")
        }
        warn(of: report)
        if report.unreadableCount > 0 {
            Messages.warning(
                "\(Count.text(report.unreadableCount, "item")) of the log \(report.unreadableCount == 1 ? "is" : "are") not as Arca writes them; what was here stays"
            )
            Messages.hint("'arca team log' tells whose program wrote last")
        }
        if !report.taken.conflicts.isEmpty { Messages.hint("'arca vault conflicts' shows the values to choose from") }
    }

    private static func warn(of report: Vault.TeamReport) {
        guard let failure = report.noteFailure else { return }
        Messages.warning("others cannot see how far this device has followed the log: \(failure.reason)")
        if let hint = failure.hint { Messages.hint(hint) }
    }

    /// Reports a change to a team: as JSON on standard output, with the state of the log and key, or as notes.
    static func report(
        _ action: ItemAction, _ vault: Vault, _ notes: String..., asJSON: Bool, _ members: [(String, JSONValue)] = []
    ) throws {
        guard asJSON else { return notes.forEach(Messages.note) }
        let status = try vault.teamStatus()
        try action.report(
            [], asJSON: true,
            [("generation", .integer(Int(status.generation))), ("key", .integer(Int(status.epoch)))] + members)
    }

    /// Sends pending changes with a short timeout; an unreachable server is not an error.
    static func sendChanges(of vault: Vault) {
        do {
            guard try vault.teamPlace != nil else { return }
            let status = try vault.teamStatus()
            guard status.waitingCount > 0, !status.isWaiting, status.role >= .writer else { return }
            let report: Vault.TeamReport
            do {
                report = try vault.syncTeam(with: store(of: vault, timeout: shortPatience))
            } catch {
                Messages.note(
                    "kept here, \(Count.text(status.waitingCount, "change")) \(status.waitingCount == 1 ? "waits" : "wait") for the server: \(VaultError(wrapping: error).reason)"
                )
                let isServers = VaultError(wrapping: error).code == .unreachable
                return Messages.hint(
                    isServers
                        ? "'arca vault sync' sends them"
                        : VaultError(wrapping: error).hint ?? "run 'arca vault sync' to see more")
            }
            Messages.note("sent to the team; log entry \(report.generation)")
            if !report.taken.conflicts.isEmpty {
                Messages.hint(
                    "someone else changed the same field: 'arca vault conflicts' shows the values to choose from")
            }
        } catch {
            // The command has succeeded; 'arca vault sync' reports why sending fails.
        }
    }
}

struct TeamServerCommand: Command {
    static let name = "server"
    static let summary = "instructions for the owner of the database"
    static let examples = [Example("arca team server sql > team.sql", "run once by the database's owner")]
    static var subcommands: [any Command.Type] { [TeamServerSQLCommand.self] }
}

struct TeamServerSQLCommand: Command {
    static let name = "sql"
    static let summary = "print the SQL that prepares a database for teams"
    static let details = """
        The owner of the database, PostgreSQL 12 or later, runs it once with psql, and again after an update of Arca; \
        repeating it is harmless. Each member gets a login: CREATE ROLE bob LOGIN PASSWORD '…' CONNECTION LIMIT 10 IN \
        ROLE arca_member. Members can read only the rows of their teams, and change rows only through functions that \
        check the caller. The table arca.quota limits what a login can store on a day.
        """
    static let examples = [
        Example("arca team server sql > team.sql", "read it first"),
        Example("arca team server sql | psql -d arca", "prepare the database 'arca'", isRun: false),
    ]
    static var parameters: [Parameter<Self>] { [] }

    consuming func run(in context: CommandContext) throws { try Messages.print(PostgresStore.setUp) }
}
