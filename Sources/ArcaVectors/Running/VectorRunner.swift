internal import ArcaSystem

/// Runs every case of test-vector files and accounts for each of them.
///
/// Files are read a few at a time, so that memory stays small, and their cases run on all cores. Nothing is dropped:
/// a file that nobody claims, a field that nobody reads, a case that nobody knows, a count that does not fit and an
/// empty file are failures.
///
/// ```swift
/// let report = VectorRunner().run(VectorTree(["Vectors"]))
/// report.totals.failed  // 0
/// ```
public struct VectorRunner: Sendable {
    /// How far a run is.
    public struct Progress: Sendable {
        /// Files that are done.
        public let files: Int
        /// Files in all.
        public let fileCount: Int
        /// Cases that are done.
        public let cases: Int
        /// About how many bytes were done since the last time.
        public let newByteCount: Int
    }

    /// Bytes of input whose cases are in memory at once, unless one file is larger.
    static let batchByteCount = 4 << 20

    /// The formats that are read.
    public var formats = FormatTable.standard
    /// The families that cases are given to.
    public var families = FamilyTable.standard
    /// Who answers; Arca unless set.
    public var implementation: any Implementation = ArcaImplementation()
    /// Who is asked as well, to tell where both disagree; nobody unless set.
    public var reference: (any Implementation)?
    /// The families to run, by name or by its first part (`rsa` for `rsa-oaep`); all when nil.
    public var only: [String]?
    /// Whether what is skipped counts as failed.
    public var isStrict = false
    /// Whether files are read and nothing is run: all cases count as left out.
    public var isDry = false
    /// How many threads run cases; one a core by default.
    public var workerCount = Workers.coreCount

    /// Makes a runner of all formats and families that Arca has.
    public init() {}

    /// Reads the files and runs their cases.
    ///
    /// - Parameters:
    ///   - tree: The files.
    ///   - progress: Is told how far the run is, after every few files.
    /// - Returns: What came of every file.
    public func run(_ tree: VectorTree, progress: (Progress) -> Void = { _ in }) -> VectorReport {
        let inputs = tree.inputs
        var reports: [FileReport] = []
        var caseCount = 0
        while reports.count < inputs.count {
            let batch = Self.batch(of: inputs[reports.count...])
            let results = VectorBatch(Array(batch), self).run()
            reports += results
            caseCount += results.reduce(0) { $0 + $1.tally.total }
            progress(
                Progress(
                    files: reports.count, fileCount: inputs.count, cases: caseCount,
                    newByteCount: batch.reduce(0) { $0 + $1.expectedByteCount }))
        }
        return VectorReport(files: reports, documents: tree.documents)
    }

    /// Whether the user wants a family's cases.
    func wants(_ family: any VectorFamily) -> Bool {
        guard let only else { return !isDry }
        return only.contains { family.name == $0 || family.name.hasPrefix($0 + "-") }
    }

    /// The next files that fit into memory together: one at least.
    private static func batch(of inputs: ArraySlice<VectorInput>) -> ArraySlice<VectorInput> {
        var byteCount = 0
        return inputs.prefix { input in
            let isFirst = byteCount == 0
            byteCount += input.expectedByteCount + 1
            return isFirst || byteCount <= batchByteCount
        }
    }
}
