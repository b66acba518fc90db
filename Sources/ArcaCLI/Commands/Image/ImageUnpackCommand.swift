internal import ArcaCodecs
internal import ArcaImages
internal import ArcaSystem

extension StoredImageForm.Encoding: ArgumentValue {}
extension StoredImageForm.SaltLevel: ArgumentValue {}

/// `arca image unpack`: a salted string into its image.
struct ImageUnpackCommand: Command {
    static let name = "unpack"
    static let summary = "take the image out of a salted string"
    static let details = """
        The form of the text is told by itself; parts of a split string may come in any order, from one file or several. \
        Nothing is written unless everything fits; what was encrypted is written for the user alone.

        --form reads what apps have stored without any check: text of the form named, with a salt string before, after \
        or inside it. Such data is not protected in any way.
        """
    static let examples = [
        Example(
            "arca image unpack --passphrase-from env:PW -o beach.png beach.txt", "ask for nothing else", isRun: false),
        Example(
            "arca image unpack --form base64 --salt x7Kp --salt-place before -o old.png old.txt",
            "what an app has stored", isRun: false),
        Example(
            "arca image unpack --store album --name beach -o beach.png",
            "out of a folder, asking for the passphrase if it has one", isRun: false),
    ]

    /// Where an app's salt string stands.
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
        Parameter.operands("FILE", append: \.files, help: "the string or its parts; standard input when none")
        Parameter.option("--store", value: "FOLDER", set: \.store, help: "take the image out of a folder with an index")
        Parameter.option("--name", value: "NAME", set: \.name, help: "what it is called there")
        Parameter.section("Stored by apps") {
            Parameter.option("--form", value: "FORM", set: \.form, help: "form of the text")
            Parameter.option("--salt", value: "TEXT", set: \.salt, help: "the salt string")
            Parameter.option("--salt-place", value: "PLACE", set: \.place, help: "where the salt string stands")
                .defaulting(to: Place.before.rawValue)
            Parameter.option(
                "--salt-offset", value: "N", set: \.offset, in: 0...Int.max,
                help: "characters before it, where it stands inside and occurs more than once")
            Parameter.option("--salt-level", value: "LEVEL", set: \.level, help: "what the salt string was put into")
                .defaulting(to: StoredImageForm.SaltLevel.text.rawValue)
        }
        Parameter.group(\.secret)
        Parameter.group(\.output)
    }

    consuming func run() throws {
        try validate()
        var inputs: [FileIdentity] = []
        let image: [UInt8]
        let isSecret: Bool
        if let store {
            let opened = try unpack(from: store)
            (image, isSecret) = (opened.bytes, opened.mode != .salted)
        } else {
            let (name, text) = try readAll(&inputs)
            (image, isSecret) = try ImageInput.naming(name) {
                if let form { return (try read(form, text), false) }
                let opened = try unpack(text)
                return (opened.bytes, opened.mode != .salted)
            }
        }
        var target = try output.open(isSecret ? .secret : .binary, inputs: inputs)
        try target.write(image)
        try target.commit()
    }

    private borrowing func validate() throws(UsageError) {
        let hasSaltOption = place != nil || offset != nil || level != nil
        if form == nil, !salt.isEmpty || hasSaltOption {
            throw UsageError(
                .conflict, "the options for a salt string belong to --form",
                hint: "say which form an app has stored: --form base64")
        }
        if salt.isEmpty, hasSaltOption {
            throw UsageError(
                .conflict, "--salt-place, --salt-offset and --salt-level belong to --salt", hint: "say the salt string")
        }
        if form != nil, secret.isGiven || store != nil {
            throw UsageError(.conflict, "--form reads what is not encrypted", hint: "leave the secret and --store out")
        }
        if offset != nil, place != .inside {
            throw UsageError(.conflict, "--salt-offset belongs to --salt-place inside", hint: "say both")
        }
        if store != nil, !files.isEmpty {
            throw UsageError(.conflict, "--store excludes files", hint: "name the image by --name")
        }
        if store == nil, name != nil {
            throw UsageError(.conflict, "--name belongs to --store", hint: "name the folder: --store FOLDER")
        }
    }

    private borrowing func unpack(from folder: BytePath) throws -> SaltedImage {
        guard let name else {
            throw UsageError(
                .missingArgument, "which image?", hint: "say --name NAME; 'arca image info --store' lists the names")
        }
        return try ImageStore(folder, secret: try secret.secret(toOpen: folder)).image(named: name)
    }

    private borrowing func readAll(_ inputs: inout [FileIdentity]) throws -> (name: String, text: String) {
        var bytes: [UInt8] = []
        var name = ""
        for file in files.isEmpty ? [nil] : files.map(Optional.some) {
            var reader = try InputFile.open(file)
            inputs += reader.inputIdentities
            name = files.count > 1 ? "the parts" : reader.name
            // A text is up to twice its bytes.
            bytes += try reader.readAll(limit: 2 * SaltedImage.largestByteCount)
            if bytes.last != 0x0a { bytes.append(0x0a) }
        }
        return (name, String(decoding: bytes, as: UTF8.self))
    }

    /// The salted string in a text, which is itself or comes in parts, one a line.
    static func joined(_ text: String) throws(ImageError) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard let first = lines.first, SaltedStringParts.recognizes(first) else { return text }
        return try SaltedStringParts.join(lines)
    }

    private borrowing func unpack(_ text: String) throws -> SaltedImage {
        let string = try Self.joined(text)
        let header = try SaltedImage.header(of: string).envelope
        var given = try secret.secret(isNew: false, readsStandardInput: files.isEmpty)
        if header.mode == .passphrase, given == nil {
            given = .passphrase(try SecretSource.prompt.passphrase(isNew: false, readsStandardInput: files.isEmpty))
        }
        let image = try SaltedImage.unpack(string, with: given)
        if image.mode == .salted, secret.isGiven {
            Messages.warning("the string was not encrypted: the secret was not needed, and anyone could have made it")
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
        // One line end at the end is the file's, not the app's.
        let bare = text.last?.isNewline ?? false ? String(text.dropLast()) : text
        return try StoredImageForm(encoding, salt: salt, place: place, level: level ?? .text).read(bare)
    }
}
