internal import ArcaCore
internal import ArcaSystem
internal import ArcaVectors

/// The process in which `compare --with ./LIBRARY.so` runs a library, which may crash it.
struct VectorsAnswerCommand: Command {
    static let name = "answer"
    static let summary = "answer requests on standard input with a shared library"
    static let isHidden = true
    static let details = """
        vectors compare and vectors verify start this command for a shared library. It speaks the protocol of \
        Documentation/VECTORS.md; requests also name the inputs that are text.
        """
    static let examples = [
        Example("arca vectors answer ./libmycrypto.so", "what compare runs in a separate process", isRun: false)
    ]

    var library: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("LIBRARY", set: \.library, help: "the shared library").required()
    }

    consuming func run(in context: CommandContext) throws {
        guard let library else { return }
        try LibraryHost.run(library: String(decoding: library.bytes, as: UTF8.self))
    }
}
