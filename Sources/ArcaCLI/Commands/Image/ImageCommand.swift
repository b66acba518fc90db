/// `arca image`: images as salted strings.
struct ImageCommand: Command {
    static let name = "image"
    static let summary = "keep images as salted strings; see and remove what is in them"
    static let section = "Files"
    static let details = """
        A salted string is text that holds an image byte for byte, with its kind, its length and a random salt. With a \
        passphrase or a key the image is encrypted; without one anyone can read it, and 'pack' says so.
        """
    static let examples = [
        Example("arca image pack --passphrase-from env:PW -o beach.txt beach.png", "encrypt an image into a text"),
        Example("arca image unpack --passphrase-from env:PW -o beach.png beach.txt", "the image again", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [ImagePackCommand.self, ImageUnpackCommand.self, ImageInfoCommand.self, ImageStripCommand.self]
    }
}
