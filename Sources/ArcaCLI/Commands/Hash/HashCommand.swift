internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// `arca hash`: prints digests of files, or checks a list of them.
struct HashCommand: Command {
    static let name = "hash"
    static let summary = "print or check digests of files"
    static let section = "Bytes"
    static let details = """
        Prints a line a file, as sha256sum does, or with several algorithms a tagged line each. Files are read once, \
        several at a time, and printed in order.

        --check reads lists as GNU, BSD and openssl tools write them and tells the algorithm by itself: by the tag, \
        else by the digest's length. A malformed line fails the check.

        md5, sha1, ripemd160, crc32 and adler32 find accidents; they do not withstand an attacker.
        """
    static let examples = [
        Example("arca hash notes.txt", "SHA-256, as sha256sum prints it"),
        Example("arca hash -a sha512,blake2b notes.txt", "several digests in one read"),
        Example("arca hash -a shake128 --length 16 notes.txt", "16 bytes of an extendable function"),
        Example("arca hash -r folder > SUMS && arca hash --check SUMS", "make a list of all files, then check them"),
    ]

    var algorithms: [HashAlgorithm] = []
    var length: Int?
    var isCheck = false
    var isTagged = false
    var isRecursive = false
    var endsWithZero = false
    var checkOptions = ChecksumCheckOptions()
    var json = JSONOptions()
    var progress = ProgressOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.list(
            "-a", "--algorithm", value: "ALG", append: \.algorithms, help: "what to compute; several with commas"
        ).defaulting(to: "sha256")
        Parameter.option(
            "--length", value: "N", set: \.length, in: 1...(1 << 24), help: "bytes of output of shake128 and shake256")
        Parameter.flag("--tag", set: \.isTagged, help: "print the algorithm's name in each line, as BSD does")
        Parameter.flag(
            "-r", "--recursive", set: \.isRecursive,
            help: "take all files of folders, in order of name; links below are left out")
        Parameter.flag("-z", "--zero", set: \.endsWithZero, help: "end lines by a zero byte, escape no name")
        Parameter.flag("-c", "--check", set: \.isCheck, help: "read digests from FILE and check them")
        Parameter.group(\.checkOptions)
        Parameter.group(\.json)
        Parameter.group(\.progress)
        Parameter.operands("FILE", append: \.files, help: "files; - or none for standard input")
    }

    consuming func run() throws {
        try validate()
        if isCheck {
            let check = ChecksumCheck(
                algorithm: algorithms.first, options: checkOptions, isJSON: json.isWanted, progress: progress.start(nil)
            )
            try check.run(files)
        } else {
            try printDigests()
        }
    }

    private func validate() throws(UsageError) {
        if isCheck {
            let wrong = [
                (isTagged, "--tag"), (isRecursive, "--recursive"), (endsWithZero, "--zero"),
                (length != nil, "--length"),
            ].first { $0.0 }
            if let wrong {
                throw UsageError(
                    .conflict, "\(wrong.1) does not go with --check", hint: "a list itself says what to compute")
            }
            guard algorithms.count <= 1 else {
                throw UsageError(
                    .conflict, "--check takes one algorithm at most", hint: "leave -a out: the list's lines tell it")
            }
        } else {
            try checkOptions.refuse()
            if length != nil, !algorithms.contains(where: \.isExtendable) {
                throw UsageError(
                    .conflict, "--length is for extendable functions", hint: "use -a shake128 or -a shake256")
            }
        }
    }

    /// What became of a file; a `Result`, whose conditions would be looked up at the start, takes longer than the hash.
    private enum Outcome {
        case digests([[UInt8]])
        case failure(any Error)
    }

    private func printDigests() throws {
        let algorithms = algorithms.isEmpty ? [.digest(.sha256)] : algorithms
        var failure: ExitStatus?
        let inputs = HashInputs.list(files, isRecursive: isRecursive) { error in
            failure = failure ?? ExitStatus.reporting(error)
        }
        let report: any HashReport =
            json.isWanted
            ? JSONHashReport(algorithms)
            : LineHashReport(algorithms, isTagged: isTagged, endsWithZero: endsWithZero)
        let workers = min(Workers.coreCount, max(inputs.count, 1))
        let hasher = FileHasher(algorithms, length: length, workers: workers)
        let progress = progress.start(HashInputs.byteCount(inputs))
        let first = FirstFailure()
        let reports = OrderedReports<Outcome> { index, outcome in
            switch outcome {
            case .digests(let digests): report.add(inputs[index], digests)
            case .failure(let error): first.note(ExitStatus.reporting(error))
            }
        }
        Workers.forEach(inputs.count, workers: workers) { worker, index in
            guard !report.hasFailed else { return }
            do {
                var file = try InputFile.open(inputs[index])
                reports.add(index, .digests(try hasher.results(of: &file, worker: worker) { progress.add($0) }))
            } catch {
                reports.add(index, .failure(error))
            }
        }
        progress.finish()
        try report.finish()
        if let failure = failure ?? first.status { throw failure }
    }
}
