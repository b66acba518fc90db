internal import ArcaCodecs
internal import ArcaSystem

/// What `--json` prints of a file that was encrypted, decrypted or checked.
struct CryptReport {
    /// What the file that was read is called.
    var input: String
    /// The file that was written; nil when none was.
    var output: BytePath?
    /// The format, by the name that options call it.
    var format: String
    /// How many bytes were written, or found good.
    var byteCount: Int?
    /// Whether changes of the file show.
    var isAuthenticated: Bool
    /// The kinds of recipient that a header names; nil where there is no header.
    var recipients: [String]?

    /// Refuses `--json` where the result itself goes to standard output.
    static func check(_ json: JSONOptions, _ output: OutputOptions) throws(UsageError) {
        guard json.isWanted, output.file?.isDash ?? true else { return }
        throw UsageError(
            .conflict, "--json prints a report where the result goes", hint: "write the result to a file with -o")
    }

    /// Prints the report.
    func print() throws {
        var members: [(String, JSONValue)] = [
            ("format", .string(format)), ("input", .string(input)),
            ("output", output.map { .string($0.description) } ?? .null),
            ("byteCount", (byteCount ?? output.flatMap(Self.byteCount)).map { .integer($0) } ?? .null),
            ("authenticated", .bool(isAuthenticated)),
        ]
        if let recipients { members.append(("recipients", .array(recipients.map { .string($0) }))) }
        try JSONOptions.print(schema: 1, members)
    }

    /// The length of a file that was written; nil for a device.
    static func byteCount(_ path: BytePath) -> Int? {
        (try? FileInfo(path)).flatMap { $0.kind == .regular ? $0.byteCount : nil }
    }
}
