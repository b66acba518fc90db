internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVaultExchange

struct VaultArchiveSealingOptions: OptionGroup {
    static let title = "Archive"

    var recipients: [String] = []
    var recipientFiles: [BytePath] = []
    var passphrase: SecretSource?
    var logN: Int?

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "-r", "--recipient", value: "RECIPIENT", append: \.recipients,
            help: "encrypt to age1…, age1pq1…, 'ssh-ed25519 AAAA…' or 'ssh-rsa AAAA…'; may be given several times"
        ).requires("--format=archive")
        Parameter.repeated(
            "-R", "--recipients-file", value: "FILE", append: \.recipientFiles,
            help: "encrypt to all recipients in FILE, one a line"
        ).requires("--format=archive")
        Parameter.option(
            "--archive-passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "encrypt with a passphrase: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt, without recipients").excludes("--recipient", "--recipients-file")
            .requires("--format=archive", "--format=bitwarden", "--format=kdbx")
        Parameter.option(
            "--cost", "--work-factor", value: "N", set: \.logN, in: 1...Age.Passphrase.defaultLargestLogN,
            help: "cost of the passphrase: 2^N rounds of scrypt and 2^N KiB of memory"
        ).defaulting(to: "\(Age.Passphrase.defaultLogN)").requires("--format=archive")
    }

    /// The passphrase of a file that is not an archive.
    func passphrase(in context: CommandContext) throws -> SecretBytes {
        try (passphrase ?? .prompt).passphrase(
            "passphrase of the file", isNew: true, readsStandardInput: false, in: context)
    }

    func format(in context: CommandContext) throws -> Age {
        var options = AgeOptions()
        options.recipients = recipients
        options.recipientFiles = recipientFiles
        options.logN = logN
        options.passphraseName = "passphrase of the archive"
        let request = FormatRequest(
            passphrase: PassphraseOptions(source: passphrase), keySource: nil, isArmored: false,
            readsStandardInput: false, context: context)
        return try options.sealingFormat(request) as? Age ?? Age()
    }
}

struct VaultArchiveOpeningOptions: OptionGroup {
    static let title = "Archive"

    var identities: [BytePath] = []
    var passphrase: SecretSource?
    var keyFile: BytePath?
    var costs = CostOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "--archive-identity", value: "FILE", append: \.identities,
            help: "open an archive, or the .age files of gopass, with the identities in FILE; an SSH or RSA private key"
        )
        Parameter.option(
            "--archive-passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "open an encrypted file with its passphrase: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND")
        Parameter.option(
            "--archive-key-file", value: "FILE", set: \.keyFile,
            help: "open a KeePass database with its key file, alone or with the passphrase")
        Parameter.parts(of: \.costs, CostOptions.parameters)
    }

    /// Throws if an option was given that a file that is not an archive has no use for.
    func refuse(isEncrypted: Bool) throws(UsageError) {
        if !identities.isEmpty {
            throw UsageError(.conflict, "--archive-identity is for archives and .age files, and the file is neither")
        }
        if passphrase != nil, !isEncrypted {
            throw UsageError(
                .conflict, "--archive-passphrase-from is for encrypted files, and the file is not encrypted")
        }
    }

    func passphrase(readsStandardInput: Bool, in context: CommandContext) throws -> SecretBytes {
        try (passphrase ?? .prompt).passphrase(
            "passphrase of the file", isNew: false, readsStandardInput: readsStandardInput, in: context)
    }

    /// Decrypts the entries of a password store, also with the identities that gopass or passage keeps.
    func open(_ store: PasswordStore, in context: CommandContext) throws -> ImportedItems {
        guard store.usesAge else {
            try refuse(isEncrypted: false)
            return try store.items(identities: [])
        }
        var options = AgeOptions()
        options.costs = costs
        options.identityFiles = identities
        if identities.isEmpty {
            guard let file = store.identityFile else {
                throw UsageError(
                    .missingArgument, "\(store.folder) has entries that age encrypted",
                    hint: "give --archive-identity FILE with an identity that can decrypt them")
            }
            Messages.note("decrypting with the identities in \(file)")
            options.identityFiles = [file]
        }
        let request = FormatRequest(
            passphrase: PassphraseOptions(source: passphrase), keySource: nil, isArmored: false,
            readsStandardInput: false, context: context)
        let age = try options.openingFormat(request) as? Age ?? Age()
        let items = try store.items(identities: age.identities)
        if passphrase != nil, !request.hasAskedForPassphrase {
            throw UsageError(
                .conflict, "--archive-passphrase-from is not used: no file of identities is encrypted",
                hint: "remove --archive-passphrase-from")
        }
        return items
    }

    func format(_ path: BytePath, in context: CommandContext) throws -> Age {
        var reader = PeekingReader(try InputFile.open(path))
        let beginning = FileBeginning(try reader.peek(FormatDetector.byteCount), isWhole: false)
        var options = AgeOptions()
        options.identityFiles = identities
        options.costs = costs
        options.passphraseName = "passphrase of the archive"
        let request = FormatRequest(
            passphrase: PassphraseOptions(source: passphrase), keySource: nil, isArmored: false,
            readsStandardInput: false, context: context, beginning: beginning,
            ageHeader: try AgeOptions.header(in: beginning, peekingInto: &reader))
        return try options.openingFormat(request) as? Age ?? Age()
    }
}
