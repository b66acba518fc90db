internal import ArcaCodecs
internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

struct MigrateCommand: Command {
    static let name = "migrate"
    static let summary = "encrypt the stored strings of an app again, in a safe form"
    static let section = "Files"
    static let details = """
        Reads CSV with a header line, separated by commas, semicolons or tabs, or JSON lines, and writes the same text with \
        the values of some columns or members (--field) \
        encrypted by age: to recipients (-r, -R) or with a passphrase (-p). All other bytes stay as they are. Each new \
        value is one line of Base64, which 'arca decrypt' reads, and in an app Age.open after Base64.decode.

        A member of an inner object is named user.token, or as a JSON pointer (RFC 6901), /user/tokens/0.

        The values may be strings of AESCrypt-ObjC, RNCryptor, 'openssl enc' or RSAUtil in Base64, also mixed; the format \
        of each is detected. Their passphrase is asked for once; RSAUtil needs the RSA key (--key). Values that are empty \
        or encrypted by age already stay as they are.

        Nothing is lost: a value that cannot be opened stays as it is, byte for byte, and is listed with its line; the \
        exit status is then not 0, and that of the worst failure. Of the formats that are not authenticated, only what is \
        text or a known format counts as opened. If no value can be opened, nothing is written. --check opens all values \
        and writes nothing.

        A passphrase costs a second for each value, here and in the app: recipients are better for more than a few.
        """
    static let examples = [
        Example("arca migrate --field token --passphrase-from env:OLD --check users.csv", "try it", isRun: false),
        Example(
            "arca migrate --field token --passphrase-from env:OLD -R app.pub -o safe.csv users.csv",
            "to the recipients in app.pub", isRun: false),
        Example(
            "arca migrate --field note --field phone --key rsa.pem -R app.pub -o safe.jsonl rows.jsonl",
            "RSAUtil's blocks in two members of JSON lines", isRun: false),
    ]

    var fields: [String] = []
    var delimiter: FieldDelimiter?
    var format: StoredStringFormat?
    var isCheck = false
    var identityFiles: [BytePath] = []
    var key: SecretSource?
    var old = PassphraseOptions()
    var openssl = OpenSSLOptions()
    var recipients: [String] = []
    var recipientFiles: [BytePath] = []
    var takesPassphrase = false
    var newPassphrase: SecretSource?
    var logN: Int?
    var output = NewOutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    /// Maximum size in bytes of a table, which is read into memory.
    private static let maximumByteCount = 1 << 30

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "CSV or JSON lines; standard input if - or omitted")
        Parameter.repeated(
            "-f", "--field", value: "NAME", append: \.fields,
            help: "column or member with stored strings; may be repeated"
        ).required()
        Parameter.option(
            "--delimiter", value: "CHARACTER", set: \.delimiter,
            help: "what stands between the fields of CSV: a character, or tab; a comma, semicolon or tab is detected")
        Parameter.flag("--dry-run", "--check", set: \.isCheck, help: "open all values and write nothing")
            .excludes("--recipient", "--recipients-file", "--passphrase", "--output")
        Parameter.section("How the strings are stored") {
            Parameter.option(
                "--format", value: "FORMAT", set: \.format, help: "format of all strings; of each detected if omitted")
            Parameter.repeated(
                "-i", "--identity", "--key", value: "FILE", append: \.identityFiles, help: "RSA key of RSAUtil's blocks"
            ).excludes("--key-from")
            Parameter.option(
                "--key-from", value: "SOURCE", set: \.key,
                help: "the RSA key, or with --format rncryptor its two keys: hexfile:PATH, file:PATH, env:NAME, fd:N, "
                    + "cmd:COMMAND"
            ).completing(SecretSource.keyCompletion)
            Parameter.group(\.old)
        }
        Parameter.group(\.openssl)
        Parameter.section("What they become") {
            Parameter.repeated(
                "-r", "--recipient", value: "RECIPIENT", append: \.recipients,
                help: "encrypt to age1…, age1pq1…, 'ssh-ed25519 AAAA…' or 'ssh-rsa AAAA…'; may be repeated")
            Parameter.repeated(
                "-R", "--recipients-file", value: "FILE", append: \.recipientFiles,
                help: "encrypt to all recipients in FILE")
            Parameter.flag("-p", "--passphrase", set: \.takesPassphrase, help: "encrypt with a new passphrase")
                .excludes("--recipient", "--recipients-file")
            Parameter.option(
                "--new-passphrase-from", value: "SOURCE", set: \.newPassphrase,
                help: "where the new passphrase comes from; as --passphrase-from"
            ).defaulting(to: "prompt").requires("--passphrase")
            Parameter.option(
                "--cost", "--work-factor", value: "N", set: \.logN, in: 1...30,
                help: "cost of the new passphrase, as for encrypt"
            ).requires("--passphrase")
        }
        Parameter.group(\.output)
        Parameter.json.requires("--output", "--check").excludes("--output=-")
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard isCheck || takesPassphrase || !(recipients.isEmpty && recipientFiles.isEmpty) else {
            throw UsageError(
                .missingArgument, "missing who can read the new values",
                hint: "give --recipient or --recipients-file, --passphrase, or --check to try")
        }
        if let newPassphrase, newPassphrase == old.source, newPassphrase.isReadOnce {
            throw UsageError(
                .conflict, "--passphrase-from and --new-passphrase-from name the same source", hint: "give two sources")
        }
        try openssl.validate()
        var input = try InputFile.open(file)
        let name = input.name
        let identities = input.inputIdentities
        let bytes = try input.readAll(limit: Self.maximumByteCount)
        let table = try naming(name) { try StoredTable(bytes, fields: fields, delimiter: delimiter) }
        let request = FormatRequest(
            passphrase: old, keySource: key, identityFiles: identityFiles, isArmored: false,
            readsStandardInput: file?.isDash ?? true, context: context)
        var strings = StoredStrings(format, openssl: openssl, request: request)
        var report = MigrationReport()
        if isCheck {
            try convert(table, bytes.count, strings: &strings, report: &report) { _, _ in 0 }
        } else {
            // Open the output before asking for secrets, so an existing file is reported first.
            var target = try output.open(.text, inputs: identities)
            let age = try sealingFormat(request)
            var written = 0
            try convert(table, bytes.count, strings: &strings, report: &report) { range, plaintext in
                let text = Base64.standard.encode(try age.seal(plaintext))
                try target.write(bytes[written..<range.lowerBound])
                try target.write(text.utf8)
                written = range.upperBound
                return text.utf8.count
            }
            if let status = report.status, report.convertedCount == 0 {
                Messages.error("\(name): no value could be opened; nothing was written")
                report.tellHints()
                throw status
            }
            try target.write(bytes[written...])
            try target.commit()
        }
        report.tell(isCheck: isCheck)
        if context.wantsJSON {
            try report.print(
                kind: table.kind, input: name, output: isCheck ? nil : output.file?.description, ways: strings.ways)
        }
        if let status = report.status { throw status }
    }

    /// Decrypts all values and passes each to `replace` with its range; `replace` returns the length of the new value.
    private func convert(
        _ table: StoredTable, _ byteCount: Int, strings: inout StoredStrings, report: inout MigrationReport,
        _ replace: (Range<Int>, [UInt8]) throws -> Int
    ) throws {
        let line = progress.start(byteCount)
        defer { line.finish() }
        var done = 0
        for value in table.values {
            line.add(max(0, value.range.upperBound - done))
            done = max(done, value.range.upperBound)
            switch value.content {
            case .nothing: report.emptyCount += 1
            case .unreadable(let reason): report.fail(value, reason, .malformed)
            case .text(let text):
                let plaintext: [UInt8]
                do {
                    guard let opened = try strings.open(text) else {
                        report.safeCount += 1
                        continue
                    }
                    report.converted[opened.format, default: 0] += 1
                    plaintext = opened.plaintext
                } catch {
                    try FileBatch.rethrowForAll(error)
                    let reason = (error as? any ArcaError)?.message ?? ExitStatus.text(of: error)
                    report.fail(value, reason, ExitStatus(of: error), hint: (error as? any ArcaError)?.hint)
                    continue
                }
                report.longest = max(report.longest, try replace(value.range, plaintext))
            }
        }
    }

    private func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        var age = AgeOptions()
        (age.recipients, age.recipientFiles, age.takesPassphrase) = (recipients, recipientFiles, takesPassphrase)
        (age.logN, age.passphraseName) = (logN, "new passphrase")
        return try age.sealingFormat(
            FormatRequest(
                passphrase: PassphraseOptions(source: newPassphrase), keySource: nil, isArmored: false,
                readsStandardInput: request.readsStandardInput, context: request.context))
    }
}
