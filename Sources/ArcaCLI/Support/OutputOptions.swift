internal import ArcaCodecs
internal import ArcaSystem

/// Where a command's result goes: `-o FILE`, else standard output.
struct OutputOptions: OptionGroup {
    static let title = "Output"

    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "-o", "--output", value: "FILE", set: \.file,
            help: "write FILE, in full or not at all; - for standard output even when it is a terminal")
    }

    /// What is written, as far as that decides about file mode and terminals.
    enum Content {
        /// Text that a terminal shows.
        case text
        /// Bytes that a terminal cannot show.
        case binary
        /// Bytes that only the user may read.
        case secret
    }

    /// Opens the output; nothing is there until it is committed.
    ///
    /// It must not be one of `inputs`, which are read meanwhile; `hint` is what else to do when binary output would go to
    /// a terminal, such as `--armor`.
    func open(_ content: Content, inputs: [FileIdentity], hint: String? = nil) throws -> AtomicFile {
        if let file, !file.isDash { return try AtomicFile(file, secret: content == .secret, inputs: inputs) }
        let output = try AtomicFile.standardOutput(inputs: inputs)
        if content == .binary, file == nil, output.isTerminal {
            let ways = [hint, "-o FILE", "-o -"].compactMap { $0 }.joined(separator: ", or ")
            throw UsageError(.conflict, "binary output does not belong on a terminal", hint: "use \(ways)")
        }
        return output
    }
}
