/// The forms that a report can be written in.
public enum ReportKind: String, Sendable, CaseIterable {
    /// A table for people.
    case text
    /// One JSON object, for programs.
    case json
    /// JUnit's XML, for build servers.
    case junit
    /// One page for a browser, which needs nothing beside it.
    case html

    /// Writes a report.
    ///
    /// - Parameters:
    ///   - report: What came of all files.
    ///   - options: What people see of it.
    /// - Returns: The report in UTF-8, with a line end.
    public func bytes(of report: VectorReport, options: ReportOptions = ReportOptions()) -> [UInt8] {
        switch self {
        case .text: Array(TextReport(report, options).text.utf8)
        case .json: JSONReport(report).bytes
        case .junit: Array(JUnitReport(report, options).text.utf8)
        case .html: Array(HTMLReport(report, options).text.utf8)
        }
    }
}
