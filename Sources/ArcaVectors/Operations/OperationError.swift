/// Why an operation gives nothing.
public enum OperationError: Error, Sendable, Hashable {
    /// Arca does not have that algorithm, or not with such inputs; the case is skipped.
    case unsupported(String)
    /// The answer is no: a signature that does not fit, a number that is not prime.
    case refused(String)
}
