internal import ArcaCodecs
internal import ArcaCore

/// The report in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard, 2020): one run, a rule
/// per family, a result per failure.
///
/// With a baseline, new failures are errors, known ones are suppressed notes, and entries that no longer fail are notes
/// with the state `absent`. Every result has a line, because GitHub's code scanning requires one: that of the case if
/// the format names cases by line, otherwise 1.
struct SARIFReport {
    let findings: RunFindings
    let hasBaseline: Bool

    var bytes: [UInt8] {
        var results: [JSONValue] = []
        for problem in findings.problems {
            results.append(["ruleId": "run", "level": "error", "message": ["text": .string(problem)]])
        }
        for suite in findings.suites {
            results += suite.failures.map { result($0, state: "new") }
            results += suite.known.map { result($0, state: "unchanged") }
        }
        results += findings.stale.map(absent)
        let families = Set(findings.suites.flatMap { $0.failures + $0.known }.map(Self.rule))
        var rules = families.sorted().map { Self.rule($0, "Cases of the family \($0) have the results of their files") }
        if !findings.problems.isEmpty { rules.append(Self.rule("run", "Every program starts and passes a case")) }
        if !findings.stale.isEmpty { rules.append(Self.rule("baseline", "Entries of the baseline still fail")) }
        let run: JSONValue = [
            "tool": ["driver": ["name": "arca vectors", "rules": .array(rules)]],
            "columnKind": "unicodeCodePoints", "results": .array(results),
        ]
        let root: JSONValue = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
        return JSONReport.printable(Array(root.text(.pretty).utf8)) + [.newline]
    }

    private static func rule(_ id: String, _ text: String) -> JSONValue {
        ["id": .string(id), "shortDescription": ["text": .string(text)]]
    }

    private static func rule(_ finding: RunFindings.Finding) -> String {
        finding.id.isEmpty || finding.family.isEmpty ? "file" : finding.family
    }

    private func result(_ finding: RunFindings.Finding, state: String) -> JSONValue {
        let failure = finding.failure
        var text = "\(finding.program), \(finding.title): \(failure.reason)"
        if !failure.expected.isEmpty { text += "; expected: \(failure.expected.prefix(256))" }
        if !failure.got.isEmpty { text += "; got: \(failure.got.prefix(256))" }
        let isKnown = state == "unchanged"
        var object = JSONObject()
        object["ruleId"] = .string(Self.rule(finding))
        object["level"] = isKnown ? "note" : "error"
        object["message"] = ["text": .string(text)]
        object["locations"] = [Self.location(finding.path, id: finding.id)]
        object["partialFingerprints"] = [
            "arcaVectorCase/v1": .string([finding.program, finding.path, finding.id].joined(separator: "\n"))
        ]
        if hasBaseline { object["baselineState"] = .string(state) }
        if isKnown {
            object["suppressions"] = [["kind": "external", "justification": "listed in the baseline"]]
        }
        return .object(object)
    }

    private func absent(_ entry: VectorBaseline.Entry) -> JSONValue {
        [
            "ruleId": "baseline", "level": "note", "baselineState": "absent",
            "message": ["text": .string("\(TextReport.name(entry)) no longer fails; remove it from the baseline")],
            "locations": [Self.location(entry.file, id: entry.id)],
        ]
    }

    private static func location(_ path: String, id: String) -> JSONValue {
        let line = id.hasPrefix("line ") ? Int(id.dropFirst(5)).map { max(1, $0) } ?? 1 : 1
        return [
            "physicalLocation": [
                "artifactLocation": ["uri": .string(uri(path))], "region": ["startLine": .integer(line)],
            ]
        ]
    }

    /// A path as a URI reference (RFC 3986): relative, or with the scheme `file`.
    private static func uri(_ path: String) -> String {
        var path = Substring(path)
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        let text = PercentEncoding.component.encode(path.utf8).replacing("%2F", with: "/")
        return path.hasPrefix("/") ? "file://" + text : text
    }
}
