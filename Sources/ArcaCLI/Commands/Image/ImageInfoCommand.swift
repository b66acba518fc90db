internal import ArcaCodecs
internal import ArcaImages
internal import ArcaSystem

/// `arca image info`: what image files and salted strings say about themselves.
struct ImageInfoCommand: Command {
    static let name = "info"
    static let summary = "tell kind, size, metadata and faults of images and salted strings"
    static let details = """
        Nothing is decoded, and no secret is asked for. Damage (a truncated file, a wrong checksum) ends with status 4; \
        other findings, such as a wrong file extension or data behind the image, with 0, or with 1 under --check.

        With --store the images in a folder are listed, which needs its secret.
        """
    static let examples = [
        Example("arca image info beach.png", "size, colour, metadata, findings"),
        Example("arca image info --json beach.png", "the same for programs"),
    ]

    var isCheck = false
    var store: BytePath?
    var secret = ImageSecretOptions()
    var json = JSONOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "images or salted strings; standard input when none")
        Parameter.flag("--check", set: \.isCheck, help: "end with status 1 when anything at all is found")
        Parameter.option("--store", value: "FOLDER", set: \.store, help: "list the images in a folder with an index")
        Parameter.group(\.secret)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        if let store { return try list(store) }
        if secret.isGiven {
            throw UsageError(.conflict, "a secret belongs to --store", hint: "files are described without one")
        }
        let failure = FirstFailure()
        var reports: [ImageReport] = []
        for file in files.isEmpty ? [nil] : files.map(Optional.some) {
            let report: ImageReport
            do {
                report = try read(file)
            } catch {
                failure.note(ExitStatus.reporting(error))
                continue
            }
            if !json.isWanted { try Messages.print(report.text) }
            if report.isDamaged { failure.note(.tampered) }
            if isCheck, report.hasFindings { failure.note(.mismatch) }
            reports.append(report)
        }
        if json.isWanted { try JSONOptions.print(schema: 1, [("files", .array(reports.map(\.json)))]) }
        if let status = failure.status { throw status }
    }

    private borrowing func read(_ file: BytePath?) throws -> ImageReport {
        var reader = try InputFile.open(file)
        let name = reader.name
        let bytes = try reader.readAll(limit: 2 * SaltedImage.largestByteCount)
        return try ImageInput.naming(name) {
            let beginning = String(decoding: bytes.prefix(128), as: UTF8.self)
            if SaltedStringParts.recognizes(beginning) || SaltedImage.recognizes(beginning) {
                let string = try ImageUnpackCommand.joined(String(decoding: bytes, as: UTF8.self))
                let (envelope, text) = try SaltedImage.header(of: string)
                // What is not encrypted can be checked as a whole.
                if envelope.mode == .salted { _ = try SaltedImage.unpack(string) }
                return ImageReport(name: name, content: .string(envelope, text))
            }
            let fileName = file?.isDash ?? true ? nil : String(decoding: file?.bytes ?? [], as: UTF8.self)
            return ImageReport(name: name, content: .image(try ImageInfo(of: bytes, fileName: fileName)))
        }
    }

    /// Lists what a folder's index says.
    private borrowing func list(_ folder: BytePath) throws {
        if isCheck || !files.isEmpty {
            throw UsageError(
                .conflict, "--store excludes files and --check", hint: "'arca image unpack --store' checks an image")
        }
        let entries = try ImageStore(folder, secret: try secret.secret(toOpen: folder)).entries()
        if json.isWanted {
            let images = entries.map { entry -> JSONValue in
                [
                    "name": .string(entry.name), "mediaType": .string(entry.mediaType),
                    "byteCount": .integer(entry.byteCount), "width": entry.width.map { .integer($0) } ?? .null,
                    "height": entry.height.map { .integer($0) } ?? .null,
                ]
            }
            return try JSONOptions.print(schema: 1, [("images", .array(images))])
        }
        for entry in entries {
            let size =
                if let width = entry.width, let height = entry.height { "\(width) x \(height) pixels, " } else { "" }
            let type = String(printable: Array(entry.mediaType.utf8))
            try Messages.print(
                "\(String(printable: Array(entry.name.utf8))): \(type), \(size)\(entry.byteCount) bytes\n")
        }
    }
}
