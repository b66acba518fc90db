internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultInjectCommand: Command {
    static let name = "inject"
    static let summary = "fill a template with secrets of the vault"
    static let details = """
        Replaces {{ arca://service/account/field }} in a text by the value, and leaves all other braces alone, so \
        templates of other programs pass. Without a field it is the password; fields are those of 'arca vault get', and \
        a reference is written as for 'arca vault run'.

        A filter after a bar writes the value for its place: {{ arca://db/admin | json }} within the quotes of JSON, \
        YAML or TOML, shell as a word of a shell, url in an address, base64. A backslash before the braces keeps \
        them as text.

        The output is a file with mode 0600, complete or not at all; several templates are written together with \
        --into, without a final .tpl, .tmpl or .template of their names. --check reports every wrong \
        reference and writes nothing. Each item is recorded: see 'arca vault log'.
        """
    static let examples = [
        Example("arca vault inject app.toml.tpl -o app.toml", "one file", isRun: false),
        Example("arca vault inject --check conf/*.tpl", "are all items and fields there?", isRun: false),
        Example(
            "echo 'token: {{ arca://github.com/alice/token }}' | arca vault inject | wc -c", "in a pipe",
            needsVault: true),
    ]

    var files: [BytePath] = []
    var folder: BytePath?
    var onlyChecks = false
    var output = OutputOptions()
    var team = TeamVaultOptions()

    private static let largestByteCount = 1 << 20

    static var parameters: [Parameter<Self>] {
        Parameter.operands("TEMPLATE", append: \.files, help: "texts with references; standard input if omitted")
        Parameter.option("--into", value: "FOLDER", set: \.folder, help: "write each text into this folder")
            .excludes("--output")
        Parameter.flag("--check", set: \.onlyChecks, help: "only check the references").excludes("--output", "--into")
        Parameter.group(\.output)
        Parameter.group(\.team)
        Parameter.vault
    }

    private struct Source {
        let file: BytePath?
        let name: String
        let identities: [FileIdentity]
        let template: SecretTemplate
    }

    consuming func run(in context: CommandContext) throws {
        guard files.count < 2 || folder != nil || onlyChecks else {
            throw UsageError(.conflict, "several templates need a folder", hint: "give --into FOLDER")
        }
        // Before anything is recorded, or a counter is used.
        guard onlyChecks || folder != nil || output.file != nil || isatty(1) == 0 else {
            throw UsageError(
                .conflict, "the text has secrets, which would be shown on the terminal", hint: "give -o FILE, or -o -")
        }
        let sources = try (files.isEmpty ? [nil] : files.map(\.self)).map { try Self.read($0) }
        let vaults = try Vaults(sources.flatMap(\.template.uses), onlyChecks: onlyChecks, team, in: context)
        if onlyChecks { return try check(sources, vaults) }
        var rendered: [(file: BytePath?, content: SecretBytes)] = []
        for source in sources {
            rendered.append((source.file, try naming(source.name) { try render(source, vaults, in: context) }))
        }
        try write(rendered, inputs: sources.flatMap(\.identities) + context.vaultOptions.inputs())
    }

    private static func read(_ file: BytePath?) throws -> Source {
        var reader = try InputFile.open(file)
        let identities = reader.inputIdentities
        let name = file?.inputName ?? reader.name
        let content = try reader.readAll(limit: largestByteCount)
        return Source(
            file: file, name: name, identities: identities,
            template: try naming(name) { try SecretTemplate(content) })
    }

    // MARK: Values

    /// The vaults that the references mean.
    private struct Vaults {
        private var own: Vault?
        private var shared: Vault?

        init(
            _ uses: [SecretTemplate.Use], onlyChecks: Bool, _ team: TeamVaultOptions, in context: CommandContext
        ) throws {
            func open(_ access: VaultAccess, isOfTeam: Bool) throws -> Vault? {
                let meant = uses.filter { $0.reference.isOfTeam == isOfTeam }
                guard !meant.isEmpty else { return nil }
                let writes = !onlyChecks && meant.contains { $0.reference.field.isCode }
                return try access.open(isReadOnly: !writes)
            }
            own = try open(context.vault, isOfTeam: false)
            shared = try open(context.vault(of: team), isOfTeam: true)
        }

        func vault(of use: SecretTemplate.Use) throws -> Vault {
            guard let vault = use.reference.isOfTeam ? shared : own else {
                throw VaultError(.locked, "the vault of \(use.reference) is not open")
            }
            return vault
        }
    }

    private func render(_ source: Source, _ vaults: Vaults, in context: CommandContext) throws -> SecretBytes {
        let connector = Connector("inject", in: context)
        var recorded: Set<String> = []
        var pieces: [SecretBytes] = []
        try source.template.render { use in
            let vault = try vaults.vault(of: use)
            let value = try Self.placed(use) { () throws(VaultError) in try vault.value(of: use.reference) }
            if recorded.insert("\(use.reference)").inserted {
                let reference = use.reference
                try connector.record(
                    "\(reference.field.text) for \(source.name)",
                    VaultItem.Name(reference.service, reference.account ?? ""), .given, in: vault)
            }
            return value
        } _: { piece in
            pieces.append(SecretBytes(copying: piece))
        }
        return SecretBytes(byteCount: pieces.reduce(0) { $0 + $1.count }) { output in
            for piece in pieces { piece.withBytes { output.append(contentsOf: $0) } }
        }
    }

    /// Adds the position of a reference to errors about it.
    private static func placed<Value>(_ use: SecretTemplate.Use, _ body: () throws(VaultError) -> Value) throws -> Value
    {
        do throws(VaultError) { return try body() } catch {
            throw VaultError(error.code, at: use.position, error.reason, hint: error.hint)
        }
    }

    private func check(_ sources: [Source], _ vaults: Vaults) throws {
        var failures: [any Error] = []
        for source in sources {
            for use in source.template.uses {
                do {
                    let vault = try vaults.vault(of: use)
                    try naming(source.name) {
                        _ = try Self.placed(use) { () throws(VaultError) in try vault.check(use.reference) }
                    }
                } catch {
                    failures.append(error)
                }
            }
        }
        guard let last = failures.last else {
            let count = sources.reduce(0) { $0 + $1.template.uses.count }
            return Messages.note("\(Count.text(count, "reference")), nothing is wrong")
        }
        for failure in failures.dropLast() { Messages.error(ExitStatus.text(of: failure)) }
        throw last
    }

    // MARK: Output

    private func write(_ rendered: [(file: BytePath?, content: SecretBytes)], inputs: [FileIdentity]) throws {
        guard let folder else {
            var file = try output.open(.secret, inputs: inputs)
            for text in rendered { try file.write(text.content) }
            return try file.commit()
        }
        var names: Set<BytePath> = []
        for text in rendered {
            let path = folder.appending(Self.outputName(text.file))
            guard names.insert(path).inserted else {
                throw UsageError(.conflict, "two templates would be written to \(path)")
            }
        }
        try Folder.create(folder)
        // Everything that can fail comes before the first file appears.
        try Self.write(rendered[...], to: folder, inputs)
    }

    private static func write(
        _ texts: ArraySlice<(file: BytePath?, content: SecretBytes)>, to folder: BytePath, _ inputs: [FileIdentity]
    ) throws {
        guard let text = texts.first else { return }
        var file = try AtomicFile(folder.appending(outputName(text.file)), secret: true, inputs: inputs)
        try file.write(text.content)
        try write(texts.dropFirst(), to: folder, inputs)
        try file.commit()
    }

    private static func outputName(_ template: BytePath?) -> BytePath {
        guard let template, !template.isDash else { return "output" }
        let name = template.name.bytes
        let suffix = [".tpl", ".tmpl", ".template"].first {
            name.count > $0.utf8.count && name.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
        return BytePath(name.dropLast(suffix?.utf8.count ?? 0))
    }
}
