internal import ArcaCore

/// A parsed case: the steps to run, or its outcome if it cannot be run.
enum PreparedCase: Sendable {
    case steps([TestPlan.Step])
    case done(CaseOutcome)

    /// Plans a case with its family, and subtracts its cost from the budget.
    init(_ vector: VectorCase, family: any VectorFamily, budget: WorkBudget) {
        do {
            if let problem = vector.problem { throw problem }
            if let reason = DisputedCase.reason(vector) {
                self = .done(.skipped(reason))
                return
            }
            try budget.check()
            guard vector.fields.count <= CaseLimits.fieldCount else {
                throw VectorError(
                    .tooCostly, "the case has \(vector.fields.count) fields; the limit is \(CaseLimits.fieldCount)")
            }
            var fields = CaseFields(vector.fields)
            switch try family.plan(&fields) {
            case .skip(let reason): self = .done(.skipped(reason))
            case .steps(let steps):
                let unread = fields.unread
                guard unread.isEmpty else {
                    if let name = fields.repeated(among: unread) {
                        throw VectorError(
                            .malformed,
                            "the case has \(name) twice; the line that begins the second case may be missing")
                    }
                    let names = unread.joined(separator: ", ")
                    throw VectorError(.unknownField, "the family \(family.name) does not know the field \(names)")
                }
                guard !steps.isEmpty else { throw VectorError(.unchecked, "nothing of the case was checked") }
                for step in steps { try budget.take(step.request) }
                self = .steps(steps)
            }
        } catch {
            self = .done(.failed(.init((error as? any ArcaError)?.message ?? "\(error)")))
        }
    }
}

/// Determines the outcomes of cases, with the same rules for all families and programs.
struct Checker: Sendable {
    let implementation: any VectorImplementation
    private let keys = KeyAnswers()

    init(implementation: any VectorImplementation) { self.implementation = implementation }

    /// Runs several cases at once; returns exactly one outcome for each.
    func outcomes(of cases: [PreparedCase]) -> [CaseOutcome] {
        let requests = cases.flatMap { prepared -> [Request] in
            guard case .steps(let steps) = prepared else { return [] }
            return steps.map(\.request)
        }
        var responses = keys.responses(to: requests, asking: implementation.responses)[...]
        return cases.map { prepared in
            switch prepared {
            case .done(let outcome): return outcome
            case .steps(let steps):
                defer { responses = responses.dropFirst(steps.count) }
                do {
                    return try outcome(of: steps, responses.prefix(steps.count))
                } catch {
                    return .failed(.init((error as? any ArcaError)?.message ?? "\(error)"))
                }
            }
        }
    }

    private func outcome(
        of steps: [TestPlan.Step], _ responses: ArraySlice<Result<Response, VectorError>>
    ) throws -> CaseOutcome {
        var acceptable: Bool?
        var isChecked = false
        // A key of an invalid case may be refused or read; that does not make the case acceptable.
        let isInvalid = steps.contains { $0.expected.isRefusal }
        for (step, response) in zip(steps, responses) {
            var response = try response.get()
            if step.refusesUnsupported, implementation is ArcaImplementation, case .unsupported(let reason) = response {
                response = .refused(.init(reason))
            }
            if case .unsupported(let reason) = response {
                if step.isOptional, !(implementation is ArcaImplementation) { continue }
                return .skipped(reason)
            }
            isChecked = true
            if let reason = Self.complaint(response, step.expected) {
                let what = [step.request.operation, step.request.algorithm].filter { !$0.isEmpty }
                    .joined(separator: " ")
                return .failed(
                    .init(
                        "\(what): \(reason)", expected: Self.cut(step.expected.description),
                        got: Self.cut(response.description)))
            }
            if !isInvalid, case .outputsOrRefusal = step.expected {
                if case .outputs = response { acceptable = acceptable ?? true } else { acceptable = false }
            }
        }
        guard isChecked else { return .skipped("nothing of the case is supported") }
        return acceptable.map { .acceptable(taken: $0) } ?? .passed
    }

    /// Truncates a long text, because a report may contain two for each of thousands of failures.
    private static func cut(_ text: String) -> String {
        let count = text.utf8.count
        return count > 8_192 ? "\(text.prefix(4_096))… (\(count) characters)" : text
    }

    private static func complaint(_ response: Response, _ expected: TestPlan.Expectation) -> String? {
        switch (expected, response) {
        case (_, .unsupported): "not supported"
        case (.outputs(let wanted), .outputs(let values)): values == wanted ? nil : "another value came out"
        case (.anyOutputs, .outputs): nil
        case (.outputs, .refused), (.anyOutputs, .refused): "refused what is valid"
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

extension TestPlan.Expectation {
    fileprivate var isRefusal: Bool {
        switch self {
        case .notOutputs, .refusal, .refusalWith: true
        case .outputs, .anyOutputs, .outputsOrRefusal: false
        }
    }
}
