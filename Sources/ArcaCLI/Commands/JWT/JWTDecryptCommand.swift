internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaJOSE
internal import ArcaSystem

struct JWTDecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt a token (JWE)"
    static let details = """
        Writes the content if the token can be decrypted, and nothing otherwise. Decrypting shows whom the token was \
        for; only a signature shows who made it. If the content is a signed token, 'arca jwt verify --decryption-key' \
        checks both.

        If there are several keys, the token's kid selects one. RSA1_5, which is broken, is accepted only with --alg \
        RSA1_5.

        The exit status is 0, 3 (another key, or a changed token: they cannot be told apart) or 5 (malformed, or not allowed).
        """
    static let examples = [
        Example("arca jwt decrypt --key own.jwk token.txt", "with a private key", isRun: false),
        Example("arca jwt decrypt -p --json < token.txt", "with a passphrase, as JSON", isRun: false),
    ]

    var key = JWEKeyOptions()
    var algorithms: [JWEAlgorithm] = []
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the token; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.list(
            "--alg", value: "ALG", append: \.algorithms,
            help: "allowed algorithms; those of the key if omitted")
        Parameter.group(\.output)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let readsStandardInput = file?.isDash ?? true
        try JWTCommand.refuseTwice(file, key.key.file, "token")
        let (text, name) = try JWTCommand.read(file)
        let token: JWE
        do {
            let keys = try key.keys(isNew: false, readsStandardInput: readsStandardInput, in: context)
            token = try naming(name) {
                try JWE(
                    decrypting: text, keys: keys,
                    options: JWE.Options(
                        algorithms: algorithms.isEmpty ? nil : Set(algorithms),
                        allowsRSA15: algorithms.contains(.rsa15),
                        maximumIterations: key.key.costs.maximumLogN.map { 4 << $0 } ?? JWE.Options().maximumIterations)
                )
            }
        } catch let error as JOSEError {
            Messages.error(error.message)
            if let hint = error.hint { Messages.hint(hint) }
            throw ExitStatus(refusal: error)
        }
        if token.header.contentType.map({ $0.lowercased().hasSuffix("jwt") }) ?? false {
            Messages.hint("the content is a signed token: 'arca jwt verify --decryption-key' checks its signature")
        }
        var output = try output.openScreened(isSecret: true, inputs: [])
        if context.wantsJSON {
            try output.write(Self.report(token).utf8)
        } else {
            try output.write(token.plaintext)
        }
        try output.commit()
    }

    /// The content as claims, text or Base64, in this order of preference.
    private static func report(_ token: JWE) -> String {
        let claims = (try? JSONReader.read(token.plaintext))?.object
        let bytes = token.plaintext.withBytes { Array(bytes: $0) }
        let text = String(validating: bytes, as: UTF8.self)
        return JSONReport.text([
            ("algorithm", .string(token.algorithm.rawValue)), ("encryption", .string(token.encryption.rawValue)),
            ("header", .object(token.header.members)), ("claims", claims.map(JSONValue.object) ?? .null),
            ("text", claims == nil ? text.map(JSONValue.string) ?? .null : .null),
            ("payload", text == nil ? .string(Base64.standard.encode(bytes)) : .null),
        ])
    }
}
