/// Something that Arca does when it is asked a question.
public protocol VectorOperation: Sendable {
    /// The names of the operations that it answers: `seal`, `open`.
    static var names: [String] { get }

    /// Answers a question.
    ///
    /// - Parameter question: One of its operations.
    /// - Returns: What came out; nothing for a bare yes.
    /// - Throws: ``OperationError`` when Arca has no such algorithm; any other error is a refusal, a ``VectorError``
    ///   alone excepted: that is an input which the family should have given, and fails the case.
    static func answer(_ question: Question) throws -> NamedValues
}
