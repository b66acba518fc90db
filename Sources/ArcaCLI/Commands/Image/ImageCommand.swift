internal import ArcaImages
internal import ArcaSystem

struct ImageCommand: Command {
    static let name = "image"
    static let summary = "store images as salted strings; inspect and remove metadata"
    static let section = "Files"
    static let details = """
        Apps that keep images in text, such as JSON or a database column, can store salted strings: 'pack' makes one of an \
        image, and 'unpack' gives the same bytes back.

        A salted string is text that contains an image byte for byte, with its type, its length and a random salt. With a \
        passphrase or a key the image is encrypted; without one anyone can read it, and 'pack' warns of that.
        """
    static let examples = [
        Example("arca image pack --passphrase-from env:PW -o beach.txt beach.png", "encrypt an image as text"),
        Example("arca image unpack --passphrase-from env:PW -o beach.png beach.txt", "decrypt it", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [ImagePackCommand.self, ImageUnpackCommand.self, ImageInfoCommand.self, ImageStripCommand.self]
    }
}

extension ImageText: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        guard let name = argument.text, let form = ImageText(named: name) else {
            throw .unknownChoice(argument, of: ImageText.all.map(\.name))
        }
        self = form
    }

    static var completion: Completion { .choices(all.map(\.name)) }
    var argumentText: String? { name }
}

/// `-p`, `--passphrase-from` and `--key-from`, for commands with an optional secret.
struct ImageSecretOptions: OptionGroup {
    static let title = "Secrets"

    var asks = false
    var passphraseSource: SecretSource?
    var keySource: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.flag("-p", "--passphrase", set: \.asks, help: "use a passphrase, asked for on the terminal")
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphraseSource,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.keySource,
            help: "a key of at least 16 bytes: hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND or stdin"
        ).completing(SecretSource.keyCompletion).excludes("--passphrase", "--passphrase-from")
    }

    var isGiven: Bool { isPassphrase || keySource != nil }

    var isPassphrase: Bool { asks || passphraseSource != nil }

    /// Reads the secret of a folder; asks for a passphrase if the folder has one.
    func secret(toOpen folder: BytePath, in context: CommandContext) throws -> ImageSecret? {
        if let given = try secret(isNew: false, readsStandardInput: false, in: context) { return given }
        guard try ImageStore(folder).mode() == .passphrase else { return nil }
        return .passphrase(try SecretSource.prompt.passphrase(isNew: false, readsStandardInput: false, in: context))
    }

    func secret(isNew: Bool, readsStandardInput: Bool, in context: CommandContext) throws -> ImageSecret? {
        if let keySource { return .key(try keySource.key(readsStandardInput: readsStandardInput, in: context)) }
        guard isPassphrase else { return nil }
        let source = passphraseSource ?? .prompt
        return .passphrase(try source.passphrase(isNew: isNew, readsStandardInput: readsStandardInput, in: context))
    }
}
