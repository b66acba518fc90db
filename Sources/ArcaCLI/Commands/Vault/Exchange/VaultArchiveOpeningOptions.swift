internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaSystem

/// Who opens an archive.
struct VaultArchiveOpeningOptions: OptionGroup {
    static let title = "Archive"

    var identities: [BytePath] = []
    var passphrase: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "--archive-identity", value: "FILE", append: \.identities,
            help: "open an archive with the identities in FILE; an SSH or RSA private key")
        Parameter.option(
            "--archive-passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "open an archive with a passphrase: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND")
    }

    /// The name of an option that was given.
    var givenOption: String? {
        if !identities.isEmpty { return "--archive-identity" }
        return passphrase == nil ? nil : "--archive-passphrase-from"
    }

    /// Asks for what is needed to open a file.
    func format(_ path: BytePath) throws -> Age {
        var reader = PeekingReader(try InputFile.open(path))
        let beginning = FileBeginning(try reader.peek(FormatDetector.byteCount), isWhole: false)
        var options = AgeOptions()
        options.identityFiles = identities
        options.passphraseName = "passphrase of the archive"
        let request = FormatRequest(
            passphrase: PassphraseOptions(source: passphrase), keySource: nil, isArmored: false,
            readsStandardInput: false, beginning: beginning)
        return try options.openingFormat(request) as? Age ?? Age()
    }
}
