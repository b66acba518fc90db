internal import ArcaCore
internal import ArcaSystem

/// What `--json` prints of a file that was encrypted, decrypted or checked.
struct CryptReport {
    /// What the file that was read is called.
    var input: String
    /// The file that was written; nil when none was.
    var output: BytePath?
    /// The format, by the name that options call it.
    var format: String
    /// How many bytes were written or verified.
    var byteCount: Int?
    /// Whether changes to the file are detected.
    var isAuthenticated: Bool
    /// The kinds of recipient that a header names; nil without a header.
    var recipients: [String]?

    /// Prints the report of one file.
    func print() throws { try JSONOptions.print(schema: 1, members) }

    /// Prints the report of one file, or a list of all that went well.
    static func print(_ reports: [CryptReport], isList: Bool) throws {
        if isList {
            let files = reports.map { report -> JSONValue in
                var object = JSONObject()
                for (name, value) in report.members { object[name] = value }
                return .object(object)
            }
            return try JSONOptions.print(schema: 1, [("files", .array(files))])
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
        return members
    }

    /// The length of a file that was written; nil for a device.
    static func byteCount(_ path: BytePath) -> Int? {
        (try? FileInfo(path)).flatMap { $0.kind == .regular ? $0.byteCount : nil }
    }
}
