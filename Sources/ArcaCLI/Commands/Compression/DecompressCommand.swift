internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaSystem

/// `arca decompress`: what gzip, zlib and others have compressed, told by itself.
struct DecompressCommand: Command {
    static let name = "decompress"
    static let summary = "decompress a file; the format is told by itself"
    static let section = "Files"
    static let details = """
        gzip files may have several members, as 'cat a.gz b.gz' makes them. Damaged and truncated data end with status 4, \
        data that was never compressed and anything behind its end with status 5; --allow-trailing ignores what follows.

        A small file can inflate to a thousand times its size. Without options the limit is 1 GiB, and 250 to 1 beyond \
        the first 16 MiB; --max-size and --max-ratio set others, 0 none.

        With -o nothing is written unless all of the input is good. In a pipe, what was inflated before an error may have \
        been written.
        """
    static let examples = [
        Example("gzip -c notes.txt | arca decompress", "from a pipe"),
        Example("gzip -c photo.jpg | arca decompress --max-size 5000 -o photo.jpg", "no more than 5,000 bytes"),
        Example("gzip -c notes.txt | base64 | arca decompress --text base64", "compressed data that is text"),
        Example("gzip -c notes.txt | arca decompress --list", "format, sizes, name and time"),
    ]

    var format: CompressionFormatName?
    var maximumSize: Int?
    var maximumRatio: Int?
    var allowsTrailing = false
    var isList = false
    var text = TextForm()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var json = JSONOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to decompress; - or none for standard input")
        Parameter.option(
            "-f", "--format", value: "FORMAT", set: \.format, help: "take this format and no other")
        Parameter.option(
            "--max-size", value: "BYTES", set: \.maximumSize, in: 0...Int.max,
            help: "most bytes that may come out; 0 for any number"
        )
        .defaulting(to: "1073741824")
        Parameter.option(
            "--max-ratio", value: "N", set: \.maximumRatio, in: 0...2000,
            help: "most bytes out for one in, beyond the first 16 MiB; 0 for any number"
        )
        .defaulting(to: "250")
        Parameter.flag("--allow-trailing", set: \.allowsTrailing, help: "ignore what follows the compressed data")
        Parameter.flag("--list", set: \.isList, help: "inflate to nowhere and print what is in the file")
        Parameter.group(\.text)
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        if json.isWanted, !isList {
            throw UsageError(.conflict, "--json is for --list", hint: "decompressed bytes have no report")
        }
        if isList, output.file != nil {
            throw UsageError(.conflict, "-o does not go with --list", hint: "the list goes to standard output")
        }
        if format == .short, allowsTrailing {
            throw UsageError(
                .conflict, "--allow-trailing does not apply to short strings", hint: "they have no end of their own")
        }
        let stream = DecompressStream(format, limits: limits, allowsTrailing: allowsTrailing)
        let steps = try text.decoding() + [("decompress", stream)]
        var input = try InputFile.open(file)
        if isList {
            let line = progress.start(input.byteCount)
            try pump(&input, steps, stream, line) { _ in }
            line.finish()
            return try CompressionReport(stream).print(isJSON: json.isWanted)
        }
        var target = try output.open(.text, inputs: input.inputIdentities)
        let line = progress.start(input.byteCount, isOutputShown: target.isTerminal)
        try pump(&input, steps, stream, line) { try target.write($0) }
        try target.commit()
        line.finish()
    }

    /// The library's limits, or what the options say; 0 lifts one.
    private var limits: InflateLimits {
        var limits = InflateLimits.standard
        if let maximumSize { limits.maximumByteCount = maximumSize == 0 ? nil : maximumSize }
        if let maximumRatio { limits.maximumRatio = maximumRatio == 0 ? nil : maximumRatio }
        return limits
    }

    private func pump(
        _ input: inout FileReader, _ steps: [CodecChain.Step], _ last: DecompressStream,
        _ line: ProgressLine, _ output: (Span<UInt8>) throws -> Void
    ) throws {
        let name = input.name
        do {
            try CodecChain.pump(&input, through: steps, line, to: output)
        } catch let failure as CodecFailure {
            let own = (failure.cause as? CompressionError).flatMap { hint(for: $0, last) }
            throw failure.report(name, hint: own ?? failure.cause.hint)
        }
    }

    private func hint(for error: CompressionError, _ stream: DecompressStream) -> String? {
        switch error.code {
        // The limits of short strings are fixed, and they end with the file.
        case .limitExceeded where stream.isShort && maximumSize == nil: nil
        case .trailingData where stream.isShort: nil
        case .limitExceeded: "--max-size and --max-ratio set other limits, if you trust the file"
        case .trailingData: "--allow-trailing ignores it"
        case .notCompressed: "'arca decode auto' finds out what it is"
        case .truncated: "some of the file is missing: was it copied as a whole?"
        default: nil
        }
    }
}
