internal import ArcaCore
internal import ArcaImages
internal import ArcaSystem

struct ImageStripCommand: Command {
    static let name = "strip"
    static let summary = "remove camera data, location, texts and other metadata from an image"
    static let details = """
        Supports JPEG, PNG and WebP. Pixels are copied, not re-encoded. What was removed is reported on standard error, or \
        with --json on standard output. The orientation is kept, and nothing else of Exif; color profiles are kept, \
        because colors would change without them.

        --gps removes only the position: what Exif says of it, XMP if it may have it, and data after the image. Names of \
        places in captions stay.

        --in-place replaces each file in full or not at all; a file without metadata is not touched. With -o FOLDER \
        the results of several files go there under their names, and nothing is overwritten. A file that cannot be \
        read does not stop the others.
        """
    static let examples = [
        Example("arca image strip -o clean.png beach.png", "report what was removed"),
        Example("arca image strip --gps -o clean.png beach.png", "remove only where it was taken"),
        Example("arca image strip --in-place beach.png", "replace the file"),
        Example("arca image strip -o folder *.png", "the results of several files, to a folder", isRun: false),
    ]

    var isPositionOnly = false
    var isInPlace = false
    var removesOrientation = false
    var removesProfile = false
    var output = OutputOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands(
            "FILE", append: \.files,
            help: "the image; standard input if omitted; any number with --in-place or -o FOLDER")
        Parameter.flag("--gps", set: \.isPositionOnly, help: "remove only the position")
        Parameter.flag(
            "--remove-orientation", set: \.removesOrientation,
            help: "remove the orientation too: portraits will then be shown sideways"
        ).excludes("--gps")
        Parameter.flag("--color-profile", set: \.removesProfile, help: "remove color profiles too").excludes("--gps")
        Parameter.json.requires("--output", "--in-place").excludes("--output=-")
        Parameter.flag("--in-place", set: \.isInPlace, help: "replace each FILE").excludes("--output")
            .requires("FILE")
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        let stripper = ImageStripper(
            keepsOrientation: !removesOrientation, removesColorProfile: removesProfile,
            removesPositionOnly: isPositionOnly)
        if isInPlace || Self.isFolder(output.file) { return try stripFiles(stripper, in: context) }
        guard files.count <= 1 else {
            throw UsageError(
                .conflict, "several files need a place for each result",
                hint: "give --in-place, or -o FOLDER that exists")
        }
        var reader = try InputFile.open(files.first)
        let identities = reader.inputIdentities
        let result = try Self.strip(&reader, stripper)
        var target = try output.open(.binary, inputs: identities)
        try target.write(result.bytes)
        try target.commit()
        if context.wantsJSON { return try JSONReport.print(Self.members(result)) }
        Self.explain(result, name: nil)
    }

    private static func isFolder(_ path: BytePath?) -> Bool { path.flatMap { try? FileInfo($0).kind } == .folder }

    private borrowing func stripFiles(_ stripper: ImageStripper, in context: CommandContext) throws {
        var batch = FileBatch(Self.self, in: context)
        var reports: [JSONValue] = []
        for path in files {
            try batch.run(path) {
                guard !path.isDash else {
                    throw UsageError(.conflict, "standard input has no name for the result", hint: "give a file")
                }
                var reader = try FileReader(path)
                let result = try Self.strip(&reader, stripper)
                if let folder = output.file {
                    try Self.write(result.bytes, to: AtomicFile(new: folder.appending(path.name)))
                } else if !result.removed.isEmpty {
                    try Self.write(result.bytes, to: AtomicFile(path))
                }
                guard context.wantsJSON else { return Self.explain(result, name: path.description) }
                var object = JSONObject()
                for (name, value) in [("path", .string(path.description))] + Self.members(result) {
                    object[name] = value
                }
                reports.append(.object(object))
            }
        }
        if context.wantsJSON { try JSONReport.print([("files", .array(reports))]) }
        try batch.finish("stripped")
    }

    private static func write(_ bytes: [UInt8], to target: consuming AtomicFile) throws {
        try target.write(bytes)
        try target.commit()
    }

    private static func strip(
        _ reader: inout FileReader, _ stripper: ImageStripper
    ) throws -> ImageStripper.Result {
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        return try naming(reader.name) { try stripper.strip(bytes) }
    }

    private static func members(_ result: ImageStripper.Result) -> [(String, JSONValue)] {
        [
            ("removed", .array(result.removed.map(ImageReport.json(of:)))),
            ("lostOrientation", result.lostOrientation.map { .integer($0) } ?? .null),
            ("byteCount", .integer(result.bytes.count)),
        ]
    }

    private static func explain(_ result: ImageStripper.Result, name: String?) {
        let prefix = name.map { "\($0): " } ?? ""
        for metadata in result.removed { Messages.note("\(prefix)removed \(metadata.description)") }
        if result.removed.isEmpty { Messages.note("\(prefix)no metadata to remove") }
        if let orientation = result.lostOrientation {
            Messages.hint(
                "the image was rotated by Exif (orientation \(orientation)): omit --remove-orientation to keep that")
        }
    }
}
