internal import ArcaCore
internal import ArcaImages
internal import ArcaSystem

struct ImageInfoCommand: Command {
    static let name = "info"
    static let summary = "show type, size, metadata and defects of images and salted strings"
    static let details = """
        Pixels are not decoded, and no secret is needed. The exit status is 4 for damage (a truncated file, a wrong \
        checksum). Other findings, such as a wrong file extension or data after the image, give 0, or 1 with --check.

        --store lists the images in a folder, which needs its secret.
        """
    static let examples = [
        Example("arca image info beach.png", "size, color, metadata and findings"),
        Example("arca image info --json beach.png", "the same as JSON"),
    ]

    var isCheck = false
    var store: BytePath?
    var secret = ImageSecretOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "images or salted strings; standard input if omitted")
        Parameter.flag("--check", set: \.isCheck, help: "exit with 1 if anything is found")
        Parameter.option("--store", value: "FOLDER", set: \.store, help: "list the images in a folder with an index")
            .excludes("--check", "FILE")
        Parameter.group(\.secret).requires("--store")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        if let store { return try list(store, in: context) }
        let failure = FirstFailure()
        var reports: [ImageReport] = []
        for file in files.isEmpty ? [nil] : files.map(Optional.some) {
            let report: ImageReport
            do {
                report = try read(file)
            } catch {
                let isUnknown = (error as? ImageError)?.code == .unknownKind
                let hint = isUnknown ? "run 'arca inspect' to see what it is" : nil
                failure.note(ExitStatus.reporting(error.withHint(hint), in: context))
                continue
            }
            if !context.wantsJSON { try Messages.print(report.text) }
            if report.isDamaged { failure.note(.tampered) }
            if isCheck, report.hasFindings { failure.note(.mismatch) }
            reports.append(report)
        }
        if context.wantsJSON { try JSONReport.print([("files", .array(reports.map(\.json)))]) }
        if let status = failure.status { throw status }
    }

    private borrowing func read(_ file: BytePath?) throws -> ImageReport {
        var reader = try InputFile.open(file)
        let name = reader.name
        let bytes = try reader.readAll(limit: 2 * SaltedImage.largestByteCount)
        return try naming(name) {
            let beginning = String(decoding: bytes.prefix(128), as: UTF8.self)
            if SaltedStringParts.recognizes(beginning) || SaltedImage.recognizes(beginning) {
                let string = try ImageUnpackCommand.joined(String(decoding: bytes, as: UTF8.self))
                let (envelope, text) = try SaltedImage.header(of: string)
                // An unencrypted string can be checked completely.
                if envelope.mode == .salted { _ = try SaltedImage.unpack(string) }
                return ImageReport(name: name, content: .string(envelope, text))
            }
            let fileName = file?.isDash ?? true ? nil : String(decoding: file?.bytes ?? [], as: UTF8.self)
            return ImageReport(name: name, content: .image(try ImageInfo(of: bytes, fileName: fileName)))
        }
    }

    private borrowing func list(_ folder: BytePath, in context: CommandContext) throws {
        let entries = try ImageStore(folder, secret: try secret.secret(toOpen: folder, in: context)).entries()
        if context.wantsJSON {
            return try JSONReport.print([("images", .array(entries.map(ImageReport.json(of:))))])
        }
        for entry in entries {
            let size =
                if let width = entry.width, let height = entry.height { "\(width) x \(height) pixels, " } else { "" }
            let type = String(printable: Array(entry.mediaType.utf8))
            try Messages.print(
                "\(String(printable: Array(entry.name.utf8))): \(type), \(size)\(Count.text(entry.byteCount, "byte"))\n"
            )
        }
    }
}
