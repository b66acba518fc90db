internal import ArcaCore
internal import ArcaContainers
internal import ArcaSystem

struct RekeyCommand: Command {
    static let name = "rekey"
    static let summary = "change the recipients or the passphrase of an age file"
    static let section = "Files"
    static let details = """
        Opens FILE with an identity (-i) or its passphrase, and replaces its header by one for other recipients (-r, -R) \
        or, without any, for a new passphrase. The payload is copied without being decrypted. FILE is replaced in one \
        step, or stays as it was; with -o the result goes to another file.

        A person who could open FILE and has a copy of it can still read that copy, and one who kept the file key can \
        read the new file too. To exclude a person from future contents, decrypt the file and encrypt it again.
        """
    static let examples = [
        Example("arca rekey notes.age", "ask for the old passphrase, then for the new one", isRun: false),
        Example("arca rekey -i key.txt -R team.txt notes.age", "to all recipients in a list", isRun: false),
        Example(
            "arca rekey --passphrase-from env:OLD --new-passphrase-from env:NEW -o new.age notes.age",
            "the result goes to another file", isRun: false),
        Example("arca rekey -i key.txt -r age1… --json notes.age", "report the old and new recipients", isRun: false),
    ]

    var identityFiles: [BytePath] = []
    var pluginNames: [String] = []
    var recipients: [String] = []
    var recipientFiles: [BytePath] = []
    var takesPassphrase = false
    var isArmored = false
    var logN: Int?
    var costs = CostOptions()
    var oldPassphrase = PassphraseOptions()
    var newPassphrase: SecretSource?
    var output: BytePath?
    var progress = ProgressOptions()
    var key: SecretSource?
    var file: BytePath = ""

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "FILE", set: \.file, help: "the age file; - for standard input, which goes to standard output")
        Parameter.repeated(
            "-i", "--key", "--identity", value: "FILE", append: \.identityFiles, help: "open FILE with these identities"
        )
        Parameter.repeated(
            "-j", "--plugin", value: "NAME", append: \.pluginNames,
            help: "open FILE with the default identity of the program age-plugin-NAME")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.key,
            help: "the same from hexfile:PATH, file:PATH, env:NAME, fd:N, stdin or cmd:COMMAND"
        ).completing(SecretSource.keyCompletion)
        Parameter.repeated(
            "-r", "--recipient", value: "RECIPIENT", append: \.recipients,
            help: "a new recipient: age1…, age1pq1…, age1NAME1… of a plugin, 'ssh-ed25519 AAAA…' or 'ssh-rsa AAAA…'")
        Parameter.repeated(
            "-R", "--recipients-file", value: "FILE", append: \.recipientFiles, help: "all recipients in FILE")
        Parameter.flag(
            "-p", "--passphrase", set: \.takesPassphrase, help: "a new passphrase; the default without new recipients"
        )
        .excludes("--recipient", "--recipients-file")
        Parameter.flag("-a", "--armor", set: \.isArmored, help: "write text, even if FILE is binary")
        Parameter.option(
            "--cost", "--work-factor", value: "N", set: \.logN, in: 1...30,
            help: "cost of the new passphrase, as for encrypt")
        Parameter.parts(of: \.costs, CostOptions.parameters)
        Parameter.group(\.oldPassphrase)
        Parameter.section(PassphraseOptions.title) {
            Parameter.option(
                "--new-passphrase-from", value: "SOURCE", set: \.newPassphrase,
                help: "where the new passphrase comes from; as --passphrase-from"
            ).defaulting(to: "prompt").excludes("--recipient", "--recipients-file")
        }
        Parameter.section(OutputOptions.title) {
            Parameter.option(
                "-o", "--output", value: "FILE", set: \.output, help: "write this file and leave FILE unchanged")
        }
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        if let newPassphrase, newPassphrase == oldPassphrase.source, newPassphrase.isReadOnce {
            throw UsageError(
                .conflict, "--passphrase-from and --new-passphrase-from name the same source", hint: "give two sources")
        }
        if context.wantsJSON, target?.isDash ?? true {
            throw UsageError(.conflict, "--json and the result cannot both go to standard output", hint: "give -o FILE")
        }
        let input = try InputFile.open(file)
        let (name, identities, byteCount) = (input.name, input.inputIdentities, input.byteCount)
        var reader = PeekingReader(input)
        let prefix = try reader.peek(FormatDetector.byteCount)
        let beginning = FileBeginning(prefix, isWhole: prefix.count < FormatDetector.byteCount)
        guard Age.recognizes(beginning) else {
            throw ContainerError(
                .malformed, "\(name) is not an age file; only those can be rekeyed",
                hint: "'arca inspect' shows what it is")
        }
        let header = try AgeOptions.header(in: beginning, peekingInto: &reader)
        let format = try format(beginning, header, in: context)
        var output = try openOutput(identities, isArmored: format.isArmored)
        let progress = progress.start(byteCount, isOutputShown: output.isTerminal)
        var source = ProgressReader(reader, progress)
        try naming(name) { try format.rekey(&source, into: &output) }
        try output.commit()
        progress.finish()
        Messages.note("anyone who could open \(name) before can still read copies of it")
        tellQuantumComputers(name, header, format)
        if context.wantsJSON { try report(name, header?.stanzas.map(\.type), format) }
    }

    /// The output: FILE itself, unless another file is named.
    private var target: BytePath? { output ?? (file.isDash ? nil : file) }

    /// Reports whether quantum computers threaten old copies or the new file.
    private func tellQuantumComputers(_ name: String, _ former: Age.Header?, _ format: Age) {
        // Passphrases are post-quantum too.
        let isStrong = format.recipients.allSatisfy { $0 is Age.HybridRecipient || $0 is Age.Passphrase }
        if former?.isPostQuantum == false, isStrong {
            Messages.note("a quantum computer could still open copies of the old file, and this one with its file key")
        }
        if let former, former.isPostQuantum == true, !former.hasPassphrase, !isStrong {
            Messages.warning(
                "a quantum computer could now open \(target?.description ?? name): its new recipients are not post-quantum"
            )
        }
    }

    private func report(_ name: String, _ former: [String]?, _ format: Age) throws {
        func list(_ kinds: [String]) -> JSONValue { .array(kinds.map { .string($0) }) }
        try JSONReport.print([
            ("format", .string(FormatName.age.rawValue)), ("input", .string(name)),
            ("output", target.map { .string($0.description) } ?? .null),
            ("byteCount", target.flatMap(CryptReport.byteCount).map { .integer($0) } ?? .null),
            ("armored", .bool(format.isArmored)), ("formerRecipients", former.map(list) ?? .null),
            ("recipients", list(format.recipients.map { AgeOptions.kind(of: $0) })),
        ])
    }

    /// Creates a format with the old identities for opening and the new recipients for sealing.
    private func format(_ beginning: FileBeginning, _ header: Age.Header?, in context: CommandContext) throws -> Age {
        var old = AgeOptions()
        (old.identityFiles, old.pluginNames, old.costs) = (identityFiles, pluginNames, costs)
        var new = AgeOptions()
        (new.recipients, new.recipientFiles, new.takesPassphrase) = (recipients, recipientFiles, takesPassphrase)
        (new.logN, new.passphraseName) = (logN, "new passphrase")
        let isText = isArmored || beginning.bytes.first != UInt8(ascii: "a")
        func request(_ passphrase: PassphraseOptions, _ key: SecretSource? = nil) -> FormatRequest {
            FormatRequest(
                passphrase: passphrase, keySource: key, isArmored: isText, readsStandardInput: file.isDash,
                context: context, beginning: beginning, ageHeader: header)
        }
        let opening = try old.openingFormat(request(oldPassphrase, key))
        let sealing = try new.sealingFormat(request(PassphraseOptions(source: newPassphrase)))
        guard let opening = opening as? Age, let sealing = sealing as? Age else {
            throw ContainerError(.invalidOption, "only age files can be rekeyed")
        }
        return Age(recipients: sealing.recipients, identities: opening.identities, isArmored: isText)
    }

    private func openOutput(_ inputs: [FileIdentity], isArmored: Bool) throws -> AtomicFile {
        // In place: the old file remains until the new one is renamed over it.
        if output == nil, !file.isDash { return try AtomicFile(file) }
        return try OutputOptions(file: output).open(isArmored ? .text : .binary, inputs: inputs, hint: "--armor")
    }
}
