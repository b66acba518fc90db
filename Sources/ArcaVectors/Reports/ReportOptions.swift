/// What people see of a report; programs get all of it.
public struct ReportOptions: Sendable {
    /// How many failing cases are written out in text, at most; all are counted.
    public var shownFailures: Int
    /// Whether text is coloured for a terminal.
    public var isStyled: Bool
    /// What the cases were put to: `Arca`, or another program's command.
    public var subject: String
    /// How long the run took, in seconds; nil to leave it out.
    public var seconds: Double?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - shownFailures: How many failing cases are written out in text, at most.
    ///   - isStyled: Whether text is coloured for a terminal.
    ///   - subject: What the cases were put to.
    ///   - seconds: How long the run took.
    public init(shownFailures: Int = 20, isStyled: Bool = false, subject: String = "Arca", seconds: Double? = nil) {
        self.shownFailures = shownFailures
        self.isStyled = isStyled
        self.subject = subject
        self.seconds = seconds
    }
}
