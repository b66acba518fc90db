internal import ArcaCore
internal import ArcaSystem

/// The report as JUnit XML: a test suite per file or per program and family, with a test case per failure and per skip
/// reason.
///
/// Passed cases are combined into one test case, because tens of thousands would overwhelm CI servers. Known failures
/// are skipped test cases, so they do not fail the run.
struct JUnitReport {
    let findings: RunFindings

    var text: String {
        let totals = findings.totals
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\(Self.quoted("test vectors of \(findings.subject)")) \(Self.counts(totals))"
        if let seconds = findings.seconds { text += " time=\"\(TextReport.tenths(seconds))\"" }
        text += ">\n"
        if !findings.problems.isEmpty {
            let count = findings.problems.count
            text += "  <testsuite name=\"run\" tests=\"\(count)\" failures=\"\(count)\" skipped=\"0\">\n"
            for problem in findings.problems {
                text += "    <testcase name=\"run\"><failure message=\(Self.quoted(problem))/></testcase>\n"
            }
            text += "  </testsuite>\n"
        }
        for suite in findings.suites { text += Self.element(suite) }
        return text + "</testsuites>\n"
    }

    private static func counts(_ tally: CaseTally) -> String {
        "tests=\"\(tally.total)\" failures=\"\(tally.failed)\" skipped=\"\(tally.skipped + tally.known)\""
    }

    private static func element(_ suite: RunFindings.Suite) -> String {
        let tally = suite.tally
        var text = "  <testsuite name=\(quoted(suite.name)) \(counts(tally))>\n"
        let family = quoted(suite.family)
        func testCase(_ name: String, _ content: String) {
            text += "    <testcase classname=\(family) name=\(quoted(name))"
            text += content.isEmpty ? "/>\n" : ">\(content)</testcase>\n"
        }
        func name(_ finding: RunFindings.Finding) -> String {
            finding.path == suite.name ? finding.title : "\(finding.path), \(finding.title)"
        }
        for finding in suite.failures {
            let failure = finding.failure
            // Thousands of failures may share a long field, so it is truncated.
            let fields = finding.fields.map { "\($0.name) = \($0.text.prefix(4_096))\n" }.joined()
            testCase(
                name(finding),
                "<failure message=\(quoted(failure.reason))>"
                    + escaped("\(fields)expected: \(failure.expected)\ngot: \(failure.got)\n") + "</failure>")
        }
        for finding in suite.known {
            testCase(name(finding), "<skipped message=\(quoted("known failure: \(finding.failure.reason)"))/>")
        }
        for (reason, count) in tally.skipReasons.sorted(by: { $0.key < $1.key }) {
            testCase(cases(count), "<skipped message=\(quoted(reason))/>")
        }
        if tally.passed > 0 { testCase("\(cases(tally.passed)) passed", "") }
        if tally.acceptable > 0 { testCase("\(cases(tally.acceptable)) acceptable", "") }
        return text + "  </testsuite>\n"
    }

    private static func cases(_ count: Int) -> String { "\(count) \(count == 1 ? "case" : "cases")" }

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
