internal import ArcaCore
internal import ArcaSystem
internal import ArcaVectors

struct VectorsCommand: Command {
    static let name = "vectors"
    static let summary = "check this program, or another one, against the industry's test vectors"
    static let section = "Helpers"
    static let details = """
        Files are read as they are published; the format is detected from the content. They may be compressed by gzip.
        """
    static let examples = [
        Example("arca vectors verify Vectors/aes-gcm", "run every case of a folder"),
        Example("arca vectors compare Vectors --with openssl --with python", "one table of several programs"),
        Example("arca vectors list Vectors/aes-gcm", "list what is in it"),
    ]
    static var subcommands: [any Command.Type] {
        [
            VectorsVerifyCommand.self, VectorsCompareCommand.self, VectorsListCommand.self, VectorsAnswerCommand.self,
        ]
    }
}

/// Known failures: `--baseline` and `--write-baseline`.
struct BaselineOptions: OptionGroup {
    static let title = "Output"

    var known: BytePath?
    var written: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--baseline", value: "FILE", set: \.known,
            help: "known failures, which do not fail the run; entries that no longer fail are named")
        Parameter.option(
            "--write-baseline", value: "FILE", set: \.written,
            help: "write all failures of this run, for --baseline")
    }

    func read() throws -> VectorBaseline? {
        guard let known else { return nil }
        var reader = try FileReader(known)
        return try VectorBaseline(try reader.readAll(limit: VectorBaseline.maximumByteCount))
    }

    func write(_ baseline: VectorBaseline) throws {
        guard let written else { return }
        var file = try AtomicFile(written)
        try file.write(baseline.bytes)
        try file.commit()
    }
}

enum VectorInputs {
    static func runner(only: [String], cases: [String], seconds: Int) -> VectorRunner {
        var runner = VectorRunner()
        runner.only = only.isEmpty ? nil : only
        runner.onlyCases = cases.isEmpty ? nil : Set(cases)
        runner.limits = CaseLimits(caseSeconds: min(seconds, CaseLimits.standard.caseSeconds), fileSeconds: seconds)
        return runner
    }

    /// The files under the paths; a missing path is an error before anything runs.
    static func tree(_ paths: [BytePath]) throws -> VectorTree {
        if paths.isEmpty || paths.contains(where: \.isDash) {
            guard paths.count <= 1 else {
                throw UsageError(
                    .conflict, "standard input cannot be combined with files", hint: "remove - or the other paths")
            }
            return VectorTree(inputs: [.standardInput()])
        }
        for path in paths { _ = try FileInfo(path, followingLinks: true) }
        return VectorTree(paths)
    }
}
