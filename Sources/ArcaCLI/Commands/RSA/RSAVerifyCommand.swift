internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct RSAVerifyCommand: Command {
    static let name = "verify"
    static let summary = "check the signature of a file with a public key"
    static let details = """
        Reads the signature from --signature or FILE.sig. It contains padding and hash; --padding, --hash, --mgf-hash and \
        --salt, if given, must match it. SHA-1 and MD5 are accepted only if --hash names them. Files of version 1 are \
        accepted only with --allow-v1: a token signed by the same key could be turned into one.

        --raw reads a bare signature, as 'openssl dgst -sign' writes it, or in Base64 or hexadecimal digits, which needs \
        these options. PSS signatures of \
        openssl have the longest salt: --salt auto accepts any.

        The exit status is 1 if the signature is invalid, and 3 if it is by another key.
        """
    static let examples = [
        Example(
            "arca rsa sign --key key.pem -o notes.txt.sig notes.txt && arca rsa verify --key pub.pem notes.txt",
            "sign and check"),
        Example(
            "arca rsa verify --key pub.pem --raw --padding pkcs1 --signature notes.bin notes.txt",
            "what 'openssl dgst -sha256 -sign' made", isRun: false),
    ]

    var key = RSAKeyOptions()
    var padding = RSASignatureOptions()
    var signature: BytePath?
    var isRaw = false
    var allowsVersion1 = false
    var progress = ProgressOptions()
    var file: BytePath?

    /// Longer than any signature file, in bytes.
    private static let maximumSignature = 16 << 10

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what was signed; standard input if - or omitted")
        Parameter.option(
            "--signature", value: "FILE", set: \.signature, help: "the signature; - for standard input"
        ).defaulting(to: "FILE.sig")
        Parameter.flag("--raw", set: \.isRaw, help: "the signature is bare")
        Parameter.flag("--allow-v1", set: \.allowsVersion1, help: TrustOptions.version1Help).excludes("--raw")
        Parameter.group(\.key)
        Parameter.group(\.padding)
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        let path = try signaturePath()
        let readsStandardInput = file?.isDash ?? true
        guard !(path.isDash && readsStandardInput) else {
            throw UsageError(
                .conflict, "message and signature cannot both come from standard input",
                hint: "give a file for one of them")
        }
        var input = try InputFile.open(file)
        let key = try key.publicKey(readsStandardInput: readsStandardInput || path.isDash, in: context)
        var signatureInput = try InputFile.open(path)
        var bytes = try signatureInput.readAll(limit: Self.maximumSignature)
        if isRaw, bytes.count != key.byteCount { bytes = try DataFormOptions().decode(bytes, of: path.inputName) }
        let signatureFile = isRaw ? nil : try read(bytes, path, key)
        let choice = signatureFile?.padding ?? padding.choice(for: key)
        RSASignatureOptions.warn(choice.hash)
        let digest = try input.digest(choice.hash, progress)
        let isValid =
            try signatureFile?.isValid(
                forDigest: digest, using: key, allowingInsecureHash: true, allowingVersion1: allowsVersion1)
            ?? key.isValidSignature(bytes, forDigest: digest, padding: choice)
        if signatureFile?.version == .v1 { TrustOptions.warnVersion1(path.inputName) }
        if context.wantsJSON {
            try JSONReport.print([
                ("file", .string(input.name)), ("valid", .bool(isValid)), ("padding", .string(choice.description)),
                ("key", .string(try KeyFingerprint(AnyPublicKey(key)).spkiText)),
            ])
        } else if isValid {
            try Messages.print("\(input.name): OK\n")
        }
        guard isValid else {
            Messages.error("\(input.name): invalid signature: another message, or forged")
            throw ExitStatus.mismatch
        }
    }

    private func signaturePath() throws(UsageError) -> BytePath {
        if let signature { return signature }
        guard let file, !file.isDash else {
            throw UsageError(.missingArgument, "--signature is missing", hint: "give --signature FILE")
        }
        return BytePath(file.bytes + Array(".sig".utf8))
    }

    /// Reads the signature file and checks its key, version and padding against the options.
    private func read(_ bytes: [UInt8], _ path: BytePath, _ key: RSAPublicKey) throws -> DetachedSignature {
        let file: DetachedSignature
        do throws(KeyError) {
            file = try DetachedSignature(bytes)
        } catch {
            let hint = bytes.count == key.byteCount ? "; give --raw for a bare signature" : ""
            throw KeyError(error.code, "\(path): \(error.reason)\(hint)")
        }
        guard try file.names(key) else {
            Messages.error("\(path): the signature is by another key, \(Base16.standard.encode(file.keyID))")
            throw ExitStatus.wrongKey
        }
        guard allowsVersion1 || file.version != .v1 else {
            Messages.error("\(path): a signature file of version 1, which a token of the same key could be turned into")
            Messages.hint("sign again, or give --allow-v1 to accept it")
            throw ExitStatus.mismatch
        }
        guard padding.accepts(file.padding, by: key) else {
            Messages.error("\(path): the signature uses \(file.padding), not what the options say")
            throw ExitStatus.mismatch
        }
        guard !file.padding.hash.isInsecure || padding.hash != nil else {
            Messages.error(
                "\(path): the signature uses \(file.padding.hash.name), which no longer proves who signed")
            Messages.hint("give --hash \(file.padding.hash.shortName) to accept it")
            throw ExitStatus.mismatch
        }
        return file
    }
}
