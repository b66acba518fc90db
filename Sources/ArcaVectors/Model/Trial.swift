/// What is done with a case: one question or several, each with what its answer must be.
public enum Trial: Sendable {
    /// A question and what its answer must be.
    public struct Step: Sendable {
        /// What is asked.
        public let question: Question
        /// What the answer must be.
        public let expected: ExpectedAnswer

        /// Makes a step.
        ///
        /// - Parameters:
        ///   - question: What is asked.
        ///   - expected: What the answer must be.
        public init(_ question: Question, _ expected: ExpectedAnswer) {
            self.question = question
            self.expected = expected
        }
    }

    /// All of these must hold; an empty list counts as a failure, for nothing would be checked.
    case steps([Step])
    /// Arca has nothing to run it with, for this reason.
    case skip(String)
}
