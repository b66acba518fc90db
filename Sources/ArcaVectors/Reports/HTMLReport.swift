internal import ArcaCore

/// The report as a self-contained HTML page, with light and dark appearance.
///
/// It shows the result first, then the distribution of cases, then the failures, then all files. Everything is visible
/// without scripts; scripts add filtering.
struct HTMLReport {
    /// Maximum number of failures on the page, because browsers are slow with tens of thousands.
    private static let shownFailures = 500

    let report: VectorReport
    let options: VectorReport.Options

    var text: String {
        var page = Self.top(
            isGood: report.isGood, title: "test vectors of \(Self.escaped(options.subject))", script: Self.script)
        page += header + tiles + tools + families + differences + failures + known + files + documents
        return page + "</main>\n<script>\(Self.script)</script>\n</body>\n</html>\n"
    }

    static func top(isGood: Bool, title: String, script: String = "") -> String {
        var page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        page += "<meta name=\"color-scheme\" content=\"light dark\">\n"
        // The page contains untrusted text from files, so it must not load or send anything.
        page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        page += "style-src 'unsafe-inline'\(script.isEmpty ? "" : "; script-src 'unsafe-inline'")\">\n"
        page += "<title>\(isGood ? "✓" : "✗") \(title)</title>\n"
        return page + "<style>\(style)</style>\n</head>\n<body>\n<main>\n"
    }

    // MARK: - Parts

    private var header: String {
        let totals = report.totals
        let title: String
        switch (totals.failed, totals.skipped) {
        case (0, 0): title = "Every case passed"
        case (0, _): title = "Every case that was run passed"
        case (1, _): title = "One case failed"
        default: title = "\(TextReport.grouped(totals.failed)) cases failed"
        }
        var line = "\(TextReport.grouped(totals.total)) cases in \(TextReport.grouped(report.files.count)) files"
        line += ", run by \(Self.escaped(options.subject))"
        if let seconds = options.seconds { line += ", in \(TextReport.tenths(seconds)) s" }
        if report.leftOut > 0 { line += "; \(TextReport.grouped(report.leftOut)) cases of other families left out" }
        let problem = report.problem.map { "<p class=\"problem\">\(Self.escaped($0.reason))</p>\n" } ?? ""
        return """
            <header class="\(totals.failed == 0 ? "good" : "bad")">
            <p class="mark" aria-hidden="true">\(totals.failed == 0 ? "✓" : "✗")</p>
            <div><h1>\(title)</h1><p>\(line)</p></div>
            </header>
            \(problem)
            """
    }

    private var tiles: String {
        let totals = report.totals
        let share =
            totals.acceptable == 0
            ? "the files allow both"
            : "\(TextReport.grouped(totals.acceptableTaken)) taken, "
                + "\(TextReport.grouped(totals.acceptableRefused)) refused"
        func tile(_ kind: String, _ count: Int, _ note: String) -> String {
            """
            <div class="tile \(kind)"><b>\(TextReport.grouped(count))</b><span>\(kind)</span><small>\(note)</small></div>

            """
        }
        let known = totals.known > 0 ? tile("known", totals.known, "failures in the baseline") : ""
        return "<section class=\"tiles\">\n"
            + tile("passed", totals.passed, "as the files require")
            + tile("failed", totals.failed, "differently, or malformed")
            + known + tile("acceptable", totals.acceptable, share)
            + tile("skipped", totals.skipped, "with a reason, below") + "</section>\n"
    }

    private var tools: String {
        """
        <p class="tools"><input type="search" id="filter" placeholder="filter families, failures and files" \
        aria-label="filter"><label><input type="checkbox" id="trouble"> only what failed or was skipped</label></p>

        """
    }

    private var families: String {
        var tallies: [String: CaseTally] = [:]
        for file in report.files where file.tally.total > 0 {
            tallies[file.family.isEmpty ? "not understood" : file.family, default: CaseTally()] += file.tally
        }
        let rows = tallies.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }
        guard !rows.isEmpty else { return "" }
        let items = rows.map { name, tally in
            "<li data-text=\"\(Self.escaped(name))\"\(Self.isTrouble(tally) ? " data-trouble" : "")><span class=\"name\">\(Self.escaped(name))</span>"
                + "\(Self.bar(tally))<span class=\"count\">\(TextReport.grouped(tally.total))</span></li>\n"
        }
        return """
            <section><h2>Families</h2>
            <p class="key"><i class="passed"></i>passed <i class="acceptable"></i>acceptable <i class="skipped"></i>skipped \
            <i class="failed"></i>failed</p>
            <ul class="bars">
            \(items.joined())</ul></section>

            """
    }

    private var differences: String {
        let all = report.files.flatMap { file in file.differences.map { (file, $0) } }
        guard !all.isEmpty else { return "" }
        var text = "<section><h2>Where \(Self.escaped(options.subject)) and Arca differ</h2>\n<table class=\"files\">"
        text += "<thead><tr><th>file</th><th>case</th><th>the program</th><th>Arca</th></tr></thead><tbody>\n"
        for (file, difference) in all.prefix(Self.shownFailures) {
            text += "<tr data-text=\"\(Self.escaped("\(file.path) \(file.family)"))\" data-trouble>"
            text += "<td>\(Self.escaped(file.path))</td><td>\(Self.escaped(difference.id))"
            text += "<small>\(Self.escaped(difference.comment))</small></td><td>\(difference.outcome.word)</td>"
            text += "<td>\(difference.referenceOutcome.word)</td></tr>\n"
        }
        text += "</tbody></table>\n"
        if all.count > Self.shownFailures {
            text += "<p>and \(TextReport.grouped(all.count - Self.shownFailures)) more</p>\n"
        }
        return text + "</section>\n"
    }

    private var failures: String {
        let all = report.files.flatMap { file in file.failures.map { (file, $0) } }
        guard !all.isEmpty else { return "" }
        var text = "<section><h2>What failed</h2>\n"
        for (file, failure) in all.prefix(Self.shownFailures) {
            let place = failure.id.map { "case \($0)" } ?? "the file itself"
            let title = "\(Self.escaped(file.path)) · \(Self.escaped(place))"
            text += "<details open class=\"failure\" data-trouble data-text=\"\(title) \(Self.escaped(file.family))\">"
            text += "<summary>\(title)"
            if !failure.comment.isEmpty { text += " <em>\(Self.escaped(failure.comment))</em>" }
            text += "</summary>\n<p>\(Self.escaped(failure.failure.reason))</p>\n"
            var rows = failure.fields.map { ($0.name, $0.text, "") }
            if !failure.failure.expected.isEmpty { rows.append(("expected", failure.failure.expected, "wanted")) }
            if !failure.failure.got.isEmpty { rows.append(("got", failure.failure.got, "got")) }
            if !rows.isEmpty {
                text += "<table>\n"
                for (name, value, kind) in rows {
                    text += "<tr class=\"\(kind)\"><th>\(Self.escaped(name))</th><td>\(Self.escaped(value))</td></tr>\n"
                }
                text += "</table>"
            }
            text += "</details>\n"
        }
        if all.count > Self.shownFailures {
            let rest = TextReport.grouped(all.count - Self.shownFailures)
            text += "<p>and \(rest) more, which the JSON report has</p>\n"
        }
        return text + "</section>\n"
    }

    private var known: String {
        let all = report.files.flatMap { file in file.knownFailures.map { (file.path, $0) } }
        let items = all.prefix(Self.shownFailures).map { path, failure in
            "\(TextReport.name(nil, path, failure.id ?? "")): \(failure.failure.reason)"
        }
        return Self.list("Known failures", items, of: all.count)
            + Self.list("No longer failing: remove from the baseline", report.stale.map { TextReport.name($0) })
    }

    /// A section with a list of untrusted texts; empty without any.
    static func list(_ title: String, _ texts: [String], of count: Int = 0) -> String {
        guard !texts.isEmpty else { return "" }
        let items = texts.map { "<li>\(escaped($0))</li>\n" }.joined()
        let rest = count > texts.count ? "<li>and \(TextReport.grouped(count - texts.count)) more</li>\n" : ""
        return "<section><h2>\(title)</h2>\n<ul>\n\(items)\(rest)</ul></section>\n"
    }

    private var files: String {
        var text = """
            <section><h2>Files</h2>
            <table class="files"><thead><tr><th>file</th><th>family</th><th class="n">passed</th><th class="n">failed</th>\
            <th class="n">acceptable</th><th class="n">skipped</th><th></th></tr></thead><tbody>

            """
        for file in report.files {
            let tally = file.tally
            let reasons = tally.skipReasons.sorted { $0.key < $1.key }.map {
                "\(TextReport.grouped($0.value)): \($0.key)"
            }
            let family = file.companionOf.map { "read with \($0)" } ?? file.family
            let search = Self.escaped(([file.path, file.family, file.format] + reasons).joined(separator: " "))
            text += "<tr data-text=\"\(search)\"\(Self.isTrouble(tally) ? " data-trouble" : "")>"
            text += "<td>\(Self.name(of: file.path))"
            for reason in reasons { text += "<small>\(Self.escaped(reason))</small>" }
            text += "</td><td>\(Self.escaped(family))<small>\(Self.escaped(file.format))</small></td>"
            for (kind, count) in [
                ("passed", tally.passed), ("failed", tally.failed), ("acceptable", tally.acceptable),
                ("skipped", tally.skipped),
            ] {
                text += "<td class=\"n \(count > 0 ? kind : "none")\">\(TextReport.grouped(count))</td>"
            }
            text += "<td class=\"share\">\(Self.bar(tally))</td></tr>\n"
        }
        return text + "</tbody></table></section>\n"
    }

    private var documents: String {
        guard !report.documents.isEmpty else { return "" }
        let names = report.documents.map { "<li>\(Self.escaped($0))</li>" }.joined()
        return
            "<section><details><summary>\(report.documents.count) \(report.documents.count == 1 ? "file that is not a vector" : "files that are not vectors"), according to their names</summary>"
            + "<ul>\(names)</ul></details></section>\n"
    }

    private static func isTrouble(_ tally: CaseTally) -> Bool { tally.failed > 0 || tally.skipped > 0 }

    private static func name(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return escaped(path) }
        let name = path[path.index(after: slash)...]
        return escaped(String(name)) + "<small>\(escaped(String(path[..<slash])))/</small>"
    }

    /// A bar of the outcomes; every nonzero count is visible, however small.
    private static func bar(_ tally: CaseTally) -> String {
        let parts = [
            ("passed", tally.passed), ("acceptable", tally.acceptable), ("skipped", tally.skipped + tally.known),
            ("failed", tally.failed),
        ]
        let title = parts.filter { $0.1 > 0 }.map { "\(TextReport.grouped($0.1)) \($0.0)" }.joined(separator: ", ")
        let spans = parts.filter { $0.1 > 0 }.map { "<i class=\"\($0.0)\" style=\"flex-grow:\($0.1)\"></i>" }
        return "<span class=\"bar\" title=\"\(title)\">\(spans.joined())</span>"
    }

    private static func escaped(_ text: String) -> String { JUnitReport.escaped(text) }
}
