internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaInspect
internal import ArcaSystem

/// `arca decrypt`: decrypts a file.
struct DecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt a file"
    static let section = "Files"
    static let details = """
        Detects the format of FILE from its content and decrypts it in constant memory, whatever its size. With -o the \
        result is written in full or not at all, readable only by you. Nothing of a damaged file goes to standard output \
        either, unless its result is larger than 16 MiB: then check the exit status.

        An age file needs an identity (-i), or a passphrase if it was encrypted with one. Each piece is authenticated \
        before it is written.

        An openssl file does not say which cipher and key derivation it uses. The usual ones are tried, and the one that \
        gives recognized content is reported on standard error. If none or several do, the exit status is 3, as for a \
        wrong passphrase; --cipher, --kdf, --iter and --md choose one.

        c2sp-chunked cannot be detected: give --format c2sp-chunked.

        --range reads only the part of an age or c2sp-chunked file that it needs. The result is authenticated, and a \
        truncated file is rejected, but damage outside the range is not noticed. Other formats, armored files and pipes \
        are read in full. --verify-only checks the whole file.
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
        Parameter.option(
            "--format", value: "FORMAT", set: \.format, help: "format of the file, if it cannot be detected")
        Parameter.flag(
            "-a", "--armor", set: \.isArmored, help: "the file is text; detected except with --no-salt"
        ).requires("--format=age", "--format=openssl")
        Parameter.option(
            "--range", value: "A-B", set: \.part,
            help: "only these bytes of the result, counted from 0: 0-499, 500- or -20 for the last 20; damage "
                + "elsewhere in FILE may not be noticed"
        ).excludes("--extract", "--verify-only")
        Parameter.option(
            "--extract", value: "DIR", set: \.folder,
            help: "unpack the decrypted tar archive into DIR, a new or empty folder, in full or not at all"
        ).completing(.folders).excludes("--verify-only", "--output")
        Parameter.flag("--verify-only", set: \.verifiesOnly, help: "check all of FILE and write nothing")
            .excludes("--output")
        Parameter.group(\.options)
        Parameter.group(\.secrets)
        Parameter.group(\.output)
        Parameter.group(\.json).requires("--output", "--extract", "--verify-only").excludes("--output=-")
        Parameter.group(\.progress)
    }

    private var given: GivenOptions?

    mutating func note(_ given: GivenOptions) { self.given = given }

    consuming func run() throws {
        let input = try EncryptedInput.open(file, format: format)
        let ageHeader = input.ageHeader
        AgeOptions.warnOfMixedRecipients(ageHeader, input.name)
        var report = CryptReport(
            input: input.name, output: folder ?? output.file, format: input.format.rawValue, isAuthenticated: true,
            recipients: ageHeader?.stanzas.map(\.type))
        try checkOptions(for: input.format)
        let options = options[input.format]
        try options.validate()
        let isAuthenticated: Bool
        if verifiesOnly {
            var counter = CountingWriter()
            isAuthenticated = try decrypt(input, options, ageHeader, into: &counter)
            (report.output, report.byteCount) = (nil, counter.byteCount)
        } else if let folder {
            var reader = TarReader(try FolderExtractor(folder))
            isAuthenticated = try decrypt(input, options, ageHeader, into: &reader)
            let extractor = try reader.finish()
            let skipped = extractor.skipped
            try extractor.commit()
            for path in skipped {
                Messages.warning("skipped \(path): it points outside the folder, or is not a file, folder or link")
            }
        } else {
            var output = try output.open(.secret, inputs: input.identities)
            if output.isAtomic {
                isAuthenticated = try decrypt(input, options, ageHeader, into: &output)
            } else {
                let isShown = output.isTerminal
                var holder = HoldingWriter(output)
                isAuthenticated = try decrypt(input, options, ageHeader, into: &holder, isShown: isShown)
                output = try holder.finish()
            }
            try output.commit()
        }
        if !isAuthenticated {
            Messages.warning(
                "this format is not authenticated: anyone who could change the file could change the result")
        }
        report.isAuthenticated = isAuthenticated
        if json.isWanted { try report.print() }
    }

    /// Checks the options again for a format that was detected.
    private func checkOptions(for format: FormatName) throws {
        do {
            try given?.check("--format", is: format.rawValue)
        } catch {
            guard format == .aescryptObjC, !options.age.identityFiles.isEmpty else { throw error }
            // Any Base64 of whole blocks may be that format; with a key it is likelier the other one.
            var error = error
            error.hint = "if these are RSA blocks of RSAUtil, give --format rsautil"
            throw error
        }
    }

    /// Decrypts all of a file, or the range that is wanted; returns whether the result is authenticated.
    private func decrypt<Output: ByteWriter & ~Copyable>(
        _ input: consuming EncryptedInput, _ options: any FormatOptions, _ ageHeader: Age.Header?,
        into output: inout Output, isShown: Bool = false
    ) throws -> Bool {
        let name = input.name
        var made: (any ContainerFormat)?
        do {
            let container = try options.openingFormat(
                FormatRequest(
                    passphrase: secrets.passphrase, keySource: secrets.key,
                    identityFiles: self.options.age.identityFiles, isArmored: isArmored,
                    readsStandardInput: file?.isDash ?? true, beginning: input.beginning,
                    ageHeader: ageHeader))
            made = container
            let isAuthenticated = type(of: container).isAuthenticated
            if verifiesOnly, !isAuthenticated {
                throw UsageError(
                    .conflict, "\(type(of: container).title) is not authenticated, so it cannot be verified",
                    hint: "remove --verify-only")
            }
            // From here on, because time spent on typing is not part of the work.
            let progress = progress.start(input.byteCount, isOutputShown: isShown)
            defer { progress.finish() }
            if let part {
                try decrypt(part, of: input, container, into: &output, progress)
            } else {
                var reader = input.takeReader(progress)
                if format == nil, container is AESCryptObjC {
                    try output.write(try Self.recognizedText(&reader, container))
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

    /// What a file decrypts to whose format nothing shows and nothing authenticates, if it makes sense: with a wrong
    /// password the padding alone is right once in 256 times.
    private static func recognizedText<Input: ByteReader & ~Copyable>(
        _ reader: inout Input, _ container: any ContainerFormat
    ) throws -> [UInt8] {
        var opened = MemoryWriter()
        try container.open(&reader, into: &opened)
        let isKnown = opened.bytes.isEmpty || Plausibility(opened.bytes).isRecognized
        guard isKnown else {
            throw ContainerError(
                .wrongKey,
                "wrong password, or not \(type(of: container).title): the result is neither text nor a known format",
                hint: "--format \(type(of: container).name) writes it all the same")
        }
        return opened.bytes
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
        // Everything is read and checked, so that no part of a damaged file is written.
        var writer = RangeWriter(output, part.offsets(in: .max))
        var reader = input.takeReader(progress)
        let result = Result { try container.open(&reader, into: &writer) }
        Self.warn(part, ifEmpty: writer.passedByteCount == 0, result)
        output = writer.takeBase()
        try result.get()
    }

    /// Says so when a part begins behind the end.
    private static func warn(_ part: ByteRange, ifEmpty isEmpty: Bool, _ result: Result<Void, any Error>) {
        guard isEmpty, let first = part.first, (try? result.get()) != nil else { return }
        Messages.warning("--range begins at byte \(first), behind the end of what was encrypted: the result is empty")
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
