internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault attach`: a file of any size with an item.
struct VaultAttachCommand: Command {
    static let name = "attach"
    static let summary = "put a file into an item, or take one out of it"
    static let details = """
        Reads FILE, or standard input, and seals it piece by piece; no plaintext is written anywhere. Its name is that of \
        FILE unless --as says another. --remove takes an attachment away.
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
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("FILE", set: \.file, help: "the file; - for standard input")
        Parameter.option("--as", value: "NAME", set: \.name, help: "the attachment's name")
        Parameter.option("--type", value: "TYPE", set: \.mediaType, help: "its media type, such as application/pdf")
        Parameter.option("--remove", value: "NAME", set: \.removed, help: "remove an attachment instead")
        Parameter.group(\.progress)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        if let removed {
            guard file == nil, name == nil else {
                throw UsageError(.conflict, "--remove goes without FILE and --as")
            }
            let opened = try vault.open()
            let item = try item.find(in: opened).name
            try opened.detach(removed, from: item)
            return Messages.note("removed '\(String(printable: removed.utf8))' from \(item.shown)")
        }
        guard let file else { throw UsageError(.missingArgument, "there is no FILE", hint: "name it, or - for a pipe") }
        let attachmentName = try name ?? Self.name(of: file)
        let opened = try vault.open(readsStandardInput: file.isDash)
        let item = try item.find(in: opened).name
        let reader = try InputFile.open(file)
        let byteCount = reader.byteCount
        let line = progress.start(byteCount, isOutputShown: false)
        let attachment = try opened.attach(
            attachmentName, mediaType: mediaType, from: ProgressReader(reader, line), to: item)
        line.finish()
        Messages.note(
            "attached '\(String(printable: attachment.name.utf8))' (\(ByteCount.text(Int(attachment.byteCount)))) to "
                + item.shown)
    }

    private static func name(of file: BytePath) throws(UsageError) -> String {
        guard !file.isDash, let text = String(validating: file.name.bytes, as: UTF8.self), !text.isEmpty else {
            throw UsageError(.missingArgument, "the attachment needs a name", hint: "use --as NAME")
        }
        return text
    }
}
