internal import ArcaCodecs

/// A length of time in days, weeks, months or years, or `never`.
enum AuditAge: ArgumentValue, Hashable {
    case days(Int)
    case never

    init(argument: Argument) throws(UsageError) {
        if argument == "never" {
            self = .never
            return
        }
        let text = argument.shown
        let factors: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
        guard let unit = text.last, let factor = factors[unit], let number = Int(text.dropLast()),
            (0...36_500).contains(number)
        else {
            throw UsageError(.invalidValue, "'\(text)' is no length of time", hint: "write 90d, 26w, 6m, 2y or never")
        }
        self = .days(number * factor)
    }

    var argumentText: String? {
        switch self {
        case .days(let days): "\(days)d"
        case .never: "never"
        }
    }

    /// The length; nil for never.
    var milliseconds: Int64? {
        switch self {
        case .days(let days): Int64(days) * 86_400_000
        case .never: nil
        }
    }
}
