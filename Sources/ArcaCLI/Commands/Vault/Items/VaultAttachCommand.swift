internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultAttachCommand: Command {
    static let name = "attach"
    static let summary = "attach a file to an item, or remove one"
    static let details = """
        Reads FILE, or standard input, and seals it piece by piece; no plaintext is written anywhere. Its name is that of \
        FILE unless --as gives another. --remove removes an attachment.
        """
    static let examples = [
        Example("arca vault attach bank/alice contract.pdf", "a file", needsVault: true),
        Example("tar c photos | arca vault attach bank/alice - --as photos.tar", "from a pipe", needsVault: true),
    ]

    var item = ItemOptions()
    var file: BytePath?
    var name: String?
    var mediaType = ""
    var removed: String?
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("FILE", set: \.file, help: "the file; - for standard input")
        Parameter.option("--as", value: "NAME", set: \.name, help: "the attachment's name")
        Parameter.option("--type", value: "TYPE", set: \.mediaType, help: "its media type, such as application/pdf")
        Parameter.option("--remove", value: "NAME", set: \.removed, help: "remove an attachment instead")
            .excludes("FILE", "--as")
        Parameter.group(\.progress)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        if let removed {
            let opened = try context.vault.open()
            let item = try item.find(in: opened).name
            try opened.detach(removed, from: item)
            return try ItemAction.detached.report(
                item, "removed '\(String(printable: removed.utf8))' from \(item.shown)", asJSON: context.wantsJSON,
                [("attachment", .string(removed))])
        }
        guard let file else {
            throw UsageError(.missingArgument, "FILE is missing", hint: "give a file name, or - for standard input")
        }
        let attachmentName = try name ?? Self.name(of: file)
        let opened = try context.vault.open(readsStandardInput: file.isDash)
        let item = try item.find(in: opened).name
        let reader = try InputFile.open(file)
        let byteCount = reader.byteCount
        let line = progress.start(byteCount, isOutputShown: false)
        let attachment = try opened.attach(
            attachmentName, mediaType: mediaType, from: ProgressReader(reader, line), to: item)
        line.finish()
        try ItemAction.attached.report(
            item,
            "attached '\(String(printable: attachment.name.utf8))' (\(ByteCount.text(Int(attachment.byteCount)))) to "
                + item.shown,
            asJSON: context.wantsJSON,
            [("attachment", .string(attachment.name)), ("byteCount", .integer(Int(attachment.byteCount)))])
    }

    private static func name(of file: BytePath) throws(UsageError) -> String {
        guard !file.isDash, let text = String(validating: file.name.bytes, as: UTF8.self), !text.isEmpty else {
            throw UsageError(.missingArgument, "the attachment needs a name", hint: "use --as NAME")
        }
        return text
    }
}

struct VaultExtractCommand: Command {
    static let name = "extract"
    static let summary = "write an attachment to a file or a pipe"
    static let details = """
        Each piece is checked before it is written. The name can be omitted if there is only one attachment. It is \
        never written to a file of its own name: use -o FILE.
        """
    static let examples = [
        Example("arca vault extract bank/alice contract.pdf -o contract.pdf", "back into a file", needsVault: true)
    ]

    var item = ItemOptions()
    var attachment: String?
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("ATTACHMENT", set: \.attachment, help: "its name")
        Parameter.group(\.output)
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open(isReadOnly: true)
        let item = try item.find(in: opened)
        let name = try attachment ?? Self.only(of: item)
        let file = try output.open(.secret, inputs: context.vaultOptions.inputs())
        guard !file.isTerminal || output.file != nil else {
            throw UsageError(.conflict, "an attachment is not written to a terminal", hint: "use -o FILE, or -o -")
        }
        let written = try opened.extract(name, of: item.name, to: file)
        try written.commit()
    }

    private static func only(of item: VaultItem) throws -> String {
        guard item.attachments.count == 1 else {
            guard !item.attachments.isEmpty else {
                throw VaultError(.notFound, "'\(item.name.shown)' has no attachment")
            }
            let names = item.attachments.map { String(printable: $0.name.utf8) }.joined(separator: ", ")
            throw UsageError(
                .missingArgument, "'\(item.name.shown)' has several attachments", hint: "give one: \(names)")
        }
        return item.attachments[0].name
    }
}
