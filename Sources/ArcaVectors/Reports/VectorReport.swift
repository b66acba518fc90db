public import ArcaCodecs

/// What came of all files.
public struct VectorReport: Sendable {
    /// The files, in the order in which they were given.
    public let files: [FileReport]
    /// The files that hold no vectors by their name.
    public let documents: [String]
    /// What is wrong with the run as a whole: no case ran at all.
    public let problem: VectorError?

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - files: The files, in order.
    ///   - documents: The files that hold no vectors by their name.
    init(files: [FileReport], documents: [String]) {
        self.files = files
        self.documents = documents
        problem =
            files.contains { $0.tally.total > 0 }
            ? nil : VectorError(.empty, "there is no case to run")
    }

    /// All counts together; a run without any case counts as one failure.
    public var totals: Tally {
        var totals = Tally()
        for file in files { totals += file.tally }
        if let problem { totals.count(.failed(.init(problem.reason))) }
        return totals
    }

    /// Whether nothing failed.
    public var isGood: Bool { totals.failed == 0 }

    /// Cases that were left out because the user asked for other families only.
    public var leftOut: Int { files.reduce(0) { $0 + $1.leftOut } }
}
