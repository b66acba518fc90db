internal import ArcaCore
internal import ArcaImages
internal import ArcaInspect
internal import ArcaSystem

struct ImageInspectCommand: Command {
    static let name = "inspect"
    static let summary = "show all texts in an image's metadata, and the data after the image"
    static let details = """
        Shows what 'info' does, every text of the metadata in full (PNG text chunks, comments, Exif, XMP, IPTC), and what \
        the data after the end of the image is; 'split' writes that data to a file. Pixels are not decoded. The exit \
        status is 4 for a damaged image.
        """
    static let examples = [
        Example("arca image inspect beach.png", "texts and trailing data"),
        Example("arca image inspect --json beach.png", "the same as JSON, texts in full"),
    ]

    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "images; standard input if omitted")
        Parameter.json
    }

    private struct Report {
        let report: ImageReport
        let texts: [MetadataText]
        /// The data after the image.
        let trailing: (offset: Int, byteCount: Int, inspection: Inspection)?
    }

    consuming func run(in context: CommandContext) throws {
        var batch = FileBatch(Self.self, in: context)
        var objects: [JSONValue] = []
        var isDamaged = false
        for file in files.isEmpty ? ["-"] : files {
            try batch.run(file) {
                let found = try Self.read(file)
                isDamaged = isDamaged || found.report.isDamaged
                if context.wantsJSON {
                    objects.append(Self.json(found))
                } else {
                    try Messages.print(Self.text(found))
                    if found.trailing != nil {
                        Messages.hint(
                            "run 'arca image split -o DATA \(file)' to write the data after the image to a file")
                    }
                }
            }
        }
        if context.wantsJSON { try JSONReport.print([("files", .array(objects))]) }
        try batch.finish("inspected")
        if isDamaged { throw ExitStatus.tampered }
    }

    private static func read(_ file: BytePath) throws -> Report {
        var reader = try InputFile.open(file)
        let name = reader.name
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        return try naming(name) {
            let info = try ImageInfo(
                of: bytes, fileName: file.isDash ? nil : String(decoding: file.bytes, as: UTF8.self))
            let rest = bytes[info.imageByteCount...]
            return Report(
                report: ImageReport(name: name, content: .image(info)), texts: try MetadataText.all(in: bytes),
                trailing: rest.isEmpty ? nil : (info.imageByteCount, rest.count, ImageSplitCommand.inspect(rest)))
        }
    }

    // MARK: Output

    private static let shownLineCount = 60

    private static func text(_ found: Report) -> String {
        var text = found.report.text
        for entry in found.texts {
            let language = entry.language.map { ", \($0)" } ?? ""
            text += "  text: \(shown(entry.name)) (\(entry.kind.rawValue) at \(entry.offset)\(shown(language))):"
            let lines = (entry.text ?? "(damaged)").split(omittingEmptySubsequences: false) { $0.isNewline }
            if lines.count == 1 {
                text += " \(shown(lines[0]))\n"
            } else {
                text += "\n" + lines.prefix(shownLineCount).map { "    \(shown($0))\n" }.joined()
                if lines.count > shownLineCount {
                    text += "    … \(Count.text(lines.count - shownLineCount, "more line")); --json has all\n"
                }
            }
        }
        guard let trailing = found.trailing else { return text }
        let title = "  after the image, at offset \(trailing.offset)"
        return text
            + InspectionText.lines(trailing.inspection, file: title, byteCount: trailing.byteCount)
            .replacing("\n  ", with: "\n    ")
    }

    private static func shown(_ text: some StringProtocol) -> String { String(printable: Array(text.utf8)) }

    private static func json(_ found: Report) -> JSONValue {
        guard case .object(var object) = found.report.json else { return .null }
        object["texts"] = .array(
            found.texts.map { entry in
                [
                    "kind": .string(entry.kind.rawValue), "name": .string(entry.name),
                    "language": entry.language.map { .string($0) } ?? .null, "offset": .integer(entry.offset),
                    "text": entry.text.map { .string($0) } ?? .null,
                ]
            })
        object["trailing"] =
            found.trailing.map { trailing in
                [
                    "offset": .integer(trailing.offset), "byteCount": .integer(trailing.byteCount),
                    "kind": .string(trailing.inspection.identifier), "name": .string(trailing.inspection.name),
                ]
            } ?? .null
        return .object(object)
    }
}
