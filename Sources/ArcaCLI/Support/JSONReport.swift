internal import ArcaCore
internal import ArcaSystem

extension Parameter {
    /// `--json`, for ``CommandContext/wantsJSON``.
    static var json: [Self] {
        section(OutputOptions.title) {
            Parameter.flag("--json", help: "print the report as a JSON object with a schema number")
        }
    }
}

/// Reports as JSON on standard output, and errors as one line of JSON each on standard error.
///
/// Separate warnings and hints remain text lines, which begin with `arca: `.
enum JSONReport {
    /// The version of all reports, their first member.
    private static let schema = 1

    static func print(_ members: [(String, JSONValue)]) throws {
        try Messages.print(text(members))
    }

    static func printLine(_ members: [(String, JSONValue)]) throws {
        try Messages.print(line(members))
    }

    /// Prints the report of a command that wrote to a file: the file, its size, and other members.
    static func print(written file: BytePath?, _ members: [(String, JSONValue)]) throws {
        let length = file.flatMap(CryptReport.byteCount)
        try print(
            [
                ("output", file.map { .string($0.description) } ?? .null),
                ("byteCount", length.map { .integer($0) } ?? .null),
            ] + members)
    }

    static func text(_ members: [(String, JSONValue)]) -> String {
        String(printableJSON: object(members).text(.pretty)) + "\n"
    }

    static func line(_ members: [(String, JSONValue)]) -> String {
        String(printableJSON: object(members).text()) + "\n"
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        object["schema"] = .integer(schema)
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    static func line(_ error: any Error, _ status: ExitStatus) -> String {
        var object = JSONObject()
        if let error = error as? any ArcaError {
            object["kind"] = .string(error.kind.rawValue)
            object["code"] = .string(error.codeName)
            object["message"] = .string(error.message)
            switch error.place {
            case .offset(let offset): object["offset"] = .integer(offset)
            case .text(let position):
                object["offset"] = .integer(position.offset)
                object["line"] = .integer(position.line)
                object["column"] = .integer(position.column)
            case .index, .name, nil: break
            }
            if let hint = error.hint { object["hint"] = .string(hint) }
        } else {
            object["kind"] = .string(ErrorKind.internalFailure.rawValue)
            object["message"] = .string("unexpected failure")
        }
        object["status"] = .integer(Int(status.code))
        return line([("error", .object(object))])
    }
}
