internal import ArcaCore
internal import ArcaCompression
internal import ArcaSystem

struct CompressCommand: Command {
    static let name = "compress"
    static let summary = "compress a file or a short string"
    static let section = "Files"
    static let details = """
        gzip is what gzip and pigz read and write; all cores work on one file. The result depends only on the content, \
        the level and the header, not on the number of threads. The file's name and time are stored, as gzip does; \
        --no-name omits them, so that the same content always gives the same bytes.

        short is for strings of a few dozen bytes, which gzip would make longer. The result is at most one byte longer, \
        and about half as long for JSON, URLs, English and Chinese. --kind names the kind of string if it is detected \
        wrongly; --explain prints the size that each method gives.

        Compressed data is not protected against deliberate changes. Compress before you encrypt, but never compress \
        secrets together with text that others choose: the size would reveal parts of the secrets.
        """
    static let examples = [
        Example("arca compress -o notes.txt.gz notes.txt", "what gzip -c writes, on all cores"),
        Example("arca compress -9 --format zlib --text base64 notes.txt", "a zlib stream as text"),
        Example(
            "printf %s '{\"id\":7,\"name\":\"Ann\"}' | arca compress --format short --text base64url", "a short string"),
        Example("arca compress --format short --explain notes.txt", "compare the methods"),
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
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to compress; standard input if - or omitted")
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "compression format")
        Parameter.option(
            "--level", value: "N", set: \.level, in: 0...9, help: "0 stores, 1 is fastest, 9 compresses best"
        )
        .defaulting(to: "6").excludes("--format=short")
        Parameter.flag("-1", "--fast", set: \.level, to: 1, help: "as --level 1; so -2 to -8")
            .excludes("--level", "--format=short")
        for number in 2...8 {
            Parameter.flag("-\(number)", set: \.level, to: number, help: "as --level \(number)")
                .excludes("--level", "--format=short").hidden()
        }
        Parameter.flag("-9", "--best", set: \.level, to: 9, help: "as --level 9")
            .excludes("--level", "--format=short")
        Parameter.flag("-n", "--no-name", set: \.hasNoName, help: "store neither name nor time of the file")
        Parameter.option("--threads", value: "N", set: \.threads, in: 1...256, help: "cores to use")
            .defaulting(to: "all").excludes("--format=short")
        Parameter.option("--kind", value: "KIND", set: \.kind, help: "kind of a short string; detected if omitted")
            .requires("--format=short")
        Parameter.flag("--explain", set: \.isExplained, help: "print the size that each method gives, write nothing")
            .requires("--format=short").excludes("--kind", "--output", "--text")
        Parameter.group(\.text)
        Parameter.option(
            "-w", "--wrap", value: "N", set: \.wrap, in: 0...65536, help: "break the text into lines of N characters"
        ).requires("--text")
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.json.requires("--explain")
    }

    consuming func run(in context: CommandContext) throws {
        let encoder = try text.encoding(wrap: wrap)
        try refuseFolder()
        var input = try InputFile.open(file)
        if isExplained {
            return try ShortStringReport(try input.readAll(limit: Self.shortLimit)).print(isJSON: context.wantsJSON)
        }
        let target = try output.open(
            text.isWanted ? .text : .binary, inputs: input.inputIdentities, hint: "--text base64")
        let isShown = target.isTerminal
        let line = progress.start(input.byteCount, isOutputShown: isShown)
        var writer = StagedWriter(encoder, target)
        if let format = format.format {
            let header = header(of: input)
            try ParallelDeflate.compress(
                ProgressReader(input, line), into: &writer, format: format,
                level: try level.map { level in try CompressionLevel(level) } ?? .standard, header: header,
                workers: threads ?? Workers.coreCount)
        } else {
            try writer.write(ShortString.compress(try input.readAll(limit: Self.shortLimit), kind: kind))
        }
        var written = try writer.finish()
        if isShown, text.isWanted { try written.write([.newline]) }
        try written.commit()
        line.finish()
    }

    private func refuseFolder() throws {
        guard let file, (try? FileInfo(file))?.kind == .folder else { return }
        throw SystemError(.isDirectory, "cannot open \(file): is a directory").withHint(
            "run: tar -c \(file) | arca compress -o \(file).tar.gz")
    }

    /// Maximum length of a short string in bytes; it is compressed as a whole.
    static let shortLimit = 1 << 20

    /// The header with the name and time of a file; a pipe has neither.
    private func header(of input: borrowing FileReader) -> GzipHeader {
        guard !hasNoName, let file, !file.isDash, input.info.kind == .regular else {
            return GzipHeader(operatingSystem: GzipHeader.unix)
        }
        return GzipHeader(
            name: file.name.bytes, modificationTime: UInt32(exactly: input.info.modified) ?? 0,
            operatingSystem: GzipHeader.unix)
    }
}

enum CompressionFormatName: String, CaseIterable, ArgumentValue {
    case gzip, zlib, deflate, short

    /// The library's format; nil for short strings, which are not streams.
    var format: CompressionFormat? {
        switch self {
        case .gzip: .gzip
        case .zlib: .zlib
        case .deflate: .deflate
        case .short: nil
        }
    }
}

extension ShortStringKind: ArgumentValue {}
