internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem

struct MimeBuildCommand: Command {
    static let name = "build"
    static let summary = "build a message from texts and files"
    static let details = """
        Texts are UTF-8. --html adds an HTML version of the text as an alternative, --attach adds files. Header fields \
        that are not ASCII become encoded words, file names are written as in RFC 2231, and long lines are folded. Line \
        ends are CRLF, unless --lf is given.
        """
    static let examples = [
        Example(
            "arca mime build --from 'Jörg <j@example.org>' --to ann@example.org --subject Grüße notes.txt",
            "a text message"),
        Example("arca mime build --subject Photos --attach photo.jpg notes.txt -o mail.eml", "a text and a file"),
    ]

    /// Maximum size of a text in bytes; texts are kept in memory to choose their encoding.
    private static let maximumTextByteCount = 64 << 20

    var text: BytePath?
    var html: BytePath?
    var attachments: [BytePath] = []
    var from: String?
    var to: [String] = []
    var copies: [String] = []
    var subject: String?
    var fields: [String] = []
    var isUnix = false
    var output = OutputOptions()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "TEXT", set: \.text, help: "the text; standard input if omitted, unless --html or --attach is given")
        Parameter.option("--html", value: "FILE", set: \.html, help: "HTML version of the text")
        Parameter.repeated("--attach", value: "FILE", append: \.attachments, help: "attach a file")
        Parameter.option("--from", value: "ADDRESS", set: \.from, help: "the sender, such as 'Ann <ann@example.org>'")
        Parameter.repeated("--to", value: "ADDRESS", append: \.to, help: "a recipient")
        Parameter.repeated("--cc", value: "ADDRESS", append: \.copies, help: "a recipient of a copy")
        Parameter.option("--subject", value: "TEXT", set: \.subject, help: "the subject")
        Parameter.repeated("--header", value: "'NAME: VALUE'", append: \.fields, help: "another header field")
        Parameter.flag("--lf", set: \.isUnix, help: "end lines in LF, not CRLF")
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        var builder = try MultipartBuilder(lineEnding: isUnix ? .lf : .crlf)
        try addFields(&builder)
        let hasText = text != nil || (html == nil && attachments.isEmpty)
        var inputs: [FileIdentity] = []
        let plain = hasText ? try Self.readText(text, &inputs) : nil
        let marked = try html.map { try Self.readText($0, &inputs) }
        var files: [BytePath] = []
        for path in attachments {
            // Open the attachments now to find missing files before anything is written.
            let file = try FileReader(path)
            inputs.append(file.identity)
            files.append(path)
        }

        var target = try output.open(.text, inputs: inputs)
        let isMixed = files.count + (plain == nil && marked == nil ? 0 : 1) > 1
        if isMixed { try builder.beginMultipart("mixed") }
        let isAlternative = plain != nil && marked != nil
        if isAlternative { try builder.beginMultipart("alternative") }
        if let plain { try Self.add(plain, "plain", to: &builder) }
        if let marked { try Self.add(marked, "html", to: &builder) }
        if isAlternative { try builder.end() }
        let line = progress.start(nil)
        let attached = try files.map { try Self.attach($0, to: &builder, &target, line) }
        if isMixed { try builder.end() }
        line.finish()
        try target.write(builder.takeOutput())
        try target.commit()
        if context.wantsJSON { try JSONReport.print(written: output.file, [("attachments", .array(attached))]) }
    }

    /// Fields that must not be repeated: parsers differ in which one they use (RFC 5322, section 3.6).
    private static let singleFields: Set<String> = [
        "date", "from", "sender", "reply-to", "to", "cc", "bcc", "message-id", "in-reply-to", "references", "subject",
    ]

    private func addFields(_ builder: inout MultipartBuilder) throws {
        var given: Set<String> = []
        if from != nil { given.insert("from") }
        if !to.isEmpty { given.insert("to") }
        if !copies.isEmpty { given.insert("cc") }
        if subject != nil { given.insert("subject") }
        if let from { try Self.addField("From", from, &builder) }
        if !to.isEmpty { try Self.addField("To", to.joined(separator: ", "), &builder) }
        if !copies.isEmpty { try Self.addField("Cc", copies.joined(separator: ", "), &builder) }
        if let subject { try Self.addField("Subject", subject, &builder) }
        for field in fields {
            guard let colon = field.firstIndex(of: ":") else {
                throw UsageError(.invalidValue, "invalid header field '\(field)'", hint: "give NAME: VALUE")
            }
            let name = field[..<colon].lowercased()
            guard !Self.singleFields.contains(name) || given.insert(name).inserted else {
                throw UsageError(
                    .conflict, "the field '\(field[..<colon])' is given twice", hint: "give it once")
            }
            let value = field[field.index(after: colon)...].drop { $0 == " " }
            try Self.addField(String(field[..<colon]), String(value), &builder)
        }
    }

    private static func addField(_ name: String, _ value: String, _ builder: inout MultipartBuilder) throws {
        do throws(CodecError) {
            try builder.addField(name, value)
        } catch {
            throw UsageError(.invalidValue, error.message, hint: error.hint)
        }
    }

    private static func readText(_ path: BytePath?, _ inputs: inout [FileIdentity]) throws -> [UInt8] {
        var file = try InputFile.open(path)
        inputs.append(file.identity)
        let bytes = try file.readAll(limit: maximumTextByteCount)
        do throws(CodecError) {
            _ = try BuiltInCharsets().decode(bytes, charset: "utf-8")
        } catch {
            Messages.error("\(file.name): \(error)")
            Messages.hint("give --attach to attach a text in another charset")
            throw ExitStatus.malformed
        }
        return bytes
    }

    private static func add(_ text: [UInt8], _ subtype: String, to builder: inout MultipartBuilder) throws {
        let charset = text.allSatisfy { $0 < 0x80 } ? "us-ascii" : "utf-8"
        let type = try MediaType(type: "text", subtype: subtype, parameters: ["charset": charset])
        try builder.beginPart(type, encoding: TransferEncoding.suitable(for: text, isText: true))
        try builder.append(text)
        try builder.end()
    }

    private static func attach(
        _ path: BytePath, to builder: inout MultipartBuilder, _ target: inout AtomicFile, _ progress: ProgressLine
    ) throws -> JSONValue {
        var file = try FileReader(path)
        let name = AttachmentName.safe(String(decoding: path.name.bytes, as: UTF8.self))
        let type = MediaType.ofAttachment(named: name)
        var byteCount = 0
        try builder.beginPart(type, encoding: .base64, disposition: .attachment(fileName: name))
        while true {
            let piece = try [UInt8](capacity: 256 << 10) { output throws(SystemError) in try file.read(into: &output) }
            if piece.isEmpty { break }
            try builder.append(piece)
            try target.write(builder.takeOutput())
            progress.add(piece.count)
            byteCount += piece.count
        }
        try builder.end()
        return [
            "path": .string(path.description), "fileName": .string(name), "type": .string(type.essence),
            "byteCount": .integer(byteCount),
        ]
    }
}
