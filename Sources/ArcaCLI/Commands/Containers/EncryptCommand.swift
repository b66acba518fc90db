internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

/// `arca encrypt`: encrypts a file.
struct EncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt a file"
    static let section = "Files"
    static let details = """
        Reads FILE and writes an encrypted file, in constant memory whatever the size. With -o it appears whole or not at \
        all.

        Without --format it is a file as 'age' writes it, to one or more recipients (-r, -R, -i) or, when none is named, \
        to a passphrase. The passphrase is asked for twice unless --passphrase-from names another source; who leaves it \
        empty gets one of random words. Nothing in the file tells who wrote it.

        --format c2sp-chunked takes a key instead (--key-from), and is read in parts fastest; rncryptor is what iOS apps \
        have stored. --format openssl is the form that 'openssl enc' reads and writes. Nothing authenticates it: who can change the \
        file can change what it decrypts to.
        """
    static let examples = [
        Example("arca encrypt -o notes.age notes.txt", "ask for a passphrase", isRun: false),
        Example(
            "arca encrypt -r age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj -o notes.age notes.txt",
            "to a recipient"),
        Example("arca encrypt -R team.txt -a notes.txt", "to all in a list, as text", isRun: false),
        Example("arca encrypt --passphrase-from env:PW -o notes.age notes.txt", "with the passphrase in PW"),
        Example(
            "arca encrypt --format openssl --passphrase-from env:PW --armor notes.txt",
            "as 'openssl enc', printed as Base64"),
        Example("arca encrypt --archive folder -o folder.age", "a folder, as a tar archive", isRun: false),
        Example(
            "arca encrypt --format c2sp-chunked --key-from file:key -o notes.enc notes.txt", "with a key of 32 bytes",
            isRun: false),
    ]

    var format = FormatName.age
    var isArmored = false
    var options = AllFormatOptions()
    var secrets = FormatSecrets()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var json = JSONOptions()
    var folder: BytePath?
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to encrypt; - or none for standard input")
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "form of the encrypted file")
        Parameter.option(
            "--archive", value: "DIR", set: \.folder,
            help: "encrypt a folder, as a tar archive; 'arca decrypt --extract' or tar unpacks it"
        ).completing(.folders)
        Parameter.flag("-a", "--armor", set: \.isArmored, help: "write text, for mail and terminals")
        Parameter.group(\.options)
        Parameter.group(\.secrets)
        Parameter.group(\.output)
        Parameter.group(\.json)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        try self.options.validate(for: format, secrets, isArmored: isArmored)
        try CryptReport.check(json, output)
        let options = options[format]
        guard let folder else {
            // Opened before the passphrase is asked for: what cannot work should not ask first.
            let input = try InputFile.open(file)
            let (name, byteCount, identities) = (input.name, input.byteCount, input.inputIdentities)
            _ = try encrypt(
                input, name, options, byteCount, identities, readsStandardInput: file?.isDash ?? true)
            return
        }
        guard file == nil else {
            throw UsageError(.conflict, "--archive DIR and FILE exclude each other", hint: "give one of them")
        }
        let archiver = try FolderArchiver(folder)
        let reader = try encrypt(archiver, folder.description, options, nil, [], readsStandardInput: false)
        for path in reader.takeBase().skipped { Messages.warning("\(path) is left out: it is a device or the like") }
    }

    /// Encrypts all that a reader gives, and gives the reader back.
    private func encrypt<Input: ByteReader & ~Copyable>(
        _ input: consuming Input, _ name: String, _ options: any FormatOptions, _ byteCount: Int?,
        _ identities: [FileIdentity],
        readsStandardInput: Bool
    ) throws -> ProgressReader<Input> {
        let path = output.file
        var output = try output.open(
            isArmored || format == .rsautil ? .text : .binary, inputs: identities,
            hint: options.hasArmor ? "--armor" : nil)
        let container = try options.sealingFormat(
            FormatRequest(
                passphrase: secrets.passphrase, keySource: secrets.key, isArmored: isArmored,
                readsStandardInput: readsStandardInput))
        let progress = progress.start(byteCount, isOutputShown: output.isTerminal)
        var reader = ProgressReader(input, progress)
        try container.seal(&reader, into: &output)
        try output.commit()
        progress.finish()
        if let note = options.noteAfterSealing(container) { Messages.note(note) }
        if json.isWanted {
            try CryptReport(
                input: name, output: path, format: format.rawValue,
                isAuthenticated: type(of: container).isAuthenticated,
                recipients: (container as? Age)?.recipients.map(AgeOptions.kind)
            ).print()
        }
        return reader
    }
}
