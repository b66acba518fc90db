internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem

struct MimeExtractCommand: Command {
    static let name = "extract"
    static let summary = "write the attachments of a message to files"
    static let details = """
        Files get the names in the message, without folders, control characters, leading dots and other dangerous \
        parts, and with a number if the name is taken: nothing is overwritten, and nothing is written outside the \
        folder. Attachments are parts that have a file name or are marked as such, and messages in the message. Each \
        file is written in full or not at all; if the message is malformed, files extracted before the error are kept.
        """
    static let examples = [
        Example("arca mime extract mail.eml -o files", "all attachments, to a folder"),
        Example("arca mime extract --part 2 mail.eml", "one part, to the current folder"),
        Example("arca mime extract *.eml -o all", "the attachments of several messages, to one folder"),
    ]

    private struct Entry {
        let message: String
        let part: MessagePart
        let name: String
        let byteCount: Int
    }

    var files: [BytePath] = []
    var folder: BytePath = "."
    var parts: [PartNumber] = []
    var isAll = false
    var input = MessageInput()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "messages; standard input if omitted")
        Parameter.option(
            "-o", "--output", value: "FOLDER", set: \.folder, help: "folder for the files; created if missing"
        ).completing(.folders).defaulting(to: "the current folder")
        Parameter.repeated("--part", value: "PART", append: \.parts, help: "only this part, by its number in the list")
        Parameter.flag("--all", set: \.isAll, help: "all parts, including texts").excludes("--part")
        Parameter.group(\.input)
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        var names = AttachmentName()
        var entries: [Entry] = []
        guard files.count > 1 else {
            let result = Result { try extract(files.first, &names, &entries) }
            if !entries.isEmpty { try Folder.forceToDisk(folder) }
            // Report the files written even if a later one failed.
            if !entries.isEmpty || (try? result.get()) != nil { try report(entries, in: context) }
            return try result.get()
        }
        var batch = FileBatch(Self.self, in: context)
        for file in files { try batch.run(file) { try extract(file, &names, &entries) } }
        if !entries.isEmpty { try Folder.forceToDisk(folder) }
        try report(entries, in: context)
        try batch.finish("read in full")
    }

    private func extract(_ file: BytePath?, _ names: inout AttachmentName, _ entries: inout [Entry]) throws {
        var reader = try InputFile.open(file)
        let message = reader.name
        let wanted = Set(parts.map(\.path))
        var current: (part: MessagePart, name: String)?
        var target: AtomicFile?
        let (folder, isAll) = (folder, isAll)
        // An embedded message becomes a file, unless its parts are requested.
        let opens: @Sendable (MessagePart) -> Bool = { part in
            wanted.contains { $0.numbers.count > part.path.numbers.count && $0.numbers.starts(with: part.path.numbers) }
        }
        let incomplete = try input.read(&reader, progress: progress.start(reader.byteCount), opens: opens) { event in
            switch event {
            case .begin(let part):
                let isWanted =
                    wanted.isEmpty ? isAll || part.isAttachment || part.kind == .message : wanted.contains(part.path)
                guard isWanted, part.kind != .multipart, !opens(part) else { return true }
                var name = names.next(for: part)
                let base = name
                // Created only if there is something to write.
                try Folder.create(folder)
                target = try Self.newFile(&name, in: folder) { names.unique(base) }
                current = (part, name)
            case .body(let bytes):
                try target?.write(bytes)
            case .end(_, let byteCount):
                // Parts that are written do not nest, so this is the end of the current one.
                guard let (part, name) = current, let file = target.take() else { return true }
                try file.commitInFolder()
                entries.append(Entry(message: message, part: part, name: name, byteCount: byteCount))
                current = nil
            }
            return true
        }
        let missing = wanted.subtracting(entries.filter { $0.message == message }.map(\.part.path)).min()
        guard let missing else {
            let isComplete = incomplete.isDisjoint(with: entries.filter { $0.message == message }.map(\.part.path))
            if !isComplete { throw ExitStatus.malformed }
            return
        }
        Messages.error("\(reader.name): no part \(missing) with content of its own")
        Messages.hint("run 'arca mime list' to see the parts")
        throw ExitStatus.notFound
    }

    private static func newFile(
        _ name: inout String, in folder: BytePath, next: () -> String
    ) throws(SystemError) -> AtomicFile {
        while true {
            do throws(SystemError) {
                return try AtomicFile(new: folder.appending(BytePath(name)))
            } catch {
                guard error.code == .exists else { throw error }
                name = next()
            }
        }
    }

    private func report(_ entries: [Entry], in context: CommandContext) throws {
        if context.wantsJSON {
            let files = entries.map { entry in
                var object = JSONObject()
                object["message"] = .string(entry.message)
                object["part"] = .string(entry.part.path.description)
                object["type"] = .string(entry.part.mediaType.essence)
                object["fileName"] = entry.part.fileName.map(JSONValue.string) ?? .null
                object["file"] = .string(
                    folder == "." ? entry.name : folder.appending(BytePath(entry.name)).description)
                object["byteCount"] = .integer(entry.byteCount)
                return JSONValue.object(object)
            }
            return try JSONReport.print([("files", .array(files))])
        }
        for entry in entries {
            let path = folder == "." ? BytePath(entry.name) : folder.appending(BytePath(entry.name))
            try Messages.print("\(entry.part.path)  \(path)\n")
        }
        if entries.isEmpty, parts.isEmpty {
            Messages.note("no attachments; give --all to extract all parts")
        }
    }
}
