internal import ArcaCore

/// Why a command line is refused: what is wrong, where, and what would be right.
///
/// The exit status is 2.
typealias UsageError = CodedError<UsageErrorCode>

/// The failures that ``UsageError`` tells apart, stable names that callers can match.
enum UsageErrorCode: String, ErrorCode {
    /// No command has this name.
    case unknownCommand
    /// The command has no such option.
    case unknownOption
    /// No help page has this name.
    case unknownTopic
    /// A command of a group is needed.
    case missingCommand
    /// A required operand or option is missing.
    case missingArgument
    /// An option that takes a value has none.
    case missingValue
    /// More operands than the command takes.
    case surplusArgument
    /// A value for an option that takes none.
    case surplusValue
    /// An option given twice that may be given once.
    case repeatedOption
    /// A value of the wrong form, or not among the choices.
    case invalidValue
    /// A number that is too small or too large.
    case outOfRange
    /// Options or files that cannot be combined.
    case conflict

    /// The kind of failure that the code belongs to.
    var kind: ErrorKind { .wrongUse }

    /// The code for a failure of this kind in a module below.
    init(kind: ErrorKind) { self = .invalidValue }
}

extension UsageError {
    /// Makes an error; the parser adds the position and the option's name to errors that values throw.
    init(_ code: Code, at position: Int?, _ reason: String, hint: String? = nil) {
        self.init(code, at: position.map(ErrorPlace.index), reason, hint: hint)
    }

    /// The number of the argument that is wrong, the first after `arca` being 1; nil if none stands for it.
    var position: Int? {
        get { offset }
        set { place = newValue.map(ErrorPlace.index) }
    }

    /// A word that is not among the choices: the hint offers similar ones, or all.
    static func unknownChoice(_ word: Argument, of choices: [String]) -> UsageError {
        let near = Suggestions.nearest(to: word.shown, among: choices)
        let hint = near.isEmpty ? "choose from \(choices.joined(separator: ", "))" : Suggestions.question(near)
        return UsageError(.invalidValue, "unknown value '\(word.shown)'", hint: hint)
    }
}
