internal import ArcaCore
internal import ArcaSystem

struct OutputOptions: OptionGroup {
    static let title = "Output"

    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "-o", "--output", value: "FILE", set: \.file,
            help: "write or replace FILE, in full or not at all; - for standard output, even if it is a terminal")
    }

    /// The kind of content, which decides the file mode and whether a terminal is allowed.
    enum Content {
        case text
        case binary
        case secret
    }

    /// Opens the output, which becomes visible on commit.
    ///
    /// It must not be one of `inputs`, which are read at the same time. `hint` names an alternative to binary output on
    /// a terminal, such as `--armor`.
    func open(_ content: Content, inputs: [FileIdentity], hint: String? = nil) throws -> AtomicFile {
        if let file, !file.isDash { return try AtomicFile(file, secret: content == .secret, inputs: inputs) }
        let output = try AtomicFile.standardOutput(inputs: inputs)
        if content == .binary, file == nil, output.isTerminal {
            let ways = [hint, "-o FILE", "-o -"].compactMap { $0 }.joined(separator: ", or ")
            throw UsageError(.conflict, "binary output cannot be shown on a terminal", hint: "give \(ways)")
        }
        return output
    }
}

/// `-o` and `--force`, for commands that create secrets: an existing file is replaced only with `--force`.
struct NewOutputOptions: OptionGroup {
    static let title = "Output"

    var file: BytePath?
    var isForced = false

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "-o", "--output", value: "FILE", set: \.file,
            help: "write a new FILE, in full or not at all; - for standard output, even if it is a terminal")
        Parameter.flag("--force", set: \.isForced, help: "replace FILE if it exists").requires("--output")
    }

    var isFile: Bool { file.map { !$0.isDash } ?? false }

    /// Opens the output like ``OutputOptions``, but refuses an existing file.
    func open(_ content: OutputOptions.Content, inputs: [FileIdentity] = [], hint: String? = nil) throws -> AtomicFile {
        guard let file, isFile, !isForced else {
            return try OutputOptions(file: file).open(content, inputs: inputs, hint: hint)
        }
        do {
            return try AtomicFile(new: file, secret: content == .secret)
        } catch {
            guard error.code == .exists else { throw error }
            // Devices and pipes are opened as usual.
            if let kind = try? FileInfo(file).kind, kind != .regular {
                return try OutputOptions(file: file).open(content, inputs: inputs)
            }
            throw UsageError(.conflict, "\(file) exists already", hint: "give another file, or --force to replace it")
        }
    }
}

struct JSONOptions: OptionGroup {
    static let title = "Output"

    var isWanted = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--json", set: \.isWanted, help: "print the report as a JSON object with a schema number")
    }

    /// Prints a report whose first member is the schema version.
    static func print(schema: Int, _ members: [(String, JSONValue)]) throws {
        try Messages.print(text(schema: schema, members))
    }

    static func printLine(schema: Int, _ members: [(String, JSONValue)]) throws {
        try Messages.print(line(schema: schema, members))
    }

    /// Prints the report of a command that wrote to a file: the file, its size, and other members.
    static func print(written file: BytePath?, _ members: [(String, JSONValue)]) throws {
        let length = file.flatMap(CryptReport.byteCount)
        try print(
            schema: 1,
            [
                ("output", file.map { .string($0.description) } ?? .null),
                ("byteCount", length.map { .integer($0) } ?? .null),
            ] + members)
    }

    static func text(schema: Int, _ members: [(String, JSONValue)]) -> String {
        String(printableJSON: object(schema, members).text(.pretty)) + "\n"
    }

    static func line(schema: Int, _ members: [(String, JSONValue)]) -> String {
        String(printableJSON: object(schema, members).text()) + "\n"
    }

    private static func object(_ schema: Int, _ members: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        object["schema"] = .integer(schema)
        for (name, value) in members { object[name] = value }
        return .object(object)
    }
}
