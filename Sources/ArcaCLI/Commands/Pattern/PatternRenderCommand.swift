internal import ArcaCore
internal import ArcaPatterns
internal import ArcaSystem

struct PatternRenderCommand: Command {
    enum Form: String, CaseIterable, ArgumentValue { case text, svg, png }

    static let name = "render"
    static let summary = "draw a pattern as text, SVG or PNG"
    static let details = """
        The drawing is as secret as the pattern; files can be read only by you.
        """
    static let examples = [
        Example("printf 14789 | arca pattern render --pattern-from stdin", "on the terminal"),
        Example("printf 14789 | arca pattern render --pattern-from stdin --form svg -o p.svg", "to a file"),
    ]

    var input = PatternInputOptions()
    var form = Form.text
    var size = 60
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.input)
        Parameter.option("--form", value: "FORM", set: \.form, help: "form of the drawing")
        Parameter.option(
            "--size", value: "PIXELS", set: \.size, in: 8...1000, help: "distance between neighboring dots"
        )
        .excludes("--form=text")
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        let pattern = try input.pattern(in: context)
        let bytes: [UInt8] =
            switch form {
            case .text: Array(PatternRendering.text(pattern).utf8)
            case .svg: Array(try PatternRendering.svg(pattern, size: size).utf8)
            case .png: try PatternRendering.png(pattern, size: size)
            }
        if form == .png, output.file == nil, FileWriter(descriptor: 1, name: "standard output").isTerminal {
            throw UsageError(.conflict, "binary output cannot be shown on a terminal", hint: "give -o FILE, or -o -")
        }
        var file = try output.open(.secret, inputs: [])
        try file.write(bytes)
        try file.commit()
    }
}
