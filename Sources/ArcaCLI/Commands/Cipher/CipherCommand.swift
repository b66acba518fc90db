internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

struct CipherCommand: Command {
    static let name = "cipher"
    static let summary = "use one cipher with explicit key and IV"
    static let section = "Bytes"
    static let details = """
        For test vectors, and for data of programs that name cipher, key and IV one by one. To keep files secret, use \
        'arca encrypt', which chooses and stores all of these.
        """
    static let examples = [
        Example("arca cipher list", "the names, with the lengths of key and IV")
    ]
    static var subcommands: [any Command.Type] {
        [
            CipherRunCommand<Encrypting>.self, CipherRunCommand<Decrypting>.self, CipherFindCommand.self,
            CipherListCommand.self,
        ]
    }
}

struct CipherRunCommand<Direction: CipherDirection>: Command {
    static var name: String { Direction.name }
    static var summary: String { "\(name) with a cipher, key and IV" }
    static var details: String { Direction.details }
    static var examples: [Example] { Direction.examples }

    var cipher: CipherName?
    var options = CipherOptions()
    var language: ProgramLanguage?
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.cipher, help: "the cipher, such as aes-256-gcm, or a scheme of 'cipher find'")
            .required()
        Parameter.operand("FILE", set: \.file, help: "file to \(name); standard input if - or omitted")
        Parameter.group(\.options)
        Parameter.option("--show", value: "LANGUAGE", set: \.language, help: ProgramLanguage.help)
            .excludes("FILE")
    }

    consuming func run(in context: CommandContext) throws {
        guard let cipher else { throw UsageError(.missingArgument, "NAME is missing") }
        if let language {
            let scheme = try options.scheme(for: cipher, isEncrypting: Direction.isEncrypting)
            return try Messages.print(scheme.code(in: language))
        }
        let job = try options.job(cipher, on: file, isEncrypting: Direction.isEncrypting, in: context)
        let form = options.forms.output ?? .binary
        let reader = try InputFile.open(file)
        let inputs = [reader.identity]
        let isText = !Direction.isEncrypting || job.isText || form.isText
        let screened =
            isText
            ? try options.output.openScreened(isSecret: !Direction.isEncrypting, inputs: inputs)
            : ScreenedFile(
                try options.output.open(.binary, inputs: inputs, hint: "--out base64"), isAskedFor: true)
        let movesTag = Direction.isEncrypting && options.isTagFirst
        var target = CipherOutput(screened, isCollected: form == .hex || form == .base64 || movesTag)
        let line = options.progress.start(reader.byteCount)
        var input = CipherInput(reader)
        if let form = options.forms.input {
            try input.decode(form)
        } else if !Direction.isEncrypting, !job.isText {
            try input.decode(nil)
        }
        try options.placeTag(in: &input, for: job, isEncrypting: Direction.isEncrypting)
        let head = Direction.isEncrypting ? [] : try input.head()
        do {
            try job.run(&input, into: &target, isEncrypting: Direction.isEncrypting) { line.add($0) }
        } catch {
            throw error.withHint(options.hint(for: error, job, head, isEncrypting: Direction.isEncrypting))
        }
        line.finish()
        let tagByteCount = movesTag ? (job as? CipherJob)?.cipher.tagByteCount ?? 0 : 0
        let ivByteCount = options.ivPlace == nil ? 0 : (job as? CipherJob)?.cipher.ivByteCount ?? 0
        try target.commit { bytes in
            let body = bytes.dropFirst(ivByteCount)
            return form.encode(
                Array(bytes.prefix(ivByteCount) + body.suffix(tagByteCount) + body.dropLast(tagByteCount)))
        }
    }
}

extension CipherOptions {
    /// Puts a tag that is given separately, or in front, after the ciphertext.
    fileprivate func placeTag(
        in input: inout CipherInput, for job: any CipherWork, isEncrypting: Bool
    ) throws {
        guard !isEncrypting, tag != nil || isTagFirst, let job = job as? CipherJob else { return }
        let bytes = try CipherJob.readAll(&input, "its tag is moved in memory")
        let iv = bytes.prefix(job.takesIVFromData ? job.cipher.ivByteCount : 0)
        let body = bytes.dropFirst(iv.count)
        if let tag {
            guard tag.bytes.count == job.cipher.tagByteCount else {
                throw UsageError(
                    .invalidValue,
                    "--auth-tag has \(tag.bytes.count) bytes; \(job.cipher.name) has \(job.cipher.tagByteCount)",
                    hint: "give the whole tag")
            }
            return input.replace(by: bytes + tag.bytes)
        }
        let count = job.cipher.tagByteCount
        input.replace(by: Array(iv + body.dropFirst(count) + body.prefix(count)))
    }

    /// The likely cause of a failed decryption.
    fileprivate func hint(
        for error: any Error, _ job: any CipherWork, _ head: [UInt8], isEncrypting: Bool
    ) -> String? {
        guard !isEncrypting, let job = job as? CipherJob, let error = error as? CryptoError,
            [.decryptionFailed, .authenticationFailed, .invalidInputLength].contains(error.code)
        else { return nil }
        return CipherDiagnosis.hint(for: job, head, isWhole: head.count < 64 << 10, keyFrom: key.source)
    }
}

protocol CipherDirection {
    static var name: String { get }
    static var isEncrypting: Bool { get }
    static var details: String { get }
    static var examples: [Example] { get }
}

enum Encrypting: CipherDirection {
    static let name = "encrypt"
    static let isEncrypting = true
    static let details = """
        The result is the ciphertext alone. Authenticated ciphers append their tag of 16 bytes (a192cbc-hs384: 24, \
        a256cbc-hs512: 32); siv puts its synthetic IV first. The IV is not part of the result, and must never be used \
        twice with the same key. gcm takes an IV of any length, with a warning unless it has 12 bytes.

        ff1 keeps the format of numbers: each line becomes another of as many characters of --alphabet. Lines of other \
        characters are refused. It needs six digits or more. Use another --tweak for each field of a record.

        Input of any size is read in pieces. ccm, siv, gcm-siv, xts, kw, kwp and ff1 need the whole input in memory, at \
        most \(CipherJob.memoryLimit >> 20) MiB.
        """
    static let examples = [
        Example(
            "arca cipher encrypt aes-256-gcm --key-from file:key.bin --iv 000102030405060708090a0b notes.txt -o notes.gcm",
            "ciphertext and tag"),
        Example(
            "arca cipher encrypt aes-128-ctr --key-from hexfile:key.hex --iv 000102030405060708090a0b00000000 notes.txt "
                + "-o notes.ctr",
            "as openssl enc -aes-128-ctr -K -iv"),
        Example(
            "echo 4111111111111111 | arca cipher encrypt aes-256-ff1 --key-from file:key.bin --tweak 63617264",
            "a card number that still looks like one"),
    ]
}

enum Decrypting: CipherDirection {
    static let name = "decrypt"
    static let isEncrypting = false
    static let details = """
        Authenticated ciphers release the plaintext only after the tag has been checked. With -o the input may have any \
        size; to standard output at most \(CipherJob.memoryLimit >> 20) MiB, which are kept in memory until then.

        With other ciphers a wrong key, a wrong IV or a changed file often gives wrong plaintext without an error.
        """
    static let examples = [
        Example(
            "arca cipher encrypt aes-256-gcm --key-from file:key.bin --iv 000102030405060708090a0b notes.txt | "
                + "arca cipher decrypt aes-256-gcm --key-from file:key.bin --iv 000102030405060708090a0b",
            "encrypt and decrypt again")
    ]
}
