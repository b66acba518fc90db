/// What the answer to a question must be.
public enum ExpectedAnswer: Sendable, Equatable {
    /// These values, and no others.
    case outputs(NamedValues)
    /// A refusal, or other values than these: what a forged tag or ciphertext asks for.
    ///
    /// Other values count because some decryptions never refuse, by design: PKCS#1 v1.5 with implicit rejection.
    case notOutputs(NamedValues)
    /// These values or a refusal, but no other values.
    case outputsOrRefusal(NamedValues)
    /// A refusal, for any reason.
    case refusal
    /// A refusal with this code, and at this place if there is one.
    case refusalWith(code: String, place: String?)

    /// The expectation for people.
    public var description: String {
        switch self {
        case .outputs(let values): values.description
        case .notOutputs(let values):
            values.elements.isEmpty ? "refusal" : "refusal, or other than \(values.description)"
        case .outputsOrRefusal(let values): "\(values.description), or refusal"
        case .refusal: "refusal"
        case .refusalWith(let code, let place): "refusal: \(code)" + (place.map { " at \($0)" } ?? "")
        }
    }
}
