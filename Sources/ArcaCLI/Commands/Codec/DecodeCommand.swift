internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaSystem

struct DecodeCommand: Command {
    static let name = "decode"
    static let summary = "decode text to bytes, strictly; detect encodings; crack old ciphers"
    static let section = "Bytes"
    static let details = """
        'arca decode list' lists the codecs and the options that each one has. Several codecs, as in base64,gunzip, \
        work one after the other. An option applies to every codec that has it, or is written in parentheses after the \
        one that it is for: 'ascii85(adobe),hexdump(xxd)', 'caesar(3)'; the shell needs quotes around parentheses.

        Decoding is strict: text that encoding would not write is an error, which says where it is and what would be \
        right. Allowed are the line ends that coreutils print: base16, base32, base64 and their variants, and the \
        forms of Base85, may be one line, or lines of 76 characters (--wrap sets another length) of which only the \
        last is shorter. A final line feed is optional for all codecs. --lenient takes white space and more. The \
        layout of a hex dump is detected from its first line, unless --layout, --columns or --group is given.

        With -o, nothing is written unless the whole input is valid. In a pipe, data before an error may already have \
        been written.

        --cut accepts input that ends in the middle, as text that was copied in part does, and omits what is incomplete \
        there: the last symbols of Base64, or the end of compressed data.

        'auto' detects the codecs: it decodes in every way that fits, through up to --depth layers, and chooses the \
        most plausible result. Standard error shows what was done, as a recipe to repeat it, and what else fits; every \
        recipe that is shown has been tried. Input that needs no decoding, such as text, digests and URLs, ends with \
        status 7 and nothing on standard output. So does a result that is less certain than 80 %, with the candidates \
        on standard error, unless --force is given. The beginning of an input of more than 128 KiB decides, and the \
        rest is decoded piece by piece. --all lists the ten most likely results.

        A recipe of CyberChef can be given in place of codecs, as compact text, as JSON or as a link to it: \
        "From_Base64('A-Za-z0-9+/=',true,false)Gunzip()". Each operation decodes or encodes as its name says; an \
        operation that Arca lacks is an error. --recipe-format cyberchef prints the recipe in that form, in addition to \
        what auto decodes, and for named codecs instead of decoding.

        --lines decodes each line separately, with auto or the given codecs, and prints one line for each. A line that \
        cannot be decoded, or whose result is not a single line of text, is kept unchanged; a note then counts them, \
        and the status is 7.

        --crack prints the most likely keys of caesar, affine, vigenere, substitution or xor, for text in English, \
        German, French, Spanish or pinyin. It looks at the first 64 KiB.
        """
    static let examples = [
        Example("echo aGVsbG8= | arca decode base64", "prints hello"),
        Example("base64 photo.jpg | arca decode base64 -o copy.jpg", "back to a file"),
        Example("gzip -c notes.txt | base64 | arca decode auto", "find and remove layers"),
        Example("gzip -c notes.txt | base64 | arca decode base64,gunzip", "two steps"),
        Example("printf 'aGVsbG8=\\nd29ybGQ=\\n' | arca decode base64 --lines", "each line separately"),
        Example("echo 'Wkh gdqjhu ri wkh vhd dqg lwv vkruhv' | arca decode caesar --crack", "find the shift"),
    ]

    var codecs = CodecChoice<Decoding>.list
    var file: BytePath?
    var options = CodecOptions<Decoding>()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var top: Int?
    var depth: Int?
    var isForced = false
    var showsTrials = false
    var showsAll = false
    var isByLine = false
    var allowsCut = false
    var recipeFormat: RecipeFormat?

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "CODEC[,CODEC…]", set: \.codecs, help: "the codecs in order, by name or alias; or auto, or list"
        ).completingList()
        Parameter.operand("FILE", set: \.file, help: "what to decode; standard input if - or omitted")
        Parameter.group(\.options)
        Parameter.flag("--all", set: \.showsAll, help: "list the ten most likely results of auto instead of decoding")
            .excludes("--force", "--output", "--json")
        Parameter.flag(
            "--force", set: \.isForced, help: "decode with the most likely codecs even if auto is not certain")
        Parameter.flag("--explain", set: \.showsTrials, help: "print what auto tried, step by step, with scores")
        Parameter.option(
            "--depth", value: "N", set: \.depth, in: 1...32, help: "maximum number of layers that auto removes"
        )
        .defaulting(to: "8")
        Parameter.flag(
            "--lines", set: \.isByLine,
            help: "decode each line separately, and keep lines that cannot be decoded"
        )
        .excludes("--explain", "--all", "--json", "--crack")
        Parameter.flag(
            "--cut", set: \.allowsCut,
            help: "accept input that ends in the middle, as text that was copied in part does"
        )
        .excludes("--crack")
        Parameter.option(
            "--recipe-format", value: "FORMAT", set: \.recipeFormat,
            help:
                "print the recipe in the form of arca, cyberchef or cyberchef-json, instead of decoding with named codecs"
        )
        .excludes("--all", "--lines", "--crack", "--output")
        Parameter.option("--top", value: "N", set: \.top, in: 1...1000, help: "maximum number of keys to print")
            .defaulting(to: "5").requires("--crack")
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        switch codecs {
        case .list:
            try CodecList.refuse(options.settings, file)
            try refuse("--depth", depth != nil, "list", hint: "the list has no such option")
            try refuseSearch("list")
            try refuse("--lines", isByLine, "list", hint: "the list has no such option")
            try refuse("--cut", allowsCut, "list", hint: "the list has no such option")
            try refuse("--recipe-format", recipeFormat != nil, "list", hint: "the list has no such option")
            try CodecList.print(.decoding, isJSON: context.wantsJSON)
        case .auto:
            try refuse("--cut", allowsCut, "auto", hint: "auto finds out by itself whether an input was cut")
            let search = LayerDecoding(
                file: file, depth: depth ?? 8, settings: options.settings, progress: progress,
                isJSON: context.wantsJSON,
                isForced: isForced, showsTrials: showsTrials, showsAll: showsAll,
                recipeFormat: recipeFormat ?? .arca)
            try isByLine ? search.runByLine(to: output) : search.run(to: output)
        case .codecs(let layers):
            try refuse("--depth", depth != nil, "named codecs", hint: "--depth is for auto")
            try refuseSearch("named codecs")
            let run = CodecRun(
                direction: .decoding, layers: layers, settings: options.settings, file: file, progress: progress,
                allowsCut: allowsCut)
            if let recipeFormat { return try recipeFormat.print(run) }
            if options.settings.isCrack {
                return try CipherCrack(source: run, count: top ?? 5, isJSON: context.wantsJSON).report()
            }
            if isByLine { return try LineDecoding(run).run(to: output) }
            try refuse(
                "--json", context.wantsJSON, run.name,
                hint: "--json is for auto, --crack and list: decoded bytes have no report")
            try run.run(to: output, endsLine: false)
        }
    }

    private func refuseSearch(_ what: String) throws(UsageError) {
        for (option, isGiven) in [("--force", isForced), ("--explain", showsTrials), ("--all", showsAll)] {
            try refuse(option, isGiven, what, hint: "\(option) is for auto")
        }
    }

    private func refuse(_ option: String, _ isGiven: Bool, _ what: String, hint: String) throws(UsageError) {
        guard isGiven else { return }
        throw UsageError(.conflict, "\(option) does not apply to \(what)", hint: hint)
    }
}
