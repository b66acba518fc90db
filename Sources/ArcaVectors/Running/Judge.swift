internal import ArcaCodecs

/// Decides how a case ended, by one rule for all families and all programs.
struct Judge: Sendable {
    let implementation: any Implementation

    /// Runs a case to its outcome; every way through ends in one.
    func outcome(of vector: VectorCase, family: Result<any VectorFamily, VectorError>) -> Outcome {
        if let problem = vector.problem { return .failed(.init(problem.reason)) }
        do throws(VectorError) {
            let family = try family.get()
            var fields = CaseFields(vector.fields)
            switch try family.trial(&fields) {
            case .skip(let reason):
                return .skipped(reason)
            case .steps(let steps):
                let unread = fields.unread
                guard unread.isEmpty else {
                    let names = unread.joined(separator: ", ")
                    return .failed(.init("the family \(family.name) does not know the field \(names)"))
                }
                return try outcome(of: steps)
            }
        } catch {
            return .failed(.init(error.reason))
        }
    }

    private func outcome(of steps: [Trial.Step]) throws(VectorError) -> Outcome {
        guard !steps.isEmpty else { return .failed(.init("nothing of the case was checked")) }
        var acceptable: Bool?
        var isChecked = false
        for step in steps {
            let answer = try implementation.answer(step.question)
            if case .unsupported(let reason) = answer {
                if step.isAside, !(implementation is ArcaImplementation) { continue }
                return .skipped(reason)
            }
            isChecked = true
            if let reason = Self.complaint(answer, step.expected) {
                let what = "\(step.question.operation) \(step.question.algorithm)"
                return .failed(
                    .init("\(what): \(reason)", expected: step.expected.description, got: answer.description))
            }
            if case .outputsOrRefusal = step.expected {
                if case .outputs = answer { acceptable = acceptable ?? true } else { acceptable = false }
            }
        }
        guard isChecked else { return .skipped("nothing of the case is supported") }
        return acceptable.map { .acceptable(taken: $0) } ?? .passed
    }

    /// What is wrong with an answer; nil when it is as it must be.
    static func complaint(_ answer: Answer, _ expected: ExpectedAnswer) -> String? {
        switch (expected, answer) {
        case (_, .unsupported): "not supported"
        case (.outputs(let wanted), .outputs(let values)): values == wanted ? nil : "another value came out"
        case (.outputs, .refused): "refused what is valid"
        case (.notOutputs(let forged), .outputs(let values)): values == forged ? "took what is invalid" : nil
        case (.outputsOrRefusal(let wanted), .outputs(let values)):
            values == wanted ? nil : "took what is acceptable, but another value came out"
        case (.notOutputs, .refused), (.outputsOrRefusal, .refused), (.refusal, .refused): nil
        case (.refusal, .outputs), (.refusalWith, .outputs): "took what is invalid"
        case (.refusalWith(let code, let place), .refused(let refusal)):
            refusal.code == nil || refusal.code == code && (place == nil || place == refusal.place)
                ? nil : "refused for another reason, or at another place"
        }
    }
}
