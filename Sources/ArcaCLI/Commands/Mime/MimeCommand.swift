/// `arca mime`: the parts of mail messages.
struct MimeCommand: Command {
    static let name = "mime"
    static let summary = "list, print, extract and build the parts of mail messages"
    static let section = "Bytes"
    static let details = """
        A part is called by its number: 1 and 2 are the parts of the message, 2.1 is the first part of part 2. The \
        multipart body of a message itself is 0.
        """
    static let examples = [
        Example("arca mime build --subject Photos --attach photo.jpg notes.txt -o mail.eml", "a message with a file"),
        Example("arca mime list mail.eml", "what is in it"),
    ]
    static var subcommands: [any Command.Type] {
        [MimeListCommand.self, MimeCatCommand.self, MimeExtractCommand.self, MimeBuildCommand.self]
    }
}
