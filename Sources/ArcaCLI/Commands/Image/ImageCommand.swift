internal import ArcaImages

struct ImageCommand: Command {
    static let name = "image"
    static let summary = "store images as salted strings; inspect and remove metadata"
    static let section = "Files"
    static let details = """
        A salted string is text that contains an image byte for byte, with its type, its length and a random salt. With a \
        passphrase or a key the image is encrypted; without one anyone can read it, and 'pack' warns of that.
        """
    static let examples = [
        Example("arca image pack --passphrase-from env:PW -o beach.txt beach.png", "encrypt an image as text"),
        Example("arca image unpack --passphrase-from env:PW -o beach.png beach.txt", "decrypt it", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [ImagePackCommand.self, ImageUnpackCommand.self, ImageInfoCommand.self, ImageStripCommand.self]
    }
}

extension ImageText: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        guard let name = argument.text, let form = ImageText(named: name) else {
            throw .unknownChoice(argument, of: ImageText.all.map(\.name))
        }
        self = form
    }

    static var completion: Completion { .choices(all.map(\.name)) }
    var argumentText: String? { name }
}
