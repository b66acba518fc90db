internal import ArcaCore
internal import ArcaCrypto
internal import ArcaImages
internal import ArcaSystem

struct ImagePackCommand: Command {
    static let name = "pack"
    static let summary = "write an image as a salted string"
    static let details = """
        Any file is accepted; an image is never re-encoded. The string is different each time, because its salt is random.

        --split cuts the string into numbered parts with checksums, one per line, for QR codes and messages; 'unpack' \
        accepts them in any order. --store puts the string into a folder with an index.
        """
    static let examples = [
        Example("arca image pack --key-from file:key.bin beach.png", "encrypted with a key"),
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
        Parameter.operand("FILE", set: \.file, help: "the image; standard input if omitted")
        Parameter.option("--text", value: "CODEC", set: \.text, help: "text encoding of the string")
            .defaulting(to: ImageText.base64url.name).excludes("--store")
        Parameter.option(
            "--split", value: "N", set: \.split, in: SaltedStringParts.smallestLimit...Int.max,
            help: "cut the string into parts of up to N characters"
        ).excludes("--store")
        Parameter.option(
            "--media-type", value: "TYPE", set: \.mediaType, help: "media type of the image, if it cannot be detected"
        ).excludes("--store")
        Parameter.option(
            "--cost", "--work-factor", value: "N", set: \.logN, in: 10...20,
            help: "cost of the passphrase: 2^N rounds of scrypt and 2^N KiB of memory"
        )
        .defaulting(to: "\(Scrypt.Cost.standard.logN)").requires("--passphrase", "--passphrase-from")
        Parameter.option("--store", value: "FOLDER", set: \.store, help: "put the image into a folder with an index")
            .excludes("--output")
        Parameter.option("--name", value: "NAME", set: \.name, help: "name of the image there; default the file's name")
            .requires("--store")
        Parameter.flag("--force", set: \.isReplacing, help: "replace an image of that name").requires("--store")
        Parameter.group(\.secret)
        Parameter.group(\.output)
        Parameter.json.requires("--output", "--store").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        var reader = try InputFile.open(file)
        let identities = reader.inputIdentities
        let secret = try self.secret.secret(isNew: true, readsStandardInput: file?.isDash ?? true, in: context)
        let cost = try logN.map { logN throws(CryptoError) in try Scrypt.Cost(logN: logN) } ?? .standard
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        if let store {
            guard let name = name ?? file.map({ String(printable: $0.name.bytes) }) else {
                throw UsageError(.missingArgument, "standard input has no name", hint: "give --name NAME")
            }
            let images = ImageStore(store, secret: secret, cost: cost)
            try images.add(bytes, named: name, isReplacing: isReplacing)
            if context.wantsJSON, let entry = try images.entries().first(where: { $0.name == name }) {
                try JSONReport.print([("image", ImageReport.json(of: entry))])
            }
        } else {
            let string = try SaltedImage.pack(
                bytes, as: text ?? .base64url, mediaType: mediaType, protectedBy: secret, cost: cost)
            var target = try output.open(.text, inputs: identities)
            let parts = try split.map { try SaltedStringParts.split(string, characterLimit: $0) } ?? [string]
            for part in parts { try target.write((part + "\n").utf8) }
            try target.commit()
            if context.wantsJSON, let file = output.file {
                let (envelope, text) = try SaltedImage.header(of: string)
                let report = ImageReport(name: file.description, content: .string(envelope, text))
                try JSONReport.print([("image", report.json), ("parts", .integer(parts.count))])
            }
        }
        if secret == nil {
            Messages.note("not encrypted: anyone can read the image (give -p or --key-from to encrypt it)")
        }
    }
}
