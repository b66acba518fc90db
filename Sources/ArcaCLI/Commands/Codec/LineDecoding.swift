internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaInspect
internal import ArcaSystem

/// `arca decode --lines`: decodes each line separately; lines that cannot be decoded stay unchanged.
struct LineDecoding {
    private let file: BytePath?
    private let limit: Int
    /// Decodes a line without its line end; returns nil on failure.
    private let decode: ([UInt8]) -> [UInt8]?

    init(file: BytePath?, limit: Int, decode: @escaping ([UInt8]) -> [UInt8]?) {
        self.file = file
        self.limit = limit
        self.decode = decode
    }

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

    /// Reports the number of lines that cannot be decoded, and throws status 7 if there are any.
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

    /// Returns a single line of UTF-8 without its line end, or nil.
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
