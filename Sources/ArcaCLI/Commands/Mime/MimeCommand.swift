internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem

struct MimeCommand: Command {
    static let name = "mime"
    static let summary = "list, print, extract and build the parts of mail messages"
    static let section = "Bytes"
    static let details = """
        Parts have numbers: 1 and 2 are the parts of the message, 2.1 is the first part of part 2. The multipart body of \
        the message itself is 0.
        """
    static let examples = [
        Example("arca mime build --subject Photos --attach photo.jpg notes.txt -o mail.eml", "a message with a file"),
        Example("arca mime list mail.eml", "list its parts"),
    ]
    static var subcommands: [any Command.Type] {
        [MimeListCommand.self, MimeCatCommand.self, MimeExtractCommand.self, MimeBuildCommand.self]
    }
}

struct PartNumber: ArgumentValue, Hashable {
    let path: PartPath

    init(argument: Argument) throws(UsageError) {
        guard let path = argument.text.flatMap({ PartPath($0) }) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not the number of a part",
                hint: "give a number such as 1 or 2.1 before FILE; 'arca mime list' shows them")
        }
        self.path = path
    }

    var argumentText: String? { path.description }
}

struct MessageInput: OptionGroup {
    var isLenient = false
    var depth = 32

    static var parameters: [Parameter<Self>] {
        Parameter.flag(
            "--lenient", set: \.isLenient,
            help: "accept violations of the standards that have one plain meaning, such as a missing last boundary")
        Parameter.option("--max-depth", value: "N", set: \.depth, in: 1...1000, help: "maximum nesting depth of parts")
    }

    var strictness: Strictness { isLenient ? .lenient : .strict }

    /// Reads a message and passes on its events, until the end or until `body` returns false.
    ///
    /// `opens` decides whether to read the parts of an embedded message. What lenient reading ignored is printed.
    ///
    /// - Returns: The parts with missing content, up to where `body` stopped.
    /// - Throws: The errors of reading and of `body`; an ``ExitStatus`` for a malformed message, which is reported
    ///   here.
    @discardableResult func read(
        _ file: inout FileReader, progress: ProgressLine,
        opens: @escaping @Sendable (MessagePart) -> Bool = { _ in true },
        _ body: (MultipartReader.Event) throws -> Bool
    ) throws -> Set<PartPath> {
        var reader = MultipartReader(
            strictness: strictness, limits: MessageLimits(depth: depth), charsets: SystemCharsets(), opens: opens)
        func missing() -> Set<PartPath> {
            for remark in reader.remarks { Messages.warning("\(file.name): part \(remark.part): \(remark.text)") }
            return Set(reader.remarks.filter(\.isMissingContent).map(\.part))
        }
        var isAtEnd = false
        while !isAtEnd {
            let piece = try [UInt8](capacity: 256 << 10) { output throws(SystemError) in try file.read(into: &output) }
            if piece.isEmpty {
                isAtEnd = true
                reader.finish()
            } else {
                reader.append(piece)
                progress.add(piece.count)
            }
            while let event = try next(&reader, file.name) {
                guard try body(event) else { return missing() }
            }
        }
        return missing()
    }

    /// The next event; an error hints at lenient parsing.
    private func next(_ reader: inout MultipartReader, _ name: String) throws -> MultipartReader.Event? {
        do throws(CodecError) {
            return try reader.next()
        } catch {
            Messages.error("\(name): \(error)")
            if !isLenient, error.code != .limitExceeded { Messages.hint("give --lenient to accept more") }
            throw ExitStatus(of: error)
        }
    }
}
