internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

/// Checks files against checksum lists, or one file against a digest.
struct ChecksumCheck {
    private let algorithm: HashAlgorithm?
    private let options: ChecksumCheckOptions
    private let context: CommandContext
    private let output = StandardOutput()
    private let progress: ProgressLine
    private let failures = Failures()

    private static let shownLineCount = 5
    /// Maximum size of a list in bytes: enough for ten million files.
    private static let maximumList = 1 << 30
    /// Minimum length of a digest, in bytes.
    ///
    /// A shorter digest of an extendable-output function can match by chance.
    private static let minimumDigest = 16

    /// Creates a check; the algorithm applies to lines that do not name one.
    init(algorithm: HashAlgorithm?, options: ChecksumCheckOptions, progress: ProgressLine, in context: CommandContext) {
        self.algorithm = algorithm
        self.options = options
        self.progress = progress
        self.context = context
    }

    enum Outcome: String, Sendable { case ok = "OK", failed = "FAILED", missing, unreadable }

    /// A file to check, with the algorithms its line may refer to.
    private struct Task: Sendable {
        let path: BytePath
        let digest: [UInt8]
        let candidates: [HashAlgorithm]
        /// Whether the file is named by a checksum list, which may be untrusted.
        let isListed: Bool
        /// Whether it is standard input; `-` in a list means that too, as for sha256sum.
        var isInput: Bool { path.isDash }
    }

    private struct Entry: Sendable {
        let task: Task
        let outcome: Outcome
        let algorithm: HashAlgorithm?
    }

    private final class Failures: Sendable {
        let unreadable = Atomic<Bool>(false)
        let malformed = Atomic<Bool>(false)
        let nothingVerified = Atomic<Bool>(false)
    }

    func run(_ lists: [BytePath]) throws {
        var entries: [Entry] = []
        for list in lists.isEmpty ? [nil] : lists.map(Optional.some) {
            do {
                entries += try check(list)
            } catch {
                _ = ExitStatus.reporting(error, in: context)
                failures.unreadable.store(true, ordering: .relaxed)
            }
        }
        try finish(entries)
    }

    func run(_ file: BytePath, expecting expected: ExpectedDigest) throws {
        let line = ChecksumLine(
            algorithmName: expected.algorithm?.shortName, fileName: file.bytes, digest: expected.digest)
        let entries = results(of: [try task(of: line, isListed: false)])
        warnOfWeakness(entries)
        if entries.contains(where: { $0.outcome == .failed }) {
            Messages.error("\(file): not the digest that was expected: another file, or it was changed")
        }
        try finish(entries)
    }

    private func finish(_ entries: [Entry]) throws {
        progress.finish()
        if context.wantsJSON { try printJSON(entries) }
        try output.flush()
        // A mismatch outranks an unreadable file, which outranks a malformed line.
        if entries.contains(where: { $0.outcome == .failed }) || failures.nothingVerified.load(ordering: .relaxed) {
            throw ExitStatus.mismatch
        }
        if failures.unreadable.load(ordering: .relaxed) { throw ExitStatus.ioFailed }
        if failures.malformed.load(ordering: .relaxed) { throw ExitStatus.malformed }
    }

    private func check(_ list: BytePath?) throws -> [Entry] {
        var input = try InputFile.open(list)
        let name = input.name
        let text = try input.readAll(limit: Self.maximumList)
        var tasks: [Task] = []
        var wrong: [(line: Int, text: String)] = []
        var isList = false
        let (lines, isClearsigned) = ChecksumLine.candidates(in: text)
        for line in lines {
            do {
                let parsed = try ChecksumLine(parsing: line.bytes)
                isList = isList || parsed.algorithmName != nil
                tasks.append(try task(of: parsed, isListed: true))
            } catch {
                // A line of a known form, which cannot be used.
                isList = isList || (error as? CryptoError)?.hint != nil
                wrong.append((line.number, ExitStatus.text(of: error)))
            }
        }
        if isClearsigned, !tasks.isEmpty, !options.isSilent {
            Messages.note("\(name): its OpenPGP signature was not verified: run 'gpg --verify \(name)'")
        }
        let words = String(decoding: lines.count == 1 ? lines[0].bytes : [], as: UTF8.self).split(separator: " ")
        let digest =
            words.count == 1 ? (try? ExpectedDigest(argument: Argument(String(words[0])))).map { _ in words[0] } : nil
        tell(wrong, of: name, isList: isList || !tasks.isEmpty, digest: digest)
        let entries = results(of: tasks)
        // Flush the lines before the summary; a write failure is thrown at the end.
        try? output.flush()
        summarize(entries, wrongCount: tasks.isEmpty ? 0 : wrong.count)
        if !entries.isEmpty, entries.allSatisfy({ $0.outcome == .missing }), options.ignoresMissing {
            Messages.error("\(name): no file was verified")
            failures.nothingVerified.store(true, ordering: .relaxed)
        }
        return entries
    }

    private func tell(_ wrong: [(line: Int, text: String)], of name: String, isList: Bool, digest: Substring?) {
        guard isList else {
            Messages.error("\(name): not a list of checksums: no line has a digest and a file name")
            if let digest { Messages.hint("it is a digest alone: run 'arca hash --expect \(digest) FILE'") }
            return failures.malformed.store(true, ordering: .relaxed)
        }
        for (line, text) in wrong.prefix(Self.shownLineCount) { Messages.error("\(name): line \(line): \(text)") }
        if !wrong.isEmpty { failures.malformed.store(true, ordering: .relaxed) }
    }

    private func summarize(_ entries: [Entry], wrongCount: Int) {
        func tell(_ count: Int, _ one: String, _ more: String) {
            if count > 0, !options.isSilent { Messages.warning("\(count) \(count == 1 ? one : more)") }
        }
        tell(wrongCount, "line is malformed", "lines are malformed")
        tell(entries.count { $0.outcome == .unreadable }, "file could not be read", "files could not be read")
        tell(entries.count { $0.outcome == .failed }, "digest does not match", "digests do not match")
        warnOfWeakness(entries)
    }

    /// Warns that a match of a weak function or a checksum proves little.
    private func warnOfWeakness(_ entries: [Entry]) {
        guard !options.isSilent else { return }
        let weak = entries.compactMap(\.algorithm).filter(\.isInsecure)
        guard !weak.isEmpty else { return }
        var names = HashAlgorithm.all.filter(weak.contains).map(\.shortName)
        // Short lengths of BLAKE2 are not listed.
        for name in weak.map(\.shortName) where !names.contains(name) { names.append(name) }
        Messages.warning(
            "\(Count.text(weak.count, "file")) checked with \(names.joined(separator: ", ")): "
                + "detects accidents, not deliberate changes")
    }

    private func task(of line: ChecksumLine, isListed: Bool) throws -> Task {
        let candidates: [HashAlgorithm]
        let count = line.digest.count
        if let name = line.algorithmName {
            candidates = [try HashAlgorithm(named: name)]
        } else if algorithm == .digest(.blake2b), 1..<64 ~= count {
            candidates = [.shortBLAKE2b(count)]
        } else if let algorithm {
            candidates = [algorithm]
        } else {
            // Several functions share a length; the usual one comes first.
            candidates =
                HashAlgorithm.all.filter { $0.byteCount == count && !$0.isExtendable }
                + (Self.minimumDigest..<64 ~= count ? [.shortBLAKE2b(count)] : [])
        }
        guard let first = candidates.first else {
            throw CryptoError(
                .invalidFormat, "no algorithm has a digest of \(Count.text(line.digest.count, "byte"))",
                hint: "give a digest in hexadecimal, such as one of 64 digits for SHA-256")
        }
        guard first.byteCount == line.digest.count || (first.isExtendable && !line.digest.isEmpty) else {
            throw CryptoError(
                .invalidFormat,
                "expected \(first.byteCount) bytes for \(first.shortName), found \(line.digest.count)")
        }
        if count < Self.minimumDigest, !first.isChecksum {
            throw CryptoError(
                .invalidFormat,
                "expected a digest of at least \(Self.minimumDigest) bytes, found \(line.digest.count)")
        }
        return Task(path: BytePath(line.fileName), digest: line.digest, candidates: candidates, isListed: isListed)
    }

    private func results(of tasks: [Task]) -> [Entry] {
        let entries = Collected<Entry>()
        let reports = OrderedReports<Result<Entry, any Error>> { _, result in
            switch result {
            case .success(let entry):
                entries.append(entry)
                show(entry)
            case .failure(let error):
                _ = ExitStatus.reporting(error, in: context)
                failures.unreadable.store(true, ordering: .relaxed)
            }
        }
        let workers = min(Workers.coreCount, max(tasks.count, 1))
        Workers.forEach(tasks.count, workers: workers) { _, index in
            guard !output.hasFailed else { return }
            reports.add(index, Result { try result(of: tasks[index]) })
        }
        return entries.all
    }

    private func result(of task: Task) throws -> Entry {
        do {
            // The usual algorithm first; others of that length only if it does not match.
            let (usual, others) = (task.candidates.prefix(1), task.candidates.dropFirst())
            // Standard input can be read only once.
            for candidates in task.isInput ? [task.candidates[...]] : [usual, others] where !candidates.isEmpty {
                let hasher = FileHasher(Array(candidates), length: task.digest.count, workers: 1)
                var file = task.isInput ? try InputFile.open(nil) : try open(task)
                let results = try hasher.results(of: &file, worker: 0) { progress.add($0) }
                if let index = results.firstIndex(where: { constantTimeEqual($0, task.digest) }) {
                    let found = candidates[candidates.startIndex + index]
                    return Entry(task: task, outcome: .ok, algorithm: found)
                }
            }
            return Entry(task: task, outcome: .failed, algorithm: nil)
        } catch let error as SystemError {
            if error.code == .notFound, options.ignoresMissing {
                return Entry(task: task, outcome: .missing, algorithm: nil)
            }
            Messages.error(error.reason)
            failures.unreadable.store(true, ordering: .relaxed)
            return Entry(task: task, outcome: .unreadable, algorithm: nil)
        }
    }

    /// Opens a file.
    ///
    /// A listed file must be regular: a pipe may never be written to, and a device may never end.
    private func open(_ task: Task) throws(SystemError) -> FileReader {
        if task.isListed, let kind = try? FileInfo(task.path).kind, kind != .regular, kind != .folder {
            throw SystemError(.unsupported, "cannot check \(task.path): it is not a regular file")
        }
        return try FileReader(task.path)
    }

    private func show(_ entry: Entry) {
        guard !context.wantsJSON, !options.isSilent else { return }
        switch entry.outcome {
        case .ok where options.isQuiet: return
        case .missing: return
        case .unreadable: output.write("\(entry.task.path): \(Color.red.paint("FAILED", on: 1)) open or read\n")
        case .ok: output.write("\(entry.task.path): OK\n")
        case .failed: output.write("\(entry.task.path): \(Color.red.paint("FAILED", on: 1))\n")
        }
        if entry.outcome == .ok, let algorithm = entry.algorithm, algorithm != entry.task.candidates.first {
            Messages.note("\(entry.task.path) matches \(algorithm.shortName)")
        }
    }

    private func printJSON(_ entries: [Entry]) throws {
        let files = entries.map { entry in
            var file = entry.task.path.jsonMembers
            file["result"] = .string(entry.outcome.rawValue.lowercased())
            if let algorithm = entry.algorithm { file["algorithm"] = .string(algorithm.shortName) }
            return JSONValue.object(file)
        }
        func count(_ outcome: Outcome) -> JSONValue { .integer(entries.filter { $0.outcome == outcome }.count) }
        try JSONReport.print([
            ("ok", count(.ok)), ("failed", count(.failed)), ("missing", count(.missing)),
            ("unreadable", count(.unreadable)), ("files", .array(files)),
        ])
    }
}

/// An expected digest: hexadecimal, with or without the algorithm's name (`sha256:5891b5b5…`).
struct ExpectedDigest: ArgumentValue {
    /// The algorithm; nil if only the length is known.
    let algorithm: HashAlgorithm?
    let digest: [UInt8]

    init(argument: Argument) throws(UsageError) {
        // HEX, ALG:HEX, or ALG-BASE64 as in the integrity attributes of web pages.
        let isIntegrity = ["sha256-", "sha384-", "sha512-"].contains(where: argument.shown.hasPrefix)
        let parts = argument.shown.split(separator: isIntegrity ? "-" : ":", maxSplits: 1)
        let decoded = parts.last.flatMap { text in
            isIntegrity ? try? Base64.standard.decode(text.utf8) : try? Base16.standard.decode(text.utf8)
        }
        guard let digest = decoded, !digest.isEmpty else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not a digest", hint: "give it in hexadecimal, or as sha256:HEX")
        }
        algorithm = parts.count == 2 ? try HashAlgorithm(argument: Argument(String(parts[0]))) : nil
        self.digest = digest
    }
}

struct ChecksumCheckOptions: OptionGroup {
    static let title = "With --check"

    var isQuiet = false
    var isSilent = false
    var ignoresMissing = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--quiet", set: \.isQuiet, help: "do not print OK lines")
        Parameter.flag("--status", set: \.isSilent, help: "print nothing; only set the exit status")
        Parameter.flag("--ignore-missing", set: \.ignoresMissing, help: "ignore missing files")
    }
}
