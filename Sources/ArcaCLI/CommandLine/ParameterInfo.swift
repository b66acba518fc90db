/// The type-erased description of an option or operand, for parser, help, completions and manual.
struct ParameterInfo {
    enum Kind {
        case flag
        case option
        /// `FILE`, by position.
        case operand
    }

    let kind: Kind
    /// `-o`, `--output`; empty for operands.
    var names: [String]
    /// The placeholder of the value in the help: `FILE`; empty for flags without a value.
    let valueName: String
    /// One line, lower case, no full stop.
    let help: String
    var isRepeated = false
    var isRequired = false
    /// Options that replace this operand; if one is given, the operand takes no argument.
    var replacements: [String] = []
    var isList = false
    var isHidden = false
    var rules: [OptionRule] = []
    var section = ""
    /// `1 to 64`, for numbers.
    var range: String?
    /// The default as shown in the help; set only for help and manual.
    var defaultText: String?
    /// The value's type; its choices are computed only when needed.
    var valueType: (any ArgumentValue.Type)?
    var ownCompletion: Completion?

    static var helpOption: ParameterInfo {
        ParameterInfo(kind: .flag, names: ["-h", "--help"], valueName: "all", help: "print a short help, or all of it")
    }

    static var versionOption: ParameterInfo {
        ParameterInfo(kind: .flag, names: ["-V", "--version"], valueName: "", help: "print the version")
    }

    var completion: Completion { ownCompletion ?? valueType?.completion ?? .none }

    /// The name in messages: an option's longest name, or an operand's value name.
    var label: String { names.last(where: { $0.hasPrefix("--") }) ?? names.first ?? valueName }

    /// The shortest names, for the short help: `-o`, `--output`.
    var shortNames: [String] {
        Array(names.filter { $0.utf8.count == 2 }.prefix(1) + names.filter { $0.hasPrefix("--") }.prefix(1))
    }

    /// The form in usage lines and messages: `--output FILE`, `FILE`.
    var usageName: String { takesValue ? "\(label) \(valueName)" : label }

    var isChoice: Bool { rules.contains(where: \.isChoice) }

    /// The operand's name in usage lines: `FILE`, `FILE…`.
    var operandName: String { isRepeated ? "\(valueName)…" : valueName }

    var hasOptionalValue: Bool { kind == .flag && !valueName.isEmpty }

    var takesValue: Bool { kind == .option }
}
