/// What an implementation is asked to do: one operation of one algorithm with its inputs.
///
/// The same question goes to Arca and to any other program, so both are judged alike.
public struct Question: Sendable, Equatable {
    /// The operation: `seal`, `open`, `mac`, `hash`; see ``OperationTable``.
    public let operation: String
    /// The algorithm as Arca calls it: `aes-gcm`, `hmac-sha256`.
    public let algorithm: String
    /// What goes in.
    public let inputs: NamedValues

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - algorithm: The algorithm as Arca calls it.
    ///   - inputs: What goes in.
    public init(_ operation: String, _ algorithm: String, _ inputs: NamedValues) {
        self.operation = operation
        self.algorithm = algorithm
        self.inputs = inputs
    }
}
