internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultCredentialCommand: Command {
    static let name = "credential"
    static let summary = "answer git, Docker and Podman when they need a password"
    static let details = """
        These programs run this command themselves, after 'arca vault connect git' or 'arca vault connect docker'. \
        Links to arca with the names git-credential-arca and docker-credential-arca run it too.

        Each request is recorded: see 'arca vault log'.
        """
    static let examples = [
        Example("arca vault connect git", "let git ask the vault", isRun: false),
        Example("arca vault log", "who asked for what", needsVault: true),
    ]
    static var subcommands: [any Command.Type] { [VaultGitCredentialCommand.self, VaultDockerCredentialCommand.self] }
}

struct VaultGitCredentialCommand: Command {
    static let name = "git"
    static let summary = "a credential helper for git"
    static let details = """
        Speaks git's protocol on standard input and output. git gets the password of the item whose name or field url \
        is the server, with the same host and port: github.com/alice, or an item of class internet. Among several the \
        closest path counts if git sends one (credential.useHttpPath), then the item that was changed last; name the \
        account in the address to choose: https://alice@github.com/org/repo. An item is for https unless it says \
        http://, and one for https is never given to http.

        After a login that worked, git stores a new password as an item with the field connector=git, and keeps that \
        item current. Your own items are never changed: a password that a server rejects is marked by a field, and \
        not given out again until you change it.

        The field authtype, such as Bearer, makes git 2.46 send the password that way. If the vault is locked, it \
        asks on the terminal.
        """
    static let examples = [
        Example(
            "printf 'protocol=https\\nhost=github.com\\n\\n' | arca vault credential git get | grep -c =",
            "what git gets", needsVault: true),
        Example("git config --global --add credential.helper arca", "what 'arca vault connect git' does", isRun: false),
    ]

    var operation: Argument?

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "OPERATION", set: \.operation, help: "get, store or erase; git demands that others do nothing"
        )
        .required()
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        // As gitcredentials(7) demands, other operations are ignored.
        guard let operation = operation?.text, ["get", "store", "erase"].contains(operation) else { return }
        let input = try SecretSource.standardInput.content("request of git", readsStandardInput: false, in: context)
        let credential = try GitCredential(input)
        guard let request = try credential.request else { return }
        let session = Session(
            connector: Connector("git", in: context), credential: credential, request: request,
            name: "\(operation) \(request.address)")
        switch operation {
        case "get": try session.get()
        case "store": try session.store()
        default: try session.erase()
        }
    }

    private struct Session {
        let connector: Connector
        let credential: GitCredential
        let request: LoginRequest
        /// The request for the log.
        let name: String

        private static let statePrefix = "arca:"

        func get() throws {
            guard isatty(1) == 0 else {
                throw UsageError(
                    .conflict, "the answer is for git and contains a secret, so it is not shown on a terminal",
                    hint: "run 'git credential fill', or 'arca vault get'")
            }
            let vault = try connector.open(for: name)
            let found: VaultItem?
            do throws(VaultError) {
                found = try vault.login(for: request)
            } catch {
                guard error.code == .invalidArgument else { throw error }
                try connector.record(name, nil, .refused("several items match"), in: vault)
                // Do not let git ask for a password that the vault has.
                try GitCredential.write([("quit", "1")], secret: nil)
                throw error
            }
            guard let item = found else {
                return try connector.record(name, nil, .refused("no item matches"), in: vault)
            }
            let secret = try vault.secret(of: item.name).value
            let authType = item.plain("authtype")
            if let reason = refusal(item, secret, authType) {
                try connector.record(name, item.name, .refused(reason), in: vault)
                throw UsageError(.conflict, "'\(item.name.shown)' is not given to git: \(reason)")
            }
            try connector.record(name, item.name, .given, in: vault)
            var lines: [(key: String, value: String)] = []
            if let authType { lines += [("capability[]", "authtype"), ("authtype", authType)] }
            if credential.capabilities.contains("state") {
                let state = Self.statePrefix + Base16.standard.encode(item.identifier)
                lines += [("capability[]", "state"), ("state[]", state)]
            }
            if !item.name.account.isEmpty { lines.append(("username", item.name.account)) }
            if let expires = item.attributes.expires { lines.append(("password_expiry_utc", "\(expires.seconds)")) }
            try GitCredential.write(lines, secret: (authType == nil ? "password" : "credential", secret))
        }

        private func refusal(_ item: VaultItem, _ secret: SecretBytes, _ authType: String?) -> String? {
            func hasBreak(_ text: String) -> Bool { text.utf8.contains { $0 == .newline || $0 == 0 } }
            let isUnfit = secret.withBytes { bytes in
                bytes.indices.contains { bytes[$0] == .newline || bytes[$0] == 0 }
            }
            if isUnfit || hasBreak(item.name.account) || hasBreak(authType ?? "") {
                return "its account or password has a line break, which git's protocol cannot express"
            }
            if authType != nil, !credential.capabilities.contains("authtype") {
                return "it has a field authtype, which needs git 2.46"
            }
            return nil
        }

        func store() throws {
            guard let password = credential.password, !password.isEmpty,
                credential.values["ephemeral"].map({ $0 == "0" || $0 == "false" }) ?? true,
                credential.expires.map({ $0 > .now() }) ?? true
            else { return }
            guard let vault = try connector.openUnlocked(for: name) else {
                // git stores what it got from this vault too; an older git does not say so.
                let isOwn = credential.states.contains { $0.hasPrefix(Self.statePrefix) }
                if credential.capabilities.contains("state"), !isOwn {
                    Messages.note("the vault is locked, so it does not store the password for \(request.address)")
                }
                return
            }
            let fields = credential.values["authtype"].map { [VaultItem.Field("authtype", $0)] } ?? []
            switch try vault.storeLogin(
                password, for: request, account: request.username ?? "", connector: connector.name, fields: fields,
                expires: credential.expires)
            {
            case .known: break
            case .added(let item), .updated(let item): try connector.record(name, item, .given, in: vault)
            case .kept(let item):
                try connector.record(name, item, .refused("the user's item has another password"), in: vault)
                Messages.note("'\(item.shown)' has another password than the one that worked for \(request.address)")
                Messages.hint("change it with 'arca vault set \(item.shown)'")
            }
        }

        func erase() throws {
            guard let vault = try connector.openUnlocked(for: name) else { return }
            let items = try vault.eraseLogin(
                for: request, password: credential.password, connector: connector.name)
            for item in items {
                try connector.record(name, item, .given, in: vault)
                if try vault.item(item) != nil {
                    Messages.note("\(request.host) rejected the password of '\(item.shown)'")
                    Messages.hint("change it with 'arca vault set \(item.shown)'; until then git does not get it")
                }
            }
        }
    }
}
