/// The report for a browser.
struct HTMLReport {
    private let report: VectorReport
    private let options: ReportOptions

    init(_ report: VectorReport, _ options: ReportOptions) {
        self.report = report
        self.options = options
    }

    var text: String { TextReport(report, options).summary }
}
