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
        result appears whole or not at all, readable by you alone. Standard output gets nothing of a damaged file either, \
        but for one whose result is larger than 16 MiB: there the exit status tells.

        A file of 'age' needs an identity (-i), or a passphrase if it was encrypted with one. Each piece of it is checked \
        before it is written.

        A file in openssl's form does not say which cipher and key derivation it has: the usual ones are tried, and the \
        one that gives recognized content is named on standard error. When none or several do, the exit status is 3, as \
        for a wrong passphrase; --cipher, --kdf, --iter and --md say what to take.

        c2sp-chunked has nothing to tell it by, so --format must name it.

        --range reads no more than it needs of a file of age or c2sp-chunked: what comes out is what was encrypted, and \
        that the file has not been cut is checked, but damage outside of the range is not noticed. Other formats, text \
        and pipes are read in full. --verify-only checks all of a file.
        """
    static let examples = [
        Example("arca decrypt -o notes.txt notes.age", "ask for the passphrase", isRun: false),
        Example("arca decrypt -i key.txt -o notes.txt notes.age", "with the identities in key.txt", isRun: false),
        Example(
            "arca decrypt --passphrase-from env:PW --cipher aes-256-ctr --iter 10000 notes.enc",
            "a file of 'openssl enc -aes-256-ctr -pbkdf2'", isRun: false),
        Example(
            "arca decrypt --format c2sp-chunked --key-from file:key --range 1000-1999 notes.enc", "a part of a file",
            isRun: false),
        Example("arca decrypt -i key.txt --extract folder backup.age", "unpack an encrypted folder", isRun: false),
        Example("arca decrypt -i key.txt --verify-only backup.age", "check that a file is whole", isRun: false),
    ]

    var format: FormatName?
    var isArmored = false
    var options = AllFormatOptions()
    var part: ByteRange?
    var verifiesOnly = false
    var folder: BytePath?
    var secrets = FormatSecrets()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var json = JSONOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to decrypt; - or none for standard input")
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "form of the file, where nothing tells it")
        Parameter.flag(
            "-a", "--armor", set: \.isArmored, help: "the file is text; needed with --no-salt only, else it shows")
        Parameter.option(
            "--range", value: "A-B", set: \.part,
            help: "only these bytes of the result, counted from 0: 0-499, 500- or -20 for the last ones; damage "
                + "elsewhere in FILE may not be noticed")
        Parameter.option(
            "--extract", value: "DIR", set: \.folder,
            help: "unpack the tar archive that comes out into DIR, a new or empty folder, in full or not at all"
        ).completing(.folders)
        Parameter.flag("--verify-only", set: \.verifiesOnly, help: "check all of FILE and write nothing")
        Parameter.group(\.options)
        Parameter.group(\.secrets)
        Parameter.group(\.output)
        Parameter.group(\.json)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        let wishes = [
            part != nil ? "--range" : nil, verifiesOnly ? "--verify-only" : nil, folder.map { _ in "--extract" },
            output.file.flatMap { _ in part == nil ? "-o" : nil },
        ]
        .compactMap { $0 }
        guard wishes.count < 2 else {
            throw UsageError(
                .conflict, "\(wishes.joined(separator: " and ")) exclude each other", hint: "take one of them")
        }
        if !verifiesOnly, folder == nil { try CryptReport.check(json, output) }
        let input = try EncryptedInput.open(file, format: format)
        var report = CryptReport(
            input: input.name, output: folder ?? output.file, format: input.format.rawValue, isAuthenticated: true,
            recipients: AgeOptions.kinds(in: input.beginning))
        try self.options.validate(for: input.format, secrets, isArmored: isArmored)
        let options = options[input.format]
        let isAuthenticated: Bool
        if verifiesOnly {
            var counter = CountingWriter()
            isAuthenticated = try decrypt(input, options, into: &counter)
            (report.output, report.byteCount) = (nil, counter.byteCount)
        } else if let folder {
            var reader = TarReader(try FolderExtractor(folder))
            isAuthenticated = try decrypt(input, options, into: &reader)
            let extractor = try reader.finish()
            let skipped = extractor.skipped
            try extractor.commit()
            for path in skipped {
                Messages.warning("\(path) is left out: it leads out of the folder, or is a device or the like")
            }
        } else {
            var output = try output.open(.secret, inputs: input.identities)
            if output.isAtomic {
                isAuthenticated = try decrypt(input, options, into: &output)
            } else {
                let isShown = output.isTerminal
                var holder = HoldingWriter(output)
                isAuthenticated = try decrypt(input, options, into: &holder, isShown: isShown)
                output = try holder.finish()
            }
            try output.commit()
        }
        if !isAuthenticated {
            Messages.warning("this format is not authenticated: who could change the file could change this result")
        }
        report.isAuthenticated = isAuthenticated
        if json.isWanted { try report.print() }
    }

    /// Decrypts all of a file, or the part that is wanted; tells whether the result is what was encrypted for certain.
    private func decrypt<Output: ByteWriter & ~Copyable>(
        _ input: consuming EncryptedInput, _ options: any FormatOptions, into output: inout Output,
        isShown: Bool = false
    ) throws -> Bool {
        let name = input.name
        var made: (any ContainerFormat)?
        do {
            let container = try options.openingFormat(
                FormatRequest(
                    passphrase: secrets.passphrase, keySource: secrets.key, isArmored: isArmored,
                    readsStandardInput: file?.isDash ?? true, beginning: input.beginning))
            made = container
            let isAuthenticated = type(of: container).isAuthenticated
            if verifiesOnly, !isAuthenticated {
                throw UsageError(
                    .conflict, "nothing in \(type(of: container).title) tells whether it was changed",
                    hint: "leave --verify-only out")
            }
            // From here on, because the time that typing took is no measure of the work.
            let progress = progress.start(input.byteCount, isOutputShown: isShown)
            defer { progress.finish() }
            if let part {
                try decrypt(part, of: input, container, into: &output, progress)
            } else {
                var reader = input.takeReader(progress)
                try container.open(&reader, into: &output)
            }
            return isAuthenticated
        } catch let error as ContainerError {
            let status = ExitStatus.reporting(error, prefix: "\(name): ")
            if error.code == .wrongKey, let hint = options.hintAtWrongKey(made) { Messages.hint(hint) }
            throw status
        }
    }

    private func decrypt<Output: ByteWriter & ~Copyable>(
        _ part: ByteRange, of input: consuming EncryptedInput, _ container: any ContainerFormat,
        into output: inout Output, _ progress: ProgressLine
    ) throws {
        if let container = container as? any RandomAccessFormat, input.isSeekable, let byteCount = input.byteCount {
            return try container.open(part, of: input.takeFile(), byteCount: byteCount, into: &output)
        }
        guard part.first != nil else {
            throw UsageError(
                .conflict, "the last bytes can be counted only in a file whose format says where it ends",
                hint: "name the FILE, without layers of Base64, or count from the beginning")
        }
        // All is read and checked, so that a part of a damaged file does not come out either.
        var writer = RangeWriter(output, part.offsets(in: .max))
        var reader = input.takeReader(progress)
        let result = Result { try container.open(&reader, into: &writer) }
        output = writer.takeBase()
        try result.get()
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
