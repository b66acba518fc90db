internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaSystem

struct SignCommand: Command {
    static let name = "sign"
    static let summary = "sign files; the key decides the format"
    static let section = "Files"
    static let details = """
        Writes a signature next to each FILE: FILE.sig by an OpenSSH, PEM or JWK key (Ed25519, P-256, P-384, P-521, RSA), as \
        'ssh-keygen -Y sign' does; FILE.minisig by a minisign key; FILE.sig by a signify key. A signature that exists is not \
        replaced without --force. Standard input is signed to standard output.

        --format raw writes the bare signature, for protocols and 'openssl dgst'; it is the only format of ML-DSA keys. \
        --format rsa writes the four lines of 'arca rsa sign'.

        The key is --key or $ARCA_SIGNING_KEY: a file, - for standard input, or arca://service/account for one that is kept \
        in the vault.
        """
    static let examples = [
        Example(
            "arca sign --key id_ed25519 notes.txt", "as ssh-keygen: notes.txt.sig", isRun: false),
        Example("arca sign --key minisign.key notes.txt", "as minisign: notes.txt.minisig", isRun: false),
        Example("arca sign --key arca://release/key notes.txt", "a key in the vault", isRun: false),
        Example("arca sign --key minisign.key --comment 'version 1.0' notes.txt", "a trusted comment", isRun: false),
        Example("arca sign --key key.pem --format raw -o notes.der notes.txt", "for other programs", isRun: false),
        Example(
            "arca sign --key key.pem --format raw --deterministic --low-s notes.txt", "equal files, equal signatures",
            isRun: false),
    ]

    enum Format: String, CaseIterable, ArgumentValue { case ssh, minisign, signify, raw, rsa }

    var key = SigningKeyOptions()
    var format: Format?
    var namespace: String?
    var hash: PublicKeyHashName?
    var isP1363 = false
    var isDeterministic = false
    var wantsLowS = false
    var signatureContext: String?
    var comment: String?
    var isEmbedded = false
    var output: BytePath?
    var isForced = false
    var progress = ProgressOptions()
    var files: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "what to sign; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.section("Format") {
            Parameter.option(
                "--format", value: "FORMAT", set: \.format,
                help:
                    "ssh, minisign, signify, raw or rsa; raw is the bare signature, rsa that of 'arca rsa sign'"
            ).defaulting(to: "the key's")
            Parameter.option(
                "--namespace", value: "NAME", set: \.namespace,
                help: "namespace of an SSH signature; verifiers must ask for the same"
            ).defaulting(to: SSHSignature.fileNamespace)
            Parameter.option(
                "--hash", value: "HASH", set: \.hash,
                help: "hash of the file; sha512 (default) or sha256 for SSH, any for raw by ECDSA and RSA")
            Parameter.flag("--p1363", set: \.isP1363, help: "write a raw ECDSA signature as r and s, not as DER")
                .requires("--format=raw")
            Parameter.flag(
                "--deterministic", set: \.isDeterministic,
                help:
                    "derive the random number of ECDSA (RFC 6979) and ML-DSA from key and message; other keys need none"
            )
            Parameter.flag("--low-s", set: \.wantsLowS, help: "write the lower s of a raw ECDSA signature, for Bitcoin")
                .requires("--format=raw")
            Parameter.option(
                "--context", value: "TEXT", set: \.signatureContext,
                help: "context of a raw ML-DSA signature, at most 255 bytes; verifiers must give the same"
            ).requires("--format=raw")
            Parameter.option(
                "--comment", value: "TEXT", set: \.comment,
                help: "the trusted comment of minisign, or signify's comment")
            Parameter.flag(
                "--embed", set: \.isEmbedded, help: "write signature and FILE into one file, as 'signify -e' does")
        }
        Parameter.section(OutputOptions.title) {
            Parameter.option(
                "-o", "--output", value: "FILE", set: \.output,
                help: "write the signature to FILE; - for standard output")
            Parameter.flag("--force", set: \.isForced, help: "replace a signature that exists")
        }
        Parameter.json.excludes("--output=-")
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        guard output == nil || files.count <= 1 else {
            throw UsageError(.conflict, "--output takes one signature", hint: "give one FILE, or leave out --output")
        }
        guard files.count <= 1 || !files.contains(where: \.isDash) else {
            throw UsageError(.conflict, "standard input is signed by itself", hint: "give - alone")
        }
        let signer = try signer(in: context)
        var results: [JSONValue] = []
        for file in files.isEmpty ? ["-"] : files { results.append(try sign(file, signer, in: context)) }
        if context.wantsJSON { try JSONReport.print([("signatures", .array(results))]) }
    }

    // MARK: The key

    /// A key with its own signature format, or a bare private key.
    private enum Signer {
        case format(SigningKey)
        case raw(AnyPrivateKey)
        case rsa(RSAPrivateKey)
    }

    private func signer(in context: CommandContext) throws -> Signer {
        let readsStandardInput = files.isEmpty || files.contains { $0.isDash }
        if format == .raw || format == .rsa {
            let option =
                isEmbedded
                ? "--embed" : comment != nil ? "--comment" : namespace != nil ? "--namespace" : nil
            try refuse(option, format?.rawValue ?? "")
        }
        switch format {
        case .raw: return .raw(try key.privateKey(readsStandardInput: readsStandardInput, in: context))
        case .rsa:
            try refuse(hash.map { _ in "--hash" } ?? (isDeterministic ? "--deterministic" : nil), "rsa")
            return .rsa(try key.privateKey(readsStandardInput: readsStandardInput, in: context).rsa())
        default: break
        }
        let found = try key.signingKey(readsStandardInput: readsStandardInput, in: context)
        if let format, format.rawValue != found.format.rawValue {
            throw UsageError(
                .conflict, "the key is for \(found.format.name) signatures, not for \(format.rawValue)",
                hint: "remove --format")
        }
        if found.format != .ssh {
            try refuse(namespace.map { _ in "--namespace" } ?? hash.map { _ in "--hash" }, found.format.name)
        } else {
            try refuse(comment.map { _ in "--comment" }, "SSH")
        }
        if isEmbedded, found.format != .signify { try refuse("--embed", found.format.name) }
        return .format(found)
    }

    private func refuse(_ option: String?, _ format: String) throws(UsageError) {
        guard let option else { return }
        throw UsageError(.conflict, "\(option) has no meaning for \(format) signatures", hint: "remove \(option)")
    }

    // MARK: Signing

    private func sign(_ file: BytePath, _ signer: Signer, in context: CommandContext) throws -> JSONValue {
        var input = try InputFile.open(file)
        let name = input.name
        let identities = input.inputIdentities
        var made: [UInt8]
        var suffix = ".sig"
        var message: [UInt8] = []
        var shown = format?.rawValue ?? ""
        switch signer {
        case .format(let key):
            if isEmbedded { message = try input.readAll(limit: SignedMessage.maximumWholeByteCount) }
            var options = SigningOptions(time: DateText.now, fileName: file.isDash ? nil : file.name.description)
            if let namespace { options.namespace = namespace }
            if let hash { options.hash = hash.function }
            options.comment = comment
            options.isDeterministic = isDeterministic
            let signature: SignatureFile
            if isEmbedded {
                var reader = MemoryReader(message)
                signature = try naming(name) { try key.sign(reading: &reader, options: options) }
            } else {
                let line = progress.start(input.byteCount)
                var reader = ProgressReader(input, line)
                signature = try naming(name) { try key.sign(reading: &reader, options: options) }
                line.finish()
            }
            (made, suffix) = (Array(signature.text.utf8), key.fileNameExtension)
            shown = key.format.rawValue
        case .raw(let key):
            made = try raw(&input, key)
        case .rsa(let key):
            let padding = key.publicKey.standardPadding
            let digest = try input.digest(padding.hash, progress)
            made = Array(try DetachedSignature(ofDigest: digest, using: key, padding: padding).text.utf8)
        }
        var place = NewOutputOptions(file: output, isForced: isForced)
        if place.file == nil, !file.isDash { place.file = BytePath(file.bytes + Array(suffix.utf8)) }
        var written = try place.open(format == .raw ? .binary : .text, inputs: identities)
        try written.write(made)
        if isEmbedded { try written.write(message) }
        try written.commit()
        if let target = place.file, !target.isDash, !context.wantsJSON { Messages.note("wrote \(target)") }
        var object = JSONObject()
        object["file"] = .string(name)
        object["signature"] = place.file.map { .string($0.description) } ?? .null
        object["format"] = .string(shown)
        return .object(object)
    }

    private func raw(_ input: inout FileReader, _ key: AnyPrivateKey) throws -> [UInt8] {
        func whole() throws -> [UInt8] {
            try refuse(isP1363 ? "--p1363" : wantsLowS ? "--low-s" : hash.map { _ in "--hash" }, key.algorithmName)
            return try input.readAll(limit: SignedMessage.maximumWholeByteCount)
        }
        if case .mldsa(let key) = key {
            let context = try MLDSAContext.bytes(signatureContext)
            return try isDeterministic
                ? key.deterministicSignature(for: whole(), context: context)
                : key.signature(for: whole(), context: context)
        }
        try refuse(signatureContext.map { _ in "--context" }, key.algorithmName)
        switch key {
        case .ed25519(let key): return try key.signature(for: whole())
        case .ed448(let key): return try key.signature(for: whole())
        case .rsa:
            try refuse(isP1363 ? "--p1363" : wantsLowS ? "--low-s" : nil, "RSA")
            let function = hash?.function ?? .sha256
            RSASignatureOptions.warn(function)
            let digest = try input.digest(function, progress)
            return try key.rsa().signature(forDigest: digest, padding: .pkcs1v15(function))
        case .elliptic(let key):
            let function = hash?.function ?? key.publicKey.curve.hash
            RSASignatureOptions.warn(function)
            let digest = try input.digest(function, progress)
            var signature =
                try isDeterministic
                ? key.deterministicSignature(forDigest: digest, hash: function) : key.signature(forDigest: digest)
            if wantsLowS { signature = signature.lowS }
            return isP1363 ? signature.rawRepresentation : signature.derRepresentation
        case .x25519, .x448, .xWing, .mldsa:
            throw UsageError(
                .conflict, "\(key.algorithmName) keys do not sign", hint: "make a key by 'arca key generate ed25519'")
        }
    }
}
