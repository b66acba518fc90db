internal import ArcaCodecs
internal import ArcaVault

/// When something ends: a date, or a time from now such as `90d`.
enum Expiry: ArgumentValue, Hashable {
    case at(Timestamp)
    case after(days: Int64)

    init(argument: Argument) throws(UsageError) {
        let text = try String(argument: argument)
        let units: [Character: Int64] = ["d": 1, "w": 7, "m": 30, "y": 365]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (1...100_000).contains(count)
        {
            self = .after(days: count * unit)
            return
        }
        do throws(VaultError) {
            self = .at(try Timestamp(text: text))
        } catch {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is no time",
                hint: "write 2027-12-31, 2027-12-31T12:00:00Z, 90d, 8w, 6m or 2y")
        }
    }

    /// The time that is meant.
    func time(from now: Timestamp = .now()) -> Timestamp {
        switch self {
        case .at(let time): time
        case .after(let days): now.advanced(byMilliseconds: days * 86_400_000)
        }
    }
}
