public import ArcaCore

/// Known failures, which are reported but do not fail a run.
///
/// The file is JSON: `{"schema": 1, "known": [{"program", "file", "case", "reason"}]}`. An empty `case` means
/// the file itself. The reason is for readers.
public struct VectorBaseline: Sendable {
    /// Maximum size of a file, in bytes.
    public static let maximumByteCount = 64 << 20

    /// A known failure.
    public struct Entry: Sendable, Hashable, Comparable {
        /// The name of the program; `arca` for Arca.
        public let program: String
        /// The name of the file, as in reports.
        public let file: String
        /// The ID of the case, or empty for the file itself.
        public let id: String

        /// Creates an entry.
        public init(program: String, file: String, id: String) {
            (self.program, self.file, self.id) = (program, file, id)
        }

        /// Orders by program, file and case.
        public static func < (left: Entry, right: Entry) -> Bool {
            (left.program, left.file, left.id) < (right.program, right.file, right.id)
        }
    }

    /// The reasons of the known failures; empty if the file has none.
    private var reasons: [Entry: String] = [:]
    private var idsByFile: [[String]: [Entry]] = [:]

    /// The known failures, sorted.
    public var entries: [Entry] { reasons.keys.sorted() }

    /// Creates a list without failures.
    public init() {}

    /// Reads a file.
    ///
    /// - Throws: ``VectorError`` `.malformed`, with the place.
    public init(_ bytes: borrowing some Bytes) throws(VectorError) {
        do {
            let root = JSONField(try JSONReader.read(bytes), name: "baseline")
            try root.allowOnly(["schema", "known"])
            guard try root["schema"].int == 1 else { throw root["schema"].error("is not 1") }
            for field in try root["known"].array {
                try field.allowOnly(["program", "file", "case", "reason"])
                let entry = Entry(
                    program: try field["program"].string, file: try field["file"].string, id: try field["case"].string)
                add(entry, reason: try field["reason"].ifPresent?.string ?? "")
            }
        } catch { throw VectorError(.malformed, "the baseline is malformed: \(error)") }
    }

    /// Adds a known failure.
    public mutating func add(_ entry: Entry, reason: String) {
        if reasons.updateValue(reason, forKey: entry) == nil {
            idsByFile[[entry.program, entry.file], default: []].append(entry)
        }
    }

    /// Returns whether a failure is known.
    public func contains(_ entry: Entry) -> Bool { reasons[entry] != nil }

    func entries(of program: String, in file: String) -> [Entry] { idsByFile[[program, file]] ?? [] }

    /// The file in UTF-8, sorted, with a final line ending.
    public var bytes: [UInt8] {
        var root = JSONObject()
        root["schema"] = 1
        root["known"] = .array(
            entries.map { entry in
                [
                    "program": .string(entry.program), "file": .string(entry.file), "case": .string(entry.id),
                    "reason": .string(reasons[entry] ?? ""),
                ]
            })
        return Array(JSONValue.object(root).text(.pretty).utf8) + [.newline]
    }
}

extension VectorBaseline {
    /// Creates the list of all failures of a report, known or new.
    public init(_ report: VectorReport, program: String) {
        self.init()
        for file in report.files {
            for failure in file.failures + file.knownFailures {
                add(Entry(program: program, file: file.path, id: failure.id ?? ""), reason: failure.failure.reason)
            }
        }
    }

    /// Creates the list of all failures of a comparison, known or new.
    public init(_ comparison: VectorComparison) {
        self.init()
        for row in comparison.rows {
            for (program, cell) in zip(comparison.programs, row.cells) {
                for failure in cell.failures + cell.knownFailures {
                    add(
                        Entry(program: program.name, file: failure.path, id: failure.id), reason: failure.failure.reason
                    )
                }
            }
        }
        for problem in comparison.fileProblems + comparison.knownFileProblems {
            let program = VectorComparison.Program.arca.name
            add(Entry(program: program, file: problem.path, id: problem.id), reason: problem.failure.reason)
        }
    }

    /// The outcome with regard to known failures.
    func judge(_ outcome: CaseOutcome, of id: String, by program: String, in file: String) -> CaseOutcome {
        guard case .failed(let failure) = outcome, contains(Entry(program: program, file: file, id: id)) else {
            return outcome
        }
        return .known(failure)
    }
}
