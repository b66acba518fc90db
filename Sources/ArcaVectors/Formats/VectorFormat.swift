public import ArcaCore

/// A test vector file format, which detects its files by content, reads their cases, and lists the families of the
/// cases.
///
/// To add a format, add a type that conforms to this protocol to ``FormatTable``.
public protocol VectorFormat: Sendable {
    /// The name in reports: `wycheproof`.
    static var name: String { get }

    /// Returns whether a file has this format, judged by its content; at most one format should return true.
    static func claims(_ source: VectorSource) -> Bool

    /// The names in files of this format, for the error about a file that lacks some of them; by default none.
    static var marks: [FormatMarks] { get }

    /// Reads a file that the format has claimed.
    ///
    /// - Returns: All cases with every field, and the problems with the rest of the file.
    /// - Throws: Any error if the file as a whole cannot be read.
    static func read(_ source: VectorSource) throws -> VectorFile

    /// Returns the family for a kind of case.
    ///
    /// For algorithms that Arca is known to lack it is an ``AbsentFamily``. For an unknown kind it is nil, and the
    /// cases fail.
    static func family(of kind: VectorKind) -> (any VectorFamily)?
}

extension VectorFormat {
    /// No names.
    public static var marks: [FormatMarks] { [] }
}

/// The names in one kind of file: members of a JSON object, or words before `=` and `:` in text.
public struct FormatMarks: Sendable {
    /// The names that a file must have to be recognized.
    public let required: [String]
    /// Other names that files of this kind have.
    public let usual: Set<String>

    /// Creates the names of one kind of file.
    public init(_ required: String..., usual: Set<String> = []) {
        self.required = required
        self.usual = usual
    }
}

/// A family of cases, which creates requests from their fields, with the expected responses.
///
/// To add a family, add a type that conforms to this protocol to ``VectorFormat/family(of:)`` of its format. A family
/// does not run anything: operations do, and other programs can get the same requests.
public protocol VectorFamily: Sendable {
    /// The name in reports and for `--only`: `aes-gcm`.
    var name: String { get }

    /// Creates the requests for a case.
    ///
    /// - Parameter fields: The fields of the case. Each must be read, or passed over with a reason; otherwise the case
    ///   fails.
    /// - Returns: The requests with the expected responses, or a reason to skip the case.
    /// - Throws: Any error if a field is missing or malformed; the case then fails with its message.
    func plan(_ fields: inout CaseFields) throws -> TestPlan
}

/// A family of algorithms that Arca lacks, whose cases are skipped with a reason.
public struct AbsentFamily: VectorFamily {
    /// The name in reports.
    public let name: String
    private let reason: String

    /// Creates a family whose cases are skipped, by default because `Arca has no NAME`.
    public init(_ name: String, because reason: String? = nil) {
        self.name = name
        self.reason = reason ?? "Arca has no \(name)"
    }

    /// Skips the case.
    public func plan(_ fields: inout CaseFields) -> TestPlan { .skip(reason) }
}

/// The supported formats, in the order of detection.
public struct FormatTable: Sendable {
    /// All formats that Arca supports.
    public static let standard = FormatTable([
        WycheproofFormat.self,
        RooterbergFormat.self,
        // Before CAVP, because some stanzas also have `Count`.
        FileTestFormat.self,
        CAVPFormat.self,
        PKCSTextFormat.self,
        OwnFormat.self,
        WebPlatformFormat.self,
        ChunkedFileFormat.self,
        AgeTestkitFormat.self,
        EncapsulationDraftFormat.self,
        CCTVFormat.self,
        ACVPFormat.self,
        // Last, because it accepts prose.
        RFCTextFormat.self,
    ])

    /// The formats, in the order of detection.
    public let formats: [any VectorFormat.Type]

    /// Creates a table.
    public init(_ formats: [any VectorFormat.Type]) { self.formats = formats }

    /// Detects the format of a file.
    ///
    /// - Returns: The first format that claims it.
    /// - Throws: ``VectorError`` with code `.unclaimed` if there is no such format, or `.malformed` for invalid JSON.
    public func format(of source: VectorSource) throws(VectorError) -> any VectorFormat.Type {
        if let format = formats.first(where: { $0.claims(source) }) { return format }
        if case .failure(let error) = source.json {
            throw VectorError(.malformed, "no test-vector format, and not valid JSON: \(error)")
        }
        throw VectorError(.unclaimed, "no test-vector format" + (nearest(to: source).map { ": \($0)" } ?? ""))
    }

    /// Describes what the file lacks to have the format that shares most names with it.
    private func nearest(to source: VectorSource) -> String? {
        let names = source.names
        guard !names.isEmpty else { return nil }
        var best: (score: Int, text: String)?
        for format in formats {
            for marks in format.marks {
                let missing = marks.required.filter { !names.contains($0) }
                let shared =
                    marks.required.filter(names.contains)
                    + marks.usual.subtracting(marks.required).filter(names.contains).sorted()
                let score = 2 * shared.count - missing.count
                guard !missing.isEmpty, !shared.isEmpty, score > best?.score ?? 1 else { continue }
                best = (
                    score,
                    "the file has \(shared.prefix(3).joined(separator: ", ")) like \(format.name), but no "
                        + missing.joined(separator: ", ")
                )
            }
        }
        return best?.text
    }
}

/// The cases and problems read from a file.
public struct VectorFile: Sendable {
    /// All cases, in file order.
    public let cases: [VectorCase]
    /// The number of cases according to the file, or nil if it does not say.
    public let declaredCount: Int?
    /// Problems with the file as a whole, or with parts that belong to no case.
    public let problems: [VectorError]
    /// The name of the file in the same folder that reads this one; its cases then belong to that file.
    public let companionOf: String?

    /// Creates a file.
    public init(cases: [VectorCase], declaredCount: Int? = nil, problems: [VectorError] = []) {
        self.cases = cases
        self.declaredCount = declaredCount
        self.problems = problems
        companionOf = nil
    }

    /// Creates a file that another one reads, such as the answers to prompts.
    public init(companionOf name: String) {
        cases = []
        declaredCount = nil
        problems = []
        companionOf = name
    }

    /// All problems with the file, including a wrong number of cases.
    public var allProblems: [VectorError] {
        var problems = problems
        if let declaredCount, declaredCount != cases.count {
            problems.append(
                VectorError(.miscounted, "the file declares \(declaredCount) cases and has \(cases.count)"))
        }
        if cases.isEmpty, companionOf == nil { problems.append(VectorError(.empty, "the file has no case")) }
        return problems
    }
}
