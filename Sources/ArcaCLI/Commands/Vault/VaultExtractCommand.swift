internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault extract`: an attachment out of the vault.
struct VaultExtractCommand: Command {
    static let name = "extract"
    static let summary = "write an attachment to a file or a pipe"
    static let details = """
        Each piece is checked before it is written. With one attachment its name can be left out. It is never written \
        under its own name by itself: use -o FILE.
        """
    static let examples = [
        Example("arca vault extract bank/alice contract.pdf -o contract.pdf", "back into a file", needsVault: true)
    ]

    var item = ItemOptions()
    var attachment: String?
    var output = OutputOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("ATTACHMENT", set: \.attachment, help: "its name")
        Parameter.group(\.output)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let opened = try vault.open(isReadOnly: true)
        let item = try item.find(in: opened)
        let name = try attachment ?? Self.only(of: item)
        let file = try output.open(.secret, inputs: vault.inputs())
        guard !file.isTerminal || output.file != nil else {
            throw UsageError(.conflict, "an attachment does not belong on a terminal", hint: "use -o FILE, or -o -")
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
                .missingArgument, "'\(item.name.shown)' has several attachments", hint: "name one: \(names)")
        }
        return item.attachments[0].name
    }
}
