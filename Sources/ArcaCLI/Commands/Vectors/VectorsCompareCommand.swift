internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVectors

extension VectorComparison.Form: ArgumentValue {}

struct VectorsCompareCommand: Command {
    static let name = "compare"
    static let summary = "compare programs with the same test vectors, in one table"
    static let details = """
        Every case is given to Arca and to each program. The table has a row for each family and shows for each \
        program what passed, failed and is not supported, with the first failing case and the command that repeats it. \
        Cases for which a file accepts either result count as passed.

        --with takes a name (openssl, python, botan, libgcrypt: the programs of Examples/vectors, which need python3), \
        a shared library (./libmycrypto.so, with the function of Examples/vectors/arca_vectors.h), or a command that \
        speaks the protocol of Documentation/VECTORS.md. Each is started once per core. A library runs in separate \
        processes: a crash fails one case.

        The status is 1 when a program failed a case that is not in --baseline, or passed none, or a file was not \
        understood; 8 when a program does not start, which ends the run at the first case.
        """
    static let examples = [
        Example("arca vectors compare Vectors --with openssl --with python", "which program is right, as a table"),
        Example(
            "arca vectors compare Vectors --with python --report html -o table.html", "the same as a page for a browser"
        ),
        Example("arca vectors compare Vectors/rsa --with './my-answers --fast'", "your own program", isRun: false),
        Example(
            "arca vectors compare Vectors --with ./libmycrypto.so --baseline known.json --report junit -o junit.xml",
            "your own library, in CI", isRun: false),
    ]

    var report = VectorComparison.Form.text
    var only: [String] = []
    var cases: [String] = []
    var programs: [String] = []
    var secondsPerAnswer = 60
    var seconds = CaseLimits.standard.fileSeconds
    var baseline = BaselineOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var paths: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "--against", "--with", value: "PROGRAM", append: \.programs,
            help:
                "a program to compare: openssl, python, botan, libgcrypt, a shared library, or a command for the shell")
        Parameter.option("--report", value: "KIND", set: \.report, help: "how to write the table")
        Parameter.flag("--json", help: "the same as --report json")
        Parameter.list(
            "--only", value: "FAMILY", append: \.only,
            help: "run these families only, by name (rsa-pss) or its first part (rsa); several with commas")
        Parameter.list("--case", value: "ID", append: \.cases, help: "run the cases with these names only")
        Parameter.option(
            "--timeout", value: "SECONDS", set: \.secondsPerAnswer, in: 1...86_400,
            help: "maximum time for one answer of a program; default 60")
        Parameter.option(
            "--limit", value: "SECONDS", set: \.seconds, in: 1...86_400,
            help: "approximate limit for the work of all cases of a file, in seconds of one core; default 120")
        Parameter.group(\.baseline)
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.operands("PATH", append: \.paths, help: "files and folders; standard input if - or omitted")
    }

    consuming func run(in context: CommandContext) throws {
        guard !programs.isEmpty else {
            throw UsageError(.missingArgument, "there is no program to compare with", hint: "give --with PROGRAM")
        }
        let programs = try programs.map(VectorPrograms.program)
        let tree = try VectorInputs.tree(paths)
        var output = try output.open(.text, inputs: [])
        var runner = VectorInputs.runner(only: only, cases: cases, seconds: seconds)
        runner.baseline = try baseline.read()
        let line = progress.start(tree.expectedByteCount)
        let started = SystemClock.monotonic.nanoseconds
        let result = VectorComparison.run(
            tree, programs: programs, secondsPerAnswer: secondsPerAnswer, runner: runner
        ) { line.add($0.newByteCount) }
        line.finish()
        if let failure = result.problems.first(where: { $0.code == .otherProgram }) { throw failure }
        let bytes = (context.wantsJSON ? .json : report).bytes(
            of: result, seconds: Double(SystemClock.monotonic.nanoseconds - started) / 1e9,
            isStyled: output.isTerminal && Screen.isStyled(on: 1))
        try baseline.write(VectorBaseline(result))
        try output.write(bytes)
        try output.commit()
        if !result.isGood { throw ExitStatus.mismatch }
    }
}

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
