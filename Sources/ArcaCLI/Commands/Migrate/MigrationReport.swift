internal import ArcaCore
internal import ArcaContainers

struct MigrationReport {
    /// A value that could not be decrypted and stays unchanged.
    struct Failure {
        let line: Int
        let field: String
        let reason: String
    }

    var converted: [StoredStringFormat: Int] = [:]
    /// Number of values that were already encrypted with age.
    var safeCount = 0
    var emptyCount = 0
    var failures: [Failure] = []
    private(set) var status: ExitStatus?
    /// Length of the longest new value, in characters.
    var longest = 0

    var convertedCount: Int { converted.values.reduce(0, +) }

    private var count: Int { convertedCount + safeCount + emptyCount + failures.count }

    private var hints: [String] = []

    mutating func fail(_ value: StoredTable.Value, _ reason: String, _ status: ExitStatus, hint: String? = nil) {
        failures.append(Failure(line: value.line, field: value.field, reason: reason))
        if status.code > self.status?.code ?? 0 { self.status = status }
        if let hint, !hints.contains(hint) { hints.append(hint) }
        Messages.error("line \(value.line), \(value.field): \(reason)")
    }

    func tellHints() { hints.forEach(Messages.hint) }

    func tell(isCheck: Bool) {
        let kinds = StoredStringFormat.allCases.compactMap { format in
            converted[format].map { "\($0) of \(format.rawValue)" }
        }
        let what = isCheck ? "can be opened" : "converted"
        var text = "\(convertedCount) of \(Count.text(count, "value")) \(what)"
        if !kinds.isEmpty { text += ": \(kinds.joined(separator: ", "))" }
        Messages.note(text)
        var rest: [String] = []
        if safeCount > 0 { rest.append("\(safeCount) encrypted by age already") }
        if emptyCount > 0 { rest.append("\(emptyCount) empty") }
        if !failures.isEmpty { rest.append("\(failures.count) failed, listed above") }
        if !rest.isEmpty { Messages.note("skipped: \(rest.joined(separator: ", "))") }
        tellHints()
        if longest > 0 { Messages.note("the longest new value has \(Count.text(longest, "character"))") }
    }

    func print(kind: StoredTable.Kind, input: String, output: String?, ways: [OpenSSLEnc]) throws {
        var formats = JSONObject()
        for format in StoredStringFormat.allCases {
            if let count = converted[format] { formats[format.rawValue] = .integer(count) }
        }
        let failed = failures.map { failure -> JSONValue in
            ["line": .integer(failure.line), "field": .string(failure.field), "reason": .string(failure.reason)]
        }
        try JSONReport.print([
            ("input", .string(input)), ("kind", .string(kind.rawValue)),
            ("output", output.map { .string($0) } ?? .null), ("values", .integer(count)),
            ("converted", .integer(convertedCount)), ("formats", .object(formats)),
            ("openssl", .array(ways.map { .string($0.opensslOptions) })), ("safeBefore", .integer(safeCount)),
            ("empty", .integer(emptyCount)), ("longest", .integer(longest)), ("failed", .array(failed)),
        ])
    }
}
