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
        """
    static let examples = [
        Example("arca image info beach.png", "size, colour, metadata, findings"),
        Example("arca image info --json beach.png", "the same for programs"),
    ]

    var isCheck = false
    var json = JSONOptions()
    var files: [FilePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "images or salted strings; standard input when none")
        Parameter.flag("--check", set: \.isCheck, help: "end with status 1 when anything at all is found")
        Parameter.group(\.json)
    }

    consuming func run() throws {
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

    private borrowing func read(_ file: FilePath?) throws -> ImageReport {
        var reader = try InputFile.open(file)
        let name = reader.name
        let bytes = try reader.readAll(limit: 2 * SaltedImage.largestByteCount)
        return try ImageInput.naming(name) {
            let beginning = String(decoding: bytes.prefix(128), as: UTF8.self)
            if SaltedImage.recognises(beginning) {
                let (envelope, text) = try SaltedImage.header(of: String(decoding: bytes, as: UTF8.self))
                return ImageReport(name: name, content: .string(envelope, text))
            }
            let fileName = file?.isDash ?? true ? nil : String(decoding: file?.bytes ?? [], as: UTF8.self)
            return ImageReport(name: name, content: .image(try ImageInfo(of: bytes, fileName: fileName)))
        }
    }
}
