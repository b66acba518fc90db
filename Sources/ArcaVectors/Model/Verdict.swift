public import ArcaCodecs

/// What a file says about a case as a whole.
public enum Verdict: String, Sendable, Hashable {
    /// Must succeed, with the values given.
    case valid
    /// Must be refused, or come out as something else.
    case invalid
    /// May be refused; if it succeeds, then with the values given.
    case acceptable

    /// What an operation must give under this verdict.
    ///
    /// - Parameter outputs: The values that the file gives; none when success itself is the answer.
    /// - Returns: The expectation.
    public func of(_ outputs: NamedValues) -> ExpectedAnswer {
        switch self {
        case .valid: .outputs(outputs)
        case .invalid: .notOutputs(outputs)
        case .acceptable: .outputsOrRefusal(outputs)
        }
    }
}

extension CaseFields {
    /// Reads what the file says about the case as a whole.
    ///
    /// - Parameter name: The field's name.
    /// - Returns: Valid, invalid or acceptable.
    /// - Throws: ``VectorError`` with code `.missingField`, or `.invalidField` for any other word.
    public mutating func verdict(_ name: String = "result") throws(VectorError) -> Verdict {
        let word = try text(name)
        guard let verdict = Verdict(rawValue: word) else {
            throw VectorError(.invalidField, at: name, "\(name) is \(word), not valid, invalid or acceptable")
        }
        return verdict
    }
}
