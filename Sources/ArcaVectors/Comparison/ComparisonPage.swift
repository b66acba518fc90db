internal import ArcaCore

/// The table as a self-contained HTML page, with the first failure of each cell below.
struct ComparisonPage {
    let comparison: VectorComparison
    let seconds: Double?

    var text: String {
        let isGood = comparison.isGood
        var page = HTMLReport.top(isGood: isGood, title: "test vectors by program") + header + table
        page += problems + failures + known
        return page + "</main>\n</body>\n</html>\n"
    }

    private var header: String {
        let isGood = comparison.isGood
        let names = comparison.programs.map { Self.escaped($0.name) }.joined(separator: ", ")
        return """
            <header class="\(isGood ? "good" : "bad")">
            <p class="mark" aria-hidden="true">\(isGood ? "✓" : "✗")</p>
            <div><h1>\(isGood ? "All programs agree with the files" : "Programs and files differ")</h1>
            <p>\(names): \(comparison.pace(seconds))</p></div>
            </header>

            """
    }

    private var table: String {
        guard !comparison.rows.isEmpty else { return "" }
        var text = "<section><h2>Passed, failed, not offered</h2>\n<table class=\"files\"><thead><tr><th>family</th>"
        for program in comparison.programs {
            text += "<th class=\"n\" colspan=\"3\">\(Self.escaped(program.name))</th>"
        }
        text += "</tr></thead><tbody>\n"
        for (index, row) in comparison.rows.enumerated() {
            text += "<tr><td>\(Self.escaped(row.family))</td>"
            for (column, cell) in row.cells.enumerated() {
                text += Self.cells(cell, link: "f\(index)-\(column)")
            }
            text += "</tr>\n"
        }
        text += "<tr><td><b>total</b></td>"
        for cell in comparison.totals { text += Self.cells(cell, link: nil) }
        text += "</tr>\n</tbody></table>\n"
        for (reason, count) in comparison.notAsked.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text += "<p class=\"key\">no program was asked, \(TextReport.grouped(count)): \(Self.escaped(reason))</p>\n"
        }
        return text + "</section>\n"
    }

    /// The three counts of a cell; the failure count links to the first failure.
    private static func cells(_ cell: ComparisonCell, link: String?) -> String {
        func number(_ count: Int, _ kind: String) -> String {
            var text = TextReport.grouped(count)
            if kind == "failed", count > 0, let link { text = "<a href=\"#\(link)\">\(text)</a>" }
            return "<td class=\"n \(count == 0 ? "none" : kind)\" title=\"\(kind)\">\(text)</td>"
        }
        return number(cell.passed, "passed") + number(cell.failed, "failed") + number(cell.notOffered, "not offered")
    }

    private var problems: String {
        let faults = comparison.fileProblems.map {
            "\($0.path)\($0.id.isEmpty ? "" : ", case \($0.id)"): \($0.failure.reason)"
        }
        return (comparison.problems.map(\.reason) + faults).map { "<p class=\"problem\">\(Self.escaped($0))</p>\n" }
            .joined()
    }

    private var failures: String {
        var text = ""
        for (index, row) in comparison.rows.enumerated() {
            for (column, cell) in row.cells.enumerated() {
                guard let failure = cell.firstFailure else { continue }
                let program = comparison.programs[column]
                text += "<details open class=\"failure\" id=\"f\(index)-\(column)\"><summary>"
                text += "\(Self.escaped(row.family)) · \(Self.escaped(program.name)) "
                text += "<em>\(TextReport.grouped(cell.failed)) failed, first \(Self.escaped(failure.path)), case "
                text += "\(Self.escaped(failure.id)) \(Self.escaped(failure.comment))</em></summary>\n"
                text += "<p>\(Self.escaped(failure.failure.reason))</p>\n<table>\n"
                for (name, value, kind) in [
                    ("expected", failure.failure.expected, "wanted"), ("got", failure.failure.got, "got"),
                    ("repeat", comparison.repetition(of: failure, by: program), ""),
                ] where !value.isEmpty {
                    text += "<tr class=\"\(kind)\"><th>\(name)</th><td>\(Self.escaped(value))</td></tr>\n"
                }
                text += "</table></details>\n"
            }
        }
        return text.isEmpty ? "" : "<section><h2>First failing cases</h2>\n\(text)</section>\n"
    }

    private var known: String {
        var texts: [String] = []
        for row in comparison.rows {
            for (program, cell) in zip(comparison.programs, row.cells) {
                texts += cell.knownFailures.map {
                    "\(TextReport.name(program.name, $0.path, $0.id)): \($0.failure.reason)"
                }
            }
        }
        return HTMLReport.list("Known failures", Array(texts.prefix(Self.shownKnownFailures)), of: texts.count)
            + HTMLReport.list(
                "No longer failing: remove from the baseline", comparison.stale.map { TextReport.name($0) })
    }

    private static let shownKnownFailures = 500

    private static func escaped(_ text: String) -> String { JUnitReport.escaped(text) }
}
