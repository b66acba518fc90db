internal import ArcaCore
internal import ArcaSystem

/// The report as JUnit XML: a test suite per file, with a test case per failure and per skip reason.
///
/// Passed cases are combined into one test case, because tens of thousands would overwhelm CI servers.
struct JUnitReport {
    let report: VectorReport
    let options: VectorReport.Options

    var text: String {
        let totals = report.totals
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\(Self.quoted("test vectors of \(options.subject)"))"
        text += " tests=\"\(totals.total)\" failures=\"\(totals.failed)\" skipped=\"\(totals.skipped)\""
        if let seconds = options.seconds { text += " time=\"\(TextReport.tenths(seconds))\"" }
        text += ">\n"
        if let problem = report.problem {
            text += "  <testsuite name=\"run\" tests=\"1\" failures=\"1\">\n"
            text += "    <testcase name=\"run\"><failure message=\(Self.quoted(problem.reason))/></testcase>\n"
            text += "  </testsuite>\n"
        }
        for file in report.files { text += Self.suite(file) }
        return text + "</testsuites>\n"
    }

    private static func suite(_ file: VectorReport.File) -> String {
        let tally = file.tally
        var text = "  <testsuite name=\(quoted(file.path)) tests=\"\(tally.total)\" failures=\"\(tally.failed)\""
        text += " skipped=\"\(tally.skipped)\">\n"
        let suite = quoted(file.family.isEmpty ? file.path : file.family)
        for failure in file.failures {
            let name = failure.id.map { "case \($0)" } ?? "file"
            let title = failure.comment.isEmpty ? name : "\(name): \(failure.comment)"
            text += "    <testcase classname=\(suite) name=\(quoted(title))>"
            text += "<failure message=\(quoted(failure.failure.reason))>"
            // Thousands of failures may share a long field, so it is truncated.
            for field in failure.fields { text += escaped("\(field.name) = \(field.text.prefix(4_096))\n") }
            text += escaped("expected: \(failure.failure.expected)\ngot: \(failure.failure.got)\n")
            text += "</failure></testcase>\n"
        }
        for (reason, count) in tally.skipReasons.sorted(by: { $0.key < $1.key }) {
            text += "    <testcase classname=\(suite) name=\(quoted("\(count) \(count == 1 ? "case" : "cases")"))>"
            text += "<skipped message=\(quoted(reason))/></testcase>\n"
        }
        for (count, what) in [(tally.passed, "passed"), (tally.acceptable, "acceptable")] where count > 0 {
            text +=
                "    <testcase classname=\(suite) name=\(quoted("\(count) \(count == 1 ? "case" : "cases") \(what)"))/>\n"
        }
        return text + "  </testsuite>\n"
    }

    private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// Escapes text for XML and HTML, including characters that XML cannot contain and those that control or reorder
    /// the display.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\u{fffe}"..."\u{ffff}": result.unicodeScalars.append("\u{fffd}")
            default: result += scalar.isSafeToPrint ? String(scalar) : String(printable: String(scalar).utf8)
            }
        }
        return result
    }
}
