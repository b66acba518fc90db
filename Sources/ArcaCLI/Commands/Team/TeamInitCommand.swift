internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPostgres
internal import ArcaSystem
internal import ArcaTeam
internal import ArcaVault

struct TeamNameOptions: OptionGroup {
    static let title = "Names"

    var member: String?
    var device: String?

    static var parameters: [Parameter<Self>] {
        Parameter.option("--member", value: "NAME", set: \.member, help: "your name in the team")
            .defaulting(to: "the server login")
        Parameter.option("--device", value: "NAME", set: \.device, help: "name of this machine in the team")
            .defaulting(to: "the host's name")
    }

    var deviceName: String { device ?? Host.name }
}

struct TeamInitCommand: Command {
    static let name = "init"
    static let summary = "share the vault: you are the first admin"
    static let details = """
        Asks for a credential of the vault, even while it is unlocked, and for the password of the server login, which \
        the vault keeps. Prints a recovery code for paper on standard output: with the code and the database, an admin \
        can be created again if all admins' machines are lost. Anyone who finds it and can reach the database is an \
        admin.
        """
    static let examples = [
        Example("arca team init --server postgresql://alice@db.example.org/arca", "share your vault", isRun: false)
    ]

    var server = TeamServerOptions()
    var names = TeamNameOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.server)
        Parameter.group(\.names)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        let (address, password, store) = try server.store(in: context)
        let code = try Self.create(opened, store, address: address, password: password, names: names)
        let count = try opened.items().count
        let status = try opened.teamStatus()
        try TeamServer.report(
            .shared, opened, "shared \(Count.text(count, "item")) as log entry \(status.generation); you are admin",
            asJSON: context.wantsJSON, [("items", .integer(count)), ("recoveryCode", .string(code.secretText))])
        if context.wantsJSON { return }
        try TeamInviteCommand.print(code)
        Messages.note("this is the recovery code: write it down now, it is not shown again")
    }
}

extension TeamInitCommand {
    /// Creates the team; if the server becomes unreachable, the hint says how to continue.
    private static func create(
        _ vault: Vault, _ store: PostgresStore, address: ServerAddress, password: SecretBytes?,
        names: TeamNameOptions
    ) throws -> RecoveryCode {
        do {
            return try vault.createTeam(
                in: store, at: address.description, password: password, member: names.member ?? address.login,
                device: names.deviceName, login: address.login)
        } catch {
            guard error.code == .unreachable, try vault.teamPlace != nil else { throw error }
            throw error.withHint(
                "'arca vault sync' continues; then 'arca team recovery-code' prints a recovery code for paper")
        }
    }
}

struct TeamInviteCommand: Command {
    static let name = "invite"
    static let summary = "print a code with which someone can ask to join"
    static let details = """
        Asks for a credential of the vault, even while it is unlocked. Tell the code by voice, or through another \
        channel that the server's owner cannot read: anyone who has it can ask to join, and 'arca team admit' shows \
        who did. It works once. The name of an existing member invites another machine of that member.
        """
    static let examples = [
        Example("arca team invite bob --role writer --login bob", "prints the code for bob", isRun: false)
    ]

    var member = ""
    var role = Role(.writer)
    var login = ""
    var expires = TimeSpan(seconds: 2 * 86_400)

    struct Role: ArgumentValue, Hashable {
        let role: TeamRole

        init(_ role: TeamRole) { self.role = role }

        init(argument: Argument) throws(UsageError) {
            guard let role = TeamRole(name: argument.shown) else {
                throw UsageError(
                    .invalidValue, "there is no role '\(argument.shown)'", hint: "give reader, writer or admin")
            }
            self.role = role
        }
    }

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.member, help: "name of the person in the team")
        Parameter.option("--role", value: "ROLE", set: \.role, help: "reader, writer or admin").required()
        Parameter.option(
            "--login", value: "LOGIN", set: \.login, help: "the person's server login, which gets access")
        Parameter.option("--expires", value: "TIME", set: \.expires, help: "how long the code is valid, up to 30d")
            .defaulting(to: "2d")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        let until = Vault.Timestamp.now().advanced(byMilliseconds: Int64(expires.seconds) * 1000)
        let store = try TeamServer.store(of: opened)
        guard try login.isEmpty || store.hasLogin(login) else {
            throw VaultError(
                .notFound, "the server has no login '\(String(printable: login.utf8))'",
                hint: "its owner creates one: CREATE ROLE … LOGIN PASSWORD '…' IN ROLE arca_member")
        }
        let code = try opened.invite(member, as: role.role, login: login, until: until, in: store)
        guard !context.wantsJSON else {
            return try TeamServer.report(
                .invited, opened, asJSON: true,
                [
                    ("member", .string(member)), ("role", .string(role.role.description)),
                    ("code", .string(code.secretText)), ("until", .string(until.description)),
                ])
        }
        try Self.print(code)
        Messages.note("this is the code for \(String(printable: member.utf8)), once, until \(DateText.shown(until))")
        Messages.hint("after 'arca team join' there, 'arca team admit' here shows who has used it")
    }

    static func print(_ code: RecoveryCode) throws {
        var output = try AtomicFile.standardOutput(inputs: [])
        try output.write(code.text)
        try output.write("\n".utf8)
        try output.commit()
    }
}

struct TeamJoinCommand: Command {
    static let name = "join"
    static let summary = "join a team with the code that its admin told you"
    static let details = """
        Asks for the code, for the password of your server login, and for a new passphrase for the vault file that it \
        creates. Compare the four words with the admin if you can: they differ if someone else has used the code \
        before you. After the admin has run 'arca team admit', 'arca vault sync' fetches the vault.
        """
    static let examples = [
        Example("arca team join --server postgresql://bob@db.example.org/arca", "asks for the code", isRun: false)
    ]

    var device: String?
    var place = TeamFileOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option("--device", value: "NAME", set: \.device, help: "name of this machine in the team")
            .defaulting(to: "the host's name")
        Parameter.json
        Parameter.group(\.place)
    }

    consuming func run(in context: CommandContext) throws {
        let new = try place.prepare("code", in: context)
        let (vault, words) = try Vault.joinTeam(
            with: new.code, in: new.store, at: new.path, slots: new.slots.slots, place: new.address.description,
            password: new.password, device: device ?? Host.name)
        if context.wantsJSON {
            return try new.slots.report(
                .joined, [], asJSON: true, slots: try vault.slots,
                [("vault", .string(new.path.description)), ("words", .string(words))])
        }
        try new.slots.announce()
        Messages.note("asked to join; compare if you can: \(words)")
        let option = place.place.place.isTeams ? " --team" : ""
        if !option.isEmpty {
            Messages.note(
                "the team's vault is \(new.path); 'arca vault list --team' shows it, and without --team your own")
        }
        Messages.hint("when the admin has run 'arca team admit', 'arca vault sync\(option)' fetches the vault")
    }
}

struct TeamFileOptions: OptionGroup {
    static let title = "New vault"

    var code: SecretSource?
    var place = NewVaultOptions()
    var server = TeamServerOptions()
    var slots = NewSlotOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--code-from", value: "SOURCE", set: \.code,
            help: "the code: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.group(\.place)
        Parameter.group(\.server)
        Parameter.group(\.slots)
    }

    struct Prepared {
        let path: BytePath
        let code: RecoveryCode
        let address: ServerAddress
        let password: SecretBytes?
        let store: PostgresStore
        let slots: NewSlotOptions.Prepared
    }

    /// Asks for the secrets, after checking that the file can be created.
    mutating func prepare(_ codeName: String, in context: CommandContext) throws -> Prepared {
        let path = try place.newTeamPath(hint: "give another file with --vault")
        let code = try Self.read(code ?? .prompt, codeName, in: context)
        let (address, password, store) = try server.store(in: context)
        let prepared = try slots.prepareForNewVault(in: context)
        try place.place.createFolder(for: path)
        return Prepared(
            path: path, code: code, address: address, password: password, store: store, slots: prepared)
    }

    /// Reads a code; asks again after a typo on a terminal.
    private static func read(_ source: SecretSource, _ name: String, in context: CommandContext) throws -> RecoveryCode
    {
        var tries = 1
        while true {
            let text = try source.passphrase(name, isNew: false, readsStandardInput: false, in: context)
            switch parsed(text) {
            case .success(let code): return code
            case .failure(let error):
                guard source == .prompt, tries < VaultAccess.tries else { throw error }
                Messages.error("\(error.reason); try again")
                tries += 1
            }
        }
    }

    private static func parsed(_ text: SecretBytes) -> Result<RecoveryCode, VaultError> {
        do { return .success(try RecoveryCode(text)) } catch { return .failure(error) }
    }
}

struct TeamAdmitCommand: Command {
    static let name = "admit"
    static let summary = "list requests to join, and admit a member"
    static let details = """
        Without NAME it lists who has used a code: name, role, device, and the four words that the other terminal has \
        shown. If the words differ, someone else has used the code: do not admit them. Asks for a credential of the \
        vault, even while it is unlocked.
        """
    static let examples = [
        Example("arca team admit", "who asks", isRun: false),
        Example("arca team admit bob --words 'apple river comet stone'", "let bob in", isRun: false),
    ]

    var member: String?
    var words: String?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.member, help: "the member to admit; without it, requests are listed")
        Parameter.option("--words", value: "WORDS", set: \.words, help: "admit only the request with these four words")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.teamVault.openWithCredential()
        let store = try TeamServer.store(of: opened)
        let (requests, openCount, forged) = try opened.teamRequests(in: store)
        for name in forged {
            Messages.warning(
                "the answer to the invitation of \(String(printable: name.utf8)) does not open: someone else may have used the code"
            )
        }
        guard let member else { return try list(requests, openCount, in: context) }
        let words = words?.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        let found = requests.filter { $0.memberName == member && (words ?? $0.words) == $0.words }
        guard let request = found.first else {
            let asks = requests.contains { $0.memberName == member }
            throw VaultError(
                asks ? .forged : .notFound,
                asks
                    ? "the request of \(member) has other words: someone else may have used the code"
                    : "nobody has asked to join as \(member)",
                hint: asks
                    ? "invite again, and tell the new code through another channel"
                    : "run 'arca team admit' to see who asks"
            )
        }
        guard found.count == 1 else {
            throw UsageError(
                .conflict, "\(found.count) devices ask as \(member)", hint: "name the words of one: --words 'A B C D'")
        }
        let report = try opened.admit(request, in: store)
        if context.wantsJSON {
            return try JSONReport.print([
                ("admitted", Self.object(request)), ("generation", .integer(Int(report.generation))),
            ])
        }
        Messages.note(
            "admitted \(String(printable: "\(request.memberName)/\(request.deviceName)".utf8)) (\(request.words)) as \(request.role) "
                + "(log entry \(report.generation))")
    }

    private func list(_ requests: [Vault.TeamRequest], _ openCount: Int, in context: CommandContext) throws {
        if context.wantsJSON {
            return try JSONReport.print([
                ("requests", .array(requests.map(Self.object))), ("openInvitations", .integer(openCount)),
            ])
        }
        var table = Table(.name, .text, .text, .text)
        for request in requests {
            table.add(request.memberName, request.deviceName, request.role.description, request.words)
        }
        try table.print()
        if requests.isEmpty {
            Messages.note(
                "nobody asks to join; \(Count.text(openCount, "invitation")) \(openCount == 1 ? "is" : "are") open")
        } else {
            Messages.hint("compare the words by voice, then admit the member: 'arca team admit NAME'")
        }
    }

    private static func object(_ request: Vault.TeamRequest) -> JSONValue {
        [
            "member": .string(request.memberName), "device": .string(request.deviceName),
            "role": .string(request.role.description), "words": .string(request.words),
        ]
    }
}

struct TeamRecoverCommand: Command {
    static let name = "recover"
    static let summary = "become admin again with the recovery code on paper"
    static let details = """
        For a team whose admins have all lost their machines. Creates a vault file with a device that is an admin's. \
        Afterwards remove the machines that were lost: 'arca team remove NAME/DEVICE'.
        """
    static let examples = [
        Example("arca team recover --server postgresql://alice@db.example.org/arca", "asks for the code", isRun: false)
    ]

    var names = TeamNameOptions()
    var place = TeamFileOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.names)
        Parameter.json
        Parameter.group(\.place)
    }

    consuming func run(in context: CommandContext) throws {
        let new = try place.prepare("recovery code", in: context)
        let vault = try Vault.recoverTeam(
            with: new.code, in: new.store, at: new.path, slots: new.slots.slots, place: new.address.description,
            password: new.password, member: names.member ?? new.address.login, device: names.deviceName,
            login: new.address.login)
        let count = try vault.items().count
        if context.wantsJSON {
            return try new.slots.report(
                .joined, [], asJSON: true, slots: try vault.slots,
                [("vault", .string(new.path.description)), ("items", .integer(count))])
        }
        try new.slots.announce()
        Messages.note("you are admin again, of a vault with \(Count.text(count, "item"))")
        Messages.hint("remove the machines that were lost: 'arca team list', then 'arca team remove NAME/DEVICE'")
    }
}
