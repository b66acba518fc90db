internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaSystem

/// `arca compress`: gzip, zlib, bare deflate, short strings.
struct CompressCommand: Command {
    static let name = "compress"
    static let summary = "compress a file or a short string"
    static let section = "Files"
    static let details = """
        gzip is what gzip and pigz write and read; all cores work on one file. The result depends on the content, the \
        level and the header alone, not on the number of threads. The file's name and time are stored as gzip does; \
        --no-name leaves them out, so that the same content always gives the same bytes.

        short is for strings of some dozen bytes, which gzip would make longer: never more than one byte more, and about \
        half for JSON, URLs, English and Chinese. --kind says what the string is made of where the guess is wrong, \
        --explain prints what each method would make of it.

        Nothing protects compressed data against change on purpose. Compress before you encrypt, but never secrets \
        together with text that others choose: the size then tells them what the secrets are like.
        """
    static let examples = [
        Example("arca compress -o notes.txt.gz notes.txt", "what gzip -c writes, on all cores"),
        Example("arca compress --level 9 --format zlib --text base64 notes.txt", "a zlib stream as text"),
        Example("printf %s '{\"id\":7,\"name\":\"Ann\"}' | arca compress -f short --text base64url", "a short string"),
        Example("arca compress -f short --explain notes.txt", "compare the methods"),
        Example("tar -c folder | arca compress -o folder.tar.gz", "from a pipe"),
    ]

    var format = CompressionFormatName.gzip
    var level: Int?
    var hasNoName = false
    var threads: Int?
    var kind: ShortStringKind?
    var isExplained = false
    var text = TextForm()
    var wrap: Int?
    var output = OutputOptions()
    var progress = ProgressOptions()
    var json = JSONOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to compress; - or none for standard input")
        Parameter.option("-f", "--format", value: "FORMAT", set: \.format, help: "how the data is wrapped")
        Parameter.option(
            "-l", "--level", value: "N", set: \.level, in: 0...9, help: "0 stores, 1 is fastest, 9 gives the least"
        )
        .defaulting(to: "6")
        Parameter.flag("-n", "--no-name", set: \.hasNoName, help: "store neither name nor time of the file")
        Parameter.option("--threads", value: "N", set: \.threads, in: 1...256, help: "cores to use; all unless given")
        Parameter.option(
            "--kind", value: "KIND", set: \.kind, help: "what a short string is made of; guessed unless given")
        Parameter.flag("--explain", set: \.isExplained, help: "print what each method makes of a short string")
        Parameter.group(\.text)
        Parameter.option(
            "--wrap", value: "N", set: \.wrap, in: 0...65536, help: "break the text into lines of N characters")
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        try validate()
        let encoder = try text.encoding(wrap: wrap)
        var input = try InputFile.open(file)
        if isExplained {
            return try ShortStringReport(try input.readAll(limit: Self.shortLimit)).print(isJSON: json.isWanted)
        }
        let target = try output.open(
            text.isWanted ? .text : .binary, inputs: input.inputIdentities, hint: "--text base64")
        let isShown = target.isTerminal
        let line = progress.start(input.byteCount, isOutputShown: isShown)
        var writer = StagedWriter(encoder, target)
        if let format = format.format {
            let header = header(of: input)
            try ParallelDeflate.compress(
                ProgressReader(input, line), into: &writer, format: format, level: CompressionLevel(level ?? 6),
                header: header, workers: threads ?? Workers.coreCount)
        } else {
            try writer.write(ShortString.compress(try input.readAll(limit: Self.shortLimit), kind: kind))
        }
        var written = try writer.finish()
        if isShown, text.isWanted { try written.write([0x0a]) }
        try written.commit()
        line.finish()
    }

    /// The most bytes of a short string here: it is compressed as a whole.
    static let shortLimit = 1 << 20

    private func validate() throws(UsageError) {
        guard wrap == nil || text.isWanted else {
            throw UsageError(.conflict, "--wrap goes with --text", hint: "add --text base64")
        }
        if format == .short {
            for (name, isGiven) in [("--level", level != nil), ("--threads", threads != nil)] where isGiven {
                throw UsageError(.conflict, "\(name) does not apply to short strings", hint: "drop it")
            }
        } else if kind != nil || isExplained {
            let name = kind != nil ? "--kind" : "--explain"
            throw UsageError(.conflict, "\(name) is for short strings", hint: "add --format short")
        }
        if json.isWanted, !isExplained {
            throw UsageError(.conflict, "--json is for --explain", hint: "compressed data has no report")
        }
        if isExplained, kind != nil {
            throw UsageError(.conflict, "--explain tries all kinds", hint: "drop --kind")
        }
        if isExplained, output.file != nil || text.isWanted {
            throw UsageError(.conflict, "--explain only prints a table", hint: "leave -o and --text away")
        }
    }

    /// Name and time of a file; nothing of a pipe.
    private func header(of input: borrowing FileReader) -> GzipHeader {
        guard !hasNoName, let file, !file.isDash, input.info.kind == .regular else {
            return GzipHeader(operatingSystem: GzipHeader.unix)
        }
        return GzipHeader(
            name: file.name.bytes, modificationTime: UInt32(exactly: input.info.modified) ?? 0,
            operatingSystem: GzipHeader.unix)
    }
}
