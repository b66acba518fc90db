internal import ArcaCodecs

/// What the first operand of `arca encode` and `arca decode` asks for.
///
/// What a direction is stands at the extension: a condition here would be looked up at every start of the program.
enum CodecChoice<Direction> {
    /// To go through codecs, one after the other.
    case codecs([Codec])
    /// To print the list of codecs.
    case list
    /// To find the codecs; only decoding can.
    case auto
}

extension CodecChoice: ArgumentValue where Direction: CodecDirection {
    init(argument: Argument) throws(UsageError) {
        if argument == "list" {
            self = .list
            return
        }
        let isDecoding = Direction.self == Decoding.self
        if isDecoding, argument == "auto" {
            self = .auto
            return
        }
        let words = argument.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard words.count == 1 || isDecoding else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is more than one codec",
                hint: "encode with one after the other: arca encode \(Argument(Array(words[0])).shown) | arca encode …")
        }
        var codecs: [Codec] = []
        for word in words {
            guard !word.isEmpty else {
                throw UsageError(
                    .invalidValue, "'\(argument.shown)' has an empty element", hint: "separate codecs by single commas")
            }
            guard !word.elementsEqual("auto".utf8) else {
                throw UsageError(
                    .invalidValue, "auto finds all codecs and stands alone",
                    hint: isDecoding ? "arca decode auto" : "only decoding can find them")
            }
            codecs.append(try Codec.find(Argument(Array(word)), Direction.self))
        }
        self = .codecs(codecs)
    }

    static var completion: Completion {
        .words(Direction.codecs.map(\.name) + ["list"] + (Direction.self == Decoding.self ? ["auto"] : []))
    }
}
