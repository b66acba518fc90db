/// What an implementation makes of a question.
public enum Answer: Sendable, Equatable {
    /// It did what was asked; a bare yes has no values.
    case outputs(NamedValues)
    /// It refused: a tag that does not fit, a key of a length that the algorithm does not have.
    case refused(Refusal)
    /// It cannot do that at all.
    case unsupported(String)

    /// Why something was refused.
    public struct Refusal: Sendable, Equatable {
        /// A stable name for the reason, such as an error's code; empty when there is none, nil from a program that does
        /// not tell codes.
        public let code: String?
        /// Where in the input; nil when unknown.
        public let place: String?
        /// The reason for people.
        public let reason: String

        /// Makes a refusal.
        ///
        /// - Parameters:
        ///   - code: A stable name for the reason.
        ///   - place: Where in the input.
        ///   - reason: The reason for people.
        public init(code: String? = "", place: String? = nil, _ reason: String) {
            self.code = code
            self.place = place
            self.reason = reason
        }
    }

    /// The answer for people.
    public var description: String {
        switch self {
        case .outputs(let values): values.description
        case .refused(let refusal): "refused: \(refusal.reason)"
        case .unsupported(let reason): "not supported: \(reason)"
        }
    }
}
