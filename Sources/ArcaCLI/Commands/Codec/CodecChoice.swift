internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaDetect
internal import ArcaSystem

/// The direction of a command, as a type because command parameters are static.
protocol CodecDirection {
    static var value: Codec.Direction { get }
}

enum Encoding: CodecDirection {
    static let value = Codec.Direction.encoding
}

enum Decoding: CodecDirection {
    static let value = Codec.Direction.decoding
}

extension Codec.Direction {
    var name: String { self == .encoding ? "encode" : "decode" }

    var codecs: [Codec] { Codec.all.filter { $0.supports(self) } }
}

extension Codec {
    static func find(_ word: Argument, _ direction: Direction) throws(UsageError) -> Codec {
        if let text = word.text, let codec = try? Codec(named: text) {
            guard !codec.supports(direction) else { return codec }
            throw UsageError(
                .invalidValue, "\(codec.name) can only be decoded", hint: "'arca encode list' lists what encodes")
        }
        var error = UsageError.unknownChoice(word, of: direction.codecs.flatMap { [$0.name] + $0.aliases } + ["list"])
        error.reason = "no codec is called '\(word.shown)'"
        if (try? FileInfo(BytePath(word.bytes))) != nil {
            error.hint = "write CODEC before FILE; 'arca \(direction.name) list' lists the codecs"
        } else if error.hint?.hasPrefix("choose") ?? true {
            error.hint = "'arca \(direction.name) list' lists them"
        }
        throw error
    }

    /// The command-line options that apply in a direction.
    func spellings(_ direction: Direction) -> [String] {
        let isCrackable = direction == .decoding && CipherCrack.codecs.contains(self)
        return options(for: direction).map(\.spelling) + (isCrackable ? ["--crack"] : [])
    }

    /// Creates a stream with the step's own options, and those of `options` that the codec takes.
    static func stream(_ step: Step, _ direction: Direction, _ options: Options) throws(UsageError) -> any CodecStream {
        let codec = step.codec
        var own = options.restricted(to: codec, direction)
        for option in step.options.given { own[option] = step.options[option] }
        return try codec.stream(direction, checked: own)
    }

    func stream(_ direction: Direction, _ options: Options) throws(UsageError) -> any CodecStream {
        try Self.stream(Step(self), direction, options)
    }

    private func stream(_ direction: Direction, checked own: Options) throws(UsageError) -> any CodecStream {
        if let requirement = requirement(for: direction), own[requirement.option] == nil {
            let option = requirement.option.spelling
            let crack = direction == .decoding && CipherCrack.codecs.contains(self)
            throw UsageError(
                .missingArgument, "\(name) needs \(option)",
                hint: "give one, such as \(option) \(requirement.example)"
                    + (crack ? "; --crack finds the most likely ones" : ""))
        }
        do { return try makeStream(direction, own) } catch {
            throw UsageError(.invalidValue, "\(name): \(error.reason)", hint: error.hint)
        }
    }
}

/// The first operand of `arca encode` and `arca decode`.
///
/// The constraint on `Direction` is on the extension: on the type, it would be looked up at every start of the program.
enum CodecChoice<Direction> {
    /// A chain of codecs; CyberChef recipes give a direction for each.
    case codecs([Codec.Operation])
    case list
    /// Detect the codecs; for decoding only.
    case auto
}

extension CodecChoice: ArgumentValue where Direction: CodecDirection {
    init(argument: Argument) throws(UsageError) {
        if argument == "list" {
            self = .list
            return
        }
        let isDecoding = Direction.value == .decoding
        if isDecoding, argument == "auto" {
            self = .auto
            return
        }
        if let text = argument.text, CyberChefRecipe.recognizes(text) {
            do { self = .codecs(try CyberChefRecipe(text).operations) } catch {
                throw UsageError(.invalidValue, error.message, hint: error.hint)
            }
            return
        }
        var steps: [Codec.Step] = []
        for part in Codec.Step.parts(argument.text ?? argument.shown) {
            guard !part.isEmpty else {
                throw UsageError(
                    .invalidValue, "'\(argument.shown)' has an empty element", hint: "separate codecs by single commas")
            }
            guard part != "auto" else {
                throw UsageError(
                    .invalidValue, "auto detects all codecs and cannot be combined with others",
                    hint: isDecoding ? "arca decode auto" : "only decoding can detect them")
            }
            let name = part.prefix { $0 != "(" }
            let codec = try Codec.find(Argument(Array(name.utf8)), Direction.value)
            guard name.utf8.count < part.utf8.count else {
                steps.append(Codec.Step(codec))
                continue
            }
            do { steps.append(try Codec.Step(part)) } catch {
                throw UsageError(.invalidValue, error.reason, hint: error.hint)
            }
        }
        self = .codecs(steps.map { Codec.Operation($0, Direction.value) })
    }

    static var completion: Completion {
        .words(Direction.value.codecs.map(\.name) + ["list"] + (Direction.value == .decoding ? ["auto"] : []))
    }
}
