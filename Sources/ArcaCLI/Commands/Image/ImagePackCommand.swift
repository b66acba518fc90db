internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaImages
internal import ArcaSystem

/// `arca image pack`: an image into a salted string.
struct ImagePackCommand: Command {
    static let name = "pack"
    static let summary = "put an image into a salted string"
    static let details = """
        Any bytes are taken; an image is never coded again. The string is different each time, because its salt is.

        With --split the string is cut into numbered parts with checksums, one a line, for QR codes and messages; \
        'unpack' joins them in any order. With --store the string goes into a folder, and into its index.
        """
    static let examples = [
        Example("arca image pack --key-from file:key.bin beach.png", "encrypted under a key"),
        Example("arca image pack --split 300 beach.png", "in parts of 300 characters, not encrypted"),
        Example("arca image pack --store album --name beach --passphrase-from env:PW beach.png", "into a folder"),
    ]

    var text: ImageText?
    var split: Int?
    var mediaType: String?
    var logN: Int?
    var store: BytePath?
    var name: String?
    var isReplacing = false
    var secret = ImageSecretOptions()
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the image; standard input when none")
        Parameter.option("--text", value: "FORM", set: \.text, help: "form of the string")
            .defaulting(to: ImageText.base64url.name)
        Parameter.option(
            "--split", value: "N", set: \.split, in: SaltedStringParts.smallestLimit...Int.max,
            help: "cut the string into parts of up to N characters")
        Parameter.option(
            "--media-type", value: "TYPE", set: \.mediaType, help: "what the image is, where content does not tell it")
        Parameter.option(
            "--work-factor", value: "LOG2N", set: \.logN, in: 10...20, help: "what a passphrase costs to try: 2^LOG2N"
        )
        .defaulting(to: "\(Scrypt.Cost.standard.logN)")
        Parameter.option("--store", value: "FOLDER", set: \.store, help: "put the image into a folder with an index")
        Parameter.option("--name", value: "NAME", set: \.name, help: "what to call it there; the file's name when none")
        Parameter.flag("--replace", set: \.isReplacing, help: "replace an image of that name")
        Parameter.group(\.secret)
        Parameter.group(\.output)
    }

    consuming func run() throws {
        if store != nil, split != nil || text != nil || mediaType != nil || output.file != nil {
            throw UsageError(
                .conflict, "--store excludes --split, --text, --media-type and -o",
                hint: "the folder is the output, and its index tells the type by content")
        }
        if logN != nil, !secret.isPassphrase {
            throw UsageError(
                .conflict, "--work-factor is what a passphrase costs to try", hint: "add -p or --passphrase-from")
        }
        if store == nil, name != nil || isReplacing {
            throw UsageError(
                .conflict, "--name and --replace belong to --store", hint: "name the folder: --store FOLDER")
        }
        var reader = try InputFile.open(file)
        let identities = reader.inputIdentities
        let secret = try self.secret.secret(isNew: true, readsStandardInput: file?.isDash ?? true)
        let cost = try logN.map { logN throws(CryptoError) in try Scrypt.Cost(logN: logN) } ?? .standard
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        if let store {
            guard let name = name ?? file.map({ String(printable: $0.name.bytes) }) else {
                throw UsageError(.missingArgument, "standard input has no name", hint: "say --name NAME")
            }
            try ImageStore(store, secret: secret, cost: cost).add(bytes, named: name, isReplacing: isReplacing)
        } else {
            let string = try SaltedImage.pack(
                bytes, as: text ?? .base64url, mediaType: mediaType, protectedBy: secret, cost: cost)
            var target = try output.open(.text, inputs: identities)
            if let split {
                for part in try SaltedStringParts.split(string, characterLimit: split) {
                    try target.write((part + "\n").utf8)
                }
            } else {
                try target.write(string.utf8)
                try target.write("\n".utf8)
            }
            try target.commit()
        }
        if secret == nil {
            Messages.note("not encrypted: anyone can read the image (-p or --key-from encrypts it)")
        }
    }
}
