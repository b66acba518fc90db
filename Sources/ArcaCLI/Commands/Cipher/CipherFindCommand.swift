internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

struct CipherFindCommand: Command {
    static let name = "find"
    static let summary = "find how another program encrypted data"
    static let details = """
        Finds cipher, mode, padding, IV and the derivation of the key from its text, decrypts the data, and prints a \
        command that does the same. The data is a file or TEXT, in Base64, hexadecimal digits, JSON or another \
        encoding, or bytes.

        It knows AES, DES, Triple-DES, SM4, Camellia, Blowfish, RC4 and ChaCha20-Poly1305; keys cut, filled up, hashed \
        or derived as by PHP, MySQL, Java (SHA1PRNG), CryptoJS, OpenSSL, .NET, Spring, Jasypt, Laravel, Rails and \
        Fernet; and IVs that are zero, in front of the data, made from the key or copied from examples.

        A tag, a MAC or --plaintext is proof. Without them padding and plausibility decide; below \
        \(Int(CipherFinder.minimumConfidence * 100)) % certainty nothing is printed without --force. The status is 7 \
        if nothing fits; the notes then give likely causes.
        """
    static let examples = [
        Example(
            "arca cipher find --key-from env:KEY --text 'U2FsdGVkX1+…'", "the scheme of a text", isRun: false),
        Example(
            "arca cipher find --key-from file:key.txt --iv 1234567890123456 data.bin", "with an IV that both use",
            isRun: false),
        Example(
            "arca cipher find --key-from env:KEY --plaintext hello.txt data.txt", "with the plaintext as proof",
            isRun: false),
        Example(
            "arca cipher find --key-from env:KEY --show php data.txt", "PHP code that does the same", isRun: false),
    ]

    var source: SecretSource?
    var text: String?
    var iv: String?
    var salt: String?
    var cipher: String?
    var plaintext: BytePath?
    var contained: String?
    var isForced = false
    var language: ProgramLanguage?
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the data; standard input if - or omitted")
        Parameter.option("--text", value: "TEXT", set: \.text, help: "the data, instead of FILE").excludes("FILE")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.source,
            help: "the key or passphrase as text: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).required()
        Parameter.section("Known facts") {
            Parameter.option("--iv", value: "TEXT", set: \.iv, help: "the IV as the other program has it")
            Parameter.option("--salt", value: "TEXT", set: \.salt, help: "the salt as the other program has it")
            Parameter.option(
                "--cipher", value: "NAME", set: \.cipher, help: "try only this cipher: aes, aes-128-cbc, …")
            Parameter.option(
                "--plaintext", value: "FILE", set: \.plaintext,
                help: "the plaintext, or its beginning of 8 bytes or more")
            Parameter.option("--contains", value: "TEXT", set: \.contained, help: "a text that the plaintext contains")
        }
        Parameter.flag("--force", set: \.isForced, help: "also print the most likely of uncertain results")
        Parameter.option("--show", value: "LANGUAGE", set: \.language, help: ProgramLanguage.help)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let readsStandardInput = text == nil && (file?.isDash ?? true)
        let data: [UInt8]
        if let text {
            data = Array(text.utf8)
        } else {
            var input = try InputFile.open(file)
            data = try input.readAll(limit: CipherFinder.Limits.standard.inputByteCount)
        }
        let knowledge = try knowledge()
        let keyText = try (source ?? .prompt)
            .passphrase("key", isNew: false, readsStandardInput: readsStandardInput, in: context)
        let report = try CipherFinder().find(data, keyText: keyText, knowing: knowledge)
        let best = report.best ?? (isForced ? report.alternatives.first : nil)
        let inputs = CipherScheme.Inputs(keyText: keyText, ivText: knowledge.ivText, saltText: knowledge.saltText)
        let script = try best.map { try command(for: $0, inputs) }
        let code = try language.flatMap { language throws(CryptoError) in try best?.scheme.code(in: language) }
        if context.wantsJSON {
            try JSONReport.print(
                Self.members(report, best, script) + (code.map { [("code", JSONValue.string($0))] } ?? []))
        } else if let best, let code {
            try Messages.print(code)
            Messages.note("\(Self.proof(best)): \(best.scheme.rule.map(Self.shown).joined(separator: "; "))")
            if !best.recipe.layers.isEmpty {
                Messages.note("first decode the data: arca decode \(best.recipe.arguments.joined(separator: " "))")
            }
        } else if let best {
            try Messages.print(Self.text(best, script))
        }
        for note in report.notes where !context.wantsJSON { Messages.note(Self.shown(note)) }
        guard best == nil else { return }
        for reading in report.alternatives.prefix(3) where !context.wantsJSON {
            Messages.note(
                "possible, or by chance (\(Self.percent(reading.confidence))): \(reading.scheme)")
        }
        Messages.error("no combination decrypts the data")
        if !report.alternatives.isEmpty { Messages.hint("--force prints the most likely result") }
        throw ExitStatus.notFound
    }

    private func knowledge() throws -> CipherFinder.Knowledge {
        var knowledge = CipherFinder.Knowledge()
        knowledge.ivText = iv.map { Array($0.utf8) }
        knowledge.saltText = salt.map { Array($0.utf8) }
        knowledge.contained = contained.map { Array($0.utf8) }
        if contained?.isEmpty ?? false {
            throw UsageError(.invalidValue, "--contains is empty", hint: "give a text of the plaintext, or remove it")
        }
        if let cipher {
            let name = cipher.lowercased()
            let isKnown =
                (Cipher.all + Cipher.foreign).contains { $0.shortName.hasPrefix(name) }
                || (try? Cipher(named: name)) != nil
            guard isKnown else {
                throw UsageError(
                    .invalidValue, "unknown cipher '\(cipher)'",
                    hint: "give the beginning of a name of 'arca cipher list', such as aes-256")
            }
            knowledge.cipher = name
        }
        if let plaintext {
            var input = try InputFile.open(plaintext)
            let known = try input.readAll(limit: CipherFinder.Limits.standard.inputByteCount)
            guard !known.isEmpty else {
                throw UsageError(
                    .invalidValue, "the file of --plaintext, \(plaintext), is empty",
                    hint: "give the plaintext, or its first 8 bytes or more")
            }
            knowledge.plaintext = known
        }
        return knowledge
    }

    // MARK: Report

    /// The commands that decrypt the data again; the key stays in its source.
    private func command(
        for reading: CipherFinder.Reading, _ inputs: CipherScheme.Inputs
    ) throws(CryptoError) -> String {
        let scheme = try reading.scheme.resolved(with: inputs)
        let decrypt =
            "arca cipher decrypt \(scheme.description.shellQuoted) --key-from \(keySource)"
        var steps: [String] = []
        if let text { steps.append("printf %s \(text.shellQuoted)") }
        if reading.isPlusLost {
            steps.append("tr ' ' +" + (steps.isEmpty && file != nil ? " < \(file?.shellQuoted ?? "")" : ""))
        }
        if !reading.recipe.layers.isEmpty {
            let decode = (["arca decode"] + reading.recipe.arguments.map(\.shellQuoted)).joined(separator: " ")
            steps.append(decode + (steps.isEmpty ? input : ""))
        }
        return (steps + [decrypt + (steps.isEmpty ? input : "")]).joined(separator: " | ")
    }

    /// The value of `--key-from`; a source that was read once becomes a prompt.
    private var keySource: String {
        switch source {
        case .environment(let name): "env:\(BytePath(name))"
        case .file(let path): "file:\(path)".shellQuoted
        case .command(let text): "cmd:\(String(decoding: text, as: UTF8.self))".shellQuoted
        default: "prompt"
        }
    }

    private var input: String { file.map { " \($0.shellQuoted)" } ?? "" }

    /// Longer plaintexts are cut, in bytes.
    private static let shownByteCount = 4096

    private static func text(_ reading: CipherFinder.Reading, _ script: String?) -> String {
        var lines = ["Scheme (\(proof(reading))):"] + reading.scheme.rule.map { "  \($0)" }
        let text = reading.plaintext
        let isCut = text.count > shownByteCount
        lines += ["", "Plaintext (\(text.count) \(text.count == 1 ? "byte" : "bytes"), \(reading.content.name)):"]
        if reading.content.isText {
            lines += String(decoding: text.prefix(shownByteCount), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).map { "  \(shown(String($0)))" }
            if isCut { lines.append("  …") }
        }
        if let script { lines += ["", "Command:", "  \(shown(script))"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func proof(_ reading: CipherFinder.Reading) -> String {
        reading.isProven ? "proven" : percent(reading.confidence)
    }

    private static func percent(_ confidence: Double) -> String {
        confidence < 0.01 ? "less than 1 %" : "\(Int(confidence * 100)) %"
    }

    private static func shown(_ text: String) -> String { String(printable: text.utf8) }

    private static func members(
        _ report: CipherFinder.Report, _ best: CipherFinder.Reading?, _ script: String?
    ) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("found", .bool(best != nil))]
        if let best {
            let text = String(validating: best.plaintext, as: UTF8.self)
            members += [
                ("confidence", JSONNumber(best.confidence).map(JSONValue.number) ?? .null),
                ("proven", .bool(best.isProven)), ("scheme", .string(best.scheme.description)),
                ("rule", .array(best.scheme.rule.map { .string($0) })),
                ("plaintext", text.map { .string($0) } ?? .null),
                ("plaintextBase64", .string(Base64.standard.encode(best.plaintext))),
                ("content", .string(best.content.identifier)), ("command", script.map { .string($0) } ?? .null),
            ]
        }
        return members + [
            ("trialCount", .integer(report.trialCount)), ("notes", .array(report.notes.map { .string($0) })),
        ]
    }
}
