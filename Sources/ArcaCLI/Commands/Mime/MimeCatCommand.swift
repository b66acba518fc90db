internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem

struct MimeCatCommand: Command {
    static let name = "cat"
    static let summary = "print one part of a message, decoded"
    static let details = """
        A message in the message is printed unchanged. On a terminal, text is converted to the terminal's charset; \
        elsewhere it keeps its own unless --charset is given. Line ends are kept. Reading stops after the part, so what \
        follows is not checked.
        """
    static let examples = [
        Example("arca mime cat 1 mail.eml", "the text"),
        Example("arca mime cat --charset utf-8 1 mail.eml -o mail.txt", "the text in UTF-8"),
        Example("arca mime cat 2 mail.eml -o photo.jpg", "an attachment to a file"),
    ]

    var number: PartNumber?
    var file: BytePath?
    var charset: CharsetName?
    var input = MessageInput()
    var output = OutputOptions()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PART", set: \.number, help: "number of the part, as list shows it").required()
        Parameter.operand("FILE", set: \.file, help: "the message; standard input if omitted")
        Parameter.option(
            "--charset", value: "NAME", set: \.charset, help: "write text in this charset, such as utf-8 or gbk")
        Parameter.group(\.input)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard let wanted = number?.path else { throw UsageError(.missingArgument, "PART is missing") }
        var reader = try InputFile.open(file)
        let identity = reader.identity
        var target: ScreenedFile?
        var text: TextPart?
        var isComplete = false
        let (output, charset) = (output, charset)
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
                let isShown = output.file == nil && Table.isAligned
                if let name = charset?.name ?? (isShown ? CharsetName.ofTerminal : nil), part.kind == .leaf,
                    part.mediaType.type == "text"
                {
                    text = TextPart(charset: part.mediaType["charset"] ?? "us-ascii", target: name)
                }
            case .body(let bytes):
                if text == nil { try target?.write(bytes) } else { try text?.append(bytes) }
            case .end(let path, _):
                isComplete = path == wanted
            }
            return !isComplete
        }
        guard isComplete, var target = target.take() else {
            Messages.error("\(reader.name): no part \(wanted)")
            Messages.hint("run 'arca mime list' to see the parts")
            throw ExitStatus.notFound
        }
        if let text {
            let (shown, converted) = try text.converted()
            try target.write(converted, showing: shown)
        }
        try target.commit()
        if incomplete.contains(wanted) { throw ExitStatus.malformed }
    }
}
