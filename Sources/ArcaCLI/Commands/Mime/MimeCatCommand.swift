internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem

struct MimeCatCommand: Command {
    static let name = "cat"
    static let summary = "print one part of a message, decoded"
    static let details = """
        A message in the message is printed unchanged. Text keeps its charset and line ends. Reading stops after the \
        part, so what follows is not checked.
        """
    static let examples = [
        Example("arca mime cat 1 mail.eml", "the text"),
        Example("arca mime cat 2 mail.eml -o photo.jpg", "an attachment to a file"),
    ]

    var number: PartNumber?
    var file: BytePath?
    var input = MessageInput()
    var output = OutputOptions()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PART", set: \.number, help: "number of the part, as list shows it").required()
        Parameter.operand("FILE", set: \.file, help: "the message; standard input if omitted")
        Parameter.group(\.input)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard let wanted = number?.path else { throw UsageError(.missingArgument, "PART is missing") }
        var reader = try InputFile.open(file)
        let identity = reader.identity
        var target: ScreenedFile?
        var isComplete = false
        let output = output
        let incomplete = try input.read(
            &reader, progress: progress.start(reader.byteCount), opens: { $0.path != wanted }
        ) { event in
            switch event {
            case .begin(let part):
                guard part.path == wanted else { return true }
                guard part.kind != .multipart else {
                    throw UsageError(
                        .conflict, "part \(wanted) is \(part.mediaType.essence), which has no content of its own",
                        hint: "give one of its parts; 'arca mime list' shows them")
                }
                target = try output.openScreened(isSecret: false, inputs: [identity])
            case .body(let bytes):
                try target?.write(bytes)
            case .end(let path, _):
                isComplete = path == wanted
            }
            return !isComplete
        }
        guard isComplete, let target = target.take() else {
            Messages.error("\(reader.name): no part \(wanted)")
            Messages.hint("run 'arca mime list' to see the parts")
            throw ExitStatus.notFound
        }
        try target.commit()
        if incomplete.contains(wanted) { throw ExitStatus.malformed }
    }
}
