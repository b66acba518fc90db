internal import ArcaCore

/// A usage error; the exit status is 2.
typealias UsageError = CodedError<UsageErrorCode>

enum UsageErrorCode: String, ErrorCode {
    case unknownCommand
    case unknownOption
    case unknownTopic
    case missingCommand
    case missingArgument
    case missingValue
    case surplusArgument
    case surplusValue
    case repeatedOption
    case invalidValue
    case outOfRange
    case conflict

    var kind: ErrorKind { .wrongUse }

    init(kind: ErrorKind) { self = .invalidValue }
}

extension UsageError {
    /// Creates an error; the parser adds the position and the option's name to errors thrown by values.
    init(_ code: Code, at position: Int?, _ reason: String, hint: String? = nil) {
        self.init(code, at: position.map(ErrorPlace.index), reason, hint: hint)
    }

    /// The index of the invalid argument, counting from 1 after `arca`.
    var position: Int? {
        get { offset }
        set { place = newValue.map(ErrorPlace.index) }
    }

    /// An error for an unknown choice; the hint suggests similar ones, or lists all.
    static func unknownChoice(_ word: Argument, of choices: [String]) -> UsageError {
        let near = Suggestions.nearest(to: word.shown, among: choices)
        let hint = near.isEmpty ? "choose from \(choices.joined(separator: ", "))" : Suggestions.question(near)
        return UsageError(.invalidValue, "unknown value '\(word.shown)'", hint: hint)
    }
}
