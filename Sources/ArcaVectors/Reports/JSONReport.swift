internal import ArcaCore
internal import ArcaSystem

/// The report as JSON.
///
/// `{"schema": 1, "totals": {"passed", "failed", "acceptable", "skipped", "total"}, "files": [{"path", "format",
/// "family", the five counts, "skipReasons": {reason: count}}], "failures": [{"file", "case", "comment", "reason",
/// "expected", "got"}]}`. With a baseline also `known`, like `failures`, and `"stale": [{"program", "file", "case"}]`. A problem with the file itself has `file` as its case and counts as failed.
struct JSONReport {
    let report: VectorReport

    var bytes: [UInt8] {
        var root = JSONObject()
        root["schema"] = 1
        root["totals"] = .object(Self.counts(report.totals))
        root["files"] = .array(report.files.map(Self.object))
        var failures: [JSONValue] = []
        if let problem = report.problem { failures.append(Self.object(path: "", .init(problem.reason), id: "run")) }
        for file in report.files {
            failures += file.failures.map {
                Self.object(path: file.path, $0.failure, id: $0.id ?? "file", comment: $0.comment)
            }
        }
        root["failures"] = .array(failures)
        let differences = report.files.flatMap(Self.differences)
        if !differences.isEmpty { root["differences"] = .array(differences) }
        if report.hasBaseline {
            root["known"] = .array(
                report.files.flatMap { file in
                    file.knownFailures.map {
                        Self.object(path: file.path, $0.failure, id: $0.id ?? "file", comment: $0.comment)
                    }
                })
            root["stale"] = .array(report.stale.map(\.json))
        }
        return Self.printable(Array(JSONValue.object(root).text(.pretty).utf8)) + [.newline]
    }

    /// `"differences": [{"file", "case", "comment", "outcome", "arca"}]`, if two programs were compared.
    private static func differences(_ file: VectorReport.File) -> [JSONValue] {
        file.differences.map {
            [
                "file": .string(file.path), "case": .string($0.id), "comment": .string($0.comment),
                "outcome": .string($0.outcome.word), "arca": .string($0.referenceOutcome.word),
            ]
        }
    }

    /// Escapes JSON for a terminal; plain ASCII is unchanged.
    static func printable(_ json: [UInt8]) -> [UInt8] {
        json.allSatisfy { $0 < 0x7f } ? json : Array(String(printableJSON: String(decoding: json, as: UTF8.self)).utf8)
    }

    private static func counts(_ tally: CaseTally) -> JSONObject {
        var object = JSONObject()
        object["passed"] = .integer(tally.passed)
        object["failed"] = .integer(tally.failed)
        object["acceptable"] = .integer(tally.acceptable)
        object["skipped"] = .integer(tally.skipped)
        object["total"] = .integer(tally.total)
        return object
    }

    private static func object(_ file: VectorReport.File) -> JSONValue {
        var object = JSONObject()
        object["path"] = .string(file.path)
        object["format"] = .string(file.format)
        object["family"] = .string(file.family)
        for member in counts(file.tally).members { object[member.name] = member.value }
        var reasons = JSONObject()
        for (reason, count) in file.tally.skipReasons.sorted(by: { $0.key < $1.key }) {
            reasons[reason] = .integer(count)
        }
        object["skipReasons"] = .object(reasons)
        return .object(object)
    }

    private static func object(
        path: String, _ failure: CaseOutcome.Failure, id: String, comment: String = ""
    ) -> JSONValue {
        [
            "file": .string(path), "case": .string(id), "comment": .string(comment),
            "reason": .string(failure.reason), "expected": .string(failure.expected), "got": .string(failure.got),
        ]
    }
}

extension VectorBaseline.Entry {
    var json: JSONValue { ["program": .string(program), "file": .string(file), "case": .string(id)] }
}
