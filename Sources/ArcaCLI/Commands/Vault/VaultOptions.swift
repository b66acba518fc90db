internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultOptions: OptionGroup {
    static let title = "Vault"

    var place = VaultPlaceOptions()
    var passphrase: SecretSource?
    var keyFile: BytePath?
    var identityFiles: [BytePath] = []
    var recoveryCode: SecretSource?
    var pattern: SecretSource?
    var acceptsOlder = false

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.place)
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "open with a passphrase: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help "
                + "secrets')")
        Parameter.option(
            "--key-file", value: "FILE", set: \.keyFile,
            help: "open with a key file, or with any file together with the passphrase")
        Parameter.repeated(
            "-i", "--identity", value: "FILE", append: \.identityFiles,
            help: "open with an age identity or a private key, RSA or SSH"
        ).excludes("--passphrase-from", "--key-file", "--recovery-code-from", "--pattern-from")
        Parameter.option(
            "--recovery-code-from", value: "SOURCE", set: \.recoveryCode, help: "open with the recovery code"
        ).excludes("--passphrase-from", "--key-file", "--pattern-from")
        Parameter.option(
            "--pattern-from", value: "SOURCE", set: \.pattern, help: "open with a gesture pattern, on its own machine"
        ).excludes("--passphrase-from", "--key-file")
        Parameter.flag(
            "--accept-older", set: \.acceptsOlder,
            help: "read a file that is older than this machine has seen, or another branch of it")
    }

    func path() throws(UsageError) -> BytePath { try place.path() }

    /// The vault's files, which an output must not overwrite.
    func inputs() throws(UsageError) -> [FileIdentity] {
        try ([path()] + [keyFile].compactMap(\.self) + identityFiles).compactMap { try? FileInfo($0).identity }
    }

    /// Replaces the credentials by those of a second vault.
    mutating func take(_ credential: SecondCredential) {
        (passphrase, keyFile, identityFiles) = (credential.passphrase, credential.keyFile, credential.identityFiles)
        (recoveryCode, pattern) = (nil, nil)
    }

    var namesCredential: Bool {
        passphrase != nil || keyFile != nil || !identityFiles.isEmpty || recoveryCode != nil || pattern != nil
    }
}

extension Parameter {
    /// `--vault` and the credentials, for ``CommandContext/vault``.
    static var vault: [Self] { shared(\.vaultOptions) }
}

extension CommandContext {
    var vault: VaultAccess { VaultAccess(options: vaultOptions, context: self) }

    /// Keeps the descriptors of the vault's credentials from child processes.
    func protectVaultFiles(and other: SecondCredential = SecondCredential()) {
        let keyFiles = [vaultOptions.keyFile, other.keyFile].compactMap(\.self)
        for path in vaultOptions.identityFiles + other.identityFiles + keyFiles { protect(path) }
    }
}

/// `--vault`, for commands that do not open the vault.
struct VaultPlaceOptions: OptionGroup {
    static let title = VaultOptions.title

    var file: BytePath?
    /// Whether it is the team's vault of a user who also has another.
    var isTeams = false

    static var parameters: [Parameter<Self>] { parameters(help: "the vault") }

    @ParameterBuilder<Self>
    fileprivate static func parameters(help: String) -> [Parameter<Self>] {
        Parameter.option("--vault", value: "FILE", set: \.file, help: help)
            .defaulting(to: "$ARCA_VAULT, else ~/.local/share/arca/vault.arca")
        Parameter.flag(
            "--team", set: \.isTeams, help: "the team's vault: $ARCA_TEAM_VAULT, else ~/.local/share/arca/team.arca"
        ).excludes("--vault")
    }

    /// The path from the option or the variable, or the default.
    func path() throws(UsageError) -> BytePath {
        if let file { return file }
        let variable = isTeams ? UserFolder.variable("ARCA_TEAM_VAULT") : UserFolder.variable("ARCA_VAULT")
        if let variable { return variable }
        guard let data = UserFolder.data else {
            throw UsageError(
                .missingArgument, "there is no home folder to look for a vault in", hint: "give --vault FILE")
        }
        return data.appending("arca").appending(isTeams ? "team.arca" : "vault.arca")
    }

    /// Creates the default folder; an existing folder keeps its mode, which may be deliberate.
    func createFolder(for path: BytePath) throws {
        if file == nil, (try? FileInfo(path.parent)) == nil { try Folder.createPrivate(path.parent) }
    }
}

/// `--vault`, for commands that create the vault.
struct NewVaultOptions: OptionGroup {
    var place = VaultPlaceOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.parts(
            of: \.place, VaultPlaceOptions.parameters(help: "the vault to create; it must not exist"))
    }

    /// The path of the new vault; throws if it exists, before anything is asked for.
    func newPath(hint: String) throws -> BytePath {
        let path = try place.path()
        guard (try? FileInfo(path, followingLinks: false)) == nil else {
            throw UsageError(.conflict, "\(path) exists already", hint: hint)
        }
        return path
    }

    /// The same for a team's vault: it becomes the usual one, or the team's if the user has a vault already.
    mutating func newTeamPath(hint: String) throws -> BytePath {
        if place.file == nil {
            let hasOwn = (try? FileInfo(place.path(), followingLinks: false)) != nil
            place.isTeams = place.isTeams || hasOwn || UserFolder.variable("ARCA_TEAM_VAULT") != nil
        }
        return try newPath(hint: hint)
    }
}

/// Credentials for a second vault, if they differ from those of the first.
struct SecondCredential {
    var passphrase: SecretSource?
    var keyFile: BytePath?
    var identityFiles: [BytePath] = []

    var isNamed: Bool { passphrase != nil || keyFile != nil || !identityFiles.isEmpty }

    /// Options that begin with `prefix`, for the vault that the help calls `vault`.
    @ParameterBuilder<Self>
    static func parameters(_ prefix: String, _ vault: String) -> [Parameter<Self>] {
        Parameter.option(
            "\(prefix)-passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "open \(vault) with a passphrase of its own")
        Parameter.option(
            "\(prefix)-key-file", value: "FILE", set: \.keyFile, help: "open \(vault) with a key file")
        Parameter.repeated(
            "\(prefix)-identity", value: "FILE", append: \.identityFiles,
            help: "open \(vault) with an age identity or a private key"
        ).excludes("\(prefix)-passphrase-from", "\(prefix)-key-file")
    }
}

/// Credentials for another copy of the vault.
struct OtherCopyOptions: OptionGroup {
    static let title = "Other copy"

    var credential = SecondCredential()

    static var parameters: [Parameter<Self>] {
        Parameter.parts(of: \.credential, SecondCredential.parameters("--other", "the other copy"))
    }
}
