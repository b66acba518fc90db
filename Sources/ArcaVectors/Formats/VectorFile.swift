public import ArcaCore

/// What a format's reader makes of a file.
public struct VectorFile: Sendable {
    /// All cases, in the order of the file.
    public let cases: [VectorCase]
    /// How many cases the file says it has; nil when the format does not tell.
    public let declaredCount: Int?
    /// What is wrong with the file as a whole, or with parts of it that belong to no case.
    public let problems: [VectorError]
    /// The file in the same folder whose cases this one belongs to, which reads it; then it has no cases of its own.
    public let companionOf: String?

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - cases: All cases, in the order of the file.
    ///   - declaredCount: How many cases the file says it has.
    ///   - problems: What is wrong with the file as a whole.
    public init(cases: [VectorCase], declaredCount: Int? = nil, problems: [VectorError] = []) {
        self.cases = cases
        self.declaredCount = declaredCount
        self.problems = problems
        companionOf = nil
    }

    /// Makes a file that another one reads, such as the answers to a file of prompts.
    ///
    /// - Parameter name: The other file's name, without folders.
    public init(companionOf name: String) {
        cases = []
        declaredCount = nil
        problems = []
        companionOf = name
    }

    /// Everything that is wrong with the file as a whole, the number of its cases included.
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
