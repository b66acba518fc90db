public import ArcaCore

/// A layout of test-vector files: recognizes its own files by their content, reads them into cases, and lists the families
/// of those cases.
///
/// A new format is one type of this protocol, and its line in ``FormatTable``.
public protocol VectorFormat: Sendable {
    /// What reports call it: `wycheproof`.
    static var name: String { get }

    /// Whether a file is of this format, by its content; at most one format should say so.
    static func claims(_ source: VectorSource) -> Bool

    /// Reads a file that it has claimed.
    ///
    /// - Parameter source: The file.
    /// - Returns: All its cases with every field, and what is wrong with the rest of it.
    /// - Throws: Any error when the file cannot be read as a whole.
    static func read(_ source: VectorSource) throws -> VectorFile

    /// The family of a kind of cases, an ``AbsentFamily`` for what Arca is known not to have, or nil for an unknown kind,
    /// which fails its cases.
    ///
    /// - Parameter kind: A kind that the format's reader gave a case.
    /// - Returns: The family, or nil.
    static func family(of kind: VectorKind) -> (any VectorFamily)?
}

/// What cases of one kind ask for: makes requests of their fields, with what the responses must be.
///
/// A new family is one type of this protocol, and its line in ``VectorFormat/family(of:)`` of its format. It does not run
/// anything itself: operations do, and other programs can be asked the same.
public protocol VectorFamily: Sendable {
    /// What reports call it, and `--only` takes: `aes-gcm`.
    var name: String { get }

    /// Makes requests of a case.
    ///
    /// - Parameter fields: The case's fields. Each must be read, or passed over with a reason; the case fails otherwise.
    /// - Returns: The requests with what the responses must be, or why there are none.
    /// - Throws: Any error when a field is missing or malformed; the case then fails with its text.
    func plan(_ fields: inout CaseFields) throws -> TestPlan
}

/// A family for what a format has vectors of and Arca does not have: skips its cases with the reason.
public struct AbsentFamily: VectorFamily {
    /// What reports call it.
    public let name: String
    private let reason: String

    /// Makes a family whose cases are skipped.
    ///
    /// - Parameters:
    ///   - name: What reports call it.
    ///   - reason: Why its cases are not run; `Arca has no NAME` unless given.
    public init(_ name: String, because reason: String? = nil) {
        self.name = name
        self.reason = reason ?? "Arca has no \(name)"
    }

    /// Skips the case.
    public func plan(_ fields: inout CaseFields) -> TestPlan { .skip(reason) }
}

/// The formats that are read, in the order in which they are asked.
public struct FormatTable: Sendable {
    /// All formats that Arca reads.
    public static let standard = FormatTable([
        WycheproofFormat.self,
        RooterbergFormat.self,
        // Before CAVP, whose `Count` some stanzas have too.
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
        // Last: it takes prose.
        RFCTextFormat.self,
    ])

    /// The formats, in the order in which they are asked.
    public let formats: [any VectorFormat.Type]

    /// Makes a table.
    ///
    /// - Parameter formats: The formats, in the order in which they are asked.
    public init(_ formats: [any VectorFormat.Type]) { self.formats = formats }

    /// The format of a file.
    ///
    /// - Parameter source: The file.
    /// - Returns: The first format that claims it.
    /// - Throws: ``VectorError`` with code `.unclaimed` when none does, or `.malformed` for JSON that cannot be read.
    public func format(of source: VectorSource) throws(VectorError) -> any VectorFormat.Type {
        if let format = formats.first(where: { $0.claims(source) }) { return format }
        if case .failure(let error) = source.json {
            throw VectorError(.malformed, "no format claims the file, and it is not valid JSON: \(error)")
        }
        throw VectorError(.unclaimed, "no format claims the file")
    }
}
