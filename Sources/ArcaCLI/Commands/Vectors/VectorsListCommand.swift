internal import ArcaCore
internal import ArcaSystem
internal import ArcaVectors

struct VectorsListCommand: Command {
    static let name = "list"
    static let summary = "list the format, families and number of cases of test-vector files"
    static let details = """
        Nothing is run. The status is 1 when a file is malformed or unknown, as for verify.
        """
    static let examples = [
        Example("arca vectors list Vectors/aes-gcm", "files, formats, families, cases"),
        Example("arca vectors list --json Vectors/aes-gcm", "the same, for programs"),
    ]

    var paths: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.json
        Parameter.operands("PATH", append: \.paths, help: "files and folders; standard input if - or omitted")
    }

    consuming func run(in context: CommandContext) throws {
        var runner = VectorRunner()
        runner.isDry = true
        let report = runner.run(try VectorInputs.tree(paths))
        if context.wantsJSON {
            try JSONReport.print([("files", .array(report.files.map(Self.object)))])
        } else {
            try Messages.print(Self.table(report))
        }
        for file in report.files {
            for failure in file.failures where failure.id == nil {
                Messages.error("\(file.path): \(failure.failure.reason)")
            }
        }
        if report.files.contains(where: { $0.tally.failed > 0 }) { throw ExitStatus.mismatch }
    }

    private static func object(_ file: VectorReport.File) -> JSONValue {
        [
            "path": .string(file.path), "format": .string(file.format), "family": .string(file.family),
            "cases": .integer(file.leftOut),
        ]
    }

    private static func table(_ report: VectorReport) -> String {
        let rows = report.files.map { file in
            let format = file.format.isEmpty ? "unknown" : file.format
            let family = file.companionOf.map { "read with \($0)" } ?? file.family
            return [file.path, format, family, String(file.leftOut)].map { String(printable: $0.utf8) }
        }
        let widths = (0..<3).map { column in rows.reduce(0) { max($0, TextLayout.width($1[column])) } }
        return rows.reduce("") { text, row in
            let cells = (0..<3).map { row[$0] + String(repeating: " ", count: widths[$0] - TextLayout.width(row[$0])) }
            return text + cells.joined(separator: "  ") + "  \(row[3])\n"
        }
    }
}
