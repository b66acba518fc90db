internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaInspect
internal import ArcaSystem

/// `arca decode --lines`: each line of an input by itself; those that cannot be decoded stay as they are.
struct LineDecoding {
    /// The input; nil for standard input.
    private let file: BytePath?
    /// The longest input, in bytes.
    private let limit: Int
    /// What a line without its end decodes to; nil when it cannot be decoded.
    private let decode: ([UInt8]) -> [UInt8]?

    /// Makes a run of a function.
    init(file: BytePath?, limit: Int, decode: @escaping ([UInt8]) -> [UInt8]?) {
        self.file = file
        self.limit = limit
        self.decode = decode
    }

    /// Makes a run of codecs, after a check of their options.
    init(_ run: CodecRun) throws {
        _ = try run.streams(of: run.layers)
        guard run.layers.allSatisfy({ $0.direction == .decoding }) else {
            throw UsageError(
                .conflict, "--lines decodes, and the recipe encodes too", hint: "take these steps out of it")
        }
        var recipe = LayerFinder.Recipe(
            run.layers.map { layer in
                let step = layer.step
                var options = run.settings.options.restricted(to: step.codec, .decoding)
                for option in step.options.given { options[option] = step.options[option] }
                return Codec.Step(step.codec, options)
            })
        recipe.isCut = run.allowsCut
        let decode: ([UInt8]) -> [UInt8]? = { [recipe] in recipe.replay($0) }
        self.init(file: run.file, limit: LayerFinder.Limits.standard.inputByteCount, decode: decode)
    }

    /// Decodes all lines, writes them and says how many could not be decoded; then the status is 7.
    func run(to output: OutputOptions) throws {
        var input = try InputFile.open(file)
        let bytes = try LayerDecoding.read(&input, limit: limit, for: "--lines")
        var text: [UInt8] = []
        var (lineCount, failureCount, firstFailure) = (0, 0, 0)
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0a) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            lineCount += 1
            let hasReturn = line.last == 0x0d
            let content = [UInt8](hasReturn ? line.dropLast() : line)
            if content.isEmpty {
                text += line
            } else if let decoded = decode(content).flatMap(Self.line) {
                text += decoded + (hasReturn ? [0x0d] : [])
            } else {
                text += line
                failureCount += 1
                if failureCount == 1 { firstFailure = lineCount }
            }
            if end < bytes.endIndex { text.append(0x0a) }
        }
        var target = try output.openScreened(isSecret: false, inputs: input.inputIdentities)
        try target.write(text)
        try target.commit()
        guard failureCount > 0 else { return }
        Messages.note(
            "\(failureCount) of \(Count.text(lineCount, "line")) could not be decoded, line \(firstFailure) first: they are as they were"
        )
        throw ExitStatus.notFound
    }

    /// One line of text without its end; nil for several lines and for other bytes than UTF-8.
    private static func line(_ bytes: [UInt8]) -> [UInt8]? {
        var line = bytes
        if line.last == 0x0a { line.removeLast() }
        if line.last == 0x0d { line.removeLast() }
        guard !line.contains(0x0a), !line.contains(0x0d), String(validating: line, as: UTF8.self) != nil else {
            return nil
        }
        return line
    }
}
