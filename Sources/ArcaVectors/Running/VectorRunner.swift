internal import ArcaSystem

/// Runs all cases of test vector files and accounts for each of them.
///
/// Files are read one at a time to limit memory, and their cases run on all cores. Nothing is silently ignored.
/// Unrecognized files, unread fields, unknown kinds, a wrong number of cases, empty files, and cases that exceed
/// ``CaseLimits`` are failures.
///
/// ```swift
/// let report = VectorRunner().run(VectorTree(["Vectors"]))
/// report.totals.failed  // 0
/// ```
public struct VectorRunner: Sendable {
    /// The progress of a run.
    public struct Progress: Sendable {
        /// Number of files completed.
        public let files: Int
        /// Number of all files.
        public let fileCount: Int
        /// Number of cases completed.
        public let cases: Int
        /// The approximate size of the file just completed, in bytes.
        public let newByteCount: Int
    }

    /// The supported formats.
    public var formats = FormatTable.standard
    /// The implementation to test, by default Arca.
    public var implementation: any VectorImplementation = ArcaImplementation()
    /// An implementation to compare the results with, or nil.
    public var reference: (any VectorImplementation)?
    /// Other implementations, for a comparison table.
    public var others: [any VectorImplementation] = []
    /// The limits on the cost of the cases of a file.
    public var limits = CaseLimits.standard
    /// The families to run, by name or first part of the name (`rsa` for `rsa-oaep`), or nil for all.
    public var only: [String]?
    /// The IDs of the cases to run, or nil for all.
    public var onlyCases: Set<String>?
    /// Failures that are known and do not fail the run, or nil.
    public var baseline: VectorBaseline?
    /// The names of the programs in the baseline: of ``implementation`` and of ``others``.
    public var programNames = ["arca"]
    /// Whether skipped cases count as failed.
    public var isStrict = false
    /// Whether to read files without running any case; all cases then count as excluded.
    public var isDry = false
    /// The number of threads, by default one per core.
    public var workerCount = Workers.coreCount

    /// Creates a runner for all formats and families.
    public init() {}

    /// Reads the files and runs their cases.
    ///
    /// - Parameters:
    ///   - tree: The vector files.
    ///   - progress: Called with the progress after each file, from any thread but not concurrently.
    /// - Returns: The results of all files.
    public func run(
        _ tree: VectorTree, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) -> VectorReport {
        let reports = VectorWork(tree.inputs, self, progress: progress).run()
        return VectorReport(
            files: reports, documents: tree.documents, isDry: isDry, hasBaseline: baseline != nil, failure: failure)
    }

    var implementations: [any VectorImplementation] {
        [implementation] + [reference].compactMap(\.self) + others
    }

    var failure: VectorError? { implementations.lazy.compactMap(\.failure).first }

    func wants(_ vector: VectorCase) -> Bool { onlyCases?.contains(vector.id) ?? true }

    func wants(_ family: any VectorFamily) -> Bool {
        guard let only else { return !isDry }
        return only.contains { family.name == $0 || family.name.hasPrefix($0 + "-") }
    }
}
