internal import ArcaCodecs
internal import ArcaImages
internal import ArcaSystem

/// `arca image strip`: removes metadata from an image.
struct ImageStripCommand: Command {
    static let name = "strip"
    static let summary = "remove camera data, location, texts and other metadata from an image"
    static let details = """
        Supports JPEG, PNG and WebP. Pixels are copied, not re-encoded. What was removed is reported on standard error, or \
        with --json on standard output. The orientation is kept, and nothing else of Exif; color profiles are kept, \
        because colors would change without them.
        """
    static let examples = [
        Example("arca image strip -o clean.png beach.png", "report what was removed"),
        Example("arca image strip --remove-orientation -o clean.png beach.png", "remove the orientation too"),
    ]

    var removesOrientation = false
    var removesProfile = false
    var json = JSONOptions()
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the image; standard input when none")
        Parameter.flag(
            "--remove-orientation", set: \.removesOrientation,
            help: "remove the orientation too: portraits then lie on their side")
        Parameter.flag("--color-profile", set: \.removesProfile, help: "remove color profiles too")
        Parameter.group(\.json).requires("--output").excludes("--output=-")
        Parameter.group(\.output)
    }

    consuming func run() throws {
        var reader = try InputFile.open(file)
        let identities = reader.inputIdentities
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        let stripper = ImageStripper(keepsOrientation: !removesOrientation, removesColorProfile: removesProfile)
        let result = try naming(reader.name) { try stripper.strip(bytes) }
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
        if result.removed.isEmpty { Messages.note("no metadata to remove") }
        if let orientation = result.lostOrientation {
            Messages.hint(
                "the image was rotated by Exif (orientation \(orientation)): omit --remove-orientation to keep that")
        }
    }
}
