internal import ArcaCodecs
internal import ArcaSystem

/// `arca mime cat`: the content of one part, decoded.
struct MimeCatCommand: Command {
    static let name = "cat"
    static let summary = "print one part of a message, decoded"
    static let details = """
        A message within the message is printed as it stands. Text keeps its charset and line ends. Reading stops \
        behind the part, so what follows is not checked.
        """
    static let examples = [
        Example("arca mime cat 1 mail.eml", "the text"),
        Example("arca mime cat 2 mail.eml -o photo.jpg", "an attachment into a file"),
    ]

    var number: PartNumber?
    var file: BytePath?
    var input = MessageInput()
    var output = OutputOptions()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PART", set: \.number, help: "the number that list shows").required()
        Parameter.operand("FILE", set: \.file, help: "the message; standard input when none")
        Parameter.group(\.input)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        guard let wanted = number?.path else { throw UsageError(.missingArgument, "PART is missing") }
        var reader = try InputFile.open(file)
        let identity = reader.identity
        var target: AtomicFile?
        var isComplete = false
        let output = output
        try input.read(&reader, progress: progress.start(reader.byteCount), opens: { $0.path != wanted }) { event in
            switch event {
            case .begin(let part):
                guard part.path == wanted else { return true }
                guard part.kind != .multipart else {
                    throw UsageError(
                        .conflict, "part \(wanted) is \(part.mediaType.essence), which has no content of its own",
                        hint: "arca mime list shows its parts")
                }
                let isText = part.mediaType.type == "text" || part.kind == .message
                target = try output.open(isText ? .text : .binary, inputs: [identity])
            case .body(let bytes):
                try target?.write(bytes)
            case .end(let path, _):
                isComplete = path == wanted
            }
            return !isComplete
        }
        guard isComplete, let target = target.take() else {
            Messages.error("\(reader.name): no part \(wanted)")
            Messages.hint("arca mime list shows the parts")
            throw ExitStatus.notFound
        }
        try target.commit()
    }
}
