/// Something that answers questions: Arca, or another program.
public protocol Implementation: Sendable {
    /// Answers a question; called from several threads at once.
    ///
    /// - Parameter question: What is asked.
    /// - Returns: What came out, or why nothing did.
    /// - Throws: ``VectorError`` when the question itself cannot be put, which fails the case.
    func answer(_ question: Question) throws(VectorError) -> Answer
}
