internal import ArcaCodecs

/// Decides how a case ended, by one rule for all families and all programs.
struct Checker: Sendable {
    let implementation: any VectorImplementation
    let budget: WorkBudget

    /// Runs a case to its outcome; every way through ends in one.
    func outcome(of vector: VectorCase, family: any VectorFamily) -> CaseOutcome {
        do {
            if let problem = vector.problem { throw problem }
            try budget.check()
            guard vector.fields.count <= CaseLimits.fieldCount else {
                throw VectorError(
                    .tooCostly, "the case has \(vector.fields.count) fields; the limit is \(CaseLimits.fieldCount)")
            }
            var fields = CaseFields(vector.fields)
            switch try family.plan(&fields) {
            case .skip(let reason):
                return .skipped(reason)
            case .steps(let steps):
                let unread = fields.unread
                guard unread.isEmpty else {
                    let names = unread.joined(separator: ", ")
                    throw VectorError(.unknownField, "the family \(family.name) does not know the field \(names)")
                }
                return try outcome(of: steps)
            }
        } catch {
            return .failed(.init((error as? any ArcaError)?.message ?? "\(error)"))
        }
    }

    private func outcome(of steps: [TestPlan.Step]) throws -> CaseOutcome {
        guard !steps.isEmpty else { throw VectorError(.unchecked, "nothing of the case was checked") }
        var acceptable: Bool?
        var isChecked = false
        for step in steps {
            try budget.take(step.request)
            let response = try implementation.respond(to: step.request)
            if case .unsupported(let reason) = response {
                if step.isOptional, !(implementation is ArcaImplementation) { continue }
                return .skipped(reason)
            }
            isChecked = true
            if let reason = Self.complaint(response, step.expected) {
                let what = "\(step.request.operation) \(step.request.algorithm)"
                return .failed(
                    .init(
                        "\(what): \(reason)", expected: Self.cut(step.expected.description),
                        got: Self.cut(response.description)))
            }
            if case .outputsOrRefusal = step.expected {
                if case .outputs = response { acceptable = acceptable ?? true } else { acceptable = false }
            }
        }
        guard isChecked else { return .skipped("nothing of the case is supported") }
        return acceptable.map { .acceptable(taken: $0) } ?? .passed
    }

    /// The start of a long text: a report of thousands of failures holds two texts for each.
    private static func cut(_ text: String) -> String {
        let count = text.utf8.count
        return count > 8_192 ? "\(text.prefix(4_096))… (\(count) characters)" : text
    }

    /// What is wrong with a response; nil when it is as it must be.
    private static func complaint(_ response: Response, _ expected: TestPlan.Expectation) -> String? {
        switch (expected, response) {
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
