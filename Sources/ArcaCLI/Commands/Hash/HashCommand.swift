internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

struct HashCommand: Command {
    static let name = "hash"
    static let summary = "print or check digests of files"
    static let section = "Bytes"
    static let details = """
        Prints one line per file, as sha256sum does, or with several algorithms one tagged line for each. Files are read \
        once, several at a time, and printed in order.

        --check reads lists as GNU, BSD and openssl tools write them, and detects the algorithm from the tag or the \
        length of the digest. A malformed line fails the check, as does a digest of less than 16 bytes or a file that is not \
        a regular one. --expect checks one file against a digest from a web page or a message.

        md5, sha1, ripemd160, crc32, adler32 and cksum detect accidents, not attacks.
        """
    static let examples = [
        Example("arca hash notes.txt", "SHA-256, as sha256sum prints it"),
        Example("arca hash -a sha512,blake2b notes.txt", "several digests in one read"),
        Example("arca hash --check SHA256SUMS", "check the files in a list", isRun: false),
        Example(
            "arca hash --expect \(helloDigest) notes.txt", "check a file against a published digest; 1 if it differs",
            isRun: false),
        Example("arca hash -a shake128 --length 16 notes.txt", "16 bytes of an extendable function"),
        Example(
            "arca hash -r folder --sign key -o SUMS", "a signed list, for 'arca verify --check SUMS'", isRun: false),
        Example("arca hash -r folder > SUMS && arca hash --check SUMS", "make a list of all files and check them"),
    ]

    /// SHA-256 of `hello` and a line feed.
    private static let helloDigest = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"

    var algorithms: [HashAlgorithm] = []
    var length: Int?
    var isCheck = false
    var expected: ExpectedDigest?
    var isTagged = false
    var isRecursive = false
    var endsWithZero = false
    var checkOptions = ChecksumCheckOptions()
    var signing = HashSigningOptions()
    var progress = ProgressOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.list(
            "-a", "--algorithm", value: "ALG", append: \.algorithms, help: "digests to compute, separated by commas"
        ).defaulting(to: "sha256")
        Parameter.option(
            "--length", value: "N", set: \.length, in: 1...(1 << 24),
            help: "output length of shake128 and shake256 in bytes")
        Parameter.flag("--tag", set: \.isTagged, help: "print the name of the algorithm in each line, as BSD does")
        Parameter.flag(
            "-r", "--recursive", set: \.isRecursive,
            help: "include all files in folders, in order of name; links in folders are skipped")
        Parameter.flag("-z", "--zero", set: \.endsWithZero, help: "end lines with NUL; do not escape names")
        Parameter.flag("-c", "--check", set: \.isCheck, help: "read digests from FILE and check them")
            .excludes("--tag", "--recursive", "--zero", "--length")
        Parameter.option(
            "--expect", value: "DIGEST", set: \.expected, help: "compare FILE with a digest, HEX or ALG:HEX"
        ).excludes("--check", "--tag", "--recursive", "--zero", "--length", "--sign")
        Parameter.group(\.checkOptions).requires("--check")
        Parameter.group(\.signing)
        Parameter.json
        Parameter.group(\.progress)
        Parameter.operands("FILE", append: \.files, help: "files; standard input if - or omitted")
    }

    consuming func run(in context: CommandContext) throws {
        try validate()
        if isCheck || expected != nil {
            let check = ChecksumCheck(
                algorithm: algorithms.first, options: checkOptions, progress: progress.start(nil),
                in: context
            )
            if let expected { return try check.run(files.first ?? "-", expecting: expected) }
            try check.run(files)
        } else {
            try printDigests(in: context)
        }
    }

    private func validate() throws(UsageError) {
        if isCheck || expected != nil {
            let name = isCheck ? "--check" : "--expect"
            guard algorithms.count <= 1 else {
                throw UsageError(.conflict, "\(name) takes at most one algorithm", hint: "remove -a to detect it")
            }
            guard isCheck || files.count <= 1 else {
                throw UsageError(.conflict, "--expect takes one file", hint: "make a list and use --check for more")
            }
        } else if length != nil, !algorithms.contains(where: \.isExtendable) {
            throw UsageError(
                .conflict, "--length requires shake128 or shake256", hint: "give -a shake128 or -a shake256")
        }
    }

    private static func report(_ error: any Error, in context: CommandContext) -> ExitStatus {
        ExitStatus.reporting(error.withHint(ErrorHints.hint(for: error, in: Self.self)), in: context)
    }

    private func printDigests(in context: CommandContext) throws {
        let algorithms = algorithms.isEmpty ? [.digest(.sha256)] : algorithms
        var failure: ExitStatus?
        let signed = try signing.report(
            algorithms, isTagged: isTagged, readsStandardInput: files.isEmpty || files.contains { $0.isDash },
            in: context)
        let listed = HashInputs.list(files, isRecursive: isRecursive) { error in
            failure = failure ?? Self.report(error, in: context)
        }
        let inputs = signed.map { signed in listed.filter { !signed.isOwn($0) } } ?? listed
        let report: any HashReport =
            signed
            ?? (context.wantsJSON
                ? JSONHashReport(algorithms) as any HashReport
                : LineHashReport(algorithms, isTagged: isTagged, endsWithZero: endsWithZero))
        let workers = min(Workers.coreCount, max(inputs.count, 1))
        let hasher = FileHasher(algorithms, length: length, workers: workers)
        let progress = progress.start(HashInputs.byteCount(inputs))
        let first = FirstFailure()
        let reports = OrderedReports<Result<[[UInt8]], any Error>> { index, result in
            switch result {
            case .success(let digests): report.add(inputs[index], digests)
            case .failure(let error): first.note(Self.report(error, in: context))
            }
        }
        Workers.forEach(inputs.count, workers: workers) { worker, index in
            guard !report.hasFailed else { return }
            let result = Result {
                var file = try InputFile.open(inputs[index])
                return try hasher.results(of: &file, worker: worker) { progress.add($0) }
            }
            reports.add(index, result)
        }
        progress.finish()
        // Do not sign a list that lacks a file.
        if signed != nil, let failure = failure ?? first.status { throw failure }
        try report.finish()
        if let failure = failure ?? first.status { throw failure }
    }
}
