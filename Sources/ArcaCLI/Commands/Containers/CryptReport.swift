internal import ArcaCore
internal import ArcaSystem

/// The `--json` report on a file that was encrypted, decrypted or checked.
struct CryptReport {
    var input: String
    var output: BytePath?
    var format: String
    var byteCount: Int?
    var isAuthenticated: Bool
    /// The recipient kinds in the header; nil without a header.
    var recipients: [String]?
    /// Entries of an archive that were not unpacked.
    var skippedCount = 0

    func print() throws { try JSONReport.print(members) }

    /// Prints a single report, or the list of all files that succeeded.
    static func print(_ reports: [CryptReport], isList: Bool) throws {
        if isList {
            let files = reports.map { report -> JSONValue in
                var object = JSONObject()
                for (name, value) in report.members { object[name] = value }
                return .object(object)
            }
            return try JSONReport.print([("files", .array(files))])
        }
        for report in reports { try report.print() }
    }

    private var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("format", .string(format)), ("input", .string(input)),
            ("output", output.map { .string($0.description) } ?? .null),
            ("byteCount", (byteCount ?? output.flatMap(Self.byteCount)).map { .integer($0) } ?? .null),
            ("authenticated", .bool(isAuthenticated)),
        ]
        if let recipients { members.append(("recipients", .array(recipients.map { .string($0) }))) }
        if skippedCount > 0 { members.append(("skippedCount", .integer(skippedCount))) }
        return members
    }

    static func byteCount(_ path: BytePath) -> Int? {
        (try? FileInfo(path)).flatMap { $0.kind == .regular ? $0.byteCount : nil }
    }
}
