internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaSystem

/// `arca verify --format raw`: a bare signature; its parameters come from the key.
struct RawVerificationOptions: OptionGroup {
    static let title = "Bare signatures"

    /// The formats that must be named; all others are detected.
    enum Format: String, CaseIterable, ArgumentValue { case raw }

    var format: Format?
    var hash: PublicKeyHashName?
    var isP1363 = false
    var context: String?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--format", value: "FORMAT", set: \.format,
            help: "raw: the signature is bare, and --key says how it was made"
        ).excludes(
            "--signers", "--signer", "--check", "--revoked", "--time", "--namespace", "--no-legacy", "--allow-v1",
            "--output")
        Parameter.option(
            "--hash", value: "HASH", set: \.hash, help: "hash of the file, for ECDSA and RSA (PKCS #1 v1.5)"
        )
        .requires("--format=raw")
        Parameter.flag("--p1363", set: \.isP1363, help: "an ECDSA signature is r and s, not DER")
            .requires("--format=raw")
        Parameter.option(
            "--context", value: "TEXT", set: \.context, help: "the context that an ML-DSA signature was made with"
        ).requires("--format=raw")
    }

    func verify(
        _ files: [BytePath], _ signature: BytePath?, _ trust: TrustOptions, _ progress: ProgressOptions, isQuiet: Bool,
        in context: CommandContext
    ) throws {
        guard let signature, files.count == 1,
            let (name, content) = try trust.onlyKey(readsStandardInput: files[0].isDash, in: context)
        else {
            throw UsageError(
                .missingArgument, "--format raw takes one FILE, one --signature and one --key", hint: "give all three")
        }
        let key = try naming(name) { try AnyKey(content).publicKey() }
        let bytes = try VerifyCommand.signatureBytes(signature)
        var input = try InputFile.open(files[0])
        let isValid = try isValid(bytes, &input, key: key, progress: progress)
        if context.wantsJSON {
            try JSONReport.print([
                ("file", .string(input.name)), ("format", .string("raw")),
                ("verdict", .string(isValid ? "good" : "bad")),
                ("key", .string(try KeyFingerprint(key).spkiText)),
            ])
        } else if isValid, !isQuiet {
            try Messages.print("\(input.name): good signature by the \(key.algorithmName) key in \(name)\n")
        }
        guard isValid else {
            Messages.error(
                "\(input.name): the signature does not match: the file was changed, or it was signed with another key or hash"
            )
            throw ExitStatus.mismatch
        }
    }

    private func isValid(
        _ signature: [UInt8], _ input: inout FileReader, key: AnyPublicKey, progress: ProgressOptions
    ) throws -> Bool {
        func whole() throws -> [UInt8] {
            guard hash == nil else {
                throw UsageError(.conflict, "--hash has no meaning for \(key.algorithmName)", hint: "remove --hash")
            }
            return try input.readAll(limit: SignedMessage.maximumWholeByteCount)
        }
        if case .mldsa(let key) = key {
            return key.isValidSignature(signature, for: try whole(), context: try MLDSAContext.bytes(context))
        }
        guard context == nil else {
            throw UsageError(.conflict, "--context has no meaning for \(key.algorithmName)", hint: "remove --context")
        }
        switch key {
        case .ed25519(let key): return key.isValidSignature(signature, for: try whole())
        case .ed448(let key): return key.isValidSignature(signature, for: try whole())
        case .rsa:
            let function = hash?.function ?? .sha256
            RSASignatureOptions.warn(function)
            let rsa = try key.rsa()
            guard !rsa.isShort else {
                throw KeyError(
                    .unsupported, "an RSA key of \(rsa.bitCount) bits proves nothing; at least 2,048 bits are required")
            }
            let digest = try input.digest(function, progress)
            return try rsa.isValidSignature(signature, forDigest: digest, padding: .pkcs1v15(function))
        case .elliptic(let key):
            let function = hash?.function ?? key.curve.hash
            RSASignatureOptions.warn(function)
            let digest = try input.digest(function, progress)
            let parsed: ECDSASignature
            do throws(CryptoError) {
                parsed =
                    try isP1363
                    ? ECDSASignature(rawRepresentation: signature, curve: key.curve)
                    : ECDSASignature(derRepresentation: signature, curve: key.curve)
            } catch {
                throw KeyError(
                    .malformed, "malformed ECDSA signature: \(error.reason)",
                    hint: isP1363 ? "leave out --p1363 if it is DER" : "give --p1363 if it is r and s")
            }
            return try key.isValidSignature(parsed, forDigest: digest)
        case .x25519, .x448, .xWing, .mldsa:
            throw UsageError(.conflict, "\(key.algorithmName) keys do not sign", hint: "give the signer's key")
        }
    }
}

/// The context of an ML-DSA signature: `--context`.
enum MLDSAContext {
    /// The bytes of the option; none if it is missing.
    static func bytes(_ text: String?) throws(UsageError) -> [UInt8] {
        let bytes = Array((text ?? "").utf8)
        guard bytes.count <= MLDSAVariant.maximumContextByteCount else {
            throw UsageError(
                .outOfRange,
                "a context has at most \(MLDSAVariant.maximumContextByteCount) bytes; found \(bytes.count)",
                hint: "give a shorter --context")
        }
        return bytes
    }
}
