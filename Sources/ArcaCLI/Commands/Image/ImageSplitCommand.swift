internal import ArcaCore
internal import ArcaImages
internal import ArcaInspect
internal import ArcaSystem

struct ImageSplitCommand: Command {
    static let name = "split"
    static let summary = "separate an image from the data that follows its end"
    static let details = """
        Writes the data after the end of the image, such as an appended archive, and with --image also the image without \
        it. Both are copied byte for byte. The exit status is 7 if nothing follows the image. 'arca image inspect' shows \
        what the data is.
        """
    static let examples = [
        Example("arca image split -o data.zip photo.jpg", "the data after the image", isRun: false),
        Example("arca image split -o data.zip --image clean.jpg photo.jpg", "both parts", isRun: false),
    ]

    var file: BytePath?
    var image: BytePath?
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the image; standard input if omitted")
        Parameter.option("--image", value: "FILE", set: \.image, help: "write the image without the data to FILE")
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        var reader = try InputFile.open(file)
        let (name, identities) = (reader.name, reader.inputIdentities)
        let bytes = try reader.readAll(limit: SaltedImage.largestByteCount)
        let info = try naming(name) { try ImageInfo(of: bytes) }
        let rest = bytes[info.imageByteCount...]
        guard !rest.isEmpty else {
            if let damage = info.findings.first(where: { $0.code.isDamage }) {
                throw ImageError(.malformed, "\(name): the image is damaged, so its end is unknown: \(damage)")
            }
            throw ImageError(.notFound, "\(name): no data follows the end of the image")
        }
        if let image {
            guard !image.isDash else {
                throw UsageError(.conflict, "--image needs a file", hint: "give a file name, not -")
            }
            var target = try OutputOptions(file: image).open(.binary, inputs: identities)
            try target.write(Array(bytes[..<info.imageByteCount]))
            try target.commit()
        }
        var target = try output.open(.binary, inputs: identities)
        try target.write(Array(rest))
        try target.commit()
        let inspection = Self.inspect(rest)
        if context.wantsJSON {
            return try JSONReport.print(
                written: output.file,
                [
                    ("offset", .integer(info.imageByteCount)), ("kind", .string(inspection.identifier)),
                    ("name", .string(inspection.name)),
                    ("image", image.map { .string($0.description) } ?? .null),
                ])
        }
        Messages.note("\(Count.text(rest.count, "byte")) at offset \(info.imageByteCount): \(inspection.name)")
    }

    static func inspect(_ rest: ArraySlice<UInt8>) -> Inspection {
        Inspector.inspect(InspectedData(rest.prefix(InspectedData.wantedByteCount), byteCount: rest.count))
    }
}
