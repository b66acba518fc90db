internal import ArcaSystem

/// Runs every case of test-vector files and accounts for each of them.
///
/// Files are read one after the other, so that memory stays small, and their cases run on all cores. Nothing is dropped:
/// a file that no format claims, a field that no family reads, a case of an unknown kind, a wrong count, an empty file and
/// a case that asks for more work than ``CaseLimits`` allow are failures.
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
        /// About how many bytes the file has that is done now.
        public let newByteCount: Int
    }

    /// The formats that are read, with their families.
    public var formats = FormatTable.standard
    /// What responds to the requests; Arca unless set.
    public var implementation: any VectorImplementation = ArcaImplementation()
    /// What is asked as well, to tell where both disagree; nothing unless set.
    public var reference: (any VectorImplementation)?
    /// What is asked as well, for a table of all of them.
    public var others: [any VectorImplementation] = []
    /// What the cases of a file may cost.
    public var limits = CaseLimits.standard
    /// The families to run, by name or by its first part (`rsa` for `rsa-oaep`); all when nil.
    public var only: [String]?
    /// The cases to run, by the names that their files have for them; all when nil.
    public var onlyCases: Set<String>?
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
    ///   - progress: Is told how far the run is, after every file; one call at a time, from any thread.
    /// - Returns: What came of every file.
    public func run(
        _ tree: VectorTree, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) -> VectorReport {
        let reports = VectorWork(tree.inputs, self, progress: progress).run()
        return VectorReport(files: reports, documents: tree.documents, isDry: isDry, failure: failure)
    }

    /// All that are asked, in the order of their columns.
    var implementations: [any VectorImplementation] {
        [implementation] + [reference].compactMap(\.self) + others
    }

    /// Why one of them cannot be asked, which ends the run.
    var failure: VectorError? { implementations.lazy.compactMap(\.failure).first }

    /// Whether the user wants a case.
    func wants(_ vector: VectorCase) -> Bool { onlyCases?.contains(vector.id) ?? true }

    /// Whether the user wants a family's cases.
    func wants(_ family: any VectorFamily) -> Bool {
        guard let only else { return !isDry }
        return only.contains { family.name == $0 || family.name.hasPrefix($0 + "-") }
    }
}
