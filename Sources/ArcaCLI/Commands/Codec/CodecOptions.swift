internal import ArcaCodecCatalog

struct CodecSettings: Sendable {
    var options: Codec.Options = [:]
    /// Whether to find the key of a cipher instead of decoding.
    var isCrack = false

    var given: [String] { options.given.map(\.spelling) + (isCrack ? ["--crack"] : []) }

    static func parameters(_ direction: Codec.Direction) -> [Parameter<CodecSettings>] {
        Codec.Option.allCases.compactMap { parameter($0, direction) }
            + (direction == .encoding
                ? []
                : Parameter.section(HelpText.optionsTitle) {
                    Parameter.flag("--crack", set: \.isCrack, help: "find the most likely keys instead of decoding")
                        .excludes("--shift", "--key", "--form", "--output")
                })
    }

    private static func parameter(_ option: Codec.Option, _ direction: Codec.Direction) -> Parameter<CodecSettings>? {
        guard let help = option.summary(for: direction) else { return nil }
        var parameter: Parameter<CodecSettings> =
            switch option.kind {
            case .flag: .flag(option.spelling, set: \.options[flag: option], help: help)
            case .number(let range):
                .option(
                    option.spelling, value: option.placeholder, set: \.options[number: option], in: range, help: help)
            case .choice(let words):
                .option(option.spelling, value: option.placeholder, set: \.options[text: option], help: help)
                    .completing(.choices(words))
            case .text: .option(option.spelling, value: option.placeholder, set: \.options[text: option], help: help)
            }
        switch option {
        case .wrap: parameter.info.names.insert("-w", at: 0)
        case .prefix: parameter.info.names.append("--hrp")
        default: break
        }
        return option.excludes.isEmpty ? parameter : parameter.excludes(option.excludes.map(\.spelling))
    }
}

extension Codec.Option {
    var spelling: String { "--\(rawValue)" }
}

/// The options of all codecs in one direction.
///
/// The constraint on `Direction` is on the extension: on the type, it would be looked up at every start of the program.
struct CodecOptions<Direction> {
    var settings = CodecSettings()
}

extension CodecOptions: OptionGroup where Direction: CodecDirection {
    static var title: String { "Options of codecs ('arca \(Direction.value.name) list' shows which codec has which)" }

    // Key paths into a nongeneric type take half the time to create.
    static var parameters: [Parameter<Self>] {
        Parameter.parts(of: \.settings, CodecSettings.parameters(Direction.value))
    }
}
