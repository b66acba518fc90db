/// How a case ended.
public enum Outcome: Sendable, Hashable {
    /// As the file says it must.
    case passed
    /// Otherwise than the file says, or not understood.
    case failed(Failure)
    /// The file leaves it open, and it was taken (`true`) or refused.
    case acceptable(taken: Bool)
    /// Not run, for this reason.
    case skipped(String)

    /// The outcome in a word or two, which is all that two programs are compared by.
    public var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .acceptable(taken: true): "taken"
        case .acceptable(taken: false): "refused"
        case .skipped: "skipped"
        }
    }

    /// What went wrong.
    public struct Failure: Sendable, Hashable {
        /// What is wrong, in lower case.
        public let reason: String
        /// What the file wants; empty where the case was not understood.
        public let expected: String
        /// What came out; empty where the case was not understood.
        public let got: String

        /// Makes a failure.
        ///
        /// - Parameters:
        ///   - reason: What is wrong, in lower case.
        ///   - expected: What the file wants.
        ///   - got: What came out.
        public init(_ reason: String, expected: String = "", got: String = "") {
            self.reason = reason
            self.expected = expected
            self.got = got
        }
    }
}
