internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaSystem

struct EncodeCommand: Command {
    static let name = "encode"
    static let summary = "turn bytes into text: base64, hex, quoted-printable, …"
    static let section = "Bytes"
    static let details = """
        'arca encode list' lists the codecs with their aliases and options. Files of any size are encoded in constant \
        memory; codecs that need the whole input at once, such as base58, have a limit, which --limit raises.

        The text is a single line without a line end, unless --wrap is given: then every line has one, as in the \
        output of base64 and basenc. On a terminal a line end follows.

        A recipe of CyberChef can be given in place of codecs: "To_Base64('A-Za-z0-9+/=')". --recipe-format cyberchef \
        prints the recipe of codecs in that form, instead of encoding.
        """
    static let examples = [
        Example("arca encode base64 photo.jpg", "on one line"),
        Example("arca encode base64 --wrap 76 photo.jpg", "as base64 prints it"),
        Example("arca encode hex --upper photo.jpg", "hexadecimal in capitals"),
        Example("arca encode pem --label MESSAGE notes.txt", "between BEGIN and END lines"),
        Example("arca encode list", "all codecs"),
    ]

    var codec = CodecChoice<Encoding>.list
    var file: BytePath?
    var options = CodecOptions<Encoding>()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var recipeFormat: RecipeFormat?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("CODEC[,CODEC…]", set: \.codec, help: "the codecs in order, by name or alias; or list")
            .completingList()
        Parameter.operand("FILE", set: \.file, help: "what to encode; standard input if - or omitted")
        Parameter.option(
            "--recipe-format", value: "FORMAT", set: \.recipeFormat,
            help: "print the recipe in the form of arca, cyberchef or cyberchef-json, instead of encoding"
        )
        .excludes("--output", "--json")
        Parameter.group(\.options)
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        guard case .codecs(let layers) = codec else {  // never `auto`, which only decoding has
            try CodecList.refuse(options.settings, file)
            if recipeFormat != nil {
                throw UsageError(.conflict, "--recipe-format does not apply to list", hint: "name a codec")
            }
            return try CodecList.print(.encoding, isJSON: context.wantsJSON)
        }
        if context.wantsJSON {
            throw UsageError(.conflict, "--json is for 'arca encode list'", hint: "encoded text has no report")
        }
        let run = CodecRun(
            direction: .encoding, layers: layers, settings: options.settings, file: file, progress: progress)
        if let recipeFormat { return try recipeFormat.print(run) }
        try run.run(to: output, endsLine: true)
    }
}
