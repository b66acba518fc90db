/// What is done with a case: one question or several, each with what its answer must be.
public enum Trial: Sendable {
    /// A question and what its answer must be.
    public struct Step: Sendable {
        /// What is asked.
        public let question: Question
        /// What the answer must be.
        public let expected: ExpectedAnswer

        /// Whether the case stands without it.
        ///
        /// Another program that cannot answer is not skipped for that; Arca is.
        public let isAside: Bool

        /// Makes a step.
        ///
        /// - Parameters:
        ///   - question: What is asked.
        ///   - expected: What the answer must be.
        ///   - isAside: Whether the case stands without it.
        public init(_ question: Question, _ expected: ExpectedAnswer, isAside: Bool = false) {
            self.question = question
            self.expected = expected
            self.isAside = isAside
        }
    }

    /// All of these must hold; an empty list counts as a failure, for nothing would be checked.
    case steps([Step])
    /// Arca has nothing to run it with, for this reason.
    case skip(String)
}
