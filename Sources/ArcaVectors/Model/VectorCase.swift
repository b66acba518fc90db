public import ArcaCodecs

/// One case of a test-vector file, with every field that the file has for it.
public struct VectorCase: Sendable {
    /// What the file calls the case: `17`, or a place such as `line 40` where cases have no name.
    public let id: String
    /// What the file says the case is about; may be empty.
    public let comment: String
    /// What kind of case it is.
    public let kind: VectorKind
    /// What the format's reader has understood and used itself: identifiers, flags.
    public let labels: [VectorField]
    /// All else, group parameters among it: a family must read each of them, or the case fails.
    public let fields: [VectorField]
    /// What the reader found wrong with this case, such as a flag that nobody knows; the case then fails.
    public let problem: VectorError?

    /// Makes a case.
    ///
    /// - Parameters:
    ///   - id: What the file calls the case.
    ///   - comment: What the file says the case is about.
    ///   - kind: What kind of case it is.
    ///   - labels: The fields that the reader has used itself.
    ///   - fields: All other fields.
    ///   - problem: What is wrong with the case.
    public init(
        id: String, comment: String = "", kind: VectorKind, labels: [VectorField] = [], fields: [VectorField],
        problem: VectorError? = nil
    ) {
        self.id = id
        self.comment = comment
        self.kind = kind
        self.labels = labels
        self.fields = fields
        self.problem = problem
    }
}
