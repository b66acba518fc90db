internal import ArcaCodecs
internal import ArcaImages
internal import ArcaSystem

/// `arca image strip`: an image without its metadata.
struct ImageStripCommand: Command {
    static let name = "strip"
    static let summary = "remove camera, position, texts and the like from an image"
    static let details = """
        Takes JPEG, PNG and WebP. Pixels are copied, not coded again. What was removed is said on standard error, or with \
        --json on standard output, which needs -o. Colour profiles stay, because colours would change without them.
        """
    static let examples = [
        Example("arca image strip -o clean.png beach.png", "say what was removed"),
        Example("arca image strip --keep-orientation -o clean.png beach.png", "keep how the camera was held"),
    ]

    var keepsOrientation = false
    var removesProfile = false
    var json = JSONOptions()
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the image; standard input when none")
        Parameter.flag(
            "--keep-orientation", set: \.keepsOrientation,
            help: "keep how the picture is turned, and nothing else of Exif")
        Parameter.flag("--colour-profile", set: \.removesProfile, help: "remove colour profiles too")
        Parameter.group(\.json)
        Parameter.group(\.output)
    }

    consuming func run() throws {
        if json.isWanted, output.file?.isDash ?? true {
            throw UsageError(.conflict, "--json and the image cannot both go to standard output", hint: "use -o FILE")
        }
        var reader = try InputFile.open(file)
        let identities = reader.inputIdentities
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        let stripper = ImageStripper(keepsOrientation: keepsOrientation, removesColourProfile: removesProfile)
        let result = try ImageInput.naming(reader.name) { try stripper.strip(bytes) }
        var target = try output.open(.binary, inputs: identities)
        try target.write(result.bytes)
        try target.commit()
        if json.isWanted {
            try JSONOptions.print(
                schema: 1,
                [
                    ("removed", .array(result.removed.map(ImageReport.json(of:)))),
                    ("lostOrientation", result.lostOrientation.map { .integer($0) } ?? .null),
                    ("byteCount", .integer(result.bytes.count)),
                ])
            return
        }
        for metadata in result.removed { Messages.note("removed \(metadata.description)") }
        if result.removed.isEmpty { Messages.note("there was nothing to remove") }
        if let orientation = result.lostOrientation {
            Messages.hint("the picture was turned by Exif (orientation \(orientation)): --keep-orientation keeps that")
        }
    }
}
