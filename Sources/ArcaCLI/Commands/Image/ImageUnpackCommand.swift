internal import ArcaCore
internal import ArcaImages
internal import ArcaSystem

extension StoredImageForm.Encoding: ArgumentValue {}
extension StoredImageForm.SaltLevel: ArgumentValue {}

struct ImageUnpackCommand: Command {
    static let name = "unpack"
    static let summary = "extract the image from a salted string"
    static let details = """
        The text encoding is detected; parts of a split string may come in any order, from one file or several. Nothing is \
        written unless everything is valid; decrypted images can be read only by you.

        --form reads what apps store without any check: text in the given form, with a salt string before, after or \
        inside it. Such data is not protected in any way.
        """
    static let examples = [
        Example(
            "arca image unpack --passphrase-from env:PW -o beach.png beach.txt", "decrypt a string", isRun: false),
        Example(
            "arca image unpack --form base64 --salt x7Kp --salt-place before -o old.png old.txt",
            "data that an app stored", isRun: false),
        Example(
            "arca image unpack --store album --name beach -o beach.png",
            "from a folder, asking for its passphrase if it has one", isRun: false),
    ]

    /// The position of an app's salt string.
    enum Place: String, CaseIterable, ArgumentValue {
        case before, after, inside
    }

    var form: StoredImageForm.Encoding?
    var salt = ""
    var place: Place?
    var offset: Int?
    var level: StoredImageForm.SaltLevel?
    var store: BytePath?
    var name: String?
    var secret = ImageSecretOptions()
    var output = OutputOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "the string or its parts; standard input if omitted")
        Parameter.option(
            "--store", value: "FOLDER", set: \.store, help: "extract the image from a folder with an index"
        )
        .excludes("FILE").requires("--name")
        Parameter.option("--name", value: "NAME", set: \.name, help: "name of the image there").requires("--store")
        Parameter.section("Stored by apps") {
            Parameter.option("--form", value: "FORM", set: \.form, help: "form of the text")
                .excludes("--store", "--passphrase", "--passphrase-from", "--key-from")
            Parameter.option("--salt", value: "TEXT", set: \.salt, help: "the salt string").requires("--form")
            Parameter.option("--salt-place", value: "PLACE", set: \.place, help: "place of the salt string")
                .defaulting(to: Place.before.rawValue).requires("--salt")
            Parameter.option(
                "--salt-offset", value: "N", set: \.offset, in: 0...Int.max,
                help: "number of characters before the salt string, if it occurs more than once"
            ).requires("--salt-place=inside")
            Parameter.option(
                "--salt-level", value: "LEVEL", set: \.level, help: "what the salt string was inserted into"
            )
            .defaulting(to: StoredImageForm.SaltLevel.text.rawValue).requires("--salt")
        }
        Parameter.group(\.secret)
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        var inputs: [FileIdentity] = []
        let image: [UInt8]
        /// Nil for data that an app stored without a header.
        let opened: SaltedImage?
        if let store {
            let found = try unpack(from: store, in: context)
            (image, opened) = (found.bytes, found)
        } else {
            let (name, text) = try readAll(&inputs)
            (image, opened) = try naming(name) {
                if let form { return (try read(form, text), nil) }
                let found = try unpack(text, in: context)
                return (found.bytes, found)
            }
        }
        let isEncrypted = opened.map { $0.mode != .salted } ?? false
        var target = try output.openScreened(isSecret: isEncrypted, inputs: inputs)
        try target.write(image)
        try target.commit()
        guard context.wantsJSON else { return }
        let type = opened?.mediaType ?? ImageKind(recognizing: image.prefix(1024))?.mediaType
        try JSONReport.print(
            written: output.file,
            [("mediaType", type.map { .string($0) } ?? .null), ("encrypted", .bool(isEncrypted))])
    }

    private borrowing func unpack(from folder: BytePath, in context: CommandContext) throws -> SaltedImage {
        guard let name else {
            throw UsageError(
                .missingArgument, "--name is missing",
                hint: "give --name NAME; 'arca image info --store' lists the names")
        }
        return try ImageStore(folder, secret: try secret.secret(toOpen: folder, in: context)).image(named: name)
    }

    private borrowing func readAll(_ inputs: inout [FileIdentity]) throws -> (name: String, text: String) {
        var bytes: [UInt8] = []
        var name = ""
        for file in files.isEmpty ? [nil] : files.map(Optional.some) {
            var reader = try InputFile.open(file)
            inputs += reader.inputIdentities
            name = files.count > 1 ? "the parts" : reader.name
            // The text is up to twice as long as its bytes.
            bytes += try reader.readAll(limit: 2 * SaltedImage.largestByteCount).unmarkedText
            if bytes.last != .newline { bytes.append(.newline) }
        }
        return (name, String(decoding: bytes, as: UTF8.self))
    }

    /// The salted string in a text, joined if it is split into one part per line.
    static func joined(_ text: String) throws(ImageError) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard let first = lines.first, SaltedStringParts.recognizes(first) else { return text }
        return try SaltedStringParts.join(lines)
    }

    private borrowing func unpack(_ text: String, in context: CommandContext) throws -> SaltedImage {
        let string = try Self.joined(text)
        let header = try SaltedImage.header(of: string).envelope
        var given = try secret.secret(isNew: false, readsStandardInput: files.isEmpty, in: context)
        if header.mode == .passphrase, given == nil {
            given = .passphrase(
                try SecretSource.prompt.passphrase(isNew: false, readsStandardInput: files.isEmpty, in: context))
        }
        let image = try SaltedImage.unpack(string, with: given)
        if image.mode == .salted, secret.isGiven {
            Messages.warning(
                "the string was not encrypted: the secret was not used, and anyone could have made the string")
        }
        return image
    }

    private borrowing func read(_ encoding: StoredImageForm.Encoding, _ text: String) throws -> [UInt8] {
        let place: StoredImageForm.SaltPlace =
            switch place ?? .before {
            case .before: .before
            case .after: .after
            case .inside: .inside(offset: offset)
            }
        // One final line end belongs to the file, not to the app's data.
        let bare = text.last?.isNewline ?? false ? String(text.dropLast()) : text
        let bytes = try StoredImageForm(encoding, salt: salt, place: place, level: level ?? .text).read(bare)
        try Self.checkImage(bytes)
        return bytes
    }

    /// Throws unless the bytes start like an image: an unknown salt string leaves other bytes.
    static func checkImage(_ bytes: [UInt8]) throws(ImageError) {
        guard ImageKind(recognizing: bytes.prefix(1024)) == nil else { return }
        let starts = 1..<max(1, min(bytes.count, 256))
        for start in starts {
            guard let kind = ImageKind(recognizing: bytes[start...].prefix(1024)), kind != .svg else { continue }
            throw ImageError(
                .unknownKind, at: start, "the result is not an image, but \(kind.name.uppercased()) begins inside it",
                hint: "the first \(start) bytes may be a salt string: give it by --salt, with --salt-level bytes")
        }
        throw ImageError(
            .unknownKind, "the result is not an image of a known kind",
            hint: "give the salt string by --salt, or another --form")
    }
}
