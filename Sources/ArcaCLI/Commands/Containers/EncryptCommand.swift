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
        Encrypts FILE in constant memory, whatever its size. With -o the result is written in full or not at all.

        The default format is age, to one or more recipients (-r, -R, -i) or, without any, to a passphrase. The \
        passphrase is asked for twice unless --passphrase-from names another source; leave it empty to get one of random \
        words. An age file does not show who wrote it.

        --format c2sp-chunked uses a key (--key-from) and is the fastest to read in parts. rncryptor is what iOS apps \
        store. openssl is the format of 'openssl enc'. It is not authenticated: anyone who can change the file can \
        change what it decrypts to.
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
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "format of the encrypted file")
        Parameter.option(
            "--archive", value: "DIR", set: \.folder,
            help: "encrypt a folder as a tar archive, for 'arca decrypt --extract' or tar"
        ).completing(.folders).excludes("FILE")
        Parameter.flag("-a", "--armor", set: \.isArmored, help: "write text, for mail and terminals")
            .requires("--format=age", "--format=openssl")
        Parameter.group(\.options)
        Parameter.group(\.secrets)
        Parameter.group(\.output)
        Parameter.group(\.json).requires("--output").excludes("--output=-")
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        let options = options[format]
        try options.validate()
        guard let folder else {
            // Opened before the passphrase is asked for: a missing file should be reported first.
            let input = try InputFile.open(file)
            let (name, byteCount, identities) = (input.name, input.byteCount, input.inputIdentities)
            _ = try encrypt(
                input, name, options, byteCount, identities, readsStandardInput: file?.isDash ?? true)
            return
        }
        let archiver = try FolderArchiver(folder)
        let reader = try encrypt(archiver, folder.description, options, nil, [], readsStandardInput: false)
        for path in reader.takeBase().skipped { Messages.warning("skipped \(path): it is not a file, folder or link") }
    }

    /// Encrypts all that a reader provides, and returns the reader.
    private func encrypt<Input: ByteReader & ~Copyable>(
        _ input: consuming Input, _ name: String, _ options: any FormatOptions, _ byteCount: Int?,
        _ identities: [FileIdentity],
        readsStandardInput: Bool
    ) throws -> ProgressReader<Input> {
        let path = output.file
        var output = try output.open(
            isArmored || format == .rsautil ? .text : .binary, inputs: identities,
            hint: [.age, .openssl].contains(format) ? "--armor" : nil)
        let container = try options.sealingFormat(
            FormatRequest(
                passphrase: secrets.passphrase, keySource: secrets.key, identityFiles: self.options.age.identityFiles,
                isArmored: isArmored, readsStandardInput: readsStandardInput))
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

/// What `--json` prints of a file that was encrypted, decrypted or checked.
struct CryptReport {
    /// What the file that was read is called.
    var input: String
    /// The file that was written; nil when none was.
    var output: BytePath?
    /// The format, by the name that options call it.
    var format: String
    /// How many bytes were written or verified.
    var byteCount: Int?
    /// Whether changes to the file are detected.
    var isAuthenticated: Bool
    /// The kinds of recipient that a header names; nil without a header.
    var recipients: [String]?

    /// Prints the report.
    func print() throws {
        var members: [(String, JSONValue)] = [
            ("format", .string(format)), ("input", .string(input)),
            ("output", output.map { .string($0.description) } ?? .null),
            ("byteCount", (byteCount ?? output.flatMap(Self.byteCount)).map { .integer($0) } ?? .null),
            ("authenticated", .bool(isAuthenticated)),
        ]
        if let recipients { members.append(("recipients", .array(recipients.map { .string($0) }))) }
        try JSONOptions.print(schema: 1, members)
    }

    /// The length of a file that was written; nil for a device.
    static func byteCount(_ path: BytePath) -> Int? {
        (try? FileInfo(path)).flatMap { $0.kind == .regular ? $0.byteCount : nil }
    }
}
