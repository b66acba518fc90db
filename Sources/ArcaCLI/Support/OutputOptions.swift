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
