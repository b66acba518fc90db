internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem

struct MimeListCommand: Command {
    static let name = "list"
    static let summary = "list the parts of a message"
    static let details = """
        Sizes are those of the decoded parts. Each message is read in full first; nothing of it is listed if it is \
        malformed; other messages are still listed.
        """
    static let examples = [
        Example("arca mime list mail.eml", "number, type, encoding, size and name of each part"),
        Example("arca mime list --json mail.eml", "the same as JSON"),
        Example("arca mime list *.eml", "several messages, each under its name"),
    ]

    private struct Entry {
        let part: MessagePart
        var byteCount: Int?
    }

    var files: [BytePath] = []
    var input = MessageInput()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "messages; standard input if omitted")
        Parameter.group(\.input)
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard files.count > 1 else {
            let entries = try entries(of: files.first)
            return context.wantsJSON
                ? try JSONReport.print([("parts", .array(entries.map(Self.object)))])
                : try Messages.print(Self.table(entries))
        }
        var batch = FileBatch(Self.self, in: context)
        var listed: [JSONValue] = []
        var gap = ""
        for file in files {
            try batch.run(file) {
                let entries = try entries(of: file)
                listed.append(["file": .string(file.description), "parts": .array(entries.map(Self.object))])
                if !context.wantsJSON { try Messages.print("\(gap)\(file):\n\(Self.table(entries))") }
                gap = "\n"
            }
        }
        if context.wantsJSON { try JSONReport.print([("files", .array(listed))]) }
        try batch.finish("listed")
    }

    private func entries(of file: BytePath?) throws -> [Entry] {
        var reader = try InputFile.open(file)
        var entries: [Entry] = []
        try input.read(&reader, progress: progress.start(reader.byteCount)) { event in
            switch event {
            case .begin(let part): entries.append(Entry(part: part))
            case .body: break
            case .end(let path, let byteCount):
                // Parts end in reverse order: search from the end.
                if let index = entries.lastIndex(where: { $0.part.path == path }), entries[index].part.kind == .leaf {
                    entries[index].byteCount = byteCount
                }
            }
            return true
        }
        return entries
    }

    private static func object(_ entry: Entry) -> JSONValue {
        let part = entry.part
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        var object = JSONObject()
        object["part"] = .string(part.path.description)
        object["depth"] = .integer(part.depth)
        object["type"] = .string(part.mediaType.essence)
        object["charset"] = text(part.mediaType["charset"])
        object["encoding"] = .string(part.transferEncoding.rawValue)
        object["disposition"] = text(part.disposition?.kind)
        object["fileName"] = text(part.fileName)
        object["byteCount"] = entry.byteCount.map { .integer($0) } ?? .null
        return .object(object)
    }

    private static func table(_ entries: [Entry]) -> String {
        let rows = entries.map { entry in
            let part = entry.part
            return [
                part.path.description, String(printable: part.mediaType.essence.utf8),
                part.kind == .leaf ? part.transferEncoding.rawValue : "", entry.byteCount.map(String.init) ?? "",
                part.fileName.map { String(printable: $0.utf8) } ?? "",
            ]
        }
        let titles = ["PART", "TYPE", "ENCODING", "SIZE", "NAME"]
        let widths = titles.indices.map { column in
            ([titles] + rows).map { $0[column].count }.max() ?? 0
        }
        var text = ""
        for row in [titles] + rows {
            var line = ""
            for (column, cell) in row.enumerated() {
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                line += column == 3 ? gap + cell : cell + gap
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}
