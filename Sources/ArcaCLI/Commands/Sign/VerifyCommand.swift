internal import ArcaCore
internal import ArcaSignatures
internal import ArcaSystem

struct VerifyCommand: Command {
    static let name = "verify"
    static let summary = "verify signatures: SSH, minisign, signify, RSA"
    static let section = "Files"
    static let details = """
        Looks for FILE.minisig, FILE.sig and FILE.asc, or takes --signature; if FILE is a signature, the file that it \
        is named after is verified. The format is detected. OpenPGP, CMS and Sigstore are named with the command that \
        verifies them.

        Only keys that you name are trusted: --key, or a list of signers. Nothing in the file's folder or in the \
        signature is trusted. Each line of a list has names, options and a key: 'alice@example.com ssh-ed25519 AAAA…' \
        or 'release@example.com minisign RWQ…'.

        A FILE that begins with its own signature needs -o, which receives the signed content, or --check.

        With --check the first FILE is a list such as SHA256SUMS: after its signature, the files in it are checked; \
        only those named after it, if any. Files are searched in the current folder.

        The exit status is 0 if the signature is valid and its signer trusted; 1 if it does not match the file; 3 if \
        it is by a key other than --key; 5 if it is malformed or of another kind; 7 if the signer is not trusted, or \
        there is no signature.
        """
    static let examples = [
        Example("arca verify --key RWQ… notes.txt", "a minisign key, as text", isRun: false),
        Example("arca verify --signers team.txt notes.txt", "whose signature it is", isRun: false),
        Example("arca verify --check --key release.pub SHA256SUMS", "a list and its files", isRun: false),
        Example("arca verify --signers team.txt --signer alice@example.com notes.txt", "only hers", isRun: false),
    ]

    var signature: BytePath?
    var trust = TrustOptions()
    var output: BytePath?
    var isCheck = false
    var ignoresMissing = false
    var raw = RawVerificationOptions()
    var isQuiet = false
    var progress = ProgressOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "what was signed; - for standard input").required()
        Parameter.option("--signature", value: "FILE", set: \.signature, help: "the signature; - for standard input")
        Parameter.section("List") {
            Parameter.flag("--check", set: \.isCheck, help: "FILE is a list of digests: check its files too")
            Parameter.flag("--ignore-missing", set: \.ignoresMissing, help: "ignore missing files").requires("--check")
        }
        Parameter.group(\.trust)
        Parameter.option(
            "-o", "--output", value: "FILE", set: \.output,
            help: "write the signed content of a FILE that begins with its signature ('signify -e'), once verified"
        ).excludes("--check", "--json")
        Parameter.group(\.raw)
        Parameter.section(OutputOptions.title) {
            Parameter.flag("-q", "--quiet", set: \.isQuiet, help: "print nothing if everything is valid")
        }
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard signature == nil || files.count == 1 || isCheck else {
            throw UsageError(.conflict, "--signature is for one FILE", hint: "give one FILE")
        }
        guard files.count(where: \.isDash) + (signature?.isDash == true ? 1 : 0) <= 1 else {
            throw UsageError(
                .conflict, "message and signature cannot both come from standard input",
                hint: "give a file for one of them")
        }
        if raw.format == .raw {
            return try raw.verify(files, signature, trust, progress, isQuiet: isQuiet, in: context)
        }
        let verifier = try trust.verifier(in: context)
        var report = VerificationReport(isQuiet: isQuiet, in: context)
        if isCheck {
            try check(verifier, &report)
        } else {
            for file in files { try report.add(file) { try verify(file, verifier) } }
        }
        try report.finish()
    }

    // MARK: One file

    private func verify(_ file: BytePath, _ verifier: SignatureVerifier) throws -> VerificationReport.Result {
        let place = try SignaturePlace(file, signature)
        guard let path = place.signature else { return try verifyEmbedded(file, verifier) }
        guard output == nil else {
            throw UsageError(
                .conflict, "\(path) is the signature: -o is for a FILE that begins with its own",
                hint: "remove --output")
        }
        let bytes = try Self.signatureBytes(path)
        let input = try InputFile.open(place.message)
        let line = progress.start(input.byteCount)
        defer { line.finish() }
        var reader = ProgressReader(input, line)
        return .init(
            file: place.message, signature: path,
            verdict: try verifier.verify(bytes, reading: &reader), hasTrust: verifier.trustsAnybody)
    }

    private func verifyEmbedded(_ file: BytePath, _ verifier: SignatureVerifier) throws -> VerificationReport.Result {
        let format = SignatureFormat(detecting: try Self.signatureBytes(file))
        let begins = format == .signify || format == .minisign
        if let format, !begins {
            let error = SignatureError(.unsupported, "\(format.name) signatures are not supported")
            return .init(file: file, signature: file, verdict: SignatureVerdict(error, format: format), hasTrust: true)
        }
        guard begins, let output else {
            Messages.error("\(file.inputName): no signature: found no \(file).minisig, \(file).sig or \(file).asc")
            // The first line is not signed, so FILE itself must not be mistaken for the verified content.
            Messages.hint(
                begins
                    ? "it begins with a signature: give -o OUT for what is signed, or --check for a list"
                    : "give --signature FILE")
            throw ExitStatus.notFound
        }
        var input = try InputFile.open(file)
        let bytes = try input.readAll(limit: SignedMessage.maximumWholeByteCount)
        let (verdict, offset) = verifier.verify(embedded: bytes)
        if verdict.isGood, let offset {
            var message = try OutputOptions(file: output).open(.text, inputs: input.inputIdentities)
            try message.write(bytes[offset...])
            try message.commit()
        }
        return .init(file: file, signature: file, verdict: verdict, hasTrust: verifier.trustsAnybody)
    }

    static func signatureBytes(_ path: BytePath) throws -> [UInt8] {
        var reader = try InputFile.open(path)
        // One byte more, so the format reports a file that is too long.
        return try [UInt8](capacity: SignatureFile.maximumByteCount + 1) { output in
            while !output.isFull {
                let before = output.count
                try reader.read(into: &output)
                if output.count == before { return }
            }
        }
    }

    // MARK: Lists

    private func check(_ verifier: SignatureVerifier, _ report: inout VerificationReport) throws {
        let list = files[0]
        let place = try SignaturePlace(list, signature)
        var input = try InputFile.open(place.message)
        // Read the list only once, so the verified bytes are the bytes used.
        let bytes = try input.readAll(limit: 64 << 20)
        var text = bytes[...]
        var verdict: SignatureVerdict
        if let path = place.signature {
            verdict = verifier.verify(try Self.signatureBytes(path), of: bytes)
        } else {
            let embedded = verifier.verify(embedded: bytes)
            verdict = embedded.verdict
            text = embedded.messageOffset.map { bytes[$0...] } ?? []
        }
        let result = VerificationReport.Result(
            file: place.message, signature: place.signature ?? list, verdict: verdict,
            hasTrust: verifier.trustsAnybody)
        try report.add(list) { result }
        guard verdict.isGood else { return }
        let sums = try naming(list.inputName) { try ChecksumList(Array(text)) }
        let names = files.dropFirst().map(\.bytes)
        for entry in try sums.entries(for: Array(names)) {
            let line = progress.start((try? FileInfo(BytePath(entry.fileName)))?.byteCount)
            let outcome = entry.check(acceptsOutside: !names.isEmpty) { line.add($0) }
            line.finish()
            switch outcome {
            case .matches: report.add(listed: entry, .ok)
            case .differs: report.add(listed: entry, .failed)
            // Names outside the folder count only if they were requested.
            case .refused: report.add(listed: entry, .unsafe)
            case .unreadable(let error):
                let isIgnored = error.code == .notFound && ignoresMissing && names.isEmpty
                if !isIgnored { Messages.error(error.reason) }
                report.add(listed: entry, isIgnored ? .ignored : .unreadable)
            }
        }
    }
}

extension SignatureVerifier {
    var trustsAnybody: Bool { !keys.isEmpty || !signers.isEmpty }
}

struct SignaturePlace {
    let message: BytePath
    /// Nil if the message may start with its signature.
    let signature: BytePath?

    static let suffixes = [".minisig", ".sig", ".asc"]

    init(_ file: BytePath, _ signature: BytePath?) throws {
        if let signature {
            (message, self.signature) = (file, signature)
            return
        }
        guard !file.isDash else {
            throw UsageError(.missingArgument, "--signature is missing", hint: "give --signature FILE")
        }
        // A signature file implies the file it is named after.
        if let suffix = Self.suffixes.first(where: { file.bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }) {
            let named = BytePath(Array(file.bytes.dropLast(suffix.utf8.count)))
            // What it contains counts, not a file next to it: mirrors of OpenBSD have SHA256 and SHA256.sig.
            if try Self.beginsMessage(file) {
                (message, self.signature) = (file, nil)
                return
            }
            if !named.bytes.isEmpty, (try? FileInfo(named))?.kind == .regular, (try? FileInfo(file))?.kind == .regular,
                SignatureFormat(detecting: try VerifyCommand.signatureBytes(file)) != nil
            {
                (message, self.signature) = (named, file)
                return
            }
        }
        let found = Self.suffixes.map { BytePath(file.bytes + Array($0.utf8)) }
            .filter { (try? FileInfo($0))?.kind == .regular }
        guard found.count <= 1 else {
            Messages.error("\(file) has \(found.count) signatures: \(found.map(\.description).joined(separator: ", "))")
            Messages.hint("give --signature FILE")
            throw ExitStatus.wrongUse
        }
        if let first = found.first, try Self.beginsMessage(first) {
            Messages.error("\(first) contains the signed content itself, not only the signature of \(file)")
            Messages.hint("run 'arca verify' with \(first) and --check or -o")
            throw ExitStatus.malformed
        }
        (message, self.signature) = (file, found.first)
    }

    /// Whether a file is a signature followed by its message (`signify -S -e`).
    private static func beginsMessage(_ file: BytePath) throws -> Bool {
        guard (try? FileInfo(file))?.kind == .regular else { return false }
        let lines = try VerifyCommand.signatureBytes(file).split(separator: .newline, maxSplits: 2)
        return lines.count > 2 && lines[0].starts(with: "untrusted comment:".utf8)
            && !lines[2].starts(with: "trusted comment:".utf8)
    }
}
