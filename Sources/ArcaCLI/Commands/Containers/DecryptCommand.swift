internal import ArcaCore
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaInspect
internal import ArcaKeys
internal import ArcaSystem

struct DecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt files, or list and unpack an encrypted folder"
    static let section = "Files"
    static let details = """
        Detects the format of FILE from its content and decrypts it in constant memory, whatever its size. Several \
        files, and FILE.age on a terminal, are written next to the original, as FILE: the suffix is removed, nothing \
        is overwritten without --force, and a file that cannot be decrypted does not stop the others. A passphrase is \
        asked for once. Otherwise the result goes to standard output, or to -o FILE.

        A result in a file is written in full or not at all, readable only by you. Nothing of a damaged file goes to \
        standard output either, unless its result is larger than 16 MiB: then check the exit status.

        An age file needs an identity (-i), or a passphrase if it was encrypted with one. Each piece is authenticated \
        before it is written.

        An openssl file does not say which cipher and key derivation it uses. Its ciphers are tried with all hashes and \
        usual iteration counts, which takes some seconds at most, and the combination that gives recognized content is \
        reported on standard error. If none or several do, the exit status is 3, as for a wrong passphrase; --cipher, \
        --kdf, --iter and --md choose one. A file of openssl enc -nosalt cannot be detected: give --format openssl \
        --no-salt.

        c2sp-chunked cannot be detected: give --format c2sp-chunked.

        --extract, --list and --member read an encrypted tar archive, also a compressed one. If entries were skipped as \
        unsafe, the rest is unpacked, and the exit status is 5. A compressed archive may \
        expand to at most 250 times its size, beyond the first 16 MiB.

        --range reads only the part of an age or c2sp-chunked file that it needs. The result is authenticated, and a \
        truncated file is rejected, but damage outside the range is not noticed. Other formats, armored files and pipes \
        are read in full. --verify-only checks the whole file.
        """
    static let examples = [
        Example("arca decrypt notes.txt.age", "to notes.txt, with a passphrase", isRun: false),
        Example("arca decrypt -i key.txt -o - notes.txt.age", "print it instead", isRun: false),
        Example("arca decrypt -i key.txt --beside *.age", "many files", isRun: false),
        Example(
            "arca decrypt --passphrase-from env:PW --cipher aes-256-ctr --iter 10000 notes.enc",
            "a file of 'openssl enc -aes-256-ctr -pbkdf2'", isRun: false),
        Example(
            "arca decrypt --format c2sp-chunked --key-from file:key --range 1000-1999 notes.enc", "a part of a file",
            isRun: false),
        Example("arca decrypt -i key.txt --list folder.tar.gz.age", "list an encrypted folder", isRun: false),
        Example("arca decrypt -i key.txt --member notes.txt folder.tar.gz.age", "extract one file", isRun: false),
        Example("arca decrypt -i key.txt --extract folder folder.tar.gz.age", "extract everything", isRun: false),
        Example("arca decrypt -i key.txt --verify-only backup.age", "check a file without writing", isRun: false),
    ]

    var format: FormatName?
    var isArmored = false
    var options = AllFormatOptions()
    var part: ByteRange?
    var verifiesOnly = false
    var folder: BytePath?
    var isList = false
    var member: BytePath?
    var maximumRatio: Int?
    var secrets = FormatSecrets()
    var output = OutputOptions()
    var beside = BesideOptions()
    var progress = ProgressOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "what to decrypt; standard input if - or omitted")
        // Declared only for the hint of their error.
        Parameter.group(\.options).hiding("--recipient", "--recipients-file", "--cost")
        Parameter.option(
            "--format", value: "FORMAT", set: \.format, help: "format of the file, if it cannot be detected")
        Parameter.flag(
            "-a", "--armor", set: \.isArmored, help: "the file is text; detected except with --no-salt"
        ).requires("--format=age", "--format=openssl")
        Parameter.option(
            "--range", value: "A-B", set: \.part,
            help: "only these bytes of the result, such as 0-499; 500- from the 501st on, -20 for the last 20; damage "
                + "elsewhere in FILE may not be noticed"
        ).excludes("--extract", "--list", "--member", "--verify-only", "--beside")
        Parameter.option(
            "--extract", value: "DIR", set: \.folder,
            help: "unpack the decrypted tar archive into DIR; a new or empty folder, in full or not at all"
        ).completing(.folders).excludes("--list", "--member", "--verify-only", "--output", "--beside")
        Parameter.flag(
            "--list", set: \.isList, help: "list the files in the decrypted tar archive; size, time and name"
        ).excludes("--member", "--verify-only", "--output", "--beside")
        Parameter.option(
            "--member", value: "NAME", set: \.member, help: "only this file of the decrypted tar archive"
        ).completing(.none).excludes("--verify-only", "--beside")
        Parameter.option(
            "--max-ratio", value: "N", set: \.maximumRatio, in: 0...2000,
            help: "maximum bytes of an archive per compressed byte, beyond the first 16 MiB; 0 for no limit"
        ).defaulting(to: "250").requires("--extract", "--list", "--member")
        Parameter.flag("--verify-only", set: \.verifiesOnly, help: "check all of FILE and write nothing")
            .excludes("--output", "--beside")
        Parameter.group(\.secrets)
        Parameter.group(\.output)
        Parameter.group(\.beside)
        Parameter.json.requires("--output", "--beside", "--extract", "--list", "--verify-only")
            .excludes("--output=-", "--member")
        Parameter.group(\.progress)
    }

    private var given: GivenOptions?

    mutating func note(_ given: GivenOptions) { self.given = given }

    consuming func run(in context: CommandContext) throws {
        try BesideOptions.refuseTypedPassphrase(files, takesPassphrase: options.age.takesPassphrase)
        let memory = PassphraseMemory()
        let isBeside = try writesBeside()
        guard isBeside || files.count > 1 else {
            let report = try decrypt(files.first, memory, isBeside: false, in: context)
            if context.wantsJSON, !isList { try CryptReport.print([report], isList: false) }
            // The rest of the archive was unpacked, but that is not a success.
            if report.skippedCount > 0 { throw ExitStatus.malformed }
            return
        }
        var batch = FileBatch(Self.self, in: context)
        var reports: [CryptReport] = []
        for file in files {
            try batch.run(file) { reports.append(try decrypt(file, memory, isBeside: isBeside, in: context)) }
        }
        if context.wantsJSON { try CryptReport.print(reports, isList: files.count > 1) }
        try batch.finish(verifiesOnly ? "verified" : "decrypted")
    }

    private func writesBeside() throws(UsageError) -> Bool {
        if files.count > 1 {
            let single = [
                ("--output", output.file != nil), ("--range", part != nil), ("--extract", folder != nil),
                ("--list", isList), ("--member", member != nil),
            ]
            if let option = single.first(where: \.1)?.0 {
                throw UsageError(
                    .conflict, "\(option) takes one file, found \(files.count)",
                    hint: "remove \(option) to write each result next to its file, or give one file")
            }
        }
        if verifiesOnly { return false }
        guard beside.isWanted || files.count > 1 else {
            guard let file = files.first, output.file == nil, part == nil, folder == nil, !isList, member == nil else {
                return false
            }
            return FormatName.removingSuffix(of: file) != nil && BesideOptions.isOnTerminal
        }
        guard !files.isEmpty, !files.contains(where: \.isDash) else {
            throw UsageError(.conflict, "standard input has no file to write next to", hint: "give -o FILE")
        }
        return true
    }

    private func decrypt(
        _ file: BytePath?, _ memory: PassphraseMemory, isBeside: Bool, in context: CommandContext
    ) throws -> CryptReport {
        let input = try EncryptedInput.open(file, format: format)
        let ageHeader = input.ageHeader
        AgeOptions.warnOfMixedRecipients(ageHeader, input.name)
        var report = CryptReport(
            input: input.name, output: folder ?? output.file, format: input.format.rawValue, isAuthenticated: true,
            recipients: ageHeader?.stanzas.map(\.type))
        try checkOptions(for: input.format, input.name, input.beginning, in: context)
        let options = options[input.format]
        try options.validate()
        let request = FormatRequest(
            passphrase: secrets.passphrase, keySource: secrets.key, identityFiles: self.options.age.identityFiles,
            costs: self.options.age.costs,
            isArmored: isArmored, readsStandardInput: file?.isDash ?? true, context: context,
            beginning: input.beginning, ageHeader: ageHeader, memory: memory)
        let decryption = Decryption(
            options: options, request: request, format: format, part: part, verifiesOnly: verifiesOnly,
            progress: progress)
        try operation(on: file, isBeside: isBeside, in: context).run(decryption, on: input, &report)
        if !report.isAuthenticated {
            Messages.warning(
                "this format is not authenticated: anyone who could change the file could change the result")
        }
        return report
    }

    private func operation(
        on file: BytePath?, isBeside: Bool, in context: CommandContext
    ) throws(UsageError) -> any DecryptOperation {
        if verifiesOnly { return VerifyOperation() }
        if let folder { return ExtractOperation(folder: folder, limits: limits) }
        if let member { return MemberOperation(member: member, output: output, limits: limits) }
        if isList { return ListOperation(output: output, limits: limits, isJSON: context.wantsJSON) }
        guard isBeside, let file else { return OutputOperation(output: output) }
        guard let path = FormatName.removingSuffix(of: file) else {
            throw UsageError(
                .conflict, "\(file) has no suffix of an encrypted file, such as .age, to remove",
                hint: "give -o FILE")
        }
        return BesideOperation(path: path, options: beside)
    }

    private var limits: InflateLimits {
        var limits = InflateLimits.standard
        // The total size is the owner's business; an extreme compression ratio is suspicious.
        limits.maximumByteCount = nil
        if let maximumRatio { limits.maximumRatio = maximumRatio == 0 ? nil : maximumRatio }
        return limits
    }

    private func checkOptions(
        for format: FormatName, _ name: String, _ beginning: FileBeginning, in context: CommandContext
    ) throws {
        do {
            try given?.check("--format", is: format.rawValue)
        } catch {
            guard format == .aescryptObjC, !options.age.identityFiles.isEmpty || secrets.key != nil else { throw error }
            // Base64 of whole blocks is ambiguous; with a given RSA key of matching size, it is RSAUtil.
            guard let text = beginning.decodedBase64, text.isWhole, let byteCount = rsaByteCount(in: context),
                text.bytes.count.isMultiple(of: byteCount)
            else {
                var error = error
                error.hint = "if these are RSA blocks of RSAUtil, give --format rsautil"
                throw error
            }
            let count = text.bytes.count / byteCount
            throw UsageError(
                .conflict, "\(name) has the length of \(Count.text(count, "block")) of this RSA key, as RSAUtil writes",
                hint: "give --format rsautil")
        }
    }

    /// The block size of the given RSA key in bytes, if the key can be read without a passphrase.
    private func rsaByteCount(in context: CommandContext) -> Int? {
        let source = try? secrets.key ?? options.age.identityFiles.first.map(SecretSource.keyFile)
        guard let source, source != .standardInput, let bytes = try? source.key(readsStandardInput: true, in: context)
        else { return nil }
        return try? AnyKey(bytes).publicKey().rsa().byteCount
    }
}

/// The decryption of one file, for an operation on the result.
struct Decryption {
    let options: any FormatOptions
    let request: FormatRequest
    /// The format, if it is given; nil if it was detected.
    let format: FormatName?
    let part: ByteRange?
    let verifiesOnly: Bool
    let progress: ProgressOptions

    /// Decrypts the file or the requested range; returns whether the result is authenticated.
    func decrypt<Output: ByteWriter & ~Copyable>(
        _ input: consuming EncryptedInput, into output: inout Output, isShown: Bool = false
    ) throws -> Bool {
        let name = input.name
        let ageHeader = request.ageHeader
        var made: (any ContainerFormat)?
        do {
            let container = try options.openingFormat(request)
            made = container
            let isAuthenticated = type(of: container).isAuthenticated
            if verifiesOnly, !isAuthenticated {
                throw UsageError(
                    .conflict, "\(type(of: container).title) is not authenticated, so it cannot be verified",
                    hint: "remove --verify-only")
            }
            // Starts after the passphrase prompt, so typing time does not count.
            let progress = progress.start(input.byteCount, isOutputShown: isShown)
            defer { progress.finish() }
            if let part {
                try decrypt(part, of: input, container, into: &output, progress)
            } else {
                var reader = try input.takeReader(progress)
                if format == nil, container is AESCryptObjC {
                    guard let content = try container.openRecognizable(&reader) else {
                        throw ContainerError(
                            .wrongKey,
                            "wrong password, or not \(type(of: container).title): the result is neither text nor a known format",
                            hint: "--format \(type(of: container).name) writes it anyway")
                    }
                    try output.write(content)
                } else {
                    try container.open(&reader, into: &output)
                }
            }
            return isAuthenticated
        } catch {
            let isWrongKey = (error as? any ArcaError)?.kind == .wrongKey
            throw error.named(name).withHint(
                isWrongKey ? (options as? AgeOptions)?.hint(ageHeader, made) ?? options.hintAtWrongKey(made) : nil)
        }
    }

    private func decrypt<Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: consuming EncryptedInput, _ container: any ContainerFormat,
        into output: inout Output, _ progress: ProgressLine
    ) throws {
        if let container = container as? any RandomAccessFormat, input.isSeekable, let byteCount = input.byteCount {
            var writer = RangeWriter(output, 0..<Int.max)
            let file = input.takeFile()
            let result = Result { try container.open(part, of: file, byteCount: byteCount, into: &writer) }
            Self.warn(part, ifEmpty: writer.passedByteCount == 0, result)
            output = writer.takeBase()
            return try result.get()
        }
        guard part.first != nil else {
            throw UsageError(
                .conflict, "a range of last bytes needs a seekable file of age or c2sp-chunked",
                hint: "give FILE without layers of Base64, or count from the start")
        }
        var reader = try input.takeReader(progress)
        // Reads and checks everything, so no part of a damaged file is written.
        var writer = RangeWriter(output, part.offsets(in: .max))
        let result = Result { try container.open(&reader, into: &writer) }
        Self.warn(part, ifEmpty: writer.passedByteCount == 0, result)
        output = writer.takeBase()
        try result.get()
    }

    private static func warn(_ part: ByteRange, ifEmpty isEmpty: Bool, _ result: Result<Void, any Error>) {
        guard isEmpty, let first = part.first, (try? result.get()) != nil else { return }
        Messages.warning("--range begins at byte \(first), past the end of the decrypted data: the result is empty")
    }
}

extension ByteRange: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        do throws(ContainerError) {
            self = try ByteRange(argument.text ?? argument.shown)
        } catch {
            throw UsageError(.invalidValue, error.reason, hint: "give A-B, A- or -N, counted from 0")
        }
    }
}
