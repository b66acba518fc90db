internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaDetect
internal import ArcaSystem

/// `arca decode --lines`: decodes each line separately; lines that cannot be decoded stay unchanged.
struct LineDecoding {
    private let file: BytePath?
    private let limit: Int
    /// The result of decoding one line, without the line ending.
    enum Outcome {
        case decoded([UInt8])
        case failed
        /// Not attempted, because earlier lines used up the file's work budget.
        case notTried
    }

    private let decode: ([UInt8]) -> Outcome

    init(file: BytePath?, limit: Int, decode: @escaping ([UInt8]) -> Outcome) {
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
        self.init(file: run.file, limit: LayerFinder.Limits.standard.inputByteCount) { [recipe] in
            recipe.replay($0).map(Outcome.decoded) ?? .failed
        }
    }

    /// Reports the number of lines that cannot be decoded, and throws status 7 if there are any.
    func run(to output: OutputOptions) throws {
        var input = try InputFile.open(file)
        let bytes = try LayerDecoding.read(&input, limit: limit, for: "--lines")
        var text: [UInt8] = []
        var (lineCount, failureCount, firstFailure) = (0, 0, 0)
        var (untriedCount, firstUntried) = (0, 0)
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: .newline) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            lineCount += 1
            let hasReturn = line.last == .carriageReturn
            let content = [UInt8](hasReturn ? line.dropLast() : line)
            switch content.isEmpty ? .decoded([]) : decode(content) {
            case .notTried:
                text += line
                untriedCount += 1
                if untriedCount == 1 { firstUntried = lineCount }
            case .decoded(let bytes):
                guard let decoded = Self.line(bytes) else { fallthrough }
                text += decoded + (hasReturn ? [.carriageReturn] : [])
            case .failed:
                text += line
                failureCount += 1
                if failureCount == 1 { firstFailure = lineCount }
            }
            if end < bytes.endIndex { text.append(.newline) }
        }
        var target = try output.openScreened(isSecret: false, inputs: input.inputIdentities)
        try target.write(text)
        try target.commit()
        if failureCount > 0 {
            Messages.note(
                "\(failureCount) of \(Count.text(lineCount, "line")) could not be decoded, line \(firstFailure) first: they are as they were"
            )
        }
        if untriedCount > 0 {
            Messages.warning(
                "the limit of work was reached: \(Count.text(untriedCount, "line")) from line \(firstUntried) on are as they were"
            )
            Messages.hint("give codecs instead of auto, or split the file")
        }
        guard failureCount + untriedCount > 0 else { return }
        throw ExitStatus.notFound
    }

    /// Returns a single line of UTF-8 without its line end, or nil.
    private static func line(_ bytes: [UInt8]) -> [UInt8]? {
        var line = bytes
        if line.last == .newline { line.removeLast() }
        if line.last == .carriageReturn { line.removeLast() }
        guard !line.contains(.newline), !line.contains(.carriageReturn), String(validating: line, as: UTF8.self) != nil
        else {
            return nil
        }
        return line
    }
}
