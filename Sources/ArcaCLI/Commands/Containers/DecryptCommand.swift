internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

/// `arca decrypt`: decrypts a file.
struct DecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt a file"
    static let section = "Files"
    static let details = """
        Tells the format of FILE by its content and decrypts it, in constant memory whatever the size. With -o the \
        result appears whole or not at all, readable by you alone.

        A file in openssl's form does not say which cipher and key derivation it has: unless told otherwise those are \
        tried that 'arca encrypt' writes. The format cannot tell a wrong passphrase from other parameters or damage: the \
        exit status is 3 then, and rarely the result is noise.
        """
    static let examples = [
        Example("arca decrypt -o notes.txt notes.enc", "ask for the passphrase", isRun: false),
        Example(
            "arca decrypt --passphrase-from env:PW --cipher aes-256-ctr --iter 10000 notes.enc",
            "a file of 'openssl enc -aes-256-ctr -pbkdf2'", isRun: false),
    ]

    var format: FormatName?
    var isArmored = false
    var openssl = OpenSSLOptions()
    var passphrase = PassphraseOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: FilePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to decrypt; - or none for standard input")
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "form of the file, where nothing tells it")
        Parameter.flag(
            "-a", "--armor", set: \.isArmored, help: "the file is text; needed with --no-salt only, else it shows")
        Parameter.group(\.openssl)
        Parameter.group(\.passphrase)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        try openssl.validate()
        let input = try InputFile.open(file)
        let name = input.name
        let (identities, byteCount) = (input.inputIdentities, input.byteCount)
        var beginning = PeekingReader(input)
        let prefix = try beginning.peek(FormatName.recognitionByteCount)
        guard format != nil || FormatName(recognising: prefix) != nil else {
            throw ContainerError(
                .malformed, at: 0,
                "\(name) is no encrypted file that arca knows; openssl's without salt need --format openssl --no-salt")
        }
        var output = try output.open(.secret, inputs: identities)
        let secret = try passphrase.passphrase(isNew: false, readsStandardInput: file?.isDash ?? true)
        let format = try openssl.format(secret, isArmored: isArmored)
        // From here on, because the time that typing took is no measure of the work.
        let progress = progress.start(byteCount, isOutputShown: output.isTerminal)
        var reader = ProgressReader(beginning, progress)
        do {
            try format.open(&reader, into: &output)
        } catch let error as ContainerError where error.code == .wrongKey {
            progress.finish()
            let status = ExitStatus.reporting(error, prefix: "\(name): ")
            Messages.hint("tried '\(format.opensslOptions)'; for others see --cipher, --kdf, --iter and --md")
            throw status
        }
        try output.commit()
        progress.finish()
        Messages.warning("openssl's format is not authenticated: who could change the file could change this result")
    }
}
