internal import ArcaCore
internal import ArcaCrypto
internal import ArcaJOSE
internal import ArcaKeys
internal import ArcaSystem

extension JWEAlgorithm: ArgumentValue {}
extension JWEEncryption: ArgumentValue {}

struct JWEKeyOptions: OptionGroup {
    static let title = "Key"

    var key = JWTKeyOptions()
    var takesPassphrase = false

    static var parameters: [Parameter<Self>] {
        Parameter.parts(of: \.key, JWTKeyOptions.keyParameters)
        Parameter.flag("-p", "--passphrase", set: \.takesPassphrase, help: "a passphrase instead of a key")
            .excludes("--key", "--key-from")
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.key.passphrase,
            help: "the passphrase, or that of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.parts(of: \.key.costs, CostOptions.parameters)
    }

    func keys(isNew: Bool, readsStandardInput: Bool, in context: CommandContext) throws -> JWKSet {
        guard takesPassphrase else {
            guard key.file != nil || key.source != nil else {
                throw UsageError(.missingArgument, "no key is given", hint: "give --key FILE, or -p for a passphrase")
            }
            return try key.keys(readsStandardInput: readsStandardInput, in: context)
        }
        let secret = try (key.passphrase ?? .prompt).passphrase(
            isNew: isNew, readsStandardInput: readsStandardInput, in: context)
        return JWKSet(JSONWebKey(.symmetric(SymmetricKey(secret))))
    }
}

struct JWTEncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt claims, a signed token or any message as a token (JWE)"
    static let details = """
        Only the owner of the private key, or of the same symmetric key or passphrase, can read the token. Anyone can \
        make one with a public key: sign first if the sender matters. Input that is a signed token gets the content \
        type JWT, so that 'arca jwt verify --decryption-key' finds it.

        The algorithm is the key's own (alg), else RSA-OAEP-256, ECDH-ES+A256KW, AES key wrap by the length of a \
        symmetric key, or PBES2-HS512+A256KW for a passphrase. Nothing is compressed, because the length would reveal \
        something about the content.
        """
    static let examples = [
        Example("arca jwt encrypt --key receiver.jwk -o token.txt claims.json", "to a public key", isRun: false),
        Example(
            "arca jwt sign --key own.jwk --lifetime 15m claims.json | arca jwt encrypt --key receiver.jwk",
            "a signed token, encrypted", isRun: false),
        Example("arca jwt encrypt -p message.txt", "with a passphrase", isRun: false),
    ]

    var key = JWEKeyOptions()
    var algorithm: JWEAlgorithm?
    var encryption = JWEEncryption.a256GCM
    var type: String?
    var contentType: String?
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the message; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.option("--alg", value: "ALG", set: \.algorithm, help: "how the content's key is encrypted")
            .defaulting(to: "the key's")
        Parameter.option("--enc", value: "ENC", set: \.encryption, help: "the cipher of the content")
        Parameter.option("--type", value: "TYPE", set: \.type, help: "the token's type (typ)")
        Parameter.option("--content-type", value: "TYPE", set: \.contentType, help: "the message's type (cty)")
            .defaulting(to: "JWT for a signed token")
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        let readsStandardInput = file?.isDash ?? true
        try JWTCommand.refuseTwice(file, key.key.file, "message")
        let keys = try key.keys(isNew: true, readsStandardInput: readsStandardInput, in: context)
        guard let receiver = keys.keys.first, keys.keys.count == 1 else {
            throw UsageError(
                .conflict, "--key has \(keys.keys.count) keys; a token is encrypted to one",
                hint: "give a file with one key")
        }
        var input = try InputFile.open(file)
        let message = try input.readAll(limit: JWTCommand.maximumByteCount)
        var target = try output.open(.text, inputs: input.inputIdentities)
        let signed = JWTCommand.withoutLineEnd(message)
        let isToken = contentType == nil && (try? UnverifiedToken(signed))?.payload != nil
        let token: String
        do throws(JOSEError) {
            token = try JWE.encrypt(
                isToken ? signed : message, to: receiver,
                algorithm: algorithm ?? (key.takesPassphrase ? .pbes2HS512A256KW : nil), encryption: encryption,
                type: type, contentType: isToken ? "JWT" : contentType)
        } catch {
            Messages.error(error.message)
            throw ExitStatus(refusal: error)
        }
        try target.write(Array((token + "\n").utf8))
        try target.commit()
        if context.wantsJSON { try JWTCommand.report(token, output.file) }
    }
}
