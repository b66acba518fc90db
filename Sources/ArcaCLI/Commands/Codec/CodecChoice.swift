/// What the first operand of `arca encode` and `arca decode` asks for.
enum CodecChoice<Direction: CodecDirection> {
    /// To go through codecs, one after the other.
    case codecs([Codec])
    /// To print the list of codecs.
    case list
}

extension CodecChoice: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        if argument == "list" {
            self = .list
            return
        }
        let words = argument.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard words.count == 1 || Direction.self == Decoding.self else {
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
            codecs.append(try Codec.find(Argument(Array(word)), Direction.self))
        }
        self = .codecs(codecs)
    }

    static var completion: Completion { .words(Direction.codecs.map(\.name) + ["list"]) }
}
