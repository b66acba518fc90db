internal import ArcaCore
internal import ArcaCompression
internal import ArcaSystem

struct DecompressCommand: Command {
    static let name = "decompress"
    static let summary = "decompress a file; the format is detected"
    static let section = "Files"
    static let details = """
        gzip files may have several members, as 'cat a.gz b.gz' makes them; so may bzip2 and xz files. These two formats \
        load libbz2 and liblzma, and xz files may need up to 72 MiB of memory, enough for 'xz -9'.

        The exit status is 4 for damaged or truncated \
        data, and 5 for data that is not compressed or has bytes after its end; --allow-trailing ignores those.

        A small file can decompress to a thousand times its size. The limits are 1 GiB, and 250 to 1 beyond the first \
        16 MiB; --max-size and --max-ratio set others, 0 removes them.

        With -o nothing is written unless all of the input is valid. In a pipe, data before an error may have been \
        written.
        """
    static let examples = [
        Example("gzip -c notes.txt | arca decompress", "from a pipe"),
        Example("gzip -c photo.jpg | arca decompress --max-size 5000 -o photo.jpg", "no more than 5,000 bytes"),
        Example("gzip -c notes.txt | base64 | arca decompress --text base64", "compressed data that is text"),
        Example("gzip -c notes.txt | arca decompress --list", "format, sizes, name and time"),
    ]

    var format: DecompressionFormatName?
    var maximumSize: Int?
    var maximumRatio: Int?
    var allowsTrailing = false
    var isList = false
    var text = TextForm()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to decompress; standard input if - or omitted")
        Parameter.option(
            "--format", value: "FORMAT", set: \.format, help: "expect this format; detected if omitted")
        Parameter.option(
            "--max-size", value: "BYTES", set: \.maximumSize, in: 0...Int.max,
            help: "maximum size of the result; 0 for no limit"
        )
        .defaulting(to: "1073741824")
        Parameter.option(
            "--max-ratio", value: "N", set: \.maximumRatio, in: 0...2000,
            help: "maximum output bytes per input byte, beyond the first 16 MiB; 0 for no limit"
        )
        .defaulting(to: "250")
        Parameter.flag("--allow-trailing", set: \.allowsTrailing, help: "ignore what follows the compressed data")
            .excludes("--format=short")
        Parameter.flag(
            "--list", set: \.isList, help: "decompress without writing, and print format, sizes, name and time"
        )
        .excludes("--output")
        Parameter.group(\.text)
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.json.requires("--list")
    }

    consuming func run(in context: CommandContext) throws {
        let stream = DecompressStream(format, limits: limits, allowsTrailing: allowsTrailing)
        let steps = try text.decoding() + [("decompress", stream)]
        var input = try InputFile.open(file)
        if isList {
            let line = progress.start(input.byteCount)
            try pump(&input, steps, last: stream, line: line) { _ in }
            line.finish()
            return try CompressionReport(stream).print(isJSON: context.wantsJSON)
        }
        var target = try output.openScreened(
            isSecret: false, inputs: input.inputIdentities, unpackHint: "| tar -x to unpack it")
        let line = progress.start(input.byteCount, isOutputShown: target.isTerminal)
        try pump(&input, steps, last: stream, line: line) { try target.write($0) }
        try target.commit()
        line.finish()
    }

    /// The default limits, overridden by the options; 0 lifts a limit.
    private var limits: InflateLimits {
        var limits = InflateLimits.standard
        if let maximumSize { limits.maximumByteCount = maximumSize == 0 ? nil : maximumSize }
        if let maximumRatio { limits.maximumRatio = maximumRatio == 0 ? nil : maximumRatio }
        return limits
    }

    private func pump(
        _ input: inout FileReader, _ steps: [CodecChain.Step], last: DecompressStream,
        line: ProgressLine, _ output: (Span<UInt8>) throws -> Void
    ) throws {
        let name = input.name
        do {
            try CodecChain.pump(&input, through: steps, line, to: output)
        } catch let failure as CodecFailure {
            // The limits of short strings are fixed, and a short string extends to the end of the file.
            let code = (failure.cause as? CompressionError)?.code
            let isFixed = last.isShort && (code == .trailingData || code == .limitExceeded && maximumSize == nil)
            let hint = isFixed ? nil : ErrorHints.hint(for: failure.cause, in: Self.self)
            throw failure.report(name, hint: hint ?? failure.cause.hint)
        }
    }
}
