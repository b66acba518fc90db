internal import ArcaCore
internal import ArcaSystem

/// The report as JSON.
///
/// `{"schema": 1, "totals": {"passed", "failed", "acceptable", "skipped", "total"}, "files": [{"path", "format",
/// "family", the five counts, "skipReasons": {reason: count}}], "failures": [{"file", "case", "comment", "reason",
/// "expected", "got"}]}`. A problem with the file itself has `file` as its case and counts as failed.
struct JSONReport {
    private let report: VectorReport

    init(_ report: VectorReport) { self.report = report }

    var bytes: [UInt8] {
        var writer = JSONWriter(.pretty)
        writer.beginObject()
        writer.name("schema")
        writer.write(1)
        writer.name("totals")
        writer.write(.object(Self.counts(report.totals)))
        writer.name("files")
        writer.beginArray()
        for file in report.files { writer.write(Self.object(file)) }
        writer.endArray()
        writer.name("failures")
        writer.beginArray()
        if let problem = report.problem { writer.write(Self.object(path: "", .init(problem.reason), id: "run")) }
        for file in report.files {
            for failure in file.failures {
                writer.write(
                    Self.object(
                        path: file.path, failure.failure, id: failure.id ?? "file", comment: failure.comment))
            }
        }
        writer.endArray()
        writeDifferences(to: &writer)
        writer.endObject()
        return Self.printable(writer.bytes) + [0x0a]
    }

    /// `"differences": [{"file", "case", "comment", "outcome", "arca"}]`, if two programs were compared.
    private func writeDifferences(to writer: inout JSONWriter) {
        guard report.files.contains(where: { !$0.differences.isEmpty }) else { return }
        writer.name("differences")
        writer.beginArray()
        for file in report.files {
            for difference in file.differences {
                writer.write([
                    "file": .string(file.path), "case": .string(difference.id), "comment": .string(difference.comment),
                    "outcome": .string(difference.outcome.word), "arca": .string(difference.referenceOutcome.word),
                ])
            }
        }
        writer.endArray()
    }

    /// JSON that a terminal may show, unchanged where it is plain ASCII.
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
