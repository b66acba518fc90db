internal import ArcaCore
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

struct EncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt files or a folder"
    static let section = "Files"
    static let details = """
        Encrypts FILE in constant memory, whatever its size. Several files, and a file on a terminal, are written next \
        to the original, as FILE.age; in a pipe, a single file goes to standard output. FILE itself is kept. A result \
        is written in full or not at all. A file that cannot be read does not stop the others.

        The default format is age, to one or more recipients (-r, -R, -i) or, without any, to a passphrase. The \
        passphrase is asked for twice unless --passphrase-from names another source; leave it empty to get one of random \
        words. An age file does not show who wrote it.

        --format c2sp-chunked uses a key (--key-from) and is the fastest to read in parts. rncryptor is what iOS apps \
        store. openssl is the format of 'openssl enc'. It is not authenticated: anyone who can change the file can \
        change what it decrypts to. Their files end in .c2sp, .rncryptor and .enc, those of rsautil in .rsautil.

        --archive makes a tar archive of a folder and compresses it: folder.tar.gz.age. Links are kept as links, \
        owners are not stored. --exclude omits what a PATTERN matches, including the contents of folders, as tar does: \
        * matches any text, including /; ? matches one character; [a-z] and [!a-z] match one character inside or \
        outside the set; \\ quotes the next character. A PATTERN matches whole names anywhere below the folder, such \
        as 'build' or '*.o', or paths, such as 'docs/*.pdf'; './build' matches only at the top.
        """
    static let examples = [
        Example("arca encrypt notes.txt", "with a passphrase, as notes.txt.age", isRun: false),
        Example("arca encrypt -R team.txt notes.txt", "to all recipients in a list", isRun: false),
        Example("arca encrypt --archive folder", "a folder, as folder.tar.gz.age", isRun: false),
        Example(
            "arca encrypt -r age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj -o notes.age notes.txt",
            "to a recipient"),
        Example(
            "arca encrypt --passphrase-from env:PW --beside notes.txt photo.jpg",
            "several files with the passphrase in PW"),
        Example("arca encrypt -R team.txt -a -o - notes.txt", "as text", isRun: false),
        Example(
            "arca encrypt --format openssl --passphrase-from env:PW --armor notes.txt",
            "as 'openssl enc', printed as Base64"),
        Example(
            "arca encrypt --passphrase-from env:PW --archive folder --exclude '*.jpg' --beside",
            "a folder without the images in it"),
        Example(
            "arca encrypt --format c2sp-chunked --key-from file:key -o notes.enc notes.txt", "with a key of 32 bytes",
            isRun: false),
    ]

    var format = FormatName.age
    var isArmored = false
    var options = AllFormatOptions()
    var secrets = FormatSecrets()
    var output = OutputOptions()
    var beside = BesideOptions()
    var progress = ProgressOptions()
    var folder: BytePath?
    var isCompressed = true
    var exclusions: [ArchivePattern] = []
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "what to encrypt; standard input if - or omitted")
        Parameter.group(\.options)
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "format of the encrypted file")
        Parameter.option(
            "--archive", value: "DIR", set: \.folder,
            help: "encrypt a folder as a compressed tar archive; 'arca decrypt --extract' or 'tar -xz' unpacks it"
        ).completing(.folders).excludes("FILE")
        Parameter.flag("--no-compress", clear: \.isCompressed, help: "do not compress the archive").requires(
            "--archive")
        Parameter.repeated(
            "--exclude", value: "PATTERN", append: \.exclusions,
            help: "exclude what PATTERN matches from the archive; as tar does; may be repeated"
        ).requires("--archive")
        Parameter.flag("-a", "--armor", set: \.isArmored, help: "write text, for mail and terminals")
            .requires("--format=age", "--format=openssl")
        Parameter.group(\.secrets)
        Parameter.group(\.output)
        Parameter.group(\.beside)
        Parameter.json.requires("--output", "--beside").excludes("--output=-")
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        let options = options[format]
        try options.validate()
        try BesideOptions.refuseTypedPassphrase(files, takesPassphrase: self.options.age.takesPassphrase)
        var reports: [CryptReport] = []
        if let folder {
            reports = [try encryptFolder(folder, options, in: context)]
        } else if try writesBeside() {
            reports = try encryptBeside(options, in: context)
        } else {
            // Open the file before asking for the passphrase, so a missing file is reported first.
            let input = try InputFile.open(files.first)
            let target = try openOutput(nil, inputs: input.inputIdentities)
            let container = try container(options, in: context)
            reports = [try encrypt(input, container, into: target, output.file)]
            if let note = options.noteAfterSealing(container) { Messages.note(note) }
        }
        if context.wantsJSON { try CryptReport.print(reports, isList: files.count > 1) }
    }

    private var isText: Bool { isArmored || format == .rsautil }

    private func writesBeside() throws(UsageError) -> Bool {
        guard files.count < 2 || output.file == nil else {
            throw UsageError(
                .conflict, "\(files.count) files cannot be written to one",
                hint: "remove -o to write each next to its file, or give --archive for a folder")
        }
        guard beside.isWanted || files.count > 1 else {
            return output.file == nil && !isText && !(files.first?.isDash ?? true) && BesideOptions.isOnTerminal
        }
        guard !files.isEmpty, !files.contains(where: \.isDash) else {
            throw UsageError(.conflict, "standard input has no file to write next to", hint: "give -o FILE")
        }
        return true
    }

    private func openOutput(_ path: BytePath?, inputs: [FileIdentity]) throws -> AtomicFile {
        if let path { return try beside.open(path, isSecret: false, inputs: inputs) }
        return try output.open(
            isText ? .text : .binary, inputs: inputs, hint: [.age, .openssl].contains(format) ? "--armor" : nil)
    }

    private func container(_ options: any FormatOptions, in context: CommandContext) throws -> any ContainerFormat {
        try options.sealingFormat(
            FormatRequest(
                passphrase: secrets.passphrase, keySource: secrets.key, identityFiles: self.options.age.identityFiles,
                isArmored: isArmored, readsStandardInput: folder == nil && files.first?.isDash ?? true,
                context: context))
    }

    /// Encrypts each file to its own folder, all with one passphrase.
    private func encryptBeside(_ options: any FormatOptions, in context: CommandContext) throws -> [CryptReport] {
        var batch = FileBatch(Self.self, in: context)
        var made: (any ContainerFormat)?
        var reports: [CryptReport] = []
        for file in files {
            try batch.run(file) {
                let input = try InputFile.open(file)
                let path = file.appending(suffix: format.suffix)
                let output = try openOutput(path, inputs: input.inputIdentities)
                let format = try FileBatch.forAll { try made ?? container(options, in: context) }
                made = format
                reports.append(try encrypt(input, format, into: output, path))
                BesideOptions.tell(path)
            }
        }
        if let made, let note = options.noteAfterSealing(made) { Messages.note(note) }
        if context.wantsJSON, reports.count < files.count { try CryptReport.print(reports, isList: files.count > 1) }
        try batch.finish("encrypted")
        return reports
    }

    private func encrypt(
        _ input: consuming FileReader, _ container: any ContainerFormat, into output: consuming AtomicFile,
        _ path: BytePath?
    ) throws -> CryptReport {
        let name = input.name
        let progress = progress.start(input.byteCount, isOutputShown: output.isTerminal)
        var reader = ProgressReader(input, progress)
        try container.seal(&reader, into: &output)
        try output.commit()
        progress.finish()
        return report(name, path, container)
    }

    private func encryptFolder(
        _ folder: BytePath, _ options: any FormatOptions, in context: CommandContext
    ) throws -> CryptReport {
        let archive = SharedArchiver(try FolderArchiver(folder, excluding: exclusions))
        let isBeside = beside.isWanted || output.file == nil && !isText && BesideOptions.isOnTerminal
        let path = isBeside ? try archiveName(folder) : nil
        var target = try openOutput(path, inputs: [])
        let container = try container(options, in: context)
        let progress = progress.start(nil, isOutputShown: target.isTerminal)
        if isCompressed {
            try ByteHandover.run { writer in
                try ParallelDeflate.compress(
                    ProgressReader(archive, progress), into: &writer,
                    header: GzipHeader(operatingSystem: GzipHeader.unix))
            } reading: { reader in
                try container.seal(&reader, into: &target)
            }
        } else {
            var reader = ProgressReader(archive, progress)
            try container.seal(&reader, into: &target)
        }
        try target.commit()
        progress.finish()
        for path in archive.skipped { Messages.warning("skipped \(path): it is not a file, folder or link") }
        if let path { BesideOptions.tell(path) }
        if let note = options.noteAfterSealing(container) { Messages.note(note) }
        return report(folder.description, path ?? output.file, container)
    }

    private func archiveName(_ folder: BytePath) throws -> BytePath {
        var bytes = folder.bytes
        while bytes.count > 1, bytes.last == .slash { bytes.removeLast() }
        let path = BytePath(bytes)
        // A path such as `..` has no name; use the name of the folder it resolves to.
        let named =
            [".", "..", "/"].contains(path.name) || path.name.bytes.isEmpty ? try SymbolicLink.resolve(path) : path
        guard !named.name.bytes.isEmpty else {
            throw UsageError(.conflict, "\(folder) has no name for the archive", hint: "give -o FILE")
        }
        return named.appending(suffix: isCompressed ? ".tar.gz" : ".tar").appending(suffix: format.suffix)
    }

    private func report(_ name: String, _ path: BytePath?, _ container: any ContainerFormat) -> CryptReport {
        CryptReport(
            input: name, output: path, format: format.rawValue, isAuthenticated: type(of: container).isAuthenticated,
            recipients: (container as? Age)?.recipients.map(AgeOptions.kind))
    }
}

/// An archiver with reference semantics, which outlives the stream that reads it.
private final class SharedArchiver: ByteReader {
    typealias Failure = any Error

    private var archiver: FolderArchiver

    init(_ archiver: consuming FolderArchiver) { self.archiver = archiver }

    var skipped: [BytePath] { archiver.skipped }

    func read(into output: inout OutputSpan<UInt8>) throws { try archiver.read(into: &output) }
}

extension ArchivePattern: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        do throws(ContainerError) {
            try self.init(argument.bytes)
        } catch {
            throw UsageError(.invalidValue, error.reason, hint: error.hint)
        }
    }
}
