internal import ArcaCore
internal import ArcaSystem

/// The report for a terminal: a row per file, then skip reasons, then failures with all fields.
struct TextReport {
    let report: VectorReport
    let options: VectorReport.Options

    var text: String {
        var text = table + skips
        if !report.documents.isEmpty {
            text += "\nnot vectors, according to their names or SOURCE.md:\n"
            for name in report.documents { text += "  \(Self.shown(name))\n" }
        }
        return text + failures + known + differences + "\n" + summary
    }

    /// The last line, a complete summary of the run.
    var summary: String {
        let totals = report.totals
        let count = report.files.count
        var text = "\(Self.grouped(totals.total)) \(totals.total == 1 ? "case" : "cases") in "
        text += "\(Self.grouped(count)) \(count == 1 ? "file" : "files"): "
        text += "\(Self.grouped(totals.passed)) passed, "
        text += styled("\(Self.grouped(totals.failed)) failed", totals.failed > 0 ? "1;31" : nil)
        if totals.known > 0 { text += ", \(Self.grouped(totals.known)) known" }
        text += ", \(Self.grouped(totals.acceptable)) acceptable"
        if totals.acceptable > 0 {
            text += " (\(Self.grouped(totals.acceptableTaken)) taken, "
            text += "\(Self.grouped(totals.acceptableRefused)) refused)"
        }
        text += ", \(Self.grouped(totals.skipped)) skipped"
        if report.leftOut > 0 { text += "; \(Self.grouped(report.leftOut)) of other families left out" }
        if let seconds = options.seconds { text += ", in \(Self.tenths(seconds)) s" }
        return text + "\n"
    }

    // MARK: - Table

    private static let titles = ["file", "format", "family", "passed", "failed", "acceptable", "skipped"]

    private var table: String {
        let rows = report.files.filter { $0.tally.total > 0 || $0.companionOf != nil }
        guard !rows.isEmpty else { return "" }
        let cells = rows.map { file in
            let family = file.companionOf.map { "read with \($0)" } ?? file.family
            let format = file.format.isEmpty ? "unknown" : file.format
            return [Self.shown(file.path), format, Self.shown(family)] + Self.counts(file.tally)
        }
        let totals = ["total", "", ""] + Self.counts(report.totals)
        let widths = Self.titles.indices.map { column in
            (cells + [Self.titles, totals]).reduce(0) { max($0, $1[column].unicodeScalars.count) }
        }
        func line(_ cells: [String]) -> String {
            var line = ""
            for (column, cell) in cells.enumerated() {
                let space = String(repeating: " ", count: widths[column] - cell.unicodeScalars.count)
                line += (column == 0 ? "" : "  ") + (column < 3 ? cell + space : space + cell)
            }
            return line
        }
        var text = styled(line(Self.titles), "1") + "\n"
        for (file, row) in zip(rows, cells) {
            text += styled(line(row), file.tally.failed > 0 ? "31" : nil) + "\n"
        }
        return text + styled(line(totals), "1") + "\n"
    }

    private static func counts(_ tally: CaseTally) -> [String] {
        [tally.passed, tally.failed, tally.acceptable, tally.skipped].map(grouped)
    }

    // MARK: - Lists

    private var skips: String {
        let reasons = report.totals.skipReasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard !reasons.isEmpty else { return "" }
        return reasons.reduce("\nskipped:\n") { $0 + "  \(Self.grouped($1.value)): \(Self.shown($1.key))\n" }
    }

    private var failures: String {
        let all = report.files.flatMap { file in file.failures.map { (file.path, $0) } }
        guard !all.isEmpty || report.problem != nil else { return "" }
        var text = "\n" + styled("failed:", "1;31") + "\n"
        if let problem = report.problem { text += "  \(Self.shown(problem.reason))\n" }
        for (path, failure) in all.prefix(options.shownFailures) {
            text += "  " + styled(Self.shown(failure.id.map { "\(path), case \($0)" } ?? path), "1")
            if !failure.comment.isEmpty { text += " (\(Self.shown(failure.comment)))" }
            text += ": \(Self.shown(failure.failure.reason))\n"
            for field in failure.fields { text += "    \(Self.shown("\(field.name) = \(field.text)"))\n" }
            if !failure.failure.expected.isEmpty { text += "    expected: \(Self.shown(failure.failure.expected))\n" }
            if !failure.failure.got.isEmpty { text += "    got:      \(Self.shown(failure.failure.got))\n" }
        }
        if all.count > options.shownFailures {
            text += "  and \(Self.grouped(all.count - options.shownFailures)) more\n"
        }
        return text
    }

    private var known: String {
        let all = report.files.flatMap { file in
            file.knownFailures.map { (Self.name(nil, file.path, $0.id ?? ""), $0.failure) }
        }
        return Self.known(all, limit: options.shownFailures) + Self.stale(report.stale)
    }

    /// The failures that are listed in the baseline, a line each.
    static func known(_ failures: [(name: String, failure: CaseOutcome.Failure)], limit: Int) -> String {
        guard !failures.isEmpty else { return "" }
        var text = "\nknown failures:\n"
        for (name, failure) in failures.prefix(limit) { text += "  \(shown("\(name): \(failure.reason)"))\n" }
        if failures.count > limit { text += "  and \(grouped(failures.count - limit)) more\n" }
        return text
    }

    /// The entries of the baseline that no longer fail.
    static func stale(_ entries: [VectorBaseline.Entry]) -> String {
        guard !entries.isEmpty else { return "" }
        return entries.reduce("\nno longer failing, remove from the baseline:\n") { "\($0)  \(shown(name($1)))\n" }
    }

    static func name(_ entry: VectorBaseline.Entry) -> String { name(entry.program, entry.file, entry.id) }

    static func name(_ program: String?, _ path: String, _ id: String) -> String {
        (program.map { "\($0), " } ?? "") + path + (id.isEmpty ? "" : ", case \(id)")
    }

    /// The differences between a program and Arca, by kind and case by case.
    private var differences: String {
        let all = report.files.flatMap { file in file.differences.map { (file.path, $0) } }
        guard !all.isEmpty else { return "" }
        let kinds = Dictionary(grouping: all) { "\($0.1.outcome.word) there, \($0.1.referenceOutcome.word) by Arca" }
        var text = "\n" + styled("where \(Self.shown(options.subject)) and Arca differ:", "1") + "\n"
        for (kind, cases) in kinds.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            text += "  \(Self.grouped(cases.count)) \(kind)\n"
            for (path, difference) in cases.prefix(options.shownFailures) {
                let comment = difference.comment.isEmpty ? "" : " (\(difference.comment))"
                text += "    \(Self.shown("\(path), case \(difference.id)\(comment)"))\n"
            }
            if cases.count > options.shownFailures {
                text += "    and \(Self.grouped(cases.count - options.shownFailures)) more\n"
            }
        }
        return text
    }

    // MARK: - Numbers

    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Escapes untrusted text for one line of a terminal.
    static func shown(_ text: String) -> String { String(printable: text.utf8) }

    private func styled(_ text: String, _ code: String?) -> String {
        guard options.isStyled, let code else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }
}
