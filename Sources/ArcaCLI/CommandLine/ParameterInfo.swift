/// What parser, help, completions and manual need to know of an option or operand of any command.
struct ParameterInfo {
    /// How the words of the command line feed it.
    enum Kind {
        /// `--check`: stands alone.
        case flag
        /// `--output FILE`.
        case option
        /// `FILE`, by its place.
        case operand
    }

    /// How it is written.
    let kind: Kind
    /// `-o`, `--output`; empty for operands.
    var names: [String]
    /// What stands for the value in the help: `FILE`; empty for flags without one.
    let valueName: String
    /// One line, lower case, no full stop.
    let help: String
    /// Whether the command line may have it more than once.
    var isRepeated = false
    /// Whether the command line must have it.
    var isRequired = false
    /// The options of which one, where it is given, stands for this operand: no word is taken for it then.
    var replacements: [String] = []
    /// Whether the value is a list with commas.
    var isList = false
    /// Whether help and completions leave it out.
    var isHidden = false
    /// What it needs of the rest of the command line.
    var rules: [OptionRule] = []
    /// The title above it in the help.
    var section = ""
    /// `1 to 64`, for numbers.
    var range: String?
    /// The default as the help shows it; filled only for help and manual.
    var defaultText: String?
    /// The value's type; asked for choices only when they are needed.
    var valueType: (any ArgumentValue.Type)?
    /// What the shell offers when it is not what the type says.
    var ownCompletion: Completion?

    /// `-h`, which every command has.
    static var helpOption: ParameterInfo {
        ParameterInfo(kind: .flag, names: ["-h", "--help"], valueName: "", help: "print this help")
    }

    /// `-V`, which the program itself has.
    static var versionOption: ParameterInfo {
        ParameterInfo(kind: .flag, names: ["-V", "--version"], valueName: "", help: "print the version")
    }

    /// What the shell may offer as the value.
    var completion: Completion { ownCompletion ?? valueType?.completion ?? .none }

    /// What messages call it: the longest name of an option, the value's name of an operand.
    var label: String { names.last(where: { $0.hasPrefix("--") }) ?? names.first ?? valueName }

    /// How the usage line writes it, and what messages ask for: `--output FILE`, `FILE`.
    var usageName: String { takesValue ? "\(label) \(valueName)" : label }

    /// Whether exactly one of it and some others must be given.
    var isChoice: Bool { rules.contains(where: \.isChoice) }

    /// The operand's name as usage lines have it: `FILE`, `FILE…`.
    var operandName: String { isRepeated ? "\(valueName)…" : valueName }

    /// Whether a flag may have a value behind `=`.
    var hasOptionalValue: Bool { kind == .flag && !valueName.isEmpty }

    /// Whether a value follows the option's name.
    var takesValue: Bool { kind == .option }
}
