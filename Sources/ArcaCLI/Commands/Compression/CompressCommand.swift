internal import ArcaCompression
internal import ArcaSystem

/// `arca compress`: gzip, zlib, bare deflate.
struct CompressCommand: Command {
    static let name = "compress"
    static let summary = "compress a file: gzip, zlib, deflate"
    static let section = "Files"
    static let details = """
        gzip is what gzip and pigz write and read; all cores work on one file. The result depends on the content, the \
        level and the header alone, not on the number of threads. The file's name and time are stored as gzip does; \
        --no-name leaves them out, so that the same content always gives the same bytes.

        Nothing protects compressed data against change on purpose. Compress before you encrypt, but never secrets \
        together with text that others choose: the size then tells them what the secrets are like.
        """
    static let examples = [
        Example("arca compress -o notes.txt.gz notes.txt", "what gzip -c writes, on all cores"),
        Example("arca compress --level 9 --format zlib --text base64 notes.txt", "a zlib stream as text"),
        Example("tar -c folder | arca compress -o folder.tar.gz", "from a pipe"),
    ]

    var format = CompressionFormatName.gzip
    var level = 6
    var hasNoName = false
    var threads: Int?
    var text = TextForm()
    var wrap: Int?
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: FilePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to compress; - or none for standard input")
        Parameter.option("-f", "--format", value: "FORMAT", set: \.format, help: "how the data is wrapped")
        Parameter.option(
            "-l", "--level", value: "N", set: \.level, in: 0...9, help: "0 stores, 1 is fastest, 9 gives the least")
        Parameter.flag("-n", "--no-name", set: \.hasNoName, help: "store neither name nor time of the file")
        Parameter.option("--threads", value: "N", set: \.threads, in: 1...256, help: "cores to use; all unless given")
        Parameter.group(\.text)
        Parameter.option(
            "--wrap", value: "N", set: \.wrap, in: 0...65536, help: "break the text into lines of N characters")
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        guard wrap == nil || text.isWanted else {
            throw UsageError(.conflict, "--wrap goes with --text", hint: "add --text base64")
        }
        let stages = try text.encoding(wrap: wrap)
        let input = try InputFile.open(file)
        let target = try output.open(
            text.isWanted ? .text : .binary, inputs: input.inputIdentities, hint: "--text base64")
        let isShown = target.isTerminal
        let header = header(of: input)
        let line = progress.start(input.byteCount, isOutputShown: isShown)
        var writer = StagedWriter(stages, target)
        try ParallelDeflate.compress(
            ProgressReader(input, line), into: &writer, format: format.format, level: CompressionLevel(level),
            header: header, workers: threads ?? Workers.coreCount)
        var written = try writer.finish()
        if isShown, text.isWanted { try written.write([0x0a]) }
        try written.commit()
        line.finish()
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
