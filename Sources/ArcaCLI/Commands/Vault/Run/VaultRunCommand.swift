internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultRunCommand: Command {
    static let name = "run"
    static let summary = "run a command with secrets of the vault in its environment"
    static let details = """
        Every variable of the environment whose value is a reference, arca://service/account/field, is replaced by the \
        secret, for this command only; --env and --env-file add more. In a reference a slash within a part is %2F; \
        without a field it is the password; fields are those of 'arca vault get'. arca-team:// is an item of the team's \
        vault.

        Secrets that the command prints are replaced by [hidden], also line by line, but not in other forms such as \
        Base64. For this its output goes through a pseudo terminal, on which full-screen programs work, or through pipes \
        if your output is not a terminal; --no-masking leaves the output unchanged. Signals are passed on, and the exit \
        status is the command's; 127 and 126 mean that it was not found or cannot be run.

        This is not a sandbox: while the vault is unlocked, the command can read everything in it.
        """
    static let examples = [
        Example(
            "arca vault run --env PGPASSWORD=arca://db/admin -- psql -h db.example.org", "one secret", needsVault: true),
        Example("TOKEN=arca://github.com/alice/token arca vault run -- ./release.sh", "by reference", needsVault: true),
    ]

    var variables: [EnvironmentAssignment] = []
    var files: [BytePath] = []
    var masks = true
    var isJob = false
    var words: [Argument] = []
    var team = TeamVaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "--env", value: "NAME=REFERENCE", append: \.variables, help: "a variable with a secret of the vault")
        Parameter.repeated(
            "--env-file", value: "FILE", append: \.files, help: "lines NAME=VALUE; a value may be a reference")
        Parameter.flag("--no-masking", clear: \.masks, help: "let the command write to the terminal itself")
        Parameter.flag("--as-job", set: \.isJob, help: "run it as the job of this terminal's session").hidden()
        Parameter.operands("COMMAND", append: \.words, help: "the command and its arguments, after --").required()
        Parameter.group(\.team)
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        if isJob { return try runAsJob() }
        // Needed even if this command reads nothing from them.
        context.protectVaultFiles(and: team.credential)
        let values = try values()
        var secrets: [SecretBytes] = []
        // The vault is closed again before the command runs.
        let block = try environment(with: values, &secrets, in: context)
        do {
            throw ExitStatus(try run(block, secrets, in: context))
        } catch { throw ExitStatus.ofCommand(error) }
    }

    /// The last assignment wins; options override files, which override the environment.
    private func values() throws -> [String: String] {
        var values: [String: String] = [:]
        try EnvironmentBlock().forEach { name, value in
            guard let text = String(validating: Array(bytes: value), as: UTF8.self), VaultReference.isReference(text)
            else { return }
            values[String(decoding: name, as: UTF8.self)] = text
        }
        for file in files {
            var reader = try InputFile.open(file)
            let content = try reader.readAll(limit: 1 << 20)
            for assignment in try EnvironmentFile.read(content, name: file.description) {
                values[assignment.name] = assignment.value
            }
        }
        for assignment in variables { values[assignment.name] = assignment.value }
        return values
    }

    private func environment(
        with values: [String: String], _ secrets: inout [SecretBytes], in context: CommandContext
    ) throws -> EnvironmentBlock {
        let references = try values.filter { VaultReference.isReference($0.value) }.mapValues { text in
            do throws(VaultError) { return try VaultReference(text) } catch {
                throw UsageError(.invalidValue, error.reason, hint: error.hint)
            }
        }
        let found = try references.isEmpty ? [:] : fetch(references, in: context)
        // Copied only now: reading the passphrase from a variable removes it from this process, so the command does not
        // inherit it.
        var block = EnvironmentBlock()
        for (name, value) in values where references[name] == nil { try block.set(Array(name.utf8), to: value.utf8) }
        for (name, value) in found {
            switch value {
            case .plain(let text): try block.set(Array(name.utf8), to: text.utf8)
            case .secret(let secret):
                try block.set(Array(name.utf8), to: secret)
                secrets.append(secret)
            }
        }
        return block
    }

    private func fetch(_ references: [String: VaultReference], in context: CommandContext) throws -> [String: VaultItem
        .FieldValue]
    {
        func open(_ access: VaultAccess, isOfTeam: Bool) throws -> Vault? {
            let meant = references.values.filter { $0.isOfTeam == isOfTeam }
            return meant.isEmpty ? nil : try access.open(isReadOnly: !meant.contains { $0.field.isCode })
        }
        let own = try open(context.vault, isOfTeam: false)
        let shared = try open(context.vault(of: team), isOfTeam: true)
        var values: [String: VaultItem.FieldValue] = [:]
        for (name, reference) in references {
            values[name] = try (reference.isOfTeam ? shared : own)?.value(of: reference)
        }
        return values
    }

    private func run(
        _ block: consuming EnvironmentBlock, _ secrets: [SecretBytes], in context: CommandContext
    ) throws -> ForegroundProcess.End {
        let command = words.map(\.bytes)
        let inheritsInput = !context.isInputSecret
        guard masks, !secrets.isEmpty else {
            return try ForegroundProcess.run(command, environment: block, inheritsInput: inheritsInput)
        }
        let hasTerminal = inheritsInput && TerminalProcess.isAvailable
        let masks = [SecretMask(secrets, isTerminal: hasTerminal), SecretMask(secrets)]
        func show(_ descriptor: Int32, _ bytes: Span<UInt8>, _ isLast: Bool) throws {
            let shown = masks[Int(descriptor) - 1].pass(bytes, isLast: isLast)
            var writer = FileWriter(descriptor: descriptor, name: "the command's output")
            try writer.write(shown)
        }
        guard hasTerminal else {
            return try ForegroundProcess.run(
                command, environment: block, inheritsInput: inheritsInput, filter: show)
        }
        let job = ["vault", "run", "--as-job", "--"].map { Array($0.utf8) }
        return try TerminalProcess.run(
            [DetachedProcess.ownProgram().bytes] + job + command, environment: block, filter: show)
    }

    /// The other end of ``TerminalProcess``: the secrets are in the environment already.
    private func runAsJob() throws {
        do {
            throw ExitStatus(try TerminalJob.run(words.map(\.bytes), environment: EnvironmentBlock()))
        } catch { throw ExitStatus.ofCommand(error) }
    }
}
