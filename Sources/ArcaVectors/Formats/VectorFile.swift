public import ArcaCore

/// The cases and problems read from a file.
public struct VectorFile: Sendable {
    /// All cases, in file order.
    public let cases: [VectorCase]
    /// The number of cases according to the file, or nil if it does not say.
    public let declaredCount: Int?
    /// Problems with the file as a whole, or with parts that belong to no case.
    public let problems: [VectorError]
    /// The name of the file in the same folder that reads this one; its cases then belong to that file.
    public let companionOf: String?

    /// Creates a file.
    public init(cases: [VectorCase], declaredCount: Int? = nil, problems: [VectorError] = []) {
        self.cases = cases
        self.declaredCount = declaredCount
        self.problems = problems
        companionOf = nil
    }

    /// Creates a file that another one reads, such as the answers to prompts.
    public init(companionOf name: String) {
        cases = []
        declaredCount = nil
        problems = []
        companionOf = name
    }

    /// All problems with the file, including a wrong number of cases.
    public var allProblems: [VectorError] {
        var problems = problems
        if let declaredCount, declaredCount != cases.count {
            problems.append(
                VectorError(.miscounted, "the file declares \(declaredCount) cases and has \(cases.count)"))
        }
        if cases.isEmpty, companionOf == nil { problems.append(VectorError(.empty, "the file has no case")) }
        return problems
    }
}
