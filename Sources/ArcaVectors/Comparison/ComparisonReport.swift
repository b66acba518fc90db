internal import ArcaCore

extension VectorComparison {
    /// The output formats of a table.
    public enum Form: String, Sendable, CaseIterable {
        /// Plain text for a terminal.
        case text
        /// A JSON object.
        case json
        /// JUnit XML, for CI servers.
        case junit
        /// SARIF 2.1.0, for code scanning.
        case sarif
        /// A self-contained HTML page.
        case html

        /// Formats a table.
        ///
        /// - Returns: The table in UTF-8, with a final line ending.
        public func bytes(of comparison: VectorComparison, seconds: Double? = nil, isStyled: Bool = false) -> [UInt8] {
            switch self {
            case .text:
                Array(ComparisonText(comparison: comparison, seconds: seconds, isStyled: isStyled).text.utf8)
            case .json: ComparisonJSON(comparison: comparison).bytes
            case .junit: Array(JUnitReport(findings: RunFindings(comparison, seconds: seconds)).text.utf8)
            case .sarif:
                SARIFReport(
                    findings: RunFindings(comparison, seconds: seconds), hasBaseline: comparison.hasBaseline
                ).bytes
            case .html: Array(ComparisonPage(comparison: comparison, seconds: seconds).text.utf8)
            }
        }
    }

    /// The command that repeats a case with a program of the table.
    func repetition(of failure: ComparisonCell.Failure, by program: Program) -> String {
        var words = ["arca", "vectors", "verify"]
        if !failure.id.isEmpty { words += ["--case", failure.id] }
        if let command = program.command { words += ["--against", command] }
        return (words + [failure.path]).map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || "-_./=:,@+".utf8.contains($0)
        }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    func pace(_ seconds: Double?) -> String {
        var text = "\(TextReport.grouped(caseCount)) cases in \(TextReport.grouped(fileCount)) files"
        guard let seconds else { return text }
        text += ", in \(TextReport.tenths(seconds)) s"
        if seconds >= 0.1 { text += ", \(TextReport.grouped(Int(Double(caseCount) / seconds))) cases/s" }
        return text
    }

    var failures: [(row: Row, program: Program, failure: ComparisonCell.Failure, count: Int)] {
        rows.flatMap { row in
            zip(programs, row.cells).compactMap { program, cell in
                cell.firstFailure.map { (row, program, $0, cell.failed) }
            }
        }
    }
}

struct ComparisonText {
    let comparison: VectorComparison
    let seconds: Double?
    let isStyled: Bool

    var text: String { table + notAsked + problems + failures + known + "\n" + comparison.pace(seconds) + "\n" }

    private var table: String {
        guard !comparison.rows.isEmpty else { return "" }
        let rows =
            comparison.rows.map { (TextReport.shown($0.family), $0.cells) } + [("total", comparison.totals)]
        let head = ["passed", "failed"] + (hasKnown ? ["known"] : []) + ["not offered"]
        let familyWidth = rows.reduce("family".count) { max($0, $1.0.unicodeScalars.count) }
        var lines = ["family".padded(to: familyWidth), String(repeating: " ", count: familyWidth)]
        let widths = comparison.programs.indices.map { column in
            head.indices.map { part in
                rows.reduce(head[part].count) { max($0, counts($1.1[column])[part].count) }
            }
        }
        for (column, program) in comparison.programs.enumerated() {
            let width = max(
                widths[column].reduce(2 * (head.count - 1), +), TextReport.shown(program.name).unicodeScalars.count)
            lines[0] += "  | " + TextReport.shown(program.name).padded(to: width)
            let titles = zip(head, widths[column]).map { $0.padded(to: -$1) }.joined(separator: "  ")
            lines[1] += "  | " + titles.padded(to: width)
        }
        var text = lines.map { styled($0, "1") + "\n" }.joined()
        for (family, cells) in rows {
            var line = family.padded(to: familyWidth)
            for (column, cell) in cells.enumerated() {
                let counts = zip(counts(cell), widths[column]).map { $0.padded(to: -$1) }
                let width = TextReport.shown(comparison.programs[column].name).unicodeScalars.count
                line += "  | " + counts.joined(separator: "  ").padded(to: width)
            }
            text += styled(line, cells.contains { $0.failed > 0 } ? "31" : nil) + "\n"
        }
        return text
    }

    private var hasKnown: Bool { comparison.totals.contains { $0.known > 0 } }

    private func counts(_ cell: ComparisonCell) -> [String] {
        let known = hasKnown ? [cell.known] : []
        return ([cell.passed, cell.failed] + known + [cell.notOffered]).map(TextReport.grouped)
    }

    private var notAsked: String {
        guard !comparison.notAsked.isEmpty else { return "" }
        let reasons = comparison.notAsked.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return reasons.reduce("\nno program was asked:\n") {
            $0 + "  \(TextReport.grouped($1.value)): \(TextReport.shown($1.key))\n"
        }
    }

    private var problems: String {
        var text = ""
        for problem in comparison.problems { text += "  \(TextReport.shown(problem.reason))\n" }
        for problem in comparison.fileProblems {
            let name = problem.id.isEmpty ? problem.path : "\(problem.path), case \(problem.id)"
            text += "  \(TextReport.shown("\(name): \(problem.failure.reason)"))\n"
        }
        return text.isEmpty ? "" : "\n" + styled("problems:", "1;31") + "\n" + text
    }

    private var failures: String {
        let all = comparison.failures
        guard !all.isEmpty else { return "" }
        var text = "\n" + styled("first failing cases:", "1;31") + "\n"
        for (row, program, failure, count) in all {
            text += "  " + styled(TextReport.shown("\(row.family), \(program.name)"), "1")
            let comment = failure.comment.isEmpty ? "" : " (\(failure.comment))"
            let first = "\(failure.path), case \(failure.id)\(comment): \(failure.failure.reason)"
            text += ", \(TextReport.grouped(count)) failed, first \(TextReport.shown(first))\n"
            text += "    repeat: \(TextReport.shown(comparison.repetition(of: failure, by: program)))\n"
        }
        return text
    }

    private var known: String {
        let failures = comparison.rows.flatMap { row in
            zip(comparison.programs, row.cells).flatMap { program, cell in
                cell.knownFailures.map { (TextReport.name(program.name, $0.path, $0.id), $0.failure) }
            }
        }
        let arca = VectorComparison.Program.arca.name
        let problems = comparison.knownFileProblems.map { (TextReport.name(arca, $0.path, $0.id), $0.failure) }
        return TextReport.known(failures + problems, limit: Self.shownKnownFailures)
            + TextReport.stale(comparison.stale)
    }

    private static let shownKnownFailures = 20

    private func styled(_ text: String, _ code: String?) -> String {
        guard isStyled, let code else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }
}

extension String {
    /// Pads the text with spaces to a width, on the left if the width is negative.
    fileprivate func padded(to width: Int) -> String {
        let space = String(repeating: " ", count: max(0, abs(width) - unicodeScalars.count))
        return width < 0 ? space + self : self + space
    }
}

/// The table as JSON.
///
/// `{"schema": 1, "programs": [{"name", "command"}], "families": [{"family", "results": [{"program", "passed", "failed",
/// "notOffered", "known", "firstFailure": {"file", "case", "comment", "reason", "expected", "got", "repeat"}}]}], "totals":
/// [{"program", …}], "notAsked": {reason: count}, "problems": [text]}`. With a baseline also `known`, and `"stale":
/// [{"program", "file", "case"}]`.
struct ComparisonJSON {
    let comparison: VectorComparison

    var bytes: [UInt8] {
        var root = JSONObject()
        root["schema"] = 1
        root["programs"] = .array(
            comparison.programs.map { program in
                var object = JSONObject()
                object["name"] = .string(program.name)
                if let command = program.command { object["command"] = .string(command) }
                return .object(object)
            })
        root["families"] = .array(
            comparison.rows.map { ["family": .string($0.family), "results": .array(results($0.cells))] })
        root["totals"] = .array(results(comparison.totals).map(Self.withoutFailure))
        var reasons = JSONObject()
        for (reason, count) in comparison.notAsked.sorted(by: { $0.key < $1.key }) { reasons[reason] = .integer(count) }
        root["notAsked"] = .object(reasons)
        let faults = comparison.fileProblems.map {
            "\($0.path)\($0.id.isEmpty ? "" : ", case \($0.id)"): \($0.failure.reason)"
        }
        if comparison.hasBaseline { root["stale"] = .array(comparison.stale.map(\.json)) }
        root["problems"] = .array((comparison.problems.map(\.reason) + faults).map(JSONValue.string))
        return JSONReport.printable(Array(JSONValue.object(root).text(.pretty).utf8)) + [.newline]
    }

    private func results(_ cells: [ComparisonCell]) -> [JSONValue] {
        zip(comparison.programs, cells).map { program, cell in
            var object = JSONObject()
            object["program"] = .string(program.name)
            object["passed"] = .integer(cell.passed)
            object["failed"] = .integer(cell.failed)
            object["notOffered"] = .integer(cell.notOffered)
            if comparison.hasBaseline { object["known"] = .integer(cell.known) }
            if let failure = cell.firstFailure {
                object["firstFailure"] = [
                    "file": .string(failure.path), "case": .string(failure.id), "comment": .string(failure.comment),
                    "reason": .string(failure.failure.reason), "expected": .string(failure.failure.expected),
                    "got": .string(failure.failure.got),
                    "repeat": .string(comparison.repetition(of: failure, by: program)),
                ]
            }
            return .object(object)
        }
    }

    private static func withoutFailure(_ value: JSONValue) -> JSONValue {
        guard var object = value.object else { return value }
        object["firstFailure"] = nil
        return .object(object)
    }
}
