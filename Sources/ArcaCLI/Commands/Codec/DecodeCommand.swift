internal import ArcaSystem

/// `arca decode`: text to bytes, or the key of an old cipher.
struct DecodeCommand: Command {
    static let name = "decode"
    static let summary = "turn text back into bytes, strictly; crack old ciphers"
    static let section = "Bytes"
    static let details = """
        'arca decode list' lists the codecs and the options that each one has. Several codecs, as in base64,gunzip, work \
        one after the other; each option counts for all of them that have it.

        Decoding is strict: what is not the one text that encoding writes is an error that says where it is and what would \
        be right. Allowed are the line ends that coreutils print: base16, base32, base64 and their variants, and the \
        forms of Base85, may be one line, or lines of 76 characters (--wrap says another length) of which only the last \
        is shorter; that line, and the one of the other codecs, may end in a line feed or not. --lenient takes white \
        space and more.

        With -o nothing is written unless all of the input is good. In a pipe, what was decoded before an error may have \
        been written.

        --crack prints the likeliest keys of caesar, affine or vigenere, for text in English, German, French, Spanish or \
        pinyin. It looks at the first 64 KiB.
        """
    static let examples = [
        Example("echo aGVsbG8= | arca decode base64", "prints hello"),
        Example("base64 photo.jpg | arca decode base64 -o copy.jpg", "what base64 prints, back to a file"),
        Example("gzip -c notes.txt | base64 | arca decode base64,gunzip", "two steps"),
        Example("echo 'Wkh gdqjhu ri wkh vhd dqg lwv vkruhv' | arca decode caesar --crack", "find the shift"),
    ]

    var codecs = CodecChoice<Decoding>.list
    var file: FilePath?
    var options = CodecOptions<Decoding>()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var json = JSONOptions()
    var top: Int?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("CODEC[,CODEC…]", set: \.codecs, help: "the codecs in order, by any of their names; or list")
        Parameter.operand("FILE", set: \.file, help: "what to decode; - or none for standard input")
        Parameter.group(\.options)
        Parameter.option("--top", value: "N", set: \.top, in: 1...1000, help: "how many keys --crack prints")
            .defaulting(to: "5")
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        guard case .codecs(let codecs) = codecs else {
            try CodecList.refuse(options.settings, file)
            return try CodecList.print(Decoding.self, isJSON: json.isWanted)
        }
        let run = CodecRun(codecs: codecs, settings: options.settings, file: file, progress: progress)
        guard options.settings.isCrack else {
            if json.isWanted || top != nil {
                throw UsageError(
                    .conflict, "\(json.isWanted ? "--json" : "--top") is for --crack and 'arca decode list'",
                    hint: "decoded bytes have no report")
            }
            return try run.run(try run.stages(Decoding.self), to: output, endsLine: false)
        }
        if output.file != nil {
            throw UsageError(.conflict, "-o does not go with --crack", hint: "the list goes to standard output")
        }
        try CipherCrack(source: run, count: top ?? 5, isJSON: json.isWanted).report()
    }
}
