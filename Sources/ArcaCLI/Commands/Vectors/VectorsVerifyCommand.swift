internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import ArcaVectors

extension VectorReport.Form: ArgumentValue {}

struct VectorsVerifyCommand: Command {
    static let name = "verify"
    static let summary = "run every case of test-vector files"
    static let details = """
        The status is 0 when nothing failed and 1 when anything did: a case whose result differs from its file, a \
        field or flag that is not understood, a file of no known format, a number of cases other than the file \
        declares, an empty file, a case that asks for more work than the limits allow. Unsupported cases are skipped \
        with the reason; --strict counts them as failures. A run in which nothing passed is a failure.

        --against sends the same cases to another program and lists where it differs from the files and from Arca. \
        Documentation/VECTORS.md has the protocol, Examples/vectors programs that speak it. A program that does not start ends the run with status 8.
        """
    static let examples = [
        Example("arca vectors verify Vectors/aes-gcm", "all files below a folder"),
        Example("arca vectors verify --report html -o report.html Vectors/aes-gcm", "a page for a browser"),
        Example("arca vectors verify --only aes-gcm --report json Vectors", "one family, for another program"),
    ]

    var report = VectorReport.Form.text
    var only: [String] = []
    var cases: [String] = []
    var isStrict = false
    var shownFailures = 20
    var seconds = CaseLimits.standard.fileSeconds
    var program: String?
    var secondsPerAnswer = 60
    var baseline = BaselineOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var paths: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.option("--report", value: "KIND", set: \.report, help: "how to write the report")
        Parameter.flag("--json", help: "the same as --report json")
        Parameter.list(
            "--only", value: "FAMILY", append: \.only,
            help: "run these families only, by name (rsa-pss) or its first part (rsa); several with commas")
        Parameter.list("--case", value: "ID", append: \.cases, help: "run the cases with these names only")
        Parameter.flag("--strict", set: \.isStrict, help: "count skipped cases as failures")
        Parameter.option(
            "--failures", value: "N", set: \.shownFailures, in: 0...Int.max,
            help: "number of failing cases to print in the text report")
        Parameter.option(
            "--limit", value: "SECONDS", set: \.seconds, in: 1...86_400,
            help: "approximate limit for the work of all cases of a file, in seconds of one core; default 120")
        Parameter.option(
            "--against", value: "COMMAND", set: \.program,
            help: "send the cases to a program or shared library, as compare --with, and list where it and Arca differ")
        Parameter.option(
            "--timeout", value: "SECONDS", set: \.secondsPerAnswer, in: 1...86_400,
            help: "maximum time for one answer of that program; default 60")
        Parameter.group(\.baseline)
        Parameter.group(\.output)
        Parameter.group(\.progress)
        Parameter.operands("PATH", append: \.paths, help: "files and folders; standard input if - or omitted")
    }

    consuming func run(in context: CommandContext) throws {
        let tree = try VectorInputs.tree(paths)
        let output = try output.open(.text, inputs: [])
        var runner = VectorInputs.runner(only: only, cases: cases, seconds: seconds)
        runner.isStrict = isStrict
        runner.baseline = try baseline.read()
        runner.programNames = [program ?? VectorComparison.Program.arca.name]
        if let program {
            runner.implementation = try VectorPrograms.program(program).implementation(
                secondsPerAnswer: secondsPerAnswer)
            runner.reference = ArcaImplementation()
        }
        let line = progress.start(tree.expectedByteCount)
        let started = SystemClock.monotonic.nanoseconds
        let result = runner.run(tree) { line.add($0.newByteCount) }
        line.finish()
        if let problem = result.problem, problem.code == .otherProgram { throw problem }
        let options = VectorReport.Options(
            shownFailures: shownFailures, isStyled: output.isTerminal && Screen.isStyled(on: 1),
            subject: program ?? "Arca",
            seconds: Double(SystemClock.monotonic.nanoseconds - started) / 1e9)
        try baseline.write(VectorBaseline(result, program: runner.programNames[0]))
        try Self.write((context.wantsJSON ? .json : report).bytes(of: result, options: options), to: output)
        if !result.isGood { throw ExitStatus.mismatch }
    }

    private static func write(_ bytes: [UInt8], to output: consuming AtomicFile) throws {
        var output = output
        try output.write(bytes)
        try output.commit()
    }
}
