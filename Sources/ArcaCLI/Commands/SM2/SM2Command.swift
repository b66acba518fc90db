internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct SM2Command: Command {
    static let name = "sm2"
    static let summary = "encrypt, decrypt, sign and verify with SM2 keys"
    static let section = "Keys"
    static let details = """
        SM2 with SM3 (GB/T 32918), which Chinese banking and government applications require. Keys are read as PKCS #8, \
        public keys and SEC 1, each as PEM, DER or Base64, and as bare numbers in hexadecimal digits or Base64: the \
        private number of 32 bytes, or the public point with or without its first byte 04. 'arca key generate sm2' makes \
        a key; 'arca cipher' has sm4-gcm, sm4-cbc and more, 'arca hash' and 'arca mac' have sm3.
        """
    static let examples = [
        Example("arca key generate sm2 --plain -o sm2.pem", "make a key"),
        Example("arca sm2 sign --key sm2.pem --out base64 notes.txt", "sign with it"),
        Example("arca sm2 verify --key sm2.pub --signature notes.sig notes.txt", "check a signature", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [SM2EncryptCommand.self, SM2DecryptCommand.self, SM2SignCommand.self, SM2VerifyCommand.self]
    }
}

/// `--key`, an SM2 key in any format, and its passphrase.
struct SM2KeyOptions: OptionGroup {
    static let title = "Key"

    var file: BytePath?
    var source: SecretSource?
    var passphrase: SecretSource?
    var costs = CostOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.exactlyOne {
            Parameter.option(
                "-i", "--identity", "--key", value: "FILE", set: \.file,
                help: "the SM2 key: PEM, DER or bare number; - for standard input, arca://service/account in the vault"
            )
            Parameter.option(
                "--key-from", value: "SOURCE", set: \.source,
                help: "the same from hexfile:PATH, file:PATH, env:NAME, fd:N, stdin or cmd:COMMAND"
            ).completing(SecretSource.keyCompletion)
        }
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "passphrase of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.parts(of: \.costs, CostOptions.parameters)
    }

    func privateKey(readsStandardInput: Bool, in context: CommandContext) throws -> SM2.PrivateKey {
        let (name, bytes) = try content(readsStandardInput, in: context)
        return try naming(name) { try privateKey(bytes, name, readsStandardInput, in: context) }
    }

    private func privateKey(
        _ bytes: SymmetricKey, _ name: String, _ readsStandardInput: Bool, in context: CommandContext
    ) throws -> SM2.PrivateKey {
        do throws(KeyError) {
            return try SM2.PrivateKey(file: bytes)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
            let secret = try (passphrase ?? .prompt).passphrase(
                "passphrase of \(name)", isNew: false, readsStandardInput: readsStandardInput || readsKey, in: context)
            return try SM2.PrivateKey(file: bytes, passphrase: secret, limits: costs.limits)
        }
    }

    /// Reads a public key; a private key is accepted too.
    func publicKey(readsStandardInput: Bool, in context: CommandContext) throws -> SM2.PublicKey {
        let (name, bytes) = try content(readsStandardInput, in: context)
        return try naming(name) {
            do {
                return try SM2.PublicKey(file: bytes)
            } catch let error as KeyError where error.code == .wrongKind || error.code == .passphraseNeeded {
                return try privateKey(bytes, name, readsStandardInput, in: context).publicKey
            }
        }
    }

    /// The identity of the key file, which an output must not overwrite.
    var inputIdentities: [FileIdentity] {
        guard let file, !file.isDash else { return [] }
        return (try? FileReader(file))?.inputIdentities ?? []
    }

    private var readsKey: Bool { source.map { $0 == .standardInput } ?? file?.isDash ?? true }

    private func content(
        _ readsStandardInput: Bool, in context: CommandContext
    ) throws -> (name: String, bytes: SymmetricKey) {
        let place = try source ?? .keyFile(file ?? "-")
        return (file?.inputName ?? "--key-from", try place.key(readsStandardInput: readsStandardInput, in: context))
    }
}

/// `--id`: the signer's identifier.
struct SM2IdentifierOptions: OptionGroup {
    var text: String?

    static var parameters: [Parameter<Self>] {
        Parameter.option("--id", value: "TEXT", set: \.text, help: "the signer's identifier, which both sides must use")
            .defaulting(to: "1234567812345678")
    }

    var bytes: [UInt8] { text.map { Array($0.utf8) } ?? SM2.defaultIdentifier }
}

struct SM2SignCommand: Command {
    static let name = "sign"
    static let summary = "sign a file with SM2 and SM3"
    static let details = """
        Writes the bare signature in DER, as 'openssl dgst -sm3 -sign' and GmSSL do; --raw writes the numbers r and s of \
        32 bytes each, as Java cards and many Chinese services do.
        """
    static let examples = [
        Example("arca sm2 sign --key sm2.pem -o notes.sig notes.txt", "a signature in DER"),
        Example("arca sm2 sign --key sm2.pem --raw --out hex notes.txt", "r and s in hexadecimal digits"),
    ]

    var key = SM2KeyOptions()
    var identifier = SM2IdentifierOptions()
    var isRaw = false
    var form: DataForm?
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to sign; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.group(\.identifier)
        Parameter.flag("--raw", set: \.isRaw, help: "write r and s, 64 bytes, instead of DER")
        Parameter.option("--out", value: "FORM", set: \.form, help: "form of the signature")
            .defaulting(to: "binary")
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        let form = form ?? .binary
        var input = try InputFile.open(file)
        let key = try key.privateKey(readsStandardInput: file?.isDash ?? true, in: context)
        var target = try output.open(
            form.isText ? .text : .binary, inputs: input.inputIdentities + self.key.inputIdentities,
            hint: "--out base64")
        let digest = try input.sm2Digest(key.publicKey, identifier, progress)
        let signature = try key.signature(forSM2Digest: digest)
        try target.write(form.encode(isRaw ? signature.rawRepresentation : signature.derRepresentation))
        try target.commit()
    }
}

struct SM2VerifyCommand: Command {
    static let name = "verify"
    static let summary = "check an SM2 signature of a file"
    static let details = """
        The signature may be DER or r and s, as bytes, Base64 or hexadecimal digits; all are detected. The exit status is \
        1 if it is invalid: another key, another message or another --id.
        """
    static let examples = [
        Example(
            "arca sm2 verify --key sm2.pub --signature notes.sig notes.txt", "exit with 1 if invalid", isRun: false),
        Example(
            "arca sm2 verify --key sm2.pub --id alice@example.cn --signature notes.sig notes.txt",
            "with the signer's identifier", isRun: false),
    ]

    var key = SM2KeyOptions()
    var identifier = SM2IdentifierOptions()
    var signature: BytePath?
    var progress = ProgressOptions()
    var file: BytePath?

    /// Longer than any signature in any form, in bytes.
    private static let maximumSignature = 4096

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what was signed; standard input if - or omitted")
        Parameter.option("--signature", value: "FILE", set: \.signature, help: "the signature; - for standard input")
            .required()
        Parameter.group(\.key)
        Parameter.group(\.identifier)
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard let signature else { throw UsageError(.missingArgument, "--signature is missing") }
        guard !(signature.isDash && file?.isDash ?? true) else {
            throw UsageError(
                .conflict, "message and signature cannot both come from standard input",
                hint: "give a file for one of them")
        }
        var input = try InputFile.open(file)
        let key = try key.publicKey(readsStandardInput: file?.isDash ?? true || signature.isDash, in: context)
        var reader = try InputFile.open(signature)
        let bytes = try DataFormOptions().decode(
            reader.readAll(limit: Self.maximumSignature), of: signature.inputName)
        let parsed = try naming(signature.inputName) {
            bytes.count == 64
                ? try SM2.Signature(rawRepresentation: bytes) : try SM2.Signature(derRepresentation: bytes)
        }
        let digest = try input.sm2Digest(key, identifier, progress)
        let isValid = try key.isValidSignature(parsed, forSM2Digest: digest)
        if context.wantsJSON {
            try JSONReport.print([("file", .string(input.name)), ("valid", .bool(isValid))])
        } else if isValid {
            try Messages.print("\(input.name): OK\n")
        }
        guard isValid else {
            Messages.error("\(input.name): invalid signature: another key, message or --id")
            throw ExitStatus.mismatch
        }
    }
}

extension FileReader {
    fileprivate mutating func sm2Digest(
        _ key: SM2.PublicKey, _ identifier: SM2IdentifierOptions, _ options: ProgressOptions
    ) throws -> [UInt8] {
        let progress = options.start(byteCount)
        var stream = try key.digestStream(identifier: identifier.bytes)
        try forEachPiece { piece in
            stream.update(piece)
            progress.add(piece.count)
        }
        progress.finish()
        return try stream.finalize()
    }
}
