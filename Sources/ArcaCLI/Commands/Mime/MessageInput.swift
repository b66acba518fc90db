internal import ArcaCodecs
internal import ArcaSystem

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
