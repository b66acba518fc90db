internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaSystem

/// `arca decode`: text to bytes, or the key of an old cipher.
struct DecodeCommand: Command {
    static let name = "decode"
    static let summary = "turn text back into bytes, strictly; find encodings; crack old ciphers"
    static let section = "Bytes"
    static let details = """
        'arca decode list' lists the codecs and the options that each one has. Several codecs, as in base64,gunzip, work \
        one after the other. An option counts for all of them that have it, or stands in parentheses behind the one that it is \
        for: 'ascii85(adobe),hexdump(xxd)', 'caesar(3)'; the shell needs quotes around parentheses.

        Decoding is strict: what is not the one text that encoding writes is an error that says where it is and what would \
        be right. Allowed are the line ends that coreutils print: base16, base32, base64 and their variants, and the \
        forms of Base85, may be one line, or lines of 76 characters (--wrap says another length) of which only the last \
        is shorter; that line, and the one of the other codecs, may end in a line feed or not. --lenient takes white \
        space and more. The layout of a hex dump is detected from its first line, unless --layout, --columns or --group says it.

        With -o nothing is written unless all of the input is good. In a pipe, what was decoded before an error may have \
        been written.

        'auto' finds the codecs by itself: it decodes in every way that fits, through up to --depth layers, and takes the \
        reading whose content is likeliest to be meant. Standard error then says what was done, as a recipe to do it \
        again, and what else fits; every recipe that is shown has been carried out. What is best left as it is, such as \
        text, digests and URLs, ends with status 7 and nothing on standard output; so does what is less certain than 80 %, \
        with the candidates on standard error, unless --guess is given. --all lists the ten likeliest readings.

        --lines decodes each line by itself, by auto or the codecs named, and prints a line for each. A line that cannot be decoded, \
        or whose result is not one line of text, stays as it is; when there are any, a note counts them and the status is 7.

        --crack prints the likeliest keys of caesar, affine, vigenere, substitution or xor, for text in English, German, \
        French, Spanish or pinyin. It looks at the first 64 KiB.
        """
    static let examples = [
        Example("echo aGVsbG8= | arca decode base64", "prints hello"),
        Example("base64 photo.jpg | arca decode base64 -o copy.jpg", "what base64 prints, back to a file"),
        Example("gzip -c notes.txt | base64 | arca decode base64,gunzip", "two steps"),
        Example("gzip -c notes.txt | base64 | arca decode auto", "find the layers and take them off"),
        Example("printf 'aGVsbG8=\\nd29ybGQ=\\n' | arca decode base64 --lines", "each line by itself"),
        Example("echo 'Wkh gdqjhu ri wkh vhd dqg lwv vkruhv' | arca decode caesar --crack", "find the shift"),
    ]

    var codecs = CodecChoice<Decoding>.list
    var file: BytePath?
    var options = CodecOptions<Decoding>()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var json = JSONOptions()
    var top: Int?
    var depth: Int?
    var isForced = false
    var showsTrials = false
    var showsAll = false
    var isByLine = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "CODEC[,CODEC…]", set: \.codecs, help: "the codecs in order, by any of their names; or auto, or list"
        ).completingList()
        Parameter.operand("FILE", set: \.file, help: "what to decode; - or none for standard input")
        Parameter.group(\.options)
        Parameter.option("--top", value: "N", set: \.top, in: 1...1000, help: "maximum number of keys to print")
            .defaulting(to: "5").requires("--crack")
        Parameter.option(
            "--depth", value: "N", set: \.depth, in: 1...32, help: "maximum number of layers that auto removes"
        )
        .defaulting(to: "8")
        Parameter.flag("--guess", set: \.isForced, help: "decode with the likeliest codecs even if auto is not sure")
        Parameter.flag("--explain", set: \.showsTrials, help: "print what auto tried, step by step, and what it weighs")
        Parameter.flag("--all", set: \.showsAll, help: "list the ten likeliest readings of auto instead of decoding")
            .excludes("--guess", "--output", "--json")
        Parameter.flag(
            "--lines", set: \.isByLine,
            help: "decode each line by itself, and leave those as they are that cannot be decoded"
        )
        .excludes("--explain", "--all", "--json", "--crack")
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        switch codecs {
        case .list:
            try CodecList.refuse(options.settings, file)
            try refuse("--depth", depth != nil, "list", hint: "the list has no such option")
            try refuseSearch("list")
            try refuse("--lines", isByLine, "list", hint: "the list has no such option")
            try CodecList.print(.decoding, isJSON: json.isWanted)
        case .auto:
            let search = LayerDecoding(
                file: file, depth: depth ?? 8, settings: options.settings, isJSON: json.isWanted, isForced: isForced,
                showsTrials: showsTrials, showsAll: showsAll)
            try isByLine ? search.runByLine(to: output) : search.run(to: output)
        case .codecs(let layers):
            try refuse("--depth", depth != nil, "named codecs", hint: "--depth is for auto")
            try refuseSearch("named codecs")
            let run = CodecRun(
                direction: .decoding, layers: layers, settings: options.settings, file: file, progress: progress)
            if options.settings.isCrack {
                return try CipherCrack(source: run, count: top ?? 5, isJSON: json.isWanted).report()
            }
            if isByLine { return try LineDecoding(run).run(to: output) }
            try refuse(
                "--json", json.isWanted, run.name,
                hint: "--json is for auto, --crack and list: decoded bytes have no report")
            try run.run(to: output, endsLine: false)
        }
    }

    private func refuseSearch(_ what: String) throws(UsageError) {
        for (option, isGiven) in [("--guess", isForced), ("--explain", showsTrials), ("--all", showsAll)] {
            try refuse(option, isGiven, what, hint: "\(option) is for auto")
        }
    }

    /// Throws for an option that is given and means nothing here.
    private func refuse(_ option: String, _ isGiven: Bool, _ what: String, hint: String) throws(UsageError) {
        guard isGiven else { return }
        throw UsageError(.conflict, "\(option) does not apply to \(what)", hint: hint)
    }
}
