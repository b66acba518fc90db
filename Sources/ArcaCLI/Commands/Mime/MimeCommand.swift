internal import ArcaCodecs
internal import ArcaCore

struct MimeCommand: Command {
    static let name = "mime"
    static let summary = "list, print, extract and build the parts of mail messages"
    static let section = "Bytes"
    static let details = """
        Parts have numbers: 1 and 2 are the parts of the message, 2.1 is the first part of part 2. The multipart body of \
        the message itself is 0.
        """
    static let examples = [
        Example("arca mime build --subject Photos --attach photo.jpg notes.txt -o mail.eml", "a message with a file"),
        Example("arca mime list mail.eml", "list its parts"),
    ]
    static var subcommands: [any Command.Type] {
        [MimeListCommand.self, MimeCatCommand.self, MimeExtractCommand.self, MimeBuildCommand.self]
    }
}

struct PartNumber: ArgumentValue, Hashable {
    let path: PartPath

    init(argument: Argument) throws(UsageError) {
        guard let path = argument.text.flatMap({ PartPath($0) }) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not the number of a part",
                hint: "give a number such as 1 or 2.1 before FILE; 'arca mime list' shows them")
        }
        self.path = path
    }

    var argumentText: String? { path.description }
}
