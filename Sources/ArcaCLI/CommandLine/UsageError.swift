/// Why the command line cannot be carried out: what is wrong, where, and what would be right.
///
/// The exit status is 2.
struct UsageError: Error, Sendable, CustomStringConvertible {
    /// The kinds of wrong use.
    struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case unknownCommand, unknownOption, unknownTopic
            case missingCommand, missingArgument, missingValue
            case surplusArgument, surplusValue, repeatedOption
            case invalidValue, outOfRange, conflict
        }
        private let kind: Kind

        /// No command has this name.
        static let unknownCommand = Code(kind: .unknownCommand)
        /// The command has no such option.
        static let unknownOption = Code(kind: .unknownOption)
        /// No help page has this name.
        static let unknownTopic = Code(kind: .unknownTopic)
        /// A command of a group is needed.
        static let missingCommand = Code(kind: .missingCommand)
        /// A required operand or option is not there.
        static let missingArgument = Code(kind: .missingArgument)
        /// An option that takes a value has none.
        static let missingValue = Code(kind: .missingValue)
        /// More operands than the command takes.
        static let surplusArgument = Code(kind: .surplusArgument)
        /// A value for an option that takes none.
        static let surplusValue = Code(kind: .surplusValue)
        /// An option given twice that counts once.
        static let repeatedOption = Code(kind: .repeatedOption)
        /// A value of the wrong form, or not among the choices.
        static let invalidValue = Code(kind: .invalidValue)
        /// A number that is too small or too large.
        static let outOfRange = Code(kind: .outOfRange)
        /// Options or files that do not go together.
        static let conflict = Code(kind: .conflict)

        /// The code's name, as in the constants above.
        var description: String { kind.rawValue }
    }

    /// What kind of wrong use it is.
    let code: Code
    /// The number of the argument that is wrong, the first after `arca` being 1; nil when none stands for it.
    var position: Int?
    /// What is wrong, in lower case, without a full stop.
    var reason: String
    /// What would be right.
    var hint: String?

    /// Makes an error; the parser adds position and the option's name to errors that values throw.
    init(_ code: Code, at position: Int? = nil, _ reason: String, hint: String? = nil) {
        self.code = code
        self.position = position
        self.reason = reason
        self.hint = hint
    }

    /// A word that is none of the choices: the hint offers those that are written nearly so, or all.
    static func unknownChoice(_ word: Argument, of choices: [String]) -> UsageError {
        let near = Suggestions.nearest(to: word.shown, among: choices)
        let hint = near.isEmpty ? "choose from \(choices.joined(separator: ", "))" : Suggestions.question(near)
        return UsageError(.invalidValue, "unknown value '\(word.shown)'", hint: hint)
    }

    /// Reason and hint in one line.
    var description: String {
        guard let hint else { return reason }
        return "\(reason) (\(hint))"
    }
}

extension UsageError: Equatable {
    /// Whether code and position agree; the wording does not count.
    static func == (left: UsageError, right: UsageError) -> Bool {
        left.code == right.code && left.position == right.position
    }
}
