internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyLintCommand: Command {
    static let name = "lint"
    static let summary = "find weak, broken and related keys"
    static let details = """
        Checks every key in the given files and folders for: RSA moduli that are small, even, prime or have a small \
        factor; even or tiny exponents; primes that are not prime, equal or close; inconsistent numbers; the structure \
        of CVE-2017-15361 (ROCA); points that are not on their curve, have small order, are not in canonical form or \
        do not belong to the private key; short symmetric keys. Then it looks for primes that two of the keys share, \
        which breaks both.

        Each file gets a few seconds of work; keys beyond that are reported as unchecked, unless --all is given.

        --blocklist names known keys, such as Debian's of 2008 (CVE-2008-0166): lists in the form of the packages \
        openssl-blacklist and openssh-blacklist, which are not part of Arca.

        In folders, files that are not keys are skipped, and only the public half of encrypted keys is checked, unless \
        --passphrase-from opens them. The exit status is 1 if anything was found.
        """
    static let examples = [
        Example("arca key lint key.pem", "prints nothing for a good key"),
        Example("arca key lint --json folder", "a report on every key in a folder"),
    ]

    private struct Entry {
        let path: BytePath
        let number: Int
        let key: FoundKey
        var findings: [KeyFinding]

        /// Whether the work limit of the file was reached before this key.
        var isUnchecked: Bool { findings.contains { $0.kind == .unchecked } }
    }

    private static let fileSeconds = 1.5
    /// Debian's lists have several MB.
    private static let maximumListByteCount = 64 << 20

    var paths: [BytePath] = []
    var isComplete = false
    var blocklists: [BytePath] = []
    var passphrase: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.operands("PATH", append: \.paths, help: "files and folders; standard input if omitted")
        Parameter.flag("--all", set: \.isComplete, help: "check every key of a file, however long it takes")
        Parameter.repeated(
            "--blocklist", value: "FILE", append: \.blocklists, help: "report keys that FILE lists by their hashes")
        Parameter.json
        Parameter.section("Secrets") {
            Parameter.option(
                "--passphrase-from", value: "SOURCE", set: \.passphrase,
                help: "passphrase of encrypted keys: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND")
        }
    }

    consuming func run(in context: CommandContext) throws {
        let failures = FirstFailure()
        let lists = try blocklists.map { path in
            try naming(path.description) {
                var reader = try FileReader(path)
                return try KeyBlocklist(try reader.readAll(limit: Self.maximumListByteCount))
            }
        }
        var session = KeyLint.Session(limit: isComplete ? nil : Self.fileSeconds, blocklists: lists)
        var entries: [Entry] = []
        var skipped: [BytePath] = []
        let secret = try passphrase.map { source in
            try source.passphrase(
                isNew: false, readsStandardInput: paths.isEmpty || paths.contains(where: \.isDash), in: context)
        }
        for path in paths.isEmpty ? ["-"] : paths {
            if path.isDash {
                look(at: path, isNamed: true, secret, &session, &entries, &skipped, failures, in: context)
                continue
            }
            for found in FolderWalker(path) {
                switch found {
                case .success(let entry)
                where entry.info.kind == .folder || (entry.depth > 0 && entry.info.kind != .regular):
                    continue
                case .success(let entry):
                    look(
                        at: entry.path, isNamed: entry.depth == 0, secret, &session, &entries, &skipped, failures,
                        in: context)
                case .failure(let error): failures.note(ExitStatus.reporting(error, in: context))
                }
            }
        }
        Self.addSharedFactors(&entries)
        try report(entries, skipped, in: context)
        if entries.contains(where: { !$0.findings.isEmpty }) { throw ExitStatus.mismatch }
        if let status = failures.status { throw status }
    }

    /// Reads and checks the keys of a file; `isNamed` distinguishes files given on the command line from those found in
    /// a folder.
    private func look(
        at path: BytePath, isNamed: Bool, _ secret: SecretBytes?, _ session: inout KeyLint.Session,
        _ entries: inout [Entry], _ skipped: inout [BytePath], _ failures: FirstFailure, in context: CommandContext
    ) {
        do {
            // Larger files are not keys.
            if !isNamed, try FileReader(path).byteCount ?? 0 > 1 << 20 { return }
            let keys = try FoundKey.all(
                in: KeyInputOptions().content(of: path, in: context),
                of: path.isDash ? "standard input" : path.description,
                passphrase: secret.map { secret in { secret } })
            session.beginFile()
            let first = entries.count
            for (index, key) in keys.enumerated() {
                entries.append(
                    Entry(path: path, number: index + 1, key: key, findings: session.findings(key.content)))
            }
            if entries[first...].contains(where: \.isUnchecked) {
                Messages.warning("\(path) has more keys than were checked")
                Messages.hint("give --all to check every key")
            }
        } catch let error as KeyError where !isNamed && (error.code == .notAKey || error.code == .passphraseNeeded) {
            if error.code == .passphraseNeeded {
                skipped.append(path)
                Messages.warning("\(path) is encrypted and was not checked")
                Messages.hint("give --passphrase-from to check it")
            }
        } catch {
            failures.note(ExitStatus.reporting(error, in: context))
        }
    }

    private static func addSharedFactors(_ entries: inout [Entry]) {
        var places: [Int] = []
        var numbers: [RSAPublicNumbers] = []
        for (place, entry) in entries.enumerated() {
            guard !entry.isUnchecked else { continue }
            switch entry.key.content {
            case .publicKey(.rsa(let key, _)): numbers.append(key)
            case .privateKey(.rsa(let key, _)): numbers.append(key.publicNumbers)
            default: continue
            }
            places.append(place)
        }
        for (index, others) in KeyLint.sharedFactors(numbers).enumerated() where !others.isEmpty {
            let names = others.prefix(3).map { name(entries[places[$0]]) }.joined(separator: ", ")
            let rest = others.count > 3 ? " and \(others.count - 3) more" : ""
            entries[places[index]].findings.append(
                KeyFinding(
                    .sharedFactor,
                    "the modulus shares a prime with \(names)\(rest), so anyone can factor both"))
        }
    }

    private static func name(_ entry: Entry) -> String {
        entry.number > 1 ? "\(entry.path) (key \(entry.number))" : entry.path.description
    }

    private func report(_ entries: [Entry], _ skipped: [BytePath], in context: CommandContext) throws {
        guard context.wantsJSON else {
            var text = ""
            for entry in entries {
                for finding in entry.findings {
                    let kind = finding.kind.description.spelledOut
                    text += String(printable: "\(Self.name(entry)): \(kind): \(finding.reason)".utf8) + "\n"
                }
            }
            return try Messages.print(text)
        }
        let keys = entries.map { entry in
            var object = JSONObject()
            object["path"] = .string(entry.path.description)
            object["number"] = .integer(entry.number)
            object["key"] = .string(entry.key.title)
            object["findings"] = .array(
                entry.findings.map { finding in
                    var object = JSONObject()
                    object["kind"] = .string(finding.kind.description)
                    object["reason"] = .string(finding.reason)
                    return .object(object)
                })
            return JSONValue.object(object)
        }
        try JSONReport.print([
            ("keys", .array(keys)), ("skipped", .array(skipped.map { .string($0.description) })),
            ("keyCount", .integer(entries.count)),
            ("findingCount", .integer(entries.reduce(0) { $0 + $1.findings.count })),
        ])
    }
}
