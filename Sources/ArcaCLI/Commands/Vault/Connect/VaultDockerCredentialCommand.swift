internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultDockerCredentialCommand: Command {
    static let name = "docker"
    static let summary = "a credential helper for Docker and Podman"
    static let details = """
        Speaks the protocol of docker-credential-helpers on standard input and output. 'docker login' stores an item \
        with the field connector=docker, 'docker logout' moves it to the trash, and 'docker pull' gets it. A registry \
        for which Docker stored nothing gets your own item of that host, such as ghcr.io/alice, over https only; for \
        Docker Hub it is docker.io.

        As the protocol demands, errors are printed on standard output, and the exit status is 1.
        """
    static let examples = [
        Example("echo github.com | arca vault credential docker get | wc -l", "what Docker gets", needsVault: true),
        Example("arca vault credential docker list", "the registries that Docker stored", needsVault: true),
    ]

    enum Operation: String, CaseIterable, ArgumentValue { case get, store, erase, list, version }

    /// The texts that Docker compares.
    private enum Failure: String, Error {
        case notFound = "credentials not found in native keychain"
        case missingServer = "no credentials server URL"
        case missingUser = "no credentials username"
    }

    var operation = Operation.list

    static var parameters: [Parameter<Self>] {
        Parameter.operand("OPERATION", set: \.operation, help: "what Docker asks for")
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        do {
            try answer(in: context)
        } catch {
            // The program shows its user what is on standard output.
            let text = (error as? Failure)?.rawValue ?? (error is ExitStatus ? Self.locked : ExitStatus.text(of: error))
            try Messages.print(String(printable: text.utf8) + "\n")
            throw ExitStatus.mismatch
        }
    }

    private static let locked = "the vault is locked; run 'arca vault unlock'"

    private func answer(in context: CommandContext) throws {
        let connector = Connector("docker", in: context)
        switch operation {
        case .version: try Messages.print("docker-credential-arca (arca) \(RootCommand.version)\n")
        case .list:
            let vault = try connector.open(for: "list")
            try connector.record("list", nil, .given, in: vault)
            var object = JSONObject()
            for login in try vault.registryLogins() { object[login.server] = .string(login.account) }
            try Messages.print(JSONValue.object(object).text() + "\n")
        case .store: try store(connector)
        case .get: try get(connector)
        case .erase:
            let server = try server(in: context)
            let vault = try connector.open(for: "erase \(server)", isReadOnly: false)
            let items = try vault.eraseRegistryLogin(for: server)
            for item in items { try connector.record("erase \(server)", item, .given, in: vault) }
            if items.isEmpty { throw Failure.notFound }
        }
    }

    private func get(_ connector: Connector) throws {
        guard isatty(1) == 0 else {
            throw UsageError(.conflict, "the answer contains a secret, so it is not shown on a terminal")
        }
        let server = try server(in: connector.context)
        let request = "get \(server)"
        let vault = try connector.open(for: request)
        guard let item = try vault.registryLogin(for: server) else {
            try connector.record(request, nil, .refused("no item matches"), in: vault)
            throw Failure.notFound
        }
        let secret = try vault.secret(of: item.name).value
        guard let text = String(validating: Array(bytes: secret), as: UTF8.self) else {
            try connector.record(request, item.name, .refused("its password is not text"), in: vault)
            throw UsageError(.conflict, "the password of '\(item.name.shown)' is not text")
        }
        try connector.record(request, item.name, .given, in: vault)
        var object = JSONObject()
        object["ServerURL"] = .string(server)
        object["Username"] = .string(item.name.account)
        object["Secret"] = .string(text)
        try Messages.print(JSONValue.object(object).text() + "\n")
    }

    private func store(_ connector: Connector) throws {
        let input = try Self.input(in: connector.context)
        let root = try naming("standard input") { try JSONReader.read(Array(bytes: input)) }
        guard let server = root["ServerURL"]?.string, !server.isEmpty else { throw Failure.missingServer }
        guard let user = root["Username"]?.string, !user.isEmpty else { throw Failure.missingUser }
        guard let secret = root["Secret"]?.string else {
            throw UsageError(.invalidValue, "the request has no member Secret")
        }
        let vault = try connector.open(for: "store \(server)", isReadOnly: false)
        let item = try vault.storeRegistryLogin(SecretBytes(copying: secret.utf8), for: server, account: user)
        try connector.record("store \(server)", item, .given, in: vault)
    }

    private func server(in context: CommandContext) throws -> String {
        let bytes = Array(bytes: try Self.input(in: context)).split { $0 <= 0x20 }
        guard let word = bytes.first, bytes.count == 1, let text = String(validating: word, as: UTF8.self) else {
            throw Failure.missingServer
        }
        return text
    }

    private static func input(in context: CommandContext) throws -> SecretBytes {
        try SecretSource.standardInput.content("request of Docker", readsStandardInput: false, in: context)
    }
}
