internal import ArcaCodecs

/// `--json`, for commands that report.
struct JSONOptions: OptionGroup {
    static let title = "Output"

    var isWanted = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--json", set: \.isWanted, help: "print the report as one JSON object, with a schema number")
    }

    /// Prints a report, whose first member tells the version of its form.
    static func print(schema: Int, _ members: [(String, JSONValue)]) throws {
        try Messages.print(text(schema: schema, members))
    }

    /// A report as it is printed.
    static func text(schema: Int, _ members: [(String, JSONValue)]) -> String {
        var object = JSONObject()
        object["schema"] = .integer(schema)
        for (name, value) in members { object[name] = value }
        return JSONValue.object(object).text(.pretty) + "\n"
    }
}
